"""Interleaved 1F1B: several model chunks a rank, micro-batches in groups, depth first."""

from __future__ import annotations

from ledger.core.pipeline.conditions import require_positive
from ledger.core.pipeline.schedule import Schedule, looped_route
from ledger.errors import ConditionError


def interleaved_1f1b(
    ranks: int, microbatches: int, chunks: int, extra_warm_up: int = 0, split_backward: bool = False
) -> Schedule:
    """Interleaved 1F1B with *chunks* model chunks a rank.

    Micro-batches go in groups: of *ranks* each where that divides their number (the paper's own
    condition), else in ``m // p`` equal groups, or in one. Rank *r* warms up with
    ``2·(p − 1 − r) + (v − 1)·group`` forwards, and *extra_warm_up* more: with one more, no backward of
    the steady state needs the forward right before it, so that the one's communication can hide
    behind the other's computation. *split_backward* runs each weight gradient after the input gradient
    as an operation of its own, so that the gradient travels meanwhile.

    Source: Narayanan et al. 2021 (Megatron-LM), §2.2.2, Fig. 4 (bottom); more warm-up and
    the decoupled weight gradient: Kimi K2 report, §2.4.2, "EP communication overlap with interleaved
    1F1B".

    Raises:
        ConditionError: a count is below one (``not-positive``), or the micro-batches cannot be
            grouped (``not-divisible``).
    """
    require_positive(ranks=ranks, microbatches=microbatches, chunks=chunks, extra_warm_up=extra_warm_up + 1)
    group = _group(ranks, microbatches)
    forwards = _cells(range(chunks), ranks, microbatches, group)
    backwards = _cells(range(chunks - 1, -1, -1), ranks, microbatches, group)
    n, total = ranks * chunks * microbatches, chunks * microbatches
    parts = (n, 2 * n) if split_backward else (3 * n,)
    orders = []
    for rank in range(ranks):
        warm_up = min(2 * (ranks - 1 - rank) + (chunks - 1) * group + extra_warm_up, total)
        own = rank * microbatches
        order = [cell + own for cell in forwards[:warm_up]]
        for forward, backward in zip(forwards[warm_up:], backwards, strict=False):
            order.append(forward + own)
            order += [part + backward + own for part in parts]
        order += [part + cell + own for cell in backwards[total - warm_up :] for part in parts]
        orders.append(order)
    return Schedule("interleaved-1f1b", ranks * chunks, microbatches, orders, (looped_route(ranks, chunks),))


def _group(ranks: int, microbatches: int) -> int:
    groups = max(1, microbatches // ranks)
    if microbatches % groups:
        raise ConditionError(
            "not-divisible",
            f"{microbatches} micro-batches do not divide into {groups} equal groups for {ranks} ranks",
        )
    return microbatches // groups


def _cells(chunk_order: range, ranks: int, microbatches: int, group: int) -> list[int]:
    """Rank 0's cells in the order in which a group after a group passes the chunks."""
    return [
        chunk * ranks * microbatches + microbatch
        for first in range(0, microbatches, group)
        for chunk in chunk_order
        for microbatch in range(first, first + group)
    ]
