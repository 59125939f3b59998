"""What a case is, how a file of cases is read, and what an adapter may answer."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path
from typing import Any


@dataclass(frozen=True, slots=True)
class Case:
    """One row of the file; numbers with a decimal point are ``Decimal``, so their digits are kept."""

    id: str
    area: str
    sub: str
    inputs: Mapping[str, Any]
    expected: Mapping[str, Any]
    tolerance: str
    raw: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class AtMost:
    """An answer that satisfies the case by being no greater than the expected number."""

    value: Any


@dataclass(frozen=True, slots=True)
class Ignored:
    """An expected entry that is not ours to reproduce, with the reason (such as free wording)."""

    reason: str


@dataclass(frozen=True, slots=True)
class Judge:
    """An answer that compares itself: *fault* gets the expected entry and returns "" or what is wrong."""

    fault: Callable[[Any], str]


Adapter = Callable[[Case], Mapping[str, Any]]


def read_cases(path: Path) -> list[Case]:
    """The cases of a JSON file (a list of rows).

    Raises:
        ValueError: it is not a list of rows with the fields of the format.
    """
    rows = json.loads(path.read_text(encoding="utf-8"), parse_float=Decimal)
    if not isinstance(rows, list):
        raise ValueError("expected a list of cases")
    return [_case(row) for row in rows]


def _case(row: Any) -> Case:
    try:
        fields = {name: row[name] for name in ("id", "area", "sub", "inputs", "expected")}
    except (TypeError, KeyError) as fault:
        raise ValueError(f"not a case: {str(row)[:80]}") from fault
    if not isinstance(row["expected"], dict):
        raise ValueError(f"{row['id']}: 'expected' is not a mapping")
    return Case(**fields, tolerance=row.get("tolerance", "exact"), raw=row)
