"""Turn Pydantic's errors into faults with file:line:column, the cause in plain words, and the fix."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, get_args, get_origin

from pydantic import BaseModel, ValidationError
from pydantic.fields import FieldInfo
from pydantic_core import ErrorDetails

from ledger.errors import DocumentError, Location, did_you_mean
from ledger.schema.documents import ADDRESS_PATTERN, ID_PATTERN, LEDGER_PATTERN, SHA256_PATTERN, Statement
from ledger.schema.ledger import Places
from ledger.schema.yaml import Parsed

_FORMS = {
    ID_PATTERN: "write lower-case words and digits joined by '.' or '-', for example zero.model-state.total",
    SHA256_PATTERN: "write the 64 digits and letters a to f that 'ledger fetch' prints",
    ADDRESS_PATTERN: "write an address that begins with https:// or http://",
    LEDGER_PATTERN: "write one to eight capitals and digits, for example L1",
}
"""By pattern, how to write what must match it."""


def explain(
    model: type[BaseModel], fault: ValidationError, parsed: Parsed, shown: str
) -> Iterator[DocumentError]:
    """One :class:`DocumentError` for each place that *fault* names, whatever a union's branches repeat."""
    seen: set[Location] = set()
    for error in fault.errors(include_url=False):
        path = _real_path(error["loc"], parsed.value)
        if error["type"] == "extra_forbidden" and path in parsed.keys:
            location = Location(shown, *parsed.keys[path])
        else:
            location = Places(shown, parsed.positions).of(*path)
        cause, hint = words(model, error, path)
        if error["type"] == "missing" or location not in seen:
            seen.add(location)
            yield DocumentError(location, cause, hint)


def of_languages(
    statement: Statement,
    path: tuple[str | int, ...],
    languages: Sequence[str],
    parsed: Parsed,
    shown: str,
) -> Iterator[DocumentError]:
    """The languages of the ledger in which a statement, at *path* of its file, is missing, and others."""
    named = "'languages' in pyproject.toml"
    texts = statement.texts
    for language in languages:
        if language not in texts:
            hint = f"write the statement in it, or take it out of {named}"
            yield DocumentError(
                Places(shown, parsed.positions).of(*path), f"the key '{language}' is missing", hint
            )
    for language in texts:
        if language not in languages:
            known = f"the ledger's languages are {', '.join(languages)}: see {named}"
            hint = did_you_mean(language, [one for one in languages if one not in texts]) or known
            place = Location(shown, *parsed.keys.get((*path, language), (0, 0)))
            yield DocumentError(place, f"unknown key '{language}'", hint)


def _real_path(loc: tuple[int | str, ...], value: Any) -> tuple[int | str, ...]:
    """*loc* without the names of union branches, which are no keys of the document."""
    path: list[int | str] = []
    for index, part in enumerate(loc):
        inside = (isinstance(value, Mapping) and part in value) or (
            isinstance(value, list) and isinstance(part, int) and 0 <= part < len(value)
        )
        if inside:
            value = value[part]
        elif index < len(loc) - 1 or not isinstance(value, Mapping | list):
            continue
        path.append(part)
    return tuple(path)


def words(model: type[BaseModel], error: ErrorDetails, path: tuple[int | str, ...]) -> tuple[str, str]:
    """The cause in plain words, and the fix; *path* leads to the value."""
    name = str(path[-1]) if path else "the document"
    given = error["input"]
    context = error.get("ctx", {})
    match error["type"]:
        case "extra_forbidden":
            known = sorted(_keys_at(model, path[:-1]))
            hint = did_you_mean(name, known) or (f"known keys: {', '.join(known)}" if known else "remove it")
            return f"unknown key '{name}'", hint
        case "missing":
            return f"the key '{error['loc'][-1]}' is missing", "add it"
        case "string_type" if isinstance(given, int) and not isinstance(given, bool):
            return f"'{name}' must be text", f'numbers are quoted, to keep their digits: "{given}"'
        case "string_type":
            return f"'{name}' must be text, not {_kind(given)}", "put it in quotes"
        case "string_too_short":
            return f"'{name}' is empty", "write it, or leave the key out"
        case "string_too_long":
            longest = context.get("max_length")
            return f"'{name}' has {len(str(given)):,} characters; it may have {longest}", "shorten it"
        case "enum" | "literal_error":
            choices = [choice.strip("'\" ") for choice in str(context.get("expected", "")).split(",")]
            choices = [part.strip("'\" ") for choice in choices for part in choice.split(" or ")]
            hint = _meant(str(given), choices) or f"choose one of: {', '.join(choices)}"
            return f"unknown {name} '{given}'", hint
        case "string_pattern_mismatch":
            pattern = str(context.get("pattern", ""))
            return f"'{name}' is not well formed: {given!r}", _FORMS.get(pattern, f"it must match {pattern}")
        case "tuple_type" | "list_type":
            return f"'{name}' must be a list, not {_kind(given)}", _as_list(given)
        case "model_type" | "dict_type" | "model_attributes_type":
            shown = f"'{name}'" if path else name
            cause = f"{shown} must be a mapping (key: value), not {_kind(given)}"
            return cause, _as_mapping(model, path, given)
        case "value_error":
            return str(context.get("error", error["msg"])), ""
        case _:
            return f"'{name}': {error['msg'][:1].lower()}{error['msg'][1:]}", f"found {_kind(given)}"


