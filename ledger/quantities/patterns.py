"""Structured numeric texts that are no quantities: dates, times, versions, addresses, references, names."""

from __future__ import annotations

import re

from ledger.quantities.lexicon import MONTHS
from ledger.quantities.words import ENGLISH_HIT, ZH_START

_SIGN = re.compile(f"[0-9₀-₉⁰¹²³⁴-⁹½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞{ZH_START}]")
_WORD = re.compile(ENGLISH_HIT)


class Hits:
    """Where numeric tokens may begin; all else is skipped at the speed of the regex engine.

    Signs and words are looked for apart, each by a pattern that knows its first characters.
    """

    def __init__(self, text: str) -> None:
        self._text, self._behind_sign = text, f"\n{text}"
        self._sign = self._word = -1

    def next(self, position: int) -> int:
        """The first such place from *position* on, which never goes back; the end of the text if none is."""
        if self._sign < position:
            sign = _SIGN.search(self._text, position)
            self._sign = len(self._text) if sign is None else sign.start()
        if self._word < position:
            word = _WORD.search(self._behind_sign, position)
            self._word = len(self._text) if word is None else word.start()
        return self._sign if self._sign < self._word else self._word


_DATE = (
    rf"(?:\d{{4}}[-/.]\d{{1,2}}[-/.]\d{{1,2}}(?:[T ]\d{{1,2}}:\d{{2}}(?::\d{{2}})?(?:\.\d+)?Z?)?(?![\d./-]\d)"
    r"|(?!2048)(?:19|20)\d\d-(?:0[1-9]|1[0-2](?![ -]?[A-Za-z]))(?![\d%]|[-./]\d)"
    rf"|(?<=[\[(])(?:19|20)\d\d/(?:0[1-9]|1[0-2])(?=[\])])"
    rf"|\d{{4}}\s?年(?:\s?\d{{1,2}}\s?月)?(?:\s?\d{{1,2}}\s?[日号])?|\d{{1,2}}\s?月\s?\d{{1,2}}\s?[日号]"
    rf"|\d{{1,2}}\s?月(?:份|初|底|末|中旬|上旬|下旬|(?!\w))"
    rf"|\d{{1,2}}(?:st|nd|rd|th)? (?:{MONTHS})\.?(?:,? \d{{4}})?(?![A-Za-z])"
    rf"|\d{{1,2}}-(?:{MONTHS})-\d{{4}}(?!\d)"
    rf"|\d{{1,2}}[/.]\d{{1,2}}[/.]\d{{4}}(?!\d)|\d{{1,2}}:\d{{2}}(?::\d{{2}})?(?:\.\d+)?"
    rf"(?: ?[AaPp]\.?[Mm])?(?![\d:])"
    rf"|(?:(?<=[ (（,，])|(?<!.))20[012]\d\.(?:0[1-9]|1[0-2])(?=[)）,，。、:：]|\s*(?:\n|\Z))"
    rf"|24/7(?![\d/%]|\.\d| ?[=≈]| of\b)|\d{{1,2}} (?:o['’]clock|noon\b|midnight)"
    rf"|0\d-\d\d(?![\d.%-])|(?:(?:1[0-2]|[1-9]) ?(?:[-–]|to|and) ?)?\d{{1,2}} ?"
    r"[AaPp](?:[Mm](?![A-Za-z])|\. ?[Mm]\.))"
)
DATE = re.compile(_DATE)
_YEARS = r"(?:1[5-9]|20)\d\d\s?[-–—/~至到]\s?(?:(?:1[5-9]|20)\d\d|\d\d)(?![\d%]|\s?[A-Za-z]+/|\.\d)"
YEAR = re.compile(r"(?:1[5-9]|2[01])\d\d(?![\d]|[.,]\d|\s?[×x*]\s?\d)")
MONTH_DAY = re.compile(rf"(?:{MONTHS})\.? \Z")
DAY_YEAR = re.compile(r"(\d{1,2})(?: ?[–-] ?\d{1,2})?(?:,? (?:19|20)\d\d)?(?![\w%]|[.,/:-]\d)")
"""A day behind its month, and the year behind it."""
MONTH_BEFORE = re.compile(rf"(?:{MONTHS})\.?(?: \d{{1,2}}(?:st|nd|rd|th)?,?)? $")

