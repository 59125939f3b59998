"""What a rank holds: activations in flight and copies of the parameters."""

from __future__ import annotations

from fractions import Fraction

from ledger.core.pipeline.costs import Number
from ledger.core.pipeline.schedule import Schedule


def peak_activations(
    schedule: Schedule, forward: Number = 1, after_input_gradient: Number | None = None
) -> tuple[Number, ...]:
    """For each rank, the most activation memory it ever holds.

    A forward adds *forward* (1 counts chunk activations; a chunk is 1/v of a rank's layers). The
    input gradient leaves *after_input_gradient* of it, the weight gradient nothing. ``None`` leaves
    all of it: activations are released at W. ``0`` releases them at B. The Zero Bubble paper's
    ``M_B`` and ``M_W`` are *forward* and *after_input_gradient* (Appendix G).

    In an overlapped slot the forward's activations come before the backward's go.
    """
    kept = forward if after_input_gradient is None else after_input_gradient
    n = schedule.cells
    changes = (forward, kept - forward, -kept, -forward)
    peaks = []
    for order in schedule.orders:
        held = peak = 0 * forward
        for code in order:
            if code < 4 * n:
                held += changes[code // n]
                if held > peak:
                    peak = held
            elif held + forward > peak:  # the pair ends where it began
                peak = held + forward
        peaks.append(peak)
    return tuple(peaks)


def parameter_copies(schedule: Schedule) -> tuple[Fraction, ...]:
    """For each rank, the parameters it holds over its share ``1/p`` of the model, for equal stages.

    Two for bidirectional pipelines, one otherwise. Versions of one stage's weights that an
    asynchronous schedule stashes are counted apart (:mod:`ledger.core.pipeline.weights`).
    """
    held: list[set[int]] = [set() for _ in range(schedule.ranks)]
    for route in schedule.routes:
        for stage, rank in enumerate(route):
            held[rank].add(stage)
    return tuple(Fraction(len(stages) * schedule.ranks, schedule.stages) for stages in held)
