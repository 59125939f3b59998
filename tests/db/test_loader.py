"""Sync: all or nothing, nothing dropped with its history, and the same rows from the same text."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from types import MappingProxyType

import pytest
from sqlalchemy import func, insert, select

from ledger.db import Database, open_database
from ledger.errors import DatabaseError
from ledger.loader import Changes, dump_documents, sync
from ledger.models import CLAIMS, EVIDENCE, MENTIONS, RELATIONS, REVIEWS, SOURCES
from ledger.schema.documents import Waiver
from ledger.schema.ledger import Ledger, Page
from tests.checks.make import claim, ledger, source

BASE = claim("a.base", evidence=[{"source": "paper", "page": 3}, {"source": "report", "section": "2"}])
DERIVED = claim(
    "a.derived",
    evidence=[],
    supersedes=["a.base"],
    recompute={"formula": "memory.model_state", "inputs": {"total": {"claim": "a.base"}}},
)
PAGE = Page("pages/a.md", "16 bytes", "b" * 64)
WAIVER = Waiver(subject="a.base", check="located", owner="Lin", reason="No copy.", expires="2027-01-31")


def small() -> Ledger:
    made = ledger(source(), source("report", kind="report"), BASE, DERIVED, pages={PAGE.path: PAGE})
    return replace(made, waivers=(WAIVER,), ledger_of={"a.base": "L1", "a.derived": "L1"})


def without(given: Ledger, *ids: str) -> Ledger:
    claims = {id: one for id, one in given.claims.items() if id not in ids}
    return replace(given, claims=MappingProxyType(claims))


@pytest.fixture
def database(database_url: str, tmp_path: Path):
    opened = open_database(tmp_path, database_url)
    yield opened
    opened.close()


def load(database: Database, given: Ledger, **options: bool) -> Changes:
    with database.write() as connection:
        return sync(connection, given, **options)


def dump(database: Database) -> str:
    with database.read() as connection:
        return dump_documents(connection)


def test_every_document_becomes_rows(database: Database) -> None:
    assert load(database, small()) == Changes(added=5)
    text = dump(database)
    tables = [line.split("\t")[0] for line in text.splitlines()]
    assert {name: tables.count(name) for name in dict.fromkeys(tables)} == {
        "meta": 3,
        "sources": 2,
        "claims": 2,
        "evidence": 2,
        "relations": 2,
        "waivers": 1,
        "pages": 1,
    }
    with database.read() as connection:
        row = connection.execute(select(CLAIMS).where(CLAIMS.c.id == "a.base")).mappings().one()
    assert (row["value"], row["unit"], row["comparator"]) == ("16", "B/parameter", "=")
    assert (row["ledger"], row["statement_zh"], row["qualifiers"]) == ("L1", "是十六。", {})


def test_a_second_sync_changes_nothing(database: Database) -> None:
    load(database, small())
    before = dump(database)
    assert load(database, small()) == Changes()
    assert dump(database) == before


def test_deleting_and_rebuilding_gives_the_same_dump_bit_for_bit(tmp_path: Path) -> None:
    path = tmp_path / "one.db"
    first = open_database(tmp_path, f"sqlite:///{path}")
    load(first, without(small(), "a.derived"))
    load(first, small())
    load(first, replace(small(), waivers=()))
    load(first, small())
    long_lived = dump(first)
    first.close()
    path.unlink()
    anew = open_database(tmp_path, f"sqlite:///{path}")
    load(anew, small())
    assert dump(anew) == long_lived
    anew.close()


@pytest.mark.postgres
def test_both_engines_dump_the_same(sqlite_url: str, postgres_url: str, tmp_path: Path) -> None:
    dumps = []
    for url in (sqlite_url, postgres_url):
        opened = open_database(tmp_path, url)
        load(opened, small())
        dumps.append(dump(opened))
        opened.close()
    assert dumps[0] == dumps[1]


def test_a_removed_claim_is_retired_with_its_evidence(database: Database) -> None:
    load(database, small())
    assert load(database, without(small(), "a.derived")) == Changes(retired=1)
    with database.read() as connection:
        retired = connection.scalar(select(CLAIMS.c.retired_at).where(CLAIMS.c.id == "a.derived"))
        assert retired is not None
        assert connection.scalar(select(func.count()).select_from(RELATIONS)) == 2
    assert "a.derived" not in dump(database)


def test_a_claim_that_comes_back_is_no_longer_retired(database: Database) -> None:
    load(database, small())
    before = dump(database)
    load(database, without(small(), "a.derived"))
    assert load(database, small()) == Changes(changed=1)
    assert dump(database) == before


def test_a_changed_claim_loses_the_evidence_it_no_longer_has(database: Database) -> None:
    load(database, small())
    changed = claim("a.base", evidence=[{"source": "report", "section": "9"}])
    claims = MappingProxyType({**small().claims, "a.base": changed})
    assert load(database, replace(small(), claims=claims)) == Changes(changed=1)
    with database.read() as connection:
        rows = connection.execute(select(EVIDENCE.c.position, EVIDENCE.c.section)).all()
    assert [tuple(row) for row in rows] == [(0, "9")]


def test_a_rebuild_heals_rows_that_were_edited_by_hand_and_keeps_reviews(database: Database) -> None:
    load(database, small())
    before = dump(database)
    note = {"subject_kind": "claim", "subject": "a.base", "reviewer": "Lin", "note": "n", "written_at": "t"}
    with database.write() as connection:
        connection.execute(SOURCES.update().values(title="Another"))
        connection.execute(EVIDENCE.delete())
        connection.execute(insert(REVIEWS), [note])
    assert load(database, small()) == Changes()
    assert dump(database) != before
    load(database, small(), rebuild=True)
    assert dump(database) == before
    with database.read() as connection:
        assert connection.scalar(select(func.count()).select_from(REVIEWS)) == 1


def test_a_changed_page_forgets_where_its_numbers_stood(database: Database) -> None:
    load(database, small())
    mention = {"page_path": PAGE.path, "position": 0, "line": 1, "col": 1, "text": "16 bytes"}
    mention |= {"kind": "quantity", "status": "claim", "claim_id": "a.base"}
    with database.write() as connection:
        connection.execute(insert(MENTIONS), [mention])
    changed = replace(PAGE, sha256="c" * 64)
    load(database, replace(small(), pages=MappingProxyType({PAGE.path: changed})))
    assert "mentions\t" not in dump(database)


def test_a_sync_that_fails_in_the_middle_keeps_nothing(database: Database) -> None:
    load(database, small())
    before = dump(database)
    orphan = claim("a.orphan", evidence=[{"source": "nowhere", "page": 1}])
    claims = MappingProxyType({**small().claims, "a.orphan": orphan})
    with pytest.raises(DatabaseError):
        load(database, replace(small(), claims=claims, sources=MappingProxyType({"paper": source()})))
    assert dump(database) == before


def test_many_rows_stay_below_the_engines_limits(database: Database) -> None:
    claims = MappingProxyType({f"a.c{n}": claim(f"a.c{n}") for n in range(1200)})
    load(database, replace(small(), claims=claims, waivers=()))
    assert load(database, replace(small(), claims=MappingProxyType({}), waivers=())) == Changes(retired=1200)
