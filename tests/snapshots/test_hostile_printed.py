"""A printed number with another unit beside it is not verified in the claim's, and its honest twin is."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ledger.schema.outcomes import Outcome
from ledger.snapshots.locate import locate
from ledger.snapshots.located import Located, Wanted
from ledger.snapshots.page import Document, Page
from tests.snapshots.hostile_printed import HONEST, HOSTILE
from tests.snapshots.test_hostile import cases, claim


def look(text: str, anchors: str, stated: str, printed: str) -> Located:
    document = Document("0" * 64, "text/plain", "x", (Page(1, text),))
    quantity = claim(stated)
    assert quantity is not None
    wanted = Wanted(tuple(anchors.split("|")), quantity, 1, strict=True, own=True)
    return locate(document, replace(wanted, printed=printed, unit=quantity.unit))


@pytest.mark.parametrize(("text", "anchors", "stated", "printed"), cases(HOSTILE))
def test_hostile(text: str, anchors: str, stated: str, printed: str) -> None:
    located = look(text, anchors, stated, printed)
    assert located.outcome is not Outcome.VERIFIED, f"{stated!r} out of {text!r}"


@pytest.mark.parametrize(("text", "anchors", "stated", "printed"), cases(HONEST))
def test_honest(text: str, anchors: str, stated: str, printed: str) -> None:
    located = look(text, anchors, stated, printed)
    assert located.outcome is Outcome.VERIFIED, f"{located.cause}: {located.message}"
