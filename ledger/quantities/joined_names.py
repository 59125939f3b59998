"""Numbers whose name stands elsewhere: ``RTX 4090 and 3090``, the lanes of ``PCIe x16``, ``the 4090``."""

from __future__ import annotations

import re

from ledger.quantities import context
from ledger.quantities.fold import Folded
from ledger.quantities.names import token
from ledger.quantities.reading import ENDS, Found
from ledger.quantities.sized import is_ordinary
from ledger.quantities.token import Kind, Token
from ledger.quantities.verdict import Verdict

_JOINT = re.compile(r"(?:, |/|,? (?:and|or) | & )\Z")
_LISTED = re.compile(r"(?:, \d[\d.]*)*,? (?:and|or) \d")
_TAIL = re.compile(r"(\d+)(\.\d+)?\Z")
_PLAIN = re.compile(r"(\d{1,4})(\.\d{1,2})?(?![\w%]|[.,]\d)")
_NAMED = frozenset(
    {"name-number", "name-word", "version-name", "subject-name", "make", "release", "joined", "name-again"}
    | {"reference-word"}
)
"""Rules that take a number, behind its noun and a space, for a part of a name."""


def coordinated(f: Folded, found: Found, hit: int) -> Verdict | None:
    """``CUDA 11 and 12``, ``RTX 3090, 4090 and 5090``: a number like the last one, which has a name.

    What it could count may follow only where both have three digits or more and are not round, as two counts
    hardly are; behind a comma the list must end in a conjunction.
    """
    last, s = f.last, f.work
    if last is None or last.rule not in _NAMED or found.start != hit:
        return None
    if found.has_scale or found.reading.shape != "one" or not 0 < hit - last.end <= _LONGEST_JOINT:
        return None
    joint = s[last.end : hit]
    before, number = _TAIL.search(last.surface), _PLAIN.match(s, hit)
    if before is None or number is None or _JOINT.fullmatch(joint) is None:
        return None
    if joint == ", " and (last.rule != "joined" and _LISTED.match(s, number.end()) is None):
        return None
    if not _are_alike(before, number):
        return None
    if number[2] is None and is_round(int(number[1])):
        return None
    if len(number[1]) < _LONG and (found.has_unit or joint == "/" or not _ends(s, number.end())):
        return None
    reason = "the number of a name, joined to the one before"
    return Verdict(last.kind, False, reason, "joined", hit, number.end())


def is_round(number: int) -> bool:
    """Whether sizes and counts are likely to be so: hundreds, powers of two."""
    return number % 100 == 0 or (number > _FEW and number & (number - 1) == 0)


def _ends(s: str, end: int) -> bool:
    """Whether nothing follows that the number could count: a stop, a verb, a preposition."""
    if s[end : end + 1] in ENDS or end >= len(s):
        return True
    return s[end : end + 1] == " " and context.is_predicate(context.noun_after(s, end))


_LONGEST_JOINT, _FEW = 6, 8
_LONG = 3


def _are_alike(one: re.Match[str], other: re.Match[str]) -> bool:
    """``11`` and ``12``, ``3.10`` and ``3.11``, ``3`` and ``3.1``: two of one sequence of names."""
    if (one[2] is None) == (other[2] is None):
        return len(one[1]) == len(other[1])
    return one[1] == other[1]


_LANES = re.compile(
    r"(?:1|2|4|8|16|32)(?![A-Za-z0-9]|[.,]\d)(?! (?:faster|slower|more|less|higher|lower|better)\b)"
)
_BUS = re.compile(r"(?:PCI-?E|PCIe|PCI ?Express|M\.2|\b[Gg]en ?\d)(?: ?v?\d(?:\.\d)?)?(?: [Gg]en ?\d)? ?\Z")


def lanes(f: Folded, hit: int, floor: int) -> Token | None:
    """``PCIe Gen5 x16``, ``PCIe 5.0 x16``: how many lanes, as a part of the name of a slot or a link."""
    width = _LANES.match(f.work, hit)
    if width is None or _BUS.search(f.work, max(0, hit - 28), hit - 1) is None or hit - 1 < floor:
        return None
    return token(f, hit - 1, width.end(), Kind.IDENTIFIER, False, "the lanes of a bus, by name", "lanes")


def mentioned(f: Folded, found: Found, hit: int) -> Verdict | None:
    """``the 4090``: a number behind an article that the page has behind a name elsewhere."""
    s, text = f.work, found.reading.numbers[0].text
    if not 2 < len(text) < 6 or not text.isdecimal() or found.has_unit or found.has_scale:
        return None
    if context.counted_follows(s, hit + len(text)):
        return None
    spot, tries = s.find(f" {text}", max(0, hit - _FAR), hit + _FAR), 0
    while spot >= 0 and tries < _TRIES:
        word = context.word_before(s, spot + 1, max(0, spot - 40))[0] if spot + 1 != hit else ""
        behind = s[spot + 1 + len(text) : spot + 2 + len(text)]
        if len(word) > 1 and word[0].isupper() and not is_ordinary(word) and not behind.isalnum():
            reason = f"the number of {word}, named elsewhere"
            return Verdict(Kind.IDENTIFIER, False, reason, "mentioned", hit, hit + len(text))
        spot, tries = s.find(f" {text}", spot + 1, hit + _FAR), tries + 1
    return None


_FAR, _TRIES = 10_000, 20
