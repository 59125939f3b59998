"""Headings over a passage that may undo it: ``Retracted``, ``Rejected alternatives``, ``Myths``.

What a heading says of the text below it has no end. So each of its words is one that headings of papers and
manuals share (``Results``, ``Setup``), or a name, or stands in the evidence (its section, its anchors), or is
what the text below speaks of. What that became of (``rejected``, ``unverified``) the text may well say again:
such a word stands in the evidence.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from ledger.quantities.lexicon import FUNCTION_EN, MEASURES_EN
from ledger.quantities.vocabulary import spaced
from ledger.snapshots.neutral import unknown_in
from ledger.snapshots.page import Document, Page
from ledger.snapshots.rows import Hit, is_row, line_at, lines_above
from ledger.snapshots.sections import MARKED, Section

_SHARED = frozenset(
    spaced(
        "abstract introduction overview summary background preliminaries motivation contents discussion"
        " conclusion conclusions evaluation analysis comparison comparisons study studies ablation ablations"
        " benchmark benchmarks experiment experiments experimental measurement measurements finding findings"
        " setup setups setting configuration configurations detail details detailed specification"
        " specifications parameters methodology approach design architecture architectures implementation"
        " infrastructure infrastructures infra recipe recipes pipeline memory compute communication runtime"
        " performance efficiency efficient effective scalability scaling optimization optimizations usage"
        " use uses basic basics general advanced getting started start quick quickstart installation"
        " tutorial guide playbook handbook course lecture chapter part troubleshooting deep dive main data"
        " dataset datasets inference hardware software features requirements principles mixed distributed"
        " combined unified supervised unsupervised based mode modes type types kind kinds selection"
    )
)
"""Words of headings of papers and manuals that say nothing of the text below."""
_SHARED_ZH = re.compile(
    r"(?:引言|绪论|摘要|概述|概览|简介|背景|方法|实验|设置|配置|参数|结果|评估|分析|讨论|总结|结论|附录"
    r"|实现|架构|系统|性能|训练|推理|单位|数据|模型|与|和|及|的|第|章|节)+"
)
_TURNING = frozenset(
    spaced("no not nor never without if should would could may might before until off out less few than")
)
_BECAME = re.compile(
    r"(?!.*eed\Z)\w{2,30}ed|(?!t)\w{1,30}(?:tten|dden|drawn|thrown|oken|aken)|(?:un(?!i[fvtqo]|der|til)|non|mis)\w{4,30}",
    re.IGNORECASE,
)
"""``rejected``, ``withdrawn``, ``unverified``."""
_NAME = re.compile(r"(?=\w{0,30}\d)\w{1,30}|[A-Z]?[a-z]{1,30}[A-Z]\w{0,30}|[A-Z]{2,30}[a-z]\w{0,30}")
_ENDINGS = (
    "ingly",
    "ations",
    "ation",
    "ings",
    "ing",
    "ally",
    "al",
    "ers",
    "er",
    "ies",
    "ied",
    "es",
    "ed",
    "s",
    "e",
    "y",
)
_WORD = re.compile(r"[^\W_]+")
_COMPOUND = re.compile(r"[^\W_]+(?:-[^\W_]+)*")
_PARTICLE = re.compile(r"[的各与和及其之在中]")
_DENIES = re.compile(r"non|un|mis|anti|pseudo|quasi|ex|not", re.IGNORECASE)
_MARKED = re.compile(r"(?P<level>#{1,6})[ \t]+(?P<title>(?![a-z])\S[^\n]{0,160})")
_LINES = 400
_LONGEST = 8


@dataclass(frozen=True, slots=True)
class Undoing:
    """A heading over a passage, and its word that may undo what stands under it."""

    title: str
    word: str


def undoing(
    document: Document, sections: Sequence[Section], page: Page, place: Hit, held: Sequence[str]
) -> Undoing | None:
    """The first heading over a place that may undo it; ``None`` when there is none.

    Args:
        document: with the page.
        sections: of the document.
        page: where the place is.
        place: a stretch of the page's text.
        held: what the evidence itself has: its anchors, and the section that it cites.
    """
    for title, body in _over(document, sections, page, place):
        word = next(doubted(title, held, body), None)
        if word is not None:
            return Undoing(title, word)
    return None


def speaks_of(
    document: Document, sections: Sequence[Section], page: Page, place: Hit
) -> frozenset[str] | None:
    """The words of the widest section around a place; ``None`` outside of any."""
    around = [section for section in sections if section.covers(page.number, *place)]
    return _body(document, min(around, key=lambda section: section.start), sections) if around else None


def doubted(title: str, held: Sequence[str], body: frozenset[str] | str) -> Iterator[str]:
    """The words of a title that may undo the text that it stands over, which has the words *body*."""
    for word in _words(title):
        if not is_held(word, held) and not _speaks_of(word, body):
            yield word


def is_held(word: str, held: Sequence[str]) -> bool:
    """Whether the evidence has a word, whatever its ending; Chinese is not parted into words."""
    known = {_stem(one[0]) for text in held for one in _WORD.finditer(text)}
    parts = {_stem(one[0]) for one in _WORD.finditer(word)}
    return parts <= known or (not word.isascii() and any(word in text for text in held))


def _over(
    document: Document, sections: Sequence[Section], page: Page, place: Hit
) -> Iterator[tuple[str, frozenset[str] | str]]:
    """The headings over a place, and the text below each."""
    around = [section for section in sections if section.covers(page.number, *place)]
    for section in around:
        yield section.title, _body(document, section, sections)
    if not around and document.media == "text/plain":
        yield from _printed(page, place[0])
    elif document.media in MARKED and (title := _title(page, place[0])) is not None:
        yield page.text[slice(*title)], page.text[title[1] :]


def _words(title: str) -> Iterator[str]:
    """The words of a heading that may undo what stands under it; with a hyphen where all its parts may."""
    for compound in _COMPOUND.finditer(title):
        unknown = [title[slice(*hit)] for hit in unknown_in(title, *compound.span())]
        words = [word for word in unknown if not _is_shared(word)]
        parts = compound[0].split("-")
        if len(words) == len(parts) or _DENIES.fullmatch(parts[0]) is not None:
            yield compound[0]


def _is_shared(word: str) -> bool:
    plain = word.lower()
    if plain in _TURNING:
        return False
    measure = plain in MEASURES_EN or plain.removesuffix("s") in MEASURES_EN
    shared = measure or plain in _SHARED or plain.endswith("wise") or plain in FUNCTION_EN
    return shared or _SHARED_ZH.fullmatch(word) is not None or _NAME.fullmatch(word) is not None


def _speaks_of(word: str, body: frozenset[str] | str) -> bool:
    """Whether the text below has the word as what it speaks of."""
    denied = word.lower() in _TURNING or _DENIES.fullmatch(word.partition("-")[0]) is not None
    if denied or _BECAME.fullmatch(word) is not None:
        return False
    stems = _stems(body) if isinstance(body, str) else body
    if word.isascii():
        return any(part in stems for part in _parts(word))
    told = "\n".join(stem for stem in stems if not stem.isascii())
    return all(part in told or not any(unknown_in(part, 0, len(part))) for part in _PARTICLE.split(word))


def _parts(word: str) -> list[str]:
    return [_stem(part) for part in word.split("-")]


def _stem(word: str) -> str:
    """A word without its ending, as far as four letters are left."""
    plain = word.lower()
    ending = next((end for end in _ENDINGS if plain.endswith(end) and len(plain) - len(end) >= 4), "")
    return plain.removesuffix(ending)


@lru_cache(maxsize=32)
def _stems(text: str) -> frozenset[str]:
    return frozenset(_stem(word[0]) for word in _WORD.finditer(text))


def _body(document: Document, section: Section, sections: Sequence[Section]) -> frozenset[str]:
    """The words of a section, its headings left out."""
    key = f"words of {section.start} {section.end}"
    if key not in document.memo:
        heads = {
            (page, line_at(document.pages[page - 1].text, at)) for page, at in _starts(document, sections)
        }
        words: set[str] = set()
        for number in range(section.start[0], min(section.end[0], len(document.pages)) + 1):
            text = document.pages[number - 1].text
            low = section.start[1] if number == section.start[0] else 0
            high = section.end[1] if number == section.end[0] else len(text)
            titles = sorted(line for page, line in heads if page == number and low <= line[0] < high)
            for line in titles:
                words |= _stems(text[low : line[0]])
                low = max(low, line[1])
            words |= _stems(text[low:high])
        document.memo[key] = frozenset(words)
    body: frozenset[str] = document.memo[key]
    return body


def _starts(document: Document, sections: Sequence[Section]) -> Iterator[tuple[int, int]]:
    return (section.start for section in sections if 1 <= section.start[0] <= len(document.pages))


def _printed(page: Page, at: int) -> Iterator[tuple[str, str]]:
    """The headings of plain text over a place, which only its print tells: lines with a ``#`` (no
    comment of a program), and the nearest short line that stands alone; each with the text below it."""
    text, level, alone = page.text, 7, False
    start = line_at(text, at)[0]
    for count, (low, high) in enumerate(lines_above(text, start)):
        marked = _MARKED.match(text, low, high)
        if marked is not None and len(marked["level"]) < level:
            level = len(marked["level"])
            yield marked["title"], text[high:]
        elif not alone and level > 6 and _is_alone(text, low, high):
            alone = True
            yield text[low:high], text[high:]
        if count > _LINES or level == 1:
            return


def _title(page: Page, at: int) -> Hit | None:
    """The short block right over the one around a place, which is no heading, but stands like one."""
    text = page.text
    begins = text.rfind("\n\n", 0, at)
    if begins < 0:
        return None
    low, high = line_at(text, begins)
    heading = any(span.start == low and span.role[0] == "h" for span in page.spans)
    return None if heading or not _is_alone(text, low, high) else (low, high)


def _is_alone(text: str, low: int, high: int) -> bool:
    """Whether a line is a block of its own, short and no sentence."""
    line = text[low:high].strip()
    if not line or is_row(text, low) or line[-1] in ".,:;!?。，：；！？" or not line[0].isupper():
        return False
    parted = (low == 0 or text.startswith("\n\n", low - 2)) and text.startswith("\n\n", high)
    return parted and len(line.split()) <= _LONGEST
