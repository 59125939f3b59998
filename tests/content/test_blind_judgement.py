"""The claims judged blind: sixty, each still in the ledger, every disagreement said and mended."""

from __future__ import annotations

import csv
from pathlib import Path

from ledger.schema.read import read_ledger

ROOT = Path(__file__).parents[2]
JUDGED = ROOT / "tests" / "gold" / "blind_judgement.csv"
KINDS = {"role", "subject", "scope", "inference", "chinese", "condition", "evidence"}


def rows() -> list[dict[str, str]]:
    with JUDGED.open(encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream))


def test_sixty_different_claims_of_the_ledger_were_judged() -> None:
    judged = {row["claim"] for row in rows()}
    assert len(judged) == len(rows()) == 60
    assert judged - set(read_ledger(ROOT).claims) == set()


def test_every_disagreement_says_its_kind_and_how_it_was_mended() -> None:
    for row in rows():
        assert row["judged"] in ("agree", "disagree"), row
        kinds = set(row["kinds"].split())
        assert kinds <= KINDS, row
        assert all(bool(row[key]) is (row["judged"] == "disagree") for key in ("kinds", "what", "mended")), (
            row
        )
