"""Does the source say so, at the place that the claim cites?

What it checks
    For every evidence of a claim: on the cited physical page and in the cited section of the pinned snapshot
    stand the anchors, in order and close together, as whole tokens; and the claim's quantity (value, unit,
    sign, comparator) parses out of the text there, as part of an anchor or as the number nearest to them in
    their sentence. The anchors say what the number is: by words beside it, or by an anchor of its sentence
    that no other number of its kind and no contrast parts from it. The anchors leave out nothing between them
    that the number may be said of instead: a name, a clause or bracket of its own, what belongs to an anchor
    (``Alpha's successor``) or what an anchor belongs to, the rest of its name, or more than one word of
    meaning. One ordinary word of another sentence or row names nothing, and a name there counts for no
    sentence that opens with another. Words that take the sentence back (``not``, ``without``, ``would``, ``…
    et al. report``) or turn the number (``fewer``, ``saved``) stand in an anchor, or nothing is verified.
    Words that turn one have no end (``conceded``, ``the goal for``, ``(sic)``, a column ``Planned``): so does
    any word between the anchors, of the subject before them, right behind them, or in the names of its row
    and column, but for the few that are known to turn nothing: articles, prepositions, forms of *be* and
    *have*, verbs of holding, taking and reaching, units. In a table the anchors stand in the number's own
    row, or in the header of its column; a number that no anchor holds is the only one of its kind in that row
    and column. A number of a named table, figure or equation stands in it. A number that the source counts
    per something is per that in the claim. A form that the source prints differently (``16Ψ``, a cell whose
    unit stands in the header) must be given with what it stands for; a word or sign right beside a bare
    number spells the claim's unit, or an anchor holds it, and the unit that a table gives a cell apart from
    it is the claim's. Where another row has the names of this one in the same columns, an anchor holds the
    cell that tells them apart; a head over several columns tells none of them. What a share is a share of
    (``97% of the peak``) stands in an anchor. Two extractors must agree on the digits of a PDF, and the page
    must show them: text that is unpainted, covered, clipped, lost in its ground or struck out does not count,
    and of a scan's recognised text nothing is verified. A claim without a quantity needs its terms; a
    boundary without anchors needs its section. All evidence must be found, at least one in a primary source;
    a source that cannot be had at all is told, and does not count.

    A place that ``supports: conditions`` needs its anchors but not the quantity, and does not make the claim
    verified: at least one place of a primary source states what the claim states.

    Without the bytes, an unchanged claim stands on its line of ``sources/evidence.lock``.

Why
    A number next to a link proves nothing until somebody has looked, at every change, whether it stands
    behind the link.

Known limits
    That the words around the number mean what the claim says is for its reviewers; anchors that name the
    entity make it hard to be wrong. So is the ``role``: only ``background`` is weighed (there a source may
    report what others found), the rest is what the author says of the place. Like all of the evidence it is
    part of what a line of the lock vouches for, so that a changed role falls due and has to be locked anew.
    What takes back is seen in a short sentence beside (``This is wrong.``), in one that is about the number
    (``This was later corrected to 9 ms.``), in what is put behind it (``, they say``; ``on the drawing
    board``), in what heads a list, as a mark (``7 ms†``), in a column of notes, and around a setting (``if
    debug:``); not in another sentence, or the page before. The words of a heading over it and of a table's
    title or caption stand in the evidence (its section, its anchors), or are what the text below speaks of,
    but for what became of it (``Rejected designs``); a heading whose noun the text takes up (``Myths``:
    ``this myth``) is passed over. A phrase with a quantity of its own (``at a clock of 2 GHz``) is taken for
    the condition that it tells. Numbers in pictures are not read, nor is it known whether the letters of a
    PDF's font look like what its text says, or whether a slanted or broken line strikes something out. Plain
    text made from a PDF has lost its raised digits.

Example
    ``page: 8, anchors: ["Mixed-precision Adam", "K = 12"]`` with the value 13 is ``contradicted``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ledger.errors import QuantityError, SnapshotError
from ledger.registry import Context, Finding, SubjectKind, Verdict
from ledger.schema.documents import Claim, Evidence, Source, Support
from ledger.schema.ledger import Ledger, digest
from ledger.schema.outcomes import Outcome
from ledger.snapshots.advice import advice
from ledger.snapshots.evidence import extractor_for, extractor_name, look, prepare
from ledger.snapshots.extract import Extractor
from ledger.snapshots.located import Located
from ledger.snapshots.lock import LOCK, Key, Record, evidence_digest, lines_of, lock_of, record_of


@dataclass(frozen=True, slots=True)
class Seen:
    """What is known of one evidence: found in the bytes, or kept in the lock, or neither.

    Attributes:
        located: what the bytes say; ``None`` without bytes.
        record: the lock's line for this evidence and these bytes; ``None`` without one.
        expected: the line that the bytes call for; ``None`` when not found in them.
        missing: why there are no bytes to look at.
    """

    located: Located | None = None
    record: Record | None = None
    expected: Record | None = None
    missing: str = ""


LOCKED = "locked"
"""The key, in an evidence's details, of whether the lock has a line for what was found in the bytes."""
RELOCK = "remake it with 'ledger lock'"
WORST = (
    Outcome.CONTRADICTED,
    Outcome.NOT_FOUND,
    Outcome.AMBIGUOUS,
    Outcome.UNCHECKABLE,
)
"""Of several evidences the first of these speaks for the claim."""


