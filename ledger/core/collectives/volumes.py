"""Bytes of bandwidth-optimal (ring or pairwise) collectives, each count under its own name.

The paper-style volume of ZeRO, bytes sent by one rank, bytes sent plus received, and the sum over all
ranks differ by factors of two and n; they live in separate formulas so that none is taken for another.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated

from ledger.core.collectives.inputs import Ranks, ShardBytes, TensorBytes, need_ranks
from ledger.core.exact import simplest
from ledger.core.formulas import Citation, Formula, Param, Result, formula

# Passes over the tensor: an all-reduce is a reduce-scatter followed by an all-gather.
PASSES = {"all_reduce": 2, "reduce_scatter": 1, "all_gather": 1, "all_to_all": 1}

Operation = Annotated[str, Param("1", "the collective", choices=tuple(PASSES))]
NCCL = Citation("nccl-tests-performance", "Bandwidth", note="2(n-1)/n for all-reduce, (n-1)/n for the others")
CONDITIONS = ("ring, or pairwise exchange for all-to-all", "every rank holds an equal share", "no self-copy")


def sent_share(operation: str, ranks: int) -> Fraction:
    """Bytes one rank sends as a share of the full tensor: passes × (n−1)/n."""
    need_ranks(ranks)
    return Fraction(PASSES[operation] * (ranks - 1), ranks)


def _of_tensor(operation: str, tensor_bytes: int, ranks: int, copies: int) -> Result:
    share = sent_share(operation, ranks)
    value = simplest(share * tensor_bytes * copies)
    return Result(value, {"share_of_tensor": share, "rounds": PASSES[operation] * (ranks - 1)})


@formula(
    "collectives.sent_per_rank_of_tensor",
    unit="B/rank",
    convention="bytes one rank sends; size is the full tensor",
    source=NCCL,
    example={"operation": "all_reduce", "tensor_bytes": "1073741824", "ranks": "8"},
    conditions=CONDITIONS,
)
def sent_per_rank_of_tensor(operation: Operation, tensor_bytes: TensorBytes, ranks: Ranks) -> Result:
    """Bytes each rank sends, from the size of the full tensor."""
    return _of_tensor(operation, tensor_bytes, ranks, 1)


@formula(
    "collectives.received_per_rank_of_tensor",
    unit="B/rank",
    convention="bytes one rank receives; size is the full tensor",
    source=NCCL,
    example={"operation": "all_gather", "tensor_bytes": "1073741824", "ranks": "8"},
    conditions=CONDITIONS,
)
def received_per_rank_of_tensor(operation: Operation, tensor_bytes: TensorBytes, ranks: Ranks) -> Result:
    """Bytes each rank receives; equal to what it sends, since every rank does the same."""
    return _of_tensor(operation, tensor_bytes, ranks, 1)


@formula(
    "collectives.sent_and_received_per_rank_of_tensor",
    unit="B/rank",
    convention="bytes one rank sends plus bytes it receives; size is the full tensor",
    source=NCCL,
    example={"operation": "all_reduce", "tensor_bytes": "1073741824", "ranks": "8"},
    conditions=CONDITIONS,
)
def sent_and_received_per_rank_of_tensor(
    operation: Operation, tensor_bytes: TensorBytes, ranks: Ranks
) -> Result:
    """Both directions of one rank together: twice what it sends."""
    return _of_tensor(operation, tensor_bytes, ranks, 2)


@formula(
    "collectives.total_over_ranks_of_tensor",
    unit="B",
    convention="bytes sent, summed over all ranks; size is the full tensor",
    source=Citation("nccl-tests-performance", "AllReduce", note="2(n-1) transfers of each element"),
    example={"operation": "all_reduce", "tensor_bytes": "1073741824", "ranks": "8"},
    conditions=CONDITIONS,
)
def total_over_ranks_of_tensor(operation: Operation, tensor_bytes: TensorBytes, ranks: Ranks) -> Result:
    """Bytes that cross links in the whole group; equals the bytes received, summed over all ranks."""
    return _of_tensor(operation, tensor_bytes, ranks, ranks)


@formula(
    "collectives.sent_per_rank_of_shard",
    unit="B/rank",
    convention="bytes one rank sends; size is one rank's shard (1/n of the tensor)",
    source=NCCL,
    example={"operation": "all_gather", "shard_bytes": "134217728", "ranks": "8"},
    conditions=CONDITIONS,
)
def sent_per_rank_of_shard(operation: Operation, shard_bytes: ShardBytes, ranks: Ranks) -> Result:
    """Bytes each rank sends, from the size of one shard: passes × (n−1) shards."""
    return _of_tensor(operation, shard_bytes * ranks, ranks, 1)


@formula(
    "collectives.received_per_rank_of_shard",
    unit="B/rank",
    convention="bytes one rank receives; size is one rank's shard (1/n of the tensor)",
    source=NCCL,
    example={"operation": "all_gather", "shard_bytes": "134217728", "ranks": "8"},
    conditions=CONDITIONS,
)
def received_per_rank_of_shard(operation: Operation, shard_bytes: ShardBytes, ranks: Ranks) -> Result:
    """Bytes each rank receives, from the size of one shard."""
    return _of_tensor(operation, shard_bytes * ranks, ranks, 1)


@formula(
    "collectives.total_over_ranks_of_shard",
    unit="B",
    convention="bytes sent, summed over all ranks; size is one rank's shard (1/n of the tensor)",
    source=NCCL,
    example={"operation": "reduce_scatter", "shard_bytes": "134217728", "ranks": "8"},
    conditions=CONDITIONS,
)
def total_over_ranks_of_shard(operation: Operation, shard_bytes: ShardBytes, ranks: Ranks) -> Result:
    """Bytes that cross links in the whole group, from the size of one shard."""
    return _of_tensor(operation, shard_bytes * ranks, ranks, ranks)


FORMULAS: tuple[Formula, ...] = (
    sent_per_rank_of_tensor,
    received_per_rank_of_tensor,
    sent_and_received_per_rank_of_tensor,
    total_over_ranks_of_tensor,
    sent_per_rank_of_shard,
    received_per_rank_of_shard,
    total_over_ranks_of_shard,
)
