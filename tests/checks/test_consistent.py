"""The check ``consistent``: two claims on one thing, told apart or not."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from checks.consistent import CHECK
from ledger.registry import Context
from ledger.schema.outcomes import Outcome
from tests.checks import make

B = "B/parameter"


def outcomes(*claims: Any) -> list[Outcome]:
    ledger = make.ledger(*claims)
    subjects = list(CHECK.subjects(ledger))
    return [finding.outcome for finding in CHECK.run(ledger, subjects, Context(store=Path()))]


def pair(one: dict[str, str], two: dict[str, str], **fields: Any) -> list[Outcome]:
    return outcomes(make.claim("one", quantity=one), make.claim("two", quantity=two, **fields))


def test_alone() -> None:
    assert outcomes(make.claim()) == [Outcome.VERIFIED]


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ({"value": "16", "unit": B}, {"value": "16", "unit": B}),
        ({"value": "2.78e12", "unit": "parameter"}, {"value": "2.8e12", "unit": "parameter"}),
        ({"value": "1", "unit": "GB"}, {"value": "1000", "unit": "MB"}),
        ({"value": "16", "unit": "GPU"}, {"value": "5", "unit": "s"}),
    ],
)
def test_agreeing_or_incomparable(one: dict[str, str], two: dict[str, str]) -> None:
    assert pair(one, two) == [Outcome.VERIFIED] * 2


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ({"value": "16", "unit": B}, {"value": "18", "unit": B}),
        ({"value": "16", "unit": B}, {"value": "-16", "unit": B}),
        ({"value": "80", "unit": "GB"}, {"value": "80", "unit": "GiB"}),
        ({"value": "2.78e12", "unit": "parameter"}, {"value": "2.9e12", "unit": "parameter"}),
    ],
)
def test_disagreement_is_found_on_both_sides(one: dict[str, str], two: dict[str, str]) -> None:
    assert pair(one, two) == [Outcome.CONTRADICTED] * 2


def test_a_number_and_a_configuration_of_one_thing_are_held_together() -> None:
    two = {"value": "18", "unit": B}
    assert pair({"value": "16", "unit": B}, two, kind="configuration") == [Outcome.CONTRADICTED] * 2


@pytest.mark.parametrize(
    "apart",
    [
        {"qualifiers": {"stage": "2"}},
        {"convention": "over total"},
        {"entity": "Another recipe"},
        {"conflicts": ["one"]},
    ],
)
def test_told_apart_or_declared(apart: dict[str, Any]) -> None:
    one, two = {"value": "16", "unit": B}, {"value": "18", "unit": B}
    assert pair(one, two, **apart) == [Outcome.VERIFIED] * 2


def test_words_are_folded_before_they_tell_apart() -> None:
    two = {"value": "18", "unit": B}
    assert pair({"value": "16", "unit": B}, two, entity="a  RECIPE") == [Outcome.CONTRADICTED] * 2


def test_formulas_are_compared_as_formulas() -> None:
    def formula(id: str, text: str) -> Any:
        return make.claim(id, kind="formula", quantity={"value": text, "unit": "B"})

    assert outcomes(formula("a", "4*P + 12*P/N"), formula("b", "(4 + 12/N)*P")) == [Outcome.VERIFIED] * 2
    assert outcomes(formula("a", "4*P + 12*P/N"), formula("b", "2*P + 14*P/N")) == [Outcome.CONTRADICTED] * 2


def test_inputs_change_when_another_claim_on_the_thing_does() -> None:
    def inputs(value: str) -> list[str]:
        ledger = make.ledger(make.claim("one"), make.claim("two", quantity={"value": value, "unit": B}))
        return list(CHECK.inputs(ledger, "one", Context(store=Path())))

    assert inputs("16") == inputs("16")
    assert inputs("16") != inputs("18")