def judge(claim: Claim, sources: Mapping[str, Source], seen: Sequence[Seen]) -> Verdict:
    """What the evidence comes to; *seen* is in the order of ``claim.evidence``."""
    if not claim.evidence:
        message = claim.unsupported or "no source is cited"
        return Verdict(Outcome.UNCHECKABLE, message, "no-evidence")
    verdicts = [
        _one(claim, sources[evidence.source], evidence, index, one)
        for index, (evidence, one) in enumerate(zip(claim.evidence, seen, strict=True))
    ]
    counted = [
        verdict
        for verdict, evidence in zip(verdicts, claim.evidence, strict=True)
        if sources[evidence.source].unavailable is None
    ]
    for outcome in WORST:
        for verdict in counted or verdicts:
            if verdict.outcome is outcome:
                return verdict
    return _verified(claim, sources, verdicts)


def _verified(claim: Claim, sources: Mapping[str, Source], verdicts: Sequence[Verdict]) -> Verdict:
    found = [
        (verdict, evidence)
        for verdict, evidence in zip(verdicts, claim.evidence, strict=True)
        if verdict.outcome is Outcome.VERIFIED and evidence.supports is Support.STATEMENT
    ]
    if not found:
        message = "every place found supports the claim's conditions only; none states what it states"
        hint = "cite a place that states it, without 'supports: conditions'"
        return Verdict(Outcome.UNCHECKABLE, message, "conditions-only", hint, path=("evidence",))
    if not any(sources[evidence.source].primary for _, evidence in found):
        message = "found, but in no primary source"
        return Verdict(Outcome.UNCHECKABLE, message, "no-primary-source", path=("evidence",))
    first = found[0][0]
    details = {"evidence": [verdict.details for verdict in verdicts]}
    return Verdict(Outcome.VERIFIED, first.message, path=("evidence",), found=first.found, details=details)


def _one(claim: Claim, source: Source, evidence: Evidence, index: int, seen: Seen) -> Verdict:
    path = ("evidence", index)
    facts = {"source": source.id, "role": evidence.role.value, "depth": evidence.depth}
    facts["supports"] = evidence.supports.value
    if seen.located is None:
        return _from_lock(claim, evidence, seen, path, facts)
    located = seen.located
    if _differs(seen):
        message = f"{LOCK.as_posix()} says otherwise than the bytes of {source.id}"
        return Verdict(Outcome.CONTRADICTED, message, "lock-differs", RELOCK, path=path, details=facts)
    where = f"{source.id}, page {located.page}" if located.page else source.id
    return Verdict(
        located.outcome,
        f"{where}: {located.message}",
        located.cause,
        advice(located),
        _stated(claim) if evidence.supports is Support.STATEMENT else "",
        located.found,
        path,
        {**facts, **_facts(located), "basis": "snapshot", LOCKED: seen.record is not None},
    )


def unlocked(findings: Iterable[Finding]) -> int:
    """How many places were found in the bytes that the lock has no line for."""
    return sum(
        not evidence.get(LOCKED, True)
        for finding in findings
        if finding.check == LocatedCheck.name and finding.outcome is Outcome.VERIFIED
        for evidence in finding.details.get("evidence", ())
    )


def _differs(seen: Seen) -> bool:
    """Whether the lock's line is not what was found in the bytes; a line by another extractor is only old."""
    record, expected = seen.record, seen.expected
    if record is None or expected is None or record == expected:
        return False
    return not record.intact or (record.extractor == expected.extractor and record != expected)


