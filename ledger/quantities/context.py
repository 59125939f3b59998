"""What stands around a number: the word before it, its line, its clause."""

from __future__ import annotations

import re
from itertools import islice
from typing import NamedTuple

from ledger.quantities.conditions import in_condition
from ledger.quantities.fold import Folded
from ledger.quantities.lexicon import (
    ACTS_S_EN,
    ALIKE_EN,
    AUXILIARIES_EN,
    FUNCTION_EN,
    PAST_EN,
    PREPOSITIONS_EN,
    SELF_EN,
    SELF_ZH,
)
from ledger.quantities.sentences import SENTENCE_END
from ledger.quantities.such import is_among_such, is_such
from ledger.quantities.supposing import Suppositions
from ledger.quantities.text import Mark

_BACK_TO_STOP = re.compile(r"[。！？\n\t!?]| \.")
"""The end of the sentence before, in a text that runs backwards."""
_CLAUSE_END = re.compile(r"[。！？；\n\t;!?]|\.(?=\s|$)")
CLAUSE = 200
"""How far a sentence is looked for either way, in characters."""
_NOUN = re.compile(r"[ \u00a0-]?([A-Za-z][A-Za-z-]*|[\u4e00-\u9fff])")


def word_before(s: str, start: int, floor: int) -> tuple[str, int]:
    """The letters that end just before *start* (one space, a full stop or an opening bracket between)."""
    spot = start
    low = max(floor, start - 40)
    if spot > low and s[spot - 1] == "(":
        spot -= 1
    while spot > low and s[spot - 1] in " \u00a0~.#":
        spot -= 1
    end = spot
    while spot > low and s[spot - 1].isalpha() and s[spot - 1] < "\u2e80":
        spot -= 1
    if spot > low and s[spot - 1].isdecimal() and spot < end:
        return "", end
    return s[spot:end], spot


def line_start(s: str, start: int) -> int:
    """Where the line of *start* begins, looking back at most 200 characters (else *start* + 1)."""
    low = max(0, start - 200)
    found = s.rfind("\n", low, start)
    if found >= 0:
        return found + 1
    return 0 if low == 0 else start + 1


def opens_line(s: str, start: int) -> bool:
    """Whether only white space, quote and heading signs stand between the line's beginning and *start*."""
    begin = line_start(s, start)
    return begin <= start and not s[begin:start].strip(" \u00a0>#*-\t")


class Sentence(NamedTuple):
    """One sentence of the text and what it says of its numbers; positions are of the text.

    Attributes:
        start, end: its span, at most :data:`CLAUSE` characters either way of the number that asked.
        set_in: between these positions an *if* sets a value (``if N = 8``).
        own_from: behind this position it speaks of the document that it stands in.
        asks: it is a question, or from :attr:`asked_from` on.
        asked_from: where the brackets open in which the question stands, or the beginning.
        given: between these positions a question takes its numbers as given (``why 2 bytes?``).
        quotes: it has quotation marks.
        announces: it ends in a colon.
    """

    start: int
    end: int
    set_in: tuple[int, int]
    own_from: int
    asks: bool
    asked_from: int
    given: tuple[int, int]
    quotes: bool
    announces: bool


def sentence(f: Folded, at: int) -> Sentence:
    """The sentence around *at*; remembered, since numbers come in sentences."""
    last = f.sentence
    if last is not None and last.start <= at < last.end:
        return last
    f.sentence = found = _sentence(f.work, at)
    return found


def supposes(f: Folded, at: int) -> bool:
    """Whether the number at *at* is supposed, not stated."""
    if f.suppositions is None:
        f.suppositions = Suppositions(f)
    low, high = sentence(f, at).set_in
    return low <= at < high or f.suppositions.over(at) or is_such(f.work, at) or is_among_such(f.work, at)


