"""What a claim's statement says of its number, against the anchors that it quotes for it.

Both are the author's, and the anchors are the source's own words: ``reduced to 1%`` does not say that
something fell *by* 1%, and ``MegaRing achieves 55%`` is not about RingLM, whatever the number.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from ledger import quantities
from ledger.quantities.quantity import Quantity
from ledger.quantities.unit_table import lookup
from ledger.schema.documents import Claim, Evidence, Support
from ledger.snapshots.direction import is_of_change, tells_change

_END = re.compile(
    r"\b(?P<end>from|to|by)\s(?:(?:about|around|nearly|approximately|only|over|just|almost)\s)?[~≈]?\Z",
    re.IGNORECASE,
)
_NAME = re.compile(
    r"(?<![\w-])(?:[A-Z][a-z]{1,20}[A-Z]\w{0,20}|[A-Z]\w{0,20}-[A-Z0-9]\w{0,20})(?:-\w{1,20})*"
)
"""A name that somebody made: ``MegaScale``, ``Megatron-LM``, ``FlashAttention-2``."""
_SIGNS = re.compile(r"[\W_]+")


@dataclass(frozen=True, slots=True)
class Turned:
    """What differs: a cause, what the claim says, what the anchors say, and which evidence has them."""

    cause: str
    said: str
    quoted: str
    evidence: int


def turned(claim: Claim) -> Turned | None:
    """What the anchors of a claim's number say otherwise than the claim does; ``None`` for nothing."""
    quantity = None if claim.quantity is None else claim.quantity.read()
    if quantity is None or quantity.value is None:
        return None
    for index, evidence in enumerate(claim.evidence):
        if evidence.supports is Support.STATEMENT:
            rules = (_end, _change, _name)
            found = next(filter(None, (rule(claim, evidence, quantity) for rule in rules)), None)
            if found is not None:
                return Turned(*found, index)
    return None


def _places(text: str, quantity: Quantity) -> Iterator[int]:
    """Where the number of *quantity* begins in a text."""
    for token in quantities.scan(text):
        one = token.quantity
        if one is not None and one.value == quantity.value and one.unit in (quantity.unit, "1"):
            yield token.start


def _ends(text: str, quantity: Quantity) -> Iterator[str]:
    for start in _places(text, quantity):
        found = _END.search(text, max(0, start - 30), start)
        if found is not None:
            yield found["end"].lower()


def _end(claim: Claim, evidence: Evidence, quantity: Quantity) -> tuple[str, str, str] | None:
    """A change that the anchors end otherwise: *to* a value, *from* it, or *by* it."""
    said = list(_ends(claim.statement.texts.get("en", ""), quantity))
    quoted = [end for anchor in evidence.anchors for end in _ends(anchor, quantity)]
    if not said or not quoted or set(said) & set(quoted):
        return None
    number = quantity.text().removeprefix("= ")
    return "another-end", f"{said[0]} {number}", f"{quoted[0]} {number}"


def _change(claim: Claim, evidence: Evidence, quantity: Quantity) -> tuple[str, str, str] | None:
    """A number of a change (``cut by 95%``, ``from 6 GB to 3 GB``), in a statement that tells of none."""
    said = claim.statement.texts.get("en", "")
    if not said or tells_change(said):
        return None
    quoted = " ".join(evidence.anchors)
    changed = any(is_of_change(quoted, start) for start in _places(quoted, quantity))
    return ("change-not-stated", said, quoted) if changed else None


def _name(claim: Claim, evidence: Evidence, quantity: Quantity) -> tuple[str, str, str] | None:
    """A name before the number that the claim does not have, while no anchor has the name of its entity."""
    own = _NAME.findall(claim.entity)
    whole = _plain(" ".join(evidence.anchors))
    if not own or any(_plain(name) in whole for name in own):
        return None
    terms = _plain(claim.model_dump_json(exclude={"evidence"}))
    for anchor in evidence.anchors:
        start = next(_places(anchor, quantity), None)
        for found in _NAME.finditer(anchor, 0, start or 0):
            if _plain(found[0]) not in terms and lookup(found[0]) is None:
                return "another-name", own[0], found[0]
    return None


def _plain(text: str) -> str:
    return _SIGNS.sub("", text).casefold()
