"""Is the snapshot the document that the source file describes?

What it checks
    The title and every author of the source file stand on the snapshot's first pages (case, spacing,
    accents and line breaks aside); an arXiv stamp on them is the id of the source's address and the
    pinned version; an arXiv id's year and month are those of the stated date; no other source of the
    ledger gives the same id to another title. Without the bytes, a source whose file and pinned digest are
    unchanged stands on its line of ``sources/evidence.lock``.

Why
    Listings give papers wrong ids, files wrong names and citations wrong versions; a number found in
    another document than the cited one is no evidence.

Known limits
    It reads what the document prints about itself; what the address serves today is for ``current`` and
    ``reachable``. READMEs, web pages and the like, whose titles are chosen by whoever cites them, are not
    judged. An author list of hundreds may be given by the team's name.

Example
    ``title: Large Scale Distributed Deep Networks`` with ``url: https://arxiv.org/abs/1206.5533`` is
    ``contradicted (another-title)``: that id is "Practical Recommendations for Gradient-Based Training of
    Deep Architectures".
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from ledger.errors import SnapshotError
from ledger.registry import Context, Finding, SubjectKind, Verdict
from ledger.schema.documents import Source, SourceKind
from ledger.schema.ledger import Ledger, digest
from ledger.schema.outcomes import Outcome
from ledger.snapshots.evidence import extractor_for, extractor_name
from ledger.snapshots.extract import Extractor
from ledger.snapshots.located import window_digest
from ledger.snapshots.lock import Key, Record, lock_of

PRINTED_TITLE = frozenset({SourceKind.PAPER, SourceKind.REPORT, SourceKind.STANDARD, SourceKind.BOOK})
FIRST_PAGES = 3
"""Some publishers put a cover page before the title page."""
LIKE = 80
"""From this similarity (0 to 100) on, a line is shown as what the author may have meant."""
_ID = re.compile(r"arxiv\.org/(?:abs|pdf)/(\d{4}\.\d{4,5})(?:v\d+)?(?:\.pdf)?/?\Z")
_STAMP = re.compile(r"arXiv:\s?(\d{4}\.\d{4,5})(v\d+)?\s+\[")
_BETWEEN = re.compile(r"[\W_]+")
_VERSION = re.compile(r"v\d+\Z")


@dataclass(frozen=True, slots=True)
class FirstPages:
    """What the snapshot prints of itself.

    Attributes:
        text: the text of its first pages.
        missing: why there is no text.
        locked: there are no bytes, but the lock has this source file with these bytes as identified.
    """

    text: str = ""
    missing: str = ""
    locked: bool = False


def arxiv_id(source: Source) -> str | None:
    """The arXiv id of the source's address, without a version."""
    match = _ID.search(source.url or "")
    return match[1] if match else None


def judge(source: Source, pages: FirstPages, namesakes: Mapping[str, str]) -> Verdict:
    """Whether *pages* are of *source*.

    Args:
        source: the source file.
        pages: the snapshot's first pages.
        namesakes: other sources with the same arXiv id: id → title.
    """
    fault = _other_title(source, namesakes) or _date(source)
    if fault is not None:
        return fault
    if pages.locked:
        return Verdict(
            Outcome.VERIFIED, "unchanged since it was identified", path=("title",), expected=source.title
        )
    if pages.missing:
        hint = f"run 'ledger fetch {source.id}'"
        return Verdict(Outcome.UNCHECKABLE, pages.missing, "no-snapshot", hint, path=("snapshot",))
    for rule in (_stamp, _title, _authors):
        fault = rule(source, pages.text)
        if fault is not None:
            return fault
    message = "prints this title and these authors"
    return Verdict(Outcome.VERIFIED, message, path=("title",), expected=source.title)


def _other_title(source: Source, namesakes: Mapping[str, str]) -> Verdict | None:
    others = [id for id, title in namesakes.items() if squash(title) != squash(source.title)]
    if not others:
        return None
    message = f"{others[0]} gives the same arXiv id to another title: {namesakes[others[0]]}"
    return Verdict(Outcome.CONTRADICTED, message, "another-title", path=("url",), expected=source.title)


def _date(source: Source) -> Verdict | None:
    id = arxiv_id(source)
    if id is None or source.published is None:
        return None
    month = f"20{id[:2]}-{id[2:4]}"
    stated = source.published[:7]
    if month.startswith(stated):
        return None
    message = f"arXiv {id} is of {month}, the source says {source.published}"
    return Verdict(Outcome.CONTRADICTED, message, "date", path=("published",), expected=stated, found=month)


def _stamp(source: Source, text: str) -> Verdict | None:
    id, match = arxiv_id(source), _STAMP.search(text)
    pinned = source.version if _VERSION.match(source.version or "") else None
    if match is None:
        if id is None or pinned is None:
            return None
        message = f"no arXiv stamp on the first pages, which are to be {id}{pinned}"
        return Verdict(Outcome.AMBIGUOUS, message, "no-stamp", path=("version",))
    if id is not None and match[1] != id:
        message = f"the first page is stamped {match[1]}, the address is {id}"
        return _contradicted(message, "another-id", id, match[1], "url")
    if match[2] and pinned is not None and match[2] != pinned:
        message = f"the first page is stamped {match[2]}, the source pins {pinned}"
        return _contradicted(message, "another-version", pinned, match[2], "version")
    return None