def _sentence(s: str, at: int) -> Sentence:
    low, high = max(0, at - CLAUSE), min(len(s), at + CLAUSE)
    before = _BACK_TO_STOP.search(s[low:at][::-1])
    start = low if before is None else at - before.start() - (before[0] == " .")
    stop = SENTENCE_END.search(s, at, high)
    end = high if stop is None else stop.start()
    text = s[start:end]
    folded = text.lower()
    english = folded.isascii()
    own = _behind(folded, SELF_EN if english else _OWN) if "this " in folded or not english else -1
    may_set = "=" in text and ("f " in text or "et " in text or not english)
    sets = _IF_SET.search(text) if may_set else None
    if sets is not None:
        set_in = sets.span()
    else:
        set_in = in_condition(text) if "f " in text or "Were " in text or not english else (0, 0)
    asked = stop is not None and stop[0] in "?？"
    return Sentence(
        start=start,
        end=end if end > at else at + 1,
        set_in=(start + set_in[0], start + set_in[1]),
        own_from=len(s) if own < 0 else start + own,
        asks=asked and _DOUBTED.fullmatch(text) is None,
        asked_from=_opened(s, start, end) if asked else start,
        given=_given(text, start) if asked else (0, 0),
        quotes='"' in text or not (english or _CLOSING_QUOTES.isdisjoint(text)),
        announces=announces(text),
    )


def _opened(s: str, start: int, end: int) -> int:
    """Where the last bracket opens between *start* and *end* that is not closed there, or *start*."""
    depth = 0
    for at in range(end - 1, start - 1, -1):
        if s[at] in ")）":
            depth += 1
        elif s[at] in "(（":
            if depth == 0:
                return at
            depth -= 1
    return start


_DOUBTED = re.compile(r"\W{0,3}\d[\d.,]*\s?[\w%]{0,6}")
"""A cell ``~200B?`` doubts its number; it asks for none."""


def _behind(text: str, cues: tuple[str, ...]) -> int:
    """The end of the first of *cues* in *text*, or -1."""
    first = -1
    for cue in cues:
        if cue in text:
            end = text.index(cue) + len(cue)
            first = end if first < 0 else min(first, end)
    return first


def _given(text: str, start: int) -> tuple[int, int]:
    """The stretch of the question *text* that it presupposes: behind its why or how, before a maybe.

    A statement that the question follows from is given too (``it has 80 GB, so why does it fail?``).
    """
    why = _GIVEN.search(text)
    if why is None:
        return (0, 0)
    maybe = _MAYBE.search(text, why.end())
    follows = _FOLLOWS.search(text, 0, why.start()) or (
        why[0] in _WHY and text[: why.start()].rstrip().endswith((",", "，"))
    )
    begin = 0 if follows else why.end()
    return start + begin, start + (len(text) if maybe is None else maybe.start())


_IF_SET = re.compile(
    r"(?:如果|假如|倘若|若(?!干)|[设令](?= ?[A-Za-zΑ-Ωα-ω])|(?<![A-Za-z])(?:[Ii]f|[Ll]et) )"
    r"[^，。；,;.=\n]{0,30}= ?[-−+]?\.?\d[^，。；,;]{0,40}"
)
_OWN = (*SELF_ZH, *SELF_EN)
_GIVEN = re.compile(r"怎样|怎么|如何|为什么|为何|\b(?:why|how (?!many|much|long|often|far|big|fast))", re.I)
_WHY = frozenset({"为什么", "为何", "why", "Why"})
"""What a reason is asked for is so: ``with 80 GB, why does it fail?``."""
_MAYBE = re.compile(r"可能|会不会|能否|是否|\b(?:may|might|could|would)\b", re.I)
_FOLLOWS = re.compile(r"[,，] ?(?:so|but|yet|and|then|那么?|但是?|可是?|却|又) ?\Z")
_OPENING, _CLOSING = '“「『"', '”」』"'
_CLOSING_QUOTES = frozenset(_CLOSING)
_SO_CALLED = re.compile(r"(?:所谓的?|号称|[Ss]o-called)\s?$")
_DENIED = re.compile(
    r"\s?(?:(?:并?不是|并非)(?:真|事实|对的|正确)|是错误|是误解|是误读|不成立"
    r"|is (?:wrong|false|a myth|misleading))"
)


def is_disowned(s: str, start: int, end: int) -> bool:
    """Whether the number stands in quotation marks that are called so-called before or denied after."""
    low, high = max(0, start - 60), min(len(s), end + 60)
    opened = max(s.rfind(mark, low, start) for mark in _OPENING)
    closed = min((at for mark in _CLOSING if (at := s.find(mark, end, high)) >= 0), default=-1)
    if opened < 0 or closed < 0 or "\n" in s[opened:closed]:
        return False
    if any(mark in s[opened + 1 : start] for mark in _CLOSING):
        return False
    so_called = _SO_CALLED.search(s, max(0, opened - 12), opened) is not None
    return so_called or _DENIED.match(s, closed + 1, min(len(s), closed + 14)) is not None


