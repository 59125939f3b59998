"""Adding documents to a ledger's files: all of it validates afterwards, or nothing is written."""

from __future__ import annotations

import os
import re
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from ledger.authoring.emit import block, item
from ledger.errors import DocumentErrors, UsageError
from ledger.schema.read import read_ledger
from ledger.schema.yaml import parse, read_text

_ITEM = re.compile(r"( *)- ")
BOM = "\ufeff"
"""The mark that some editors put before UTF-8; reading drops it, writing keeps it."""


def add_sources(root: Path, documents: Sequence[Mapping[str, Any]]) -> list[Path]:
    """Write ``sources/ID.yaml`` for each document and return the paths.

    Raises:
        UsageError: a file exists, or an id is none.
        DocumentErrors: a document has faults; nothing at all is written.
    """
    texts = {root / "sources" / f"{document['id']}.yaml": block(document) for document in documents}
    for path, document in zip(texts, documents, strict=True):
        _require_inside(root / "sources", path, f"'{document['id']}' is no id")
        if path.exists():
            raise UsageError(f"{path.relative_to(root)} exists; edit it, or take another id")
    _write_checked(root, texts)
    return list(texts)


def add_claim(root: Path, path: Path, ledger: str, document: Mapping[str, Any]) -> Path:
    """Add a claim at the end of a claims file (made if absent) and return its path.

    What the file holds stays byte for byte.

    Raises:
        UsageError: the file is not below ``claims/``, belongs to another ledger, or its claims do not end it.
        DocumentErrors: the document has faults; nothing is written.
    """
    _require_inside(root / "claims", path, f"{path} is no place for claims")
    if not path.exists():
        _write_checked(root, {path: f"ledger: {ledger}\nclaims:\n{item(document, 2)}"})
        return path
    shown = path.relative_to(root).as_posix()
    text = read_text(path, shown)
    mark = BOM if path.read_bytes().startswith(BOM.encode()) else ""
    end = "\r\n" if "\r\n" in text else "\n"
    added = item(document, _dash(text, shown, ledger)).replace("\n", end)
    gap = "" if text.endswith("\n") else end
    _write_checked(root, {path: f"{mark}{text}{gap}{added}"})
    return path


def _dash(text: str, shown: str, ledger: str) -> int:
    """How far the file's claims are indented, if another can simply follow them."""
    parsed = parse(text, shown)
    value = parsed.value if isinstance(parsed.value, dict) else {}
    if value.get("ledger") != ledger:
        raise UsageError(
            f"{shown} is of the ledger {value.get('ledger')}, not {ledger}; give --ledger or --file"
        )
    if list(value)[-1] != "claims" or not value["claims"]:
        raise UsageError(f"{shown}: a claim can be added only where 'claims' has some and ends the file")
    line, _ = parsed.positions["claims", 0]
    found = _ITEM.match(text.splitlines()[line - 1])
    if found is None:
        raise UsageError(f"{shown}:{line}: a claim can be added only to a list with one '- ' a claim")
    return len(found.group(1))


def _write_checked(root: Path, texts: Mapping[Path, str]) -> None:
    """Write the files, read the ledger, and undo it all if it does not read."""
    before = {path: path.read_bytes() if path.exists() else None for path in texts}
    try:
        for path, text in texts.items():
            write_atomically(path, text)
        read_ledger(root)
    except DocumentErrors as fault:
        _restore(before)
        shown = {path.relative_to(root).as_posix() for path in texts}
        raise DocumentErrors(
            [one for one in fault.errors if one.location.path in shown] or fault.errors
        ) from fault
    except BaseException:
        _restore(before)
        raise


def _require_inside(folder: Path, path: Path, cause: str) -> None:
    """A document elsewhere would be written, but never read."""
    inside = path.resolve().is_relative_to(folder.resolve()) and path.name.endswith((".yaml", ".yml"))
    if not inside or any(part.startswith(".") for part in path.parts[len(folder.parts) :]):
        raise UsageError(f"{cause}; it must be a .yaml file below {folder.name}/")


def _restore(before: Mapping[Path, bytes | None]) -> None:
    for path, content in before.items():
        if content is None:
            path.unlink(missing_ok=True)
        elif path.read_bytes() != content:
            write_atomically(path, content.decode("utf-8"))


def write_atomically(path: Path, text: str) -> None:
    """Write a file whole or not at all: an interruption leaves the old one, and a link stays a link."""
    path = path.resolve()
    path.parent.mkdir(parents=True, exist_ok=True)
    descriptor, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(descriptor, "w", encoding="utf-8", newline="") as out:
            out.write(text)
        os.chmod(name, path.stat().st_mode & 0o777 if path.exists() else 0o644)
        os.replace(name, path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
