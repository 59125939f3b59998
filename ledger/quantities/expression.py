"""Symbolic quantities: ``16P``, ``4P + 12P/N_d``, ``2(N−1)/N`` → a tree, evaluated exactly by our own walk.

Grammar, loosest first: sums; explicit products and quotients, left to right; tight juxtaposition
(``a/2b`` is a/(2b), as papers print it; after a closing bracket it is an ordinary product, so
``(D-1)/(D)S`` is ((D-1)/D)·S); powers. A run of capitals directly after a number is a product of
single-letter symbols (``2DS/K`` is 2·D·S/K); any other run of letters is one symbol.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache

from ledger.errors import QuantityError
from ledger.quantities.quantity import decimal
from ledger.quantities.scripts import LOWERED, RAISED

MAX_LENGTH = 400
MAX_DEPTH = 40

LETTER = "[A-Za-zΑ-Ωα-ωϕϵℓℎ\U0001d400-\U0001d7cb]"
_TOKEN = re.compile(
    r"[ \u00a0\u2009\u202f]*+(?:(?P<num>(?:(?:\d{1,3}(?:,\d{3})+(?!\d)|\d+)(?:\.\d+)?|\.\d+)"
    r"(?:[eE][-+]?\d{1,3}(?![\w.]))?)"
    rf"|(?P<sym>{LETTER}(?:{LETTER}|\d){{0,40}}(?:(?:_(?:\{{[\w ,+-]{{1,40}}\}}|[A-Za-z0-9]{{1,40}})){{1,6}}"
    r"|[₀-₉\ue900-\uecff]{1,40})?′?)"
    r"|(?P<sup>[⁺⁻⁽⁾⁰¹²³⁴⁵⁶⁷⁸⁹\ue100-\ue8ff]{1,40})"
    r"|(?P<low>[₀-₉\ue900-\uecff]{1,40})"
    r"|(?P<op>\*\*|[-+*∗/^()×·⋅∙÷√−–{}\[\]]))"
)
"""The next token, the spaces before it included."""
_ITALICS = re.compile(r"[\U0001d400-\U0001d7cbℎ][\U0001d400-\U0001d7cbℎ]")
"""Letters set as mathematics: each is a symbol of its own (``2𝑏𝑠ℎ`` is 2·b·s·h)."""
_OPS = {"×": "*", "∗": "*", "·": "*", "⋅": "*", "∙": "*", "÷": "/", "−": "-", "–": "-", "**": "^"}
_SUPERS = {ord(c): d for c, d in zip("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁽⁾", "0123456789+-()", strict=True)} | {
    RAISED + code: chr(code) for code in range(0x400)
}
_SUBS = {ord(c): d for c, d in zip("₀₁₂₃₄₅₆₇₈₉", "0123456789", strict=True)} | {
    LOWERED + code: chr(code) for code in range(0x400)
}
_OPEN = {"(": ")", "[": "]", "{": "}"}
FUNCTIONS = frozenset(
    {"sqrt", "√", "log", "log2", "log10", "ln", "exp", "ceil", "floor", "max", "min", "abs"}
)


@dataclass(frozen=True, slots=True)
class Node:
    """One node: ``op`` is ``num``, ``sym``, ``+ - * / ^ neg`` or ``call``."""

    op: str
    args: tuple[Node, ...] = ()
    value: Fraction | None = None
    name: str = ""


@dataclass(slots=True)
class Literal:
    """A literal number of an expression and the part it plays there."""

    start: int
    end: int
    role: str
    """``coefficient``, ``offset`` (a ±1 beside a symbol), ``numerator`` (a 1 over a symbol), ``exponent``
    or ``number``."""


@dataclass(slots=True)
class _Parser:
    text: str
    pos: int
    end: int
    depth: int = 0
    bracketed: int = 0
    """How many brackets are open: inside them a space does not end a product."""
    deepest: int = MAX_DEPTH
    words: bool = True
    """Whether a lower-case word may be a symbol; in running text it is a word."""
    letters: frozenset[str] = frozenset()
    """Letters that are symbols each, also where they are written together behind a number (``19sbh``)."""
    apart: bool = False
    """Whether these letters are symbols each wherever they are written together, as in mathematics."""
    tight: bool = True
    literals: list[Literal] = field(default_factory=list)

    def peek(self) -> tuple[str, str, int] | None:
        """The next token: its kind, text and end; ``None`` at the end or at a foreign character."""
        found = _TOKEN.match(self.text, self.pos, self.end)
        if found is None or found.lastgroup is None:
            return None
        kind = found.lastgroup
        text = found[kind]
        self.tight = found.start(kind) == self.pos
        return kind, _OPS.get(text, text), found.end()

    def sum(self) -> Node:
        left = self.product()
        while (token := self.peek()) is not None and token[1] in ("+", "-"):
            mark = self.pos, len(self.literals)
            self.pos = token[2]
            right = self.attempt(self.product)
            if right is None:
                self.pos = mark[0]
                del self.literals[mark[1] :]
                break
            left = Node(token[1], (left, right))
        return left

    def product(self) -> Node:
        left = self.juxtaposed()
        while (token := self.peek()) is not None:
            if token[1] in ("*", "/"):
                mark = self.pos, len(self.literals)
                self.pos = token[2]
                right = self.attempt(self.juxtaposed)
                if right is None:
                    self.pos = mark[0]
                    del self.literals[mark[1] :]
                    break
                left = Node(token[1], (left, right))
            elif self.adjacent(token):
                left = Node("*", (left, self.juxtaposed()))
            else:
                break
        return left

    def adjacent(self, token: tuple[str, str, int]) -> bool:
        close = self.tight or self.bracketed > 0
        return close and (token[0] == "sym" or token[1] in ("(", "[", "√"))

    def juxtaposed(self) -> Node:
        left, bracketed = self.power()
        while not bracketed and (token := self.peek()) is not None:
            if not (self.tight or self.bracketed > 0) or not (
                token[0] == "sym" or token[1] in ("(", "[", "√")
            ):
                break
            right, bracketed = self.power()
            left = Node("*", (left, right))
        return left

    def power(self) -> tuple[Node, bool]:
        base, bracketed = self.atom()
        while (token := self.peek()) is not None and self.tight:
            if base.op == "sym" and (index := _index(token)) is not None:
                self.pos = token[2]
                base = Node("sym", name=f"{base.name}_{{{index}}}")
                continue
            if token[0] != "sup" and token[1] != "^":
                break
            self.pos = token[2]
            if token[0] == "sup":
                exponent = self.raised(token[1])
            else:
                count = len(self.literals)
                exponent = self.signed_atom()
                self.relabel(count, "exponent")
            base = Node("^", (base, exponent))
        return base, bracketed

    def raised(self, text: str) -> Node:
        """An exponent set above the line: a number, or an expression of its own."""
        plain = text.translate(_SUPERS)
        node = self.deeper(lambda: parse(plain))
        if any(c.isdecimal() for c in plain):
            start = self.pos - len(text)
            if _multiplies(node):
                inner = _Parser(plain, 0, len(plain))
                inner.sum()
                self.literals += [
                    Literal(start + one.start, start + one.end, one.role) for one in inner.literals
                ]
            else:
                self.literals.append(Literal(start, self.pos, "exponent"))
        return node

    def signed_atom(self) -> Node:
        token = self.peek()
        if token is not None and token[1] == "-":
            self.pos = token[2]
            return Node("neg", (self.atom()[0],))
        return self.atom()[0]

    def atom(self) -> tuple[Node, bool]:
        token = self.peek()
        if token is None:
            raise QuantityError(
                f"expected a number, a symbol or a bracket at {self.text[self.pos : self.pos + 20]!r}"
            )
        kind, text, stop = token
        if kind == "num":
            self.literals.append(Literal(stop - len(text), stop, "number"))
            self.pos = stop
            return Node("num", value=Fraction(text.replace(",", ""))), False
        if kind == "sym" and (self.words or not _is_word(text) or self.together(text, stop)):
            return self.symbol(text, stop), False
        if text in _OPEN:
            return self.bracket(stop, _OPEN[text]), True
        if text == "√":
            self.pos = stop
            return Node("call", (self.deeper(self.atom_only),), name="sqrt"), False
        if text == "-":
            self.pos = stop
            return Node("neg", (self.deeper(self.juxtaposed),)), False
        raise QuantityError(f"unexpected {text!r}")

    def atom_only(self) -> Node:
        return self.atom()[0]

    def symbol(self, text: str, stop: int) -> Node:
        start = stop - len(text)
        after_number = start > 0 and self.text[start - 1].isdecimal()
        if after_number and len(text) > 1 and text.isalpha() and text.isupper() and text not in FUNCTIONS:
            self.pos = start + 1
            return Node("sym", name=text[0])
        if len(text) > 1 and (_ITALICS.match(text) is not None or self.together(text, stop)):
            self.pos = start + 1
            return Node("sym", name=text[0])
        self.pos = stop
        follows = self.peek()
        if text in FUNCTIONS and follows is not None and follows[1] in ("(", "[", "{") and self.tight:
            self.pos = follows[2]
            return Node("call", self.arguments(_OPEN[follows[1]]), name=text)
        if follows is not None and follows[1] == "(" and self.tight and len(text) > 1:
            raise QuantityError(f"{text!r} is not a function known here")
        self.pos = stop
        return Node("sym", name=_symbol_name(text))

    def together(self, text: str, stop: int) -> bool:
        """Whether *text*, behind a number or the rest of its run, is symbols of one letter each."""
        before = self.text[stop - len(text) - 1 : stop - len(text)]
        joined = self.apart or before.isdecimal() or before in self.letters
        return joined and self.letters.issuperset(text)

    def arguments(self, close: str) -> tuple[Node, ...]:
        args = [self.inside()]
        while self.text[self.pos : self.end].lstrip(" ").startswith(",") and len(args) < 8:
            self.pos = self.text.index(",", self.pos) + 1
            args.append(self.inside())
        self.expect(close)
        return tuple(args)

    def bracket(self, stop: int, close: str) -> Node:
        self.pos = stop
        inner = self.inside()
        self.expect(close)
        return inner

    def inside(self) -> Node:
        """A sum in brackets."""
        self.bracketed += 1
        node = self.deeper(self.sum)
        self.bracketed -= 1
        return node

    def expect(self, close: str) -> None:
        token = self.peek()
        if token is None or token[1] != close:
            raise QuantityError(f"expected {close!r}")
        self.pos = token[2]

    def deeper(self, rule: Callable[[], Node]) -> Node:
        self.depth += 1
        if self.depth > self.deepest:
            raise QuantityError("the expression is nested too deeply")
        node = rule()
        self.depth -= 1
        return node

    def attempt(self, rule: Callable[[], Node]) -> Node | None:
        depth, bracketed = self.depth, self.bracketed
        try:
            return rule()
        except QuantityError:
            self.depth, self.bracketed = depth, bracketed
            return None

    def relabel(self, count: int, role: str) -> None:
        for index in range(count, len(self.literals)):
            self.literals[index] = Literal(self.literals[index].start, self.literals[index].end, role)


def is_letter(c: str) -> bool:
    """Whether *c* is a letter of an alphabet, set upright or as mathematics (no Chinese character)."""
    return c.isalpha() and (c < "\u2e80" or "\U0001d400" <= c <= "\U0001d7cb")


def _is_word(text: str) -> bool:
    """Three lower-case letters or more without a subscript: a word, unless a function."""
    plain = text.isalpha() and text.islower() and _ITALICS.match(text) is None
    return plain and len(text) > 2 and text not in FUNCTIONS


def _multiplies(node: Node) -> bool:
    """Whether a product stands in *node*: a raised ``4h`` or ``h×4h`` is a formula of its own."""
    return node.op == "*" or any(_multiplies(arg) for arg in node.args)


def _index(token: tuple[str, str, int]) -> str | None:
    """The words of an index: a lowered one, or a raised one in brackets (``W⁽¹⁾``)."""
    if token[0] == "low":
        words = token[1].translate(_SUBS)
    elif token[0] == "sup" and token[1][0] == "⁽" and token[1][-1] == "⁾":
        words = token[1][1:-1].translate(_SUPERS)
    else:
        return None
    return "".join(c if c.isalnum() else " " for c in words)


def _symbol_name(text: str) -> str:
    """One spelling of a subscript: ``N_{d}``, ``N_d`` and ``N₁``, ``N_1`` are the same symbols."""
    base, brace, inner = text.partition("_{")
    if brace:
        words = "".join(c if c.isalnum() else " " for c in inner[:-1])
        return f"{base}_{words}" if words.isalnum() else f"{base}_{{{words}}}"
    bare = len(text)
    while bare > 1 and ord(text[bare - 1]) in _SUBS:
        bare -= 1
    if bare == len(text):
        return text
    below = text[bare:].translate(_SUBS)
    return f"{text[:bare]}_{below}" if below.isalnum() else f"{text[:bare]}_{{{below}}}"


def read(
    text: str,
    start: int,
    end: int,
    words: bool = False,
    letters: frozenset[str] = frozenset(),
    *,
    apart: bool = False,
) -> tuple[Node, int, list[Literal]] | None:
    """The longest expression that begins at *start*, its end, its literals; ``None`` when there is none.

    *letters* are symbols of one letter each, also where they are written together behind a number or, if
    *apart*, anywhere.
    """
    parser = _Parser(text, start, min(end, start + MAX_LENGTH), 0, 0, MAX_DEPTH // 4, words, letters, apart)
    try:
        node = parser.sum()
    except QuantityError:
        return None
    return node, parser.pos, parser.literals


@lru_cache(maxsize=2048)
def parse(text: str) -> Node:
    """The tree of a whole expression.

    Raises:
        QuantityError: not an expression, longer than 400 characters, or nested deeper than 40.
    """
    if len(text) > MAX_LENGTH:
        raise QuantityError("the expression is too long")
    parser = _Parser(text, 0, len(text))
    node = parser.sum()
    if text[parser.pos :].strip():
        raise QuantityError(f"{text!r}: cannot read {text[parser.pos :].strip()[:40]!r}")
    return node


_LEVEL = {"+": 1, "-": 1, "*": 2, "/": 2, "neg": 3, "^": 4}


def normal(node: Node) -> str:
    """The expression in one spelling: ``"4*P+12*P/N_d"``; :func:`parse` reads it back to the same tree."""
    if node.op == "num":
        return decimal(node.value if node.value is not None else Fraction(0))
    if node.op == "sym":
        return node.name
    if node.op == "call":
        return f"{node.name}({','.join(normal(arg) for arg in node.args)})"
    level = _LEVEL[node.op]
    if node.op == "neg":
        return "-" + _inner(node.args[0], level)
    left, right = node.args
    strict = level if node.op == "+" else level + 1
    return _inner(left, level + (node.op == "^")) + node.op + _inner(right, strict)


def _inner(node: Node, least: int) -> str:
    text = normal(node)
    plain = node.op in ("num", "sym", "call") and not text.startswith("-") and "/" not in text
    return text if plain or (_LEVEL.get(node.op, 0) >= max(least, 1) and node.op != "neg") else f"({text})"


def symbols(node: Node) -> frozenset[str]:
    """The names of the symbols in *node*."""
    if node.op == "sym":
        return frozenset({node.name})
    return frozenset().union(*(symbols(arg) for arg in node.args))
