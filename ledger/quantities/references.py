"""Numbers that point to a part of a text or to another text: ``Figure 5``, ``[12]``, ``图 3``.

The word before says which kind of part; a word that only ends like one (``地图``) does not, nor does a part
that is counted (``table 8 rows``).
"""

from __future__ import annotations

import re

from ledger.quantities import context, naming, patterns, units
from ledger.quantities.fold import Folded
from ledger.quantities.lexicon import INDEX_ZH, REFERENCE_WORDS, REFERENCE_ZH
from ledger.quantities.reading import Found, Numeral, Reading
from ledger.quantities.token import Kind
from ledger.quantities.verdict import Before, Verdict

_POINTERS = frozenset({"p", "pp", "vol", "arxiv", "see", "section"})
_PARTS_OF_TEXT = frozenset(
    {"table", "figure", "fig", "algorithm", "section", "chapter", "equation", "appendix", "page", "slide"}
    | {"footnote", "issue"}
)
_PART_NUMBER = re.compile(r"\d{1,2}(?:\.\d{1,2})?")
_GIVEN = frozenset("{=∈")
"""Before a bracket these give it a value: ``data={[48, 49]}`` cites nothing."""
_INTERVAL = re.compile(
    r"(?:\b(?:ranges?|intervals?|between|within)(?: (?:of|is|from|in))?|区间|范围|介于)(?:是|为)? ?\Z", re.I
)
_ENDS_ZH = frozenset(cue[-1] for cue in (*REFERENCE_ZH, *INDEX_ZH))
_LABEL = re.compile(r"\s*[A-Z][A-Z &-]{0,40} / \d{1,3}$")


def pointed(f: Folded, found: Found, hit: int, floor: int, before: Before) -> Verdict | None:
    """The class of a number that points to something, by the word or the mark before it."""
    s = f.work
    word, at = before
    lower = word.lower()
    if (
        lower in REFERENCE_WORDS
        and word != "P"
        and (word[0].isupper() or lower in _POINTERS or _points(s, lower, found, hit))
    ):
        body = patterns.REFERENCE_BODY.match(s, hit)
        end = found.end if body is None else body.end()
        plural = lower.endswith("s") or lower == "pp"
        while (tail := patterns.REFERENCE_TAIL.match(s, end)) is not None and (
            plural or tail[0].lstrip()[0] in "–-/"
        ):
            end = tail.end()
        return Verdict(Kind.REFERENCE, False, f"points to {word} {s[hit:end]}", "reference-word", at, end)
    if s[max(0, hit - 3) : hit] == " / " and _LABEL.match(s, context.line_start(s, hit), found.end):
        return Verdict(Kind.ORDINAL, False, "a label in capitals and its number", "label")
    mark = s[hit - 1] if hit > floor else ""
    if mark == "#" and len(found.reading.numbers[0].text) > 2 and s[hit - 2 : hit - 1] in " ([":
        return Verdict(Kind.REFERENCE, False, "points to an issue by its number", "issue", hit - 1)
    if mark == "#" and s[hit - 2 : hit - 1] in " (":
        return Verdict(Kind.ORDINAL, False, "a number after a number sign", "hash-number", hit - 1)
    if (
        mark == "["
        and s[hit - 2 : hit - 1] not in _GIVEN
        and not _INTERVAL.search(s, max(0, hit - 24), hit - 1)
        and (body := patterns.CITATION.match(s, hit)) is not None
        and "0" not in re.split(r"\D", body[0])
    ):
        return Verdict(
            Kind.REFERENCE, False, "a citation in square brackets", "citation", hit - 1, body.end()
        )
    spot = hit - 1 if hit > floor and s[hit - 1] == " " else hit
    if s[spot - 1 : spot] not in _ENDS_ZH or not s.endswith(REFERENCE_ZH, floor, spot):
        return None
    zh = next(cue for cue in REFERENCE_ZH if s.endswith(cue, floor, spot))
    if _is_pointer(s, spot - len(zh)):
        return Verdict(
            Kind.REFERENCE, False, f"points to {zh} {s[hit : found.end]}", "reference-zh", spot - len(zh)
        )
    return None


def series_zh(f: Folded, found: Found, hit: int, floor: int) -> Verdict | None:
    """``步骤 1、2 和 7``, ``表1-1``: several numbers behind one pointer, none of which counts anything."""
    s = f.work
    spot = hit - 1 if hit > floor and s[hit - 1] == " " else hit
    if s[spot - 1 : spot] not in _ENDS_ZH or found.start != hit:
        return None
    end = naming.further_zh(s, hit)
    if end < 0:
        return None
    if s.endswith(INDEX_ZH, floor, spot):
        return Verdict(Kind.ORDINAL, False, "places in a sequence", "index-zh", hit, end)
    zh = next((cue for cue in REFERENCE_ZH if s.endswith(cue, floor, spot)), "")
    if not zh or not _is_pointer(s, spot - len(zh)):
        return None
    return Verdict(Kind.REFERENCE, False, f"points to {zh} {s[hit:end]}", "reference-zh", spot - len(zh), end)


def names_part(f: Folded, found: Found, hit: int, before: Before) -> bool:
    """``Algorithm 1 line 3``: the number names a part of the document, it does not count what follows."""
    word, reading = before[0], found.reading
    pages = word in ("p", "pp", "Pp")
    part = pages or (word[:1].isupper() and word.lower().removesuffix("s") in _PARTS_OF_TEXT)
    if not part or f.work[hit - 1] != " ":
        return False
    several = reading.shape == "range" and len(reading.numbers) == 2
    joined = word.lower().endswith("s") or _HYPHENED.fullmatch(f.work, hit, found.end) is not None
    several = several and (pages or joined)
    plain = (several or reading.shape == "one") and not found.has_scale
    plain = plain and all(number.text.isdecimal() for number in reading.numbers)
    return plain and units.resolve(reading.unit).counts and reading.unit not in ("%", "x")


def lettered(f: Folded, hit: int, end: int, floor: int) -> Verdict | None:
    """``Figure 5a``, ``Fig. 3(b)``: a letter directly behind the number of a part is its own, no symbol."""
    s, (word, at) = f.work, context.word_before(f.work, hit, floor)
    lower = word.lower()
    if lower not in REFERENCE_WORDS or not (word[0].isupper() or lower in _POINTERS):
        return None
    body = patterns.REFERENCE_BODY.match(s, hit)
    if body is None or body.end() <= end or s[body.end() : body.end() + 1].isalnum():
        return None
    return pointed(f, Found(hit, end, Reading((Numeral(s[hit:end]),))), hit, floor, (word, at))


LETTERED = frozenset("abcdefghijklmn(")
"""What may stand directly behind the number of a part, its letter."""


_HYPHENED = re.compile(r"\d{1,2}-\d{1,2}")
"""``Table 2-4``: the number of a chapter and that of a table in it."""


def _points(s: str, word: str, found: Found, hit: int) -> bool:
    """``table 1`` without a capital: one part of a document, named by its number."""
    if word not in _PARTS_OF_TEXT or s[hit - 1] != " " or _PART_NUMBER.fullmatch(s, hit, found.end) is None:
        return False
    return not context.counted_behind_name(s, hit - len(word) - 1, found.end)


def _is_pointer(s: str, at: int) -> bool:
    """图 before a number points when it does not end another word (地图, 公式, 方式)."""
    before = s[at - 1] if at > 0 else " "
    return (
        not "\u4e00" <= before <= "\u9fff" or before in "见如由在与和及的据按从参节章考看照即到是为将对像同"
    )
