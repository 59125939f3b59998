"""The quantity grammar: number, scale, unit, range, tolerance, product, comparator, at one position.

Every pattern is anchored and bounded (:data:`REACH` characters), so reading is linear in the text.
"""

from __future__ import annotations

import re

from ledger.quantities import units
from ledger.quantities.comparators import prefix, suffix
from ledger.quantities.compounds import compound
from ledger.quantities.lexicon import CURRENCIES, DOLLARS, SHAPE_NOUNS, SHAPE_NOUNS_ZH
from ledger.quantities.numerals import MINUS
from ledger.quantities.quantity import Comparator
from ledger.quantities.reading import ENDS, REACH, SPACES, Found, Numeral, Reading
from ledger.quantities.unit_table import CURRENCY_CODES, lookup

DIGITS = 600
"""The longest number read, in characters."""
_S = f"[{SPACES}]"
_EXP = "[({]?[-−–+]?\\d{1,4}[)}]?"
_SUP = "[⁺⁻]?[⁰¹²³⁴⁵⁶⁷⁸⁹]{1,5}"
CORE = (
    r"(?:(?:(?=\d{1,3}+[,_'’ \u00a0\u2007\u2009\u202f]\d)"
    r"(?:(?!0)\d{1,3}(?:,\d{3})+(?!\d|,\d)"
    r"|(?:\d{1,2}(?:,\d\d){0,5},0\d|(?<=₹)\d{1,2}(?:,\d\d){1,3})(?:,\d\d){0,5},\d{3}(?!\d|,\d)"
    r"|\d{1,3}(?:[\u00a0\u2007\u2009\u202f'’]\d{3})+(?!['’\u00a0\u2007\u2009\u202f]?\d|[KkMBT](?![A-Za-z]))"
    r"|\d{1,3}(?:_\d{3})+(?![\d_])"
    r"|[1-9]\d{0,2}(?: \d{3})* 0\d\d(?: \d{3})*(?! ?\d))"
    r"|\d+)(?:\.\d+)?|\.\d+)"
)
_POWER = (
    rf"(?:[eE][-−+]?\d{{1,4}}(?![\w.]*\w)"
    rf"|{_S}?[×x·⋅*∙✕]{_S}?10(?:(?:\^|\*\*){_EXP}|{_SUP})|(?:\^|\*\*){_EXP}|{_SUP})"
)
NUMBER = re.compile(
    rf"(?P<core>{CORE}(?P<power>{_POWER})?)"
    rf"(?P<vulgar>[½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞]|(?<=\d)÷\d{{1,420}}|(?<=\d)/\d{{1,5}}(?![\d/.]|{_S}?[A-Za-z]{{1,3}}/\d))?"
)
_POWERED = re.compile(r"[^\d,.]\s?10")
"""``4–8 × 10⁵`` shares its power, or does not: no range is read."""
VULGAR_ONLY = re.compile("[½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞]")
_LETTER = "A-Za-z0-9_\u00aa\u00b5\u00c0-\u02af\u0370-\u1fff\u2126"
"""Letters of an alphabet and digits, inside a class; raised digits are none."""
_SCALE = re.compile(
    rf"(?P<tight>[KkMBT]|bn|mn|tn)(?![{_LETTER}/·])"
    rf"|(?P<slash>[KkMT]|B(?=/{_S}?\d))(?=/)"
    rf"|[{SPACES}-]?(?P<word>(?:[Hh]undred|[Tt]housand|[Mm]illion|[Bb]illion|[Tt]rillion|[Ll]akh|[Cc]rore)s?)(?![A-Za-z])"
    rf"|{_S}?(?P<zh>[十百千]?万亿|[十百千]万|[十百千]亿|万|亿(?!欧(?!元))|兆(?![瓦字赫帕欧焦比伏安电])"
    r"|千(?![瓦克米分字赫伏卡帕焦牛欧安比电])|百(?![分帕]))"
    rf"|{_S}(?P<loose>[KMBT])(?![{_LETTER}/·])"
)
_JOINS_SCALE, _BEGINS_SCALE = frozenset(f"{SPACES}-"), frozenset("KkMBTbmtHhLlCc十百千万亿兆")
"""What may part a number from its scale, and what that begins with; most numbers have none."""
_CODES = {code: code for code in CURRENCY_CODES} | {"RMB": "CNY"}
_MONEY = re.compile(
    rf"(?P<letters>{'|'.join(DOLLARS)})?\$|(?P<sign>[{''.join(CURRENCIES)}])|(?P<code>{'|'.join(_CODES)}) "
)
"""What stands before an amount and says whose money it is."""
_OF = re.sub(r"\?P<\w+>", "?:", _MONEY.pattern)
_RANGE = re.compile(
    rf"{_S}?(?:[–—~∼～‒]|--){_S}?(?=[−-]?(?:{_OF})?[\d.])|[-‐‑−](?=(?:{_OF})?\d)"
    rf"|{_S}?[至到]{_S}?(?=(?:{_OF})?\d)| to (?=[-−]?(?:{_OF})?[\d.])"
)
_GOES_ON = re.compile(rf"{_S}?(?:[×x*∗✕✖⨯±+–—~∼～‒‐‑−至到和与-]|to |of |out |and )")
"""What may join two numbers to one quantity; most numbers have none of it behind them."""
_MAY_GO_ON = frozenset("×x*∗✕✖⨯±+–—~∼～‒‐‑−至到和与-toa")
_PLUS_SCALE = re.compile(
    rf"\+(?:{_S}(?P<letter>[KkMB])(?![\w/])"
    rf"|[{SPACES}-]?(?P<word>(?:hundred|thousand|million|billion|trillion)s?)(?![A-Za-z]))"
)
"""``3.5+ million``: the bound stands before the scale."""
_BETWEEN = ("between ", "Between ", "介于 ", "介于")
_AND = re.compile(rf" and (?=[-−]?(?:{_OF})?[\d.])|{_S}?[和与]{_S}?(?=(?:{_OF})?\d)")
_ERROR = re.compile(rf"{_S}?(?:±|\+/-|\+-){_S}?(?=[\d.])")
_TIMES = re.compile(rf"(?P<gap>{_S}?)[×x*∗✕✖⨯](?P=gap)(?=\d)")
_TIMES_SHAPE = re.compile(rf"{_S}?[×x✕]{_S}?(?=\d{{1,6}}{_S}([A-Za-z]+))")
"""``1× 128 tiles``, as a page's text layer spaces it: a product only where a shape's noun follows."""
_FROM = re.compile(r"(?:\b[Ff]rom\b(?!.* to )|[从由](?![^，。；]*[到至]))[^，。；;\n\t]*$")
_PLAIN = re.compile(r"[\d,]{1,24}(?:\.\d{1,12})?|\.\d{1,12}")
_LOST_POINT = re.compile(r"10(?!0+$)\d{1,2}")
_LOST_DIGIT = re.compile(r"10(?!0+$|24$)\d{1,2}")
_PART = re.compile(r" (?:out )?of (?:the |all )?(?=\d)")
_SHAPE = re.compile(rf"[{SPACES}-]?([A-Za-z]+|[\u4e00-\u9fff]{{1,2}})")


