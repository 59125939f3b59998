"""The scanner on hand-labelled pages; the floors are the project's, or what was reached and must not fall."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from ledger.quantities import Kind
from tests.gold_labels import LABELS, score

GOLD = Path(__file__).parents[1] / "gold"


def shared() -> Path:
    root = Path(__file__).resolve().parents[2]
    for folder in (root.parent, root.parent.parent):
        if (folder / "shared" / "seeds").is_dir():
            return folder / "shared"
    if os.environ.get("CI"):
        pytest.fail("no ../shared/seeds")
    pytest.skip("no ../shared/seeds")


def rows(name: str) -> list[dict[str, object]]:
    return [json.loads(line) for line in (GOLD / name).read_text("utf-8").splitlines()]


@pytest.mark.corpus
def test_handed_labels() -> None:
    result = score(rows("page_numbers_gold.jsonl"), shared() / "seeds")
    assert result.recall >= 0.98, result.faults
    assert result.precision >= 0.95, result.faults
    assert result.accuracy >= 0.95, result.faults


@pytest.mark.corpus
def test_labels_of_other_pages() -> None:
    labelled = rows("page_numbers_dev.jsonl")
    folders = {True: shared() / "seeds", False: shared() / "corpus"}
    for seed, (recall, precision, accuracy) in {True: (0.95, 0.75, 0.93), False: (0.99, 0.9, 0.93)}.items():
        part = [row for row in labelled if str(row["doc"]).isdecimal() is seed]
        result = score(part, folders[seed], sample=True)
        assert result.recall >= recall, result.faults
        assert result.precision >= precision, result.faults
        assert result.accuracy >= accuracy, result.faults


def test_every_kind_has_labels() -> None:
    assert set(LABELS) == set(Kind)
