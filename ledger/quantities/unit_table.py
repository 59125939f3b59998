"""The units that the grammar reads: spelling → canonical name, canonical name → size and dimensions.

Sizes are exact; where an agreement, not arithmetic, sets one (a pound's weight, a mercury column), the source
stands beside it. SI prefixes: BIPM, *SI Brochure* 9th ed. (2019), table 7; binary prefixes: IEC 80000-13.

What is measured differently has dimensions of its own even where physics could convert it, since a text
that says one does not say the other: ``GB`` is 10⁹ bytes, ``GiB`` 2³⁰; ``FLOPs`` counts, ``FLOPS`` is a
rate; ``Hz``, ``Bq``, ``baud``, ``rpm`` are none of each other, nor are ``W`` and ``VA``, ``Gy`` and ``Sv``.
``°C``, ``°F`` and ``K`` are never converted: their zeros differ. A calorie, a ton, an ounce, a gallon has
several sizes, and so none. A bare year or month has no exact length in seconds.

A count noun (``token``, ``GPU``) is a dimension named ``#token``; a Chinese measure word that fits many
nouns (``个``, ``张``) is ``#*``, which agrees with any count.
"""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from ledger.quantities.unit_words import CHINESE, MEASURE_WORDS
from ledger.quantities.vocabulary import spaced

Dimensions = tuple[tuple[str, int], ...]


class Prefix(NamedTuple):
    """A decimal prefix: its power of ten, its English and its Chinese name."""

    power: int
    english: str
    chinese: str


PREFIXES = {
    "f": Prefix(-15, "femto", "飞"), "p": Prefix(-12, "pico", "皮"), "n": Prefix(-9, "nano", "纳"),
    "µ": Prefix(-6, "micro", "微"), "m": Prefix(-3, "milli", "毫"), "c": Prefix(-2, "centi", "厘"),
    "d": Prefix(-1, "deci", "分"), "h": Prefix(2, "hecto", "百"), "k": Prefix(3, "kilo", "千"),
    "M": Prefix(6, "mega", "兆"), "G": Prefix(9, "giga", "吉"), "T": Prefix(12, "tera", "太"),
    "P": Prefix(15, "peta", "拍"), "E": Prefix(18, "exa", "艾"), "Z": Prefix(21, "zetta", "泽"),
    "Y": Prefix(24, "yotta", "尧"),
}  # fmt: skip
BINARY = {"Ki": 10, "Mi": 20, "Gi": 30, "Ti": 40, "Pi": 50, "Ei": 60}
BINARY_WORDS = {"kibi": "Ki", "mebi": "Mi", "gibi": "Gi", "tebi": "Ti", "pebi": "Pi", "exbi": "Ei"}
LARGE = "k M G T P E Z Y"
"""Prefixes of what is only ever many."""

SIZES: dict[str, tuple[Fraction, Dimensions]] = {"1": (Fraction(1), ())}
SPELLINGS: dict[str, str] = {}
"""Spelling as printed (Latin script, case kept) → canonical name."""
CJK: dict[str, str] = {}
"""Chinese spelling → canonical name; looked up longest first."""
FOLDED: dict[str, str] = {}
"""Words whose case carries no meaning (``Tokens``, ``SECONDS``), lower-case → canonical name."""
RAISED_BELOW = frozenset({"s²", "s³"})
"""Powers that stand below a fraction bar only; ``5 s²`` with a note mark is 5 s."""


def _ten(power: int) -> Fraction:
    return Fraction(10) ** power


def _add(name: str, size: Fraction, dims: Dimensions, *spellings: str) -> None:
    SIZES[name] = (size, dims)
    for spelling in (name, *spellings):
        SPELLINGS[spelling] = name


def _own(*names: str) -> None:
    """Units that convert to no other."""
    for name in names:
        _add(name, Fraction(1), ((name, 1),))


def _words(name: str, *words: str) -> None:
    for word in words:
        FOLDED[word] = name


def _prefixed(symbol: str, size: Fraction, dims: Dimensions, prefixes: str, *nouns: str) -> None:
    """A unit with its prefixes, as symbols and, of each of *nouns*, as one word (``kilowatts``)."""
    _add(symbol, size, dims)
    for prefix in prefixes.split():
        power, english, _ = PREFIXES[prefix]
        name = prefix + symbol
        _add(name, size * _ten(power), dims)
        if prefix == "µ":
            SPELLINGS["μ" + symbol] = SPELLINGS["u" + symbol] = name
        if prefix == "k":
            SPELLINGS["K" + symbol] = name
        for noun in nouns:
            _words(name, english + noun)


