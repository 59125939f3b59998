"""ZB-H1 and ZB-H2: 1F1B with the weight gradients split off and postponed, by hand."""

from __future__ import annotations

from ledger.core.pipeline.conditions import require_positive
from ledger.core.pipeline.schedule import Schedule, linear_route


def zb_h1(ranks: int, microbatches: int) -> Schedule:
    """ZB-H1: the memory of 1F1B, a third of its bubble where F = B = W.

    Rank *r* (from 0) warms up with ``p − r`` forwards and keeps *r* weight gradients postponed.

    Source: Qi et al. 2024 (Zero Bubble), §2.1, Fig. 3 (top).

    Raises:
        ConditionError: a count is below one (code ``not-positive``).
    """
    return _postponed("zb-h1", ranks, microbatches, per_rank=1)


def zb_h2(ranks: int, microbatches: int) -> Schedule:
    """ZB-H2: up to ``2p − 1`` micro-batches in flight, and no bubble inside a rank where F = B = W.

    Rank *r* (from 0) warms up with ``2(p − r) − 1`` forwards and keeps ``2r`` weight gradients postponed.

    Source: Qi et al. 2024 (Zero Bubble), §2.2, Fig. 3 (bottom).

    Raises:
        ConditionError: a count is below one (code ``not-positive``).
    """
    return _postponed("zb-h2", ranks, microbatches, per_rank=2)


def _postponed(name: str, ranks: int, microbatches: int, per_rank: int) -> Schedule:
    require_positive(ranks=ranks, microbatches=microbatches)
    orders = [
        _order(rank, ranks, microbatches, per_rank * (ranks - 1 - rank) + 1, per_rank * rank)
        for rank in range(ranks)
    ]
    return Schedule(name, ranks, microbatches, orders, (linear_route(ranks),))


def _order(rank: int, ranks: int, microbatches: int, warm_up: int, postponed: int) -> list[int]:
    """Forwards of the warm-up, then B, the W of *postponed* micro-batches before, and the next F."""
    m, n = microbatches, ranks * microbatches
    forward, gradient, weight = rank * m, n + rank * m, 2 * n + rank * m
    order = list(range(forward, forward + min(warm_up, m)))
    for k in range(m):
        order.append(gradient + k)
        if k >= postponed:
            order.append(weight + k - postponed)
        if warm_up + k < m:
            order.append(forward + warm_up + k)
    order += range(weight + max(m - postponed, 0), weight + m)
    return order
