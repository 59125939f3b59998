"""Where a page's companions stand; apart, so that asking imports no reader."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from pathlib import PurePosixPath
from typing import NamedTuple

from ledger.schema.languages import is_language, main_language

_APART = "i18n"
"""The folder in which some sites keep the languages that are not their first."""


def sidecar_path(path: str) -> str:
    """Where the bindings of a page that may not be edited stand: ``a.html`` → ``a.bindings.yaml``."""
    return str(PurePosixPath(path).with_suffix(".bindings.yaml"))


class _Version(NamedTuple):
    """A page's path without its language, its language (``""`` for none), and the path itself."""

    page: str
    language: str
    path: str


def language_versions(pages: Iterable[str], path: str, languages: Iterable[str]) -> list[str]:
    """Those of *pages* whose paths differ from *path*'s in a language alone, *path* itself among them.

    The language stands before the file's ending (``guide.en.md``, ``guide.zh-CN.md``) or is a folder
    (``docs/en/guide.md``, ``i18n/zh-CN/guide.md``); one version may have none (``guide.md``,
    ``docs/guide.md``). That one comes first, then they are in the order of their paths.

    A folder is a language only if *languages*, those of the ledger, have it in some script or region, or if
    it stands in ``i18n``: ``ml``, ``cv``, ``no``, ``it`` are codes of languages, and as folders mostly none.
    """
    known = frozenset(main_language(tag) for tag in languages)
    index = _index(tuple(pages), known)
    for own in _readings(path, known):
        near = [one for one in index.get(own.page, ()) if one.path == path or one.language != own.language]
        if any(one.path != path for one in near):
            return [one.path for one in sorted(near, key=lambda one: (one.language != "", one.path))]
    return []


@lru_cache(maxsize=4)
def _index(pages: tuple[str, ...], languages: frozenset[str]) -> Mapping[str, list[_Version]]:
    """The versions of each page, by its path without a language."""
    found: dict[str, list[_Version]] = defaultdict(list)
    for path in pages:
        for one in _readings(path, languages):
            found[one.page].append(one)
    return found


def _readings(path: str, languages: frozenset[str]) -> Iterator[_Version]:
    """What *path* may be: a version whose name tells its language, or a folder; or one without."""
    whole = PurePosixPath(path)
    stem, dot, tag = whole.stem.rpartition(".")
    if dot and stem and is_language(tag):
        yield _Version(str(whole.with_name(stem + whole.suffix)), tag, path)
    *folders, name = whole.parts
    for at, folder in enumerate(folders):
        apart = at > 0 and folders[at - 1] == _APART
        if is_language(folder) and (apart or main_language(folder) in languages):
            first = at - 1 if apart else at
            yield _Version("/".join((*folders[:first], *folders[at + 1 :], name)), folder, path)
    yield _Version(path, "", path)
