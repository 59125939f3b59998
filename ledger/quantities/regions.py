"""Numbers in program text and mathematics: what of them is a formula, a measure, a name or mere code."""

from __future__ import annotations

import re

from ledger.quantities import (
    comparators,
    context,
    expression,
    formula,
    listing,
    names,
    neighbours,
    placed,
    units,
)
from ledger.quantities.fold import Folded
from ledger.quantities.names import token
from ledger.quantities.reading import Found
from ledger.quantities.text import Mark, Role
from ledger.quantities.token import Kind, Token
from ledger.quantities.unit_table import lookup

_LETTERS = re.compile(r"[A-Za-zµμΑ-Ωα-ω]+")
_HYPHENED_NAME = re.compile(r"[A-Za-z]{3,}[\d.]{0,6}-[A-Za-z0-9]{2,}")
_SCIENTIFIC = re.compile(r"\d+(?:\.\d+)?[eE][-+]?\d{1,3}(?!\w)")
_ONE_MEASURE = re.compile(r"\d[\d.,]{0,20}[A-Za-zµμ]{2,8}")
"""``2.5MB`` in mathematics."""
_KEY = 8
_SCALES, _SHORT_UNITS = frozenset("KkMBTG"), frozenset("shmgWVAJtbDdx")


def token_at(f: Folded, hit: int, floor: int, region: Mark) -> Token | None:
    """Program text, or a formula, or (``None``) what running text would be."""
    if region.role is not Role.MATH and listing.is_program(f, region, hit):
        return names.code(f, hit, max(floor, region.start), _key_end(f, hit, region))
    s, low, high = f.work, max(floor, region.start), region.end
    written = names.compactly(f, hit) if region.role is Role.CODE_BLOCK else None
    if written is not None:
        return written
    if region.role is not Role.MATH and _SCIENTIFIC.match(s, hit) is not None:
        return None
    if region.role is Role.MATH and (numbered := placed.equation(f, hit, floor, high)) is not None:
        return numbered
    found = formula.in_region(f, hit, (low, high), region.role)
    if found is not None and _names_with_hyphen(s, hit, found.found, region):
        return None
    if found is not None and not _is_scaled(f, found.found, region):
        return formula_token(f, found, floor)
    return names.constant(f, hit, floor) if region.role is Role.MATH and found is None else None


def _key_end(f: Folded, hit: int, region: Mark) -> int:
    """Where the program text at *hit* ends: before the sign of a value that is stated (``p99=2.5ms``)."""
    sign = f.work.find("=", hit, min(region.end, hit + _KEY))
    if sign < 0 or not f.work[sign + 1 : sign + 2].isdecimal() or listing.is_program(f, region, sign + 1):
        return region.end
    return sign


def _names_with_hyphen(s: str, hit: int, found: Found, region: Mark) -> bool:
    """``llama-13b`` in code: what a hyphen joins to the word before it begins no formula."""
    joined = region.role is not Role.MATH and found.start == hit and s[hit - 1] == "-"
    return joined and hit - 2 >= region.start and is_letter(s, hit - 2)


def _is_scaled(f: Folded, found: Found, region: Mark) -> bool:
    """``2.8T`` and ``30s`` in code are a scaled number and a time unless T, s are this document's symbols."""
    node, mathematics = found.reading.node, region.role is Role.MATH
    if mathematics and _ONE_MEASURE.fullmatch(f.work, found.start, found.end) and _measures(f, found):
        return True
    if not mathematics and _has_rate(f, found):
        return True
    if not mathematics and (_measures(f, found) or _HYPHENED_NAME.search(f.work, found.start, found.end)):
        return True
    if node is None or node.op != "*" or node.args[0].op != "num" or node.args[1].op != "sym":
        return False
    name = node.args[1].name
    if name in f.symbols and node.args[0].value is not None and node.args[0].value.denominator == 1:
        return False
    return name in _SCALES or (not mathematics and name in _SHORT_UNITS)


def _measures(f: Folded, found: Found) -> bool:
    """``10000 × 1MB``: its letters are spelled units, and not all of them this document's symbols."""
    runs = _LETTERS.findall(f.work, found.start, found.end)
    return bool(runs) and all(
        len(run) > 1
        and lookup(run) is not None
        and not units.resolve(run).counts
        and not f.symbols.issuperset(run)
        for run in runs
    )


def _has_rate(f: Folded, found: Found) -> bool:
    """``600GB/s``: a number and one unit over another, none of whose letters is this document's symbol."""
    rate = _RATE.fullmatch(f.work, found.start, found.end)
    if rate is None or not f.symbols.isdisjoint(rate[1]):
        return False
    unit = units.match(f.work, rate.start(1), found.end)
    return unit is not None and unit[0] == found.end


_RATE = re.compile(r"\d[\d.,]*( ?[A-Za-z]{2,5}/[A-Za-z]{1,4})")


def formula_token(f: Folded, found: formula.Formula, floor: int) -> Token:
    """The token of a formula that was read, with its bounds and whether something supposes it."""
    comparators.prefix(f.work, found.found, floor)
    comparators.suffix(f.work, found.found, len(f.work))
    needs = found.needs_evidence
    where = found.found
    example = needs and (context.supposes(f, where.start) or context.is_drawn(f.work, where.start, where.end))
    reason = "a formula with constants of its own" if needs else "a formula whose constants only shape it"
    in_math = f.regions.marks and f.regions.at(where.start) is not None
    torn = not in_math and neighbours.is_part(f, where)
    reason = neighbours.REASON if torn else reason
    return token(
        f, where.start, where.end, Kind.FORMULA, needs and not example,
        "the sentence supposes it" if example else reason,
        "formula", None if torn else where.reading, found.parts,
    )  # fmt: skip


def is_letter(s: str, at: int) -> bool:
    """A letter of an alphabet (no Chinese character) stands at *at*."""
    return expression.is_letter(s[at : at + 1])
