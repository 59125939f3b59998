"""The units that the grammar reads: spelling → canonical name, canonical name → size and dimensions.

Sizes are exact. SI prefixes: BIPM, *SI Brochure* 9th ed. (2019), table 7; binary prefixes: IEC 80000-13.
``GB`` is 10⁹ bytes and ``GiB`` 2³⁰; ``FLOPs`` counts operations and ``FLOPS`` is a rate; a bare year or
month has no exact length in seconds and stays a dimension of its own.

A count noun (``token``, ``GPU``) is a dimension named ``#token``; a Chinese measure word that fits many
nouns (``个``, ``张``) is ``#*``, which agrees with any count.
"""

from __future__ import annotations

from fractions import Fraction

from ledger.quantities.vocabulary import spaced

Dimensions = tuple[tuple[str, int], ...]

SI = {"n": -9, "µ": -6, "m": -3, "": 0, "k": 3, "M": 6, "G": 9, "T": 12, "P": 15, "E": 18, "Z": 21}
BINARY = {"Ki": 10, "Mi": 20, "Gi": 30, "Ti": 40, "Pi": 50, "Ei": 60}
LARGE = ("", "k", "M", "G", "T", "P", "E", "Z")

SIZES: dict[str, tuple[Fraction, Dimensions]] = {"1": (Fraction(1), ())}
SPELLINGS: dict[str, str] = {}
"""Spelling as printed (Latin script, case kept) → canonical name."""
CJK: dict[str, str] = {}
"""Chinese spelling → canonical name; looked up longest first."""
FOLDED: dict[str, str] = {}
"""Words whose case carries no meaning (``Tokens``, ``SECONDS``), lower-case → canonical name."""


def _ten(power: int) -> Fraction:
    return Fraction(10) ** power


def _add(name: str, size: Fraction, dims: Dimensions, *spellings: str) -> None:
    SIZES[name] = (size, dims)
    for spelling in (name, *spellings):
        SPELLINGS[spelling] = name


def _words(name: str, *words: str) -> None:
    for word in words:
        FOLDED[word] = name


def _prefixed(symbol: str, size: Fraction, dims: Dimensions, prefixes: tuple[str, ...]) -> None:
    for prefix in prefixes:
        name = prefix + symbol
        _add(name, size * _ten(SI[prefix]), dims)
        if prefix == "µ":
            SPELLINGS["μ" + symbol] = SPELLINGS["u" + symbol] = name
        if prefix == "k":
            SPELLINGS["K" + symbol] = name


def _information() -> None:
    _prefixed("B", Fraction(8), (("bit", 1),), LARGE)
    _prefixed("bit", Fraction(1), (("bit", 1),), LARGE)
    for prefix in LARGE[1:]:
        _add(f"{prefix}bps", _ten(SI[prefix]), (("bit", 1), ("s", -1)), f"{prefix}b/s", f"{prefix}bit/s")
        SPELLINGS[f"{prefix}Bps"] = f"{prefix}B/s"
        SPELLINGS[f"{prefix}b"] = f"{prefix}bit"
        SPELLINGS[f"{prefix}bits"] = f"{prefix}bit"
    _add("bps", Fraction(1), (("bit", 1), ("s", -1)), "bit/s")
    SPELLINGS["Kbps"] = "kbps"
    for prefix, power in BINARY.items():
        _add(f"{prefix}B", Fraction(8 * 2**power), (("bit", 1),))
        _add(f"{prefix}bit", Fraction(2**power), (("bit", 1),), f"{prefix}b")
    names = {"kilo": "k", "mega": "M", "giga": "G", "tera": "T", "peta": "P", "exa": "E"}
    for word, prefix in names.items():
        _words(f"{prefix}B", f"{word}byte", f"{word}bytes")
        _words(f"{prefix}bit", f"{word}bit", f"{word}bits")
    for word, prefix in {"kibi": "Ki", "mebi": "Mi", "gibi": "Gi", "tebi": "Ti"}.items():
        _words(f"{prefix}B", f"{word}byte", f"{word}bytes")
    _words("B", "byte", "bytes")
    _words("bit", "bit", "bits")


