"""Whether a page says a bound number of another thing than its claim does: H100 for A100.

Names with a number of their own come in families (A100 and H100, DeepSeek-V2 and DeepSeek-V3, Llama 2 and
Llama 3), and a number of one is easily written beside the name of another. Where the claim's entity or
statement has such a name, and the sentence or row of the bound number, its phrase alone, or the head of its
column has only others of its family, the page does not state the claim. Nor does it where the sentence names
what another claim of the same number, or of one with the same unit, is of, and not the claim's own thing.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from functools import lru_cache

from ledger.documents.columns import column_head
from ledger.documents.page import Binding, Page

_NAME = re.compile(
    r"(?<![\w.$/-])(?:[A-Z][A-Za-z]{0,15}(?:-[A-Za-z]{1,12})?-[A-Za-z]{1,3}\d{1,4}(?:\.\d{1,2})?(?:-[A-Z][a-z]{2,8})?"
    r"(?![\w/%]|[.,]\d)|[A-Za-z]{1,16}-?\d{1,5}(?:\.\d{1,2})?[A-Za-z]{0,2}(?![\w/%]|[.,]\d)"
    r"|[A-Z][A-Za-z]{1,15} \d{1,2}(?:\.\d)?(?![\w%/]|[.,]\d))"
)
_STEM = re.compile(r".*-[A-Za-z]*(?=\d)")
"""What the names of a family with a hyphen begin with: ``DeepSeek-V``, ``ZeRO-``, ``GPT-``."""
_LETTERS = re.compile(r"[A-Za-z]{2,}(?=\d)")
_WORD = re.compile(r"(?<![\w-])(?:[A-Za-z]|\d[A-Z]\d?[A-Z])[A-Za-z0-9]*(?:[-.][A-Za-z0-9]+)*")
_END = re.compile(r"\n|[。！？；;!?]|\.(?=\s)")
_APART = re.compile(
    r"[,:](?=\s)|[\t，：、()（）]|\b(?:and|or|but|while|whereas|than|versus|like|as)\b|[和与及或而比跟]"
)
"""What parts the phrase of a number from what is set beside it."""
_REACH = 400


def another_name(
    known: Page,
    binding: Binding,
    entity: str,
    said: Iterable[str],
    rivals: Collection[str] = (),
    alike: Collection[str] = (),
) -> tuple[str, str]:
    """A name in the sentence of *binding* and the one of *entity* in whose place it stands; ``""`` for none.

    Args:
        known: the page.
        binding: one of its bindings.
        entity: what the claim is of.
        said: what it states, and what its sources are called; a name in them is its own too.
        rivals: the names of what claims of the same number are of.
        alike: those of a number with the same unit; they count where *entity* has a name.
    """
    sentence, phrase = _around(known.document.text.plain, binding)
    texts = list(said)
    own = [name for text in (entity, *texts) for name in _NAME.findall(text)]
    lowered = [text.lower() for text in texts]
    head = column_head(known.document.text.plain, binding.start)
    found = _of_family((sentence, phrase, head), own, lowered) if own else ("", "")
    return found if found[0] else _of_rival(sentence, entity, lowered, rivals, alike)


def _of_family(places: Iterable[str], own: list[str], texts: list[str]) -> tuple[str, str]:
    families = {family: name for name in reversed(own) for family in _families(name)}
    for words in places:
        names = _NAME.findall(words)
        if any(name in names for name in own):
            continue
        for name in names:
            family = next((one for one in _families(name) if one in families), None)
            if family is not None and not _is_among(name, texts):
                return name, families[family]
    return "", ""


def _of_rival(
    sentence: str, entity: str, texts: list[str], rivals: Collection[str], alike: Collection[str]
) -> tuple[str, str]:
    named, own = proper_names(sentence), proper_names(entity)
    if named & own:
        return "", ""
    for name in sorted(named):
        if (name in rivals or (own and name in alike)) and not _is_among(name, texts):
            return name, entity
    return "", ""


@lru_cache(maxsize=4096)
def proper_names(text: str) -> frozenset[str]:
    """The words of *text* that can only be names: with a capital or a digit inside."""
    return frozenset(
        word for word in _WORD.findall(text) if any(sign.isupper() or sign.isdecimal() for sign in word[1:])
    )


def _is_among(name: str, texts: Iterable[str]) -> bool:
    """Whether the claim has *name* in its words, or a source of it in its id (``kimi-k3-2026``)."""
    whole = re.compile(rf"(?<![a-z0-9]){re.escape(name.lower())}(?![a-z0-9]|\.\d)")
    return any(whole.search(text) or whole.search(text.replace("-", " ")) for text in texts)


def _families(name: str) -> Iterator[str]:
    """What families a name may belong to: those of its shape (``FP16``, ``BF16``), and of the letters that it
    begins with (``FP16``, ``FP8``)."""
    yield _shape(name)
    letters = _LETTERS.match(name)
    if letters is not None:
        yield letters[0]


def _shape(name: str) -> str:
    """Letters, digits and hyphens, whichever they are (``A100``, ``H100``); what names of a family begin with
    where a space or a hyphen parts their number from it (``Llama 2``, ``ZeRO-3``)."""
    word, space, _ = name.partition(" ")
    if space:
        return word
    stem = _STEM.match(name)
    if stem is not None:
        return stem[0]
    whole = name.partition(".")[0]
    if len(whole) == 2:
        return f"{name[0]}0"  # ``Q3`` and ``S3`` are of no family with ``K2``
    return "".join("0" if sign.isdecimal() else "A" if sign.isalpha() else sign for sign in whole)


def _around(text: str, binding: Binding) -> tuple[str, str]:
    """The sentence of *binding* (in a table, whose cells tabs part, the row) without what follows its phrase;
    and its phrase. What is said of a claim without a number may name other things behind it."""
    at, behind = binding.start, binding.start + len(binding.text)
    low, high = max(0, at - _REACH), min(len(text), behind + _REACH)
    line = text.rfind("\n", low, at) + 1 or low
    end = text.find("\n", at, high)
    row = text[line : high if end < 0 else end]
    begins = [found.end() for found in _APART.finditer(text, low, at)]
    begins += [found.end() for found in _END.finditer(text, low, at)]
    ends = min(
        (
            found.start()
            for found in (_END.search(text, behind, high), _APART.search(text, behind, high))
            if found
        ),
        default=high,
    )
    ends = ends if binding.quantities else behind
    phrase = text[max(begins, default=low) : ends]
    if "\t" in row:
        return row, phrase
    sentences = [found.end() for found in _END.finditer(text, low, at)]
    return text[sentences[-1] if sentences else low : ends], phrase
