"""Mixture of experts (ledger L6): payload, capacity, balance, redundant experts, buffers, expert GEMMs.

E experts are spread over R expert-parallel ranks, E/R contiguous experts a rank (their *home*); each rank
holds S tokens and each token chooses K experts.
"""

from __future__ import annotations

from ledger.core.formulas import Formula
from ledger.core.moe import balance, buffers, capacity, deepep, eplb, gemm, moonep, payload

FORMULAS: tuple[Formula, ...] = (
    *payload.FORMULAS,
    *capacity.FORMULAS,
    *balance.FORMULAS,
    *moonep.FORMULAS,
    *eplb.FORMULAS,
    *buffers.FORMULAS,
    *deepep.FORMULAS,
    *gemm.FORMULAS,
)
