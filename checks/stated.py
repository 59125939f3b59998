"""Does the claim's own statement say the claim's number?

What it checks
    For a claim whose quantity is a number: in each of its languages the statement has a number that restates
    the quantity, or that is the same number under another unit (``16 bytes each`` for 16 B/parameter); of a
    range it has both ends. It does not bound that number from the other side only (``at most 16`` for at
    least 16). Of every claim, what the English sentence prints in digits the Chinese one says too, and the
    other way round, and neither bounds it from the other side. The anchors that a claim quotes for its
    number do not turn it another way than the English statement (``reduced to 1%``, and not *by* 1%; no
    plain ``is 95%`` for ``cut by 95%``), nor name something before it that the claim does not, while none of
    them has the made-up name of its entity.

Why
    The quantity is what is found in the source and held against the pages; the statement is what people read
    on the claim's page, beside the word ``verified``. A digit mended in one of them and not in the other, or
    in one language only, would be shown as verified.

Known limits
    That the words around the number mean what the quantity means is for the reviewers. Any number of the
    statement will do. A bound that is stated as a plain value, or a plain value as a bound, is let pass, and
    so is a bound that excludes its end (``fewer than 16 do not fit`` for at least 16). Formulas are not
    judged, since a sentence may put one in words. A change that one of statement and anchors gives without
    *from*, *to* or *by* is let pass, and so are names that are common words. Two other languages are not held
    against each other, nor what both English and Chinese put in words.

Example
    ``statement: {en: "K is 13."}`` with ``quantity: {value: "12", …}`` is ``contradicted
    (number-not-stated)``; ``{en: "It runs on 8 GPUs.", zh: "用 9 块 GPU 运行。"}`` is ``contradicted
    (number-not-translated)``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from checks import _translated as translated
from checks._quoted import turned
from ledger import quantities
from ledger.quantities.quantity import Quantity
from ledger.quantities.units import resolve
from ledger.registry import Context, Finding, SubjectKind, Verdict
from ledger.schema.documents import Claim
from ledger.schema.ledger import Ledger, digest
from ledger.schema.outcomes import Outcome

HINT = "correct the statement, or the quantity if the source says so"
_TRANSLATED = "say the same number in both languages"


def judge(claim: Claim) -> Verdict:
    """Whether every language of the statement has the number of the quantity, and all the same numbers."""
    quantity = None if claim.quantity is None else claim.quantity.read()
    if quantity is not None and quantity.value is not None:
        for language, text in claim.statement.texts.items():
            fault = _fault(quantity, language, _numbers(text))
            if fault is not None:
                return fault
    for one in translated.differences(claim.statement.texts):
        path = ("statement", one.other)
        message = (
            f"the statement ({one.other}) {_LACKS[one.cause]} '{one.printed}', which ({one.language}) says"
        )
        return Verdict(Outcome.CONTRADICTED, message, one.cause, _TRANSLATED, one.printed, path=path)
    other = turned(claim)
    if other is not None:
        message = f"the anchors say {other.quoted!r}, the claim {other.said!r}"
        place = ("evidence", other.evidence, "anchors")
        return Verdict(
            Outcome.AMBIGUOUS, message, other.cause, _QUOTED[other.cause], other.said, other.quoted, place
        )
    return Verdict(Outcome.VERIFIED, "says its numbers in each language", path=("statement",))


_QUOTED = {
    "another-end": "correct the statement, or cite the place that says so",
    "change-not-stated": "let the statement tell of the change, or cite the place that has what became of it",
    "another-name": "cite the place that speaks of the claim's entity, or let the claim name both",
}
_LACKS = {
    "number-not-translated": "does not say",
    "bound-not-translated": "bounds from the other side",
}


def _fault(quantity: Quantity, language: str, said: Sequence[Quantity]) -> Verdict | None:
    """What is wrong with what the statement says in one language, ``None`` for nothing."""
    found = ", ".join(one.printed or one.text() for one in said)
    path, expected = ("statement", language), quantity.text()
    if not _has(said, quantity):
        message = f"the statement ({language}) does not say {expected}"
        return Verdict(Outcome.CONTRADICTED, message, "number-not-stated", HINT, expected, found, path)
    same = [one for one in said if _may_mean(one.unit, quantity.unit) and one.value == quantity.value]
    if same and all(translated.opposed(quantity, one) for one in same):
        message = f"the statement ({language}) bounds it from the other side"
        return Verdict(Outcome.CONTRADICTED, message, "bound-not-stated", HINT, expected, found, path)
    return None


@lru_cache(maxsize=4096)
def _numbers(text: str) -> tuple[Quantity, ...]:
    return tuple(token.quantity for token in quantities.scan(text) if token.quantity is not None)


def _has(said: Sequence[Quantity], quantity: Quantity) -> bool:
    if any(quantities.restates(quantity, one).agrees for one in said):
        return True
    alike = [one for one in said if _may_mean(one.unit, quantity.unit)]
    values = {value for one in alike for value in (one.value, one.high)}
    return values >= {value for value in (quantity.value, quantity.high) if value is not None}


def _may_mean(said: str, unit: str) -> bool:
    """Whether a sentence may print *said* for *unit*: no unit, the same for each of something, or another
    name for what is counted; never another measure (``MB`` for ``GB``)."""
    one, other = (resolve(name.partition("/")[0]) for name in (said, unit))
    if unit == "1":
        return one.counts or said == "x"  # twice
    loose = one.counts and (other.counts or not said.isascii())  # 14 位 for 14 bit
    return said == "1" or loose or (one.size, one.dims) == (other.size, other.dims)


class StatedCheck:
    """See the module's documentation."""

    name = "stated"
    version = "7"
    kind = SubjectKind.CLAIM

    def subjects(self, ledger: Ledger) -> Iterable[str]:
        """Every claim whose quantity is a number, or whose statement is in English and Chinese."""
        for claim in ledger.claims.values():
            number = claim.quantity is not None and claim.quantity.read().value is not None
            if number or translated.languages(claim.statement.texts) > 1:
                yield claim.id

    def inputs(self, ledger: Ledger, subject: str, context: Context) -> Sequence[str]:
        """The claim alone."""
        return [digest(ledger.claims[subject])]

    def run(self, ledger: Ledger, subjects: Sequence[str], context: Context) -> Iterator[Finding]:
        """One finding a claim; it reads documents only."""
        for subject in subjects:
            yield judge(ledger.claims[subject]).finding(self, ledger, subject)


CHECK = StatedCheck()
