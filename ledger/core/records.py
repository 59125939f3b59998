"""Structured inputs: a frozen dataclass read from text such as ``tp=8,pp=4`` or JSON, or from a mapping.

A record's fields are ``int``, ``Fraction``, ``bool``, ``str``, an optional one of these, or a tuple of
integers; nothing else is needed, and nothing is ever evaluated.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, fields
from decimal import Decimal
from fractions import Fraction
from functools import cache
from types import UnionType
from typing import Any, ClassVar, Protocol, TypeVar, get_args, get_type_hints

from ledger.core.formulas import read_integer, read_number
from ledger.errors import did_you_mean

LIMIT = 100_000  # characters of one structured input
LONGEST_LIST = 1_000  # exact numbers of one list: their common denominator grows with each


class Record(Protocol):
    """Any dataclass."""

    __dataclass_fields__: ClassVar[dict[str, Any]]


R = TypeVar("R", bound=Record)


def record_reader(kind: type[R]) -> Callable[[object], R]:
    """A reader for ``Param.read``: text, mapping or an instance in, an instance of *kind* out."""

    def read(given: object) -> R:
        if isinstance(given, kind):
            return given
        pairs = read_mapping(given)
        readers = _field_readers(kind)
        for name in pairs:
            if name not in readers:
                hint = did_you_mean(name, readers) or f"it takes {', '.join(readers)}"
                raise ValueError(f"no field '{name}'; {hint}")
        missing = [name for name in _required(kind) if name not in pairs]
        if missing:
            raise ValueError(f"missing {', '.join(missing)}")
        return kind(**{name: _read_field(name, readers[name], value) for name, value in pairs.items()})

    return read


def read_mapping(given: object) -> Mapping[str, object]:
    """Names and values from a mapping, a JSON object, or ``name=value,name=value``.

    Raises:
        ValueError: it is none of these, or names something twice.
    """
    if isinstance(given, Mapping):
        return {str(name): value for name, value in given.items()}
    text = _text(given)
    if text.startswith("{"):
        return dict(_json(text, object_pairs_hook=_unique))
    pairs = [part.partition("=") for part in text.split(",") if part.strip()]
    if any(not sign for _, sign, _ in pairs):
        raise ValueError("expected name=value,name=value or a JSON object")
    return _unique([(name.strip(), value.strip()) for name, _, value in pairs])


def read_items(given: object) -> Sequence[object]:
    """The entries of a sequence, a JSON list, or text separated by commas.

    Raises:
        ValueError: it is none of these.
    """
    if isinstance(given, Sequence) and not isinstance(given, str):
        return given
    text = _text(given)
    if text.startswith("["):
        return list(_json(text))
    return [part.strip() for part in text.split(",") if part.strip()]


def read_runs(given: object) -> tuple[int, ...]:
    """Whole numbers from ``4,4,3``, a JSON list, a sequence, or runs such as ``4*12,1``."""
    found: list[int] = []
    for item in read_items(given):
        value, star, times = str(item).partition("*")
        count = read_integer(times) if star else 1
        if not 0 <= count <= LIMIT or len(found) + count > LIMIT:
            raise ValueError("too many entries")
        found.extend([read_integer(value)] * count)
    return tuple(found)


def read_list(given: object) -> tuple[Fraction, ...]:
    """Exact numbers from ``1/2,3e-4`` or any form of :func:`read_items`."""
    items = read_items(given)
    if len(items) > LONGEST_LIST:
        raise ValueError(f"more than {LONGEST_LIST} numbers")
    return tuple(read_number(item) for item in items)


def read_words(given: object) -> tuple[str, ...]:
    """Words from ``a,b`` or any form of :func:`read_items`."""
    return tuple(str(item) for item in read_items(given))


def read_flag(given: object) -> bool:
    """Yes or no."""
    if isinstance(given, bool):
        return given
    word = str(given).lower()
    if word not in ("yes", "true", "1", "no", "false", "0"):
        raise ValueError(f"expected yes or no, got {given!r}")
    return word in ("yes", "true", "1")


def _text(given: object) -> str:
    if not isinstance(given, str):
        raise ValueError(f"expected text, got {type(given).__name__}")
    if len(given) > LIMIT:
        raise ValueError("too long")
    return given.strip()


def _json(text: str, **options: Any) -> Any:
    try:
        return json.loads(text, parse_float=Decimal, **options)
    except RecursionError as fault:
        raise ValueError("nested too deeply") from fault


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a name occurs twice")
    return found


def _read_field(name: str, reader: Callable[[object], object], value: object) -> object:
    try:
        return reader(value)
    except (ValueError, TypeError, ArithmeticError) as fault:
        raise ValueError(f"'{name}': cannot read {value!r} ({fault})") from fault


@cache
def _required(kind: type) -> tuple[str, ...]:
    return tuple(
        item.name for item in fields(kind) if item.default is MISSING and item.default_factory is MISSING
    )


@cache
def _field_readers(kind: type) -> Mapping[str, Callable[[object], object]]:
    hints = get_type_hints(kind)
    return {item.name: _reader(hints[item.name]) for item in fields(kind)}


def _reader(hint: Any) -> Callable[[object], object]:
    if isinstance(hint, UnionType):
        inner = _reader(next(choice for choice in get_args(hint) if choice is not type(None)))
        return lambda value: None if value is None or value == "none" else inner(value)
    simple: Mapping[object, Callable[[object], object]] = {
        int: read_integer,
        Fraction: read_number,
        bool: read_flag,
        str: str,
    }
    return simple.get(hint, read_runs)
