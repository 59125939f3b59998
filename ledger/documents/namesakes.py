"""Whether a page says a bound number of another thing than its claim does: H100 for A100.

Names with a number of their own come in families (A100 and H100, GPT-3 and GPT-4, Llama 2 and Llama 3), and a
number of one is easily written beside the name of another. Where the claim's entity has such a name, and the
sentence or row of the bound number has only others of its family, the page does not state the claim.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from ledger.documents.page import Binding, Page

_NAME = re.compile(
    r"(?<![\w.$/-])(?:[A-Za-z]{1,12}-?\d{1,5}[A-Za-z]{0,2}(?![\w/]|[.,]\d)"
    r"|[A-Z][A-Za-z]{1,15} \d{1,2}(?:\.\d)?(?![\w%/]|[.,]\d))"
)
_END = re.compile(r"\n|[。！？；;!?]|\.(?=\s)")
_REACH = 400


def another_name(known: Page, binding: Binding, entity: str, statements: Iterable[str]) -> tuple[str, str]:
    """A name in the sentence of *binding* and the one of *entity* in whose place it stands; ``""`` for none.

    Args:
        known: the page.
        binding: one of its bindings.
        entity: what the claim is of.
        statements: what it states; a name in them is its own too.
    """
    own = _NAME.findall(entity)
    if not own:
        return "", ""
    said = _sentence(known.document.text.plain, binding.start)
    names = _NAME.findall(said)
    if not names or any(name in names for name in own):
        return "", ""
    known_names = {name for statement in statements for name in _NAME.findall(statement)}
    shapes = {_shape(name): name for name in own}
    for name in names:
        if name not in known_names and _shape(name) in shapes:
            return name, shapes[_shape(name)]
    return "", ""


def _shape(name: str) -> str:
    """Letters, digits and hyphens, whichever they are (``A100``, ``H100``); the word itself where a space
    parts its number from it (``Llama 2``, ``Llama 3``)."""
    word, space, _ = name.partition(" ")
    if space:
        return word
    if len(name) == 2:
        return f"{name[0]}0"  # ``Q3`` and ``S3`` are of no family with ``K2``
    return "".join("0" if sign.isdecimal() else "A" if sign.isalpha() else sign for sign in name)


def _sentence(text: str, at: int) -> str:
    """The sentence around *at*; in a table, whose cells tabs part, the row."""
    low, high = max(0, at - _REACH), min(len(text), at + _REACH)
    line = text.rfind("\n", low, at) + 1 or low
    end = text.find("\n", at, high)
    row = text[line : high if end < 0 else end]
    if "\t" in row:
        return row
    begins = [found.end() for found in _END.finditer(text, low, at)]
    ends = _END.search(text, at, high)
    return text[begins[-1] if begins else low : high if ends is None else ends.start()]
