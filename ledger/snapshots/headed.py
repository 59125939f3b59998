"""Units printed apart from their numbers: over a column, in a row's name, a caption, a setting.

A cell says 26; ``Power (W)`` above it says what of. Evidence that reads the cell in milliseconds contradicts
the table, whatever its anchors hold. A unit that cannot be read an anchor must hold.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ledger.errors import UnitError
from ledger.quantities import units
from ledger.quantities.unit_table import SPELLINGS
from ledger.snapshots.page import Page
from ledger.snapshots.rows import Hit, cell_at, cells_of, is_row, line_at, stands_over, table_above
from ledger.snapshots.window import reading_of

_BRACKETS = re.compile(r"[(\[（【]\s?(?:in )?([^()\[\]（）【】\t\n+=\u2212<>,;:|]{1,24}?)\s?[)\]）】]")
_TRAILING = re.compile(r"(?:[,，;] ?|\bin | ?/ ?)([^\s,，;()\[\]\t]{1,12}(?: per \w{1,12})?)\s*\Z")
"""``Latency, ms``; ``Latency in ms``; ``Latency / ms``."""
_SCALE = re.compile(
    r"(?:[KMBTk]|[mb]n|(?:thousand|million|billion|trillion)s?|[×x*]? ?1(?:e\d{1,2}|0\^?\{?\d{0,2}\}?|,?000)"
    r"|[×x] ?10[⁰¹²³⁴-⁹]{1,2}|[十百千]?[万亿]|千|百)\Z"
)
_NUMBER_FIRST = re.compile(r"[^\w\t]{0,3}\d")
_NUMBER_WITH_UNIT = re.compile(r"[^\w\t]{0,3}\d[\d.,]{0,20}\s?(?:[^\W\d_]|[%‰°])")
_CAPTION_LINE = re.compile(r"\s*(?:Table|Tab\.|表)\s?\d")
_ALL_IN = re.compile(
    r"\b(?:all|values?|numbers?|figures|entries|cells|results|times|sizes|amounts)\b[^.;:()]{0,40}?"
    r"\b(?:in|given in) (?P<all>[^\s,.;:()]{1,16}(?: per \w{1,12}|/\w{1,12})?)(?=[.,;:)]|\s*\Z)"
    r"|\b[Uu]nits?(?: of measure(?:ment)?)?: ?(?P<unit>[^\s,.;()]{1,16})"
    r"|单位(?:为|是|[:：])\s?(?P<han>[^\s,，。；;)）]{1,8})",
    re.IGNORECASE,
)
"""What a caption says of the whole table: ``all times in ms``, ``Unit: kg``, ``单位：万元``."""
_SETTING = re.compile(r"[^\W_]_(?P<unit>[^\W\d_]{1,12})[\"'`]?\s?(?:=|:|:=|=>)\s?[\"'`]?\Z")
_MEASURED_IN = re.compile(
    r"(?<![\d\s])\s?[(\[（](?:in )?(?P<brackets>[^()\[\]\d\s（）]{1,12})[)\]）]"
    r"|\b[Ii]n (?P<in>[^\W\d_][^\s\d,;:()]{0,11})(?=[\s,])"
    r"|\b(?P<reading>[^\W\d_][^\s\d,;:()]{0,11}) (?:readings?|values?|figures?)\b"
)
NAME_REACH = 60
SENTENCE_REACH = 120
CAPTION_REACH = 400
CAPTION_LINES = 4
MOST_COLUMNS = 8
MAX_LINES_BELOW = 60


@dataclass(frozen=True, slots=True)
class Told:
    """A unit that a table prints apart: where, and as what it reads; ``None`` when it cannot be read."""

    hit: Hit
    unit: str | None


def told(page: Page, token: Hit) -> list[Told]:
    """The units that are given to a bare number apart from it: by the name of a setting, by its sentence; in
    a table by its column; else by its row; else by the whole table."""
    named = _of_name(page.text, token)
    if named or not is_row(page.text, token[0]):
        return named or _of_sentence(page, token)
    row = line_at(page.text, token[0])
    table = table_above(page, row)
    return (
        _of_column(page, [*_over(page, table), *table[:-1]], token)
        or _of_row(page, row, token)
        or _of_cells(page, table, row, token)
        or _of_caption(page, table)
    )


def agrees(unit: str | None, wanted: str) -> bool:
    """Whether a printed unit is the *wanted* one, in size and kind; a count may be left out of it."""
    if unit is None:
        return False
    try:
        printed, asked = units.resolve(unit), units.resolve(wanted)
    except UnitError:
        return False
    return (printed.size, printed.dims) == (asked.size, asked.dims) or (wanted == "1" and printed.counts)


def may_be_a_name(page: Page, hit: Hit) -> bool:
    """Whether what reads as a unit may be a scale or a label instead: ``(B)``, ``(A)``."""
    return page.text[slice(*hit)] in ("A", "B", "K", "M", "T")


def _over(page: Page, table: Sequence[Hit]) -> Iterator[Hit]:
    """The line right over a table without positions, unless it is running text: a header whose cells are not
    parted."""
    if page.boxes or table[0][0] < 2:
        return
    line = line_at(page.text, table[0][0] - 1)
    if line[0] < line[1] and len(page.text[slice(*line)].split()) <= 2 * MOST_COLUMNS:
        yield line


def _of_column(page: Page, above: Sequence[Hit], token: Hit) -> list[Told]:
    """Of the nearest line of the header that gives one."""
    row_cells = _count_cells(page.text, token[0])
    for index in range(len(above) - 1, -1, -1):
        line = above[index]
        found = [one for one in _units_in(page.text, line) if not page.scripts(*one.hit)]
        over = [one for one in found if stands_over(page, one.hit, token)]
        if any(one.unit is None for one in over) and _vary(page, above[index + 1 :], token):
            over = [one for one in over if one.unit is not None]
        if over:
            return over
        told_apart = row_cells > 1 and (page.boxes or _count_cells(page.text, line[0]) == row_cells)
        if found and not told_apart:
            return found
    return []


def _vary(page: Page, lines: Sequence[Hit], token: Hit) -> bool:
    """Whether cells of the column print units of their own (``1T``, ``384 GB``), so that it has none."""
    return any(_tells_its_unit(page.text, cell) for line in lines for cell in _cells_over(page, line, token))


def _cells_over(page: Page, line: Hit, token: Hit) -> Iterator[Hit]:
    at = line[0]
    while at <= line[1]:
        cell = cell_at(page.text, at)
        if cell[0] < cell[1] and stands_over(page, cell, token):
            yield cell
        at = cell[1] + 1


def _tells_its_unit(text: str, cell: Hit) -> bool:
    """Whether a cell is a number with something behind it."""
    return _NUMBER_WITH_UNIT.match(text, *cell) is not None


def _units_in(text: str, line: Hit) -> Iterator[Told]:
    """The units that a header's line prints, cell by cell; none in a cell that begins
    with a number, or counts (``#Stage (p)``)."""
    at = line[0]
    while at <= line[1]:
        cell = cell_at(text, at)
        if _NUMBER_FIRST.match(text, *cell) is None and text[cell[0] : cell[0] + 1] != "#":
            yield from _units_of(text, cell, whole=True)
        at = cell[1] + 1


def _units_of(text: str, cell: Hit, whole: bool) -> Iterator[Told]:
    brackets = [match.span(1) for match in _BRACKETS.finditer(text, *cell) if not _has_digit(match[1])]
    if brackets:
        yield from (Told(span, _read(text[slice(*span)])) for span in brackets)
        return
    trailing = _TRAILING.search(text, *cell)
    if trailing is not None and _read(trailing[1]) is not None:
        yield Told(trailing.span(1), _read(trailing[1]))
    elif whole and (unit := _read(text[slice(*cell)].strip())) is not None and _is_plain(text[slice(*cell)]):
        yield Told(cell, unit)


def _is_plain(cell: str) -> bool:
    """Whether a cell that reads as a unit is one: a symbol, or a noun in the plural (``Layers``)."""
    word = cell.strip()
    unit = units.resolve(_read(word) or "1")
    if unit.counts:
        return word[-1] == "s" or _is_han(word)
    return len(word) > 1 and (word[-1] == "s" or not word.isalpha() or word in SPELLINGS or _is_han(word))


def _is_han(word: str) -> bool:
    return "\u4e00" <= word[0] <= "\u9fff"


def _has_digit(text: str) -> bool:
    return any(map(str.isdigit, text)) and _SCALE.match(text) is None


def _read(text: str) -> str | None:
    """The unit that *text* is as a whole; ``None`` for a scale and for all that is not known."""
    if _SCALE.match(text) is not None and text not in ("B", "K"):
        return None
    found = units.match(f" {text}", 0, len(text) + 1)
    return found[1] if found is not None and found[0] == len(text) + 1 else None


def _of_row(page: Page, row: Hit, token: Hit) -> list[Told]:
    """Of the row's name, where it can be read and names no variant."""
    label = cell_at(page.text, row[0])
    if label[0] <= token[0] < label[1]:
        label = (label[0], token[0])
    found = _units_of(page.text, label, whole=False)
    return [one for one in found if one.unit is not None and not _is_variant(page.text, label, one.hit)]


def _of_cells(page: Page, table: Sequence[Hit], row: Hit, token: Hit) -> list[Told]:
    """Of the cell behind the number's own, of the one before it, or of one under ``Unit``."""
    cells = cells_of(page.text, row[0])
    own = cells.index(cell_at(page.text, token[0]))
    for beside in (own + 1, own - 1):
        cell = cells[beside] if 0 < beside < len(cells) else token
        unit = _read(page.text[slice(*cell)].strip())
        if unit is not None and unit != "1" and (cell != token):
            return [Told(cell, unit)]
    if not table or len(cells_of(page.text, table[0][0])) != len(cells):
        return []
    heads = [page.text[slice(*cell)].strip().lower() for cell in cells_of(page.text, table[0][0])]
    under = [cell for cell, head in zip(cells, heads, strict=True) if head in ("unit", "units", "单位")]
    return [Told(cell, _read(page.text[slice(*cell)].strip())) for cell in under if cell[0] < cell[1]]


def _of_name(text: str, token: Hit) -> list[Told]:
    """Of the setting that the number is the value of: ``latency_ms = 12``."""
    name = _SETTING.search(text, max(0, token[0] - NAME_REACH), token[0])
    if name is None:
        return []
    unit = _read(name["unit"]) or _read(name["unit"].upper())
    return [] if unit is None else [Told(name.span("unit"), unit)]


def _of_sentence(page: Page, token: Hit) -> list[Told]:
    """Of what is measured, in the sentence before the number: ``Pressure [psi] is``, ``in kPa, it is``."""
    home = reading_of(page, *token)
    low = max(home.start, token[0] - SENTENCE_REACH)
    found = []
    for match in _MEASURED_IN.finditer(page.text, low, token[0]):
        span = match.span(match.lastgroup or 0)
        unit = _read(page.text[slice(*span)])
        if unit is not None and not units.resolve(unit).counts:
            found.append((match.end(), Told(span, unit)))
    if not found or any(map(str.isdigit, page.text[found[-1][0] : token[0]])):
        return []
    return [found[-1][1]]


def _is_variant(text: str, label: Hit, hit: Hit) -> bool:
    """Whether a capital in brackets behind a name is a variant of it (``ViT (B)``, ``Base (B)``), no unit."""
    letter, name = text[slice(*hit)], text[label[0] : hit[0]]
    if len(letter) > 1 or not letter.isupper() or name[-1:] not in ("(", "[", "（"):
        return False
    words = name[:-1].split()
    return (
        not words
        or words[-1][:1] == letter
        or any(word[1:] != word[1:].lower() or _has_digit(word) for word in words)
    )


def _of_caption(page: Page, table: Sequence[Hit]) -> list[Told]:
    """Of what the caption, or the line over the table, says of all of it."""
    text = page.text
    spans = [_block(text, start) for start in _captions(page, table)]
    found = []
    for low, high in spans:
        for match in _ALL_IN.finditer(text, low, high):
            name = match.lastgroup or "all"
            unit = _read(match[name])
            if unit is not None or name != "all":
                found.append(Told(match.span(name), unit))
    return found


def _captions(page: Page, table: Sequence[Hit]) -> Iterator[int]:
    """Where the lines begin that may be the caption: the nearest above the table, and behind it."""
    at = table[0][0]
    for _ in range(CAPTION_LINES):
        if at <= 0:
            break
        line = line_at(page.text, at - 1)
        at = line[0]
        if _CAPTION_LINE.match(page.text, *line) or _ALL_IN.search(page.text, *line):
            yield line[0]
    at, rows = table[-1][1], 0
    while at < len(page.text) and rows < MAX_LINES_BELOW:
        line = line_at(page.text, at + 1)
        if _CAPTION_LINE.match(page.text, *line):
            yield line[0]
            return
        if page.text[slice(*line)].strip() and not is_row(page.text, line[0]):
            return
        at, rows = line[1], rows + 1


def _block(text: str, start: int) -> Hit:
    end = text.find("\n\n", start)
    return start, min(start + CAPTION_REACH, len(text) if end < 0 else end)


def _count_cells(text: str, at: int) -> int:
    return text.count("\t", *line_at(text, at)) + 1
