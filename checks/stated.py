"""Does the claim's own statement say the claim's number?

What it checks
    For a claim whose quantity is a number: in each of its languages the statement has a number that restates
    the quantity, or that is the same number under another unit (``16 bytes each`` for 16 B/parameter); of a
    range it has both ends.

Why
    The quantity is what is found in the source and held against the pages; the statement is what people read
    on the claim's page, beside the word ``verified``. A digit mended in one of them and not in the other, or
    in one language only, would be shown as verified.

Known limits
    That the words around the number mean what the quantity means is for the reviewers. Any number of the
    statement will do. Formulas are not judged, since a sentence may put one
    in words.

Example
    ``statement: {en: "K is 13."}`` with ``quantity: {value: "12", …}`` is ``contradicted
    (number-not-stated)``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from ledger import quantities
from ledger.quantities.quantity import Quantity
from ledger.quantities.units import resolve
from ledger.registry import Context, Finding, SubjectKind, Verdict
from ledger.schema.documents import Claim
from ledger.schema.ledger import Ledger, digest
from ledger.schema.outcomes import Outcome

HINT = "correct the statement, or the quantity if the source says so"


def judge(claim: Claim) -> Verdict:
    """Whether every language of the statement has the number of the quantity."""
    if claim.quantity is None:
        return Verdict(Outcome.VERIFIED, "states no quantity")
    quantity = claim.quantity.read()
    for language, text in claim.statement.texts.items():
        said = _numbers(text)
        if not _has(said, quantity):
            message = f"the statement ({language}) does not say {quantity.text()}"
            found = ", ".join(one.printed or one.text() for one in said)
            path = ("statement", language)
            expected = quantity.text()
            return Verdict(Outcome.CONTRADICTED, message, "number-not-stated", HINT, expected, found, path)
    return Verdict(Outcome.VERIFIED, "says its number in each language", path=("statement",))


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
    version = "2"
    kind = SubjectKind.CLAIM

    def subjects(self, ledger: Ledger) -> Iterable[str]:
        """Every claim whose quantity is a number."""
        for claim in ledger.claims.values():
            if claim.quantity is not None and claim.quantity.read().value is not None:
                yield claim.id

    def inputs(self, ledger: Ledger, subject: str, context: Context) -> Sequence[str]:
        """The claim alone."""
        return [digest(ledger.claims[subject])]

    def run(self, ledger: Ledger, subjects: Sequence[str], context: Context) -> Iterator[Finding]:
        """One finding a claim; it reads documents only."""
        for subject in subjects:
            yield judge(ledger.claims[subject]).finding(self, ledger, subject)


CHECK = StatedCheck()
