"""What takes a number back from beside its sentence, cell or setting is read before it is verified."""

from __future__ import annotations

import pytest

from ledger.schema.outcomes import Outcome
from tests.snapshots.hostile_beside import HONEST, HOSTILE
from tests.snapshots.test_hostile import cases, look


@pytest.mark.parametrize(("text", "anchors", "stated"), cases(HOSTILE))
def test_what_takes_it_back_from_beside_is_not_passed_over(text: str, anchors: str, stated: str) -> None:
    assert look(text, anchors, stated).outcome is not Outcome.VERIFIED


@pytest.mark.parametrize(("text", "anchors", "stated"), HONEST)
def test_what_stands_beside_and_takes_nothing_back_is(text: str, anchors: str, stated: str) -> None:
    located = look(text, anchors, stated)
    assert located.outcome is Outcome.VERIFIED, f"{located.cause}: {located.message}"


@pytest.mark.parametrize(
    ("text", "anchors"),
    [
        ("Alpha takes 7 ms. This is wrong.", "Alpha takes|7 ms"),
        ("Alpha takes 7 ms, they say.", "Alpha takes|7 ms"),
        ("Critics claim Alpha takes 7 ms.", "Alpha takes|7 ms"),
        ("Alpha takes 7 ms under ideal conditions.", "Alpha takes|7 ms"),
        ("Model\tLatency\nAlpha XL\t7 ms\nBeta\t9 ms", "Latency|Alpha|7 ms"),
    ],
)
def test_anchors_are_proposed_that_hold_it(text: str, anchors: str) -> None:
    located = look(text, anchors, "7 ms")
    assert located.cause == "unread"
    assert look(text, "|".join(located.anchors), "7 ms").outcome is Outcome.VERIFIED


def test_long_hostile_text_takes_no_longer_than_its_length() -> None:
    for part in ("\nif x:", "\n# workers = 8", '"""\n', "/*\n", "- a\n", "这", ". It is so", " a", "\t", "†"):
        text = f"{part * 1_000}\n    workers = 8\nAlpha takes 7 ms.{part * 1_000}"
        assert look(text, "Alpha takes|7 ms", "7 ms").outcome is not Outcome.CONTRADICTED
        assert look(text, "workers = 8", "8 1").outcome is not Outcome.CONTRADICTED
