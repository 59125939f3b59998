"""Bytes into the store: from files that somebody has, or from a source's canonical address.

What comes from the network is bounded in size, redirects and time, resumed where it broke off, checked for
its type, and kept only under the digest that the source pins; what is not pinned yet is kept and its
digest told, for the author to pin. Connections go to public addresses only, each judged before it is made
(:mod:`ledger.snapshots.pinned`).
"""

from __future__ import annotations

import hashlib
import re
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import httpx

from ledger.addresses import AddressPolicy
from ledger.errors import SnapshotError
from ledger.hosts import addresses_of
from ledger.schema.documents import Source
from ledger.snapshots.media import SNIFFED, sniff
from ledger.snapshots.pinned import ONE_USE, PinnedTransport, Resolve
from ledger.snapshots.store import MAX_BYTES, Store, file_digest

PUBLIC = AddressPolicy()
MAX_REDIRECTS = 5
MAX_FILES = 20_000
TIMEOUT = httpx.Timeout(30.0, connect=15.0)
DEADLINE = 600.0
"""Seconds that one download may take in all."""
DELAY = 3.0
"""Seconds between two requests to one host (what arXiv asks of robots)."""
AGENT = "evidence-ledger (+fetches pinned sources for verification)"
_ARXIV = re.compile(
    r"https?://(?:www\.)?arxiv\.org/(?:abs|pdf)/(?P<id>\d{4}\.\d{4,5}|[a-z-]+/\d{7})(?:v\d+)?(?:\.pdf)?/?\Z"
)
_GITHUB = re.compile(r"https?://github\.com/(?P<repo>[\w.-]+/[\w.-]+)/blob/(?P<ref>[^/]+)/(?P<path>.+)\Z")


@dataclass(frozen=True, slots=True)
class Fetched:
    """Bytes that are now in the store.

    Attributes:
        source: the source's id; ``""`` for a file that belongs to none.
        digest, media: what the bytes are.
        origin: the file or the final address.
        pinned: whether the digest is the one that the source names.
    """

    source: str
    digest: str
    media: str
    origin: str
    pinned: bool


def wanted_digests(sources: Mapping[str, Source], store: Store) -> dict[str, str]:
    """Digest → id of every source whose pinned bytes are not in the store."""
    pinned = {source.snapshot.sha256: id for id, source in sources.items() if source.snapshot is not None}
    return {digest: id for digest, id in pinned.items() if not store.has(digest)}


def from_files(path: Path, wanted: Mapping[str, str], store: Store) -> Iterator[Fetched]:
    """Take in those files at or below *path* whose digest is wanted, whatever their names.

    Links are followed to regular files and their bytes copied; what cannot be read is passed over.
    """
    left = dict(wanted)
    for file in _files(path):
        try:
            digest = file_digest(file)
            if digest in left:
                stored = store.add_file(file)
                if stored == digest:
                    yield Fetched(
                        left.pop(digest), digest, _media(store.path(digest), file.name), str(file), True
                    )
        except SnapshotError:
            continue


def add_file(path: Path, store: Store) -> Fetched:
    """Take in one file that no source pins yet; the author states its provenance with the digest.

    Raises:
        SnapshotError: it cannot be read, is empty, or is too large.
    """
    digest = store.add_file(path)
    return Fetched("", digest, _media(store.path(digest), path.name), str(path), False)


def _files(path: Path) -> Iterator[Path]:
    if path.is_file():
        yield path
    elif path.is_dir():
        found = (child for child in sorted(path.rglob("*")) if child.is_file())
        yield from (child for _, child in zip(range(MAX_FILES), found, strict=False))
    else:
        raise SnapshotError(f"no such file or directory: {path}")


def _media(stored: Path, name: str) -> str:
    with stored.open("rb") as file:
        return sniff(file.read(SNIFFED), name)


def address_of(source: Source) -> str:
    """The address of the pinned bytes: arXiv's PDF of the pinned version, a file at the pinned commit.

    Raises:
        SnapshotError: the source has no address, or one that does not pin what it names.
    """
    if source.url is None:
        raise SnapshotError(
            f"{source.id} has no url; bring its bytes with 'ledger fetch {source.id} --from FILE'"
        )
    paper = _ARXIV.match(source.url)
    if paper is not None:
        if source.version is None or re.fullmatch(r"v\d+", source.version) is None:
            raise SnapshotError(f"{source.id}: pin an arXiv paper with version: v1, v2, …")
        return f"https://arxiv.org/pdf/{paper['id']}{source.version}"
    file = _GITHUB.match(source.url)
    if file is not None:
        commit = source.version or ""
        ref = commit if re.fullmatch(r"[0-9a-f]{40}", commit) else file["ref"]
        return f"https://raw.githubusercontent.com/{file['repo']}/{ref}/{file['path']}"
    return source.url


