"""A number that the text gives to another thing is not verified; its honest twin is."""

from __future__ import annotations

import pytest

from ledger.schema.outcomes import Outcome
from tests.snapshots.hostile_entities import HONEST, HOSTILE
from tests.snapshots.test_hostile import cases, look


@pytest.mark.parametrize(("text", "anchors", "stated"), cases(HOSTILE))
def test_said_of_another_thing(text: str, anchors: str, stated: str) -> None:
    located = look(text, anchors, stated)
    assert located.outcome is not Outcome.VERIFIED, f"{stated!r} of {anchors!r} out of {text!r}"


@pytest.mark.parametrize(("text", "anchors", "stated"), cases(HONEST))
def test_said_of_it(text: str, anchors: str, stated: str) -> None:
    located = look(text, anchors, stated)
    assert located.outcome is Outcome.VERIFIED, f"{located.cause}: {located.message}"


def test_there_are_many() -> None:
    assert sum(map(len, HOSTILE.values())) >= 120
