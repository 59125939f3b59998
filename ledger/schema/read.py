"""Read a ledger's directory into a :class:`~ledger.schema.ledger.Ledger`, or say everything that is wrong."""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Iterable
from pathlib import Path
from types import MappingProxyType
from typing import Any, TypeVar

from pydantic import ValidationError

from ledger.errors import ConfigurationError, DocumentError, DocumentErrors, Location
from ledger.schema import crossref, faults, files
from ledger.schema.documents import ClaimFile, Configuration, Document, Source, WaiverFile
from ledger.schema.ledger import Ledger, Page, Places, Position
from ledger.schema.regular import read_regular
from ledger.schema.yaml import MAX_BYTES, Parsed, parse, read_text

MAX_PAGE_BYTES = 32 * 1024 * 1024

DocumentT = TypeVar("DocumentT", bound=Document)


def read_ledger(root: Path) -> Ledger:
    """Everything that git owns under *root*: configuration, sources, claims, waivers, pages.

    Raises:
        ConfigurationError: *root* is no ledger, or its ``pyproject.toml`` is wrong.
        DocumentErrors: every fault of every document, in the order of the files.
    """
    configuration = read_configuration(root)
    reader = _Reader(root, configuration.languages)
    sources = files.documents(root, "sources", reader.errors)
    claims = files.documents(root, "claims", reader.errors)
    if reader.errors:  # a folder that nobody can list makes everything that stands in it unknown
        raise DocumentErrors(reader.errors)
    for path in sources:
        reader.source(path)
    for path in claims:
        reader.claims(path)
    pages = reader.pages(configuration.pages)
    ledger = Ledger(
        root=root,
        configuration=configuration,
        sources=MappingProxyType(reader.sources),
        claims=MappingProxyType(reader.claims_by_id),
        waivers=tuple(reader.waivers),
        pages=MappingProxyType(pages),
        places=MappingProxyType(reader.places),
        ledger_of=MappingProxyType(reader.ledger_of),
        unmatched=tuple(reader.unmatched) if "pages" in configuration.model_fields_set else (),
    )
    reader.errors.extend(crossref.faults(ledger, reader.broken))
    if reader.errors:
        raise DocumentErrors(reader.errors)
    return ledger


def read_configuration(root: Path) -> Configuration:
    """``[tool.ledger]`` of *root*'s ``pyproject.toml``.

    Raises:
        ConfigurationError: there is no such table, or it has unknown or ill-typed keys.
    """
    path = root / "pyproject.toml"
    try:
        table = tomllib.loads(read_regular(path, path.name, MAX_BYTES).decode("utf-8-sig"))
    except FileNotFoundError as fault:
        raise ConfigurationError(
            f"{root} is no ledger: it has no pyproject.toml; --root names one, 'ledger init DIR' makes one"
        ) from fault
    except DocumentError as fault:
        raise ConfigurationError(str(fault)) from fault
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as fault:
        raise ConfigurationError(f"pyproject.toml cannot be read: {fault}") from fault
    except RecursionError as fault:
        raise ConfigurationError("pyproject.toml is nested too deeply; flatten it") from fault
    tool = table.get("tool", {})
    section = tool.get("ledger") if isinstance(tool, dict) else None
    if section is None:
        raise ConfigurationError(
            f"{root} is no ledger: its pyproject.toml has no [tool.ledger] table; 'ledger init DIR' makes one"
        )
    try:
        return Configuration.model_validate(section)
    except ValidationError as fault:
        lines = []
        for error in fault.errors(include_url=False):
            keys = tuple(part for part in error["loc"] if part != "[key]")
            cause, hint = faults.words(Configuration, error, keys)
            within = ".".join(str(part) for part in ("tool", "ledger", *keys[:-1]))
            lines.append(f"pyproject.toml: [{within}]: {cause}" + (f"; {hint}" if hint else ""))
        raise ConfigurationError("\n".join(lines)) from fault