_CODE_SIGN = re.compile(
    r"\w(?:\.\w++\(|\(\)|_\w++\()|[=!+]=|&&|\|\||\+\+"
    r"|\b(?:def|class|import|return|print|elif|lambda|void|int|float|const) ?[\w(]"
    r"|[a-z_]{4,}+=[\w.'\"\[]"
)
_CODE_REACH, _CODE_SIGNS = 120, 4


def in_program_text(s: str, at: int) -> bool:
    """Whether the number at *at* stands among calls, comparisons and keywords: code that nothing marks."""
    if s[max(0, at - 2) : at].rstrip()[-1:].isalnum():
        return False
    low, high = max(0, at - _CODE_REACH), min(len(s), at + _CODE_REACH)
    if s.count("(", low, high) < 2:
        return False
    low, end = s.rfind("\t", low, at) + 1 or low, s.find("\t", at, high)
    high = high if end < 0 else end
    if s.count("(", low, high) < 2 or (s.find("_", low, high) < 0 and s.find("==", low, high) < 0):
        return False
    if not _may_be_code(s, low, high):
        return False
    signs = islice(_CODE_SIGN.finditer(s[low:high]), _CODE_SIGNS)
    return sum(1 for _ in signs) == _CODE_SIGNS


def _may_be_code(s: str, low: int, high: int) -> bool:
    """Whether as many signs of code may stand there as make it code, by one character or word of each."""
    most = s.count("(", low, high) - s.count(" (", low, high) + s.count("=", low, high)
    return most >= _CODE_SIGNS or most + sum(s.count(sign, low, high) for sign in _IN_CODE) >= _CODE_SIGNS


_IN_CODE = (
    "&&", "||", "++", "def", "class", "import", "return", "print", "elif", "lambda", "void", "int", "float",
    "const",
)  # fmt: skip
"""One of these, a bracket or an equals sign stands in each of :data:`_CODE_SIGN`."""
_ALIKE = re.compile(r"\s*+(\S.{1,78}?)(?:\s*+\1){2,}\s*+")


def is_drawn(s: str, start: int, end: int) -> bool:
    """Whether the line is one short text three times or more: the cells of a drawing, which state nothing."""
    surface = s[start:end]
    if s.count(surface, max(0, start - 80), end + 80) < 2:
        return False
    if s.find(surface, end, end + 80) < 0 and s.find(surface, max(0, start - 80), start) < 0:
        return False
    low, high = line_start(s, start), s.find("\n", end, min(len(s), end + CLAUSE))
    if low > start or high < 0 or s.count(surface, low, high) < 3:
        return False
    return _ALIKE.fullmatch(s, low, high) is not None


_LOOKS = re.compile(
    r"(?:(?:先|再|来|下面|接着|首先|接下来)(?:来)?(?:看|考虑|观察|讨论|分析)(?:一下)?"
    r"|(?:^|[,.;:\n] ?|\bwe |\b(?:let us|let's|let’s) )(?:(?:now|first|next) )?(?:consider|look at))[ ]?\Z",
    re.I,
)
_LOOKS_END = frozenset("看虑察论析下rt")


def is_looked_at(s: str, start: int) -> bool:
    """``再看两次``, ``now consider two``: the reader is asked to look at as many, which states nothing."""
    last = s[start - 2 : start - 1] if s[start - 1 : start] == " " else s[start - 1 : start]
    return last in _LOOKS_END and _LOOKS.search(s, max(0, start - 24), start) is not None


_DENIED_ACT = re.compile(r"(?:不是|并非)[把将靠拿][^，。；：\n]{0,60}\Z")


def is_denied(f: Folded, start: int) -> bool:
    """``不是把程序复制一万份``: a number of something that, as the text says, is not what is done."""
    if f.denies is None:
        f.denies = f.has("不是") or f.has("并非")
    if not f.denies:
        return False
    low = max(sentence(f, start).start, start - 70)
    if f.work.find("不是", low, start) < 0 and f.work.find("并非", low, start) < 0:
        return False
    return _DENIED_ACT.search(f.work, low, start) is not None


def clause_before(f: Folded, start: int) -> str:
    """The text from the beginning of the sentence or the last semicolon to *start*."""
    s, begin = f.work, sentence(f, start).start
    return s[max(begin, s.rfind("；", begin, start) + 1, s.rfind(";", begin, start) + 1) : start]


