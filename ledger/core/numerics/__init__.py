"""Numerics (ledger L8): number formats, tile scales, loss scaling, Newton-Schulz communication."""

from __future__ import annotations

from ledger.core.formulas import Formula
from ledger.core.numerics import formats, muon, scaling

FORMULAS: tuple[Formula, ...] = (*formats.FORMULAS, *scaling.FORMULAS, *muon.FORMULAS)
