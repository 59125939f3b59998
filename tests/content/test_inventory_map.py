"""The map from the inventory to the ledger: complete, without stray rows, leading to claims that exist."""

from __future__ import annotations

import csv
from collections import Counter
from pathlib import Path

import pytest

from ledger.schema.ledger import Ledger
from ledger.schema.read import read_ledger

ROOT = Path(__file__).parents[2]
MAPS = sorted((ROOT / "tests" / "gold" / "inventory_map").glob("*.csv"))
INVENTORY = ROOT.parent / "shared" / "inventory.csv"
DISPOSITIONS = {"claimed", "merged", "refuted", "source", "page-requirement"}


def rows() -> list[dict[str, str]]:
    found: list[dict[str, str]] = []
    for path in MAPS:
        with path.open(encoding="utf-8", newline="") as stream:
            found += list(csv.DictReader(stream))
    return found


@pytest.fixture(scope="module")
def ledger() -> Ledger:
    return read_ledger(ROOT)


def test_no_row_stands_twice() -> None:
    assert [id for id, count in Counter(row["inv_id"] for row in rows()).items() if count > 1] == []


def test_every_disposition_is_known_and_explained() -> None:
    for row in rows():
        assert row["disposition"] in DISPOSITIONS, row
        if not row["claims"]:
            assert row["reason"], row


def test_every_named_claim_exists(ledger: Ledger) -> None:
    named = {id for row in rows() for id in row["claims"].split()}
    assert named - set(ledger.claims) == set()


def test_claimed_and_merged_rows_name_claims() -> None:
    for row in rows():
        if row["disposition"] in ("claimed", "merged"):
            assert row["claims"], row


@pytest.mark.corpus
def test_every_row_of_the_inventory_is_mapped() -> None:
    if not INVENTORY.is_file():
        pytest.skip("needs ../shared/inventory.csv")
    with INVENTORY.open(encoding="utf-8", newline="") as stream:
        wanted = {row["inv_id"] for row in csv.DictReader(stream)}
    assert wanted - {row["inv_id"] for row in rows()} == set()
