"""Number formats: range, precision, bytes, and exact rounding to them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType
from typing import Annotated

from ledger.core.exact import simplest
from ledger.core.formulas import Citation, Param, Result, formula
from ledger.core.roots import Number
from ledger.errors import ConditionError


@dataclass(frozen=True, slots=True)
class Format:
    """A binary floating-point format: sign, *exponent* bits, *mantissa* bits.

    ``top`` says what the highest exponent code means: ``ieee`` (infinities and NaNs), ``nan`` (only the
    all-ones mantissa is NaN), ``finite`` (every code is a number). ``bits`` is the storage width.
    """

    name: str
    exponent: int
    mantissa: int
    bits: int
    top: str
    source: Citation

    @property
    def bias(self) -> int:
        """Exponent bias, 2^(e-1) - 1."""
        return (1 << (self.exponent - 1)) - 1

    @property
    def highest_exponent(self) -> int:
        """Exponent of the largest finite number."""
        codes = (1 << self.exponent) - (2 if self.top == "ieee" else 1)
        return codes - self.bias

    @property
    def largest(self) -> Fraction:
        """The largest finite number."""
        steps = (1 << self.mantissa) - (2 if self.top == "nan" else 1)
        return (1 + Fraction(steps, 1 << self.mantissa)) * Fraction(2) ** self.highest_exponent

    @property
    def smallest_normal(self) -> Fraction:
        """The smallest positive number of full precision."""
        return Fraction(2) ** (1 - self.bias)

    @property
    def smallest(self) -> Fraction:
        """The smallest positive number (subnormal)."""
        return self.smallest_normal / (1 << self.mantissa)

    @property
    def epsilon(self) -> Fraction:
        """Distance from 1 to the next number."""
        return Fraction(1, 1 << self.mantissa)


_IEEE = Citation("IEEE 754-2019", "3.6", note="binary interchange formats")
_FP8 = Citation("arXiv:2209.05433", note="FP8 formats for deep learning, Table 1")
_MX = Citation("OCP Microscaling Formats v1.0", note="element formats")

_ALL = (
    Format("fp64", 11, 52, 64, "ieee", _IEEE),
    Format("fp32", 8, 23, 32, "ieee", _IEEE),
    Format("tf32", 8, 10, 32, "ieee", Citation("nvidia-a100-whitepaper", note="stored in 32 bits")),
    Format("fp16", 5, 10, 16, "ieee", _IEEE),
    Format("bf16", 8, 7, 16, "ieee", Citation("arXiv:1905.12322", note="BFLOAT16 for deep learning")),
    Format("fp8-e4m3", 4, 3, 8, "nan", _FP8),
    Format("fp8-e5m2", 5, 2, 8, "ieee", _FP8),
    Format("fp6-e2m3", 2, 3, 6, "finite", _MX),
    Format("fp6-e3m2", 3, 2, 6, "finite", _MX),
    Format("fp4-e2m1", 2, 1, 4, "finite", _MX),
    Format(
        "e5m6",
        5,
        6,
        12,
        "ieee",
        Citation("deepseek-v3-2024", "3.3.3", note="layout of the top code assumed IEEE-like"),
    ),
)
FORMATS: Mapping[str, Format] = MappingProxyType({item.name: item for item in _ALL})


def read_format(given: object) -> Format:
    """A format by its name, or itself.

    Raises:
        ValueError: no format has that name.
    """
    if isinstance(given, Format):
        return given
    if str(given) not in FORMATS:
        raise ValueError(f"unknown format '{given}'; choose {', '.join(FORMATS)}")
    return FORMATS[str(given)]


Formats = Annotated[Format, Param("format", f"one of {', '.join(FORMATS)}", read=read_format)]
_EXAMPLE = {"format": "fp8-e4m3"}


@formula(
    "numerics.largest",
    unit="1",
    convention="largest finite number",
    source=_FP8,
    example=_EXAMPLE,
)
def largest(format: Formats) -> Result:  # noqa: A002  (the field's own word)
    """65,504 for FP16, 448 for E4M3, 57,344 for E5M2; ``details`` has the format's other limits."""
    details = {
        "smallest normal": format.smallest_normal,
        "smallest": format.smallest,
        "epsilon": format.epsilon,
        "bits": format.bits,
        "source": str(format.source),
    }
    return Result(simplest(format.largest), details)


@formula(
    "numerics.smallest_normal",
    unit="1",
    convention="smallest positive number of full precision",
    source=_IEEE,
    example=_EXAMPLE,
)
def smallest_normal(format: Formats) -> Number:  # noqa: A002  (the field's own word)
    """The smallest normal number, 2^(1 - bias): 2^-14 for FP16."""
    return simplest(format.smallest_normal)


@formula(
    "numerics.smallest",
    unit="1",
    convention="smallest positive number, subnormal",
    source=_IEEE,
    example=_EXAMPLE,
)
def smallest(format: Formats) -> Number:  # noqa: A002  (the field's own word)
    """2^(1 - bias - mantissa bits): 2^-24 for FP16."""
    return simplest(format.smallest)


@formula(
    "numerics.epsilon",
    unit="1",
    convention="distance from 1 to the next number (twice the unit roundoff)",
    source=_IEEE,
    example=_EXAMPLE,
)
def epsilon(format: Formats) -> Number:  # noqa: A002  (the field's own word)
    """The step above 1, 2^-(mantissa bits): 2^-10 for FP16."""
    return simplest(format.epsilon)


@formula(
    "numerics.bytes",
    unit="B",
    convention="storage of one number, without tile scales",
    source=_IEEE,
    example=_EXAMPLE,
)
def number_bytes(format: Formats) -> Number:  # noqa: A002  (the field's own word)
    """Bytes of one number."""
    return simplest(Fraction(format.bits, 8))


@formula(
    "numerics.round",
    unit="1",
    convention="to nearest, ties to even; beyond the largest finite number it is refused",
    source=_IEEE,
    example={"value": "0.1", "format": "bf16"},
    conditions=("the rounded value does not overflow",),
)
def round_to(value: Annotated[Fraction, Param("1")], format: Formats) -> Number:  # noqa: A002
    """The nearest number of the format, exactly; small values round to subnormals or to zero.

    Raises:
        ConditionError: the value overflows the format.
    """
    rounded = nearest(value, format)
    if abs(rounded) > format.largest:
        raise ConditionError("overflow", f"{value} is beyond the largest {format.name}, {format.largest}")
    return simplest(rounded)


def nearest(value: Fraction, format: Format) -> Fraction:  # noqa: A002  (the field's own word)
    """The value on the format's grid, ties to even, as if the exponent had no upper end."""
    if value == 0:
        return value
    exponent = max(_exponent(abs(value)), 1 - format.bias)
    step = Fraction(2) ** (exponent - format.mantissa)
    return round(value / step) * step


def _exponent(value: Fraction) -> int:
    """The exponent e with 2^e <= value < 2^(e+1)."""
    guess = value.numerator.bit_length() - value.denominator.bit_length()
    return guess if Fraction(2) ** guess <= value else guess - 1


FORMULAS = (largest, smallest_normal, smallest, epsilon, number_bytes, round_to)
