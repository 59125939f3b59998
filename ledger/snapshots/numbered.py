"""Numbered headings that only their numbers tell: lines of plain text, and headings run into a paragraph.

What counts is the sequence: a heading is one whose number follows from those before it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from ledger.snapshots.page import Document, Page

Point = tuple[int, int]
"""A place in a document: physical page, offset in its text."""
Row = tuple[int, str]
Count = tuple[int, ...]

NUMBERED = re.compile(r"(?P<number>(?:[A-Z]|\d{1,2})(?:\.\d{1,2}){0,4})\.?[\s:]+(?P<title>\S.*)\Z", re.DOTALL)
BARE = re.compile(r"(?:\d{1,2}|[A-Z])(?:\.\d{1,2}){0,4}\.?\Z")
LEADERS = re.compile(r"(?:\. ?){4,}")
_CALLED = re.compile(r"\A(?:Appendix|Section)\s+(?=[A-Z0-9])")
MAX_LINES = 3_000
MAX_STACK = 4
"""So many numbers in a column may precede their titles in a column, as pdftotext writes 3.3 and 3.3.1."""
MIN_HEADS = 3
_REFERS = re.compile(
    r"(?:[Ss]ections?|[Ss]ecs?\.|[Tt]ables?|[Ff]ig(?:ure)?s?\.?|§|\b(?:and|or|to|in)|,)\s*\Z"
)
_RUN_IN = re.compile(
    r"(?P<number>\d{1,2}(?:\.\d{1,2}){1,4})[ \t]+"
    r"(?P<title>[A-Z](?:[^\n]|\n(?![\n\d])){2,90}?)[.:]\s+(?=[A-Z(])"
)
_DIGIT_OPENS = re.compile(r"\n(?=\d)")
"""Where a line begins that may have such a heading; its title has none in it."""


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading's number, its title, and where it stands."""

    number: str
    title: str
    start: Point


def split_title(text: str) -> tuple[str, str]:
    """``"3.1 Model States"`` → number and title, either of them ``""`` when there is none."""
    text = _CALLED.sub("", " ".join(text.split()))
    match = NUMBERED.match(text)
    if match:
        return match["number"], match["title"].strip()
    return (text.rstrip("."), "") if BARE.match(text) else ("", text)


def rows_of(page: Page) -> Iterator[Row]:
    """The lines of a page that are not empty, white space folded."""
    at = 0
    for line in page.text.split("\n"):
        if line:
            yield at, " ".join(line.split())
        at += len(line) + 1


def row_at(page: Page, start: int) -> str:
    """The line that begins at *start*, white space folded."""
    end = page.text.find("\n", start)
    return " ".join(page.text[start : None if end < 0 else end].split())


def counted_lines(document: Document) -> list[Heading]:
    """Numbered lines of plain text: the longest chain whose numbers count up; of equal chains the one that
    stands last, since a table of contents stands first."""
    lines = list(_numbered_lines(document))[:MAX_LINES]
    best: dict[tuple[Count, bool], tuple[int, int]] = {}
    before: list[int] = []
    last = (0, -1)
    for index, line in enumerate(lines):
        count = _count(line.number)
        length, previous = _longest_before(best, count)
        before.append(previous)
        if length == 0 and count != (1,):
            continue
        reached = (length + 1, index)
        last = max(last, reached)
        for key in [(count, True), *((count[:depth], False) for depth in range(1, len(count) + 1))]:
            best[key] = max(best.get(key, (0, -1)), reached)
    chain: list[Heading] = []
    at = last[1]
    while at >= 0:
        chain.append(lines[at])
        at = before[at]
    return chain[::-1]


def _longest_before(best: dict[tuple[Count, bool], tuple[int, int]], count: Count) -> tuple[int, int]:
    """The longest chain that *count* may follow: its parent's when it is a first child, else that of its
    sibling before or of anything below that."""
    if count[-1] == 1:
        return best.get((count[:-1], True), (0, -1))
    return best.get(((*count[:-1], count[-1] - 1), False), (0, -1))


def _count(number: str) -> Count:
    return tuple(map(int, number.split(".")))


def _numbered_lines(document: Document) -> Iterator[Heading]:
    sheets = [(page, list(rows_of(page))) for page in document.pages]
    heads = _running_heads([rows for _, rows in sheets])
    for page, rows in sheets:
        for start, number, title in _paired([row for row in rows if row[1] not in heads]):
            if number[:1].isdigit() and _looks_like_title(title):
                yield Heading(number, title, (page.number, start))


def _running_heads(pages: Sequence[Sequence[Row]]) -> set[str]:
    """Lines that a good part of the pages repeat; none of them is a title."""
    seen = Counter(text for rows in pages for text in {row for _, row in rows})
    often = max(MIN_HEADS, len(pages) / 4)
    return {text for text, pages in seen.items() if pages >= often and BARE.match(text) is None}


def _paired(rows: Sequence[Row]) -> Iterator[tuple[int, str, str]]:
    """Start, number and title of rows that have both, and of numbers that stand alone with the titles that
    follow them, the first of several with the first title."""
    stack: list[Row] = []
    for index, (start, row) in enumerate(rows):
        if BARE.match(row):
            stack = [*(stack if stack and _follows(stack[-1][1], row) else []), (start, row)][-MAX_STACK:]
            continue
        titles = rows[index : index + len(stack)]
        if len(titles) == len(stack):
            for (at, number), (_, title) in zip(stack, titles, strict=True):
                yield at, number.rstrip("."), title
        stack = []
        if not row[:1].isdecimal() and not "A" <= row[:1] <= "Z":
            continue  # most lines
        number, title = split_title(row)
        if number:
            yield start, number, title


def _follows(number: str, following: str) -> bool:
    """Whether a number is the first child of the one before it, or its next sibling."""
    first, second = number.rstrip(".").split("."), following.rstrip(".").split(".")
    if second == [*first, "1"]:
        return True
    siblings = first[:-1] == second[:-1] and first[-1].isdigit() and second[-1].isdigit()
    return siblings and int(second[-1]) == int(first[-1]) + 1


def _looks_like_title(title: str) -> bool:
    return (
        2 < len(title) <= 90 and title[0].isupper() and title[-1] not in ".,;" and not LEADERS.search(title)
    )


def run_in_headings(document: Document, known: Iterable[Heading]) -> Iterator[Heading]:
    """Headings that begin a paragraph (``2.2.1 Default Schedule. GPipe …``), for the sections of *known* that
    have no subsections yet: the first counts 1, each next one counts on."""
    numbered = [heading for heading in known if heading.number]
    parents = {heading.number.rpartition(".")[0] for heading in numbered}
    begins = [heading for heading in _paragraph_titles(document) if heading.number.count(".") >= 1]
    last = Heading("", "", (len(document.pages) + 1, 0))
    for parent, following in pairwise([*numbered, last]):
        if parent.number in parents:
            continue
        expected = 1
        for heading in begins:
            if (
                parent.start < heading.start < following.start
                and heading.number == f"{parent.number}.{expected}"
            ):
                yield heading
                expected += 1


def _paragraph_titles(document: Document) -> Iterator[Heading]:
    for page in document.pages:
        starts = (0, *(found.end() for found in _DIGIT_OPENS.finditer(page.text)))
        for match in filter(None, (_RUN_IN.match(page.text, at) for at in starts)):
            if _REFERS.search(page.text, max(0, match.start() - 12), match.start()):
                continue
            title = " ".join(re.sub(r"(?<=[a-z])-\n(?=[a-z])", "", match["title"]).split())
            yield Heading(match["number"], title, (page.number, match.start()))
