"""Traffic of a collective algorithm rank by rank: how much each sends and receives, in how many rounds."""

from __future__ import annotations

from typing import Annotated

from ledger.core.collectives.algorithms import ALGORITHMS, Traffic, traffic_of
from ledger.core.collectives.inputs import Ranks
from ledger.core.exact import require, simplest
from ledger.core.formulas import Citation, Formula, Param, Result, formula

Algorithm = Annotated[str, Param("1", "the algorithm", choices=tuple(ALGORITHMS))]
VectorBytes = Annotated[
    int,
    Param("B", "the whole vector (all-gather: gathered; all-to-all: one rank's send buffer)", minimum=0),
]
MOST_LISTED = 1 << 16
SOURCE = Citation(
    "Thakur, Rabenseifner & Gropp, IJHPCA 19 (2005) 49-66",
    "Optimization of Collective Communication Operations in MPICH",
    note="closed forms by edge count; double tree as in NCCL",
)


def _bytes(traffic: Traffic, vector_bytes: int) -> dict[str, object]:
    sent = [simplest(share * vector_bytes) for share in traffic.sent]
    received = [simplest(share * vector_bytes) for share in traffic.received]
    return {
        "rounds": traffic.rounds,
        "sent_per_rank": sent,
        "received_per_rank": received,
        "sent_total": sum(sent),
        "received_total": sum(received),
        "critical_path_bytes": simplest(traffic.critical * vector_bytes),
    }


@formula(
    "collectives.traffic_of_vector",
    unit="B by rank",
    convention="bytes each rank sends (value) and receives (details); size is the whole vector",
    source=SOURCE,
    example={"algorithm": "binomial_tree_all_reduce", "vector_bytes": "1024", "ranks": "4"},
    conditions=(
        "recursive halving and doubling need a power of two of ranks",
        "at most 2^16 ranks, 2^14 in trees",
    ),
)
def traffic_of_vector(algorithm: Algorithm, vector_bytes: VectorBytes, ranks: Ranks) -> Result:
    """Bytes sent by each rank, with bytes received, their sums and the rounds on the critical path.

    Raises:
        ConditionError: the algorithm is not stated for that number of ranks, or they are too many to list.
    """
    require(ranks <= MOST_LISTED, "too-many-ranks", f"at most {MOST_LISTED} ranks are listed, got {ranks}")
    details = _bytes(traffic_of(algorithm, ranks), vector_bytes)
    return Result(details["sent_per_rank"], details)


@formula(
    "collectives.rounds",
    unit="round",
    convention="communication rounds on the critical path, one α each",
    source=SOURCE,
    example={"algorithm": "ring_all_reduce", "ranks": "8"},
    conditions=(
        "recursive halving and doubling need a power of two of ranks",
        "at most 2^20 ranks, 2^14 in trees",
    ),
)
def rounds(algorithm: Algorithm, ranks: Ranks) -> Result:
    """Rounds of the algorithm: 2(n−1) for a ring all-reduce, ⌈log₂ n⌉ for Bruck, and so on.

    Raises:
        ConditionError: the algorithm is not stated for that number of ranks.
    """
    return Result(traffic_of(algorithm, ranks).rounds)


FORMULAS: tuple[Formula, ...] = (traffic_of_vector, rounds)
