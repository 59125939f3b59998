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
@pytest.mark.parametrize(
    ("name", "seeds", "recall", "precision", "accuracy"),
    [
        ("page_numbers_dev", True, 0.98, 0.90, 0.95),
        ("page_numbers_dev", False, 0.99, 0.97, 0.95),
        ("page_numbers_seeds", True, 0.93, 0.85, 0.97),
        ("page_numbers_readmes", False, 0.97, 0.80, 0.88),
    ],
)
def test_labels_of_other_pages(
    name: str, seeds: bool, recall: float, precision: float, accuracy: float
) -> None:
    folder = shared() / ("seeds" if seeds else "corpus")
    part = [row for row in rows(f"{name}.jsonl") if str(row["doc"]).isdecimal() is seeds]
    result = score(part, folder, sample=True)
    assert result.recall >= recall, result.faults
    assert result.precision >= precision, result.faults
    assert result.accuracy >= accuracy, result.faults


@pytest.mark.corpus
def test_all_labels_of_the_seed_pages() -> None:
    names = ("page_numbers_gold", "page_numbers_dev", "page_numbers_seeds")
    labelled = [row for name in names for row in rows(f"{name}.jsonl") if str(row["doc"]).isdecimal()]
    result = score(labelled, shared() / "seeds", sample=True)
    assert result.recall >= 0.98, result.faults
    assert result.precision >= 0.95, result.faults
    assert result.accuracy >= 0.97, result.faults


def test_every_kind_has_labels() -> None:
    assert set(LABELS) == set(Kind)
