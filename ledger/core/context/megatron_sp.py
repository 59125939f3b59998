"""Megatron's sequence parallelism beside tensor parallelism, and published comparisons of whole layers."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated

from ledger.core.collectives.inputs import need_ranks
from ledger.core.collectives.volumes import sent_share
from ledger.core.context.inputs import Batch, Degree, ElementBytes, Sequence, need_divides
from ledger.core.exact import simplest
from ledger.core.formulas import Citation, Formula, Param, Result, formula

Hidden = Annotated[int, Param("element", "hidden size", minimum=1)]
TensorParallel = Annotated[int, Param("rank", "tensor-parallel ranks", minimum=1)]
PAPER = Citation("selective-recompute-2022", "4.2.2", note="four all-gathers and four reduce-scatters")
EXAMPLE = {"sequence": "2048", "hidden": "12288", "tensor_parallel": "8"}


def _sent(sequence: int, hidden: int, ranks: int, batch: int, element_bytes: int, passes: int) -> Result:
    tensor = batch * sequence * hidden * element_bytes
    value = simplest(sent_share("all_gather", ranks) * tensor * passes)
    return Result(value, {"tensor_bytes": tensor, "passes": passes})


@formula(
    "context.tensor_parallel_sent_per_rank_per_layer",
    unit="B/rank",
    convention="bytes one rank sends in both passes of a layer: four ring all-reduces of b·s·h",
    source=PAPER,
    example=EXAMPLE,
    conditions=("ring collectives", "no recomputation"),
)
def tensor_parallel_sent_per_rank_per_layer(
    sequence: Sequence,
    hidden: Hidden,
    tensor_parallel: TensorParallel,
    batch: Batch = 1,
    element_bytes: ElementBytes = 2,
) -> Result:
    """Two all-reduces forward and two backward, each of two passes over the tensor."""
    return _sent(sequence, hidden, tensor_parallel, batch, element_bytes, 4 * 2)


@formula(
    "context.megatron_sp_sent_per_rank_per_layer",
    unit="B/rank",
    convention="bytes one rank sends in both passes of a layer: four all-gathers, four reduce-scatters",
    source=PAPER,
    example=EXAMPLE,
    conditions=("ring collectives", "no recomputation", "gathered inputs kept for the backward pass"),
)
def megatron_sp_sent_per_rank_per_layer(
    sequence: Sequence,
    hidden: Hidden,
    tensor_parallel: TensorParallel,
    batch: Batch = 1,
    element_bytes: ElementBytes = 2,
) -> Result:
    """The same bytes as tensor parallelism, since an all-reduce is a reduce-scatter and an all-gather.

    Raises:
        ConditionError: the ranks do not divide the sequence.
    """
    need_divides(tensor_parallel, sequence, "tokens")
    return _sent(sequence, hidden, tensor_parallel, batch, element_bytes, 4 + 4)


@formula(
    "context.megatron_sp_sent_per_rank_per_layer_regathered",
    unit="B/rank",
    convention="as above, plus an all-gather of each of the two sharded inputs again in the backward pass",
    source=Citation("selective-recompute-2022", "4.2.2", note="only the shard of Y is stored"),
    example=EXAMPLE,
    conditions=("ring collectives", "no other recomputation", "the extra all-gathers may be overlapped"),
)
def megatron_sp_sent_per_rank_per_layer_regathered(
    sequence: Sequence,
    hidden: Hidden,
    tensor_parallel: TensorParallel,
    batch: Batch = 1,
    element_bytes: ElementBytes = 2,
) -> Result:
    """Ten passes instead of eight: inputs of attention and of the MLP are stored as shards.

    Raises:
        ConditionError: the ranks do not divide the sequence.
    """
    need_divides(tensor_parallel, sequence, "tokens")
    return _sent(sequence, hidden, tensor_parallel, batch, element_bytes, 4 + 4 + 2)


@formula(
    "context.megatron_sp_paper_volume_per_link",
    unit="element/link",
    convention="Ulysses paper: two all-gathers and two reduce-scatters of N·h each, (n-1)/n taken as 1",
    source=Citation("ulysses-2023", "3.2", note="P ≫ 1"),
    example={"sequence": "8192", "hidden": "4096"},
    conditions=("forward pass of a layer", "many ranks"),
)
def megatron_sp_paper_volume_per_link(sequence: Sequence, hidden: Hidden) -> Result:
    """4Nh elements whatever the number of ranks: P times the paper's count for Ulysses."""
    return Result(4 * sequence * hidden)


# Volumes of one layer's activations, forward and backward, over L·d elements: (constant, divided by N).
_TABLE = {"TP": (8, False), "TP_SP": (10, False), "Ulysses": (8, True), "Ring": (4, False)}


@formula(
    "context.odysseus_table_volume",
    unit="L·d",
    convention="as the repository prints: big-O constants in units of L·d, both passes of a layer",
    source=Citation(
        "feifeibear/Odysseus-Transformer", "README", note="compatibility mode: no (n-1)/n, no GQA, no FP32"
    ),
    example={"method": "Ulysses", "degree": "8"},
    conditions=("a reproduction of a printed table, not a count of bytes",),
)
def odysseus_table_volume(
    method: Annotated[str, Param("1", "row of the table", choices=tuple(_TABLE))], degree: Degree
) -> Result:
    """TP 8, TP with SP 10, Ulysses 8/N, Ring 4."""
    need_ranks(degree)
    constant, shared = _TABLE[method]
    return Result(simplest(Fraction(constant, degree if shared else 1)))


FORMULAS: tuple[Formula, ...] = (
    tensor_parallel_sent_per_rank_per_layer,
    megatron_sp_sent_per_rank_per_layer,
    megatron_sp_sent_per_rank_per_layer_regathered,
    megatron_sp_paper_volume_per_link,
    odysseus_table_volume,
)
