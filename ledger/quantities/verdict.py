"""What a rule says of a number, and the verdicts that several rules share."""

from __future__ import annotations

from typing import NamedTuple

from ledger.quantities.token import Kind

Before = tuple[str, int]
"""The word before a number and where it begins."""


class Verdict(NamedTuple):
    """What a rule says: the kind, whether evidence is needed, why, the rule's id, a wider start or end."""

    kind: Kind
    needs: bool
    reason: str
    rule: str
    start: int = -1
    end: int = -1


ASSERTED = Verdict(Kind.QUANTITY, True, "a number that the text asserts", "asserted")
EXAMPLE = Verdict(Kind.EXAMPLE, False, "the sentence supposes it", "example")
DISOWNED = Verdict(Kind.QUOTED, False, "inside a quotation that the text does not make its own", "quoted")
DENIED = Verdict(Kind.QUANTITY, False, "of something that the text says is not done", "denied")
DRAWN = Verdict(Kind.EXAMPLE, False, "one of the like cells of a drawing", "drawn")
LOOKED_AT = Verdict(Kind.EXAMPLE, False, "what the reader is asked to look at", "looked-at")
BOUNDS = Verdict(Kind.CONSTANT, False, "a bound that is zero or one", "bounds")
ASKED = Verdict(Kind.QUANTITY, False, "part of a question: asked, not asserted", "question")
SELF = Verdict(Kind.LIST_COUNT, False, "a count of this document's own parts", "self-count")
NAMED = Verdict(Kind.LIST_COUNT, False, "counts the items that the clause then names", "list-named")
PARTS_BELOW = Verdict(Kind.LIST_COUNT, False, "as many as the numbered headings below it", "parts-below")
OWN_LIST = Verdict(Kind.LIST_COUNT, False, "as many as a list of this page has entries", "own-list")
PROGRAM = Verdict(Kind.CODE, False, "among program text that nothing marks as such", "code-line")
