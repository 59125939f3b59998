"""Every number on a page: where it stands in the file, what it is, and what it is bound to."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from fractions import Fraction
from itertools import islice
from operator import lt
from typing import Any

from ledger.documents.document import BoundSpan, Document
from ledger.quantities import scan
from ledger.quantities.quantity import Quantity
from ledger.quantities.token import Kind, Token

_DIGIT = re.compile(r"[\d零〇一二两三四五六七八九十百千万亿壹贰叁肆伍陆柒捌玖拾½⅓¼¾⅔⅛²³]")

_PLAIN_BITS = 1000


class Status(StrEnum):
    """What the page does about a number. The first three need evidence; the last does not."""

    CLAIMED = "claimed"
    EXEMPT = "exempt"
    UNCLAIMED = "unclaimed"
    NOT_NEEDED = "not-needed"


@dataclass(slots=True)
class Mention:
    """One number of a page; treat it as read-only.

    Attributes:
        path: the page.
        line, column, end_column: from 1, in code points, end exclusive, on one line: the characters of
            that line from ``column`` to ``end_column`` are ``text``, markup inside included.
        text: the number as it stands in the file.
        token: what the grammar says of it.
        source_start, source_end: its whole span in ``document.source``, which may cross lines.
        claim: the claim it is bound to, else ``None``.
        exempt: the reason of the exemption it falls under, else ``None``.
    """

    path: str
    line: int
    column: int
    end_column: int
    text: str
    token: Token
    source_start: int
    source_end: int
    claim: str | None = None
    exempt: str | None = None

    @property
    def surface(self) -> str:
        """The number as a reader sees it (``2.4×`` for ``2.4</b>&times;``)."""
        return self.token.surface

    @property
    def start(self) -> int:
        """Where it begins in ``document.text.plain``."""
        return self.token.start

    @property
    def end(self) -> int:
        """Where it ends in ``document.text.plain``."""
        return self.token.end

    @property
    def kind(self) -> Kind:
        """See :class:`~ledger.quantities.token.Kind`."""
        return self.token.kind

    @property
    def quantity(self) -> Quantity | None:
        """What it states; computed when first asked for."""
        return self.token.quantity

    @property
    def needs_evidence(self) -> bool:
        """Whether a page must bind or exempt it."""
        return self.token.needs_evidence

    @property
    def reason(self) -> str:
        """Why, for a human."""
        return self.token.reason

    @property
    def rule(self) -> str:
        """The id of the rule that decided."""
        return self.token.rule

    @property
    def status(self) -> Status:
        """See :class:`Status`."""
        if self.claim is not None:
            return Status.CLAIMED
        if self.exempt is not None:
            return Status.EXEMPT
        return Status.UNCLAIMED if self.needs_evidence else Status.NOT_NEEDED

    def row(self) -> dict[str, Any]:
        """The row that ``ledger scan`` prints: plain JSON values.

        A value that is not a whole or a terminating decimal number is text: ``"1/3"`` for a fraction,
        ``"=16*P"`` for an expression.
        """
        quantity = self.quantity
        return {
            "path": self.path,
            "line": self.line,
            "column": self.column,
            "end_column": self.end_column,
            "text": self.text,
            "kind": self.kind.value,
            "value": None if quantity is None else _value(quantity),
            "high": None if quantity is None or quantity.high is None else _number(quantity.high),
            "unit": None if quantity is None else quantity.unit,
            "comparator": None if quantity is None else quantity.comparator.value,
            "needs_evidence": self.needs_evidence,
            "reason": self.reason,
            "claim": self.claim,
        }


def mentions(document: Document, *, parts: bool = False) -> list[Mention]:
    """Every numeric token of *document* in the order of the file, bound as the page itself binds it.

    With *parts*, the constants of a formula are mentions too, after the formula. Exemptions and sidecar
    bindings are the business of :func:`ledger.documents.page.page`.
    """
    tokens: Iterable[Token] = scan(document.text)
    if parts:
        tokens = (part for token in tokens for part in (token, *token.parts))
    found = [_mention(document, token) for token in tokens]
    starts = [mention.source_start for mention in found]
    if not all(map(lt, starts, islice(starts, 1, None))):
        found.sort(key=lambda mention: (mention.source_start, -mention.source_end))
    return _bind(found, document)


def _mention(document: Document, token: Token) -> Mention:
    source = document.source
    start, end = document.offsets.span(token.start, token.end)
    text, shown = source[start:end], start
    if "{" in text:
        end = _closed(source, start, end)
        text = source[start:end]
    if "\n" in text:
        shown, stop = _one_line(source, start, end)
        text = source[shown:stop]
    line, column = document.line_column(shown)
    return Mention(document.path, line, column, column + len(text), text, token, start, end)


def _closed(source: str, start: int, end: int) -> int:
    """*end* after the braces that close right behind it what the span opens (``2^{20}``)."""
    opened = source.count("{", start, end) - source.count("}", start, end)
    while opened > 0 and source.startswith("}", end):
        opened -= 1
        end += 1
    return end


def _one_line(source: str, start: int, end: int) -> tuple[int, int]:
    """The part of the span, which crosses lines, on the line where its digits stand."""
    best = (start, source.find("\n", start, end))
    position = start
    while position <= end:
        stop = source.find("\n", position, end)
        stop = end if stop < 0 else stop
        if _DIGIT.search(source, position, stop):
            best = (position, stop)
            break
        position = stop + 1
    return _trimmed(source, *best)


def _trimmed(source: str, start: int, end: int) -> tuple[int, int]:
    while end > start and source[end - 1].isspace():
        end -= 1
    while start < end and source[start].isspace():
        start += 1
    return start, end


class MentionIndex:
    """Finds the mentions that touch a stretch of plain text."""

    def __init__(self, found: Sequence[Mention]) -> None:
        self._order = sorted(range(len(found)), key=lambda index: found[index].start)
        self._starts = [found[index].start for index in self._order]
        self._ends = [found[index].end for index in self._order]

    def touching(self, start: int, end: int) -> Iterator[int]:
        """The positions, in the list that was indexed, of the mentions that overlap ``[start, end)``."""
        at = bisect_left(self._starts, start)
        while at > 0 and self._ends[at - 1] > start:
            at -= 1
        while at < len(self._starts) and self._starts[at] < end:
            if self._ends[at] > start:
                yield self._order[at]
            at += 1


def bound_in(found: Sequence[Mention], bound: Sequence[BoundSpan]) -> list[list[int]]:
    """For every mention, the indexes in *bound* of the spans that bind it.

    Of nested spans the innermost binds; a number that reaches over several spans is bound by each. One sweep,
    so that deep nesting costs nothing.
    """
    spans = sorted(range(len(bound)), key=lambda at: (bound[at].start, -bound[at].end))
    binds: list[list[int]] = [[] for _ in found]
    opened: list[int] = []
    following = 0
    for position in sorted(range(len(found)), key=lambda at: found[at].start):
        mention = found[position]
        while following < len(spans) and bound[spans[following]].start < mention.start:
            opened.append(spans[following])
            following += 1
        while opened and bound[opened[-1]].end <= mention.start:
            opened.pop()
        within = _starting(bound, spans, following, mention.end)
        binds[position] = within or opened[-1:]
    return binds


def _starting(bound: Sequence[BoundSpan], spans: list[int], at: int, end: int) -> list[int]:
    """The innermost of the spans from *at* on that start before *end*."""
    kept: list[int] = []
    while at < len(spans) and bound[spans[at]].start < end:
        span = bound[spans[at]]
        if kept and bound[kept[-1]].end >= span.end:
            kept.pop()
        if span.end > span.start:
            kept.append(spans[at])
        at += 1
    return kept


def _bind(found: list[Mention], document: Document) -> list[Mention]:
    """Give every mention inside a bound span its claim."""
    if not document.bound:
        return found
    return [
        replace(mention, claim=document.bound[binds[0]].claim) if binds else mention
        for mention, binds in zip(found, bound_in(found, document.bound), strict=True)
    ]


def _value(quantity: Quantity) -> int | float | str | None:
    if quantity.value is not None:
        return _number(quantity.value)
    return None if quantity.expression is None else f"={quantity.expression}"


def _number(value: Fraction) -> int | float | str:
    """An integer, a float that prints as exactly this number, or a fraction as text."""
    if value.denominator == 1 and value.numerator.bit_length() <= _PLAIN_BITS:
        return int(value)
    if max(value.numerator.bit_length(), value.denominator.bit_length()) > _PLAIN_BITS:
        return "too long to print"
    near = float(value)
    return near if Fraction(repr(near)) == value else str(value)