def _from_lock(
    claim: Claim, evidence: Evidence, seen: Seen, path: tuple[str | int, ...], facts: dict[str, Any]
) -> Verdict:
    record = seen.record
    if record is None:
        hint = f"run 'ledger fetch {evidence.source}' here, or 'ledger lock' where its bytes are"
        return Verdict(Outcome.UNCHECKABLE, seen.missing, "no-snapshot", hint, path=path, details=facts)
    if not record.intact or record.source != evidence.source:
        message = f"the line of {claim.id} in {LOCK.as_posix()} was edited by hand"
        return Verdict(Outcome.UNCHECKABLE, message, "lock-edited", RELOCK, path=path, details=facts)
    place = {"page": record.page, "section": record.section, "window": record.window}
    message = f"{record.source}, page {record.page}: unchanged since it was found there"
    details = {**facts, **place, "extractor": record.extractor, "basis": "lock"}
    return Verdict(Outcome.VERIFIED, message, path=path, details=details)


def _facts(located: Located) -> dict[str, Any]:
    return {
        "page": located.page,
        "label": located.label,
        "section": located.section,
        "window": located.digest,
        "box": list(located.box) if located.box is not None else None,
        "elsewhere": list(located.elsewhere),
    }


def _stated(claim: Claim) -> str:
    quantity = claim.quantity
    if quantity is None:
        return ""
    upper = f" to {quantity.high}" if quantity.high is not None else ""
    unit = f" {quantity.unit}" if quantity.unit != "1" else ""
    return f"{quantity.comparator.value} {quantity.value}{upper}{unit}"


class LocatedCheck:
    """See the module's documentation."""

    name = "located"
    version = "38"
    kind = SubjectKind.CLAIM
    parallel = True

    def subjects(self, ledger: Ledger) -> Iterable[str]:
        """Every claim that cites something."""
        return [id for id, claim in ledger.claims.items() if claim.evidence]

    def inputs(self, ledger: Ledger, subject: str, context: Context) -> Sequence[str]:
        """The claim, its sources, whether their bytes are here, what would read them, the lock's lines."""
        claim, store = ledger.claims[subject], extractor_for(context.store).store
        parts = [digest(claim), str(context.require_snapshots), repr(lines_of(ledger.root, subject))]
        for evidence in claim.evidence:
            source = ledger.sources[evidence.source]
            parts.append(digest(source))
            if source.snapshot is not None:
                here = store.has(source.snapshot.sha256)
                parts.append(f"{here} {extractor_name(source.snapshot.media)}")
        return parts

    def run(self, ledger: Ledger, subjects: Sequence[str], context: Context) -> Iterator[Finding]:
        """One finding a claim; documents are read once for all of them."""
        extractor, lock = extractor_for(context.store), lock_of(ledger.root)
        claims = [ledger.claims[subject] for subject in subjects]
        prepare(extractor, cited(claims, ledger.sources), context.jobs)
        for claim in claims:
            try:
                seen = [
                    see(claim, evidence, ledger.sources, extractor, lock, context)
                    for evidence in claim.evidence
                ]
                verdict = judge(claim, ledger.sources, seen)
            except QuantityError as error:
                verdict = Verdict(Outcome.UNCHECKABLE, str(error), "quantity", path=("quantity",))
            yield verdict.finding(self, ledger, claim.id)


def see(
    claim: Claim,
    evidence: Evidence,
    sources: Mapping[str, Source],
    extractor: Extractor,
    lock: Mapping[Key, Record],
    context: Context,
) -> Seen:
    """Look at one evidence: in the bytes where they are, else in the lock."""
    source = sources[evidence.source]
    if source.snapshot is None:
        return Seen(missing=f"{source.id} has no snapshot: {source.unavailable}")
    snapshot = source.snapshot
    key = (claim.id, evidence_digest(claim, evidence))
    record = lock.get(key)
    if record is not None and record.sha256 != snapshot.sha256:
        record = None
    try:
        if context.require_snapshots:
            extractor.store.require_intact(snapshot.sha256)
        located = look(extractor, claim, evidence, snapshot)
    except SnapshotError as error:
        missing = f"{source.id}: {error}"
        return Seen(missing=missing, record=None if context.require_snapshots else record)
    if located.outcome is not Outcome.VERIFIED:
        return Seen(located, record)
    expected = record_of(key, source.id, snapshot.sha256, extractor_name(snapshot.media), located)
    return Seen(located, record, expected)


def cited(claims: Iterable[Claim], sources: Mapping[str, Source]) -> dict[str, tuple[str, set[int]]]:
    """Digest → media type and cited pages, of every source that the claims cite."""
    found: dict[str, tuple[str, set[int]]] = {}
    for claim in claims:
        for evidence in claim.evidence:
            snapshot = sources[evidence.source].snapshot
            if snapshot is not None:
                _, pages = found.setdefault(snapshot.sha256, (snapshot.media, set()))
                pages |= {evidence.page} if evidence.page is not None else set()
    return found


CHECK = LocatedCheck()
