"""The published file: whole or not there, searchable or refused."""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path

import pytest

from ledger.cli.published import publish
from ledger.errors import DatabaseError
from ledger.publish.search import grams, require_detectable
from ledger.schema.read import read_ledger


def query(file: Path, sql: str) -> list[tuple[object, ...]]:
    with sqlite3.connect(file) as connection:
        return list(connection.execute(sql))


def test_rows_follow_the_documents(published: Path) -> None:
    assert query(published, "SELECT id, ledger, quantity FROM claims ORDER BY id") == [
        ("ring.limit", "L5", None),
        ("ring.sent", "L5", "5 GB/s"),
        ("ring.sent.other", "L5", "6 GB/s"),
    ]
    assert query(published, "SELECT claim, relation, other FROM relations") == [
        ("ring.limit", "bounds", "ring.sent")
    ]
    assert query(published, "SELECT id, title, claims FROM ledgers") == [("L5", "Rings", 3)]


def test_results_carry_their_run_and_are_latest(published: Path) -> None:
    found = query(published, "SELECT DISTINCT check_name, is_latest FROM results ORDER BY 1")
    assert found == [("consistent", 1), ("sources", 1)]
    disagreeing = "SELECT subject FROM results WHERE outcome = 'contradicted' ORDER BY 1"
    assert query(published, disagreeing) == [("ring.sent",), ("ring.sent.other",)]


def test_numbers_of_the_pages_and_their_denominator(published: Path) -> None:
    columns = "line, number, status, claim, heading"
    assert query(published, f"SELECT {columns} FROM mentions ORDER BY col") == [
        (3, "5 GB/s", "claim", "ring.sent", "Ring"),
        (3, "99 GB", "unclaimed", None, "Ring"),
    ]
    found = query(published, "SELECT id, numbers, need_evidence, claimed, exempt, unclaimed FROM pages")
    assert found == [("pages/page.md", 2, 2, 1, 0, 1)]


def test_foreign_keys_hold(published: Path) -> None:
    assert query(published, "PRAGMA foreign_key_check") == []


def test_file_is_replaced_only_when_whole(
    root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "ledger.db"
    publish(read_ledger(root), out)
    before = out.read_bytes()

    def full(*_: object) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    monkeypatch.setattr("ledger.publish.search.index_claims", full)
    with pytest.raises(DatabaseError, match="disk is full"):
        publish(read_ledger(root), out)
    assert out.read_bytes() == before
    assert list(tmp_path.iterdir()) == [out]


@pytest.mark.parametrize("words", [b"ledger: L5\nclaims: []\n", b"SQLite format 3\0 but no more"])
def test_somebody_elses_file_is_not_written_over(root: Path, tmp_path: Path, words: bytes) -> None:
    out = tmp_path / "l5.yaml"
    out.write_bytes(words)
    with pytest.raises(DatabaseError, match="no published file and would be lost"):
        publish(read_ledger(root), out)
    assert out.read_bytes() == words


def test_the_ledgers_own_database_is_not_written_over(root: Path) -> None:
    ledger = read_ledger(root)
    own = root / ".ledger" / "ledger.db"
    with pytest.raises(DatabaseError, match="would be lost"):
        publish(ledger, own)


def test_what_is_no_file_is_not_written_over(root: Path, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for out in (tmp_path / "pipe", tmp_path):
        with pytest.raises(DatabaseError, match="is no file"):
            publish(read_ledger(root), out)
    assert (tmp_path / "pipe").is_fifo()


def test_a_link_stays_and_its_target_is_written(root: Path, tmp_path: Path) -> None:
    (tmp_path / "link.db").symlink_to(tmp_path / "target.db")
    publish(read_ledger(root), tmp_path / "link.db")
    assert (tmp_path / "link.db").is_symlink()
    assert query(tmp_path / "target.db", "SELECT count(*) FROM claims") == [(3,)]


def test_unwritable_destination_is_a_clear_error(root: Path, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("not a folder")
    with pytest.raises(DatabaseError, match="cannot be written"):
        publish(read_ledger(root), tmp_path / "file" / "ledger.db")


def test_undetectable_full_text_index_fails_the_build() -> None:
    with sqlite3.connect(":memory:") as connection:
        connection.execute("CREATE TABLE claim (id TEXT)")
        connection.execute("CREATE VIRTUAL TABLE claim_fts USING fts5 (id, content=claim)")
        with pytest.raises(DatabaseError, match="search would return every row"):
            require_detectable(connection, ["claim"])


def test_every_table_can_be_counted(root: Path, tmp_path: Path) -> None:
    out = tmp_path / "ledger.db"
    publish(read_ledger(root), out)
    for (table,) in query(out, "SELECT name FROM sqlite_master WHERE type = 'table'"):
        assert query(out, f"SELECT count(*) FROM [{table}]")[0][0] >= 0


def test_grams_cover_every_word_of_two_to_six_characters() -> None:
    words = grams("流水线气泡占比", "bubble 带宽").split()
    for word in ("气泡", "流水线", "线气泡占", "水线气泡占比", "带宽", "宽"):
        assert word in words
    assert "宽流" not in words
    assert grams("no such script", None) == ""


def test_probes_tell_states_by_host_changes_and_the_oldest_looks(published: Path) -> None:
    assert query(published, "SELECT host, outcome, urls, oldest FROM probe_hosts ORDER BY host, outcome") == [
        ("a.test", "alive", 1, "2026-01-01T00:00:00Z"),
        ("a.test", "broken", 1, "2026-01-03T00:00:00Z"),
        ("b.test", "alive", 1, "2026-01-02T00:00:00Z"),
    ]
    assert query(published, "SELECT url, was, became, checked_at FROM probe_changes ORDER BY url") == [
        ("https://a.test/x", "alive", "broken", "2026-01-02T00:00:00Z"),
        ("https://b.test/", "blocked", "alive", "2026-01-02T00:00:00Z"),
    ]
    assert [row[0] for row in query(published, "SELECT url FROM probe_oldest")] == [
        "https://a.test/y",
        "https://b.test/",
        "https://a.test/x",
    ]


def test_a_ledger_in_other_languages_is_shown_and_found(tmp_path: Path) -> None:
    """Neither column of the bilingual ledgers holds anything; the first language labels the row."""
    files = {
        "pyproject.toml": '[tool.ledger]\nlanguages = ["fr", "de"]\n',
        "claims/l1.yaml": (
            "ledger: L1\nclaims:\n  - id: a.b\n    kind: number\n    entity: Une pile\n"
            '    statement: {de: "Die Zelle liefert 3,6 V.", fr: "La pile fournit 3,6 V."}\n'
            '    quantity: {value: "3.6", unit: V}\n    unsupported: "un essai"\n'
        ),
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    out = tmp_path / "out.db"
    publish(read_ledger(tmp_path), out)
    assert query(out, "SELECT statement, statement_en, statement_zh, statements FROM claims") == [
        (
            "La pile fournit 3,6 V.",
            None,
            None,
            '{"fr": "La pile fournit 3,6 V.", "de": "Die Zelle liefert 3,6 V."}',
        )
    ]
    for word in ("fournit", "Zelle"):
        found = query(out, f"SELECT rowid FROM claims_fts WHERE claims_fts MATCH '{word}'")
        assert len(found) == 1
