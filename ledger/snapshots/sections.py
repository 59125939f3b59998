"""Sections of a document and the stretch of text that each covers.

Three things tell of sections: the document's own outline, headings (set larger or bolder, or marked as
headings), and numbered lines of plain text that count up; headings run into a paragraph are added where
they count on. A section ends where the next one of its own or
a higher rank begins, so 3 contains 3.1.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from ledger.snapshots.folding import lower
from ledger.snapshots.numbered import (
    BARE,
    LEADERS,
    NUMBERED,
    Heading,
    Point,
    counted_lines,
    row_at,
    run_in_headings,
    split_title,
)
from ledger.snapshots.page import Bookmark, Document, Page

NAMES = {
    "abstract", "introduction", "related work", "background", "conclusion", "conclusions", "discussion",
    "references", "acknowledgments", "acknowledgements", "evaluation", "limitations", "appendix",
}  # fmt: skip
PREFIX = re.compile(r"(?:§+|sections?\b\.?|sec\b\.?|appendix\b|chapter\b)\s*", re.IGNORECASE)
_WORD = re.compile(r"\w")
_BETWEEN = re.compile(r"\W{0,4}")
MAX_TITLE = 160
MARKED = ("text/html", "text/markdown")
NEAR = 40.0
"""How far, in points, a title may be printed from its bookmark's height."""


@dataclass(frozen=True, slots=True)
class Section:
    """A section: its number (``"3.1"``, ``""`` when none), title, rank from 0, and where it stands."""

    number: str
    title: str
    rank: int
    start: Point
    end: Point

    def covers(self, page: int, start: int, end: int) -> bool:
        """Whether a stretch of a page's text lies inside."""
        return self.start <= (page, start) and (page, end) <= self.end

    @property
    def name(self) -> str:
        """Number and title for people."""
        return f"{self.number} {self.title}".strip()


def sections_of(document: Document) -> tuple[Section, ...]:
    """All sections in the order of the text."""
    if "sections" not in document.memo:
        document.memo["sections"] = _all_sections(document)
    known: tuple[Section, ...] = document.memo["sections"]
    return known


def _all_sections(document: Document) -> tuple[Section, ...]:
    found = (
        _counted(list(_from_outline(document)))
        or list(_from_headings(document))
        or list(_from_numbers(counted_lines(document)))
    )
    found = _with_run_in(document, found)
    abstract = _abstract(document, found)
    found = sorted([*found, *abstract], key=lambda section: section.start)
    last = (len(document.pages) + 1, 0)
    return tuple(replace(section, end=_end(found, index, last)) for index, section in enumerate(found))


def _end(found: list[Section], index: int, last: Point) -> Point:
    return next((other.start for other in found[index + 1 :] if other.rank <= found[index].rank), last)


WITHIN = " > "
"""Between the headings of a section and of one within it, in a citation."""


def find_section(sections: Iterable[Section], wanted: str) -> Section | None:
    """The section that a citation such as ``3.1``, ``§3.1``, ``3.1 Model States`` or ``Abstract`` names, or
    the one that stands within another in ``Results > Latency``."""
    every = inside = tuple(sections)
    found = None
    for part in wanted.split(WITHIN):
        found = _named(inside, part)
        if found is None:  # there may be a heading with such a sign of its own
            return _named([one for one in every if WITHIN in one.title], wanted)
        inside = tuple(one for one in inside if found.start < one.start and one.end <= found.end)
    return found


def _named(sections: Sequence[Section], wanted: str) -> Section | None:
    text = " ".join(PREFIX.sub("", wanted.strip(), count=1).split()).rstrip(".")
    match = NUMBERED.match(text)
    number = match["number"] if match else text if BARE.match(text) else ""
    words = _words(match["title"] if match else "" if number else text)
    for section in sections:
        if number and section.number == number:
            return section
    if not words:
        return None
    titled = [section for section in sections if not (number and section.number)]
    exact = [section for section in titled if _words(section.title) == words]
    near = [section for section in titled if words <= _words(section.title)]
    return exact[0] if exact else near[0] if len(near) == 1 else None


def _words(text: str) -> frozenset[str]:
    return frozenset(re.findall(r"\w+", text.casefold()))


def _rank(number: str, otherwise: int) -> int:
    return number.count(".") if number else otherwise


def _from_outline(document: Document) -> Iterator[Section]:
    for item in document.outline:
        page = document.page(item.page)
        if page is None or not item.title.strip():
            continue
        where, offset = _place(document, page, item)
        number, title = split_title(item.title[:MAX_TITLE])
        if not number:
            number = _printed_number(where.text, offset)
        yield Section(number, title, item.depth, (where.number, offset), (0, 0))