def _operations() -> None:
    for prefix in LARGE:
        size = _ten(SI[prefix])
        _add(f"{prefix}FLOP", size, (("FLOP", 1),), f"{prefix}FLOPs", f"{prefix}Flop", f"{prefix}Flops")
        _add(f"{prefix}FLOP/s", size, (("FLOP", 1), ("s", -1)), f"{prefix}FLOPS", f"{prefix}FLOPs/s")
        if prefix:
            _add(f"{prefix}OP", size, (("OP", 1),))
            _add(f"{prefix}OP/s", size, (("OP", 1), ("s", -1)), f"{prefix}OPS")
    _words("FLOP", "flop", "flops")


def _time() -> None:
    _prefixed("s", Fraction(1), (("s", 1),), ("n", "µ", "m", ""))
    _add("min", Fraction(60), (("s", 1),), "mins")
    _add("h", Fraction(3600), (("s", 1),), "hr", "hrs")
    _add("day", Fraction(86400), (("s", 1),))
    _add("week", Fraction(604800), (("s", 1),))
    _add("month", Fraction(1), (("month", 1),))
    _add("year", Fraction(12), (("month", 1),))
    _words("s", "second", "seconds", "sec", "secs")
    _words("ms", "millisecond", "milliseconds", "msec")
    _words("µs", "microsecond", "microseconds", "usec")
    _words("ns", "nanosecond", "nanoseconds")
    _words("min", "minute", "minutes")
    _words("h", "hour", "hours")
    for word in ("day", "week", "month", "year"):
        _words(word, word, f"{word}s")


def _physical() -> None:
    _prefixed("W", Fraction(1), (("W", 1),), ("m", "", "k", "M", "G"))
    _prefixed("Wh", Fraction(3600), (("W", 1), ("s", 1)), ("", "k", "M", "G", "T"))
    _prefixed("J", Fraction(1), (("W", 1), ("s", 1)), ("", "k", "M", "G"))
    _prefixed("Hz", Fraction(1), (("s", -1),), ("", "k", "M", "G", "T"))
    _prefixed("m", Fraction(1), (("m", 1),), ("n", "µ", "m", "", "k"))
    _add("cm", _ten(-2), (("m", 1),))
    _prefixed("g", Fraction(1), (("g", 1),), ("µ", "m", "", "k"))
    _add("t", _ten(6), (("g", 1),))
    _prefixed("V", Fraction(1), (("V", 1),), ("m", "", "k"))
    _prefixed("A", Fraction(1), (("A", 1),), ("m", ""))
    _prefixed("eV", Fraction(1), (("eV", 1),), ("", "k", "M", "G", "T"))
    for name in ("K", "dB", "nat", "rad"):
        _add(name, Fraction(1), ((name, 1),))
    _add("°C", Fraction(1), (("°C", 1),), "℃")
    _add("°", Fraction(1), (("°", 1),))
    _words("W", "watt", "watts")
    _words("kW", "kilowatt", "kilowatts")
    _words("MW", "megawatt", "megawatts")
    _words("GW", "gigawatt", "gigawatts")
    _words("nat", "nats")
    _words("km", "kilometre", "kilometres", "kilometer", "kilometers")
    _words("m", "metre", "metres", "meter", "meters")
    _words("kg", "kilogram", "kilograms")
    _words("t", "tonne", "tonnes")
    _words("V", "volt", "volts")
    _words("J", "joule", "joules")
    _words("Hz", "hertz")


