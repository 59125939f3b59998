"""The claims judged blind: sixty, each still in the ledger, every disagreement said and mended."""

from __future__ import annotations

import csv
from collections import Counter
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


def test_the_later_rounds_judged_as_many_claims_as_their_provenance_says() -> None:
    with (JUDGED.parent / "later_judgements.csv").open(encoding="utf-8", newline="") as stream:
        later = list(csv.DictReader(stream))
    counted = Counter((row["round"], row["judged"]) for row in later)
    provenance = JUDGED.with_suffix(".provenance.md").read_text(encoding="utf-8")
    assert f"| 1 | 619 | {counted['1', 'agree']} | {counted['1', 'disagree']} | " in provenance
    assert f"| 2 | 120 | {counted['2', 'agree']} | {counted['2', 'disagree']} (" in provenance
    assert f"| 3 | 494 | {494 - counted['3', 'disagree']} | {counted['3', 'disagree']} (" in provenance
    assert all(bool(row["what"]) >= (row["judged"] == "disagree") for row in later)
