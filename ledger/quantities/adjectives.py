"""Adjectives and adverbs that state a number: ``dual NICs``, ``a single 1 Gb/s link``, ``at least once``.

Most of them only look like one: ``the dual problem``, ``a single point``, ``once it fails``. What tells is
the noun: a machine has a name in capitals or a measure of its own. What tells of *once* is what bounds it, or
the time that it is counted by.
"""

from __future__ import annotations

import re

from ledger.quantities.reading import Numeral, Reading
from ledger.quantities.unit_table import lookup

WORDS = frozenset({"dual", "quad", "single", "once"})
STARTS = frozenset("DdQqSsOo")
"""The letters that they begin with."""
_WORD = re.compile(
    r"(?P<many>[Dd]ual|[Qq]uad)(?=[ -])|(?P<single>[Ss]ingle)(?= )|(?P<once>[Oo]nce)(?![\w’'])"
)
_VALUES = {"dual": "two", "quad": "four", "single": "one", "once": "one"}
_MACHINE = re.compile(
    r" (?:[a-z]{3,12} ){0,1}(?=[A-Za-z]*(?:[A-Z]{2}|\d|[a-z][A-Z]))[A-Za-z][\w.-]*"
    r"(?:[ ,;.)]|\Z)|(?= \d)"
)
"""A noun whose name has capitals or digits (``RDMA NICs``, ``H100``), or a measure (``10 Gb/s links``)."""
_PART = re.compile(
    r"[- ](?:socket|core|port|rank|rail|chip|chiplet|die|processor|controller|channel|lane|link|node|plane"
    r"|batch|buffer|engine|motor|rotor|antenna|camera|sensor|cpu|gpu|nic"
    r"|(?:compute|memory|i/o) (?:chip|die|node|chiplet))s?(?![a-z])",
    re.I,
)
"""A part of a machine of which it has so many (``dual-socket``)."""
_MEASURED = re.compile(
    r" (?:[a-z]{3,12} )?\d[\d.,]*(?:[-–]\d[\d.,]*)? ?(?P<unit>[A-Za-z]+(?:/s)?) [a-z]"
    r"| (?:[A-Za-z][\w-]{1,20} ){0,2}[a-z]{3,20} \(\d"
)
"""A thing with a measure of its own, or one that a bracket tells more numbers of."""
_TITLE = re.compile(r"[a-z\u4e00-\u9fff] ?\Z")
"""What a capital behind it makes a name: ``the Dual EC generator``."""
_TIMES = "(?:second|minute|hour|day|night|week|month|quarter|year|decade|century)"
_PER = re.compile(
    rf"[- ](?:dai|night|week|month|quarter|year|hour)ly\b|-daily\b| (?:an?|per|each|every) {_TIMES}\b"
    r"|[- ]daily\b| (?:per|for (?:each|every)) [a-z]| every \d"
)
_BOUND = re.compile(r"\b(?:at least|at most|no more than|exactly|only) \Z", re.I)


RANK = "-th"
"""What a :func:`rank` counts."""
_RANK = re.compile(
    r"(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth)(?=[-‑](?:generation|order|level|degree|tier)\b)",
    re.I,
)


def rank(s: str, start: int) -> int:
    """The end of an ordinal at *start* that begins a compound (``third-generation``); 0 if there is none."""
    found = _RANK.match(s, start)
    return 0 if found is None else found.end()


def match(s: str, start: int) -> tuple[int, Reading] | None:
    """The end of such a word at *start* and what it states, or ``None``."""
    found = _WORD.match(s, start)
    if found is None:
        return None
    reading = Reading((Numeral(_VALUES[found[0].lower()], "english"),))
    if found["once"]:
        return _often(s, start, found.end(), reading)
    if found["single"]:
        measured = _MEASURED.match(s, found.end())
        unit = measured["unit"] if measured is not None else None
        known = measured is not None and (unit is None or lookup(unit) is not None)
        return (found.end(), reading) if known else None
    if found[0][0].isupper() and _TITLE.search(s, max(0, start - 2), start) is not None:
        return None
    named = _MACHINE.match(s, found.end()) is not None or _PART.match(s, found.end()) is not None
    return (found.end(), reading) if named else None


def _often(s: str, start: int, stop: int, reading: Reading) -> tuple[int, Reading] | None:
    """``once``, where something bounds it or a time follows that it is counted by."""
    reading.unit = "x"
    if _PER.match(s, stop) is not None:
        return stop, reading
    bound = s[stop : stop + 1] != "-" and _BOUND.search(s, max(0, start - 16), start) is not None
    return (stop, reading) if bound else None
