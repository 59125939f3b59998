"""Time of planning redundant experts: ``python -m benchmarks.moe``.

Prints the median of a balanced plan for R = 64 ranks and E = 256 experts beside its budget of 50 ms, from
even to one-hot loads, and beside EPLB-style placement (replicate and pack) of the same experts.
"""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable
from fractions import Fraction

from ledger.core.moe.moonep import moonep_plan
from ledger.core.moe.placement import exactly, place

RANKS, EXPERTS, TOKENS, TOP_K = 64, 256, 4096, 8
BUDGET_MS = 50
REPEATS = 15


def loads(skew: float) -> tuple[tuple[int, ...], ...]:
    """Assignments by source rank; *skew* 0 is even, and larger is closer to a single hot expert."""
    generator = random.Random(1)
    weights = [(expert + 1) ** -skew for expert in range(EXPERTS)]
    generator.shuffle(weights)
    total = TOKENS * TOP_K
    row = [int(total * weight / sum(weights)) for weight in weights]
    row[row.index(max(row))] += total - sum(row)
    return (tuple(row),) * RANKS


def median_ms(action: Callable[..., object], *arguments: object) -> float:
    times = []
    for _ in range(REPEATS):
        start = time.perf_counter()
        action(*arguments)
        times.append(time.perf_counter() - start)
    return statistics.median(times) * 1000


def main() -> None:
    for name, skew in (("even", 0.0), ("Zipf", 1.0), ("steep", 3.0), ("one-hot", 40.0)):
        matrix = loads(skew)
        weights = [Fraction(sum(column)) for column in zip(*matrix, strict=True)]
        plan = median_ms(moonep_plan, matrix, TOKENS, TOP_K, 128)
        rival = median_ms(place, weights, 320, 8, 8, 64, exactly)
        print(
            f"{name:8} plan {plan:7.2f} ms ({plan / BUDGET_MS:.2f} of {BUDGET_MS} ms), "
            f"EPLB placement {rival:7.2f} ms, ratio {plan / rival:.2f}"
        )


if __name__ == "__main__":
    main()
