"""Building and timing every pipeline schedule, beside a plain dictionary-based simulator in the same run.

    python -m benchmarks.pipeline [RANKS MICROBATCHES]

Prints, for each family, operations, CPU seconds to build, to time, and to prove legal, whether building and
timing stay within the limit (60 ms at 16 × 256, 1.5 s at 64 × 1,024), and how many times longer the
plain simulator takes for the timing alone. The plain simulator does what most tools do: it looks at
every rank in turn until none can advance, with operations as tuples in a dictionary.
"""

from __future__ import annotations

import sys
from time import process_time

from ledger.core.pipeline.catalog import FAMILIES, Options, build
from ledger.core.pipeline.costs import UNIT_COSTS, Costs
from ledger.core.pipeline.schedule import Kind, Schedule
from ledger.core.pipeline.timeline import duration, simulate
from ledger.core.pipeline.validate import violations

LIMITS = {(16, 256): 0.060, (64, 1024): 1.5}
UNEVEN = Costs(1852, 1808, 933, 62)


def plain_makespan(schedule: Schedule) -> int:
    """The makespan by polling ranks, with a dictionary of finished operations."""
    ticks = UNIT_COSTS.ticks(schedule.stages)
    orders = [list(schedule.slots(rank)) for rank in range(schedule.ranks)]
    positions, clocks = [0] * schedule.ranks, [0] * schedule.ranks
    ends: dict[tuple[str, int, int], int] = {}
    advanced = True
    while advanced:
        advanced = False
        for rank, order in enumerate(orders):
            while positions[rank] < len(order):
                slot = order[positions[rank]]
                needed = [
                    key for op in slot for key in inputs(op.kind, op.stage, op.microbatch, schedule.stages)
                ]
                if any(key not in ends for key in needed):
                    break
                start = max([clocks[rank], *(ends[key] for key in needed)])
                clocks[rank] = start + duration(slot, ticks)
                for op in slot:
                    if op.kind is not Kind.W:
                        ends["F" if op.kind is Kind.F else "B", op.stage, op.microbatch] = clocks[rank]
                positions[rank] += 1
                advanced = True
    return max(clocks)


def inputs(kind: Kind, stage: int, k: int, stages: int) -> list[tuple[str, int, int]]:
    if kind is Kind.F:
        return [("F", stage - 1, k)] if stage else []
    if kind is Kind.W:
        return [("B", stage, k)]
    return [("B", stage + 1, k)] if stage + 1 < stages else [("F", stage, k)]


def measure(name: str, ranks: int, microbatches: int, options: Options, label: str) -> float:
    began = process_time()
    schedule = build(name, ranks, microbatches, options)
    built = process_time()
    timeline = simulate(schedule, options.costs)
    timed = process_time()
    legal = violations(schedule) == ()
    proved = process_time()
    makespan = timeline.makespan if options.costs is UNIT_COSTS else simulate(schedule).makespan
    rival_began = process_time()
    assert plain_makespan(schedule) == makespan
    rival = process_time() - rival_began
    operations = sum(map(len, schedule.orders))
    print(
        f"{label:24}{operations:>9} ops  build {built - began:7.3f} s  time {timed - built:7.3f} s  "
        f"prove {proved - timed:7.3f} s  legal {legal}  plain simulator {rival / (timed - built):5.1f}×"
    )
    return timed - began


def run(ranks: int, microbatches: int) -> None:
    print(f"{ranks} ranks × {microbatches} micro-batches")
    cases = [(name, Options(), name) for name in FAMILIES]
    cases += [("interleaved-1f1b", Options(chunks=4), "interleaved-1f1b v=4")]
    cases += [("zb-auto", Options(memory_limit=2 * ranks, costs=UNEVEN), "zb-auto 2p, uneven")]
    slowest = max(measure(name, ranks, microbatches, options, label) for name, options, label in cases)
    limit = LIMITS.get((ranks, microbatches))
    verdict = "" if limit is None else f", limit {limit} s: {'within' if slowest <= limit else 'BEYOND'}"
    print(f"slowest build and time {slowest:.3f} s{verdict}")


if __name__ == "__main__":
    sizes = [(int(sys.argv[1]), int(sys.argv[2]))] if len(sys.argv) == 3 else list(LIMITS)
    for size in sizes:
        run(*size)