def numeral(s: str, start: int, end: int) -> tuple[Numeral, int, bool] | None:
    """The number at *start*: the numeral, its end, and whether it carries a scale."""
    found = NUMBER.match(s, start, min(end, start + DIGITS))
    if found is None:
        alone = VULGAR_ONLY.match(s, start, end)
        return None if alone is None else (Numeral(alone[0], "fraction"), alone.end(), False)
    core, power, vulgar = found.groups()
    if vulgar and (top := _proper(found)) is not None and not _alternatives(s, found, end):
        return Numeral(top, "fraction"), found.end(), False
    stop = found.end(1)
    if stop < end and "0" <= s[stop] <= "9" and stop - start > DIGITS - 8:
        return None
    if stop >= end or s[stop] in ENDS:
        return Numeral(core), stop, False
    behind = s[stop + 1 : stop + 2] if s[stop] in _JOINS_SCALE else s[stop]
    scale = _SCALE.match(s, stop, min(end, stop + 16)) if behind in _BEGINS_SCALE else None
    if scale is None or (power and scale.lastgroup != "word"):
        return Numeral(core), stop, False
    word = scale[scale.lastgroup or 0]
    if scale["loose"] in ("K", "B") and units.match(s, scale.end(), end) is None:
        return Numeral(core), stop, False
    if scale.lastgroup in ("tight", "slash") and lookup(word) and word not in "KkMBT":
        return Numeral(core), stop, False
    return Numeral(core, scale=word if scale.lastgroup != "word" else word.lower()), scale.end(), True


def _proper(found: re.Match[str]) -> str | None:
    """``1/3``, ``7÷2`` and ``2½`` are one number; ``24/7`` is two."""
    text = found["core"] + found["vulgar"]
    if found["vulgar"][0] == "÷":
        return text if found["core"].isdecimal() and int(found["vulgar"][1:]) else None
    if found["vulgar"][0] != "/":
        return text if found["core"].isdecimal() else None
    top = found["core"]
    return text if top.isdecimal() and len(top) <= 5 and int(top) < int(found["vulgar"][1:]) else None


