"""Walks TeX as prose: commands with their arguments, mathematics between its signs, paragraphs.

:class:`Prose` reads what plain text and LaTeX have in common; LaTeX adds comments, environments and more.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace

from ledger.documents.builder import Builder
from ledger.documents.names import names
from ledger.documents.tex import OPTION, Frame, Slot, Walker, bracketed, mathematics
from ledger.documents.tex_symbols import symbol
from ledger.quantities.text import Role

_FILE = re.compile(r"[^\s{}]+\.[A-Za-z]{2,4}|(?!\d)[\w.-]*/[\w./-]+")
_DASHES = re.compile(r"-{2,3}")
_BLANK_LINE = re.compile(r"\n[ \t\r]*\n")
_MARKERS = names("circled textcircled encircle ballnumber")
"""Commands that draw the number of a part of a picture, or of an item."""
_PICTURE = re.compile(r"(?:\{[\d.,=\w\\ -]{0,60}\}){1,3}\{[^{}\n]{1,120}\.(?:png|jpe?g|pdf|eps|svg)\}")
"""The measures and the file of a picture that a command of the author's own sets."""
_GROUP_AHEAD = re.compile(r"[ \t]*(?=\{)")
_BRACES = re.compile(r"\\.|[{}]", re.DOTALL)
_BRACES_AND_COMMENTS = re.compile(r"\\.|%[^\n]*|[{}]", re.DOTALL)
_DEEPEST_NOTE = 3
_LEVELS = {
    "part": "1",
    "chapter": "1",
    "section": "2",
    "subsection": "3",
    "subsubsection": "4",
    "paragraph": "5",
    "title": "1",
}
_CITES = re.compile(r"(?:[a-zA-Z]*cite[a-zA-Z]*|nocite|bibitem)")
_REFERENCES = names(
    """ref eqref autoref cref Cref crefrange pageref nameref vref Vref label hyperlink hypertarget"""
)
_SETTINGS = {
    **dict.fromkeys(
        names(
            """documentclass usepackage includegraphics input include bibliography bibliographystyle
            graphicspath geometry hypersetup lstset pagestyle thispagestyle sisetup vspace hspace includesvg
            lstinputlisting RequirePackage cmidrule cline cellcolor rowcolor arrayrulecolor pgfplotsset
            linespread tikzset usetikzlibrary captionsetup epsfig psfig epsfbox epsffile"""
        ),
        1,
    ),
    **dict.fromkeys(
        names(
            """setlength addtolength setcounter addtocounter DeclareMathOperator DeclareSIUnit newtheorem rule
            fontsize pgfmathsetmacro titlespacing"""
        ),
        2,
    ),
    "definecolor": 3,
    "newenvironment": 3,
    "renewenvironment": 3,
}
"""Commands whose arguments are all program text, and how many they have; what follows these is seen."""
_PLACED = {
    "textcolor": 1, "colorbox": 1, "scalebox": 1, "rotatebox": 1, "raisebox": 1, "parbox": 1, "adjustbox": 1,
    "makebox": 0, "framebox": 0, "hyperref": 0, "fcolorbox": 2, "resizebox": 2, "multicolumn": 2,
    "multirow": 2,
}  # fmt: skip
"""Commands whose last argument is text on the page, and how many settings stand before it."""
_MACROS = names("newcommand renewcommand providecommand DeclareRobustCommand def gdef edef")
_MACRO_NAME = re.compile(r"\s*(?:\{\s*\\[A-Za-z@]+\s*\}|\\[A-Za-z@]+)(?:#\d)*")
_LENGTH = re.compile(r"[ \t]*\\[A-Za-z@]+")
"""``\\setlength\\parindent{…}``: a length by its name, without braces."""
_PENALTY = names("penalty tolerance pretolerance hbadness vbadness widowpenalty clubpenalty looseness")
"""Parameters of TeX, whose number follows them directly."""
_PARAMETER = re.compile(r" ?=? ?-?\d{1,6}")
_BARE_NUMBER = re.compile(r"\s*-?[\d.]+\s*")
_SPAN = re.compile(r"\([^()\n]{0,20}\)")
_WORDED = re.compile(r"\[[^=\]]*\w\s+[^\W\d_]{2}[^=\]]*\]")
"""An option that is words: the short form of a caption, the name of a theorem."""


@dataclass(frozen=True, slots=True)
class Layout:
    """What is known of the whole source beforehand: where mathematics and groups close; how deep we are; and,
    as it is read, where program text stands, in which a command is none."""

    maths: dict[int, int]
    groups: dict[int, int]
    depth: int = 0
    literal: list[tuple[int, int]] = field(default_factory=list)