_DOTTED = r"\d+(?:\.\d+){2,}(?:[-+.]?(?:rc|a|b|dev|post|alpha|beta)\.?\d*)?(?::\d+|/\d{1,2}(?!\d))?"
"""Versions and network addresses: three or more numbers joined by dots."""
_ORDINAL = r"\d+(?:st|nd|rd|th)(?![A-Za-z])"
_UUID = r"[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}(?!\w)"
_ANY_PATCH = r"\d+(?:\.\d+){0,2}\.(?:[xX]{1,2}|\*)(?![\w.])"
"""``2.6.x``: every version of a line."""
_SLASHED = r"\d{1,3}(?:/\d{1,3}){2,}(?![\d/])"
_DASHED_ID = r"\d+(?:-\d+){2,}(?!\d)|\d{5,}-\d{3,}"
_HEX = r"0[xX][0-9A-Fa-f]+|(?=[0-9a-f]*[a-f])(?=[a-f]*[0-9])[0-9a-f]{12,64}(?![\w])"
_CITED = r"(?!2048)(?:19[5-9]|20[0-4])\d[a-e](?:(?=[);,\]])|(?<=al\. \d{4}[a-e])(?!\w))"
"""The year of a citation among several of it: ``(2020a)``."""
_ARXIV = r"\d{4}\.\d{5}(?:v\d+)?(?!\d)"
SPECIAL = re.compile(
    rf"(?P<date>{_DATE})|(?P<years>{_YEARS})|(?P<dotted>{_DOTTED}|{_ANY_PATCH})|(?P<ordinal>{_ORDINAL})|(?P<hex>{_UUID}|{_HEX})"
    rf"|(?P<slashed>{_SLASHED})|(?P<dashed>{_DASHED_ID})|(?P<arxiv>{_ARXIV})|(?P<cited>{_CITED})|(?P<doi>10\.\d{{4,6}}/\S+)"
    rf"|(?P<dimension>\d{{1,2}}[- ]dimensional)"
)
MAY_BE_SPECIAL = re.compile(
    r"\d{1,20}(?:[ \u00a0]?(?:[年月]|[-–—~至到/]\s?[\da-fA-F]|-[JMSOND])"
    r"|\.(?:\d+[-./]|[xX*]|\d{5}|(?:0[1-9]|1[0-2])(?!\d))|:\d"
    rf"|st|nd|rd|th|[xXa-fA-F]| ?[aApP]\.?[mM]| (?:to|and) \d{{1,2}} ?[aApP]\.?[mM]"
    rf"| (?:o['’]c|noon|midn|{MONTHS}|dim))"
)
"""What stands behind the first digits of every :data:`SPECIAL` text."""
CITATION = re.compile(r"\d{1,3}(?:\s?[,–-]\s?\d{1,3}){0,12}\]")
NUMBERED = re.compile(r"\d{1,3}(?:\.\d{1,3}){0,5}")
"""A section or list number."""
REFERENCE_TAIL = re.compile(
    r"(?:/\d{1,5}|(?:\s?[–-]\s?|, (?=\d)|,? and | to | through |\s?&\s?|[、和与])"
    r"\d{1,3}(?:\.\d+){0,4}[a-z]?)(?![\w.]*\w)"
    r"|\)(?:\s?[–-]\s?|, |,? and )\(\d{1,3}(?=\))"
)
MORE_ZH = re.compile(r"(?:[-–~～/]| ?[、，,] ?| ?[和与及或至到] ?)\d{1,3}(?![\d%]|[.,]\d)")
"""A further number behind a Chinese pointer: ``图 3、4 和 5``, ``表1-1``."""
REFERENCE_BODY = re.compile(r"(?:[A-Z]\.?)?\d{1,6}(?:\.\d{1,3}){0,4}(?:\([a-z]\)|[a-z](?![a-z]))?")
WORD_TAIL = re.compile(r"[A-Za-z0-9_]*(?:[-.+@#:][A-Za-z0-9_]+|/\d+(?![\d.]*[A-Za-z]))*\+?")
STARTS_NAME = re.compile(r"[0-9]+[A-Za-z][A-Za-z0-9]*(?:[-.][A-Za-z0-9]+)*")
"""A name that begins with a digit (``1F1B``, ``3D``, ``4th``)."""
LIST_NUMBER = re.compile(
    r"\d{1,3}(?:、|(?:[.)）、]|\.\d{1,3}(?:\.\d{1,3})*[.)）、]?)(?=\s|$|[\u4e00-\u9fff]))"
)
PROGRAM = re.compile(
    r"(?:^|\s)-{1,2}[A-Za-z]|==|!=|[;{}$\\\"'|&]|::|\w\(\)|[A-Za-z_]\.[a-z_]+\(|/[\w.-]+/|\.[a-z]{2,4}$"
    r"|^\s*(?:\$|#!|>>>|import|from|def|class|return|pip|git|cd|python3?|export|bash|sh|npm|sudo|docker|conda|make"
    r"|torchrun|srun|mpirun|curl|wget|echo|set|for|if|while)\b|\w\w=[^\s=]|(?<!\w)[a-z][a-z0-9]*_[a-z0-9]+_|\w\[\w"
)
"""What running text and mathematics do not have and commands and source lines do."""
EXTENSIONS = frozenset(
    {
        "",
        "text",
        "txt",
        "plain",
        "plaintext",
        "math",
        "latex",
        "tex",
        "none",
        "markdown",
        "md",
        "verbatim",
        "alltt",
    }
)
"""Info strings of code blocks that may hold formulas and figures instead of a program."""
