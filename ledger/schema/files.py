"""Which files a ledger has. What cannot be listed or read is a fault: silence would pass for absence."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path, PurePosixPath

from ledger.errors import ConfigurationError, DocumentError, Location

_ENDINGS = (".yaml", ".yml")
_WILD = ("*", "?", "[")
PAGE_ENDINGS = frozenset(
    (
        ".md",
        ".markdown",
        ".mdown",
        ".mkd",
        ".mdx",
        ".qmd",
        ".rmd",
        ".html",
        ".htm",
        ".xhtml",
        ".astro",
        ".tex",
    )
) | frozenset((".latex", ".txt", ".text", ".rst", ".adoc", ".asciidoc", ".org", ".ipynb"))
"""What a file's name ends in that is taken for a page where a folder is named."""


def documents(root: Path, folder: str, faults: list[DocumentError]) -> list[Path]:
    """Every YAML file below *folder*, hidden ones left out, in the order of their paths.

    A folder that cannot be listed, and a link to one (never followed: it may lead in a circle), is added
    to *faults*.
    """
    found: list[Path] = []
    for directory, folders, names in _walk(root, root / folder, faults):
        _descend(root, directory, folders, faults)
        found += [
            directory / name for name in names if name.lower().endswith(_ENDINGS) and not name.startswith(".")
        ]
    return _named(root, sorted(found), faults)


def pages(root: Path, pattern: str, faults: list[DocumentError]) -> list[Path]:
    """The files that *pattern* of the configuration names; a folder, or ``**`` at the end, names all pages
    below it.

    Raises:
        ConfigurationError: the pattern leaves the ledger, is no pattern, or names one file that is not there.
    """
    path = PurePosixPath(pattern)
    if pattern.startswith("/") or ".." in path.parts:
        raise ConfigurationError(f"pyproject.toml: [tool.ledger] pages: '{pattern}' leaves the ledger")
    deep = path.name == "**"
    base = str(path.parent) if deep else pattern
    try:
        matches = [root] if deep and base == "." else sorted(root.glob(base))
    except (ValueError, IndexError, NotImplementedError) as fault:
        raise ConfigurationError(
            f"pyproject.toml: [tool.ledger] pages: '{pattern}' is no pattern; write it like pages/**/*.md"
        ) from fault
    wild = any(sign in pattern for sign in _WILD)
    if not matches and not wild:
        raise ConfigurationError(f"pyproject.toml: [tool.ledger] pages: there is no '{pattern}'")
    _require_listable(root, base, faults)
    found = [] if deep else [match for match in matches if not match.is_dir()]
    for folder in matches if deep or not wild else ():
        found += _below(root, folder, faults)
    return _named(root, found, faults)


def _below(root: Path, folder: Path, faults: list[DocumentError]) -> Iterator[Path]:
    """The pages in *folder* and its folders, hidden ones left out."""
    for directory, folders, names in _walk(root, folder, faults):
        _descend(root, directory, folders, faults)
        for name in names:
            if not name.startswith(".") and PurePosixPath(name).suffix.lower() in PAGE_ENDINGS:
                yield directory / name


def _named(root: Path, found: Iterable[Path], faults: list[DocumentError]) -> list[Path]:
    """Those of *found* whose names are text; the others cannot be stored or told."""
    named: list[Path] = []
    for path in found:
        shown = _shown(root, path)
        if shown.isascii() or shown == shown.encode("utf-8", "replace").decode("utf-8"):
            named.append(path)
        else:
            hint = "rename it, or try with PYTHONUTF8=1"
            faults.append(DocumentError(Location(shown), "has a name that is not UTF-8", hint))
    return named


def _require_listable(root: Path, pattern: str, faults: list[DocumentError]) -> None:
    """Globbing passes over folders it may not list, and ``**`` over links to folders; both are found here."""
    parts = PurePosixPath(pattern).parts
    fixed = 0
    while fixed < len(parts) - 1 and not any(sign in parts[fixed] for sign in _WILD):
        fixed += 1
    deep = fixed < len(parts) - 1
    for directory, folders, _ in _walk(root, root.joinpath(*parts[:fixed]), faults):
        if "**" in parts:
            _descend(root, directory, folders, faults)
        else:
            folders[:] = [name for name in folders if deep and not name.startswith(".")]


def _descend(root: Path, directory: Path, folders: list[str], faults: list[DocumentError]) -> None:
    """Leave the hidden ones of *folders* out; a link to a directory (it may lead in a circle) is a fault."""
    folders[:] = [name for name in folders if not name.startswith(".")]
    for name in folders:
        if (directory / name).is_symlink():
            place = Location(_shown(root, directory / name))
            hint = "put the files themselves here"
            faults.append(DocumentError(place, "is a link to a directory, which is not followed", hint))


def _walk(
    root: Path, folder: Path, faults: list[DocumentError]
) -> Iterator[tuple[Path, list[str], list[str]]]:
    def unlistable(fault: OSError) -> None:
        if not isinstance(fault, FileNotFoundError) or folder.is_symlink():
            place = Location(_shown(root, Path(fault.filename)))
            faults.append(
                DocumentError(place, f"cannot be listed: {fault.strerror}", "check its permissions")
            )

    for directory, folders, names in os.walk(folder, onerror=unlistable):
        yield Path(directory), folders, names


def _shown(root: Path, path: Path) -> str:
    return path.relative_to(root).as_posix()
