"""Formulas without digits: whole where they stand alone, nothing where they are part of a longer one."""

from __future__ import annotations

import pytest

from ledger.snapshots.lettered import lettered, lettered_formulas
from ledger.snapshots.page import Page


def found(text: str, printed: str) -> list[str]:
    form = lettered(printed)
    assert form is not None
    start = text.index(printed)
    page = Page(number=1, text=text)
    return [text[a:b] for a, b, _ in lettered_formulas(page, form, [(start, start + len(printed))])]


@pytest.mark.parametrize(
    "text",
    [
        "the ideal time is m · (F + B). Therefore",
        "t = m · (F + B)",
        "it takes m · (F + B) and more",
        "m · (F + B)",
        "m · (F + B), where m counts",
    ],
)
def test_stands_alone(text: str) -> None:
    assert found(text, "m · (F + B)") == ["m · (F + B)"]


@pytest.mark.parametrize(
    "text",
    [
        "2m · (F + B)",
        "2 m · (F + B)",
        "v · m · (F + B)",
        "m · (F + B)/v",
        "m · (F + B) + W",
        "(m · (F + B))",
        "pm · (F + B)",
        "x − m · (F + B)",
        "p m · (F + B)",
    ],
)
def test_part_of_a_longer_formula_is_none(text: str) -> None:
    assert found(text, "m · (F + B)") == []


def test_digits_are_the_grammars_business() -> None:
    assert lettered("2m · (F + B)") is None
    assert lettered("plain words") is None
