"""``sources/evidence.lock``: what was found, where, in which bytes, by which extractor (design §2).

One JSON object a line, sorted by claim and evidence, so that two branches merge by taking both their
lines. Only evidence that was found is kept. A line stands for a claim's evidence as long as the evidence,
the claim's quantity and the source's bytes are the ones it names; its ``seal`` is the digest of its other
fields, which makes a slip of the hand visible even where the bytes are not at hand. Whoever wants to cheat
can compute a seal: where the bytes are at hand they are read, and the line must say the same.
"""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

from ledger.errors import DocumentError, Location
from ledger.schema.documents import Claim, Evidence
from ledger.snapshots.located import Located

LOCK = Path("sources") / "evidence.lock"
MAX_BYTES = 64 << 20

Key = tuple[str, str]
"""A claim's id and the digest of one of its evidences."""


@dataclass(frozen=True, slots=True)
class Record:
    """One line.

    Attributes:
        claim: the claim's id.
        evidence: digest of the evidence and the claim's quantity (:func:`evidence_digest`).
        source: the source's id, for people.
        sha256: the snapshot's digest.
        extractor: who read it.
        page, section: where the window stands.
        window: digest of the window's text.
        seal: digest of all other fields.
    """

    claim: str
    evidence: str
    source: str
    sha256: str
    extractor: str
    page: int
    section: str
    window: str
    seal: str = ""

    @property
    def key(self) -> Key:
        """What the record is found by."""
        return self.claim, self.evidence

    def sealed(self) -> Record:
        """The record with the seal that its other fields call for."""
        values = {name: getattr(self, name) for name in _TYPES} | {"seal": ""}
        digest = hashlib.sha256(json.dumps(values, sort_keys=True).encode()).hexdigest()
        return Record(**{**values, "seal": digest[:32]})

    @property
    def intact(self) -> bool:
        """Whether the seal fits."""
        return self == self.sealed()


_TYPES = {field.name: int if field.name == "page" else str for field in fields(Record)}


def evidence_digest(claim: Claim, evidence: Evidence) -> str:
    """SHA-256 of everything in the claim that its evidence's verdict depends on."""
    parts = {
        "evidence": evidence.model_dump(mode="json", exclude_defaults=True),
        "quantity": claim.quantity.model_dump(mode="json") if claim.quantity is not None else None,
        "boundary": claim.kind.value == "boundary",
    }
    canonical = json.dumps(parts, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(canonical.encode("utf-8", "surrogatepass")).hexdigest()


def record_of(key: Key, source: str, sha256: str, extractor: str, located: Located) -> Record:
    """The record of evidence that was found."""
    claim, evidence = key
    return Record(
        claim=claim,
        evidence=evidence,
        source=source,
        sha256=sha256,
        extractor=extractor,
        page=located.page or 0,
        section=located.section,
        window=located.digest,
    ).sealed()


def read_lock(root: Path) -> dict[Key, Record]:
    """The records of a ledger's lock; none when there is no lock.

    Raises:
        DocumentError: a line that is no record, or two lines for one evidence.
    """
    path = root / LOCK
    if not path.is_file():
        return {}
    records: dict[Key, Record] = {}
    with path.open("rb") as file:
        data = file.read(MAX_BYTES)
    for number, line in enumerate(data.decode("utf-8", "replace").splitlines(), 1):
        if not line.strip():
            continue
        record = _record(line, number)
        if record.key in records:
            raise DocumentError(_at(number), f"a second line for this evidence of {record.claim}", REMAKE)
        records[record.key] = record
    return records


@dataclass(frozen=True, slots=True)
class _Known:
    """A lock that was read: its lines by what they are found by, and those of each claim."""

    records: dict[Key, Record]
    of_claim: dict[str, tuple[Record, ...]]


_READ: dict[tuple[str, int, int], _Known] = {}


def lock_of(root: Path) -> dict[Key, Record]:
    """The ledger's lock, read again only when its file has changed.

    Raises:
        DocumentError: as :func:`read_lock`.
    """
    return _known(root).records


def lines_of(root: Path, claim: str) -> tuple[Record, ...]:
    """The lock's lines of one claim, whatever evidence they are of.

    Raises:
        DocumentError: as :func:`read_lock`.
    """
    return _known(root).of_claim.get(claim, ())


def _known(root: Path) -> _Known:
    path = root / LOCK
    try:
        stat = path.stat()
    except OSError:
        return _Known({}, {})
    key = (str(path), stat.st_mtime_ns, stat.st_size)
    if key not in _READ:
        records = read_lock(root)
        grouped: dict[str, tuple[Record, ...]] = {}
        for record in records.values():
            grouped[record.claim] = (*grouped.get(record.claim, ()), record)
        _READ.clear()
        _READ[key] = _Known(records, grouped)
    return _READ[key]


REMAKE = "remake it with 'ledger lock'"


def _at(number: int) -> Location:
    return Location(LOCK.as_posix(), number, 1)


def _record(line: str, number: int) -> Record:
    try:
        values: Any = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise DocumentError(_at(number), "not a record of the lock", REMAKE) from error
    if not isinstance(values, dict) or values.keys() != _TYPES.keys():
        raise DocumentError(_at(number), "not a record of the lock", REMAKE)
    if any(type(values[name]) is not kind for name, kind in _TYPES.items()):
        raise DocumentError(_at(number), "a field of the wrong type", REMAKE)
    return Record(**values)


def lock_text(records: Iterable[Record]) -> str:
    """The lock's text, sorted, each record once."""
    unique: Mapping[Key, Record] = {record.key: record for record in records}
    rows = (
        json.dumps(asdict(unique[key]), ensure_ascii=False, separators=(",", ":")) for key in sorted(unique)
    )
    return "".join(f"{row}\n" for row in rows)


def write_lock(root: Path, records: Iterable[Record]) -> bool:
    """Write the lock if that changes it; whether it did."""
    path, text = root / LOCK, lock_text(records)
    if path.is_file() and path.read_text(encoding="utf-8", errors="replace") == text:
        return False
    path.parent.mkdir(parents=True, exist_ok=True)
    descriptor, partial = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(descriptor, "w", encoding="utf-8", newline="") as out:
            out.write(text)
        os.chmod(partial, path.stat().st_mode & 0o777 if path.exists() else 0o644)
        os.replace(partial, path)
    except BaseException:
        Path(partial).unlink(missing_ok=True)
        raise
    return True
