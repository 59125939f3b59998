"""Memory (ledger L1): recipes, model state, stages, tiers, buffers and what overflows first."""

from __future__ import annotations

from ledger.core.formulas import Formula
from ledger.core.memory import budget, calculon, eleuther, parameters, rivals, stages, state, tiers

FORMULAS: tuple[Formula, ...] = (
    *state.FORMULAS,
    *parameters.FORMULAS,
    *stages.FORMULAS,
    *tiers.FORMULAS,
    *budget.FORMULAS,
    *rivals.FORMULAS,
    *eleuther.FORMULAS,
    *calculon.FORMULAS,
)