class Prose(Walker):
    """Reads prose with TeX in it."""

    comments = False
    """Whether a percent sign starts a comment."""

    def __init__(self, builder: Builder, start: int, end: int, layout: Layout | None = None) -> None:
        super().__init__(builder, start, end, math=False)
        self.layout = layout or Layout(bracketed(builder.source), _groups(builder.source, self.comments))
        self.notes: list[tuple[int, int]] = []

    def space(self, start: int, end: int) -> None:
        """An empty line ends a paragraph."""
        if _BLANK_LINE.search(self.source, start, end):
            self.break_block(start)
        else:
            super().space(start, end)

    def break_block(self, position: int) -> None:
        """End the block; the footnotes that it called for follow it."""
        self.builder.newline(position)
        notes, self.notes = self.notes, []
        for start, end in notes:
            self.inner(start, end)
            self.builder.newline(end)

    def inner(self, start: int, end: int) -> None:
        """Read a span in the same way, on its own."""
        type(self)(self.builder, start, end, replace(self.layout, depth=self.layout.depth + 1)).run()

    def run(self) -> None:
        """Walk to the end, footnotes included."""
        super().run()
        self.break_block(self.end)

    def text(self, start: int, end: int) -> None:
        """Characters; two or three hyphens are a dash."""
        if self.math or self.wanted or self.source.find("--", start, end) < 0:
            super().text(start, end)
            return
        position = start
        for dashes in _DASHES.finditer(self.source, start, end):
            self.builder.exact(position, dashes.start())
            self.dash(dashes.start(), dashes.end())
            position = dashes.end()
        self.builder.exact(position, end)

    def dash(self, start: int, end: int) -> None:
        """Two hyphens are an en dash, three an em dash."""
        self.builder.atom("–" if end - start == 2 else "—", start, end)

    def sign(self, sign: str, start: int, end: int) -> None:
        """``\\(`` and ``\\[`` open mathematics where they are closed again."""
        closes = self.layout.maths.get(start) if not self.math else None
        if closes is None or closes > self.end:
            super().sign(sign, start, end)
            return
        mathematics(self.builder, start + 2, closes - 2, "display" if sign == "[" else "inline")
        self.position = closes

    def other(self, name: str, start: int) -> None:
        """A command that is neither a font, a space nor a quantity."""
        if self.math:
            super().other(name, start)
        elif name in _LEVELS:
            self.option()
            self.break_block(start)
            self.wanted = [(Slot.HEADING, _LEVELS[name])]
        elif name == "caption":
            self.option()
            self.break_block(start)
            self.wanted = [(Slot.CAPTION, "")]
        elif name in ("footnote", "footnotetext", "thanks", "marginpar"):
            self._footnote()
        elif name in ("url", "path", "nolinkurl", "href"):
            self._link(name)
        elif _CITES.fullmatch(name):
            self._keys(Role.CITATION)
        elif name in _REFERENCES:
            self._keys(Role.CROSS_REF)
        elif name in _SETTINGS:
            self._settings(_SETTINGS[name])
        elif name in _PLACED:
            self._settings(_PLACED[name])
        elif name in _MACROS:
            self._macro(name)
        else:
            self._unknown(name, start)

    def option(self) -> None:
        """An argument in square brackets: words, or a setting that is not seen."""
        found = OPTION.match(self.source, self.position, self.end)
        if found is None or self.math or _WORDED.match(self.source, found.start(), found.end()) is None:
            self._option(code=True)
            return
        self.position = found.end()
        self.follow(self.source.index("[", found.start()) + 1, found.end() - 1)

    def follow(self, start: int, end: int) -> None:
        """Let words follow the block, read on their own; what stands too deep is read as it stands."""
        if self.layout.depth < _DEEPEST_NOTE:
            self.notes.append((start, end))
        else:
            self.builder.aside(start, end, Role.STRING_DATA, "tex")

    def _footnote(self) -> None:
        self.option()
        close = self.group_end()
        if close is not None and self.layout.depth < _DEEPEST_NOTE:
            self.notes.append((self.position + 1, close))
            self.position = close + 1

    def _link(self, name: str) -> None:
        close = self.group_end()
        if close is None:
            return
        start = self.position + 1
        if name == "href":
            self.builder.aside(start, close, Role.LINK_TARGET)
        else:
            begin = self.builder.length
            self.builder.exact(start, close)
            self.builder.mark(begin, self.builder.length, Role.URL)
        self.position = close + 1

    def _keys(self, role: Role) -> None:
        found = OPTION.match(self.source, self.position, self.end)
        while found:
            self.builder.aside(found.start(), found.end(), role)
            self.position = found.end()
            found = OPTION.match(self.source, self.position, self.end)
        close = self.group_end()
        if close is not None:
            self.builder.aside(self.position + 1, close, role)
            self.position = close + 1

    def _settings(self, count: int) -> None:
        """The next *count* arguments are program text; so are the options around them."""
        self._option(code=True)
        span = _SPAN.match(self.source, self.position, self.end)
        self.position = span.end() if span else self.position
        for _ in range(count):
            length = _LENGTH.match(self.source, self.position, self.end) if count == 2 else None
            if length is not None:
                self.position = length.end()
                continue
            close = self.group_end()
            if close is None:
                return
            self.builder.aside(self.position + 1, close, Role.CODE, "tex")
            self.position = close + 1
            self._option(code=True)

    def _macro(self, name: str) -> None:
        """A command of the author's own: where the page uses it, its body is what a reader sees.

        A command that only gets another bare number (``\\renewcommand{\\arraystretch}{1.2}``) is a setting.
        """
        head = _MACRO_NAME.match(self.source, self.position, self.end)
        if head is None:
            return
        self.builder.aside(self.position, head.end(), Role.CODE, "tex")
        self.position = head.end()
        for _ in range(2):
            self._option(code=True)
        close = self.group_end()
        if close is None:
            return
        start = self.position + 1
        self.position = close + 1
        if name == "renewcommand" and _BARE_NUMBER.fullmatch(self.source, start, close):
            self.builder.aside(start, close, Role.CODE, "tex")
        else:
            self.follow(start, close)

    def _unknown(self, name: str, start: int) -> None:
        self.option()
        if name in _MARKERS and (close := self.group_end()) is not None:
            begin = self.builder.length
            self.builder.exact(self.position + 1, close)
            self.builder.mark(begin, self.builder.length, Role.LIST_MARKER)
            self.position = close + 1
            return
        picture = _PICTURE.match(self.source, self.position, self.end)
        if picture is not None:
            self.builder.aside(picture.start(), picture.end(), Role.CODE, "tex")
            self.position = picture.end()
            return
        given = _PARAMETER.match(self.source, self.position, self.end) if name in _PENALTY else None
        if given is not None:
            self.builder.aside(self.position, given.end(), Role.CODE, "tex")
            self.position = given.end()
            return
        ahead = _GROUP_AHEAD.match(self.source, self.position, self.end)
        if ahead:
            self.position = ahead.end()
            self.wanted = [(Slot.PART, name)]
            return
        words = symbol(name)
        if words is not None:
            self.builder.atom(words, start, self.position)
        else:
            self.builder.exact(start, self.position)
            if self.source[self.position : self.position + 1].isdecimal() and self.position < self.end:
                self.builder.atom(" ", self.position, self.position)

    def group_end(self) -> int | None:
        """Where the group that opens here closes; the present position moves up to its brace."""
        ahead = _GROUP_AHEAD.match(self.source, self.position, self.end)
        close = self.layout.groups.get(ahead.end()) if ahead else None
        if ahead is None or close is None or close >= self.end:
            return None
        self.position = ahead.end()
        return close

    def close_group(self) -> None:
        """After an argument of an unknown command, further ones are arguments too."""
        part = bool(self.frames) and self.frames[-1].slot is Slot.PART
        super().close_group()
        if part and self.source.startswith("{", self.position) and self.position < self.end:
            self.builder.newline(self.position)
            self.wanted = [(Slot.PART, ""), *self.wanted]

    def closed(self, frame: Frame) -> None:
        """Mark headings, captions and file names."""
        builder = self.builder
        if frame.slot is Slot.HEADING:
            if builder.length > frame.begin:
                builder.heading(frame.begin, int(frame.note))
            self.break_block(self.position)
        elif frame.slot is Slot.CAPTION:
            builder.mark(frame.begin, builder.length, Role.CAPTION)
            self.break_block(self.position)
        elif frame.slot is Slot.PART:
            if _FILE.fullmatch(
                self.source, frame.source_start + 1, max(frame.source_start + 1, self.position - 1)
            ):
                builder.mark(frame.begin, builder.length, Role.ATTRIBUTE, frame.note)
        else:
            super().closed(frame)


def _groups(source: str, comments: bool) -> dict[int, int]:
    """Every braced group: where it opens to where it closes."""
    found: dict[int, int] = {}
    opened: list[int] = []
    for match in (_BRACES_AND_COMMENTS if comments else _BRACES).finditer(source):
        sign = match.group()
        if sign == "{":
            opened.append(match.start())
        elif sign == "}" and opened:
            found[opened.pop()] = match.start()
    return found
