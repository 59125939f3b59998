"""What stands right beside a number that has no unit, and may be the unit that it has.

The grammar reads the units that it knows. Beside a bare number may stand one that it does not know
(``20 kPa``, ``26 Ω``, ``8 个专家``), money, a scale (``20 lakh``) or a thing that is counted; evidence that
reads such a number in a unit of its own would turn 20 kPa into 20 MPa.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence

from ledger.quantities.lexicon import FUNCTION_EN
from ledger.quantities.unit_table import lookup
from ledger.quantities.units import resolve
from ledger.snapshots.page import Page
from ledger.snapshots.rows import Hit, is_row
from ledger.snapshots.stated import counts, same_noun

_GAP = re.compile(
    r"[*†‡§¶`\"'\u201d\u2019]{0,3}(?:[^\S\n\t]{1,3}\n?|\n[^\S\n\t]{0,4}|[\u200b-\u200f\u2060\ufeff·•]|~)?"
    r"[`\"'\u201c\u2018]?"
)
"""What may stand between a number and its unit: marks of notes, quotes, spaces, a line's end."""
_HYPHEN = "-\u2010\u2011"
_LATIN = re.compile(r"[^\W\d_\u2e80-\u9fff][^\s,;:!?()\[\]{}\"\u201c\u201d\u2e80-\u9fff\uff00-\uffef]*")
_REST = re.compile(r"\n[a-z]{1,20}(?![\w])")
_HAN = re.compile(r"[\u4e00-\u9fff]{1,4}")
_IN_BRACKETS = re.compile(r"[(\[]\s?([^()\[\]\n]{1,40}?)\s?[)\]]")
_RATIO = re.compile(r"(?:/ ?|(?:per|each|every) )[^\W\d_]+|an? (?:second|minute|hour|day|week|month|year)\b")
_COMMAND = re.compile(r"\\[A-Za-z]{1,20}(?:\{[^{}]{1,20}\})?")
"""A command of LaTeX."""
_PRIMES = frozenset("°′″‴‰‱%")
_ALONE = re.compile(r"(?:in|at)(?=\.? ?[,;:)\]]|\.\s|\.?\Z|\.? (?:and|or|by|wide|long|high|deep|thick)\b)")
"""Inches and atmospheres: a preposition that nothing follows is none."""
_WITHOUT_MEANING = frozenset({"respectively"})
_HAN_FUNCTION = frozenset(
    "的地得了着过和与及或而则但且并在于为是时后前中内外上下左右以之其此该这那即就也还都又再才仅只均各可能会将"
    "被把让使从到向往对由自因如若虽等共合总占达超约近所至请见比相"
)
"""Characters with which a phrase of its own begins: particles, conjunctions, prepositions, adverbs."""
_MONEY_WORD = re.compile(
    r"(?<![A-Za-z])(?:AED|ARS|AUD|BRL|CAD|CHF|CLP|CNY|CNH|COP|CZK|DKK|EGP|EUR|GBP|HKD|HUF|IDR|ILS|INR|JPY|KES"
    r"|KRW|MXN|MYR|NGN|NOK|NZD|PEN|PHP|PKR|PLN|RMB|RON|RUB|SAR|SEK|SGD|THB|TRY|TWD|UAH|USD|VND|ZAR|Rs\.?|Fr\.?|kr\.?)"
    r" ?\Z|(?:[日欧港美澳加韩]元|[英]镑|港币|人民币|卢比|卢布|法郎)\s?\Z"
)
_SIGN_BEFORE = frozenset("×÷√#№∆Δ^@")
_LOOK = 48
_MOST_WORDS = 4


def beside_bare(page: Page, token: Hit, unit: str, hits: Sequence[Hit]) -> Hit | None:
    """The word or sign right beside a bare number that neither spells *unit* nor stands in one of *hits*.

    Args:
        page: the page.
        token: the number.
        unit: in what the evidence reads it, ``"1"`` for a pure number.
        hits: the anchors. A sign that can only be a unit is not accounted for by an anchor where *unit*
            measures something.
    """
    measured = unit != "1" and not resolve(unit).counts
    for start, end in _behind(page, token):
        word = page.text[start:end].strip("/ ").replace("-\n", "")
        told = _is_held((start, end), hits) and not (measured and _only_a_unit(word))
        if not told and not _spells(page.text, token[1], word, unit):
            return start, end
    for sign in _before(page.text, token):
        if measured or not _is_held(sign, hits):
            return sign
    return None


