"""What a sentence asks its reader to suppose without the word: ``Take a model with 24 layers``.

An imperative at the beginning of the sentence, an indefinite thing behind it, and a number of that thing. A
thing with a name of its own (``Take a model such as GPT-3``) is no invention.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ledger.quantities.fold import Folded

_SOME = r"(?:an? |some |two |three |four |(?=\d))"
_ASKED: tuple[tuple[str, re.Pattern[str]], ...] = (
    (
        "ake a",
        re.compile(
            r"[Tt]ake an? "
            r"(?=(?:(?!at |in |to |from |on |of |the )[\w-]+ ){1,4}(?:with|that|which|whose|where)\b)"
        ),
    ),
    ("ake a", re.compile(r"(?:(?<=us )|(?<=['’]s )|(?<=ation, )|(?<=mple, ))take an? ")),
    ("Say", re.compile(r"Say,? (?:that )?(?:you|we|there|I|an?|each|every)\b")),
    ("’s say", re.compile(r"[Ll]et’s say\b")),
    ("Picture", re.compile(r"Picture (?:yourself|an? |two |three |(?=\d))")),
    ("retend", re.compile(r"[Pp]retend (?:that )?(?:you|we|there|I|an?|each|every)\b")),
    ("Think of ", re.compile(rf"Think of {_SOME}")),
    (
        "onsider",
        re.compile(
            r"[Cc]onsider (?:again|now|then|next|instead|further|also|for example|for instance),? " + _SOME
        ),
    ),
    ("onsider", re.compile(r"[Cc]onsider (?:two|three|four|\d+) ")),
    (
        "onsider",
        re.compile(r"[Cc]onsider the (?:case|situation|scenario|example) (?:of an? |in which |where |that )"),
    ),
    ("想象", re.compile(r"想象(?:一下)?[，,]?(?:有?一[个台座条种所家]|[你您]?有|我们有|[你您]是)")),
    ("试想", re.compile(r"试想")),
    (
        "考虑",
        re.compile(
            r"(?<!我们)(?<![们他]在)考虑(?:这样|如下|下面|以下)?(?:的)?"
            r"(?:一[个台座条种]|情形|情况|场景|有(?=[\d两三]))"
        ),
    ),
)  # fmt: skip
_IN_EXAMPLE = re.compile(
    r"(?<![a-z] )(?:in|for) (?:this|our|the) (?:(?:simple|previous|above|running|toy|first|last) )?example"
    r"(?: above| below)?,"
    r"|(?:在)?(?:(?:这个|该|此|上述|上面的|本|上)(?:简单的?)?例子?|[上下]图的?例子?)中(?:[，,]|共?有)?",
    re.I,
)
_NAMED = re.compile(
    r"(?<![A-Za-z])[A-Z][A-Za-z]*-?\d|[a-z，的在是和与] ?(?<![.!?] )[A-Z][a-z]{2,}"
    r"|[A-Z][a-z]{2,} \d(?!\d? ?[a-z])"
    r"|[A-Z][a-z]+[A-Z]"
)
_FAR = 400


def asked(f: Folded) -> Iterator[tuple[int, int]]:
    """The spans of the words that ask to suppose something, wherever they stand."""
    s = f.work
    for needle, words in _ASKED:
        if needle > "\u2e80" and not f.chinese():
            continue
        for at in f.places(needle):
            found = words.match(s, max(0, at - 1 if needle[0].islower() else at))
            if found is None and needle[0] == "’":
                found = words.match(s, max(0, at - 3))
            if found is not None:
                yield found.span()


def in_example(f: Folded) -> Iterator[int]:
    """The ends of the words that place a sentence in the example before it (``in this example,``)."""
    s = f.work
    for needle in ("xample", "例") if f.chinese() else ("xample",):
        for at in f.places(needle):
            found = _IN_EXAMPLE.search(s, max(0, at - 24), at + 20)
            if found is not None and found.start() <= at < found.end():
                named = is_named(
                    s, s.rfind("\n", max(0, at - _FAR), at) + 1 or max(0, at - _FAR), found.start()
                )
                if not named:
                    yield found.end()


def is_named(s: str, start: int, end: int) -> bool:
    """Whether a thing stands between *start* and *end* by a name of its own."""
    return _NAMED.search(s, start, end) is not None
