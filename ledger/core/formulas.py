"""The formula registry: what a formula is, how it is found, and how it is called with text inputs.

A formula's id is ``<module>.<name>``; its module lists it in a tuple ``FORMULAS``. Modules are
imported only when one of their formulas is asked for, so that one look-up stays cheap. Another
ledger adds formulas through the entry point group ``ledger.formulas``: the entry's name is the
id's prefix and its object is a module (or a tuple) of the same shape.
"""

from __future__ import annotations

import hashlib
import importlib
import inspect
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from fractions import Fraction
from functools import cache
from importlib.metadata import entry_points
from pathlib import Path
from types import MappingProxyType
from typing import Any, get_type_hints

from ledger.errors import InputError, UnknownFormula, did_you_mean

MODULES: Mapping[str, str] = MappingProxyType(
    {
        name: f"ledger.core.{name}"
        for name in (
            "memory",
            "activation",
            "mesh",
            "pipeline",
            "collectives",
            "moe",
            "context",
            "numerics",
            "reliability",
            "step",
            "arithmetic",
        )
    }
)

type_names = {int: "integer", Fraction: "number", Decimal: "number", bool: "yes/no", str: "word"}


@dataclass(frozen=True, slots=True)
class Citation:
    """Where a formula comes from: a source id of the ledger (or a plain reference) and a place in it."""

    source: str
    section: str = ""
    equation: str = ""
    note: str = ""

    def __str__(self) -> str:
        parts = [self.source]
        if self.section:
            parts.append(f"§{self.section}")
        if self.equation:
            parts.append(f"Eq. {self.equation}")
        if self.note:
            parts.append(f"({self.note})")
        return " ".join(parts)


@dataclass(frozen=True, slots=True)
class Param:
    """What an input means; attached to a parameter with ``typing.Annotated``.

    ``read`` turns the given text or number into the function's type; ``None`` takes the annotation
    (``int``, ``Fraction``, ``bool``, ``str``) as the reader.
    """

    unit: str = "1"
    doc: str = ""
    minimum: int | None = None
    choices: tuple[str, ...] = ()
    read: Callable[[object], object] | None = None


