"""Rules that say what a found quantity is in its context: asserted, counted from a list, a year, a name.

Each rule rests on language and structure; its id is the token's ``rule``. The first that speaks decides.
"""

from __future__ import annotations

import re
from functools import lru_cache

from ledger.quantities import (
    context,
    conversions,
    counts,
    dates,
    enumerators,
    joined_names,
    makes,
    naming,
    patterns,
    references,
    series,
    shapes,
    subjects,
    units,
)
from ledger.quantities.fold import Folded
from ledger.quantities.lexicon import (
    INDEX_WORDS,
    REFERENCE_WORDS,
)
from ledger.quantities.quantity import Comparator
from ledger.quantities.reading import Found
from ledger.quantities.token import Kind
from ledger.quantities.verdict import (
    ASKED,
    ASSERTED,
    BOUNDS,
    DENIED,
    DISOWNED,
    DRAWN,
    EXAMPLE,
    LOOKED_AT,
    NAMED,
    OWN_LIST,
    PARTS_BELOW,
    PROGRAM,
    SELF,
    Before,
    Verdict,
)

_UNIT_HEADERS = (
    re.compile(r"[(（\[]([^()（）\[\]]{1,24})[)）\]]\s*$"),
    re.compile(r"^(.{1,24})$"),
    re.compile(r"[,，:：/]\s*([^,，:：/]{1,24})$"),
)
"""Where a column's header may name its unit: in brackets, as a whole, behind its last comma."""
KINDS_EN = re.compile(
    r"[ -](?:[\w-]+ ){0,2}?(?:ways?|types?|kinds?|parts?|reasons?|points?|sections?|options?|columns?"
    r"|categories|approaches|cases|things|questions|classes|groups|aspects|factors|goals|steps|methods"
    r"|strategies|ideas|problems|issues|challenges|words|limits|limitations|advantages|disadvantages"
    r"|drawbacks|benefits|features|techniques|mechanisms|optimi[sz]ations|policies|observations|findings"
    r"|contributions|principles|properties|requirements|constraints|variants|perspectives|directions"
    r"|scenarios|examples|elements|concepts|criteria|formats|choices|alternatives|schemes|implementations"
    r"|assumptions|caveats|objectives|themes|topics|rules)\b"
)
"""A noun for kinds and parts, which a text counts before it names them."""
_PARTS_EN = re.compile(r"[TtAa](?<=\b.)(?:(?<=[Tt])h(?:e|ese|ose)|(?<=[Aa])ll)\s$")
_PARTS_END = frozenset("el")
"""How the words of :data:`_PARTS_EN` end."""
_INDEX_HEADER = re.compile(
    r"^\s*(?:(?P<sign>#|No\.?|Nr\.?|Mode|Code|Opcode|Index|Slot|Pin|Port|模式|代码)|序号|编号|步骤|ID|Rank|排名)\s*$",
    re.I,
)
"""The header of a column that tells which; with a sign or a sort, only of the first column."""
_POINTING_HEADER = re.compile(
    r"\s*(?:(?P<version>[Vv]ersion|[Rr]elease|版本号?)"
    r"|[Ss]ection|[Ss]ec\.|§|[Cc]hapter|[Pp]age|[Rr]ef(?:erence|\.)?|[Ff]igure|[Ee]q(?:uation|\.)|章节?|页码?|图号|文献)\s*"
)
"""The header of a column of parts of a document or of versions, each by its number."""


