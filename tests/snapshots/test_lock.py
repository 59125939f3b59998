from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from ledger.errors import DocumentError
from ledger.snapshots.lock import LOCK, Record, evidence_digest, lock_text, read_lock, write_lock
from tests.checks.make import claim

ONE = Record("a.claim", "e" * 64, "paper", "a" * 64, "x-1", 8, "3.1", "w" * 64).sealed()
TWO = replace(ONE, claim="b.claim").sealed()


def test_sorted_whole_and_stable(tmp_path: Path) -> None:
    assert lock_text([TWO, ONE, ONE]) == lock_text([ONE, TWO])
    assert [json.loads(line)["claim"] for line in lock_text([TWO, ONE]).splitlines()] == [
        "a.claim",
        "b.claim",
    ]
    assert write_lock(tmp_path, [ONE, TWO])
    assert not write_lock(tmp_path, [TWO, ONE])
    assert read_lock(tmp_path) == {ONE.key: ONE, TWO.key: TWO}


def test_no_lock(tmp_path: Path) -> None:
    assert read_lock(tmp_path) == {}


def test_an_edit_breaks_the_seal() -> None:
    assert ONE.intact
    assert not replace(ONE, page=9).intact
    assert not replace(ONE, window="v" * 64).intact


@pytest.mark.parametrize(
    "line",
    [
        "not json",
        "[1]",
        '{"claim":"a"}',
        lock_text([ONE]).replace('"page":8', '"page":"8"').strip(),
        lock_text([ONE]).replace('"page":8', '"page":true').strip(),
        "<<<<<<< HEAD",
        "[" * 100_000,
        lock_text([ONE]) + lock_text([ONE]),
    ],
)
def test_a_line_that_is_no_record(tmp_path: Path, line: str) -> None:
    (tmp_path / "sources").mkdir()
    (tmp_path / LOCK).write_text(line + "\n")
    with pytest.raises(DocumentError, match=r"evidence\.lock:"):
        read_lock(tmp_path)


def test_what_makes_evidence_due_again() -> None:
    first = claim()
    same = claim(statement={"en": "Other words.", "zh": "别的话。"})
    assert evidence_digest(first, first.evidence[0]) == evidence_digest(same, same.evidence[0])
    for changed in (
        claim(quantity={"value": "17", "unit": "B/parameter"}),
        claim(quantity={"value": "16", "unit": "B/parameter", "comparator": "≈"}),
        claim(evidence=[{"source": "paper", "page": 9, "anchors": ["16"]}]),
        claim(evidence=[{"source": "paper", "page": 8, "anchors": ["16", "bytes"]}]),
        claim(evidence=[{"source": "paper", "page": 8, "section": "3", "anchors": ["16"]}]),
    ):
        assert evidence_digest(changed, changed.evidence[0]) != evidence_digest(first, first.evidence[0])


def test_each_role_of_a_place_is_evidence_of_its_own() -> None:
    digests = set()
    for role in ("unstated", "own-result", "definition", "configuration", "background"):
        one = claim(evidence=[{"source": "paper", "page": 8, "anchors": ["16"], "role": role}])
        digests.add(evidence_digest(one, one.evidence[0]))
    assert len(digests) == 5
