"""Suggests, for a number that no claim is bound to, the claims that it may be."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from ledger.documents.bindable import bindable, bound
from ledger.documents.mentions import Mention
from ledger.documents.names import names
from ledger.documents.page import Page
from ledger.quantities import restates
from ledger.quantities.quantity import Quantity

_LETTER = "A-Za-z\u00c0-\u024f"
_WORD = re.compile(rf"[{_LETTER}][{_LETTER}0-9.+-]*[{_LETTER}0-9]|[\u4e00-\u9fff]{{2}}")
_COMMON = names("the of and for with per in on to at by is are its from that this each")
_MOST = 5
_RESTATED = 20


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

    ``score`` orders suggestions of one number (higher is likelier); ``reasons`` says what speaks for it.
    ``likely`` is one that more speaks for than a number that happens to be the same: the page restates the
    claim, unit included, beside a telling word of it, or two where the number has no unit.
    ``binding`` is what to write in place of ``document.source[start:end]``; it is ``""`` where the format has
    no markup for it or other markup is in the way, and then the entry ``sidecar`` does.
    """

    claim: str
    score: int
    reasons: tuple[str, ...]
    likely: bool
    start: int
    end: int
    binding: str
    sidecar: str


def suggestions(page: Page, mention: Mention, claims: Iterable[ClaimFacts]) -> list[Suggestion]:
    """The claims that *mention* may be, best first, at most five.

    A claim comes into question if the mention restates it (the same value, fewer digits, another unit), or if
    it has the same value or expression in an unlike unit; the comparator and the words of the block and of
    its headings decide the order.
    """
    quantity = mention.quantity
    if quantity is None:
        return []
    near = _context(page, mention)
    scored = [
        (score, facts.id, reasons, likely)
        for facts in claims
        for score, reasons, likely in [_score(quantity, near, facts)]
        if score > 0
    ]
    scored.sort(key=lambda item: (-item[0], item[1]))
    if not scored:
        return []
    span = bindable(page.document, mention)
    return [_suggestion(page, mention, span, *item) for item in scored[:_MOST]]


def _suggestion(
    page: Page,
    mention: Mention,
    span: tuple[int, int] | None,
    score: int,
    claim: str,
    reasons: tuple[str, ...],
    likely: bool,
) -> Suggestion:
    document = page.document
    start, end = span or (mention.source_start, mention.source_end)
    words = "" if span is None else bound(document.format, document.source[start:end], claim)
    entry = page.anchors.entry(mention, claim)
    return Suggestion(claim, score, reasons, likely, start, end, words, entry)


def vocabulary(words: str) -> frozenset[str]:
    """The telling words of a text: lower case, two letters or more; Chinese in pairs."""
    return frozenset(word.lower() for word in _WORD.findall(words)) - _COMMON


def _context(page: Page, mention: Mention) -> frozenset[str]:
    document = page.document
    start, end = document.block(mention.start)
    around = document.text.plain[max(start, mention.start - 400) : min(end, mention.end + 400)]
    return vocabulary(around + " " + " ".join(document.heading_path(mention.start)))


def _score(quantity: Quantity, near: frozenset[str], facts: ClaimFacts) -> tuple[int, tuple[str, ...], bool]:
    other = facts.quantity
    score, reasons = (0, []) if other is None else _value_score(quantity, other)
    if other is None or score == 0:
        return 0, (), False
    restated = score == _RESTATED
    if quantity.comparator is other.comparator:
        score += 2
    shared = sorted(near & facts.vocabulary)
    if shared:
        score += min(12, 3 * len(shared))
        reasons.append("nearby words: " + ", ".join(shared[:5]))
    return score, tuple(reasons), restated and len(shared) >= (2 if other.unit == "1" else 1)


def _value_score(quantity: Quantity, other: Quantity) -> tuple[int, list[str]]:
    """How far the page's quantity may be the claim's: a restatement, the same number, or nothing (0)."""
    same = _same_value(quantity, other)
    if (same or _near(quantity, other)) and restates(other, quantity).agrees:
        return _RESTATED, [
            "same value" if same else "the same, rounded or in another unit",
            f"unit {other.unit}",
        ]
    if not same:
        return 0, []
    stranger = "1" not in (quantity.unit, other.unit) and not _related(quantity.unit, other.unit)
    said, claims = (one if one != "1" else "none" for one in (quantity.unit, other.unit))
    return (4 if stranger else 10), ["same value", f"but unit {said} is not the claim's, {claims}"]


def _same_value(first: Quantity, second: Quantity) -> bool:
    if first.value is None or second.value is None:
        return first.expression is not None and first.expression == second.expression
    return first.value == second.value and first.high == second.high


def _near(first: Quantity, second: Quantity) -> bool:
    """Whether it is worth to compare exactly: units that convert, or values less than a tenth apart."""
    if first.value is None or second.value is None:
        return False
    return first.unit != second.unit or abs(first.value - second.value) * 10 <= abs(second.value)


def _related(first: str, second: str) -> bool:
    return first.split("/")[0] == second.split("/")[0]