def _letterless(name: str, plural: str, symbol: str, prefixes: str) -> None:
    """A unit whose letter alone is none: ``5 F`` may be a fifth figure's sixth part, ``2 T`` two trillions.

    Its word is read in lower case only, since a capital makes a name of it (``8 Tesla cards``).
    """
    _add(name, Fraction(1), ((name, 1),), plural)
    for prefix in prefixes.split():
        power, english, _ = PREFIXES[prefix]
        _add(prefix + symbol, _ten(power), ((name, 1),))
        _words(prefix + symbol, english + name, english + plural)
        if prefix == "µ":
            SPELLINGS["μ" + symbol] = SPELLINGS["u" + symbol] = prefix + symbol


def _information() -> None:
    _prefixed("B", Fraction(8), (("bit", 1),), LARGE, "byte", "bytes")
    _prefixed("bit", Fraction(1), (("bit", 1),), LARGE, "bit", "bits")
    for prefix in LARGE.split():
        size = _ten(PREFIXES[prefix].power)
        _add(f"{prefix}bps", size, (("bit", 1), ("s", -1)), f"{prefix}b/s", f"{prefix}bit/s")
        SPELLINGS[f"{prefix}Bps"] = f"{prefix}B/s"
        SPELLINGS[f"{prefix}b"] = f"{prefix}bit"
        SPELLINGS[f"{prefix}bits"] = f"{prefix}bit"
    _add("bps", Fraction(1), (("bit", 1), ("s", -1)), "bit/s")
    SPELLINGS["Kbps"] = "kbps"
    for prefix, power in BINARY.items():
        _add(f"{prefix}B", Fraction(8 * 2**power), (("bit", 1),))
        _add(f"{prefix}bit", Fraction(2**power), (("bit", 1),), f"{prefix}b")
    for word, prefix in BINARY_WORDS.items():
        _words(f"{prefix}B", f"{word}byte", f"{word}bytes")
        _words(f"{prefix}bit", f"{word}bit", f"{word}bits")
    _words("B", "byte", "bytes")
    _words("bit", "bit", "bits")
    _own("nat", "baud", "dpi", "ppi", "pt")
    _words("nat", "nats")


def _operations() -> None:
    for prefix in ("", *LARGE.split()):
        size = _ten(PREFIXES[prefix].power) if prefix else Fraction(1)
        _add(f"{prefix}FLOP", size, (("FLOP", 1),), f"{prefix}FLOPs", f"{prefix}Flop", f"{prefix}Flops")
        _add(f"{prefix}FLOP/s", size, (("FLOP", 1), ("s", -1)), f"{prefix}FLOPS", f"{prefix}FLOPs/s")
        if prefix:
            _add(f"{prefix}OP", size, (("OP", 1),))
            _add(f"{prefix}OP/s", size, (("OP", 1), ("s", -1)), f"{prefix}OPS")
            word = PREFIXES[prefix].english
            _words(f"{prefix}FLOP", f"{word}flop")
            _own(f"{word}flops")  # one says whether so many, the next so many a second
            FOLDED[f"{word}flops"] = f"{word}flops"
            SPELLINGS[f"{word}flops/s"] = f"{prefix}FLOP/s"
        if prefix in "MGT":
            _add(f"{prefix}T/s", size, (("#transfer", 1), ("s", -1)))
    _words("FLOP", "flop", "flops")


def _time() -> None:
    _prefixed("s", Fraction(1), (("s", 1),), "f p n µ m", "second", "seconds")
    _add("min", Fraction(60), (("s", 1),), "mins")
    _add("h", Fraction(3600), (("s", 1),), "hr", "hrs")
    _add("day", Fraction(86400), (("s", 1),))
    _add("week", Fraction(604800), (("s", 1),))
    _add("month", Fraction(1), (("month", 1),))
    _add("year", Fraction(12), (("month", 1),), "yr", "yrs")
    _words("s", "second", "seconds", "sec", "secs")
    _words("ms", "msec")
    _words("µs", "usec")
    _words("min", "minute", "minutes")
    _words("h", "hour", "hours")
    for word in ("day", "week", "month", "year"):
        _words(word, word, f"{word}s")


