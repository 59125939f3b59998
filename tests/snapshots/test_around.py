"""What undoes a number from around it is not passed over."""

from __future__ import annotations

import pytest

from ledger.schema.outcomes import Outcome
from tests.snapshots.hostile_around import HONEST, HOSTILE
from tests.snapshots.test_hostile import cases, look


@pytest.mark.parametrize(("text", "anchors", "stated"), cases(HOSTILE))
def test_what_undoes_it_is_not_passed_over(text: str, anchors: str, stated: str) -> None:
    assert look(text, anchors, stated).outcome is not Outcome.VERIFIED


@pytest.mark.parametrize(("text", "anchors", "stated"), HONEST)
def test_what_undoes_nothing_is(text: str, anchors: str, stated: str) -> None:
    located = look(text, anchors, stated)
    assert located.outcome is Outcome.VERIFIED, f"{located.cause}: {located.message}"


@pytest.mark.parametrize(("text", "anchors", "stated"), HOSTILE["settings"])
def test_a_setting_is_not_verified_where_its_indentation_is_lost(
    text: str, anchors: str, stated: str
) -> None:
    flat = "\n".join(line.strip() for line in text.split("\n"))
    assert look(flat, anchors, stated).outcome is not Outcome.VERIFIED


@pytest.mark.parametrize(
    ("text", "anchors"),
    [
        ("Alpha takes 7 ms before the fix.", "Alpha takes|7 ms"),
        ("Alpha takes 7 ms. This was later corrected to 9.", "Alpha takes|7 ms"),
        ("A fictional Alpha takes 7 ms.", "Alpha takes|7 ms"),
        ("Alpha takes 7 ms in the tests with bash and zsh (single runs).", "Alpha takes|7 ms"),
    ],
)
def test_anchors_are_proposed_that_hold_it(text: str, anchors: str) -> None:
    located = look(text, anchors, "7 ms")
    assert located.cause == "unread"
    assert look(text, "|".join(located.anchors), "7 ms").outcome is Outcome.VERIFIED


def test_long_hostile_text_takes_no_longer_than_its_length() -> None:
    for part in ("{", "}", "\nif x:", "\ncase x)", " of it", ", on it", " the number was", "(", "Ab ", "x: "):
        text = f"{part * 2_000}\nworkers = 8\nAlpha takes 7 ms{part * 2_000}"
        assert look(text, "Alpha takes|7 ms", "7 ms").outcome is not Outcome.CONTRADICTED
        assert look(text, "workers = 8", "8 1").outcome is not Outcome.CONTRADICTED
