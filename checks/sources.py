"""Does the claim stand on a primary source?

What it checks
    A claim cites at least one primary source; every cited page lies within the source. A claim that rests
    on a recomputation alone (no evidence) cites nothing and has nothing to check here.

Why
    A page that repeats another page is no evidence.

Known limits
    A source is pinned by its snapshot's digest, which its file must have or say why not; a source without
    bytes is uncheckable where a claim is to be located. Whether the cited section exists, and what it says,
    is for ``located`` to find in the source's own bytes. Whether a source *is* primary is the author's word.

Example
    ``evidence: [{source: some-blog, section: Intro}]`` on a blog with ``primary: false`` is
    ``uncheckable (no-primary-source)``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from ledger.registry import Context, Finding, SubjectKind, Verdict
from ledger.schema.documents import Claim, Evidence, Source
from ledger.schema.ledger import Ledger, digest
from ledger.schema.outcomes import Outcome


def judge(claim: Claim, sources: Mapping[str, Source]) -> Verdict:
    """What *claim*'s citations are worth."""
    if claim.unsupported is not None and not claim.evidence:
        message = f"no source is cited: {claim.unsupported}"
        return Verdict(Outcome.UNCHECKABLE, message, "unsupported", path=("unsupported",))
    for index, evidence in enumerate(claim.evidence):
        fault = _citation(evidence, sources[evidence.source], ("evidence", index))
        if fault is not None:
            return fault
    if claim.evidence and not any(sources[evidence.source].primary for evidence in claim.evidence):
        cited = ", ".join(sorted({evidence.source for evidence in claim.evidence}))
        message = f"no primary source is cited, only {cited}"
        hint = "cite the paper, report or repository itself"
        return Verdict(Outcome.UNCHECKABLE, message, "no-primary-source", hint, path=("evidence",))
    return Verdict(Outcome.VERIFIED, "stands on a primary source", path=("evidence",))


def _citation(evidence: Evidence, source: Source, path: tuple[str | int, ...]) -> Verdict | None:
    pages = source.snapshot.pages if source.snapshot is not None else None
    if evidence.page is not None and pages is not None and evidence.page > pages:
        message = f"page {evidence.page} is beyond the end of {source.id}, which has {pages} pages"
        hint = "cite the physical page, counted from 1"
        return Verdict(Outcome.CONTRADICTED, message, "page-beyond-end", hint, path=(*path, "page"))
    return None


class SourcesCheck:
    """See the module's documentation."""

    name = "sources"
    version = "2"
    kind = SubjectKind.CLAIM

    def subjects(self, ledger: Ledger) -> Iterable[str]:
        """Every claim."""
        return ledger.claims

    def inputs(self, ledger: Ledger, subject: str, context: Context) -> Sequence[str]:
        """The claim and the sources it cites."""
        claim = ledger.claims[subject]
        cited = sorted({evidence.source for evidence in claim.evidence})
        return [digest(claim), *(digest(ledger.sources[id]) for id in cited)]

    def run(self, ledger: Ledger, subjects: Sequence[str], context: Context) -> Iterator[Finding]:
        """One finding a claim; it reads documents only."""
        for subject in subjects:
            yield judge(ledger.claims[subject], ledger.sources).finding(self, ledger, subject)


CHECK = SourcesCheck()
