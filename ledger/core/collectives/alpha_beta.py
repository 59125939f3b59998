"""Time in the α–β model: rounds × α + bytes on the critical path × β (+ bytes reduced × γ).

The model leaves out congestion, topology, kernel contention and overlap. One α is paid per round; the
models that pay one α per call, or per hop with a factor, are in :mod:`ledger.core.collectives.models`.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated

from ledger.core.collectives.algorithms import traffic_of
from ledger.core.collectives.inputs import Alpha, Beta, Ranks
from ledger.core.collectives.traffic import Algorithm, VectorBytes
from ledger.core.exact import ceil_log2, require, simplest
from ledger.core.formulas import Citation, Formula, Param, Result, formula

# Bytes combined on the critical path, in vectors: once per received byte of the reducing phase.
RING_REDUCED = frozenset(
    {
        "ring_all_reduce",
        "ring_reduce_scatter",
        "pairwise_reduce_scatter",
        "recursive_halving_reduce_scatter",
        "rabenseifner_all_reduce",
    }
)
LOG_REDUCED = frozenset({"recursive_doubling_all_reduce", "binomial_tree_all_reduce", "binomial_reduce"})

THAKUR = Citation(
    "Thakur, Rabenseifner & Gropp, IJHPCA 19 (2005) 49-66",
    note="the α–β–γ model; rounds and bytes are checked by moving data",
)
Gamma = Annotated[Fraction, Param("s/B", "time to combine one byte; 0 leaves computation out", minimum=0)]


def reduced_share(algorithm: str, ranks: int) -> Fraction:
    """Bytes combined on the critical path, as a share of the vector."""
    if algorithm in RING_REDUCED:
        return Fraction(ranks - 1, ranks)
    if algorithm in LOG_REDUCED:
        return Fraction(ceil_log2(ranks))
    if algorithm == "double_tree_all_reduce":
        return Fraction(1 if ranks > 1 else 0)  # an inner rank combines two halves, from two children
    return Fraction(0)


@formula(
    "collectives.alpha_beta_time",
    unit="s",
    convention="α once per round; size is the whole vector; no self-copy",
    source=THAKUR,
    example={
        "algorithm": "ring_all_reduce",
        "vector_bytes": "268435456",
        "ranks": "8",
        "alpha": "5e-6",
        "beta": "2e-11",
    },
    conditions=(
        "recursive halving and doubling need a power of two of ranks",
        "double tree and chain: pipelined, the packet count going to infinity",
    ),
)
def alpha_beta_time(
    algorithm: Algorithm,
    vector_bytes: VectorBytes,
    ranks: Ranks,
    alpha: Alpha,
    beta: Beta,
    gamma: Gamma = Fraction(0),
) -> Result:
    """Seconds of a collective: rounds·α + critical bytes·β + reduced bytes·γ.

    Raises:
        ConditionError: the algorithm is not stated for that number of ranks.
    """
    traffic = traffic_of(algorithm, ranks)
    parts = {
        "latency_s": traffic.rounds * alpha,
        "transfer_s": traffic.critical * vector_bytes * beta,
        "reduction_s": reduced_share(algorithm, ranks) * vector_bytes * gamma,
    }
    return Result(simplest(sum(parts.values(), Fraction(0))), {"rounds": traffic.rounds, **parts})


@formula(
    "collectives.latency_bandwidth_time",
    unit="s",
    convention="α × rounds + β × bytes on the critical path, for any algorithm",
    source=THAKUR,
    example={"rounds": "14", "critical_bytes": "469762048", "alpha": "5e-6", "beta": "2e-11"},
    conditions=("no congestion, contention or overlap",),
)
def latency_bandwidth_time(
    rounds: Annotated[int, Param("round", "rounds that wait for each other", minimum=0)],
    critical_bytes: Annotated[Fraction, Param("B", "bytes on the critical path", minimum=0)],
    alpha: Alpha,
    beta: Beta,
) -> Result:
    """Seconds from counts that the caller brings."""
    parts = {"latency_s": rounds * alpha, "transfer_s": critical_bytes * beta}
    return Result(simplest(sum(parts.values(), Fraction(0))), parts)


@formula(
    "collectives.pairwise_all_to_all_time_with_self",
    unit="s",
    convention="α once per round; a rank's own block counts as sent ((n-1)α + Sβ)",
    source=THAKUR,
    example={"send_buffer_bytes": "268435456", "ranks": "8", "alpha": "5e-6", "beta": "2e-11"},
)
def pairwise_all_to_all_time_with_self(
    send_buffer_bytes: Annotated[int, Param("B", "one rank's whole send buffer", minimum=0)],
    ranks: Ranks,
    alpha: Alpha,
    beta: Beta,
) -> Result:
    """Seconds of a pairwise all-to-all as the paper writes it, the self-copy not taken off."""
    require(ranks >= 1, "too-few-ranks", f"needs at least one rank, got {ranks}")
    return Result(simplest((ranks - 1) * alpha + send_buffer_bytes * beta))


@formula(
    "collectives.latency_bandwidth_crossover",
    unit="B",
    convention="vector size at which the α term equals the β term",
    source=THAKUR,
    example={"algorithm": "ring_all_reduce", "ranks": "8", "alpha": "5e-6", "beta": "2e-11"},
    conditions=("at least two ranks", "β > 0"),
)
def latency_bandwidth_crossover(algorithm: Algorithm, ranks: Ranks, alpha: Alpha, beta: Beta) -> Result:
    """The vector size below which latency governs and above which bandwidth does.

    Raises:
        ConditionError: one rank, or β = 0 (no size at which the terms meet).
    """
    require(ranks >= 2, "too-few-ranks", "one rank sends nothing, so there is no crossover")
    require(beta > 0, "no-bandwidth-term", "with β = 0 there is no crossover")
    traffic = traffic_of(algorithm, ranks)
    return Result(simplest(traffic.rounds * alpha / (traffic.critical * beta)))


FORMULAS: tuple[Formula, ...] = (
    alpha_beta_time,
    latency_bandwidth_time,
    pairwise_all_to_all_time_with_self,
    latency_bandwidth_crossover,
)
