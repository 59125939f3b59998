"""What a block of code states: its comments, the output that it quotes, the tables and labels that it draws.

A block is program text, whose numbers state nothing, but for the lines of it that a reader takes as said:
measures in words, a comment's measure, a line of printed output, a row of a drawn table, a diagram's label.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from ledger.quantities import compact, computed, patterns, units
from ledger.quantities.fold import Folded
from ledger.quantities.text import Mark, Role

_LONG = 320
"""Longer lines are no lines of words."""
_FAR = 4000
"""How much of a block tells what kind it is."""
_PROSE_LINE = re.compile(
    r"\s*(?:(?:\d{1,2}[.)、]\s?|[-*•]\s)?[\u4e00-\u9fff][^\"'`;{}=|]*|[-*•]\s+(?![a-z_]+:)[^\"';{}=|$\\]*)\Z"
)
_EQUATION = re.compile(r"[\w .\u4e00-\u9fff]{0,80}[\u4e00-\u9fff] ?(?:=|≈)(?!=)[^\"'`;{}|#$\\]*\Z")
_GOES_ON = re.compile(r"\s*(?:=|≈)(?!=) ?[\d(][^\"'`;{}|#$\\]*\Z")
_NUMBER = re.compile(r"\d[\d.,]*(?:\s?[-–~]\s?\d[\d.,]*)?[+ ]?")
_COMMENT = re.compile(r"(?<![^\s;{}])(?:#+|//+|--|/\*+|<!--|%+)\s+(?![!-])|(?<=\n) {0,8}\*\s")
_OR = r"(?: ?(?:[-–~/,、到至或和与]|, ?(?:or|and)|or|to|and) ?)"
_USUAL = re.compile(
    r"(?:通常|一般|往往|常见|常用|多半|大多|默认|最多|最少|至多|至少|上限|下限"
    r"|(?<![A-Za-z])(?:(?:usual|typical|normal|general|common|most)(?:ly)?|often|defaults?|at (?:most|least)"
    r"|up to|max(?:imum)?|min(?:imum)?)(?![A-Za-z]))"
    r"(?: ?(?:都?[为是在取约设]|设为|大约|is|are|was|be|of|to|about|around|between|set to|[=:：~≈]) ?){0,2}"
    rf" ?(?:\d[\d.]{{0,12}}%?{_OR}){{0,4}}\Z",
    re.IGNORECASE,
)
"""What says in a comment of the value behind it that it is usual, a default or a bound."""
_SOURCE = re.compile(
    r"[{}$\\]|;(?:\s*$|\S)|[=!+*/<>-]=|&&|\|\||::|->|=>|\w\(|(?:^|\s)--?[A-Za-z]|\w=\S|\w\[\w"
    r"|^\s*[>%#]\s|^\S{1,40}[$#>] "
    r"|^\s*(?:import|from|def|class|return|pip|git|cd|python3?|export|bash|sh|npm|sudo|docker|conda|make|set"
    r"|torchrun|srun|mpirun|curl|wget|echo|for|if|while|config|timeout|sleep)\b"
)
"""What a source line or a command has and printed output has not."""
_SETTING = re.compile(r"\s*(?:- )?[a-z_][\w.-]*: ")
"""A key of a configuration and its value."""
_FIGURE = r" +[-+]?\d[\d.,]*(?:[eE][-+]?\d+)?[KMGT]?\s*"
_LABELLED = re.compile(rf"\s*[A-Z][\w /%().-]{{1,50}}:{_FIGURE}\Z")
_ANSWERED = re.compile(rf"\s*[A-Za-z][\w /%().-]{{1,50}}[:=]{_FIGURE}(?:\([^()\n]{{0,80}}\))?\s*\Z")
"""The same as the answer to a command."""
_RATED = re.compile(
    r"\s*[A-Za-z][\w /-]{0,40}: *\d[\d.,]* [a-z]{3,20} (?:per|/) ?(?:second|sec|s|minute|min|hour|ms)"
    r"(?![\w(=])"
)
"""``SET: 110000.00 requests per second``: no command has a rate in words."""
_LABEL = 60
_ENDS_LABELLED = re.compile(r"(?<![\w-])[A-Za-z]\w* [A-Za-z][\w ]{0,40}: {1,8}\Z")
_LAST = re.compile(r"\d+\.\d+\s*\Z")
"""A label of two words or more and its value, which end a line that may begin as a source line does."""
_KEY = re.compile(r"(?:(?<=\w)|\b[a-z]{1,8}\(\d{1,4}\))=(?=\d)")
_MEASURED_KEY = re.compile(rf"{_KEY.pattern}\d[\d.]*[A-Za-zµμ]{{1,4}}(?![\w(])")
"""``avg=13.36s p(90)=12.54s``: several measures under their names."""
_ROW = re.compile(r"\s*\d[\d.,]*(?:\s{1,20}\d[\d.,]*){1,20}\s*\Z")
"""A row of numbers and nothing else, which is no command."""
_ALONE = re.compile(r"\s*\d[\d.,]*[KMGT]?i?B?\s*\Z")
_WORD = re.compile(r"[A-Za-z]{2,}|[\u4e00-\u9fff]{2}")
_PROMPT = re.compile(
    r"^[ \t]*+(?:[$%]|>{1,3}|[\w@~:./-]{1,40}[$#%>]|PS [^\n>]{1,40}>|In \[\d{1,4}\]:) \S", re.MULTILINE
)
_RULE = re.compile(r"^[ \t]*+(?=[^\n]*(?:---|===|───))[|+:=─┼├┤ \t-]{3,400}+$", re.MULTILINE)
_BAR = re.compile(r"[|│┃]")
_UNDRAWN = re.compile(r"\s*(?:style|linkStyle|classDef|class|click|%%|skinparam|dateFormat|axisFormat)\b")
_CHARTED = re.compile(r"\s*(?:\"[^\"\n]{1,80}\" ?: *[\d.]+\s*\Z|(?:bar|line)(?: \"[^\"\n]{0,80}\")? \[)")

_PLAIN = frozenset({"", "text", "txt", "plain", "plaintext"})
_COUNTED = re.compile(r"\d[\d.,]* [a-z]{4,20} [a-z]{3,20}s(?![\w=:(])")
"""``[6 transformer blocks]``: a number and what it counts, in words."""
_PRINTED = frozenset(
    {
        "",
        "console",
        "shell-session",
        "sh-session",
        "shellsession",
        "session",
        "terminal",
        "log",
        "ansi",
    }
)
"""Info strings of blocks that may hold what a program prints."""
_SHELLS = frozenset(
    {
        "bash",
        "sh",
        "shell",
        "zsh",
        "powershell",
        "ps1",
        "cmd",
        "bat",
        "fish",
        "python",
        "py",
        "pycon",
        "ipython",
    }
)
"""Info strings of commands, which hold what they print only behind a prompt."""
_DRAWN = frozenset({"mermaid", "plantuml", "puml", "dot", "graphviz", "d2", "ditaa"})
"""Info strings of diagrams."""


@dataclass(frozen=True, slots=True)
class Listing:
    """What is known of a whole block.

    Attributes:
        language: its info string's first word, in small letters.
        program: whether it is program text but for the lines that state something.
        prompted: whether commands stand behind a prompt in it, so that the other lines are their output.
        ruled: whether a drawn line parts the head of a table from its body.
    """

    language: str
    program: bool
    prompted: bool
    ruled: bool


def is_program(f: Folded, region: Mark, hit: int) -> bool:
    """Whether the number at *hit*, in a code span or block, stands in program text and states nothing."""
    if region.role is not Role.CODE_BLOCK:
        known = f.code_spans.get((region.start, region.end))
        if known is None:
            f.code_spans[region.start, region.end] = known = _is_program_span(f.plain, region)
        return known
    listing = f.listings.get(region.start)
    if listing is None:
        f.listings[region.start] = listing = _listing(f, region)
    if not listing.program:
        return False
    line = _line(f.work, region, hit)
    return line is None or not _states(f.work, region, listing, hit, *line)


def _is_program_span(plain: str, region: Mark) -> bool:
    text = plain[region.start : min(region.end, region.start + _LONG)]
    stated = computed.states(text.strip())
    return patterns.PROGRAM.search(text) is not None if stated is None else not stated


def _listing(f: Folded, region: Mark) -> Listing:
    info = region.note.split()
    language = info[0].strip("{}.").lower() if info else ""
    text = f.plain[region.start : min(region.end, region.start + _FAR)]
    known = language not in patterns.EXTENSIONS
    program = known or (
        not language
        and patterns.PROGRAM.search(text[: _FAR // 2]) is not None
        and not computed.is_formulas(text)
    )
    if not program:
        return Listing(language, program, False, False)
    return Listing(language, program, _PROMPT.search(text) is not None, _RULE.search(text) is not None)


def _line(s: str, region: Mark, at: int) -> tuple[int, int] | None:
    """Where the line of *at* begins and ends in its block; ``None`` if it is long."""
    low, high = max(region.start, at - _LONG), min(region.end, at + _LONG)
    start, end = max(region.start, s.rfind("\n", low, at) + 1), s.find("\n", at, high)
    if (end < 0 and high < region.end) or at - start > _LONG:
        return None
    return start, high if end < 0 else end


def _states(s: str, region: Mark, listing: Listing, hit: int, start: int, end: int) -> bool:
    """Whether the line ``[start, end)`` states its numbers, or the one at *hit*."""
    if listing.language == "output":
        return True
    if s.find("=", start, end) >= 0 or s.find("≈", start, end) >= 0:
        if _EQUATION.match(s, start, end) is not None:
            return True
        if _GOES_ON.match(s, start, end) is not None and start > region.start:
            above = _line(s, region, start - 1)
            return above is not None and _EQUATION.match(s, *above) is not None
        if not listing.language and computed.is_worded(s[start:end]):
            return True
    if listing.language in _PLAIN and _COUNTED.match(s, hit, end) is not None:
        return _SOURCE.search(s[start:end]) is None
    if listing.ruled and _BAR.search(s, start, end) is not None:
        return _SOURCE.search(s[start:end]) is None
    if _PROSE_LINE.match(s, start, end) is not None and _measures(s, start, end):
        return True
    comment = _COMMENT.search(s, start, end)
    if comment is not None and comment.end() <= hit:
        if _WORD.search(s, comment.end(), end) is None:
            return False
        if _measured(s, hit, end) or computed.is_worded(s[comment.end() : end]):
            return True
        return _USUAL.search(s, comment.end(), hit) is not None
    if listing.language in _DRAWN:
        drawn = _UNDRAWN.match(s, start, end) is None
        return drawn and (_measured(s, hit, end) or _CHARTED.match(s, start, end) is not None)
    shell = listing.language in _PRINTED or listing.language in _SHELLS
    if shell and _ROW.match(s, start, end) is not None and s.find(".", start, end) >= 0:
        return True
    if shell and _RATED.match(s, start, end) is not None:
        return True
    printed = listing.language in _PRINTED or (listing.prompted and listing.language in _SHELLS)
    return printed and _prints(s, listing, hit, start, end)


def _prints(s: str, listing: Listing, hit: int, start: int, end: int) -> bool:
    """Whether the line is output that states the number at *hit*: with its unit, behind a label, alone."""
    if _LAST.match(s, hit, end) and _ENDS_LABELLED.search(s, max(start, hit - _LABEL), hit) is not None:
        return True
    line = s[start:end]
    if line.count("=") > 1 and len(_MEASURED_KEY.findall(line)) > 1 and _measured(s, hit, end):
        return _SOURCE.search(_KEY.sub(" ", line)) is None
    if _SOURCE.search(line) is not None:
        return False
    if not listing.prompted and _SETTING.match(s, start, end) is not None:
        return False
    if _LABELLED.match(s, start, end) is not None:
        return True
    if listing.prompted and (_ALONE.match(s, start, end) or _ANSWERED.match(s, start, end)):
        return True
    return (_measured(s, hit, end) or _measures(s, start, end)) and _WORD.search(s, start, end) is not None


def _measures(s: str, start: int, end: int) -> bool:
    return any(units.match(s, number.end(), end) is not None for number in _NUMBER.finditer(s, start, end))


def _measured(s: str, hit: int, end: int) -> bool:
    """Whether a unit stands behind the number at *hit*."""
    number = _NUMBER.match(s, hit, end)
    if number is None:
        return False
    return (
        s[number.end() : number.end() + 1] == "%"
        or units.match(s, number.end(), end) is not None
        or compact.match(s, hit) is not None
    )