def _mechanics() -> None:
    _prefixed("g", Fraction(1), (("g", 1),), "n µ m k", "gram", "grams", "gramme", "grammes")
    _words("g", "gram", "grams", "gramme", "grammes")
    _add("t", _ten(6), (("g", 1),))
    _words("t", "tonne", "tonnes")
    _add("lb", Fraction("453.59237"), (("g", 1),), "lbs")  # NIST SP 811, B.8: avoirdupois, exact
    _letterless("newton", "newtons", "N", "m k M")
    _own("Nm", "VA", "hp", "ton", "ounce", "gallon", "pound")
    SPELLINGS["kNm"] = "kNm"
    SIZES["kNm"] = (Fraction(1000), (("Nm", 1),))
    for prefix in ("k", "M"):
        _add(f"{prefix}VA", _ten(PREFIXES[prefix].power), (("VA", 1),))
    _words("ton", "ton", "tons")
    _words("ounce", "oz", "ounce", "ounces")
    _words("gallon", "gal", "gallon", "gallons")
    _words("pound", "pound", "pounds")
    _pressure()


def _pressure() -> None:
    _prefixed("Pa", Fraction(1), (("Pa", 1),), "m h k M G", "pascal", "pascals")
    SPELLINGS["pascal"] = SPELLINGS["pascals"] = "Pa"
    bar = _ten(5)
    _add("bar", bar, (("Pa", 1),))
    _add("mbar", bar / 1000, (("Pa", 1),))
    _add("atm", Fraction(101325), (("Pa", 1),))
    _add("Torr", Fraction(101325, 760), (("Pa", 1),), "torr")
    _add("mmHg", Fraction("133.322387415"), (("Pa", 1),))  # 13 595.1 kg/m³ × 9.806 65 m/s² × 1 mm
    pound = Fraction("0.45359237") * Fraction("9.80665")  # of force, in newtons, at standard gravity
    _add("psi", pound / Fraction("0.0254") ** 2, (("Pa", 1),))
    _own("psig", "psia")


def _electricity() -> None:
    _prefixed("V", Fraction(1), (("V", 1),), "n µ m k M", "volt", "volts")
    _prefixed("A", Fraction(1), (("A", 1),), "p n µ m k", "ampere", "amperes", "amp", "amps")
    _words("V", "volt", "volts")
    _words("A", "amp", "amps")
    SPELLINGS["ampere"] = SPELLINGS["amperes"] = "A"
    _prefixed("Ah", Fraction(3600), (("A", 1), ("s", 1)), "m k")
    _prefixed("Ω", Fraction(1), (("Ω", 1),), "m µ k M G", "ohm", "ohms")
    for prefix in ("", "m", "µ", "k", "M", "G"):
        SPELLINGS[f"{prefix}\u2126"] = f"{prefix}Ω"
    _words("Ω", "ohm", "ohms")
    _words("kΩ", "kohm")
    _letterless("farad", "farads", "F", "p n µ m")
    _letterless("henry", "henries", "H", "n µ m")
    _letterless("siemens", "siemens", "S", "µ m")
    _letterless("tesla", "teslas", "T", "n µ m")
    _letterless("coulomb", "coulombs", "C", "p n µ")


def _energy() -> None:
    _prefixed("W", Fraction(1), (("W", 1),), "n µ m k M G T", "watt", "watts")
    _words("W", "watt", "watts")
    hours = (("W", 1), ("s", 1))
    _prefixed("Wh", Fraction(3600), hours, "m k M G T")
    for name in ("W", "kW", "MW", "GW", "TW", "A", "mA"):
        SPELLINGS[f"{name}·h"] = f"{name}h"
    _prefixed("J", Fraction(1), hours, "f p n µ m k M G T", "joule", "joules")
    _words("J", "joule", "joules")
    _prefixed("eV", Fraction(1), (("eV", 1),), "m k M G T", "electronvolt", "electronvolts")
    _words("eV", "electronvolt", "electronvolts")
    _prefixed("cal", Fraction(1), (("cal", 1),), "k", "calorie", "calories")
    _own("calorie", "BTU")
    _words("calorie", "calories")
    SPELLINGS["Btu"] = "BTU"
    _prefixed("Hz", Fraction(1), (("Hz", 1),), "m k M G T", "hertz")
    _words("Hz", "hertz")


