"""From a claim's evidence to what must be looked for, and the looking, one extractor for all claims."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from pathlib import Path

from ledger.errors import SnapshotError
from ledger.quantities import Quantity, from_fields
from ledger.schema.documents import Claim, ClaimKind, Evidence, Role, Snapshot, Support
from ledger.schema.outcomes import Outcome
from ledger.snapshots.extract import Extractor, engine_of, engine_version
from ledger.snapshots.located import Located, Wanted
from ledger.snapshots.page import Page
from ledger.snapshots.store import Store

PDF = "application/pdf"


@lru_cache(maxsize=4)
def extractor_for(store: Path) -> Extractor:
    """The extractor of a store, whose documents stay in memory between calls."""
    return Extractor(Store(store))


def claimed_quantity(claim: Claim) -> Quantity | None:
    """The claim's quantity.

    Raises:
        QuantityError: its fields state none.
    """
    stated = claim.quantity
    return None if stated is None else from_fields(stated.value, stated.unit, stated.comparator, stated.high)


def wanted_of(claim: Claim, evidence: Evidence) -> Wanted:
    """What the evidence says must stand at its place.

    Raises:
        QuantityError: the claim's quantity cannot be read.
    """
    numbered = (("Table", evidence.table), ("Figure", evidence.figure), ("Equation", evidence.equation))
    return Wanted(
        anchors=evidence.anchors,
        quantity=claimed_quantity(claim) if evidence.supports is Support.STATEMENT else None,
        page=evidence.page,
        section=evidence.section,
        printed=evidence.printed,
        where=evidence.where,
        unit=evidence.unit,
        captions=tuple(f"{kind} {number}" for kind, number in numbered if number is not None),
        strict=True,
        own=evidence.role is not Role.BACKGROUND,
    )


def look(extractor: Extractor, claim: Claim, evidence: Evidence, snapshot: Snapshot) -> Located:
    """Look for one evidence in the bytes of its source; a boundary without anchors needs its section only.

    Raises:
        SnapshotError: the bytes are not in the store.
        QuantityError: the claim's quantity cannot be read.
    """
    from ledger.snapshots.locate import locate, locate_section  # loads only where bytes are looked at
    from ledger.snapshots.words import words_of

    document = extractor.document(snapshot.sha256, snapshot.media)
    wanted = wanted_of(claim, evidence)

    def second(pages: Iterable[int]) -> Mapping[int, Page]:
        return extractor.second_opinion(snapshot.sha256, pages)

    if claim.kind is ClaimKind.BOUNDARY and not wanted.anchors:
        return locate_section(document, wanted)
    if wanted.quantity is None and sum(len(anchor.split()) for anchor in wanted.anchors) < 2:
        message = "one word alone shows nothing; name at least two terms"
        return Located(Outcome.UNCHECKABLE, "too-few-anchors", message)
    if evidence.supports is Support.CONDITIONS and not any(map(words_of, wanted.anchors)):
        message = "numbers alone state no condition; let an anchor hold the words beside them"
        return Located(Outcome.UNCHECKABLE, "too-few-anchors", message)
    return locate(document, wanted, second)


def extractor_name(media: str) -> str:
    """What would read a document of that type now, name and version; both extractors of a PDF."""
    main = engine_version(engine_of(media))
    return f"{main} {engine_version('pypdf')}" if media == PDF else main


def prepare(
    extractor: Extractor,
    cited: Mapping[str, tuple[str, set[int]]],
    jobs: int,
    told: Callable[[int, int], None] = lambda done, total: None,
) -> None:
    """Read documents ahead, several at a time, and the second opinion on all their cited pages at once.

    Args:
        extractor: whose memory to fill.
        cited: digest → media type and cited physical pages; bytes that are missing are passed over.
        jobs: how many processes to use.
        told: is given how many documents are read, of how many.
    """

    def read(item: tuple[str, tuple[str, set[int]]]) -> None:
        digest, (media, pages) = item
        try:
            document = extractor.document(digest, media)
            known = {number for number in pages if document.page(number) is not None}
            if media == PDF and known:
                extractor.second_opinion(digest, known)
        except SnapshotError:
            return

    with ThreadPoolExecutor(max_workers=max(1, jobs)) as pool:
        for done, _ in enumerate(pool.map(read, sorted(cited.items())), 1):
            told(done, len(cited))
