"""Formulas in a text: where one begins and ends, and which of its constants say something.

A coefficient (the 16 of ``16P``) states a fact. A one over a symbol, a one added to or taken from a symbol,
a zero, an index and the inner exponents of a longer formula only give it its shape.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from ledger.quantities import expression, units
from ledger.quantities.expression import LETTER, Literal, Node
from ledger.quantities.fold import Folded
from ledger.quantities.reading import ENDS, Found, Reading
from ledger.quantities.text import Role
from ledger.quantities.token import Kind, Token

SPAN = 200
TRIES = 3
STARTS = 12
_SPLIT = re.compile(r"[=≈≤≥<>≪≫∼≲≳∝≅≃≡≜∈∉⊂⊆∋:：;；，、。→↦⇒⇐←↔&|≠…\n\t\"“”]|, |\.(?!\d)|,(?!\d)")
_SPLITS = frozenset('=≈≤≥<>≪≫∼≲≳∝≅≃≡≜∈∉⊂⊆∋:：;；，、。→↦⇒⇐←↔&|≠…\n\t"“”')
_BOUNDARY = frozenset(" ([{+-−–*∗/×·⋅\u00a0\u2009√")
_OPERATORS = frozenset("+-−–*∗/×·⋅^")
_BEFORE_FORMULA = frozenset("+-−–*∗/×·⋅^ ")
_OPERAND_ENDS = frozenset(")]}%_-−–²³")
_HYPHENED = re.compile(rf"(?<![A-Za-z])\((?:[\w+*/ ]{{0,24}}[+*/ ])?{LETTER}-\Z")
_RUN = re.compile(r"[A-Za-z]{2,6}(?![\w-])")
_LETTERS_BEHIND = re.compile(r"(?<=\d)([A-Za-z]{2,4})(?![A-Za-z])")
_ORDINAL = re.compile(r"\d{1,6}(?:st|nd|rd|th)(?![A-Za-z])")
_NO_LETTERS: frozenset[str] = frozenset()
_GROWTH = ("O(", "Θ(", "Ω(", "o(", "\U0001d4aa(")
"""How an order of growth begins."""
_MEMBER = ("∈", "∉", "⊂", "⊆")
_SIMPLE = re.compile(rf"(?:{LETTER}|[A-Z]{{2}})(?:_.+)?′?")
_IN_MATHEMATICS = re.compile(rf"(?:{LETTER}|[A-Za-z]{{2}})(?:_.+)?′?")
_SHORT = re.compile(rf"(?:[A-Z]{{2}}|{LETTER})$")
_INDEX = re.compile(r"_\{?(\d+)|([₀-₉]+)")
_TIGHT = re.compile(rf"(?:{LETTER}(?![a-z])|\((?=[A-Za-z\d(])|√)")
_LOOSE = re.compile(rf" ?[×·⋅*∗/+−] ?(?![aAI] [A-Za-z])(?:{LETTER}(?:_\w+)?(?![A-Za-z0-9])|\((?=[A-Za-z]))")


@dataclass(slots=True)
class Formula:
    """A formula found: what the grammar found, and its constants as tokens."""

    found: Found
    parts: tuple[Token, ...]

    @property
    def needs_evidence(self) -> bool:
        """Whether any constant states something."""
        return any(part.needs_evidence for part in self.parts)


def in_region(f: Folded, hit: int, region: tuple[int, int], role: Role | None) -> Formula | None:
    """The formula over *hit* in the *region* of mathematics or code of that role.

    In a block of code any name may be a symbol; in mathematics the letters behind a number are one each.
    """
    any_symbol = role is Role.CODE_BLOCK
    s = f.work
    if _given_up(f, hit) or _ORDINAL.match(s, hit) is not None:
        return None
    low, high = _piece(s, hit, max(region[0], hit - SPAN), min(region[1], hit + SPAN))
    mathematics = role is Role.MATH
    letters = f.symbols | _factors(s, low, high) if mathematics else _NO_LETTERS
    for start in _starts(s, hit, low):
        read = expression.read(s, start, high, any_symbol, letters, apart=mathematics)
        if read is not None and read[1] > hit and is_formula(read[0], any_symbol, mathematics):
            return _formula(f, start, high, read)
    _failed(f, hit, high)
    return None


def _factors(s: str, low: int, high: int) -> frozenset[str]:
    """The letters set directly behind numbers (``12nh``): mathematics sets a word or a unit apart."""
    runs = [run for run in _LETTERS_BEHIND.finditer(s, low, high) if run[1] not in expression.FUNCTIONS]
    return frozenset().union(*(run[1] for run in runs if units.match(s, run.start(1), high) is None))


def in_prose(f: Folded, hit: int, stop: int, low: int) -> Formula | None:
    """A formula in running text whose number stands at ``[hit, stop)``, by what stands beside it."""
    s = f.work
    behind, ahead = s[hit - 1 : hit], s[stop : stop + 1]
    if ahead in ENDS and behind not in _BEFORE_FORMULA:
        return None
    after = None
    if ahead not in ENDS and not (ahead == " " and s[stop + 1 : stop + 2].isalnum()):
        after = _TIGHT.match(s, stop) or _LOOSE.match(s, stop) or _together(f, stop)
    before = _operand_before(s, hit, low)
    if (after is None and before is None) or _given_up(f, hit):
        return None
    return _around(f, hit, low, before is not None)


def with_unit(f: Folded, hit: int, low: int) -> Formula | None:
    """The formula whose last number, at *hit*, has a unit: ``N − 1 iterations``."""
    joint = _operand_before(f.work, hit, low)
    if joint is None or _given_up(f, hit) or _is_dash(f.work[joint:hit]):
        return None
    return _around(f, hit, low, joined=True)


def _together(f: Folded, at: int) -> re.Match[str] | None:
    """``sbh`` behind a number, where s, b and h each stand alone in the document's code or mathematics."""
    run = _RUN.match(f.work, at) if f.symbols else None
    return run if run is not None and f.symbols.issuperset(run[0]) else None