@dataclass(slots=True)
class Fetcher:
    """Downloads from judged addresses; keeps each host's pace.

    Attributes:
        store: where the bytes go.
        transport: what asks the judged addresses; ``None`` is the network.
        policy: which addresses may be asked.
        resolve: looks names up.
        sleep, clock: for tests.
        delay: seconds between two requests to one host.
    """

    store: Store
    transport: httpx.BaseTransport | None = None
    policy: AddressPolicy = PUBLIC
    resolve: Resolve = addresses_of
    sleep: Callable[[float], None] = time.sleep
    clock: Callable[[], float] = time.monotonic
    delay: float = DELAY
    _last: dict[str, float] = field(default_factory=dict)

    def fetch(self, source: Source) -> Fetched:
        """Download one source's snapshot.

        Raises:
            SnapshotError: no address, a refusal, the wrong type, too much, too slow, or another digest
                than the pinned one.
        """
        address = address_of(source)
        partial = self.store.root / "partial" / f"{hashlib.sha256(address.encode()).hexdigest()[:32]}.part"
        partial.parent.mkdir(parents=True, exist_ok=True)
        expected = source.snapshot.media if source.snapshot is not None else None
        try:
            with self._client() as client:
                final = self._download(client, _web_address(address), partial)
        except httpx.HTTPError as error:
            raise SnapshotError(f"{source.id}: {type(error).__name__} at {address}: {error}") from error
        except SnapshotError as error:
            raise SnapshotError(f"{source.id}: {error}") from error
        media = _media(partial, final.path)
        if expected == "application/pdf" and media != expected:
            partial.unlink()
            raise SnapshotError(f"{source.id}: {final} answered with {media}, not a PDF")
        return self._keep(source, partial, str(final), expected or media)

    def _client(self) -> httpx.Client:
        """Nothing of the environment steers it: no proxy, no stored credentials."""
        inner = httpx.HTTPTransport(limits=ONE_USE) if self.transport is None else self.transport
        transport = PinnedTransport(inner, self.policy, self.resolve)
        headers = {"user-agent": AGENT, "accept-encoding": "identity"}
        return httpx.Client(transport=transport, timeout=TIMEOUT, headers=headers, trust_env=False)

    def _keep(self, source: Source, partial: Path, final: str, media: str) -> Fetched:
        digest = file_digest(partial)
        pinned = source.snapshot.sha256 if source.snapshot is not None else None
        if pinned is not None and digest != pinned:
            partial.unlink()
            raise SnapshotError(f"{source.id}: {final} has the digest {digest}, the source pins {pinned}")
        self.store.add_file(partial)
        partial.unlink()
        return Fetched(source.id, digest, media, final, pinned is not None)

    def _download(self, client: httpx.Client, url: httpx.URL, partial: Path) -> httpx.URL:
        end = self.clock() + DEADLINE
        for _ in range(MAX_REDIRECTS + 1):
            self._pace(url.netloc.decode("ascii"))
            have = partial.stat().st_size if partial.exists() else 0
            headers = {"range": f"bytes={have}-"} if have else {}
            with client.stream("GET", url, headers=headers) as response:
                if response.is_redirect:
                    url = _web_address(response.headers.get("location", ""), url)
                    continue
                if response.status_code != 416:  # the part is already the whole
                    self._body(response, partial, str(url), end)
                return url
        raise SnapshotError(f"more than {MAX_REDIRECTS} redirects")

    def _body(self, response: httpx.Response, partial: Path, address: str, end: float) -> None:
        if response.status_code not in (200, 206):
            raise SnapshotError(f"{address} answered {response.status_code}")
        mode = "ab" if response.status_code == 206 else "wb"
        size = partial.stat().st_size if mode == "ab" and partial.exists() else 0
        with partial.open(mode) as out:
            for chunk in response.iter_bytes():
                size += len(chunk)
                if size > MAX_BYTES:
                    raise SnapshotError(f"{address}: larger than {MAX_BYTES} bytes")
                if self.clock() > end:
                    raise SnapshotError(f"{address}: not finished after {DEADLINE:.0f} seconds; run it again")
                out.write(chunk)

    def _pace(self, host: str) -> None:
        now = self.clock()
        wait = self._last.get(host, now - self.delay) + self.delay - now
        if wait > 0:
            self.sleep(wait)
        self._last[host] = self.clock()


def _web_address(text: str, base: httpx.URL | None = None) -> httpx.URL:
    """The address that *text* names, seen at *base*; its host is judged when it is asked.

    Raises:
        SnapshotError: it is no web address, or holds credentials.
    """
    try:
        url = httpx.URL(text) if base is None else base.join(text)
    except (httpx.InvalidURL, UnicodeError, ValueError) as error:
        raise SnapshotError(f"not a web address: {text[:200]}") from error
    if url.scheme not in ("http", "https") or not url.host:
        raise SnapshotError(f"not a web address: {str(url)[:200]}")
    if url.userinfo:
        raise SnapshotError(f"an address with credentials: {url.scheme}://…@{url.host[:200]}")
    return url