def digits(f: Folded, found: Found, hit: int, floor: int) -> Verdict:
    """The class of a number written in digits."""
    before = context.word_before(f.work, hit, floor)
    left = f.work[hit - 2 : hit]
    nearest = f.work[max(0, hit - 2) : hit]
    behind_zh = not nearest.isascii() and nearest.rstrip()[-1:] > "\u2e80"
    ending = shapes.in_braces(f.work, hit) if left[-1:] in _IN_BRACES else 0
    if ending > 0:
        return Verdict(Kind.CODE, False, "one of the endings of a path", "brace-expansion", hit, ending)
    named = (
        (_entry(f, found, hit) if left[-1:] in _BEFORE_ENTRY else None)
        or (makes.model(f, found, hit, before) if before[0] else None)
        or (
            makes.qualified(f.work, found, hit)
            if found.has_scale or _may_qualify(f.work, found.reading.unit, hit)
            else None
        )
        or naming.versioned(f, found, hit, before)
        or (naming.keyed(f, found, hit) if "=" in left or ":" in left else None)
        or _numbering(f, found, hit, before)
        or (dates.of_day(f, found, hit, before) if before[0] else None)
        or (dates.of_clock(f, found, hit) if behind_zh else None)
        or dates.of_era(f, found, hit, before)
        or (dates.of_short_year(f, found, hit) if left[-1:] in dates.APOSTROPHES else None)
        or (dates.of_span(f, found) if found.start < hit and found.reading.shape == "range" else None)
        or (dates.of_zone(f, found, hit) if left[-1:] in dates.ZONE_SIGNS else None)
        or (naming.places(f, found, hit, before) if before[0] or behind_zh else None)
        or (references.series_zh(f, found, hit, floor) if behind_zh else None)
    )
    if named is None and _bare(found):
        named = (
            references.pointed(f, found, hit, floor, before)
            or (dates.of_year(f, found, hit, before) if found.end - hit == dates.DIGITS else None)
            or _index(f, found, hit, floor, before)
        )
    elif named is None and (references.names_part(f, found, hit, before) or _cites(found, left)):
        named = references.pointed(f, found, hit, floor, before)
    if named is None and before[0] and _may_be_name(f.work, before):
        named = naming.named_elsewhere(f, found, hit, before) or subjects.numbered(f, found, hit)
    if named is None and f.last is not None and hit - f.last.end < 7:
        named = joined_names.coordinated(f, found, hit)
    if named is None and before[0] in _ARTICLES:
        named = joined_names.mentioned(f, found, hit)
    if named is not None:
        return named
    if found.has_unit and conversions.holds(f, found):
        return conversions.HOLDS
    if f.work[hit] == "1" and not found.has_unit and shapes.is_one_of_unit(f.work, hit):
        return Verdict(Kind.CONSTANT, False, "one of what the other side of an equation measures", "one-is")
    verdict = asserted(f, found)
    if verdict is not ASSERTED:
        return verdict
    if found.reading.unit == "1":
        constant = shapes.added(f.work, found, hit) or shapes.factor(f.work, found)
        if constant is not None:
            return constant
    if counts.names_its_items(f.work, found.end, found.reading):
        return NAMED
    if f.rows and counts.is_own_list(f, found):
        return OWN_LIST
    if counts.heads_its_parts(f, found):
        return PARTS_BELOW
    return PROGRAM if not found.has_unit and context.in_program_text(f.work, hit) else ASSERTED


def _may_qualify(s: str, unit: str, hit: int) -> bool:
    """Whether the number is of a unit that a name may begin with; a pure number is ``0/1``."""
    return unit in makes.QUALIFIES and (unit != "1" or s[hit] == "0")


def numbers_its_noun(f: Folded, found: Found, hit: int, floor: int) -> Verdict | None:
    """Whether a plain number is that of the noun before it (``Figure 5``, ``Type 2``), whatever follows."""
    word, at = before = context.word_before(f.work, hit, floor)
    if word[:1].isupper() and word.lower() in REFERENCE_WORDS:
        return references.pointed(f, found, hit, floor, before)
    if word.lower() in INDEX_WORDS or word.lower() in _SORTS:
        return Verdict(
            Kind.IDENTIFIER, False, f"which {word.lower()}: a letter of its own follows", "index-letter", at
        )
    return None


_SORTS = frozenset({"type", "category", "mode", "variant", "version", "generation", "panel", "room", "unit"})


