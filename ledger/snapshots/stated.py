"""Numbers of a window against what a claim states, and quantities asked for in words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple

from ledger.errors import QuantityError
from ledger.quantities import Comparator, Grade, Quantity, compare, from_fields, parse
from ledger.quantities.interval import prints_more
from ledger.quantities.lexicon import FUNCTION_EN
from ledger.quantities.unit_table import lookup
from ledger.quantities.units import resolve
from ledger.quantities.vocabulary import spaced
from ledger.snapshots.convention import agrees_elsewhere
from ledger.snapshots.page import Page
from ledger.snapshots.rows import Hit
from ledger.snapshots.window import Reading

NOUN_WORDS = 4
"""How many words may stand between a number and the noun it counts (``2048 NVIDIA H800 GPUs``)."""
_SIGNS = {"=": "=", "≈": "≈", "~": "≈", "<": "<", ">": ">", "≤": "≤", "≥": "≥", "<=": "≤", ">=": "≥"}
_FORMULA = re.compile(r"(?:[^=<>≤≥≈~]{0,40}(?P<sign>[=≈~≤≥]|[<>]=?))?(?P<body>[^=<>≤≥≈~]{1,120})\Z")
_SYMBOLIC = re.compile(r"\d\s?[×·⋅*]\s?[A-Za-zΑ-Ωα-ω]\b|[A-Za-zΑ-Ωα-ω]\s?[-+−/×·⋅*]\s?\d")
_VALUE_OF = re.compile(r"([^\d=<>≤≥≈~][^=<>≤≥≈~]{0,40})[=<>≤≥≈~]")
_SIGN = re.compile(r"[=<>≤≥≈~]")
VALUE_REACH = 60
_SPACED_RANGE = re.compile(r"(?<=\d) [-\u2212\u2013] (?=\d)")
"""The dash of a range as mathematics sets it: ``30 − 40%``."""
_RATIOS = re.compile(r"(\d)x ?[-\u2212\u2013] ?(\d[\d.]*)x\Z")
_BOUND = re.compile(r"[A-Za-zΑ-Ωα-ω] ?(?:[=≈~≤≥]|[<>]=?) ?(?P<factor>\d{1,9})(?P<symbol>[A-Za-zΑ-Ωα-ω])\Z")
"""``M ≥ 4K``: behind a symbol and a sign, a number and a letter are a product."""
_WORD = re.compile(r" ?-?([^\W\d_][\w-]*|\d{1,4}(?:G|GB|-GB)(?!\w))")
"""A word behind a number; of a name also its memory (``32 NVIDIA A100 80GB GPUs``)."""
PER_REACH = 90
_PER = re.compile(
    r"(?P<between>(?: [\w-]+){0,6}?)"
    r"(?: ?/ ?| (?:per|(?:for )?(?:each|every)) (?:of (?:the|its|our) )?(?:single )?)"
    r"(?:(?P<model>[A-Z]{1,6}\d{1,5}[\w-]{0,12}) )?(?P<noun>[^\W\d_]+)"
)
"""``16 bytes of state for each parameter``, ``9 TFLOP/s per A100 GPU``."""
_EVERY = re.compile(r" an? (?P<noun>second|minute|hour|day|week|month|year)\b")
_APART = frozenset(
    spaced("but while which that where when who with if as than plus is are was were be has have to")
)
"""Words that end the phrase of a number, so that a later ``per`` is not its own."""
_PLURAL = re.compile(r"[a-z]{3,}[^s\W]s")
_PLURAL_NAME = re.compile(r"[A-Z]{2,}s")
_NOUN = re.compile(r"[^\S\n]([A-Za-z]+)\Z")
_NAMED = re.compile(r"(?:[^\S\n][A-Z][\w-]{1,20}){0,2}[^\S\n][A-Z]{1,3}\d[\w-]{0,12}[^\S\n]([A-Za-z]+)")
_HAN = re.compile(r"[\u4e00-\u9fff]")
_HAN_HEAD = re.compile(r"[组群簇对族]|人?年|小?时|[天月日]|\s?(?:节点|服务器|集群)")


@dataclass(slots=True)
class Weighed:
    """One number of a window, compared with the claim's quantity; treat it as read-only.

    Attributes:
        start, end: its place on the page.
        quantity: as the grammar reads it.
        grade: the comparison's.
        alike: it counts or measures the same kind of thing.
        equal: value, unit, sign and comparator are the claim's.
        unit_missing: equal, but for a counting unit that the source does not print.
        per: what the source counts it for (``parameter``) and the claim does not; ``""`` when they agree.
        head: the noun that it really counts (``nodes`` of ``64 GPU nodes``) when that is not the claim's.
        otherwise: it would be equal in a language whose points group digits (``16.181``).
    """

    start: int
    end: int
    quantity: Quantity
    grade: Grade
    alike: bool
    equal: bool
    unit_missing: bool
    per: str = ""
    head: str = ""
    otherwise: bool = False


def weigh(
    page: Page,
    start: int,
    end: int,
    quantity: Quantity,
    claimed: Quantity,
    loose: bool,
    explained: bool = False,
) -> Weighed:
    """Compare; *loose* leaves open the comparator of a plain value and what a bare number counts;
    *explained*: the evidence says in what unit the number is to be read."""
    head = "" if explained else head_of(page.text, start, end, quantity)
    if head and same_noun(head, claimed.unit):
        quantity, head = replace(quantity, unit=claimed.unit), ""
    if loose and claimed.comparator is Comparator.EQUAL and quantity.comparator is not Comparator.RANGE:
        claimed = replace(claimed, comparator=quantity.comparator)
    if claimed.comparator is Comparator.RANGE and quantity.comparator is Comparator.UP_TO:
        quantity = replace(quantity, comparator=Comparator.RANGE)  # "as much as 30–40%" has no other form
    agreement = compare(claimed, quantity)
    if loose and claimed.unit == "1" and claimed.expression is not None and agreement.grade is Grade.UNIT:
        agreement = compare(claimed, replace(quantity, unit="1"))  # 16Ψ of ``16Ψ bytes``
    if loose and claimed.unit == "1" and agreement.grade is Grade.UNIT:
        turned = compare(quantity, claimed)
        agreement = replace(turned, omitted="") if turned.omitted else agreement
    per = ""
    if agreement.grade is Grade.UNIT and quantity.unit.startswith(f"{claimed.unit}/"):
        agreement = compare(claimed, replace(quantity, unit=claimed.unit))
        per = quantity.unit.removeprefix(f"{claimed.unit}/")  # 8K tokens per batch
    if agreement.grade is Grade.EXACT and not explained and prints_more(quantity, claimed):
        agreement = replace(agreement, grade=Grade.MORE_DIGITS)
    exact = agreement.grade is Grade.EXACT
    missing = exact and bool(agreement.omitted) and not counts(page.text, end, agreement.omitted)
    if exact and not (loose or explained or agreement.omitted):
        per = per or _per_besides(page.text, end, quantity.unit)
    percent = (claimed.unit == "%") is (quantity.unit == "%")
    return Weighed(
        start=start,
        end=end,
        quantity=quantity,
        grade=agreement.grade,
        alike=agreement.grade is not Grade.UNIT and percent,
        equal=exact and not missing and not per and not head and percent,
        unit_missing=missing,
        per=per if exact else "",
        head=head if exact else "",
        otherwise=agreement.grade is Grade.INCONSISTENT and agrees_elsewhere(quantity, claimed),
    )


def head_of(text: str, start: int, end: int, quantity: Quantity) -> str:
    """The noun that a number counts when the one right behind it only qualifies that: ``nodes`` of ``64 GPU
    nodes``, ``cores`` of ``2048 TPU v3 cores``. Before a singular (``a 64 GPU cluster``) it does not."""
    if quantity.unit == "1" or quantity.value == 1 or not resolve(quantity.unit).counts:
        return ""
    if _HAN.match(text, end - 1) is not None:
        han = _HAN_HEAD.match(text, end)
        return "" if han is None else han[0].strip()
    noun = _NOUN.search(text, start, end) or _NAMED.match(text, end)  # 2048 NVIDIA H800 GPU nodes
    end = end if noun is None else noun.end()
    singular = noun is not None and lookup(noun[1]) == noun[1]
    return _plural_behind(text, end) if singular else ""


def _plural_behind(text: str, end: int) -> str:
    """The plural right behind a noun, but for names between them (``TPU v3 cores``)."""
    at = end
    for _ in range(NOUN_WORDS):
        word = _WORD.match(text[at : at + 60].replace("\n", " "))
        if word is None or word[0][0] == "-" or word[1].lower() in FUNCTION_EN:
            return ""
        last = word[1].rpartition("-")[2]  # core-years
        if _PLURAL.fullmatch(last) or _PLURAL_NAME.fullmatch(last):
            return word[1]
        if word[1].islower() and word[1].isalpha() and not word[1].endswith("ing"):
            return ""
        at += word.end()
    return ""


def counts(text: str, end: int, noun: str) -> bool:
    """Whether the few words after a number lead to *noun*, with nothing between but its attributes
    (``2048 NVIDIA H800 GPUs``), or for ``/parameter`` to ``per parameter``."""
    if noun.startswith("/"):
        per = _per(text, end)
        return per is not None and same_noun(per, noun[1:])
    if not noun.replace("-", "").isalnum():
        return False
    at = end
    for _ in range(NOUN_WORDS):
        word = _WORD.match(text[at : at + 60].replace("\n", " "))
        if word is None or word[1].lower() in FUNCTION_EN:
            return False
        if same_noun(word[1], noun):
            end = at + word.end()
            model = any(map(str.isdigit, noun))  # 2048 H800 GPUs are 2048 H800
            other = word[1] == noun and not model and _plural_behind(text, end) and not noun.endswith("s")
            return not other and _HAN_HEAD.match(text, end) is None
        if _PLURAL.fullmatch(word[1]):
            return False  # a noun of its own: 64 racks GPUs
        at += word.end()
    return False


def _per_besides(text: str, end: int, unit: str) -> str:
    """What a number is counted for (``bytes per parameter``) that its *unit* does not have."""
    if unit in ("%", "x") and text.startswith((" of ", "\nof "), end):
        return ""  # 50% of the peak FLOPs/s: what it is a share of is counted per second
    noun = _per(text, end)
    return "" if noun is None or any(same_noun(noun, part) for part in unit.split("/")[1:]) else noun


def _per(text: str, end: int) -> str | None:
    """What the number that ends there is counted for: ``16 bytes of state per parameter``."""
    after = text[end : end + PER_REACH].replace("\n", " ")
    match = _PER.match(after)
    if match is None:
        every = _EVERY.match(after)
        return None if every is None else every["noun"]
    between = spaced(match["between"].lower())
    if any(word in _APART or any(map(str.isdigit, word)) for word in between):
        return None
    if "and" in between and (between[0] != "of" or not {"a", "an", "one"}.isdisjoint(between)):
        return None  # 16 bytes and one flag per parameter
    if match["model"] and lookup(match["noun"]) is None:
        return match["model"]  # per A100 on a node
    return match["noun"]


def same_noun(word: str, noun: str) -> bool:
    """Whether *word* is *noun*, or its plural."""
    forms = {noun, noun + "s", noun + "es"} | ({noun[:-1] + "ies"} if noun.endswith("y") else set())
    return word in forms or (len(noun) > 3 and word.casefold() in {form.casefold() for form in forms})


@lru_cache(maxsize=256)
def weighed_tokens(reading: Reading, claimed: Quantity, loose: bool) -> tuple[Weighed, ...]:
    """Every quantity of the stretch against the claimed one; one claim asks this several times."""
    return tuple(
        weigh(reading.page, start, end, token.quantity, claimed, loose)
        for start, end, token in reading.tokens()
        if token.quantity is not None
    )


def weighed_formulas(page: Page, hits: Iterable[Hit], claimed: Quantity, loose: bool) -> Iterator[Weighed]:
    """Anchors that are formulas themselves (``M ≥ 4 × K``), for a claim that states a formula."""
    for start, end in hits:
        observed = formula(" ".join(page.text[start:end].split()))
        if observed is not None and not page.scripts(start, end):
            yield weigh(page, start, end, observed, claimed, loose)


def formula(text: str) -> Quantity | None:
    """``M ≥ 4×K`` → at least 4*K; ``None`` when *text* is no formula with symbols of its own."""
    match = _FORMULA.match(text.strip())
    if match is None:
        return None
    body, bound = match["body"].strip(), _BOUND.match(text.strip())
    if bound is not None:
        body = f"{bound['factor']}*{bound['symbol']}"
    elif _SYMBOLIC.search(body) is None:
        return None
    try:
        quantity = from_fields(body, "1", _SIGNS[match["sign"]] if match["sign"] else "=")
    except QuantityError:
        return None
    return replace(quantity, printed=text) if quantity.expression is not None else None


class Asked(NamedTuple):
    """A quantity asked for in words.

    Attributes:
        quantity: the quantity.
        loose: it is to be read loosely.
        nouns: words that must stand right after the number since the grammar knows no such unit (``20 SMs``).
        symbol: what it must be the value of (``K`` of ``K = 12``); ``""`` for anything.
    """

    quantity: Quantity
    loose: bool
    nouns: tuple[str, ...] = ()
    symbol: str = ""


def asked(text: str) -> Asked:
    """A quantity asked for in words.

    Raises:
        QuantityError: *text* is not exactly one quantity.
    """
    text = _RATIOS.sub(r"\1×–\2×", _SPACED_RANGE.sub("–", text))
    as_formula = formula(text)
    quantity = as_formula or parse(text)
    loose = "=" not in text and (quantity.comparator is Comparator.EQUAL or quantity.unit == "1")
    named = _VALUE_OF.match(text)
    symbol = "" if named is None else named[1].strip()
    if as_formula is not None:
        return Asked(quantity, loose, symbol=symbol)
    rest = text.partition(quantity.printed)[2] if quantity.printed in text else ""
    return Asked(quantity, loose, tuple(re.findall(r"[^\W_][\w-]*", rest)), symbol)


def lead_of(text: str, said: Asked) -> str:
    """The words that are asked for right before the number (``multiple of 32``, ``EP 16``), no sign."""
    printed = said.quantity.printed
    plain = not said.symbol and said.quantity.expression is None and printed in text
    return text.partition(printed)[0].strip(" =") if plain else ""


def follows(text: str, token: Hit, lead: str) -> bool:
    """Whether the words *lead* stand right before the number."""
    before = " ".join(text[max(0, token[0] - 2 * len(lead) - VALUE_REACH) : token[0]].split())
    wanted = " ".join(lead.split())
    at = len(before) - len(wanted)
    return before.casefold().endswith(wanted.casefold()) and not before[max(0, at - 1) : at].isalnum()


def is_value_of(text: str, token: Hit, symbol: str) -> bool:
    """Whether the number is said to be the value of *symbol*, or no symbol is asked for."""
    if not symbol:
        return True
    sign = _SIGN.search(text, *token)
    end = token[0] if sign is None else sign.start()
    before = text[max(0, end - VALUE_REACH) : end].rstrip("=<>≤≥≈~ \n")
    return _letters(before).endswith(_letters(symbol))


def _letters(text: str) -> str:
    return "".join(sign for sign in text if sign.isalnum())
