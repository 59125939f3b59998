"""A number that a sign joins to another one, or before which a dash stands, is not taken for the whole.

The signs are those of Unicode for dashes, ranges, fractions and decimals; what each pair means is plain to a
reader: ``1⁄2 hours`` is half an hour, ``1‒2 hours`` one to two, ``‒0.42`` below zero.
"""

from __future__ import annotations

import pytest

from ledger.quantities import from_fields, parse
from ledger.schema.outcomes import Outcome
from ledger.snapshots.locate import locate
from ledger.snapshots.located import Located, Wanted
from ledger.snapshots.page import Document, Page

DASHES = "-\u2010\u2011\u2012\u2013\u2014\u2015\u2043\u2212\u2796\ufe58\ufe63\uff0d\u00ad"


def look(text: str, anchors: tuple[str, ...], value: str, unit: str = "1") -> Located:
    document = Document("0" * 64, "text/plain", "x", (Page(1, text),))
    return locate(document, Wanted(anchors, from_fields(value, unit), strict=True, own=True))


@pytest.mark.parametrize(
    "joint",
    [
        *DASHES,
        *"⁄∕/·∙'’,…_~〜～:\u00a0\u2009\u202f",
        *(" - ", " – ", " ‑ ", "- ", " to ", " or ", " through ", " until "),
    ],
)
def test_the_second_of_two_joined_numbers_is_not_the_whole(joint: str) -> None:
    text = f"The run takes 1{joint}2 hours in all."
    for anchors in (("The run takes",), ("run takes", "2 hours"), (f"run takes 1{joint}2 hours",)):
        assert look(text, anchors, "2", "h").outcome is not Outcome.VERIFIED, anchors
        assert look(text, anchors, "12", "h").outcome is not Outcome.VERIFIED, anchors


@pytest.mark.parametrize("joint", ["⁄", "∕", "·", "’", ",", "…", "⁃"])
def test_nor_is_the_first(joint: str) -> None:
    text = f"The ratio is 1{joint}2 in all."
    assert look(text, ("ratio is",), "1").outcome is not Outcome.VERIFIED
    assert look(text, (f"ratio is 1{joint}2",), "1").outcome is not Outcome.VERIFIED


@pytest.mark.parametrize("dash", DASHES)
@pytest.mark.parametrize(
    "context",
    ["The loss is {}0.42 here.", "Loss: {}0.42", "loss={}0.42", "the loss ({}0.42)", "损失为{}0.42。"],
)
def test_a_number_behind_a_dash_is_not_above_zero(dash: str, context: str) -> None:
    text = context.format(dash)
    head = context.partition("{")[0].rstrip(" (=:")
    for anchors in ((head,), (head, "0.42"), (f"{context.partition('{')[0]}{dash}0.42",)):
        assert look(text, anchors, "0.42").outcome is not Outcome.VERIFIED, anchors


@pytest.mark.parametrize("sign", "-\u2010\u2011\u2012\u2013\u2212\u2796\ufe58\ufe63\uff0d")
def test_what_is_a_minus_on_a_page(sign: str) -> None:
    assert parse(f"a loss of {sign}0.42").value == parse("-0.42").value


@pytest.mark.parametrize("joint", ["-", "–", " – ", " to ", "~"])
def test_a_range_that_is_read_is_found(joint: str) -> None:
    document = Document("0" * 64, "text/plain", "x", (Page(1, f"The run takes 1{joint}2 hours in all."),))
    wanted = Wanted(("run takes",), from_fields("1", "h", "range", "2"), strict=True, own=True)
    assert locate(document, wanted).outcome is Outcome.VERIFIED


@pytest.mark.parametrize(
    ("text", "anchors"),
    [
        ("In all—the loss—0.42 is small.", ("the loss—0.42 is small",)),
        ("- 0.42 is the loss", ("0.42 is the loss",)),
        ("The loss is, in all, 0.42.", ("The loss is, in all, 0.42",)),
        ("损失——0.42，并持有。", ("损失——0.42",)),
        ("Of 8, the loss is 0.42.", ("loss is 0.42",)),
        ("1. The loss is 0.42.", ("loss is 0.42",)),
    ],
)
def test_marks_that_only_part_words(text: str, anchors: tuple[str, ...]) -> None:
    assert look(text, anchors, "0.42").outcome is Outcome.VERIFIED


@pytest.mark.parametrize(
    ("text", "value", "unit", "outcome"),
    [
        ("The site has 16.181 users now.", "16181", "user", Outcome.AMBIGUOUS),
        ("The site has 1.000 users now.", "1000", "user", Outcome.AMBIGUOUS),
        ("The disk has 16,181 GB now.", "16.181", "GB", Outcome.AMBIGUOUS),
        ("The site has 16,181 users now.", "16181", "user", Outcome.VERIFIED),
        ("The disk has 16.181 GB now.", "16.181", "GB", Outcome.VERIFIED),
        ("The site has 16.182 users now.", "16181", "user", Outcome.CONTRADICTED),
        ("The run has 0,042 s now.", "42", "s", Outcome.AMBIGUOUS),
    ],
)
def test_a_point_and_a_comma_that_other_languages_turn_round(
    text: str, value: str, unit: str, outcome: Outcome
) -> None:
    assert look(text, (text.removesuffix(" now."),), value, unit).outcome is outcome
