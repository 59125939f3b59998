"""What BibTeX and CSL have in common: bibliographic facts turned into a source document."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

_ARXIV = re.compile(
    r"(?:https?://arxiv\.org/(?:abs|pdf)/|arXiv:)?(\d{4}\.\d{4,5}|[a-z-]+(?:\.[A-Z]{2})?/\d{7})(v\d+)?\Z",
    re.I,
)


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry of a bibliography, as text. Empty text says that the entry does not tell."""

    key: str
    kind: str
    title: str
    authors: Sequence[str] = ()
    published: str = ""
    url: str = ""
    doi: str = ""
    arxiv: str = ""
    version: str = ""


def source_document(entry: Entry, *, primary: bool) -> dict[str, Any]:
    """The entry as a source document without a snapshot; whether it is *primary* is for a person to say."""
    document: dict[str, Any] = {
        "id": identifier(entry.key),
        "kind": entry.kind,
        "primary": primary,
        "title": entry.title,
    }
    if entry.authors:
        document["authors"] = list(entry.authors)
    if entry.published:
        document["published"] = entry.published
    return document | _address(entry) | {"unavailable": "imported, not fetched yet"}


def identifier(key: str) -> str:
    """A bibliography's key as an id of ours: ``Rajbhandari_2019:ZeRO`` → ``rajbhandari-2019-zero``."""
    plain = unicodedata.normalize("NFKD", key).encode("ascii", "ignore").decode().lower()
    return "-".join(re.findall(r"[a-z0-9]+", plain)) or "source"


def _address(entry: Entry) -> dict[str, Any]:
    found = _ARXIV.match(entry.arxiv.strip()) or _ARXIV.match(entry.url.strip())
    if found is not None:
        version = (found.group(2) or "").lower() or entry.version
        return {"url": f"https://arxiv.org/abs/{found.group(1)}"} | _version(version)
    doi = entry.doi.strip().removeprefix("https://doi.org/")
    url = entry.url.strip() or (f"https://doi.org/{doi}" if doi else "")
    return ({"url": url} if url.startswith(("http://", "https://")) else {}) | _version(entry.version)


def _version(version: str) -> dict[str, str]:
    return {"version": version} if version else {}
