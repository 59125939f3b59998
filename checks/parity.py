"""Do the language versions of a page say the same numbers?

What it checks
    Pages whose paths differ in a language alone (``guide.en.md``, ``guide.zh.md``; ``docs/en/guide.md``,
    ``docs/zh/guide.md``) bind the same claims and state the same numbers for each. Where one binds a claim
    once more than the other, it binds no other claim less often in its place. Where both have the same
    headings, by number and level, they bind each claim in the same sections, and in the same blocks of a
    section that has as many in both; and of a block that binds a claim each does not have a name in Latin
    letters (``GPipe``, ``FP16``) that the other lacks. The version without a language (``guide.md``), or else
    the one that comes first by name, is the reference of the others. A page in one language alone is no
    subject.

Why
    Two versions drift apart where nobody reads both.

Known limits
    It compares what is bound: words around a number but for names, and claims without a number that neither
    version binds, are not compared. How often a claim is stated in one block does not count, nor do two
    bindings of one block that have exchanged their claims: two languages may name things in another order
    (``covered`` looks at the words beside them). A name that one version alone has is let pass. A folder is a
    language only if ``[tool.ledger] languages`` names it, or if it stands in ``i18n``; before a file's ending
    any code of ISO 639-1 is one.

Example
    ``[16 bytes](claim:zero.total)`` in one version only is ``contradicted (claim-missing)`` at the version
    that lacks it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from ledger.documents.paths import language_versions, sidecar_path
from ledger.errors import DocumentError, DocumentErrors, Location
from ledger.quantities import Quantity
from ledger.registry import Context, Finding, SubjectKind
from ledger.schema.ledger import Ledger
from ledger.schema.outcomes import Outcome

if TYPE_CHECKING:
    from ledger.documents.parity import Disparity

HINTS = {
    "claim-missing": "say and bind it in both versions",
    "other-place": "say and bind it in the same place of both versions",
    "other-claim": "bind both to the claim that they state",
    "other-name": "name the same things in both versions",
    "number-differs": "state the same numbers in both versions",
}


def reference(ledger: Ledger, path: str) -> str | None:
    """The version that *path* is held to; ``None`` for the first version, or a page in one language."""
    versions = language_versions(ledger.pages, path, ledger.configuration.languages)
    return versions[0] if versions and versions[0] != path else None


class Difference(NamedTuple):
    """One difference between two versions, or the good news that there is none."""

    outcome: Outcome
    message: str
    cause: str = ""
    hint: str = ""
    location: Location | None = None


def judge(disparities: Sequence[Disparity], reference: str) -> Iterator[Difference]:
    """One difference for each disparity."""
    if not disparities:
        yield Difference(Outcome.VERIFIED, f"states the numbers of {reference}")
    for one in disparities:
        hint = HINTS.get(one.code, "")
        yield Difference(Outcome.CONTRADICTED, one.message, one.code, hint, one.location)


def _claimed(ledger: Ledger) -> dict[str, Quantity | None]:
    return {
        claim.id: None if claim.quantity is None else claim.quantity.read()
        for claim in ledger.claims.values()
    }


class ParityCheck:
    """See the module's documentation."""

    name = "parity"
    version = "7"
    kind = SubjectKind.PAGE

    def subjects(self, ledger: Ledger) -> Iterable[str]:
        """Every page that has a reference version."""
        return (path for path in ledger.pages if reference(ledger, path) is not None)

    def inputs(self, ledger: Ledger, subject: str, context: Context) -> Sequence[str]:
        """Both versions, their sidecars, and what the claims state."""
        both = (subject, reference(ledger, subject) or subject)
        sidecars = (ledger.root / sidecar_path(path) for path in both)
        texts = [
            file.read_text(encoding="utf-8", errors="replace") if file.is_file() else "" for file in sidecars
        ]
        return [
            *(ledger.pages[path].sha256 for path in both),
            *texts,
            *(f"{id} {stated}" for id, stated in _claimed(ledger).items()),
        ]

    def run(self, ledger: Ledger, subjects: Sequence[str], context: Context) -> Iterator[Finding]:
        """A finding for each difference, or one that there is none."""
        from ledger.documents.known import known_page  # the readers load only where a page is read
        from ledger.documents.parity import parity

        for subject in subjects:
            first = reference(ledger, subject) or subject
            try:
                found = parity(known_page(ledger, first), known_page(ledger, subject), _claimed(ledger))
            except (DocumentError, DocumentErrors) as fault:
                yield self._finding(subject, Difference(Outcome.UNCHECKABLE, str(fault), "sidecar"))
                continue
            for verdict in judge(found, first):
                yield self._finding(subject, verdict)

    def _finding(self, subject: str, found: Difference) -> Finding:
        return Finding(
            check=self.name,
            kind=self.kind,
            subject=subject,
            outcome=found.outcome,
            cause=found.cause,
            message=found.message,
            hint=found.hint,
            location=found.location or Location(subject),
        )


CHECK = ParityCheck()
