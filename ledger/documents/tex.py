"""Writes TeX as linear text: ``2\\frac{D-1}{D}S`` becomes ``2(D-1)/DS`` with every place kept.

One walk over the source with a stack of its own, so that neither depth nor size can hurt: pylatexenc's walker
recurses and reads one character at a time. What commands stand for comes from pylatexenc's tables.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum, auto

from ledger.documents import siunitx
from ledger.documents.builder import Builder
from ledger.documents.claim_links import claim_of
from ledger.documents.document import BoundSpan
from ledger.documents.names import names
from ledger.documents.tex_symbols import DROPPED, SPACES, symbol
from ledger.quantities.text import Role

_PIECE = re.compile(
    r"\\(?P<word>[A-Za-z@]++)\*?|\\(?P<sign>[^A-Za-z])|(?P<brace>[{}])|(?P<script>[\^_])"
    r"|(?P<space>\s++)|(?P<special>[&$~%#\\])|(?P<text>[^\\{}\^_&$~%#\s]++)",
    re.DOTALL,
)
_ESCAPED = re.compile(r"\\(.)", re.DOTALL)
_BLANK_LINE = re.compile(r"\n[ \t]*\n")
_SUM = re.compile(r"[+\-−±=,]|\\pm\b|\\mp\b")
_ATOM = re.compile(r"\s*(?:[\w.]+|\\[A-Za-z]+|[\w.]+_(?:\w|\{[^{}]*\}))\s*")
_FACTOR = re.compile(r"\s*(?:\w|\\(?!times|cdot|[,;: !]|approx|le|ge|quad|qquad|right|\)|\])|[({\[])")
OPTION = re.compile(r"[ \t]*\[[^\[\]{}\n]{0,200}\]")
NAMED = re.compile(r"\{([^{}\n]{0,160})\}")
_NAME_AHEAD = re.compile(rf"\s*+{NAMED.pattern}")
_LOOK = 200
_WAITING = 64


class Slot(Enum):
    """What a braced group is to the command before it."""

    GROUP = auto()
    NUMERATOR = auto()
    DENOMINATOR = auto()
    ROOT = auto()
    SUPER = auto()
    SUB = auto()
    WORDS = auto()
    CODE = auto()
    HEADING = auto()
    CAPTION = auto()
    CLAIM = auto()
    TARGET = auto()
    PART = auto()


Want = tuple[Slot, str]


_SLOTS = {
    "frac": (Slot.NUMERATOR, Slot.DENOMINATOR),
    "dfrac": (Slot.NUMERATOR, Slot.DENOMINATOR),
    "tfrac": (Slot.NUMERATOR, Slot.DENOMINATOR),
    "cfrac": (Slot.NUMERATOR, Slot.DENOMINATOR),
    "sfrac": (Slot.NUMERATOR, Slot.DENOMINATOR),
    "nicefrac": (Slot.NUMERATOR, Slot.DENOMINATOR),
    "sqrt": (Slot.ROOT,),
    "text": (Slot.WORDS,),
    "textrm": (Slot.WORDS,),
    "mbox": (Slot.WORDS,),
    "mathrm": (Slot.WORDS,),
    "operatorname": (Slot.WORDS,),
    "textsuperscript": (Slot.SUPER,),
    "textsubscript": (Slot.SUB,),
    "label": (Slot.CODE,),
    "tag": (Slot.CODE,),
    "hspace": (Slot.CODE,),
    "vspace": (Slot.CODE,),
    "color": (Slot.CODE,),
    "phantom": (Slot.CODE,),
}
_KEPT = names(
    """mathbf mathit mathsf mathtt mathcal mathbb mathfrak boldsymbol bm hat bar vec tilde dot ddot
    overline underline widehat widetilde overbrace underbrace boxed cancel textbf textit texttt textsf
    textsc emph underset overset stackrel smash rlap llap"""
)


def bracketed(source: str) -> dict[int, int]:
    """Every ``\\(…\\)`` and ``\\[…\\]`` within one paragraph: start to end, brackets included."""
    spans: dict[int, int] = {}
    if "\\(" not in source and "\\[" not in source:
        return spans
    opened, closing = -1, ""
    behind = 0
    for match in _ESCAPED.finditer(source):
        if opened >= 0 and _BLANK_LINE.search(source, behind, match.start()) is not None:
            opened = -1
        sign, behind = match[1], match.end()
        if sign in "([":
            opened, closing = match.start(), ")" if sign == "(" else "]"
        elif opened >= 0 and sign == closing:
            spans[opened] = match.end()
            opened = -1
    return spans


def mathematics(builder: Builder, start: int, end: int, note: str) -> None:
    """Write the mathematics ``source[start:end]``, without its dollar signs or brackets.

    A number alone (``$-0.42$``, ``$3.8\\times 10^{25}$``) is a number like any other and carries no mark.
    """
    begin = builder.length
    Walker(builder, start, end, math=True).run()
    if any(sign.isalpha() for sign in builder.words(begin)):
        builder.mark(begin, builder.length, Role.MATH, note)


@dataclass(slots=True)
class Frame:
    """An open group: what it is, where its text began, whether it stands in brackets, the mode outside."""

    slot: Slot
    note: str
    begin: int
    source_start: int
    bracket: bool
    math: bool
    wanted: list[Want]


class Walker:
    """Walks TeX from *start* to *end* and writes it; subclasses add what belongs to whole documents."""

    def __init__(self, builder: Builder, start: int, end: int, *, math: bool) -> None:
        self.builder = builder
        self.source = builder.source
        self.position = start
        self.end = end
        self.math = math
        self.frames: list[Frame] = []
        self.wanted: list[Want] = []

    def run(self) -> None:
        """Walk to the end; groups left open are closed there."""
        while self.position < self.end:
            match = _PIECE.match(self.source, self.position, self.end)
            if match is None:
                self.position += 1
                continue
            self.position = match.end()
            self.piece(match.lastgroup or "", match)
        while self.frames:
            self.close_group()

    def piece(self, kind: str, match: re.Match[str]) -> None:
        """Write one lexical piece."""
        if kind == "text":
            self.text(match.start(), match.end())
        elif kind == "space":
            self.space(match.start(), match.end())
        elif kind == "word":
            self.command(match["word"], match.start())
        elif kind == "sign":
            self.sign(match["sign"], match.start(), match.end())
        elif kind == "brace":
            if match["brace"] == "{":
                self.open_group(match.start())
            else:
                self.close_group()
        elif kind == "script":
            self.script(match["script"], match.start())
        else:
            self.special(match["special"], match.start())

    def text(self, start: int, end: int) -> None:
        """Write characters that mean themselves; a waiting command takes the first of them."""
        while self.wanted and start < end:
            self._single(start, start + 1)
            start += 1
        self.builder.exact(start, end)

    def _single(self, start: int, end: int) -> None:
        self.enter(start, end)
        self.builder.exact(start, end)
        self.close_group()

    def space(self, start: int, end: int) -> None:
        """White space is one space, and none at the start of a line or after another.

        In mathematics it means nothing but between two words.
        """
        if self.math and not (self.builder.last.isalnum() and self.source[end : end + 1].isalnum()):
            return
        if not self.builder.at_line_start and self.builder.last not in " \t\u2009":
            self.builder.atom(" ", start, end)

    def special(self, sign: str, start: int) -> None:
        """``~`` ties; ``&`` parts; the others stand for themselves here."""
        if sign == "~":
            self.builder.atom("\u00a0", start, start + 1)
        elif sign == "&" and self.math:
            self.space(start, start + 1)
        elif sign != "\\":
            self.builder.exact(start, start + 1)

    def sign(self, sign: str, start: int, end: int) -> None:
        """A control symbol: an escaped character, a space, a line break."""
        if sign == "\\":
            self.line_break(start)
        elif sign in SPACES:
            if SPACES[sign] == " ":
                self.space(start, end)
            else:
                self.builder.atom(SPACES[sign], start, end)
        elif sign == "|":
            self.builder.atom("‖", start, end)
        elif sign not in "()[]":
            self.builder.exact(end - 1, end)

    def line_break(self, start: int) -> None:
        """``\\\\`` ends a line."""
        self.builder.newline(start)

    def script(self, sign: str, start: int) -> None:
        """``^`` and ``_``: what follows is a superscript or a subscript."""
        if not self.math:
            self.builder.exact(start, start + 1)
            return
        self.want(Slot.SUPER if sign == "^" else Slot.SUB)

    def want(self, *slots: Slot) -> None:
        """Let the next groups be *slots*; an endless queue of them is cut."""
        self.wanted = [*((slot, "") for slot in slots), *self.wanted][:_WAITING]

    def command(self, name: str, start: int) -> None:
        """A control word."""
        if self.math and name in ("quad", "qquad"):
            self.builder.atom(SPACES[name], start, self.position)
        elif name in SPACES:
            self.space(start, self.position)
        elif name in DROPPED:
            self._delimiter(name)
        elif name in siunitx.COMMANDS:
            self.position = siunitx.write(self.builder, name, start, self.position, self.end)
        elif name in _SLOTS:
            self._option(code=name != "sqrt")
            if _SLOTS[name] == (Slot.WORDS,) and self.wanted and self.wanted[0][0] in (Slot.SUPER, Slot.SUB):
                return  # ``d_\text{model}``: the words are the script
            if not (_SLOTS[name] == (Slot.CODE,) and self._unseen()):
                self.want(*_SLOTS[name])
        elif name in ("begin", "end"):
            self.environment(name, start)
        elif name in ("claim", "href") and self._claim(name, start):
            return
        elif name not in _KEPT:
            self.other(name, start)

    def _unseen(self) -> bool:
        """Put the group ahead aside, so that it does not stand between what is seen; whether one is there."""
        found = None if self.wanted else _NAME_AHEAD.match(self.source, self.position, self.end)
        if found is not None:
            self.builder.aside(*found.span(1), Role.CODE, "tex")
            self.position = found.end()
        return found is not None

    def _claim(self, name: str, start: int) -> bool:
        """``\\claim{id}{…}`` and ``\\href{claim:id}{…}`` bind their text; whether this is one of them.

        It is not where another command takes the very name for its argument (``10^\\claim{id}{25}``).
        """
        found = _NAME_AHEAD.match(self.source, self.position, self.end)
        if found is None or self.wanted:
            return False
        claim = found[1].strip() if name == "claim" else claim_of(found[1])
        if claim is None:
            return False
        self.position = found.end()
        self.wanted = [(Slot.CLAIM, f"{start}:{claim}")]
        return True

    def _delimiter(self, name: str) -> None:
        if name in ("left", "right") and self.source.startswith(".", self.position):
            self.position += 1

    def environment(self, name: str, start: int) -> None:
        """``\\begin{…}`` and ``\\end{…}`` inside mathematics only arrange it."""
        found = NAMED.match(self.source, self.position, self.end)
        if found:
            self.position = found.end()
        if found and found[1].startswith(("array", "tabular")):
            self.want(Slot.CODE)

    def other(self, name: str, start: int) -> None:
        """A command that stands for a symbol, or for its own name as a word."""
        words = symbol(name)
        words = name if words is None else words
        self._separate(words, start)
        if self.wanted:
            self.enter(start, self.position)
            self.builder.atom(words, start, self.position)
            self.close_group()
        else:
            self.builder.atom(words, start, self.position)

    def _separate(self, words: str, start: int) -> None:
        last = self.builder.last
        if words.isascii() and words.isalpha() and last.isascii() and last.isalnum() and not self.wanted:
            self.builder.atom(" ", start, start)

    def _option(self, *, code: bool) -> None:
        found = OPTION.match(self.source, self.position, self.end)
        if found:
            if code:
                self.builder.aside(found.start(), found.end(), Role.CODE, "tex")
            self.position = found.end()

    def open_group(self, start: int) -> None:
        """``{``: the group is what the command before it waits for, or only a group."""
        self.enter(start, start + 1)

    def enter(self, start: int, end: int) -> None:
        """Open a frame whose opening sign is ``source[start:end]``."""
        slot, note = self.wanted.pop(0) if self.wanted else (Slot.GROUP, "")
        bracket = self._needs_bracket(slot, start)
        if slot is Slot.DENOMINATOR:
            self.builder.atom("/", start, end)
        elif slot is Slot.ROOT:
            self.builder.atom("√", start, end)
        if bracket:
            self.builder.atom("(", start, end)
        frame = Frame(slot, note, self.builder.length, start, bracket, self.math, self.wanted)
        self.frames.append(frame)
        self.wanted = []
        if slot is Slot.WORDS:
            self.math = False

    def _needs_bracket(self, slot: Slot, start: int) -> bool:
        """Whether the group must stand in brackets for the linear text to mean the same."""
        if slot not in (Slot.NUMERATOR, Slot.DENOMINATOR, Slot.ROOT):
            return False
        if slot is Slot.NUMERATOR and self.builder.last.isalnum() and not self.builder.at_line_start:
            return True
        if self.source[start] != "{":
            return self.source[start + 1 : start + 2].isalnum() and slot is not Slot.NUMERATOR
        inner = _group(self.source, start, min(self.end, start + _LOOK))
        if inner is None:
            return True
        if slot is Slot.NUMERATOR:
            return _has_sum(inner)
        if slot is Slot.ROOT:
            return len(inner.strip()) > 1
        after = start + len(inner) + 2
        return _ATOM.fullmatch(inner) is None or _FACTOR.match(self.source, after, self.end) is not None

    def close_group(self) -> None:
        """``}``: mark what the group was."""
        if not self.frames:
            return
        frame = self.frames.pop()
        self.closed(frame)
        if frame.bracket:
            self.builder.atom(")", self.position - 1, self.position)
        self.math = frame.math
        self.wanted = frame.wanted

    def closed(self, frame: Frame) -> None:
        """Mark what stands in a group that has just ended, or bind it."""
        end = self.builder.length
        if frame.slot is Slot.CLAIM:
            start, _, claim = frame.note.partition(":")
            self.builder.bound.append(BoundSpan(claim, frame.begin, end, int(start), self.position))
        if frame.slot is Slot.SUPER:
            self.builder.mark(frame.begin, end, Role.SUPERSCRIPT)
        elif frame.slot is Slot.SUB:
            self.builder.mark(frame.begin, end, Role.SUBSCRIPT)
        elif frame.slot is Slot.CODE:
            self.builder.mark(frame.begin, end, Role.CODE, "tex")


def _group(source: str, start: int, end: int) -> str | None:
    """The inside of the group that opens at *start*, or ``None`` if it does not close before *end*."""
    depth = 0
    for at in range(start, end):
        if source[at] == "{":
            depth += 1
        elif source[at] == "}":
            depth -= 1
            if depth == 0:
                return source[start + 1 : at]
    return None


def _has_sum(inner: str) -> bool:
    """Whether a sum stands in *inner* outside every bracket."""
    depth = 0
    for at, sign in enumerate(inner):
        if sign in "([{":
            depth += 1
        elif sign in ")]}":
            depth -= 1
        elif depth == 0 and _SUM.match(inner, at):
            return True
    return False
