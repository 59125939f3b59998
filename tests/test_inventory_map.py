"""``tests/gold/inventory_map``: every row of the inventory leads to claims, or says why not."""

from __future__ import annotations

import csv
import re
from collections import Counter
from pathlib import Path

import pytest

from ledger.schema.read import read_ledger

ROOT = Path(__file__).parents[1]
MAPS = sorted((ROOT / "tests/gold/inventory_map").glob("*.csv"))
INVENTORY = ROOT.parent / "shared/inventory.csv"
DISPOSITIONS = {"claimed", "merged", "refuted", "page-requirement", "source"}
BARE = {"page-requirement", "source"}
"""Dispositions that need no claim."""


def rows(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


@pytest.mark.parametrize("path", MAPS, ids=lambda path: path.stem)
def test_each_row_says_what_became_of_it(path: Path) -> None:
    claims = read_ledger(ROOT).claims
    for row in rows(path):
        named = row["claims"].split()
        assert re.fullmatch(r"L[0-9X]-\d{3}", row["inv_id"]), row
        assert row["disposition"] in DISPOSITIONS, row
        assert [id for id in named if id not in claims] == [], row
        assert named or row["disposition"] in BARE, row
        assert row["reason"] or row["disposition"] == "claimed", row


def test_no_row_is_mapped_twice() -> None:
    counted = Counter(row["inv_id"] for path in MAPS for row in rows(path))
    assert [id for id, times in counted.items() if times > 1] == []


@pytest.mark.corpus
@pytest.mark.skipif(not INVENTORY.exists(), reason="the inventory is not beside this checkout")
def test_every_row_of_a_mapped_ledger_is_there() -> None:
    mapped = {row["inv_id"] for path in MAPS for row in rows(path)}
    ledgers = {id.partition("-")[0] for id in mapped}
    wanted = {row["inv_id"] for row in rows(INVENTORY) if row["ledger"] in ledgers}
    assert wanted - mapped == set()