def clause_after(s: str, end: int) -> str:
    """The text from *end* to the next sentence end or semicolon (or 200 characters on), a colon included."""
    high = min(len(s), end + CLAUSE)
    stop = _CLAUSE_END.search(s, end, high)
    return s[end : high if stop is None else stop.start()]


def announces(after: str) -> bool:
    """Whether the clause ends in a colon: the text goes on to enumerate what it counted."""
    stripped = after.rstrip(' *_`”"')
    return stripped.endswith((":", "："))


def noun_after(s: str, end: int) -> str:
    """The word (or the first Chinese character) after *end*; ``""`` at punctuation."""
    found = _NOUN.match(s, end, min(len(s), end + 40))
    return "" if found is None else found[1]


def counted_follows(s: str, end: int) -> bool:
    """Whether a counted noun stands after the number: a plural, and no verb."""
    noun = noun_after(s, end)
    return noun.islower() and len(noun) > 2 and is_plural(noun)


def counted_behind_name(s: str, at: int, end: int) -> bool:
    """The same of the number of a name at *at*: what has an object is a verb (``NVLink 4 links every``).

    Not behind a preposition, where the sentence may begin with the object: ``on Alpha 3 cards the loss``.
    """
    found = _NOUN.match(s, end, min(len(s), end + 40))
    if found is None or not counted_follows(s, end):
        return False
    return _OBJECT.match(s, found.end()) is None or _PREPOSED.search(s, max(0, at - 16), at) is not None


def is_predicate(word: str) -> bool:
    """Whether *word*, behind a noun, is its verb or joins something to it, and is no noun itself."""
    return word in FUNCTION_EN or word in ACTS_S_EN or word in AUXILIARIES_EN or word in PAST_EN


def is_plural(noun: str) -> bool:
    """Whether *noun*, in small letters, has the form of a plural and is no verb that has it too."""
    if noun[-1] != "s" or noun.endswith(("ss", "us", "is")):
        return False
    return noun not in FUNCTION_EN and noun not in ACTS_S_EN and noun not in ALIKE_EN


_OBJECT = re.compile(r" (?:an?|the|its|their|every)\b| (?:it|them)(?=[.,;:!?)\n]|\Z)")
"""What a verb acts on."""
_PREPOSED = re.compile(
    rf"\b(?:{'|'.join(sorted(PREPOSITIONS_EN))})"
    r" (?:the |an? )?(?:[A-Z][\w-]*)?[ -]?\Z",
    re.IGNORECASE,
)


class Cell(NamedTuple):
    """The table cell around a number: its own text, its column's header, whether it numbers its row."""

    text: str
    header: str
    numbers_row: bool
    first: bool


def cell_of(f: Folded, start: int) -> Cell | None:
    """The table cell at *start*, or ``None``."""
    if not f.cells.marks:
        return None
    mark = f.cells.at(start)
    if mark is None:
        return None
    if f.cell is None or f.cell[0] is not mark:
        f.cell = mark, _cell(f, mark)
    return f.cell[1]


def _cell(f: Folded, mark: Mark) -> Cell:
    parts = mark.note.split(":")
    table, row, column = parts if len(parts) == 3 else ("", "", "")
    text, header = f.plain[mark.start : mark.end], f.headers.get((table, column), "")
    return Cell(text, header, column == "0" and _numbers_row(text, row, header), column == "0")


def _numbers_row(text: str, row: str, header: str) -> bool:
    """Whether a row's first cell has the row's number, give or take one, in a column of steps or runs."""
    if not (text.isdecimal() and len(text) < 3 and row.isdecimal()):
        return False
    return header.strip().lower() in _ROW_HEADERS and abs(int(text) - int(row)) < 2


_ROW_HEADERS = frozenset(
    {"step", "run", "trial", "round", "attempt", "test", "case", "phase", "stage", "task", "question", "item"}
    | {"experiment", "步骤", "轮次", "实验", "阶段"}
)


def column_of(f: Folded, start: int) -> list[str]:
    """The texts of the body cells in the column of the table cell at *start*."""
    mark = f.cells.at(start)
    if mark is None or mark.note.count(":") != 2:
        return []
    if f.columns is None:
        f.columns = {}
        for cell in f.cells.marks:
            key = cell.note.partition(":")[0], cell.note.rpartition(":")[2]
            f.columns.setdefault(key, []).append(f.plain[cell.start : cell.end])
    return f.columns[mark.note.partition(":")[0], mark.note.rpartition(":")[2]]