@dataclass(frozen=True, slots=True)
class Result:
    """A formula's answer: an exact number (or a structured value) with its line items.

    ``value`` is an ``int`` or ``Fraction`` wherever the formula is rational; ``Decimal`` to a stated
    precision where it is not (a square root); a sequence or mapping for schedules and groups.
    """

    value: Any
    details: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Formula:
    """One formula with everything a reader needs to trust or refuse it."""

    id: str
    function: Callable[..., Any]
    unit: str
    convention: str
    source: Citation
    example: Mapping[str, str]
    conditions: tuple[str, ...] = ()

    @property
    def doc(self) -> str:
        """The function's docstring, dedented."""
        return inspect.getdoc(self.function) or ""

    def parameters(self) -> Mapping[str, tuple[type, Param, object]]:
        """Name → (type, meaning, default); the default is ``inspect.Parameter.empty`` where required."""
        return _parameters(self.function)

    def compute(self, inputs: Mapping[str, object]) -> Result:
        """Run the formula on text or numeric *inputs*.

        Raises:
            InputError: an input is missing, unknown, or does not read as its type.
            ConditionError: the inputs are outside the conditions of validity.
        """
        known = self.parameters()
        for name in inputs:
            if name not in known:
                hint = did_you_mean(name, known) or f"it takes {', '.join(known)}"
                raise InputError(f"{self.id} has no input '{name}'; {hint}")
        arguments: dict[str, object] = {}
        for name, (kind, meaning, default) in known.items():
            if name in inputs:
                arguments[name] = _read(self.id, name, kind, meaning, inputs[name])
            elif default is inspect.Parameter.empty:
                raise InputError(f"{self.id} needs the input '{name}' ({meaning.doc or meaning.unit})")
        answer = self.function(**arguments)
        return answer if isinstance(answer, Result) else Result(answer)

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Call the plain function, for other formulas: already typed inputs, no reading."""
        return self.function(*args, **kwargs)


@cache
def _parameters(function: Callable[..., Any]) -> Mapping[str, tuple[type, Param, object]]:
    """Resolving annotations takes far longer than most formulas, so it is done once a function."""
    hints = get_type_hints(function, include_extras=True)
    found: dict[str, tuple[type, Param, object]] = {}
    for name, parameter in inspect.signature(function).parameters.items():
        hint = hints[name]
        metadata = getattr(hint, "__metadata__", ())
        meaning = next((item for item in metadata if isinstance(item, Param)), Param())
        found[name] = (getattr(hint, "__origin__", hint), meaning, parameter.default)
    return MappingProxyType(found)


def formula(
    id: str,
    *,
    unit: str,
    convention: str,
    source: Citation,
    example: Mapping[str, str],
    conditions: tuple[str, ...] = (),
) -> Callable[[Callable[..., Any]], Formula]:
    """Declare the function a formula (its module still has to list it in ``FORMULAS``)."""

    def declare(function: Callable[..., Any]) -> Formula:
        return Formula(id, function, unit, convention, source, MappingProxyType(dict(example)), conditions)

    return declare


def get(id: str) -> Formula:
    """The formula of that id.

    Raises:
        UnknownFormula: with the nearest known id.
    """
    prefix = id.partition(".")[0]
    for candidate in _module_formulas(prefix):
        if candidate.id == id:
            return candidate
    hint = did_you_mean(id, (known.id for known in all_formulas())) or "see 'ledger compute --list'"
    raise UnknownFormula(f"unknown formula '{id}'; {hint}")


def all_formulas() -> Iterator[Formula]:
    """Every registered formula, module by module, in the order the modules list them."""
    for prefix in (*MODULES, *sorted(_plugins())):
        yield from _module_formulas(prefix)


def plugin_digest(id: str) -> str:
    """SHA-256 of the file in which another package defines the formula; ``""`` for one of our own or none.

    What is computed with it falls due when that file changes; our own files count as the program's.
    """
    if id.partition(".")[0] in MODULES:
        return ""
    try:
        file = inspect.getsourcefile(get(id).function)
    except (UnknownFormula, TypeError):
        return ""
    return "" if file is None else hashlib.sha256(Path(file).read_bytes()).hexdigest()


def _plugins() -> Mapping[str, Any]:
    return {entry.name: entry for entry in entry_points(group="ledger.formulas")}


def _module_formulas(prefix: str) -> tuple[Formula, ...]:
    if prefix in MODULES:
        module: Any = importlib.import_module(MODULES[prefix])
    elif prefix in (plugins := _plugins()):
        module = plugins[prefix].load()
    else:
        return ()
    return tuple(module) if isinstance(module, tuple | list) else tuple(module.FORMULAS)


def _read(formula_id: str, name: str, kind: type, meaning: Param, given: object) -> object:
    where = f"{formula_id}: input '{name}'"
    try:
        value = meaning.read(given) if meaning.read is not None else _READERS[kind](given)
    except (ValueError, TypeError, ZeroDivisionError, ArithmeticError, KeyError) as fault:
        raise InputError(f"{where}: {_expectation(kind, meaning, given, fault)}") from fault
    if meaning.minimum is not None and isinstance(value, int | Fraction) and value < meaning.minimum:
        raise InputError(f"{where}: must be at least {meaning.minimum}, got {given}")
    if meaning.choices and value not in meaning.choices:
        hint = did_you_mean(str(value), meaning.choices) or f"choose {', '.join(meaning.choices)}"
        raise InputError(f"{where}: unknown '{value}'; {hint}")
    return value


def _expectation(kind: type, meaning: Param, given: object, fault: Exception) -> str:
    """What was expected; a reader of structured input says it best itself."""
    if meaning.read is not None and isinstance(fault, ValueError):
        return str(fault)
    expected = type_names.get(kind, getattr(kind, "__name__", str(kind)))
    return f"expected {expected} ({meaning.unit}), got {given!r}"


def read_number(given: object) -> Fraction:
    """An exact number from ``int``, ``Fraction``, ``Decimal`` or text such as ``70e9``, ``1/3``, ``7_000``.

    Raises:
        ValueError: it is not one, is a float (whose digits are not what was printed), or its
            exponent is beyond ±400 (a bound on memory).
    """
    if isinstance(given, bool | float):
        raise ValueError("write the number as text, so that its digits are exact")
    if isinstance(given, int | Fraction):
        return Fraction(given)
    text = str(given).strip().replace("_", "")
    if len(text) > 400:
        raise ValueError("too long")
    if "/" not in text:
        number = Decimal(text)
        if not number.is_finite() or abs(number.adjusted()) > 400:
            raise ValueError("not a finite number of a sensible size")
        return Fraction(number)
    return Fraction(text)


def read_integer(given: object) -> int:
    """A whole number, from the forms that :func:`read_number` takes.

    Raises:
        ValueError: it is not whole.
    """
    number = read_number(given)
    if number.denominator != 1:
        raise ValueError("not a whole number")
    return number.numerator


def _read_flag(given: object) -> bool:
    if isinstance(given, bool):
        return given
    return {"yes": True, "true": True, "1": True, "no": False, "false": False, "0": False}[str(given).lower()]


_READERS: Mapping[type, Callable[[object], object]] = {
    int: read_integer,
    Fraction: read_number,
    bool: _read_flag,
    str: str,
}