def _contradicted(message: str, cause: str, expected: str, found: str, field: str, hint: str = "") -> Verdict:
    return Verdict(Outcome.CONTRADICTED, message, cause, hint, expected, found, (field,))


def _title(source: Source, text: str) -> Verdict | None:
    if squash(source.title) in squash(text):
        return None
    lines = [line.strip() for line in text.split("\n") if len(line.strip()) > 8]
    candidates = [*lines, *(" ".join(pair) for pair in pairwise(lines))]
    best = max(candidates, key=lambda line: _likeness(line, source.title), default="")
    hint = f"it prints: {best}" if _likeness(best, source.title) >= LIKE else ""
    message = "the title is not printed on the first pages"
    return _contradicted(message, "another-title", source.title, best, "title", hint)


def _likeness(line: str, title: str) -> float:
    from rapidfuzz import fuzz  # loads only where a title is not found

    return fuzz.ratio(line.casefold(), title.casefold())


def _authors(source: Source, text: str) -> Verdict | None:
    printed = squash(text)
    absent = [name for name in source.authors if squash(_family_name(name)) not in printed]
    if not absent:
        return None
    message = f"not printed on the first pages: {', '.join(absent)}"
    return _contradicted(message, "another-author", ", ".join(source.authors), "", "authors")


def _family_name(name: str) -> str:
    words = [word for word in name.split() if word.rstrip(".").casefold() not in ("jr", "sr", "ii", "iii")]
    return words[-1] if words else name


def squash(text: str) -> str:
    """Letters and digits alone: no case, spacing, accents or punctuation."""
    return _BETWEEN.sub("", unicodedata.normalize("NFKD", text).casefold())


class IdentityCheck:
    """See the module's documentation."""

    name = "identity"
    version = "1"
    kind = SubjectKind.SOURCE

    def subjects(self, ledger: Ledger) -> Iterable[str]:
        """Papers, reports, standards and books with a snapshot; without one, what its address belies."""
        described = (source for source in ledger.sources.values() if source.kind in PRINTED_TITLE)
        return [
            source.id
            for source in described
            if source.snapshot is not None or _other_title(source, namesakes(ledger, source)) or _date(source)
        ]

    def inputs(self, ledger: Ledger, subject: str, context: Context) -> Sequence[str]:
        """The source, its namesakes, whether its bytes are here and what would read them."""
        source = ledger.sources[subject]
        parts = [digest(source), repr(sorted(namesakes(ledger, source).items()))]
        if source.snapshot is not None:
            here = extractor_for(context.store).store.has(source.snapshot.sha256)
            parts.append(f"{here} {extractor_name(source.snapshot.media)}")
        record = lock_of(ledger.root).get(lock_key(source))
        return [*parts, repr(record), str(context.require_snapshots)]

    def run(self, ledger: Ledger, subjects: Sequence[str], context: Context) -> Iterator[Finding]:
        """One finding a source."""
        extractor = extractor_for(context.store)
        for subject in subjects:
            source = ledger.sources[subject]
            pages = first_pages(source, extractor)
            if pages.missing and not context.require_snapshots:
                pages = replace(pages, locked=_is_locked(source, lock_of(ledger.root)))
            yield judge(source, pages, namesakes(ledger, source)).finding(self, ledger, subject)


def lock_key(source: Source) -> Key:
    """The key of a source's own line in the lock (no claim has a colon in its id)."""
    return f"source:{source.id}", digest(source)


def _is_locked(source: Source, lock: Mapping[Key, Record]) -> bool:
    record = lock.get(lock_key(source))
    if record is None or source.snapshot is None:
        return False
    return record.intact and record.sha256 == source.snapshot.sha256


def identity_record(source: Source, extractor: Extractor, others: Mapping[str, str]) -> Record | None:
    """The lock's line of a source that is identified by its bytes; ``None`` when it is not."""
    pages = first_pages(source, extractor)
    if source.snapshot is None or judge(source, pages, others).outcome is not Outcome.VERIFIED:
        return None
    claim, evidence = lock_key(source)
    reader = extractor_name(source.snapshot.media)
    window = window_digest(pages.text)
    return Record(claim, evidence, source.id, source.snapshot.sha256, reader, 1, "", window).sealed()


def first_pages(source: Source, extractor: Extractor) -> FirstPages:
    """Read the snapshot's first pages."""
    if source.snapshot is None:
        return FirstPages(missing=f"{source.id} has no snapshot: {source.unavailable}")
    try:
        document = extractor.document(source.snapshot.sha256, source.snapshot.media)
    except SnapshotError as error:
        return FirstPages(missing=f"{source.id}: {error}")
    pages = document.pages[:FIRST_PAGES]
    faults = [document.fault, *(page.fault for page in pages)]
    if document.fault or all(page.fault for page in pages):
        return FirstPages(missing=f"{source.id}: {next(filter(None, faults), 'no pages')}")
    return FirstPages("\n".join(page.text for page in pages))


def namesakes(ledger: Ledger, source: Source) -> dict[str, str]:
    """Other sources with the same arXiv id: id → title."""
    id = arxiv_id(source)
    if id is None:
        return {}
    others = (other for other in ledger.sources.values() if other.id != source.id)
    return {other.id: other.title for other in others if arxiv_id(other) == id}


CHECK = IdentityCheck()
