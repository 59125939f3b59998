"""One forward, one backward in turn: with a flush (1F1B, DAPPLE) and without (PipeDream)."""

from __future__ import annotations

from dataclasses import replace

from ledger.core.pipeline.conditions import require_positive
from ledger.core.pipeline.schedule import Schedule, linear_route


def one_f_one_b(ranks: int, microbatches: int) -> Schedule:
    """1F1B with a flush: rank *r* warms up with ``min(p − 1 − r, m)`` forwards.

    Source: Narayanan et al. 2021 (Megatron-LM), §2.2.1, "PipeDream-Flush", Fig. 4 (top).

    Raises:
        ConditionError: a count is below one (code ``not-positive``).
    """
    require_positive(ranks=ranks, microbatches=microbatches)
    m, fulls = microbatches, 3 * ranks * microbatches
    orders = []
    for rank in range(ranks):
        warm_up, base = min(ranks - 1 - rank, m), rank * m
        order = list(range(base, base + warm_up))
        for k in range(m - warm_up):
            order += (base + warm_up + k, fulls + base + k)
        order += range(fulls + base + m - warm_up, fulls + base + m)
        orders.append(order)
    return Schedule("1f1b", ranks, m, orders, (linear_route(ranks),))


def pipedream(ranks: int, minibatches: int) -> Schedule:
    """PipeDream: 1F1B over mini-batches with no flush; every backward updates its stage's weights.

    The order of operations is that of :func:`one_f_one_b`; what differs is which version of the
    weights each operation reads (:mod:`ledger.core.pipeline.weights`).

    Source: Harlap et al. 2018, §3.3 and Fig. 8 (the start-up admits ``NOAM = p`` mini-batches).

    Raises:
        ConditionError: a count is below one (code ``not-positive``).
    """
    return replace(one_f_one_b(ranks, minibatches), name="pipedream", flush=False)