def hyphened(f: Folded, hit: int, low: int) -> Formula | None:
    """``(n-1)/n``: in brackets that a product or a quotient goes on from, a hyphen is a minus sign."""
    s = f.work
    if _HYPHENED.search(s, max(low, hit - 40), hit) is None or _given_up(f, hit):
        return None
    found = _around(f, hit, low, joined=True)
    node = None if found is None else found.found.reading.node
    return found if node is not None and node.op in ("*", "/", "^") else None


def _is_dash(joint: str) -> bool:
    """A dash with a space beside it is a minus sign only where it is set as one."""
    return joint.strip() in ("-", "–") and joint != joint.strip()


def _around(f: Folded, hit: int, low: int, joined: bool) -> Formula | None:
    """The formula over *hit*; it begins there, or at its sign, unless *joined* to what stands before."""
    s = f.work
    low, high = _piece(s, hit, max(low, hit - 80), min(len(s), hit + SPAN))
    for start in _starts(s, hit, low) if joined else [hit - _signed(s, hit, low)]:
        read = expression.read(s, start, high, letters=f.symbols)
        if read is not None and read[1] > hit and _stands_alone(s, start, read):
            return _formula(f, start, high, read)
    _failed(f, hit, high)
    return None


def _signed(s: str, hit: int, low: int) -> bool:
    """Whether a minus sign that nothing stands before belongs to the number at *hit*."""
    if hit <= low or s[hit - 1] not in "-−–":
        return False
    return hit < 2 or not (s[hit - 2].isalnum() or s[hit - 2] in _OPERAND_ENDS)


def _given_up(f: Folded, hit: int) -> bool:
    """Whether several attempts near *hit* have come to nothing: no formula, but something hostile."""
    return hit < f.fruitless_until and f.fruitless_tries >= TRIES


def _failed(f: Folded, hit: int, high: int) -> None:
    f.fruitless_tries = f.fruitless_tries + 1 if hit < f.fruitless_until else 1
    f.fruitless_until = max(f.fruitless_until, high)


def _stands_alone(s: str, start: int, read: tuple[Node, int, list[Literal]]) -> bool:
    """Whether the expression is one of single letters, ends at a word's end and has true minus signs."""
    node, stop, _ = read
    if not is_formula(node, any_symbol=False):
        return False
    if stop < len(s) and (s[stop].isdecimal() or expression.is_letter(s[stop])):
        return False
    return "-" not in s[start:stop] or s[start] == "(" or _bracketed(s[start + (s[start] == "-") : stop])


def _bracketed(text: str) -> bool:
    """An ASCII hyphen is a minus in running text only inside brackets (``2(n-1)/n``)."""
    depth = 0
    for c in text:
        depth += (c in "([") - (c in ")]")
        if c == "-" and depth == 0:
            return False
    return True


