"""Reads HTML: the text as a browser shows it, with tables, headings, superscripts, code and bindings."""

from __future__ import annotations

import html
import re
from dataclasses import dataclass

from ledger import styles
from ledger.documents import attributes, tex
from ledger.documents.builder import Builder
from ledger.documents.claim_links import claim_of
from ledger.documents.document import BoundSpan, Document, Format, Withheld, Withholding
from ledger.documents.markup import Attribute, Piece, Token, entities, tokens
from ledger.documents.names import names
from ledger.documents.number_links import NumberLinks
from ledger.quantities.text import Role

CLAIM_ATTRIBUTE = "data-claim"
_SPACE = re.compile(r"[ \t\n\r\f]+")
_FOLDED = re.compile(r"[ \t\n\r\f]{2,}|[\t\n\r\f]")
"""White space but for the one space that stands between two words."""
_DIGIT = re.compile(r"\d")
_VOID = names("area base br col embed frame hr img input keygen link meta param source track wbr")
_BLOCKS = names(
    """address article aside blockquote body caption center dd details dialog dir div dl dt fieldset
    figcaption figure footer form frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html legend li main
    menu nav ol optgroup option p pre search section select summary table tbody tfoot thead title tr ul"""
)
_ROLES = {
    "sup": Role.SUPERSCRIPT,
    "sub": Role.SUBSCRIPT,
    "code": Role.CODE_SPAN,
    "kbd": Role.CODE_SPAN,
    "samp": Role.CODE_SPAN,
    "var": Role.MATH,
    "math": Role.MATH,
    "li": Role.LIST_ITEM,
    "caption": Role.CAPTION,
    "figcaption": Role.CAPTION,
    "blockquote": Role.QUOTE,
    "q": Role.QUOTE,
    "pre": Role.CODE_BLOCK,
    "textarea": Role.ATTRIBUTE,
    "progress": Role.ATTRIBUTE,
    "meter": Role.ATTRIBUTE,
}
"""What a form is given or draws states nothing; a bar's words are for old browsers."""
_CAPTION_NUMBER = re.compile(r"\s*\d{1,3}(?:[.-]\d{1,3})?[.:：]?\s*")
_KEY_CAP = re.compile(r"\s*(?:\d|[Ff]\d{1,2})\s*")
"""A key of a keyboard."""
_OFFERED = re.compile(r"\s*[-+]?\d{1,5}(?:\.\d{1,3})?\s*")
"""The words of a button or a choice that are a number and no more."""
_CONTROLS = {"kbd": _KEY_CAP, "button": _OFFERED, "option": _OFFERED}
_IMPLIED_END = {
    "li": frozenset(("li",)),
    "p": frozenset(("p",)),
    "dt": frozenset(("dt", "dd")),
    "dd": frozenset(("dt", "dd")),
    "tr": frozenset(("tr", "td", "th")),
    "td": frozenset(("td", "th")),
    "th": frozenset(("td", "th")),
    "option": frozenset(("option",)),
}
_CLOSES_P = _BLOCKS - frozenset(("body", "head", "html", "option", "optgroup", "title"))
_SCRIPTS = frozenset(("sup", "sub"))
_NEVER_SHOWN = names("template noscript datalist select")
"""What is not shown, or only offered: what can be chosen states nothing."""
_BRACED = re.compile(r"\{[\d.]+\}")
_TEMPLATE = re.compile(
    r"(?:text|application)/(?:html|plain|(?:x-)?(?:ng-|handlebars-|underscore-)?templ?(?:ate)?|x-tmpl|(?:x-)?markdown"
    r"|(?:x-)?(?:mustache|handlebars|jsrender|jquery-tmpl|kendo-template|template-mustache))"
)
"""The type of a script that holds a part of the page, to be put into it as it stands."""
_NOTE = re.compile(r"#(?:user-content-)?(?:fn|footnote|note|cite_note)[:_.-]?\w{0,20}\d")
_NOTE_MARK = re.compile(r"\s*[\[(]?\d{1,3}[\])]?\s*")
_BRACKETED = re.compile(
    r"\\\((?P<inline>(?:[^<>&\\]|\\[^()\[\]<>&]){1,400}?)\\\)"
    r"|\\\[(?P<display>(?:[^<>&\\]|\\[^()\[\]<>&]){1,1000}?)\\\]",
    re.DOTALL,
)
"""Mathematics as MathJax and KaTeX find it in a page's text."""
_LITERAL_TAGS = ("pre", "code", "math")
_MATHEMATICS = re.compile(r"math/(?:la)?tex(?:;\s*mode=(display))?")
_DEEPEST = 3
"""How deep scripts that hold a part of the page are read within one another."""
_LITERAL = re.compile(r"""\{\s*+(["'`])([^"'`\\${}]*+)\1\s*+\}""")
"""An expression that is nothing but one string."""
_LONGEST = 1000
"""Of what may name a claim or mark a note."""


