"""Exact values of expressions, and whether two expressions are the same function."""

from __future__ import annotations

import math
import zlib
from collections.abc import Callable, Mapping
from fractions import Fraction

from ledger.errors import QuantityError
from ledger.quantities.expression import Node, parse, symbols

MAX_BITS = 1 << 16
"""The largest power computed, in bits of its numerator or denominator."""


def evaluate(expression: str | Node, values: Mapping[str, Fraction | int]) -> Fraction:
    """The exact value for *values* of its symbols.

    Raises:
        QuantityError: a symbol without a value, a division by zero, an irrational or unbounded result.
    """
    node = parse(expression) if isinstance(expression, str) else expression
    return _value(node, values, opaque=False)


def _value(node: Node, values: Mapping[str, Fraction | int], opaque: bool) -> Fraction:
    if node.op == "num":
        return node.value if node.value is not None else Fraction(0)
    if node.op == "sym":
        if node.name not in values:
            raise QuantityError(f"no value for the symbol {node.name!r}")
        return Fraction(values[node.name])
    args = [_value(arg, values, opaque) for arg in node.args]
    if node.op == "call":
        return _call(node.name, args, opaque)
    return _apply(node.op, args, opaque)


def _apply(op: str, args: list[Fraction], opaque: bool) -> Fraction:
    if op == "neg":
        return -args[0]
    left, right = args
    if op == "/" and right == 0:
        raise QuantityError("division by zero")
    if op == "^":
        return _raise(left, right, opaque)
    return {"+": left.__add__, "-": left.__sub__, "*": left.__mul__, "/": left.__truediv__}[op](right)


def _raise(base: Fraction, exponent: Fraction, opaque: bool) -> Fraction:
    size = max(base.numerator.bit_length(), base.denominator.bit_length()) * abs(exponent)
    if exponent.denominator == 1 and size <= MAX_BITS and (base != 0 or exponent >= 0):
        return base ** int(exponent)
    if opaque:
        return _stand_in("pow", [base, exponent])
    raise QuantityError(f"{base}^{exponent} has no bounded exact value")


def _call(name: str, args: list[Fraction], opaque: bool) -> Fraction:
    if name in ("max", "min"):
        return max(args) if name == "max" else min(args)
    value = args[0]
    if name in ("ceil", "floor", "abs"):
        exact: dict[str, Callable[[Fraction], Fraction | int]] = {
            "ceil": math.ceil,
            "floor": math.floor,
            "abs": abs,
        }
        return Fraction(exact[name](value))
    if name in ("sqrt", "√") and value >= 0:
        root = Fraction(math.isqrt(value.numerator), math.isqrt(value.denominator))
        if root * root == value:
            return root
    if opaque:
        return _stand_in(name, args)
    raise QuantityError(f"{name} of {value} has no exact value")


def _stand_in(name: str, args: list[Fraction]) -> Fraction:
    """A fixed pseudo-random value for a function that has no exact one: equal for equal arguments only."""
    key = f"{name}:{args}".encode()
    return Fraction(zlib.crc32(key) + 2, 1_000_003)


def equivalent(left: str | Node, right: str | Node, symbol_map: Mapping[str, str] | None = None) -> bool:
    """Whether the two agree at sample points, *left*'s symbols renamed by *symbol_map*.

    Exact identity testing of rational functions at large pseudo-random points (Schwartz 1980, Zippel 1979):
    never ``False`` for equal functions, and ``True`` for unequal ones with a chance below 10⁻²⁰. Functions
    without exact values (log, roots) count as equal only where their arguments are.

    Raises:
        QuantityError: one of them is not an expression.
    """
    one = parse(left) if isinstance(left, str) else left
    two = parse(right) if isinstance(right, str) else right
    renamed = dict(symbol_map or {})
    names = {name: renamed.get(name, name) for name in symbols(one)}
    if set(names.values()) != symbols(two):
        return False
    for salt in range(3):
        points = {name: _point(name, salt) for name in symbols(two)}
        try:
            mine = _value(one, {name: points[target] for name, target in names.items()}, opaque=True)
            if mine != _value(two, points, opaque=True):
                return False
        except QuantityError:
            return False
    return True


def _point(name: str, salt: int) -> Fraction:
    return Fraction(zlib.crc32(f"{salt}/{name}".encode()) * 2 + 3, 1009 + salt)
