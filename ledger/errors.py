"""The error tree. Only ``ledger.cli`` turns an error into an exit code.

::

    LedgerError                     (exit 3 unless a subclass says otherwise)
    ├── UsageError                  the call itself is wrong (exit 2)
    ├── ConfigurationError          pyproject.toml, datasette.yml, the environment (exit 2)
    ├── DocumentError               one fault in one document, with file:line:column (exit 2)
    ├── DocumentErrors              all faults of a run together (exit 2)
    ├── QuantityError               a text that is not (exactly one) quantity
    │   └── UnitError               an unknown unit, or two units of different kinds
    ├── FormulaError
    │   ├── UnknownFormula          no formula of that id
    │   ├── InputError              a missing, unknown or ill-typed input
    │   └── ConditionError          inputs outside the formula's conditions of validity
    ├── SnapshotError               a source's bytes: missing, damaged, beyond limits
    └── DatabaseError               locked, read-only, full, or from a newer version (exit 2)
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, order=True)
class Location:
    """A place in a file: path relative to the ledger's root, 1-based line and column (0 = unknown)."""

    path: str
    line: int = 0
    column: int = 0

    def __str__(self) -> str:
        if self.line == 0:
            return self.path
        if self.column == 0:
            return f"{self.path}:{self.line}"
        return f"{self.path}:{self.line}:{self.column}"


class LedgerError(Exception):
    """Base of every error that this project raises on purpose."""

    exit_code = 3


class UsageError(LedgerError):
    """The command was called wrongly."""

    exit_code = 2


class ConfigurationError(LedgerError):
    """The ledger's configuration or environment is unusable."""

    exit_code = 2


class DocumentError(LedgerError):
    """One fault in one document: where, what, and how to mend it."""

    exit_code = 2

    def __init__(self, location: Location, cause: str, hint: str = "") -> None:
        self.location = location
        self.cause = cause
        self.hint = hint
        super().__init__(f"{location}: {cause}" + (f"; {hint}" if hint else ""))

    def __reduce__(self) -> tuple[type[DocumentError], tuple[Location, str, str]]:
        """Travel between processes; an exception is otherwise made again of its message alone."""
        return type(self), (self.location, self.cause, self.hint)


class DocumentErrors(LedgerError):
    """Every fault found in one run, in the order of the files."""

    exit_code = 2

    def __init__(self, errors: Iterable[DocumentError]) -> None:
        self.errors = tuple(sorted(errors, key=lambda error: error.location))
        super().__init__("\n".join(str(error) for error in self.errors))


class QuantityError(LedgerError):
    """A text that does not read as exactly one quantity."""


class UnitError(QuantityError):
    """An unknown unit, or a conversion between units of different kinds."""


class FormulaError(LedgerError):
    """A formula that cannot be computed as asked."""

    exit_code = 2


class UnknownFormula(FormulaError):
    """No formula is registered under that id."""


class InputError(FormulaError):
    """An input that is missing, unknown to the formula, or of the wrong type."""


class ConditionError(FormulaError):
    """Inputs outside the formula's conditions of validity.

    ``code`` is a stable, short reason such as ``"not-divisible"``, for callers that branch on it.
    """

    def __init__(self, code: str, message: str) -> None:
        self.code = code
        super().__init__(message)


class SnapshotError(LedgerError):
    """A source's bytes that are missing, damaged or beyond the limits."""


class DatabaseError(LedgerError):
    """The database is locked, read-only, full, or was written by a newer version."""

    exit_code = 2


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """``"did you mean 'zero-2019'?"`` for the nearest of *known*, or ``""`` when none is near."""
    close = difflib.get_close_matches(name, list(known), n=1, cutoff=0.6)
    return f"did you mean '{close[0]}'?" if close else ""
