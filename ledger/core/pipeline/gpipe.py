"""All forwards, then all backwards: GPipe, and its looped form, breadth-first pipelines."""

from __future__ import annotations

from ledger.core.pipeline.conditions import require_positive
from ledger.core.pipeline.schedule import Schedule, linear_route, looped_route


def gpipe(ranks: int, microbatches: int) -> Schedule:
    """Every rank runs all its forwards, then all its full backwards (Huang et al. 2018, Fig. 2c).

    Raises:
        ConditionError: a count is below one (code ``not-positive``).
    """
    require_positive(ranks=ranks, microbatches=microbatches)
    m, fulls = microbatches, 3 * ranks * microbatches
    orders = [[*range(r * m, r * m + m), *range(fulls + r * m, fulls + r * m + m)] for r in range(ranks)]
    return Schedule("gpipe", ranks, m, orders, (linear_route(ranks),))


def looped_bfs(ranks: int, microbatches: int, chunks: int) -> Schedule:
    """Each chunk takes all micro-batches before the next chunk starts; backwards in mirrored order.

    Source: ``torch.distributed.pipelining.ScheduleLoopedBFS`` (breadth-first pipeline parallelism);
    the backwards run last micro-batch first, as there.

    Raises:
        ConditionError: a count is below one (code ``not-positive``).
    """
    require_positive(ranks=ranks, microbatches=microbatches, chunks=chunks)
    fulls = 3 * ranks * chunks * microbatches
    orders = []
    for rank in range(ranks):
        cells = [
            stage * microbatches + k
            for stage in range(rank, ranks * chunks, ranks)
            for k in range(microbatches)
        ]
        orders.append([*cells, *(fulls + cell for cell in reversed(cells))])
    return Schedule("looped-bfs", ranks * chunks, microbatches, orders, (looped_route(ranks, chunks),))