@dataclass(slots=True)
class _Element:
    """An open element: its name, where its tag stands, where its text starts, the claims it is bound to
    (two, where its link and its attribute differ), its place in a table, whether it points to a note, whether
    it is a component."""

    name: str
    source_start: int
    start: int
    claims: tuple[str, ...]
    cell: str = ""
    note: bool = False
    own: bool = False
    withheld: Withholding | None = None


class HtmlSink:
    """Writes markup tokens to a builder; the elements stay open between calls.

    *text* is what the tokens were cut from: the builder's source, or a copy of it of the same length. With
    *components*, a tag that begins with a capital is a component, which may show whatever text it is given.
    """

    def __init__(self, builder: Builder, text: str | None = None, *, components: bool = False) -> None:
        self.builder = builder
        self.components = components
        self.text = builder.source if text is None else text
        self._open: list[_Element] = []
        self._count: dict[str, int] = {}
        self._tables: list[list[int]] = []
        self._table_number = 0
        self._closed = -1
        self._siblings = False
        self._script = ""
        self._depth = 0
        self._numbers = NumberLinks(builder)

    def feed(self, start: int, end: int, *, inline: bool = False) -> None:
        """Read ``text[start:end]``; *inline* when it stands inside a block of another format."""
        text, opens, closes, comment = Piece.TEXT, Piece.OPEN, Piece.CLOSE, Piece.COMMENT
        for token in tokens(self.text, start, end):
            kind = token.kind
            if kind is text:
                self.words(token.start, token.end)
            elif kind is opens:
                self._start(token)
            elif kind is closes:
                self._end(token)
            elif kind is comment:
                self._comment(token, inline=inline)
            else:
                self._raw(token)

    def close(self) -> None:
        """End every open element."""
        while self._open:
            self._pop(len(self.text))

    def end_paragraph(self, position: int) -> None:
        """End an open ``<p>`` at *position*, where a block of another format begins."""
        if self._open and self._open[-1].name == "p":
            self._pop(position)

    def words(self, start: int, end: int) -> None:
        """Write text: references decoded, white space folded unless preformatted, TeX's brackets read."""
        if self.text.find("\\", start, end) >= 0 and not any(map(self._count.get, _LITERAL_TAGS)):
            for found in _BRACKETED.finditer(self.text, start, end):
                if found.start() >= start and self.builder.source.startswith(found[0], found.start()):
                    self._words(start, found.start())
                    note = "inline" if found["inline"] is not None else "display"
                    tex.mathematics(self.builder, *found.span(note), note)
                    start = found.end()
        self._words(start, end)

    def _words(self, start: int, end: int) -> None:
        if self.text.find("&", start, end) < 0:
            self._plain(start, end)
            return
        position = start
        for span_start, span_end, decoded in entities(self.text, start, end):
            self._plain(position, span_start)
            self._decoded(decoded, span_start, span_end)
            position = span_end
        self._plain(position, end)

    def _decoded(self, decoded: str, start: int, end: int) -> None:
        self.builder.atom("\u00a0" if decoded in "\n\t" else decoded, start, end)

    def _plain(self, start: int, end: int) -> None:
        if end <= start:
            return
        if self._count.get("pre"):
            self.builder.lines(self.text, start, end)
            return
        position = start
        first = _SPACE.match(self.text, start, end)
        if first is not None:
            position = self._gap(first)
        for gap in _FOLDED.finditer(self.text, position, end):
            self._copy(position, gap.start())
            position = self._gap(gap)
        self._copy(position, end)

    def _gap(self, gap: re.Match[str]) -> int:
        """White space that is shown as one space, or not at all behind another one; where it ends."""
        if not self.builder.at_line_start and self.builder.last not in " \t":
            self.builder.atom(" ", gap.start(), gap.end())
        return gap.end()

    def _copy(self, start: int, end: int) -> None:
        if end > start:
            if self._siblings:
                self._part(start)
            self.builder.copy(self.text[start:end], start)

    def _part(self, start: int) -> None:
        """Part the words of two elements that stand side by side, as their styles do on the screen.

        ``<b>80</b><span>GB</span>`` is two words. Digits are never parted: without a style they are one
        number, and taking them for two could hide a wrong one.
        """
        self._siblings = False
        before, after = self.builder.last, self.text[start]
        digits = before.isdecimal() and after.isdecimal()
        if before.isalnum() and after.isalnum() and not digits and not self.builder.at_line_start:
            self.builder.atom(" ", start, start)

    def _meet(self, start: int) -> None:
        """Note whether the element that opens at *start* follows another one directly."""
        count = self._count
        literal = count.get("code") or count.get("pre") or count.get("math")
        self._siblings = self._closed == start and not literal

    def _start(self, token: Token) -> None:
        name = token.name
        self._imply_ends(name, token.start)
        if name in _BLOCKS or name == "br":
            self.builder.newline(token.start)
        elif name not in _SCRIPTS:
            self._meet(token.start)
        if name == "script":
            self._script = self._script_type(token)
        claims = self._attributes(token)
        withheld = self._withheld(token)
        element = _Element(name, token.start, self.builder.length, claims, withheld=withheld)
        element.note = name == "a" and self._is_note(token)
        element.own = self._is_component(token)
        if name == "table":
            self._tables.append([self._table_number, -1, -1])
            self._table_number += 1
        elif self._tables:
            self._table_part(element)
        if name in _VOID:
            self._bind(element, token.end)
            return
        self._open.append(element)
        self._count[name] = self._count.get(name, 0) + 1

    def _table_part(self, element: _Element) -> None:
        table = self._tables[-1]
        if element.name == "tr":
            table[1] += 1
            table[2] = -1
        elif element.name in ("td", "th"):
            if table[2] >= 0:
                self.builder.atom("\t", element.source_start, element.source_start)
                element.start = self.builder.length
            table[2] += 1
            element.cell = f"{table[0]}:{max(table[1], 0)}:{table[2]}"

    def _imply_ends(self, name: str, position: int) -> None:
        if name in _CLOSES_P:
            self.end_paragraph(position)
        ended = _IMPLIED_END.get(name)
        while ended and self._open and self._open[-1].name in ended:
            self._pop(position)

    def _end(self, token: Token) -> None:
        if token.name in _BLOCKS:
            last = self.builder.length
            self._close_until(token.name, token.end)
            if self.builder.length >= last:
                self.builder.newline(token.start)
        else:
            self._close_until(token.name, token.end)
            self._closed = -1 if token.name in _SCRIPTS else token.end

    def _close_until(self, name: str, position: int) -> None:
        if not self._count.get(name):
            return
        while self._open:
            if self._pop(position) == name:
                return

    def _pop(self, position: int) -> str:
        element = self._open.pop()
        self._count[element.name] -= 1
        builder = self.builder
        end = builder.length
        short = element.note and end - element.start < _LONGEST
        note = short and _NOTE_MARK.fullmatch(builder.words(element.start)) is not None
        role = Role.FOOTNOTE_REF if note else _ROLES.get(element.name)
        role = None if element.own and role is Role.ATTRIBUTE else role
        control = None if element.own else _CONTROLS.get(element.name)
        if control is not None and end - element.start < _LONGEST:
            role = Role.ATTRIBUTE if control.fullmatch(builder.words(element.start)) else role
        if element.name == "a" and not element.claims:
            self._numbers.link(element.start)
        elif element.cell == "" and self._numbers_caption(element):
            role = Role.HEADING_NUMBER
        if element.name == "pre":
            builder.mark(element.start, end, Role.CODE_BLOCK)
        elif role is not None:
            builder.mark(element.start, end, role, "inline" if role is Role.MATH else "")
        elif element.cell:
            header = element.name == "th"
            builder.mark(element.start, end, Role.TABLE_HEADER if header else Role.TABLE_CELL, element.cell)
        elif len(element.name) == 2 and element.name[0] == "h" and element.name[1] in "123456":
            if end > element.start:
                builder.heading(element.start, int(element.name[1]))
        elif element.name == "table" and self._tables:
            self._tables.pop()
        if element.withheld is not None:
            self.builder.withheld.append(Withheld(element.withheld, element.source_start, position))
        self._bind(element, position)
        return element.name

    def _numbers_caption(self, element: _Element) -> bool:
        """Whether an element is the number with which a caption begins: ``<b>5</b> The scheduler``."""
        parent = self._open[-1] if self._open else None
        if parent is None or parent.name not in ("figcaption", "caption") or parent.start != element.start:
            return False
        short = self.builder.length - element.start < _LONGEST
        return short and _CAPTION_NUMBER.fullmatch(self.builder.words(element.start)) is not None

    def _bind(self, element: _Element, position: int) -> None:
        for claim in element.claims:
            self.builder.bound.append(
                BoundSpan(claim, element.start, self.builder.length, element.source_start, position)
            )

    def _withheld(self, token: Token) -> Withholding | None:
        """How an element keeps its text back, by its tag, its own style, or ``hidden``.

        What a click shows (``<details>``) is not kept back. What a program decides is not known.
        """
        own = self._is_component(token)  # ``<Dialog>`` is no ``<dialog>``
        if token.name in _NEVER_SHOWN and not own:
            return Withholding.HIDDEN
        if token.name == "dialog" and not own and all(one.name != "open" for one in token.attributes):
            return Withholding.HIDDEN
        how = Withholding.STRUCK if token.name in styles.STRIKING_TAGS and not own else None
        for attribute in token.attributes:
            if attribute.name == "hidden" and not self._is_computed(attribute):
                return Withholding.HIDDEN
            if attribute.name == "style":
                end = min(attribute.end, attribute.start + _LONGEST)
                declarations = html.unescape(self.text[attribute.start : end])
                if styles.hides(declarations):
                    return Withholding.HIDDEN
                how = Withholding.STRUCK if styles.strikes(declarations) else how
        return how

    def _is_computed(self, attribute: Attribute) -> bool:
        """Whether a program gives the attribute its value: it stands in braces, or begins with one."""
        before = self.builder.source.startswith("{", max(0, attribute.start - 1))
        return before or self.text.startswith("{", attribute.start, attribute.end)

    def _attributes(self, token: Token) -> tuple[str, ...]:
        """Write what the attributes of a tag say, and return the claims that they name."""
        if not token.attributes:
            return ()
        found: dict[str, str] = {}  # of two attributes of one name the first counts, as in a browser
        component = self._is_component(token)
        for attribute in token.attributes:
            value = self.text[attribute.start : attribute.end]
            claim = self._claim(attribute)
            if claim is not None:
                found.setdefault(attribute.name, claim)
            elif attribute.name == "lang" and token.name == "html" and value:
                self.builder.lang = value
            elif _DIGIT.search(value) or attributes.is_shown(attribute.name, value, component):
                self._attribute(attribute, value, component)
        return tuple(dict.fromkeys(found.values()))

    def _is_note(self, token: Token) -> bool:
        """Whether a link points to a note of the page."""
        values = {one.name: self.text[one.start : one.end][:_LONGEST] for one in token.attributes}
        return values.get("rel") == "footnote" or _NOTE.match(values.get("href", "")) is not None

    def _is_component(self, token: Token) -> bool:
        """``<Chart …>`` where the format has components, or an element of one's own, ``<my-chart …>``."""
        if "-" in token.name:
            return True
        first, second = self.text[token.start + 1], self.text[token.start + 2]
        return self.components and first.isupper() and not second.isupper()

    def _script_type(self, token: Token) -> str:
        found = next((each for each in token.attributes if each.name == "type"), None)
        return "" if found is None else self.text[found.start : found.end][:_LONGEST].strip().lower()

    def _claim(self, attribute: Attribute) -> str | None:
        """The claim that an attribute names, as the element's own or as its link's address."""
        if attribute.name not in (CLAIM_ATTRIBUTE, "href"):
            return None
        value = self.text[attribute.start : min(attribute.end, attribute.start + _LONGEST)]
        if not value.strip() and self.builder.source.startswith("{", attribute.start - 1):
            value = self.builder.source[attribute.start - 1 : attribute.end + 1]
            literal = _LITERAL.fullmatch(value)
            value = literal[2] if literal else value
        value = html.unescape(value) if "&" in value else value
        return value.strip() if attribute.name == CLAIM_ATTRIBUTE else claim_of(value)

    def _attribute(self, attribute: Attribute, value: str, component: bool) -> None:
        if attribute.name in attributes.TARGETS:
            words = html.unescape(value) if "&" in value else None
            self.builder.aside(attribute.start, attribute.end, Role.LINK_TARGET, words=words)
        elif attribute.name == "alt":
            self.builder.aside(attribute.start, attribute.end, Role.IMAGE_ALT)
        elif attributes.is_shown(attribute.name, value, component):
            braces = _BRACED.fullmatch(value) is not None
            start, end = attribute.start + braces, attribute.end - braces
            self.builder.aside(start, end, Role.STRING_DATA, attribute.name)
        else:
            self.builder.aside(attribute.start, attribute.end, Role.ATTRIBUTE, attribute.name)

    def _comment(self, token: Token, *, inline: bool) -> None:
        source = self.builder.source[token.start : token.end]
        if not source.startswith("<!--"):
            if _DIGIT.search(source):
                self.builder.aside(token.start, token.end, Role.COMMENT)
            return
        words = source[4:].removesuffix("-->").strip()
        alone = not inline and self.builder.at_line_start
        self.builder.comment(words, token.start, token.end, inline=not alone)

    def _raw(self, token: Token) -> None:
        kind, self._script = self._script, ""
        mathematics = _MATHEMATICS.match(kind)
        if mathematics is not None:
            tex.mathematics(self.builder, token.start, token.end, mathematics[1] or "inline")
        elif token.name in ("xmp", "plaintext"):
            begin = self.builder.length
            self.builder.lines(self.text, token.start, token.end)
            self.builder.mark(begin, self.builder.length, Role.CODE_BLOCK)
        elif _TEMPLATE.fullmatch(kind) and self._depth < _DEEPEST:
            self._depth += 1
            self.feed(token.start, token.end)
            self._depth -= 1
        elif _DIGIT.search(self.text, token.start, token.end):
            self.builder.newline(token.start)
            begin = self.builder.length
            self.builder.lines(self.text, token.start, token.end)
            self.builder.mark(begin, self.builder.length, Role.CODE, token.name)
            self.builder.newline(token.end)


def read_html(path: str, source: str) -> Document:
    """Read an HTML page; never raises."""
    builder = Builder(source)
    sink = HtmlSink(builder)
    sink.feed(0, len(source))
    sink.close()
    return builder.finish(path, Format.HTML)
