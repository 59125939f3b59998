"""The check ``stated``: the anchors of a claim's number do not turn it, nor name what it is of, otherwise."""

from __future__ import annotations

import pytest

from checks.stated import judge
from ledger.registry import Verdict
from ledger.schema.outcomes import Outcome
from tests.checks import make

SHARE = {"value": "1", "unit": "%"}
SPEED = {"value": "7", "unit": "ms"}


def verdict(quantity: dict[str, str], en: str, anchors: list[str], **more: str) -> Verdict:
    evidence = [{"source": "paper", "page": 1, "anchors": anchors, **more}]
    return judge(
        make.claim(quantity=quantity, statement={"en": en}, entity="MegaRing on 8 cards", evidence=evidence)
    )


@pytest.mark.parametrize(
    ("quantity", "en", "anchor", "said", "quoted"),
    [
        (SHARE, "The error falls by 1%.", "error is reduced to 1%", "by 1 %", "to 1 %"),
        (SHARE, "The error falls to about 1%.", "error drops by only 1%", "to 1 %", "by 1 %"),
        (SPEED, "The time is cut to 7 ms.", "cut from 7 ms to", "to 7 ms", "from 7 ms"),
    ],
)
def test_a_change_that_the_anchors_end_otherwise(
    quantity: dict[str, str], en: str, anchor: str, said: str, quoted: str
) -> None:
    found = verdict(quantity, en, ["MegaRing", anchor])
    assert (found.outcome, found.cause) == (Outcome.AMBIGUOUS, "another-end")
    assert (found.expected, found.found) == (said, quoted)


@pytest.mark.parametrize(
    ("en", "anchors"),
    [
        ("The error falls to 1%.", ["error is reduced to 1%"]),
        ("The error is 1%.", ["error is reduced to 1%"]),  # one of them says no end
        ("The error falls to 1%.", ["an error of 1%"]),
        ("It falls by 1%, from 9% to 8%.", ["falls by 1%"]),
        ("It falls by 1%, to 1%.", ["falls to 1%"]),  # it says both
    ],
)
def test_a_change_that_they_do_not(en: str, anchors: list[str]) -> None:
    assert verdict(SHARE, en, anchors).outcome is Outcome.VERIFIED


def test_a_made_up_name_that_is_not_the_entity_s() -> None:
    found = verdict(SPEED, "It takes 7 ms.", ["RingLM takes 7 ms"])
    assert (found.outcome, found.cause, found.expected, found.found) == (
        Outcome.AMBIGUOUS,
        "another-name",
        "MegaRing",
        "RingLM",
    )


@pytest.mark.parametrize(
    ("en", "anchors"),
    [
        ("It takes 7 ms.", ["MegaRing", "RingLM", "takes 7 ms"]),  # the entity's own is there
        ("It takes 7 ms, which RingLM reports.", ["RingLM takes 7 ms"]),  # the claim names it
        ("It takes 7 ms.", ["takes 7 ms with RingLM"]),  # behind the number: what it is measured with
        ("It takes 7 ms.", ["The kernel takes 7 ms"]),  # no made-up name
        ("It takes 7 ms.", ["Mega-Ring takes 7 ms"]),  # spelt otherwise
    ],
)
def test_names_that_are_no_other_s(en: str, anchors: list[str]) -> None:
    assert verdict(SPEED, en, anchors).outcome is Outcome.VERIFIED


def test_conditions_are_not_held_against_the_statement() -> None:
    assert verdict(SPEED, "It takes 7 ms.", ["RingLM takes 7 ms"], supports="conditions").outcome is (
        Outcome.VERIFIED
    )


@pytest.mark.parametrize("en", ["The overhead is 1%.", "It keeps 1% of the overhead."])
def test_a_change_that_the_statement_does_not_tell(en: str) -> None:
    found = verdict(SHARE, en, ["MegaRing cuts the overhead by 1%"])
    assert (found.outcome, found.cause) == (Outcome.AMBIGUOUS, "change-not-stated")
    assert verdict(SHARE, en, ["MegaRing cuts", "the overhead by 1%"]).cause == "change-not-stated"


@pytest.mark.parametrize(
    "en",
    [
        "It saves 1% of the overhead.",
        "The overhead is 1% lower.",
        "A reduction of 1% comes with it.",
        "It has 1% fewer misses.",
        "Its gain is 1%.",
    ],
)
def test_a_change_in_other_words(en: str) -> None:
    assert verdict(SHARE, en, ["MegaRing cuts the overhead by 1%"]).outcome is Outcome.VERIFIED


def test_the_end_of_a_change_in_a_statement_that_tells_of_none() -> None:
    anchors = ["MegaRing cuts the overhead from 2.5% to 1%"]
    assert verdict(SHARE, "It begins at 1%.", anchors).cause == "change-not-stated"
    assert verdict(SHARE, "The overhead falls to 1%.", anchors).outcome is Outcome.VERIFIED


def test_a_number_that_is_no_change() -> None:
    assert (
        verdict(SHARE, "The overhead is 1%.", ["cut down to an overhead of 1%"]).outcome is Outcome.VERIFIED
    )