def _pure() -> None:
    _add("%", Fraction(1, 100), (), "％")
    _add("‰", Fraction(1, 1000), ())
    _add("ppm", Fraction(1, 10**6), ())
    _add("pp", Fraction(1), (("pp", 1),))
    _add("x", Fraction(1), (("x", 1),), "×", "X")
    _words("%", "percent", "pct")
    _words("pp", "ppt")
    _words("x", "fold", "times")
    for currency in ("USD", "EUR", "GBP", "CNY", "JPY"):
        _add(currency, Fraction(1), ((currency, 1),))
    SPELLINGS["RMB"] = "CNY"
    SPELLINGS["€"] = "EUR"
    _words("USD", "dollar", "dollars")
    _words("EUR", "euro", "euros")
    for name, noun in {"QPS": "query", "RPS": "request", "IOPS": "operation", "fps": "frame"}.items():
        _add(name, Fraction(1), ((f"#{noun}", 1), ("s", -1)), name.lower())


COUNTS = spaced(
    "token parameter GPU TPU CPU NPU node rank device core server worker machine chip layer block "
    "head expert step epoch iteration sample example request user image element row column page image "
    "frame pixel query key label class task sandbox container process thread stage way bucket batch "
    "microbatch micro-batch sequence channel dimension group replica cluster file line word character "
    "message weight neuron job run time_step person people operation instruction cycle "
    "vocabulary document"
)


def _counts() -> None:
    for name in COUNTS:
        SIZES[name] = (Fraction(1), ((f"#{name}", 1),))
        plural = f"{name[:-1]}ies" if name == "query" else f"{name}es" if name[-1] in "xsh" else f"{name}s"
        _words(name, name.lower(), plural.lower())
    _words("token", "tok", "toks")
    _words("parameter", "param", "params")
    _add("GPU-hour", Fraction(3600), (("#GPU", 1), ("s", 1)), "GPUh", "GPU·h", "GPU-h")


def _chinese() -> None:
    plain = {
        "字节": "B", "比特": "bit", "秒": "s", "秒钟": "s", "毫秒": "ms", "微秒": "µs", "纳秒": "ns",
        "分钟": "min", "小时": "h", "个小时": "h", "钟头": "h", "天": "day", "周": "week", "个月": "month",
        "年": "year", "倍": "x", "瓦": "W", "千瓦": "kW", "兆瓦": "MW", "吉瓦": "GW", "赫兹": "Hz",
        "千瓦时": "kWh", "度电": "kWh", "美元": "USD", "欧元": "EUR", "英镑": "GBP", "日元": "JPY",
        "元": "CNY", "人民币": "CNY", "米": "m", "公里": "km", "千米": "km", "厘米": "cm", "毫米": "mm",
        "微米": "µm", "纳米": "nm", "克": "g", "千克": "kg", "公斤": "kg", "吨": "t", "伏": "V", "安": "A",
        "摄氏度": "°C", "焦": "J", "个百分点": "pp", "百分点": "pp", "参数": "parameter",
        "个参数": "parameter", "词元": "token", "个词元": "token", "节点": "node", "个节点": "node",
        "个样本": "sample", "样本": "sample", "个请求": "request",
    }  # fmt: skip
    CJK.update(plain)
    for word in MEASURE_WORDS:
        SIZES[word] = (Fraction(1), (("#*", 1),))
        CJK.setdefault(word, word)


MEASURE_WORDS = spaced(
    "个 张 台 块 卡 片 颗 次 条 种 份 组 项 名 位 家 篇 本 部 座 辆 套 对 根 只 段 行 列 句 字 维 核 路 "
    "级 阶 档 批 件 支 枚 层 页 章 节 类 步 幅 道 门 轴 端 阶段 倍数 者 轮 人 股 束 排 遍 回 趟 届 期 代 "
    "处 点 面 边 间 笔 桩 起 声 串 滴 杯 瓶 包 箱 袋 车 户 国 省 市 区 队 班 年级 场 局 盘 顿 番"
)
"""Measure words of Chinese: grammar of the language, not of a subject."""

for _fill in (_information, _operations, _time, _physical, _pure, _counts, _chinese):
    _fill()
