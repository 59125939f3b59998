"""Context parallelism (ledger L7): Ulysses, Ring, USP, Megatron's sequence parallelism, recurrent state.

"Sequence parallelism" names two things: Megatron's goes with tensor parallelism and shards what lies
between its regions; the others share the attention of one sample over ranks.
"""

from __future__ import annotations

from ledger.core.context import causal, megatron_sp, recurrent, ring, softmax, ulysses, usp
from ledger.core.formulas import Formula

FORMULAS: tuple[Formula, ...] = (
    *ulysses.FORMULAS,
    *ring.FORMULAS,
    *causal.FORMULAS,
    *usp.FORMULAS,
    *megatron_sp.FORMULAS,
    *recurrent.FORMULAS,
    *softmax.FORMULAS,
)