def _alternatives(s: str, found: re.Match[str], end: int) -> bool:
    """``16/32 GB`` offers two sizes; ``1/2 GB`` is one half."""
    if found["vulgar"][0] != "/" or found["core"] == "1":
        return False
    return units.match(s, found.end(), min(end, found.end() + REACH)) is not None


def read(s: str, start: int, end: int, floor: int, reach: int = REACH) -> Found | None:
    """The quantity whose first digit is at *start*; nothing before *floor* belongs to it."""
    first = numeral(s, start, end)
    if first is None:
        return None
    number, stop, has_scale = first
    head, currency = _sign(s, start, floor, number)
    bound = None if has_scale or s[stop : stop + 1] != "+" else _PLUS_SCALE.match(s, stop, end)
    if bound is not None:
        number.scale, stop, has_scale = bound[bound.lastgroup or 0], bound.end(), True
    found = _extended(s, head, stop, min(end, stop + reach), floor, number, currency)
    found.has_scale = has_scale
    if bound is not None and found.reading.shape == "one":
        found.reading.comparator = Comparator.AT_LEAST
    if currency is not None and found.reading.unit == "1":
        found.end, found.reading.unit = compound(s, found.end, min(end, found.end + REACH), currency)
        found.has_unit = True
    prefix(s, found, floor)
    if found.end < end and s[found.end] not in ENDS:
        suffix(s, found, end)
    return found


def _sign(s: str, start: int, floor: int, number: Numeral) -> tuple[int, str | None]:
    """The start with sign and currency sign; the currency's unit."""
    head, currency = start, None
    if head > floor and s[head - 1] in CURRENCIES:
        currency, head = CURRENCIES[s[head - 1]], head - 1
        if currency == "USD" and head > floor and s[head - 1].isupper():
            head, currency = _dollar(s, head, floor)
    elif head - 4 >= floor and s[head - 1] == " " and s[head - 4 : head - 1] in _CODES:
        currency, head = _CODES[s[head - 4 : head - 1]], head - 4
    if (head > floor and s[head - 1] in MINUS) or (head > floor and s[head - 1] == "+"):
        before = s[head - 2] if head >= 2 else " "
        if not ((before.isascii() and before.isalnum()) or before in ")]}%_" or before in MINUS):
            number.negative = s[head - 1] != "+"
            head -= 1
    return head, currency


def _dollar(s: str, head: int, floor: int) -> tuple[int, str]:
    """Whose dollar the letters before a dollar sign name; letters of a longer word name none."""
    for letters, code in DOLLARS.items():
        at = head - len(letters)
        if at >= floor and s.startswith(letters, at) and not s[max(0, at - 1) : at].isalnum():
            return at, code
    return head, "USD"


def _extended(
    s: str, head: int, stop: int, limit: int, floor: int, number: Numeral, currency: str | None
) -> Found:
    """Follow the first number with a factor, an error, an upper end, a whole; then the unit."""
    if stop >= limit or s[stop] in ENDS:
        return Found(head, stop, Reading((number,)))
    ahead = s[stop + 1 : stop + 2] if s[stop] in SPACES else s[stop]
    goes_on = _GOES_ON.match(s, stop, limit) if ahead in _MAY_GO_ON else None
    if goes_on is not None:
        combined = _combined(s, head, stop, limit, number)
        if combined is not None:
            return combined
    unit = units.match(s, stop, limit)
    after = stop
    if unit is not None:
        after = unit[0]
        goes_on = None if after >= limit or s[after] in ENDS else _GOES_ON.match(s, after, limit)
    if goes_on is not None:
        upper = _upper(s, head, after, limit, floor, number, unit, currency)
        if upper is not None:
            return upper
    reading = Reading((number,))
    if unit is not None:
        reading.unit = unit[1]
    return Found(head, after, reading, has_unit=unit is not None)


def _combined(s: str, head: int, stop: int, limit: int, number: Numeral) -> Found | None:
    """A product, a number and its error, a part and its whole."""
    product = _product(s, head, stop, limit, number)
    if product is not None:
        return product
    error = _ERROR.match(s, stop, limit)
    if error is not None and (second := numeral(s, error.end(), limit)) is not None:
        return _with_unit(s, head, second[1], limit, Reading((number, second[0]), shape="tolerance"))
    part = _PART.match(s, stop, limit)
    whole = None if part is None else numeral(s, part.end(), limit)
    if whole is not None and _is_part(number, whole[0]):
        return Found(head, whole[1], Reading((number, whole[0]), shape="part"))
    return None


