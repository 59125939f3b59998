"""Typography folds, meaning never does: the form of a text in which anchors are looked for.

Every character maps to exactly one, so that offsets stay. Quote marks, spaces, full-width letters and the
many dashes become their plain forms; a sign stays a sign. Superscript and subscript digits and signs
become private characters of their own, whether Unicode has them raised or the page draws them raised, so
that x² is never x2 and 10²⁵ never 1025.
"""

from __future__ import annotations

import re
from functools import lru_cache

from ledger.snapshots.page import SUPERSCRIPT, Page

RAISED, LOWERED = 0xE000, 0xE800
"""Private-use bases: ``chr(RAISED + ord("2"))`` is a raised 2."""
SCRIPT_CLASS = f"{chr(RAISED)}-{chr(LOWERED + 0x7FF)}"
DASHES = "\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe58\ufe63\uff0d"
SCRIPTED = frozenset("0123456789+-()")

_RAISED = dict(zip("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁽⁾", "0123456789+-()", strict=True))
_LOWERED = dict(zip("₀₁₂₃₄₅₆₇₈₉₊₋₍₎", "0123456789+-()", strict=True))
_TABLE: dict[int, str] = {
    **{ord(dash): "-" for dash in DASHES},
    **{ord(quote): "'" for quote in "\u2018\u2019\u201a\u201b\u02bc\u2032\u00b4"},
    **{ord(quote): '"' for quote in "\u201c\u201d\u201e\u201f\u00ab\u00bb"},
    **dict.fromkeys((0xA0, *range(0x2002, 0x200B), 0x202F, 0x3000), " "),
    **{code: chr(code - 0xFEE0) for code in range(0xFF01, 0xFF5F) if chr(code) != "，"},
    0xFF0D: "-",
    0x017F: "s",  # the long s of old print, and of the ligature ﬅ as pdfium spells it
    0x00B5: "μ",
    0x223C: "~",
    0x22C5: "·",
    0x2219: "·",
    0x2217: "*",
    0x2264: "≤",
    0x2A7D: "≤",
    0x2265: "≥",
    0x2A7E: "≥",
    **{ord(sign): chr(RAISED + ord(plain)) for sign, plain in _RAISED.items()},
    **{ord(sign): chr(LOWERED + ord(plain)) for sign, plain in _LOWERED.items()},
}


_FOREIGN = re.compile(r"[^\x00-\x7f]+")


def fold(text: str) -> str:
    """*text* folded character by character; its length is unchanged."""
    plain = text.replace("`", "'")
    if plain.isascii():
        return plain
    return _FOREIGN.sub(_folded, plain)  # to look up every character of a page takes longer


@lru_cache(maxsize=1024)
def lower(text: str) -> str:
    """*text* in lower case; its length is unchanged."""
    folded = text.casefold()
    if len(folded) == len(text):
        return folded
    return "".join(one if len(one) == 1 else c for c, one in ((c, c.casefold()) for c in text))


def _folded(run: re.Match[str]) -> str:
    return _translated(run.group())


@lru_cache(maxsize=4096)
def _translated(run: str) -> str:
    return run.translate(_TABLE)


@lru_cache(maxsize=2048)
def folded_page(page: Page) -> str:
    """A page's text in the form for matching, as long as the text itself."""
    text = fold(page.text)
    parts: list[str] = []
    at = 0
    for span in page.scripts(0, len(text)):
        if span.start >= at:
            base = RAISED if span.role == SUPERSCRIPT else LOWERED
            parts += (text[at : span.start], scripted(text[span.start : span.end], base))
            at = span.end
    return "".join(parts) + text[at:]


def scripted(text: str, base: int) -> str:
    """Digits and signs become script characters; letters stay, since ``16th`` is raised only for looks."""
    return "".join(chr(base + ord(c)) if c in SCRIPTED else c for c in text)