def _heads(f: Folded, hit: int) -> bool:
    """Whether the number at *hit* is the number of the heading that it opens."""
    heading = f.headings.at(hit) if f.headings.marks else None
    if heading is None or f.plain[heading.start : hit].strip():
        return False
    return patterns.LIST_NUMBER.match(f.work, hit) is not None


def _bulleted(s: str, hit: int) -> bool:
    """Whether the line begins with a bullet, so that its first number is no label."""
    return s[context.line_start(s, hit) : hit].lstrip()[:1] in ("-", "*", "+")


def _entry(f: Folded, found: Found, hit: int) -> Verdict | None:
    """``2.1 CPU time`` as a heading, or as what a table of contents has of one."""
    if found.start != hit or found.has_scale:
        return None
    end = enumerators.numbers_entry(f, hit)
    return Verdict(Kind.ORDINAL, False, _ENTRY, "entry-number", hit, end) if end else None


_ENTRY = "the number of a heading or of an entry of a table of contents"
_IN_BRACES = frozenset("{,")


def _may_be_name(s: str, before: Before) -> bool:
    """Whether the word before a number has a capital, or ends a name with a point (``Node.js``)."""
    word, at = before
    return word != word.lower() or s[at - 1 : at] == "."


_ARTICLES = frozenset({"the", "The", "a", "an"})
_BEFORE_ENTRY = ("\n", "")
_ENUMERATES = ("，", ")", ",")


def _cites(found: Found, left: str) -> bool:
    """``[12–15]``: whether a range stands as several citations do."""
    return left[-1:] == "[" and found.reading.shape == "range" and found.reading.unit == "1"


def _numbering(f: Folded, found: Found, hit: int, before: Before) -> Verdict | None:
    """``00``, ``04``: a padded number labels; a number that opens a block and goes on from one does too."""
    text = found.reading.numbers[0].text if len(found.reading.numbers) == 1 else ""
    if not text.isdecimal() or len(text) > 3 or found.start != hit or found.has_scale:
        return None
    string = f.strings.at(hit) if f.strings.marks else None
    if string is not None and text == "0" and string.end - string.start == 1:
        return Verdict(Kind.CODE, False, "a lone zero in program text", "zero-string")
    measured = found.has_unit and not units.resolve(found.reading.unit).counts
    label = hit + len(text)
    padded = text[0] == "0" and len(text) > 1 and not measured and f.work[label : label + 1] != "%"
    bare = not found.has_unit and f.work[label : label + 1] != "%"
    heads = bare and _heads(f, hit)
    follows = bare and int(text) - 1 in f.numbering
    opens = False
    if padded or heads or follows:
        opens = context.opens_line(f.work, hit) if string is None else string.start == hit
    padded, follows = padded or (opens and heads), opens and follows
    if padded or (follows and not context.counted_follows(f.work, label) and not _bulleted(f.work, hit)):
        if (opens and text[0] == "0") or follows:
            f.numbering.add(int(text))
        return Verdict(Kind.ORDINAL, False, "a label that numbers its block", "numbering", hit, label)
    return _repeated_index(f.work, hit, text, before)


def _repeated_index(s: str, hit: int, text: str, before: Before) -> Verdict | None:
    """``NODE 1 NODE 2``: the noun after the number belongs to the next one."""
    word, at = before
    if word.lower() in INDEX_WORDS and context.noun_after(s, hit + len(text)) == word:
        return Verdict(
            Kind.ORDINAL, False, f"which {word}: a place in a sequence", "index-word", at, hit + len(text)
        )
    return None


_EQUAL = Comparator.EQUAL  # looked up once: an attribute of an enumeration takes long


def _bare(found: Found) -> bool:
    """A plain number without unit, scale word, comparator, range, product."""
    reading = found.reading
    return (
        not found.has_unit
        and not found.has_scale
        and reading.shape == "one"
        and reading.comparator is _EQUAL
        and reading.numbers[0].script in ("digits", "fraction")
        and not reading.numbers[0].negative
    )


