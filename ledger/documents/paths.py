"""Where a page's companions stand; apart, so that asking imports no reader."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import PurePosixPath

_VERSION = re.compile(
    r"(?P<stem>.+?)(?:\.(?P<language>[a-z]{2}(?:-[A-Za-z]{2,4})?))?\.(?P<kind>[a-z]+)\Z", re.DOTALL
)


def sidecar_path(path: str) -> str:
    """Where the bindings of a page that may not be edited stand: ``a.html`` → ``a.bindings.yaml``."""
    return str(PurePosixPath(path).with_suffix(".bindings.yaml"))


def language_versions(pages: Iterable[str], path: str) -> list[str]:
    """Those of *pages* whose names differ from *path*'s in a language alone, *path* itself among them.

    ``guide.en.md``, ``guide.zh.md`` and ``guide.md`` are versions of each other; the one whose name has no
    language comes first, then they are in the order of their names.
    """
    own = _VERSION.match(path)
    if own is None:
        return []
    start = f"{own['stem']}."
    near = (_VERSION.match(other) for other in pages if other.startswith(start))
    found = [
        match for match in near if match and (match["stem"], match["kind"]) == (own["stem"], own["kind"])
    ]
    return [match[0] for match in sorted(found, key=lambda match: (bool(match["language"]), match[0]))]
