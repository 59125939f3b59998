"""Suggests, for a number that no claim is bound to, the claims that it may be."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from ledger.documents.document import Format
from ledger.documents.mentions import Mention
from ledger.documents.names import names
from ledger.documents.page import Page
from ledger.documents.sidecar import entry_for
from ledger.quantities.quantity import Quantity

_WORD = re.compile(r"[A-Za-z][A-Za-z0-9.+-]*[A-Za-z0-9]|[\u4e00-\u9fff]{2}")
_COMMON = names("the of and for with per in on to at by is are its from that this each")
_MOST = 5


@dataclass(frozen=True)
class ClaimFacts:
    """What is needed of a claim to suggest it: its id, its quantity, the words that tell what it is about."""

    id: str
    quantity: Quantity | None
    words: str

    @cached_property
    def vocabulary(self) -> frozenset[str]:
        """The telling words of the claim, folded."""
        return vocabulary(self.words + " " + self.id.replace(".", " ").replace("-", " "))


@dataclass(frozen=True, slots=True)
class Suggestion:
    """One claim that a number may be.

    ``score`` orders suggestions of one number (higher is likelier); ``reasons`` says what speaks for it;
    ``binding`` is what to write in place of the number's text (or into the sidecar, ``sidecar``).
    """

    claim: str
    score: int
    reasons: tuple[str, ...]
    binding: str
    sidecar: str


def suggestions(page: Page, mention: Mention, claims: Iterable[ClaimFacts]) -> list[Suggestion]:
    """The claims of the same value, best first, at most five.

    A claim comes into question only if its value (or expression) is exactly the mention's; the unit, the
    comparator, and the words of the block and of its headings decide the order.
    """
    quantity = mention.quantity
    if quantity is None:
        return []
    near = _context(page, mention)
    scored = [
        (score, facts.id, reasons)
        for facts in claims
        for score, reasons in [_score(quantity, near, facts)]
        if score > 0
    ]
    scored.sort(key=lambda item: (-item[0], item[1]))
    return [
        Suggestion(
            claim, score, reasons, binding(page.document.format, mention, claim), _entry(page, mention, claim)
        )
        for score, claim, reasons in scored[:_MOST]
    ]


def _entry(page: Page, mention: Mention, claim: str) -> str:
    return entry_for(page.document, page.mentions, mention, claim)


def vocabulary(words: str) -> frozenset[str]:
    """The telling words of a text: lower case, two letters or more; Chinese in pairs."""
    return frozenset(word.lower() for word in _WORD.findall(words)) - _COMMON


def _context(page: Page, mention: Mention) -> frozenset[str]:
    document = page.document
    start, end = document.block(mention.start)
    around = document.text.plain[max(start, mention.start - 400) : min(end, mention.end + 400)]
    return vocabulary(around + " " + " ".join(document.heading_path(mention.start)))


def _score(quantity: Quantity, near: frozenset[str], facts: ClaimFacts) -> tuple[int, tuple[str, ...]]:
    other = facts.quantity
    if other is None or not _same_value(quantity, other):
        return 0, ()
    score, reasons = 10, ["same value"]
    if quantity.unit == other.unit:
        score += 10
        reasons.append(f"same unit ({other.unit})")
    elif quantity.unit != "1" and other.unit != "1" and not _related(quantity.unit, other.unit):
        score -= 6
    if quantity.comparator is other.comparator:
        score += 2
    shared = sorted(near & facts.vocabulary)
    if shared:
        score += min(12, 3 * len(shared))
        reasons.append("nearby words: " + ", ".join(shared[:5]))
    return score, tuple(reasons)


def _same_value(first: Quantity, second: Quantity) -> bool:
    if first.value is None or second.value is None:
        return first.expression is not None and first.expression == second.expression
    return first.value == second.value and first.high == second.high


def _related(first: str, second: str) -> bool:
    return first.split("/")[0] == second.split("/")[0]


def binding(form: Format, mention: Mention, claim: str) -> str:
    """The text of *mention* bound to *claim* in the markup of *form*; a sidecar's business for plain text."""
    text = mention.text
    if form is Format.MARKDOWN:
        return f"[{text}](claim:{claim})"
    if form in (Format.HTML, Format.ASTRO):
        return f'<span data-claim="{claim}">{text}</span>'
    if form is Format.LATEX:
        return f"\\claim{{{claim}}}{{{text}}}"
    return ""
