"""Algorithm and bus bandwidth in the conventions of nccl-tests.

``count`` follows the benchmark's argument: elements of the whole array for all-reduce, broadcast, reduce
and send/receive; elements *per rank* for the others, so that their size is count × typesize × n. The
benchmark prints GB = 10⁹ bytes; the GiB = 2³⁰ reading has its own formula.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated

from ledger.core.collectives.inputs import Ranks, need_ranks
from ledger.core.exact import require, simplest
from ledger.core.formulas import Citation, Formula, Param, Result, formula

# operation → (passes over the (n−1)/n of the array, or None for a factor of 1; count is per rank)
_OPERATIONS: dict[str, tuple[int | None, bool]] = {
    "all_reduce": (2, False),
    "reduce_scatter": (1, True),
    "all_gather": (1, True),
    "all_to_all": (1, True),
    "gather": (1, True),
    "scatter": (1, True),
    "broadcast": (None, False),
    "reduce": (None, False),
    "send_receive": (None, False),
}

Operation = Annotated[str, Param("1", "the operation", choices=tuple(_OPERATIONS))]
Count = Annotated[int, Param("element", "the benchmark's count (per rank, except as stated)", minimum=0)]
TypeSize = Annotated[int, Param("B/element", "bytes of an element", minimum=1)]
Seconds = Annotated[Fraction, Param("s", "time of the operation")]
SOURCE = Citation("nccl-tests-performance", "Bandwidth", note="doc/PERFORMANCE.md and GetBw of src/*.cu")


def array_bytes(operation: str, count: int, typesize: int, ranks: int) -> int:
    """The size S that the benchmark divides by the time."""
    return count * typesize * (ranks if _OPERATIONS[operation][1] else 1)


@formula(
    "collectives.bus_bandwidth_factor",
    unit="1",
    convention="busbw / algbw of nccl-tests",
    source=Citation("nccl-tests-performance", "Summary"),
    example={"operation": "all_reduce", "ranks": "16"},
)
def bus_bandwidth_factor(operation: Operation, ranks: Ranks) -> Result:
    """2(n−1)/n for all-reduce, (n−1)/n for the scattering and gathering operations, else 1."""
    need_ranks(ranks)
    passes = _OPERATIONS[operation][0]
    return Result(1 if passes is None else simplest(Fraction(passes * (ranks - 1), ranks)))


@formula(
    "collectives.algorithm_bandwidth",
    unit="GB/s",
    convention="S / t with GB = 10^9 bytes; S from the benchmark's count",
    source=Citation("nccl-tests-performance", "Algorithm bandwidth"),
    example={
        "operation": "all_reduce",
        "count": "268435456",
        "typesize": "4",
        "ranks": "8",
        "seconds": "0.01",
    },
)
def algorithm_bandwidth(
    operation: Operation, count: Count, typesize: TypeSize, ranks: Ranks, seconds: Seconds
) -> Result:
    """Algorithm bandwidth in GB/s.

    Raises:
        ConditionError: the time is not positive.
    """
    need_ranks(ranks)
    require(seconds > 0, "no-time", "the time must be positive")
    size = array_bytes(operation, count, typesize, ranks)
    return Result(simplest(size / (seconds * 10**9)), {"size_bytes": size})


@formula(
    "collectives.algorithm_bandwidth_gib",
    unit="GiB/s",
    convention="S / t with GiB = 2^30 bytes; S from the benchmark's count",
    source=Citation(
        "nccl-tests-performance", "Algorithm bandwidth", note="binary unit, not what the benchmark prints"
    ),
    example={
        "operation": "all_reduce",
        "count": "268435456",
        "typesize": "4",
        "ranks": "8",
        "seconds": "0.01",
    },
)
def algorithm_bandwidth_gib(
    operation: Operation, count: Count, typesize: TypeSize, ranks: Ranks, seconds: Seconds
) -> Result:
    """Algorithm bandwidth in GiB/s; 7.4 % smaller a number than in GB/s.

    Raises:
        ConditionError: the time is not positive.
    """
    decimal: Result = algorithm_bandwidth(operation, count, typesize, ranks, seconds)
    return Result(simplest(decimal.value * Fraction(10**9, 2**30)), decimal.details)


@formula(
    "collectives.bus_bandwidth",
    unit="GB/s",
    convention="algbw × factor, with GB = 10^9 bytes; S from the benchmark's count",
    source=SOURCE,
    example={
        "operation": "all_to_all",
        "count": "1048576",
        "typesize": "2",
        "ranks": "64",
        "seconds": "0.004",
    },
)
def bus_bandwidth(
    operation: Operation, count: Count, typesize: TypeSize, ranks: Ranks, seconds: Seconds
) -> Result:
    """Bus bandwidth in GB/s, comparable with a link's peak whatever the number of ranks.

    Raises:
        ConditionError: the time is not positive.
    """
    factor = bus_bandwidth_factor(operation, ranks).value
    bandwidth: Result = algorithm_bandwidth(operation, count, typesize, ranks, seconds)
    size = bandwidth.details["size_bytes"]
    details = {
        "algorithm_bandwidth": bandwidth.value,
        "factor": factor,
        "size_bytes": size,
        "bus_bytes": simplest(Fraction(size) * factor),
    }
    return Result(simplest(bandwidth.value * Fraction(factor)), details)


FORMULAS: tuple[Formula, ...] = (
    bus_bandwidth_factor,
    algorithm_bandwidth,
    algorithm_bandwidth_gib,
    bus_bandwidth,
)