def unasserted_by_sentence(f: Folded, start: int, end: int) -> Verdict | None:
    """Whether the sentence asks, supposes or disowns what it says."""
    sentence = context.sentence(f, start)
    if context.supposes(f, start):
        return EXAMPLE
    if sentence.asks and start >= sentence.asked_from and not sentence.given[0] <= start < sentence.given[1]:
        return ASKED
    if context.is_drawn(f.work, start, end):
        return DRAWN
    if context.is_looked_at(f.work, start):
        return LOOKED_AT
    if f.denies is not False and context.is_denied(f, start):
        return DENIED
    return DISOWNED if sentence.quotes and context.is_disowned(f.work, start, end) else None


def opens_list(f: Folded, found: Found) -> bool:
    """Whether the sentence ends in a colon and a list of as many items stands below it."""
    end = found.end
    if not context.sentence(f, end - 1).announces or found.reading.comparator is not Comparator.EQUAL:
        return False
    value = counts.whole(found.reading)
    if value == 0:
        return False
    after = context.clause_after(f.work, end)
    if len(after) > 80 or not context.announces(after):
        return False
    return counts.has_items(f, end + len(after), value)


def asserted(f: Folded, found: Found) -> Verdict:
    """The class of a number that nothing about its form puts aside."""
    start, end = found.start, found.end
    unasserted = unasserted_by_sentence(f, start, end)
    if unasserted is not None:
        return unasserted
    may_be_parts = f.work[start - 2 : start - 1] in _PARTS_END and f.work[start - 1 : start].isspace()
    parts = may_be_parts and _PARTS_EN.search(f.work, max(0, start - 8), start)
    if parts and KINDS_EN.match(f.work, end) and counts.whole(found.reading):
        return Verdict(Kind.LIST_COUNT, False, "counts parts that the text names", "list-count-en")
    unit = found.reading.unit
    if unit in counts.READING_UNITS and counts.is_reading_time(f.work, start, end):
        return SELF
    if unit == "1" and shapes.bounds(f.work, found):
        return BOUNDS
    if unit != "1" and not units.resolve(unit).counts:
        return ASSERTED
    if context.sentence(f, start).own_from <= start and counts.is_part_of_text(f.work, end, unit):
        return SELF
    if opens_list(f, found):
        return Verdict(Kind.LIST_COUNT, False, "counts the items of the list below", "list-count")
    return ASSERTED


def _index(f: Folded, found: Found, hit: int, floor: int, before: Before) -> Verdict | None:
    s = f.work
    if s[found.end : found.end + 1] == "》":
        return Verdict(Kind.IDENTIFIER, False, "the end of a title", "title-end")
    number = found.reading.numbers[0].text
    if number[0] == "0" and shapes.PADDED.match(s, hit) is not None:
        return Verdict(Kind.IDENTIFIER, False, "digits with zeros before them: a name", "padded")
    may_list = "." in number or s[hit + len(number) : hit + len(number) + 1] in _STOPS
    item = patterns.LIST_NUMBER.match(s, hit) if may_list else None
    if (
        item is not None
        and context.opens_line(s, hit)
        and (s[item.end() - 1] in _STOPS or series.numbers_title(f, hit, item.end()))
    ):
        return Verdict(
            Kind.ORDINAL, False, "the number of a list item or heading", "list-number", hit, item.end()
        )
    cell = context.cell_of(f, hit)
    header, pointing = (None, None) if cell is None else _tells(cell.header)
    if cell is not None and (cell.numbers_row or (header and (cell.first or header["sign"] is None))):
        return Verdict(Kind.ORDINAL, False, f"an index in the column {cell.header!r}", "index-column")
    if cell is not None and pointing is not None:
        kind = Kind.VERSION if pointing["version"] else Kind.REFERENCE
        return Verdict(kind, False, f"what the column {cell.header!r} points to", "pointing-column")
    if s[hit - 1 : hit] == "(" and hit > floor and series.is_bracketed(s, hit, found.end):
        return Verdict(
            Kind.ORDINAL, False, "an item number in brackets", "bracket-number", hit - 1, found.end + 1
        )
    if number.isdecimal() and len(number) < 3:
        value = int(number)
        if (
            series.counts_on(f, hit, value, found.end, before)
            or series.opens_item(f, hit, value, found.end)
            or series.goes_on(f, hit, value, found.end)
            or (
                s[found.end : found.end + 1] in _ENUMERATES
                and enumerators.counts_on(s, hit, value, found.end)
            )
        ):
            return Verdict(Kind.ORDINAL, False, "one of a numbered series", "series")
        if _STANDS_FOR.match(s, found.end):
            return Verdict(Kind.IDENTIFIER, False, "a code and what it stands for", "code-meaning")
        if number in ("0", "1") and _TEX_SHAPE.search(s, max(0, hit - 8), hit):
            return Verdict(Kind.CONSTANT, False, "a structural constant of a formula", "constant")
        if number in ("0", "1") and shapes.is_case(f, found, hit):
            return Verdict(Kind.CONSTANT, False, "a bound of an index, or a case", "constant")
        if number == "1" and shapes.INVERSE.match(s, found.end) is not None:
            return Verdict(Kind.CONSTANT, False, "a structural constant of a formula", "constant")
        if shapes.in_literal(s, hit) or shapes.is_listed(f, hit):
            return Verdict(Kind.CODE, False, "a value in data as a program writes it", "literal")
        if number in ("0", "1") and shapes.in_tuple(s, hit, found.end):
            return Verdict(Kind.CONSTANT, False, "a structural constant among symbols", "shape")
        if number in ("0", "1") and _is_switch(s, hit):
            return Verdict(Kind.QUANTITY, False, "a setting that is off or on", "switch")
    return naming.named(f, found, hit, floor, number, before)


