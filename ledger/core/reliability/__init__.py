"""Reliability (ledger L9): failures, checkpoint intervals, waste and goodput."""

from __future__ import annotations

from ledger.core.formulas import Formula
from ledger.core.reliability import failures, intervals, waste

FORMULAS: tuple[Formula, ...] = (*failures.FORMULAS, *intervals.FORMULAS, *waste.FORMULAS)