def _space() -> None:
    length = (("m", 1),)
    _prefixed("m", Fraction(1), length, "n µ m c d k", "metre", "metres", "meter", "meters")
    _words("m", "metre", "metres", "meter", "meters")
    _words("µm", "micron", "microns")
    _add("Å", _ten(-10), length, "\u212b")
    foot = Fraction("0.3048")  # the international yard and pound agreement, 1959, exact
    for name, size, words in (
        ("inch", foot / 12, "inch inches"), ("ft", foot, "ft foot feet"), ("yd", foot * 3, "yard yards"),
        ("mile", foot * 5280, "mile miles"),
    ):  # fmt: skip
        _add(name, size, length)
        _words(name, *words.split())
    SPELLINGS["mi"] = "mile"
    SPELLINGS["\u2033"] = "inch"
    litre = _ten(-3)
    SIZES["L"] = (litre, (("m", 3),))
    SPELLINGS["L"] = "L"
    for prefix in "µmcd":
        size = litre * _ten(PREFIXES[prefix].power)
        _add(f"{prefix}L", size, (("m", 3),), f"{prefix}l")
        for noun in ("litre", "liter"):
            word = PREFIXES[prefix].english + noun
            _words(f"{prefix}L", word, f"{word}s")
    SPELLINGS["μL"] = SPELLINGS["uL"] = SPELLINGS["μl"] = SPELLINGS["ul"] = "µL"
    _words("L", "litre", "litres", "liter", "liters")
    for name in [name for name, (_, dims) in SIZES.items() if dims == length]:
        size = SIZES[name][0]
        for power, sign in ((2, "²"), (3, "³")):
            _add(f"{name}{sign}", size**power, (("m", power),), f"{name}^{power}")
    for power, sign in ((2, "²"), (3, "³")):
        _add(f"s{sign}", Fraction(1), (("s", power),), f"s^{power}")
    _add("ha", _ten(4), (("m", 2),))
    _words("ha", "hectare", "hectares")
    _add("acre", (foot * 3) ** 2 * 4840, (("m", 2),))
    _words("acre", "acres")
    _add("mph", foot * 5280 / 3600, (("m", 1), ("s", -1)))
    _add("kph", _ten(3) / 3600, (("m", 1), ("s", -1)), "kmh")
    SPELLINGS["sqft"] = "ft²"
    _own("亩")
    _add("°", Fraction(1), (("°", 1),), "deg")
    _add("arcmin", Fraction(1, 60), (("°", 1),))
    _add("arcsec", Fraction(1, 3600), (("°", 1),))
    _add("rad", Fraction(1), (("rad", 1),))
    _add("mrad", _ten(-3), (("rad", 1),))
    _words("rad", "radian", "radians")


def _matter() -> None:
    _add("°C", Fraction(1), (("°C", 1),), "℃")
    _add("°F", Fraction(1), (("°F", 1),), "℉")
    _prefixed("K", Fraction(1), (("K", 1),), "n µ m")
    SPELLINGS["kelvin"] = SPELLINGS["kelvins"] = "K"
    _prefixed("mol", Fraction(1), (("mol", 1),), "p n µ m k")
    for prefix in "pnµm":
        size = _ten(PREFIXES[prefix].power + 3)
        _add(f"{prefix}M", size, (("m", -3), ("mol", 1)))
    SPELLINGS["μM"] = SPELLINGS["uM"] = "µM"
    _prefixed("lm", Fraction(1), (("lm", 1),), "k")
    _prefixed("lx", Fraction(1), (("lx", 1),), "k m")
    _prefixed("cd", Fraction(1), (("cd", 1),), "m")
    _words("lm", "lumen", "lumens")
    _words("lx", "lux")
    _add("nit", Fraction(1), (("cd", 1), ("m", -2)), "nits")
    for symbol, prefixes in (("Bq", "k M G T"), ("Gy", "µ m"), ("Sv", "n µ m")):
        _prefixed(symbol, Fraction(1), ((symbol, 1),), prefixes)
    for prefix, power in (("", 0), ("m", -3), ("µ", -6), ("n", -9)):  # 3.7·10¹⁰ Bq, as the curie is defined
        _add(f"{prefix}Ci", 37 * _ten(9 + power), (("Bq", 1),))
    _own("dB", "dBm", "dBi", "dBc", "dBA", "dBV", "dBFS")
    SPELLINGS["dBa"] = "dBA"
    _words("dB", "decibel", "decibels")


