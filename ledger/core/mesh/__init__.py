"""Meshes (ledger L3): coordinates, groups, dense and expert grids, refusals, call frequencies."""

from __future__ import annotations

from ledger.core.formulas import Formula
from ledger.core.mesh import axes, frequency, grids, groups

FORMULAS: tuple[Formula, ...] = (
    *axes.FORMULAS,
    *groups.FORMULAS,
    *grids.FORMULAS,
    *frequency.FORMULAS,
)
