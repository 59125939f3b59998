"""Collective communication (ledger L5): volumes, time, bandwidth, ZeRO, parameter server, overlap.

Sizes are bytes and times seconds unless a formula's unit says otherwise. What a "size" means is part of
each formula's name or of its parameter's: ``_of_tensor`` counts the whole tensor, ``_of_shard`` one
rank's 1/n of it.
"""

from __future__ import annotations

from ledger.core.collectives import (
    alpha_beta,
    bandwidth,
    hierarchical,
    models,
    overlap,
    sharding,
    traffic,
    volumes,
)
from ledger.core.formulas import Formula

FORMULAS: tuple[Formula, ...] = (
    *volumes.FORMULAS,
    *traffic.FORMULAS,
    *alpha_beta.FORMULAS,
    *hierarchical.FORMULAS,
    *bandwidth.FORMULAS,
    *models.FORMULAS,
    *sharding.FORMULAS,
    *overlap.FORMULAS,
)
