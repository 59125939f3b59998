"""Calling a formula the way the command line does: by id, with inputs to be read."""

from __future__ import annotations

from typing import Any

from ledger.core import formulas


def compute(formula: str, **inputs: Any) -> formulas.Result:
    """The formula's answer."""
    return formulas.get(formula).compute(inputs)