_SIGNS = {">=": "≥", "=>": "≥", "<=": "≤", "=<": "≤", "~": "≈", "==": "="}


def _meant(given: str, choices: list[str]) -> str:
    """The choice that *given* is a slip of. One sign is not another's slip: they say different things."""
    if any(sign.isalpha() for sign in given):
        return did_you_mean(given, choices)
    return f"did you mean '{_SIGNS[given]}'?" if _SIGNS.get(given) in choices else ""


_LONGEST_SHOWN = 60
"""Of a text that is shown as it is to be written."""


def _as_list(given: Any) -> str:
    """How to write what must be a list."""
    if isinstance(given, Mapping):
        return "begin it with '- '"
    if isinstance(given, str) and 0 < len(given) <= _LONGEST_SHOWN and given.isprintable():
        quoted = given.replace("\\", "\\\\").replace('"', '\\"')
        return f'put it in brackets: ["{quoted}"]'
    return "put it in brackets: […]"


def _as_mapping(model: type[BaseModel], path: tuple[int | str, ...], given: Any) -> str:
    """How to write what must be a mapping: with its keys, of a model that knows them the needed ones."""
    inner = _model_at(model, path)
    if inner is None:
        return "write it like {name: value}"
    needed = [one.alias or name for name, one in inner.model_fields.items() if one.is_required()]
    lists = [one for one in needed if _is_list(inner.model_fields.get(one))]
    if not path and isinstance(given, list) and len(lists) == 1:
        before = "".join(f"'{one}: …' and " for one in needed if one not in lists)
        return f"begin the file with {before}'{lists[0]}:', and put this list below that"
    if isinstance(given, list) and len(given) == 1 and isinstance(given[0], Mapping):
        return "take it out of the list: no '- ' before it, no brackets around it"
    keys = ", ".join(needed or sorted(_keys_at(model, path)))
    return f"write its keys, each on a line of its own: {keys}" if keys else "write it like {name: value}"


def _is_list(field: FieldInfo | None) -> bool:
    return field is not None and get_origin(field.annotation) is tuple


def _kind(value: Any) -> str:
    names = {bool: "true/false", int: "a whole number", str: "text", list: "a list", dict: "a mapping"}
    return names.get(type(value), type(value).__name__)


def _keys_at(model: type[BaseModel], path: tuple[int | str, ...]) -> set[str]:
    """The keys that the model at *path* knows (aliases as authors write them)."""
    found = _model_at(model, path)
    if found is None:
        return set()
    return {field.alias or name for name, field in found.model_fields.items()}


def _model_at(model: type[BaseModel], path: tuple[int | str, ...]) -> type[BaseModel] | None:
    """The model of the value at *path*; ``None`` if it is none's."""
    current: Any = model
    for part in path:
        if isinstance(part, str) and isinstance(current, type) and issubclass(current, BaseModel):
            fields = {field.alias or name: field for name, field in current.model_fields.items()}
            if part not in fields:
                return None
            current = fields[part].annotation
        current = _model_in(current)
    return current if isinstance(current, type) and issubclass(current, BaseModel) else None


def _model_in(annotation: Any) -> Any:
    """The first model inside an annotation such as ``tuple[Evidence, ...] | None``."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return annotation
    for argument in get_args(annotation):
        found = _model_in(argument)
        if found is not None:
            return found
    return None
