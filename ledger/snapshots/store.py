"""The content-addressed store of snapshots: bytes under their SHA-256, outside git.

Layout below the store's root::

    blobs/ab/abcdef…    the bytes, named by their digest
    partial/…           downloads that have not ended
    extracts/…          what extractors read from the bytes, by digest and extractor version

Only whole files whose digest was computed while they were written get a name under ``blobs``, so a blob
that exists has the bytes its name says, unless somebody edited it; :meth:`Store.verify` re-reads it.
"""

from __future__ import annotations

import hashlib
import os
import re
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import BinaryIO

from ledger.errors import SnapshotError

DIGEST = re.compile(r"[0-9a-f]{64}\Z")
CHUNK = 1 << 20
MAX_BYTES = 256 << 20
"""The largest snapshot that is taken in; a paper is a few megabytes."""
ENVIRONMENT = "LEDGER_SNAPSHOTS"


def store_path(root: Path, configured: str | None = None) -> Path:
    """The ledger's store: ``$LEDGER_SNAPSHOTS``, the configured path, or ``.ledger/snapshots``."""
    chosen = os.environ.get(ENVIRONMENT) or configured or ".ledger/snapshots"
    return root / Path(chosen).expanduser()


def file_digest(path: Path, limit: int = MAX_BYTES) -> str:
    """SHA-256 of a file in lower-case hexadecimal.

    Raises:
        SnapshotError: the file is longer than *limit* bytes or cannot be read.
    """
    digest = hashlib.sha256()
    for chunk in _chunks(path, limit):
        digest.update(chunk)
    return digest.hexdigest()


class Store:
    """Snapshots on disk by digest; safe for several processes at once."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self._intact: set[str] = set()

    def path(self, digest: str) -> Path:
        """Where the bytes of *digest* are or would be.

        Raises:
            SnapshotError: *digest* is not a SHA-256 in lower-case hexadecimal.
        """
        return Path(self._name(digest))

    def _name(self, digest: str) -> str:
        if DIGEST.match(digest) is None:
            raise SnapshotError(f"not a SHA-256 digest: {digest[:80]!r}")
        return os.path.join(self.root, "blobs", digest[:2], digest)

    def has(self, digest: str) -> bool:
        """Whether the bytes are here."""
        return os.path.isfile(self._name(digest))

    def need(self, digest: str) -> None:
        """See that the bytes are here.

        Raises:
            SnapshotError: they are not.
        """
        if not self.has(digest):
            raise SnapshotError(f"no snapshot {digest[:12]}… in {self.root}")

    def require(self, digest: str) -> Path:
        """The path of bytes that are here.

        Raises:
            SnapshotError: they are not.
        """
        self.need(digest)
        return self.path(digest)

    def add_file(self, path: Path, limit: int = MAX_BYTES) -> str:
        """Copy a file's bytes in (the target of a symbolic link, never the link) and return the digest."""
        return self.add_chunks(_chunks(path, limit), limit)

    def add_bytes(self, data: bytes, limit: int = MAX_BYTES) -> str:
        """Take bytes in and return the digest."""
        return self.add_chunks([data], limit)

    def add_chunks(self, chunks: Iterable[bytes], limit: int = MAX_BYTES) -> str:
        """Write a stream to a temporary file, then name it by its digest.

        Raises:
            SnapshotError: the stream is empty or longer than *limit* bytes.
        """
        folder = self.root / "partial"
        folder.mkdir(parents=True, exist_ok=True)
        descriptor, name = tempfile.mkstemp(dir=folder)
        try:
            with os.fdopen(descriptor, "wb") as out:
                digest = _copy(chunks, out, limit)
            target = self.path(digest)
            target.parent.mkdir(parents=True, exist_ok=True)
            os.replace(name, target)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise
        return digest

    def verify(self, digest: str) -> bool:
        """Whether the stored bytes still have the digest that names them."""
        return self.has(digest) and file_digest(self.path(digest)) == digest

    def require_intact(self, digest: str) -> Path:
        """The path of bytes that are here and have the digest, which is computed once a process.

        Raises:
            SnapshotError: they are not here, or they were changed.
        """
        path = self.require(digest)
        if digest not in self._intact:
            if not self.verify(digest):
                raise SnapshotError(f"the snapshot {digest[:12]}… was changed in the store")
            self._intact.add(digest)
        return path

    def digests(self) -> Iterator[str]:
        """Every digest in the store, sorted."""
        names = (path.name for path in self.root.glob("blobs/*/*"))
        yield from sorted(name for name in names if DIGEST.match(name))


def _copy(chunks: Iterable[bytes], out: BinaryIO, limit: int) -> str:
    digest, size = hashlib.sha256(), 0
    for chunk in chunks:
        size += len(chunk)
        if size > limit:
            raise SnapshotError(f"larger than {limit} bytes")
        digest.update(chunk)
        out.write(chunk)
    if size == 0:
        raise SnapshotError("no bytes")
    return digest.hexdigest()


def _chunks(path: Path, limit: int) -> Iterator[bytes]:
    try:
        if not path.is_file():
            raise SnapshotError(f"not a regular file: {path}")
        with path.open("rb") as file:
            size = 0
            while chunk := file.read(CHUNK):
                size += len(chunk)
                if size > limit:
                    raise SnapshotError(f"{path} is larger than {limit} bytes")
                yield chunk
    except OSError as error:
        raise SnapshotError(f"cannot read {path}: {error.strerror}") from error