def _operand_before(s: str, hit: int, low: int) -> int | None:
    """The end of a symbol or bracket that an operator joins to the number at *hit*."""
    spot = hit
    while spot > low and s[spot - 1] == " ":
        spot -= 1
    if spot <= low or s[spot - 1] not in _OPERATORS:
        return None
    spot -= 1
    dot = s[spot] == "·" and s[spot - 1] == " "
    while spot > low and s[spot - 1] == " ":
        spot -= 1
    if spot <= low:
        return None
    last = s[spot - 1]
    if last in ")]²³":
        return spot
    word = _SHORT.search(s, max(low, spot - 3), spot)
    single = word is not None and (word.start() == low or not s[word.start() - 1].isalnum())
    subscripted = spot - 2 >= low and s[spot - 2] == "_"
    label = dot and word is not None and spot - word.start() > 1
    return spot if (single or subscripted) and not label else None


def _piece(s: str, hit: int, low: int, high: int) -> tuple[int, int]:
    """The stretch around *hit* that no relation sign or punctuation cuts."""
    start = hit
    while start > low and s[start - 1] not in _SPLITS:
        if s[start - 1] in ",." and (start >= high or not s[start].isdecimal()):
            break
        start -= 1
    cut = _SPLIT.search(s, hit, high)
    return start, high if cut is None else cut.start()


def _starts(s: str, hit: int, low: int) -> list[int]:
    """Places where an expression over *hit* may begin, leftmost first."""
    starts = []
    for index in range(low, hit + 1):
        if s[index] not in " \u00a0\u2009" and (index == low or s[index - 1] in _BOUNDARY or s[index] == "("):
            starts.append(index)
    joined = hit > low and (s[hit - 1].isalnum() or s[hit - 1] == "_")
    if hit not in starts and not joined:
        starts.append(hit)
    return starts if len(starts) <= STARTS else [*starts[: STARTS // 2], *starts[-STARTS // 2 :]]


def is_formula(node: Node, any_symbol: bool, mathematics: bool = False) -> bool:
    """Whether *node* has symbols, one letter each unless *any_symbol*, and is more than one symbol.

    In *mathematics* two letters may be one symbol or two.
    """
    names = expression.symbols(node)
    if not names or node.op == "sym":
        return False
    simple = _IN_MATHEMATICS if mathematics else _SIMPLE
    return any_symbol or all(simple.fullmatch(name) is not None for name in names)


def _formula(f: Folded, start: int, high: int, read: tuple[Node, int, list[Literal]]) -> Formula:
    s, plain = f.work, f.plain
    node, stop, literals = read
    while stop > start and s[stop - 1] == " ":
        stop -= 1
    reading = Reading((), node=node, shape="formula")
    unit = units.match(s, stop, high)
    found = Found(start, stop, reading)
    if unit is not None and unit[1] != "L" and (s[stop] == " " or s[stop] > "\u2e80"):  # L may be a symbol
        found.end, reading.unit, found.has_unit = unit[0], unit[1], True
    alone = node.op == "^" and node.args[0].op == "sym" and s[stop : stop + 2].strip()[:1] not in ("=", "≈")
    alone = alone and not s[max(0, start - 2) : start].rstrip().endswith(_MEMBER)  # a space, no growth
    alone = alone or s.startswith(_GROWTH, start)
    parts = [_constant(plain, literal, alone) for literal in literals]
    parts += [
        _part(
            plain, index.start(1 + (index[1] is None)), index.end(1 + (index[1] is None)), False, "an index"
        )
        for index in _INDEX.finditer(s, start, stop)
    ]
    return Formula(found, tuple(sorted(parts, key=lambda part: part.start)))


_IS_POWER = re.compile(r"\(?[-−]?(?![01]\)?\Z)\d[\d./]*\)?|[²³⁴-⁹]+")
"""An exponent that tells how something grows; ``k−1`` is an index that is raised."""


def _constant(plain: str, literal: Literal, alone: bool) -> Token:
    text = plain[literal.start : literal.end]
    if literal.role == "exponent" and alone and not _IS_POWER.fullmatch(text):
        alone = False
    if literal.role == "exponent":
        why = "the order of growth" if alone else "an exponent inside a longer formula"
        return _part(plain, literal.start, literal.end, alone, why)
    if text in ("0", "1"):
        return _part(plain, literal.start, literal.end, False, f"a structural {text}")
    return _part(plain, literal.start, literal.end, True, "a coefficient")


def _part(plain: str, start: int, end: int, needs: bool, why: str) -> Token:
    return Token(start, end, plain[start:end], Kind.CONSTANT, needs, f"{why} of a formula", "formula-part")
