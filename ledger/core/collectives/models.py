"""Time models of simulators and handbooks, each under its own convention.

They disagree on purpose here: Calculon pays latency once a call and reads GB/s as 10⁹; SimuMax pays it
per hop and reads GB/s as 2³⁰; the scaling book leaves out both latency and the (n−1)/n factor.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated

from ledger.core.collectives.inputs import Ranks, need_ranks
from ledger.core.exact import ceil_div, require, simplest
from ledger.core.formulas import Citation, Formula, Param, Result, formula

Bytes = Annotated[int, Param("B", "the operation's size, as the model's caller gives it", minimum=0)]
Scale = Annotated[Fraction, Param("1", "factor on the size, from the model's system file", minimum=0)]
Offset = Annotated[Fraction, Param("1", "shards of size/n added, from the system file (-1 gives (n-1)/n)")]
Efficiency = Annotated[Fraction, Param("1", "share of the bandwidth that is reached, 0 < e ≤ 1")]
Shards = Annotated[int, Param("shard", "devices along the sharded axis (one axis, one ring)", minimum=1)]
LinkRate = Annotated[Fraction, Param("B/s", "link bandwidth, both directions together")]
BOOK = Citation("jax-scaling-book-2025", "Sharded Matrices and How to Multiply Them")


def _moved(size: int, ranks: int, scale: Fraction, offset: Fraction) -> Fraction:
    need_ranks(ranks)
    return size * scale * (1 + offset / ranks)


def _need_rate(bandwidth: Fraction, efficiency: Fraction) -> None:
    require(bandwidth > 0, "no-bandwidth", "the bandwidth must be positive")
    require(0 < efficiency <= 1, "efficiency-out-of-range", f"0 < efficiency ≤ 1, got {efficiency}")


@formula(
    "collectives.calculon_time",
    unit="s",
    convention="Calculon: latency once per call; GB/s = 10^9 B/s; size × scale × (1 + offset/n)",
    source=Citation("calculon-ai/calculon", "network.py", note="Network.time at caa4b11"),
    example={
        "operation_bytes": "201326592",
        "ranks": "8",
        "scale": "2",
        "offset": "-1",
        "latency_s": "1e-5",
        "gb_per_s": "300",
        "efficiency": "0.65",
    },
    conditions=("scale and offset belong to a system file, not to the algorithm",),
)
def calculon_time(
    operation_bytes: Bytes,
    ranks: Ranks,
    scale: Scale,
    offset: Offset,
    latency_s: Annotated[Fraction, Param("s", "latency of the network", minimum=0)],
    gb_per_s: Annotated[Fraction, Param("GB/s", "bandwidth, 10^9 bytes a second")],
    efficiency: Efficiency,
) -> Result:
    """Seconds of a network operation in Calculon's model.

    Raises:
        ConditionError: bandwidth or efficiency out of range, or fewer than two ranks.
    """
    need_ranks(ranks, 2)
    _need_rate(gb_per_s, efficiency)
    transfer = _moved(operation_bytes, ranks, scale, offset) / (gb_per_s * 10**9 * efficiency)
    return Result(simplest(latency_s + transfer), {"latency_s": latency_s, "transfer_s": transfer})


HOP_OPERATIONS = ("all_reduce", "all_gather", "reduce_scatter", "all_to_all")


@formula(
    "collectives.simumax_time",
    unit="ms",
    convention="SimuMax: latency × (n + offset) × scale on 8-GPU nodes, else once; GB/s = 2^30 B/s",
    source=Citation(
        "MooreThreads/SimuMax", "core/config.py", note="SystemConfig.compute_net_op_time at 4dcaae5"
    ),
    example={
        "operation": "all_gather",
        "operation_bytes": "268435456",
        "ranks": "8",
        "scale": "1",
        "offset": "-1",
        "latency_us": "4.83",
        "gib_per_s": "30",
        "efficiency": "0.4497",
        "ranks_per_node": "8",
    },
    conditions=("without the data-parallel special cases of its strategy files",),
)
def simumax_time(
    operation: Annotated[str, Param("1", "the operation", choices=(*HOP_OPERATIONS, "p2p"))],
    operation_bytes: Bytes,
    ranks: Ranks,
    scale: Scale,
    offset: Offset,
    latency_us: Annotated[Fraction, Param("us", "latency of a hop", minimum=0)],
    gib_per_s: Annotated[Fraction, Param("GiB/s", "bandwidth, 2^30 bytes a second")],
    efficiency: Efficiency,
    ranks_per_node: Annotated[int, Param("rank", "ranks in a node", minimum=1)] = 8,
    fixed_latency_us: Annotated[Fraction, Param("us", "added once", minimum=0)] = Fraction(0),
    inter_node: Annotated[bool, Param("1", "p2p then shares the node's links among its ranks")] = False,
) -> Result:
    """Milliseconds of a network operation in SimuMax's model; nothing for a single rank.

    Raises:
        ConditionError: bandwidth or efficiency out of range.
    """
    _need_rate(gib_per_s, efficiency)
    moved = _moved(operation_bytes, ranks, scale, offset)
    if ranks == 1:
        return Result(0)
    rate = gib_per_s / ranks_per_node if inter_node and operation == "p2p" else gib_per_s
    per_hop = ranks_per_node == 8 and operation in HOP_OPERATIONS
    latency = latency_us * (ranks + offset) * scale if per_hop else latency_us
    parts = {
        "transfer_ms": moved / (rate * 2**30 * efficiency) * 1000,
        "latency_ms": (latency + fixed_latency_us) / 1000,
    }
    return Result(simplest(sum(parts.values(), Fraction(0))), parts)


def _link_time(array_bytes: int, bandwidth: Fraction) -> Fraction:
    require(bandwidth > 0, "no-bandwidth", "the bandwidth must be positive")
    return array_bytes / bandwidth


@formula(
    "collectives.scaling_book_all_gather_time",
    unit="s",
    convention="scaling book: V/W on a bidirectional ring, no (n-1)/n factor; V is the full array",
    source=BOOK,
    example={"array_bytes": "33554432", "bandwidth": "9e10", "shards": "4"},
    conditions=("wraparound links", "latency bound: max(T_min·n/2, V/W)"),
)
def scaling_book_all_gather_time(
    array_bytes: Bytes,
    bandwidth: LinkRate,
    shards: Shards,
    hop_latency: Annotated[
        Fraction, Param("s", "least time of a hop; 0 for bandwidth only", minimum=0)
    ] = Fraction(0),
) -> Result:
    """Seconds of an all-gather (or a reduce-scatter) of the whole array.

    Raises:
        ConditionError: the bandwidth is not positive.
    """
    need_ranks(shards)
    parts = {"latency_s": hop_latency * shards / 2, "transfer_s": _link_time(array_bytes, bandwidth)}
    return Result(simplest(max(parts.values())), parts)


@formula(
    "collectives.scaling_book_all_reduce_time",
    unit="s",
    convention="scaling book: 2V/W on a bidirectional ring, no (n-1)/n factor; V is the full array",
    source=BOOK,
    example={"array_bytes": "33554432", "bandwidth": "9e10"},
    conditions=("wraparound links", "bandwidth bound"),
)
def scaling_book_all_reduce_time(array_bytes: Bytes, bandwidth: LinkRate) -> Result:
    """Seconds of an all-reduce: a reduce-scatter and an all-gather.

    Raises:
        ConditionError: the bandwidth is not positive.
    """
    return Result(simplest(2 * _link_time(array_bytes, bandwidth)))


@formula(
    "collectives.scaling_book_all_to_all_time",
    unit="s",
    convention="scaling book: V/(4W) on a bidirectional ring; V is the full array over all shards",
    source=BOOK,
    example={"array_bytes": "33554432", "bandwidth": "9e10"},
    conditions=("wraparound links", "bandwidth bound", "limit of many shards"),
)
def scaling_book_all_to_all_time(array_bytes: Bytes, bandwidth: LinkRate) -> Result:
    """Seconds of an all-to-all, a quarter of the all-gather.

    Raises:
        ConditionError: the bandwidth is not positive.
    """
    return Result(simplest(_link_time(array_bytes, bandwidth) / 4))


@formula(
    "collectives.scaling_book_all_gather_time_open_line",
    unit="s",
    convention="scaling book: (n-1) hops of V/n at half of W, since without wraparound one direction works",
    source=Citation("jax-scaling-book-2025", "Sharded Matrices", note="Pop Quiz 2"),
    example={"array_bytes": "33554432", "bandwidth": "9e10", "shards": "4"},
    conditions=("no wraparound links",),
)
def scaling_book_all_gather_time_open_line(array_bytes: Bytes, bandwidth: LinkRate, shards: Shards) -> Result:
    """Seconds of an all-gather along an axis whose ends are not joined.

    Raises:
        ConditionError: the bandwidth is not positive.
    """
    need_ranks(shards)
    hop = _link_time(array_bytes, bandwidth / 2) / shards
    return Result(simplest((shards - 1) * hop), {"hops": shards - 1, "hop_s": hop})


@formula(
    "collectives.bidirectional_ring_hops",
    unit="hop",
    convention="hops of a bidirectional ring all-gather, ⌈n/2⌉ as the book's footnote has it",
    source=BOOK,
    example={"shards": "5"},
)
def bidirectional_ring_hops(shards: Shards) -> Result:
    """Hops until every device has every shard, sending both ways."""
    need_ranks(shards)
    return Result(ceil_div(shards, 2))


FORMULAS: tuple[Formula, ...] = (
    calculon_time,
    simumax_time,
    scaling_book_all_gather_time,
    scaling_book_all_reduce_time,
    scaling_book_all_to_all_time,
    scaling_book_all_gather_time_open_line,
    bidirectional_ring_hops,
)
