"""Opening a database, and what its faults say."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from sqlalchemy import insert, text
from sqlalchemy.exc import IntegrityError

import ledger.db
from ledger.db import Database, ReadOnlyDatabase, memory_database, open_database, open_or_memory
from ledger.errors import ConfigurationError, DatabaseError
from ledger.models import EVIDENCE, REVIEWS
from tests.mounts import make_read_only, mounted

REVIEW = {
    "subject_kind": "claim",
    "subject": "a.claim",
    "reviewer": "A Reviewer",
    "note": "read on paper",
    "written_at": "2026-11-30T00:00:00Z",
}


def test_the_default_lives_under_the_root_and_stays_out_of_git(tmp_path: Path) -> None:
    open_database(tmp_path).close()
    assert (tmp_path / ".ledger" / "ledger.db").exists()
    assert (tmp_path / ".ledger" / ".gitignore").read_text() == "*\n"


def test_the_environment_chooses_another(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LEDGER_DATABASE_URL", f"sqlite:///{tmp_path / 'other.db'}")
    open_database(tmp_path).close()
    assert (tmp_path / "other.db").exists()
    assert not (tmp_path / ".ledger").exists()


@pytest.mark.parametrize("url", ["not a url", "postgresql+nosuchdriver://h/d", "nosuchengine://h/d"])
def test_a_bad_url_is_a_configuration_error(url: str, tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError):
        open_database(tmp_path, url)


def test_an_unreachable_server_names_no_password(tmp_path: Path) -> None:
    with pytest.raises(DatabaseError) as caught:
        open_database(tmp_path, "postgresql+psycopg://me:hunter2@127.0.0.1:1/x?connect_timeout=2")
    assert "127.0.0.1" in str(caught.value)
    assert "hunter2" not in str(caught.value)


def test_foreign_keys_are_enforced(tmp_path: Path) -> None:
    row = {"claim_id": "none", "position": 0, "source_id": "none", "anchors": [], "role": "own-result"}
    row |= {"depth": "full-text", "supports": "statement", "printed_symbols": {}}
    for database in (open_database(tmp_path), memory_database()):
        with pytest.raises(IntegrityError), database.engine.begin() as connection:
            connection.execute(insert(EVIDENCE), [row])
        database.close()


def test_wal_is_on(tmp_path: Path) -> None:
    database = open_database(tmp_path)
    with database.read() as connection:
        assert connection.execute(text("PRAGMA journal_mode")).scalar() == "wal"
    database.close()


def test_a_failed_write_leaves_nothing(tmp_path: Path) -> None:
    database = open_database(tmp_path)
    with pytest.raises(DatabaseError), database.write() as connection:
        connection.execute(insert(REVIEWS), [REVIEW, {**REVIEW, "note": None}])
    with database.read() as connection:
        assert connection.execute(text("SELECT count(*) FROM reviews")).scalar() == 0
    database.close()


def test_a_locked_database_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ledger.db, "BUSY_SECONDS", 0.05)
    one, other = open_database(tmp_path), open_database(tmp_path)
    with (
        one.write() as connection,
        pytest.raises(DatabaseError, match="another process has it locked"),
        other.write(),
    ):
        connection.execute(insert(REVIEWS), [REVIEW])
    one.close()
    other.close()


def test_a_file_that_is_no_database_says_so(tmp_path: Path) -> None:
    (tmp_path / ".ledger").mkdir()
    (tmp_path / ".ledger" / "ledger.db").write_bytes(b"hello" * 1000)
    with pytest.raises(DatabaseError, match="not a database"):
        open_database(tmp_path)


def test_a_full_disk_says_so_and_keeps_what_was(tmp_path: Path) -> None:
    with mounted(tmp_path / "small", "size=256k") as folder:
        fill(open_database(folder, f"sqlite:///{folder / 'l.db'}"))


def fill(database: Database) -> None:
    with database.write() as connection:
        connection.execute(insert(REVIEWS), [REVIEW])
    with pytest.raises(DatabaseError, match="disk is full"), database.write() as connection:
        connection.execute(insert(REVIEWS), [REVIEW | {"note": "x" * 100_000}] * 20)
    with database.read() as connection:
        notes = set(connection.execute(text("SELECT note FROM reviews WHERE length(note) < 99")).scalars())
    assert notes == {"read on paper"}
    database.close()


def test_a_read_only_place_falls_back_to_memory_and_says_so(tmp_path: Path) -> None:
    with mounted(tmp_path / "root", "size=4m") as folder:
        open_database(folder).close()
        make_read_only(folder)
        with pytest.raises(ReadOnlyDatabase), open_database(folder).write() as connection:
            connection.execute(insert(REVIEWS), [REVIEW])
        database, warning = open_or_memory(folder)
        assert not database.kept
        assert warning is not None
        assert "no history is kept" in warning
        database.close()


def test_importing_the_database_leaves_alembic_alone() -> None:
    code = "import ledger.db, sys; print('alembic' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