def _pure() -> None:
    _add("%", Fraction(1, 100), (), "％")
    _add("‰", Fraction(1, 1000), ())
    _add("ppm", Fraction(1, 10**6), ())
    _add("ppb", Fraction(1, 10**9), ())
    _add("pp", Fraction(1), (("pp", 1),))
    _add("basis point", Fraction(1, 100), (("pp", 1),))
    del SPELLINGS["basis point"]
    _add("x", Fraction(1), (("x", 1),), "×", "X")
    _own("wt%", "vol%", "mol%", "at%", "order of magnitude")
    del SPELLINGS["order of magnitude"]
    _words("%", "percent", "pct")
    _words("pp", "ppt")
    _words("x", "fold", "times")
    _own(*CURRENCY_CODES, "cent")
    SPELLINGS["RMB"] = "CNY"
    SPELLINGS.update({"€": "EUR", "£": "GBP", "₹": "INR", "₩": "KRW", "₽": "RUB", "¢": "cent"})
    _words("cent", "cents")
    for code, noun in (("USD", "dollar"), ("EUR", "euro")):
        _words(code, noun, f"{noun}s")
        for prefix in "kMGT":
            _add(f"{prefix}{noun}", _ten(PREFIXES[prefix].power), SIZES[code][1], f"{prefix}{noun}s")


CURRENCY_CODES = spaced("USD EUR GBP CNY JPY INR KRW RUB CHF CAD AUD NZD HKD SGD TWD BRL SEK NOK DKK MXN ZAR")


def _rates() -> None:
    for name, noun in {"QPS": "query", "RPS": "request", "IOPS": "I/O operation", "fps": "frame"}.items():
        _add(name, Fraction(1), ((f"#{noun}", 1), ("s", -1)), name.lower(), name.upper())
    for prefix in "KM":
        size = _ten(3 if prefix == "K" else 6)
        _add(f"{prefix}IOPS", size, SIZES["IOPS"][1])
    SPELLINGS["kIOPS"] = "KIOPS"
    _add("rpm", Fraction(1, 60), (("#revolution", 1), ("s", -1)), "RPM")
    _own("tps")
    SPELLINGS["TPS"] = "tps"


COUNTS = spaced(
    "token parameter GPU TPU CPU NPU vCPU node rank device core server worker machine chip layer block "
    "head expert step epoch iteration sample example request user image element row column page image "
    "frame pixel query key label class task sandbox container process thread stage way bucket batch "
    "microbatch micro-batch sequence channel dimension group replica cluster file line word character "
    "message weight neuron job run time_step person people operation instruction cycle "
    "vocabulary document"
)


SHORT_COUNTS = {
    "token": "tok toks", "parameter": "param params", "pixel": "px", "request": "req reqs",
    "operation": "ops",
}  # fmt: skip
_LEAST_PREFIXED = 5
"""Letters of a noun that a prefix may stand before: ``Grow`` is no giga-row."""


def _counts() -> None:
    for name in COUNTS:
        plural = f"{name[:-1]}ies" if name == "query" else f"{name}es" if name[-1] in "xsh" else f"{name}s"
        nouns = (name, plural, *SHORT_COUNTS.get(name, "").split())
        SIZES[name] = (Fraction(1), ((f"#{name}", 1),))
        _words(name, *(noun.lower() for noun in nouns))
        for prefix in "kMGT" if name.isalpha() and name.islower() and len(name) >= _LEAST_PREFIXED else "":
            power, english, _ = PREFIXES[prefix]
            scaled = prefix + name
            _add(scaled, _ten(power), ((f"#{name}", 1),), *(prefix + noun for noun in nouns))
            _words(scaled, *(english + noun for noun in nouns))
            if prefix == "k":
                SPELLINGS.update({f"K{noun}": scaled for noun in nouns})
    _add("GPU-hour", Fraction(3600), (("#GPU", 1), ("s", 1)), "GPUh", "GPU·h", "GPU-h")


def _chinese() -> None:
    for word in MEASURE_WORDS:
        SIZES[word] = (Fraction(1), (("#*", 1),))
        CJK[word] = word
    for name, (symbol, prefixes) in CHINESE.items():
        CJK[name] = symbol
        for prefix in prefixes.split():
            CJK[PREFIXES[prefix].chinese + name] = SPELLINGS[prefix + symbol]


for _fill in (
    _information, _operations, _time, _mechanics, _electricity, _energy, _space, _matter, _pure, _rates,
    _counts, _chinese,
):  # fmt: skip
    _fill()


def lookup(word: str) -> str | None:
    """The canonical name of one spelled unit word, or ``None``."""
    found = SPELLINGS.get(word)
    return found if found is not None else FOLDED.get(word.lower())