class _Reader:
    """Collects documents and faults file by file, so that one bad file hides no other."""

    def __init__(self, root: Path, languages: tuple[str, ...]) -> None:
        self.root = root
        self.languages = languages
        self.sources: dict[str, Source] = {}
        self.claims_by_id: dict[str, Any] = {}
        self.waivers: list[Any] = []
        self.ledger_of: dict[str, str] = {}
        self.places: dict[tuple[str, str], Places] = {}
        self.errors: list[DocumentError] = []
        self.unmatched: list[str] = []
        self.broken: set[str] = set()
        """Files that could not be read whole; names that may stand in them are not called unknown."""

    def source(self, path: Path) -> None:
        shown, parsed = self._parse(path)
        source = self._validate(Source, parsed, shown) if parsed is not None else None
        if source is None or parsed is None:
            return
        if source.id != path.stem:
            hint = f"name the file {source.id}.yaml, or change the id"
            self._fault(parsed, shown, ("id",), f"id '{source.id}' differs from the file's name", hint)
        if self._first("source", source.id, parsed, shown, ("id",)):
            self.sources[source.id] = source
            self.places["source", source.id] = Places(shown, MappingProxyType(parsed.positions))

    def claims(self, path: Path) -> None:
        shown, parsed = self._parse(path)
        if parsed is None:
            return
        named = parsed.value if isinstance(parsed.value, dict) else {path.stem}  # whose list it may be
        if "waivers" in named:
            self._waivers(parsed, shown)
            return
        file = self._validate(ClaimFile, parsed, shown)
        places = _items(parsed, shown, "claims")
        for index, claim in enumerate(file.claims if file is not None else ()):
            place = ("claims", index, "statement")
            self.errors += faults.of_languages(claim.statement, place, self.languages, parsed, shown)
            if file is not None and self._first("claim", claim.id, parsed, shown, ("claims", index, "id")):
                self.claims_by_id[claim.id] = claim
                self.ledger_of[claim.id] = file.ledger
                self.places["claim", claim.id] = places[index]

    def pages(self, patterns: Iterable[str]) -> dict[str, Page]:
        found: dict[str, Page] = {}
        paths: set[Path] = set()
        for pattern in patterns:
            named = files.pages(self.root, pattern, self.errors)
            paths.update(named)
            self.unmatched += [] if named else [pattern]
        for path in sorted(paths):
            shown = path.relative_to(self.root).as_posix()
            try:
                raw = read_regular(path, shown, MAX_PAGE_BYTES)
                found[shown] = Page(shown, raw.decode("utf-8"), hashlib.sha256(raw).hexdigest())
            except DocumentError as fault:
                self.errors.append(fault)
            except UnicodeDecodeError:
                self.errors.append(DocumentError(Location(shown), "is not UTF-8 text", "save it as UTF-8"))
            except FileNotFoundError:
                hint = "run again"
                self.errors.append(DocumentError(Location(shown), "was removed while it was read", hint))
        return found

    def _waivers(self, parsed: Parsed, shown: str) -> None:
        file = self._validate(WaiverFile, parsed, shown)
        places = _items(parsed, shown, "waivers")
        for index, waiver in enumerate(file.waivers if file is not None else ()):
            self.places["waiver", str(len(self.waivers))] = places[index]
            self.waivers.append(waiver)

    def _parse(self, path: Path) -> tuple[str, Parsed | None]:
        shown = path.relative_to(self.root).as_posix()
        try:
            return shown, parse(read_text(path, shown), shown)
        except DocumentError as fault:
            self.errors.append(fault)
            self.broken.add(shown)
            return shown, None

    def _validate(self, model: type[DocumentT], parsed: Parsed, shown: str) -> DocumentT | None:
        try:
            return model.model_validate(parsed.value)
        except ValidationError as fault:
            self.errors.extend(faults.explain(model, fault, parsed, shown))
            self.broken.add(shown)
            return None

    def _first(
        self,
        kind: str,
        id: str,
        parsed: Parsed,
        shown: str,
        path: tuple[str | int, ...],
    ) -> bool:
        earlier = self.places.get((kind, id))
        if earlier is None:
            return True
        self._fault(
            parsed, shown, path, f"{kind} '{id}' is already defined at {earlier.of('id')}", "rename one"
        )
        return False

    def _fault(self, parsed: Parsed, shown: str, path: tuple[str | int, ...], cause: str, hint: str) -> None:
        self.errors.append(DocumentError(Places(shown, parsed.positions).of(*path), cause, hint))


def _items(parsed: Parsed, shown: str, key: str) -> dict[int, Places]:
    """The positions of each document of the list under *key*, with the paths relative to it."""
    items: dict[int, dict[tuple[str | int, ...], Position]] = {}
    for path, at in parsed.positions.items():
        if len(path) > 1 and path[0] == key and isinstance(path[1], int):
            items.setdefault(path[1], {})[path[2:]] = at
    return {index: Places(shown, MappingProxyType(inside)) for index, inside in items.items()}