@lru_cache(maxsize=256)
def _tells(header: str) -> tuple[re.Match[str] | None, re.Match[str] | None]:
    """Whether a column's header says that its numbers tell which, and that they point to something."""
    return _INDEX_HEADER.match(header), _POINTING_HEADER.fullmatch(header)


_STOPS = frozenset(".)）、")
_TEX_SHAPE = re.compile(r"(?:\\frac\{|(?<![A-Za-z])[A-Za-z] [-−] |_\{\w=)\Z")
"""What stands before a one that only gives a formula its shape, in a text that lost its marks."""
_STANDS_FOR = re.compile(r"=[A-Z]?[a-z]{2,}")
_SWITCH = re.compile(
    r"[01](?<![\d.]\d)(?:(?<=0) ?(?:or|/|或|and|\|) ?1|(?<=1) ?(?:or|/|或|and|\|) ?0)(?![\d.])"
)


def _is_switch(s: str, hit: int) -> bool:
    """Whether the line offers the choice of 0 or 1."""
    start = max(context.line_start(s, hit), 0) if context.line_start(s, hit) <= hit else max(0, hit - 200)
    end = s.find("\n", hit, hit + context.CLAUSE)
    end = end if end >= 0 else min(len(s), hit + context.CLAUSE)
    if s.find("1" if s[hit] == "0" else "0", start, end) < 0:
        return False
    return _SWITCH.search(s, start, end) is not None


def header_unit(f: Folded, found: Found, hit: int) -> None:
    """A bare number in a table takes the unit that its column's header names."""
    cell = context.cell_of(f, hit)
    if cell is None or not cell.header or cell.numbers_row:
        return
    unit = _unit_of(cell.header.strip())
    if unit is not None and not (unit == "year" and patterns.YEAR.fullmatch(cell.text.strip())):
        found.reading.unit, found.has_unit = unit, True


@lru_cache(maxsize=256)
def _unit_of(header: str) -> str | None:
    """The unit that a column's header names, in brackets, behind its last comma or as a whole."""
    for shape in _UNIT_HEADERS:
        named = shape.search(header)
        text = "" if named is None else named[1].strip()
        unit = units.match(f" {text}", 0, len(text) + 1) if text else None
        if unit is not None and unit[0] == len(text) + 1:
            return unit[1]
    return None