def _with_unit(s: str, head: int, stop: int, limit: int, reading: Reading) -> Found:
    unit = units.match(s, stop, limit)
    if unit is None:
        return Found(head, stop, reading)
    reading.unit = unit[1]
    return Found(head, unit[0], reading, has_unit=True)


def _upper(
    s: str,
    head: int,
    stop: int,
    limit: int,
    floor: int,
    number: Numeral,
    unit: tuple[int, str] | None,
    currency: str | None,
) -> Found | None:
    joint = _RANGE.match(s, stop, limit)
    if joint is None and s.endswith(_BETWEEN, floor, head):
        joint = _AND.match(s, stop, limit)
        head -= next(len(cue) for cue in _BETWEEN if s.endswith(cue, floor, head))
    if joint is None or ((joint[0] == " to " or joint[0].strip() in ("到", "至")) and _from(s, head)):
        return None
    at = joint.end()
    negative = at < limit and s[at] in "-−"
    money = _MONEY.match(s, at + negative, limit)
    if money is not None and _currency(money) != currency:
        return None
    second = numeral(s, at + negative if money is None else money.end(), limit)
    if second is None or (
        second[1] < limit and s[second[1]] in "-‐" and s[second[1] + 1 : second[1] + 2].isdecimal()
    ):
        return None
    upper, after, _ = second
    upper.negative = negative
    if upper.scale and not number.scale and unit is None:
        number.scale = upper.scale
    if not _ascending(number, upper) or (_POWERED.search(upper.text) and not _POWERED.search(number.text)):
        return None
    reading = Reading((number, upper), shape="range")
    found = _with_unit(s, head, after, limit, reading)
    if unit is not None and found.has_unit and found.reading.unit != unit[1]:
        return None
    if unit is not None:
        found.reading.unit, found.has_unit = unit[1], True
    return found


def _currency(money: re.Match[str]) -> str:
    if money["code"]:
        return _CODES[money["code"]]
    return DOLLARS[money["letters"]] if money["letters"] else CURRENCIES[money["sign"] or "$"]


def _from(s: str, head: int) -> bool:
    """``from A to B`` tells of a change, not of a range."""
    return _FROM.search(s, max(0, head - 48), head) is not None


def _ascending(low: Numeral, high: Numeral) -> bool:
    try:
        return low.number()[0] < high.number()[0]
    except ValueError:
        return False


def _is_part(part: Numeral, whole: Numeral) -> bool:
    """``3 of 16``: two whole numbers, the second not less than the first."""
    if part.script != "digits" or whole.script != "digits" or part.negative:
        return False
    try:
        first, second = part.number()[0], whole.number()[0]
    except ValueError:
        return False
    return first.denominator == second.denominator == 1 and second > 0 and first <= second


def _is_factor(number: Numeral) -> bool:
    """A plain number: no power, no fraction."""
    return number.script == "digits" and not number.negative and _PLAIN.fullmatch(number.text) is not None


def _product(s: str, head: int, stop: int, limit: int, number: Numeral) -> Found | None:
    factors = [number]
    after = stop
    sign = ""
    while len(factors) < 8 and (times := _times(s, after, limit)) is not None:
        following = numeral(s, times.end(), limit)
        if following is None or not _is_factor(following[0]):
            break
        factors.append(following[0])
        after, sign = following[1], times[0]
    if len(factors) == 1 or not _is_factor(number):
        return None
    noun = _SHAPE.match(s, after, limit)
    if noun is not None and (noun[1].lower() in SHAPE_NOUNS or noun[1].startswith(SHAPE_NOUNS_ZH)):
        return Found(head, after, Reading(tuple(factors), "element", shape="shape"), has_unit=True)
    found = _with_unit(s, head, after, limit, Reading(tuple(factors), shape="product"))
    if found.reading.unit == "element":
        found.reading.shape = "shape"
    found.lost_exponent = "*" not in sign and _lost_exponent(factors)
    return found


def _times(s: str, after: int, limit: int) -> re.Match[str] | None:
    """The sign that joins two factors: spaced alike on both sides, or before a shape's noun anyhow."""
    loose = _TIMES_SHAPE.match(s, after, limit)
    if loose is not None and loose[1].lower() in SHAPE_NOUNS:
        return loose
    return _TIMES.match(s, after, limit)


def _lost_exponent(factors: list[Numeral]) -> bool:
    """``3.8×1025`` from a page that printed 3.8×10²⁵: the raised digits were lost on the way."""
    first, last = factors[0].text, factors[-1].text
    if len(factors) != 2 or factors[-1].scale:
        return False
    lost = _LOST_POINT if "." in first else _LOST_DIGIT if len(first) == 1 else None
    return lost is not None and lost.fullmatch(last) is not None
