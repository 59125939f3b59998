"""No hostile text is called verified, and its honest twin still is."""

from __future__ import annotations

import pytest

from ledger.quantities import Comparator, Quantity, from_fields
from ledger.schema.outcomes import Outcome
from ledger.snapshots.locate import locate
from ledger.snapshots.located import Located, Wanted
from ledger.snapshots.page import Document, Page
from tests.snapshots.hostile import HONEST, HOSTILE


def claim(text: str) -> Quantity | None:
    parts = text.split()
    if not parts:
        return None
    comparator = parts.pop(0) if parts[0] in list(Comparator) else "="
    value, _, high = parts[0].partition("..")
    return from_fields(value, parts[1], comparator, high or None)


def look(text: str, anchors: str, stated: str) -> Located:
    document = Document("0" * 64, "text/plain", "x", (Page(1, text),))
    wanted = Wanted(tuple(anchors.split("|")), claim(stated), 1, strict=True, own=True)
    return locate(document, wanted)


def cases(table: dict[str, list[tuple[str, str, str]]]) -> list[object]:
    return [
        pytest.param(*case, id=f"{kind}-{index}")
        for kind, group in table.items()
        for index, case in enumerate(group)
    ]


@pytest.mark.parametrize(("text", "anchors", "stated"), cases(HOSTILE))
def test_hostile(text: str, anchors: str, stated: str) -> None:
    located = look(text, anchors, stated)
    assert located.outcome is not Outcome.VERIFIED, f"{stated!r} out of {text!r}"


@pytest.mark.parametrize(("text", "anchors", "stated"), cases(HONEST))
def test_honest(text: str, anchors: str, stated: str) -> None:
    located = look(text, anchors, stated)
    assert located.outcome is Outcome.VERIFIED, f"{located.cause}: {located.message}"


def test_there_are_many_and_no_hostile_text_is_empty_of_the_number() -> None:
    assert sum(map(len, HOSTILE.values())) >= 400
