"""Activations (ledger L2): what a layer keeps for backward, what a stage holds, and rivals' estimates."""

from __future__ import annotations

from ledger.core.activation import korthikanti, layer, recompute, rivals, stage
from ledger.core.formulas import Formula

FORMULAS: tuple[Formula, ...] = (
    *korthikanti.FORMULAS,
    *layer.FORMULAS,
    *stage.FORMULAS,
    *recompute.FORMULAS,
    *rivals.FORMULAS,
)