def _counted(sections: list[Section]) -> list[Section]:
    """Subsections whose number was not found in print, numbered by their place among their siblings where
    every sibling that has a number agrees with its own place."""
    result = list(sections)
    parents = [index for index, section in enumerate(result) if section.number]
    for parent in parents:
        children = _children(result, parent)
        expected = [f"{result[parent].number}.{place}" for place in range(1, len(children) + 1)]
        numbers = [result[child].number for child in children]
        if any(numbers) and all(a in ("", b) for a, b in zip(numbers, expected, strict=True)):
            for child, number in zip(children, expected, strict=True):
                result[child] = replace(result[child], number=number)
    return result


def _children(sections: list[Section], parent: int) -> list[int]:
    children: list[int] = []
    for index in range(parent + 1, len(sections)):
        if sections[index].rank <= sections[parent].rank:
            break
        if sections[index].rank == sections[parent].rank + 1:
            children.append(index)
    return children


def _printed_number(text: str, offset: int) -> str:
    """The number that stands on the line before the title at *offset*, if nothing else does."""
    before = text[_line_start(text, offset) : offset].strip().rstrip(".")
    return before if BARE.match(before) else ""


def _place(document: Document, page: Page, item: Bookmark) -> tuple[Page, int]:
    """Where a title is printed: at the bookmark's height, else on the next page (a bookmark may be left at
    the foot of the page before), else the bookmark's own height."""
    words = re.findall(r"\w+", lower(item.title))[:12]
    top = item.top
    for sheet in (page, document.page(page.number + 1)):
        if sheet is None:
            continue
        starts = [start for start in _places_of(words, lower(sheet.text)) if _leads(sheet.text, start)]
        if sheet is page and top is not None:
            starts = [start for start in starts if abs(_height(sheet, start) - top) < NEAR]
        if starts:
            return sheet, starts[0]
    return page, _offset_at(page, top)


def _places_of(words: list[str], text: str) -> Iterator[int]:
    """Where some words stand one after the other with little between them."""
    at = text.find(words[0]) if words else -1
    while at >= 0:
        if not _WORD.match(text[at - 1 : at]) and _follow(words, text, at):
            yield at
        at = text.find(words[0], at + 1)


def _follow(words: list[str], text: str, at: int) -> bool:
    for index, word in enumerate(words):
        gap = _BETWEEN.match(text, at) if index else None
        at = at if gap is None else gap.end()
        if not text.startswith(word, at):
            return False
        at += len(word)
    return True


def _leads(text: str, offset: int) -> bool:
    """Whether a title at *offset* begins its line, but for a number."""
    before = text[_line_start(text, offset) : offset].strip().rstrip(".")
    return not before or BARE.match(before) is not None


def _height(page: Page, offset: int) -> float:
    box = page.box(offset, offset + 8)
    return box[3] if box else 0.0


def _offset_at(page: Page, top: float | None) -> int:
    if top is None:
        return 0
    for match in re.finditer(r"[^\n]+", page.text):
        box = page.box(match.start(), match.start() + 1)
        if box is not None and box[3] <= top + 4:
            return match.start()
    return 0


def _line_start(text: str, offset: int) -> int:
    return text.rfind("\n", 0, offset) + 1


def _from_headings(document: Document) -> Iterator[Section]:
    marked = document.media in MARKED
    for page in document.pages:
        heads = {_line_start(page.text, span.start): span.role for span in page.spans if span.role[0] == "h"}
        for start, role in heads.items():
            row = row_at(page, start)
            if len(row) > MAX_TITLE or LEADERS.search(row):
                continue
            number, title = split_title(row)
            known = title.casefold().rstrip(".:") in NAMES
            if marked or known or (number and title[:1].isalpha()):
                level = int(role[1:]) - 1 if role[1:] else 0
                yield Section(number, title, _rank(number, level), (page.number, start), (0, 0))


def _from_numbers(headings: Iterable[Heading]) -> Iterator[Section]:
    for heading in headings:
        yield Section(heading.number, heading.title, _rank(heading.number, 0), heading.start, (0, 0))


def _with_run_in(document: Document, found: list[Section]) -> list[Section]:
    """The sections with those whose headings are run into a paragraph."""
    known = [Heading(section.number, section.title, section.start) for section in found]
    if document.media in MARKED:
        return found
    more = _from_numbers(run_in_headings(document, known))
    return sorted([*found, *more], key=lambda section: section.start)


def _abstract(document: Document, found: list[Section]) -> list[Section]:
    """The abstract, which outlines leave out: from its heading on the first pages to the first section."""
    if any(section.title.casefold() == "abstract" for section in found):
        return []
    for page in document.pages[:3]:
        match = re.search(r"^\W*a ?b ?s ?t ?r ?a ?c ?t\b", page.text, re.IGNORECASE | re.MULTILINE)
        if match:
            return [Section("", "Abstract", 0, (page.number, match.start()), (0, 0))]
    return []
