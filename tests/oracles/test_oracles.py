"""The handed cases pass; the comparison and the command cannot pass by accident."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from tests.oracles.__main__ import main
from tests.oracles.adapters import all_adapters
from tests.oracles.case import AtMost, Case, Ignored, Judge, read_cases
from tests.oracles.compare import faults
from tests.oracles.run import judge

GOLD = Path(__file__).parent.parent / "gold"
CASES = [case for name in ("numeric_oracles.json", "rival_runs.json") for case in read_cases(GOLD / name)]
ADAPTERS = all_adapters()


def make(expected: dict[str, Any], tolerance: str = "exact") -> Case:
    return Case("x-1", "x", "y", {}, expected, tolerance, {})


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_handed_case(case: Case) -> None:
    """A case without an adapter fails here too."""
    assert judge(case, ADAPTERS) == []


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_each_entry_of_a_handed_case_is_compared(case: Case) -> None:
    answers = ADAPTERS[case.area, case.sub](case)
    for name in case.expected:
        if isinstance(answers[name], Ignored):
            continue
        planted = [
            replace(case, expected={**case.expected, name: spoilt}) for spoilt in spoil(case.expected[name])
        ]
        assert any(faults(wrong, answers) for wrong in planted), name


def spoil(value: Any) -> Iterator[Any]:
    """The value with one leaf changed, a few ways."""
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, int | Decimal):
        yield value * 2 + 1
        yield value // 2 - 1
    elif isinstance(value, str):
        yield value.translate(str.maketrans("0123456789", "9876543210")) + "?"
        yield "something else"
    elif isinstance(value, list) and value:
        yield from ([spoilt, *value[1:]] for spoilt in spoil(value[0]))
    elif isinstance(value, dict) and value:
        name = next(iter(value))
        yield from ({**value, name: spoilt} for spoilt in spoil(value[name]))
    else:
        yield "something else"


@pytest.mark.parametrize(
    ("expected", "answer"),
    [
        (3, 3),
        (Decimal("3.0"), 3),
        (Decimal("0.2727272727272727"), Fraction(3, 11)),
        ([[0, 1], [2]], [(0, 1), range(2, 3)]),
        ({"a": 1}, {"a": 1, "more": 2}),
        (True, True),
        (5, AtMost(4)),
        ("wording", Judge(lambda expected: "" if expected == "wording" else "no")),
    ],
)
def test_agreement(expected: Any, answer: Any) -> None:
    assert faults(make({"n": expected}), {"n": answer}) == []


@pytest.mark.parametrize(
    ("expected", "answer"),
    [
        (3, 4),
        (10**15, 10**15 + 1),
        (Decimal("0.2727272727272727"), Decimal("0.27272727272")),
        ([0, 1], [0]),
        ([0], 0),
        ({"a": 1}, {}),
        ({"a": 1}, 1),
        (True, 1),
        (1, True),
        ("1", 1),
        (None, 0),
        (5, AtMost(6)),
        ("wording", Judge(lambda expected: "never")),
    ],
)
def test_disagreement(expected: Any, answer: Any) -> None:
    assert faults(make({"n": expected}), {"n": answer})


def test_tolerances_are_read_and_bounded() -> None:
    assert faults(make({"n": 1000}, "rel 1e-3 to book prints"), {"n": 1001}) == []
    assert faults(make({"n": 1000}, "rel 1e-3 to book prints"), {"n": 1002})
    assert faults(make({"n": 57}, "abs 0.5 min (0.05 for 9.1)"), {"n": Fraction(113, 2)}) == []
    assert faults(make({"n": 57}, "abs 0.5 min (0.05 for 9.1)"), {"n": 56})


def test_a_missing_answer_and_an_uncompared_case_are_faults() -> None:
    assert faults(make({"n": 1}), {}) == ["n: no answer"]
    assert faults(make({"n": 1}), {"n": Ignored("free wording")}) == ["nothing was compared"]


def test_no_adapter_and_an_exception_are_faults() -> None:
    def broken(case: Case) -> dict[str, Any]:
        raise KeyError("gone")

    assert judge(make({"n": 1}), {}) == ["no adapter for x/y"]
    assert judge(make({"n": 1}), {("x", "y"): broken}) == ["KeyError: 'gone'"]


def write(path: Path, rows: Any) -> str:
    path.write_text(json.dumps(rows), encoding="utf-8")
    return str(path)


def test_command_counts_and_exits(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    row = {"id": "q-1", "area": "q", "sub": "r", "inputs": {}, "expected": {"n": 1}, "tolerance": "exact"}
    assert main([write(tmp_path / "one.json", [row])]) == 1
    assert capsys.readouterr().out == "q-1: no adapter for q/r\n0 passed, 1 failed\n"


@pytest.mark.parametrize("rows", [[], {}, [{"id": "q-1"}], [7]])
def test_command_refuses_a_file_without_cases(rows: Any, tmp_path: Path) -> None:
    assert main([write(tmp_path / "none.json", rows)]) == 2


def test_command_refuses_an_unreadable_file(tmp_path: Path) -> None:
    assert main([str(tmp_path / "absent.json")]) == 2
    (tmp_path / "broken.json").write_text("{", encoding="utf-8")
    assert main([str(tmp_path / "broken.json")]) == 2