def _is_held(word: Hit, hits: Sequence[Hit]) -> bool:
    return any(hit[0] <= word[0] and word[1] <= hit[1] for hit in hits)


def _spells(text: str, end: int, word: str, unit: str) -> bool:
    if unit == "1":
        return False
    name = lookup(word)
    if name is not None and resolve(name) == resolve(unit):
        return True
    return word == unit or same_noun(word, unit.partition("/")[0]) or counts(text, end, unit)


def _only_a_unit(word: str) -> bool:
    """Whether a word has the shape of a unit's symbol, not of a word or a name (``kPa``, ``Ω``, ``°F``)."""
    if not word.isalpha() or not word.isascii():
        return not any(map(str.isdigit, word)) and _HAN.match(word) is None
    return len(word) > 1 and word[1:] != word[1:].lower() and not word.isupper()


def _behind(page: Page, token: Hit) -> Iterator[Hit]:
    """The first word or sign behind a number, then those of its phrase that can only be a unit."""
    at, skipped = token[1], False
    if page.text[token[0] - 1 : token[0]] + page.text[at : at + 1] in ("()", "[]"):
        at += 1
    for count in range(_MOST_WORDS):
        found = _next(page, at, joined=not count)
        if found is None:
            return
        hit, means = found
        if means and (not (count or skipped) or _only_a_unit(page.text[slice(*hit)])):
            yield hit
        at, skipped = hit[1], skipped or not means
        if page.text[at : at + 1] in (")", "]"):
            at += 1
        elif not means:
            return


def _next(page: Page, end: int, joined: bool) -> tuple[Hit, bool] | None:
    """The word, the words in brackets or the sign that follows, and whether it means anything by itself."""
    text = page.text
    gap = _GAP.match(text, end)
    at = end if gap is None else gap.end()
    if at >= len(text) or ("\n" in text[end:at] and is_row(text, max(0, end - 1))):
        return None
    if joined and text[at] in _HYPHEN and at == end and text[at + 1 : at + 2].isalpha():
        at += 1
    brackets = _IN_BRACKETS.match(text, at)
    if brackets is not None:
        words = brackets[1].split()
        plain = not any(sign.isdigit() or sign in ",;:." for sign in brackets[1])
        means = plain and 1 <= len(words) <= 2 and not all(word.lower() in FUNCTION_EN for word in words)
        return brackets.span(1), means
    ratio = _RATIO.match(text, at, at + _LOOK) or _COMMAND.match(text, at, at + _LOOK)
    if ratio is not None:
        return ratio.span(), True
    latin = _LATIN.match(text, at, at + _LOOK)
    if latin is not None:
        return (at, _end(text, latin)), _means(text, latin)
    han = _HAN.match(text, at)
    if han is not None:
        return (at, at + min(2, len(han[0]))), han[0][0] not in _HAN_FUNCTION
    if text[at] in _PRIMES or unicodedata.category(text[at]) in ("Sc", "So"):
        letters = _LATIN.match(text, at + 1)
        return (at, at + 1 if letters is None else letters.end()), True
    return None


def _end(text: str, found: re.Match[str]) -> int:
    """Where the word ends, the rest of a divided one included."""
    end = found.start() + len(found[0].rstrip(".'\u2019"))
    rest = _REST.match(text, end) if found[0][-1] in _HYPHEN else None
    return end if rest is None else rest.end()


def _means(text: str, found: re.Match[str]) -> bool:
    word = found[0].rstrip(".'\u2019")
    if _ALONE.match(text, found.start()) is not None:
        return True
    if len(word) == 1 and word.isupper():
        return word != "I"
    if "_" in word:
        return False  # a name in code
    return word.lower() not in FUNCTION_EN and word not in _WITHOUT_MEANING


def _before(text: str, token: Hit) -> Iterator[Hit]:
    """Money and factors before the number, inside its token too (``$20mm``)."""
    first = next((at for at in range(*token) if text[at].isdigit()), token[0])
    at = first - 2 if text[first - 1 : first] == " " else first - 1
    if at >= 0 and (text[at] in _SIGN_BEFORE or unicodedata.category(text[at]) == "Sc"):
        yield at, at + 1
    word = _MONEY_WORD.search(text, max(0, first - 8), first)
    if word is not None:
        yield word.start(), word.end() - (text[word.end() - 1] == " ")
