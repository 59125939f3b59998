"""Formulas without digits: whole where they stand alone, nothing where they are part of a longer one."""

from __future__ import annotations

import pytest

from ledger.quantities import equivalent
from ledger.snapshots.lettered import lettered, lettered_formulas
from ledger.snapshots.page import Page


def found(text: str, printed: str) -> list[str]:
    form = lettered(printed, {})
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
        "m · (F + B) (with the cost of sending)",
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
        "m · (F + B) (F + W)",
        "m · (F + B)(with",
    ],
)
def test_part_of_a_longer_formula_is_none(text: str) -> None:
    assert found(text, "m · (F + B)") == []


def test_digits_are_the_grammars_business() -> None:
    assert lettered("2m · (F + B)", {}) is None
    assert lettered("plain words", {}) is None


@pytest.mark.parametrize(
    ("printed", "where", "expression"),
    [
        ("3Nh", {"N": "s", "h": "h"}, "3*N*h"),
        ("4Nh/P", {"N": "s", "h": "h", "P": "C"}, "4*N*h/P"),
        ("3Nh", {"N": "s"}, "3*N*h"),
        ("3Nh", {"Nh": "s*h"}, "3*Nh"),
        ("Nh", {"Nh": "s*h"}, "Nh"),
        ("19sbh", {"s": "s", "b": "b", "h": "h"}, "19*s*b*h"),
    ],
)
def test_letters_together_are_a_product_where_one_is_explained(
    printed: str, where: dict[str, str], expression: str
) -> None:
    form = lettered(printed, where)
    assert form is not None
    assert form.expression is not None
    assert equivalent(form.expression, expression)


def test_letters_that_nobody_explains_stay_one_name() -> None:
    assert lettered("3Nh", {"M": "s"}) is None


@pytest.mark.parametrize(
    ("text", "comparator"),
    [
        ("we keep at most E/R experts", "≤"),
        ("we keep up to E/R experts", "up-to"),
        ("it needs at least E/R copies", "at-least"),
        ("it needs ≥ E/R copies", "≥"),
        ("we keep E/R experts", "="),
    ],
)
def test_comparator_is_the_sources(text: str, comparator: str) -> None:
    form = lettered("E/R", {})
    assert form is not None
    start = text.index("E/R")
    ((_, _, found),) = lettered_formulas(Page(number=1, text=text), form, [(start, start + 3)])
    assert found.comparator.value == comparator
