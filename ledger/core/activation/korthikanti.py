"""Activation memory of a transformer layer after Korthikanti et al. (selective-recompute-2022)."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import Annotated

from ledger.core.exact import simplest
from ledger.core.formulas import Citation, Param, Result, formula
from ledger.core.roots import Number
from ledger.errors import ConditionError

SOURCE = "selective-recompute-2022"
Size = Annotated[int, Param("1", minimum=1)]
Sequence = Annotated[int, Param("token", "sequence length s", minimum=1)]
MicroBatch = Annotated[int, Param("sequence", "micro-batch size b", minimum=1)]
Hidden = Annotated[int, Param("1", "hidden size h", minimum=1)]
Heads = Annotated[int, Param("1", "attention heads a", minimum=1)]
Tensor = Annotated[int, Param("rank", "tensor-parallel degree t", minimum=1)]

# technique: (replicated bytes, bytes over t, attention core kept) per element of sbh
TECHNIQUES: Mapping[str, tuple[int, int, bool]] = MappingProxyType(
    {
        "none": (34, 0, True),
        "tensor": (10, 24, True),
        "tensor+sequence": (0, 34, True),
        "tensor+selective": (10, 24, False),
        "tensor+sequence+selective": (0, 34, False),
        "selective": (34, 0, False),
        "full": (2, 0, False),
        "full+sharded": (0, 2, False),
    }
)
Technique = Annotated[str, Param("word", "what is parallel and recomputed", choices=tuple(TECHNIQUES))]


@formula(
    "activation.korthikanti_layer",
    unit="B",
    convention="one layer, one micro-batch, one rank; 16-bit activations, 1-byte dropout masks, MLP of 4h",
    source=Citation(SOURCE, "4.1-5", "1-6", note="Table 2"),
    example={
        "sequence": "2048",
        "micro_batch": "1",
        "hidden": "12288",
        "heads": "96",
        "tensor_parallel": "8",
        "technique": "tensor+sequence+selective",
    },
    conditions=("small buffers (norm statistics) are left out", "'none' and 'selective' ignore t"),
)
def korthikanti_layer(
    sequence: Sequence,
    micro_batch: MicroBatch,
    hidden: Hidden,
    heads: Heads,
    tensor_parallel: Tensor = 1,
    technique: Technique = "none",
) -> Result:
    """Table 2: sbh(34 + 5as/h) and its parallel and recomputed forms.

    ``full`` stores the layer input, 2sbh, on every rank; ``full+sharded`` stores 2sbh/t and pays an
    all-gather a layer, which the paper names and does not use.
    """
    tokens = sequence * micro_batch * hidden
    replicated, split, core = TECHNIQUES[technique]
    shards = 1 if technique in ("none", "selective") else tensor_parallel
    items = {
        "replicated": Fraction(replicated * tokens),
        "tensor split": Fraction(split * tokens, shards),
        "attention core": Fraction(5 * heads * sequence * sequence * micro_batch, shards) if core else 0,
    }
    return Result(simplest(sum(items.values())), {name: simplest(size) for name, size in items.items()})


@formula(
    "activation.full_recompute_layer",
    unit="B",
    convention="2sbh on every rank, not divided by t",
    source=Citation(SOURCE, "5", note="Table 2, last row"),
    example={"sequence": "2048", "micro_batch": "1", "hidden": "12288"},
)
def full_recompute_layer(sequence: Sequence, micro_batch: MicroBatch, hidden: Hidden) -> int:
    """The stored layer input under full recomputation."""
    return 2 * sequence * micro_batch * hidden


@formula(
    "activation.full_recompute_layer_sharded",
    unit="B",
    convention="2sbh/t: a part of the input on each tensor-parallel rank, an extra all-gather a layer",
    source=Citation(SOURCE, "5", note="below Table 2"),
    example={"sequence": "2048", "micro_batch": "1", "hidden": "12288", "tensor_parallel": "8"},
)
def full_recompute_layer_sharded(
    sequence: Sequence, micro_batch: MicroBatch, hidden: Hidden, tensor_parallel: Tensor
) -> Number:
    """The stored layer input split over the tensor-parallel ranks."""
    return simplest(Fraction(2 * sequence * micro_batch * hidden, tensor_parallel))


@formula(
    "activation.interleave_factor",
    unit="1",
    convention="first stage of interleaved 1F1B over that of plain 1F1B, which holds L layers' worth",
    source=Citation(SOURCE, "4.2.3"),
    example={"pipeline_parallel": "35", "chunks": "3"},
)
def interleave_factor(
    pipeline_parallel: Annotated[int, Param("stage", minimum=1)],
    chunks: Annotated[int, Param("chunk", "model chunks a device (the paper's m)", minimum=1)],
) -> Number:
    """1 + (p - 1)/(p·m), and 1 without interleaving (one chunk)."""
    if chunks == 1:
        return 1
    return simplest(1 + Fraction(pipeline_parallel - 1, pipeline_parallel * chunks))


@formula(
    "activation.korthikanti_first_stage",
    unit="B",
    convention="first pipeline stage, all micro-batches in flight; details has the small extra terms",
    source=Citation(SOURCE, "4.2.3-4.3", "5", note="extra terms: unnumbered equation of 4.3"),
    example={
        "layers": "105",
        "sequence": "2048",
        "micro_batch": "1",
        "hidden": "20480",
        "heads": "128",
        "tensor_parallel": "8",
        "pipeline_parallel": "35",
        "chunks": "3",
        "technique": "tensor+sequence+selective",
        "vocabulary": "51200",
    },
    conditions=("1F1B or interleaved 1F1B", "at least p micro-batches"),
)
def korthikanti_first_stage(
    layers: Size,
    sequence: Sequence,
    micro_batch: MicroBatch,
    hidden: Hidden,
    heads: Heads,
    tensor_parallel: Tensor = 1,
    pipeline_parallel: Annotated[int, Param("stage", minimum=1)] = 1,
    chunks: Annotated[int, Param("chunk", minimum=1)] = 1,
    technique: Technique = "none",
    vocabulary: Annotated[int, Param("token", "0 leaves out the extra terms", minimum=0)] = 0,
) -> Result:
    """L layers' worth of activations, times the interleave factor, plus embedding dropout and (p = 1) head.

    The extra terms are sbh·p/t for the embedding dropout and, without pipeline parallelism,
    4sbh(1 + v/h)/t for the last norm, the head's input and the FP32 logits.
    """
    layer = korthikanti_layer(sequence, micro_batch, hidden, heads, tensor_parallel, technique).value
    factor = interleave_factor(pipeline_parallel, chunks)
    main = Fraction(layer * layers) * factor
    tokens = Fraction(sequence * micro_batch * hidden, tensor_parallel)
    extra = Fraction(0)
    if vocabulary:
        extra = tokens * pipeline_parallel
        if pipeline_parallel == 1:
            extra += 4 * tokens * (1 + Fraction(vocabulary, hidden))
    details = {"layers": simplest(main), "embedding and head": simplest(extra), "interleave factor": factor}
    return Result(simplest(main + extra), details)


@formula(
    "activation.attention_core_factor",
    unit="1",
    convention="5as/h: the attention core's bytes over sbh, beside 34 for the rest",
    source=Citation(SOURCE, "5"),
    example={"sequence": "2048", "hidden": "12288", "heads": "96"},
)
def attention_core_factor(sequence: Sequence, hidden: Hidden, heads: Heads) -> Number:
    """How much the attention core stores per element of sbh: 80 for GPT-3, 64 for MT-NLG."""
    return simplest(Fraction(5 * heads * sequence, hidden))


@formula(
    "activation.selective_saving",
    unit="1",
    convention="share of a layer's activation bytes that selective recomputation drops",
    source=Citation(SOURCE, "5"),
    example={"sequence": "2048", "hidden": "12288", "heads": "96"},
)
def selective_saving(sequence: Sequence, hidden: Hidden, heads: Heads) -> Number:
    """(5as/h)/(34 + 5as/h): about 70 % for GPT-3, 65 % for MT-NLG."""
    core = Fraction(5 * heads * sequence, hidden)
    return simplest(core / (34 + core))


@formula(
    "activation.model_flops",
    unit="FLOP",
    convention="forward and backward of one iteration, GEMMs only",
    source=Citation(SOURCE, "A", "7"),
    example={
        "batch": "1",
        "layers": "96",
        "sequence": "2048",
        "hidden": "12288",
        "vocabulary": "51200",
    },
)
def model_flops(batch: Size, layers: Size, sequence: Sequence, hidden: Hidden, vocabulary: Size) -> Number:
    """72·B·L·s·h²(1 + s/6h + v/12hL)."""
    bracket = 1 + Fraction(sequence, 6 * hidden) + Fraction(vocabulary, 12 * hidden * layers)
    return simplest(72 * batch * layers * sequence * hidden * hidden * bracket)


@formula(
    "activation.selective_hardware_flops",
    unit="FLOP",
    convention="as model FLOPs, with the attention core's forward once more",
    source=Citation(SOURCE, "A", "8"),
    example={
        "batch": "1",
        "layers": "96",
        "sequence": "2048",
        "hidden": "12288",
        "vocabulary": "51200",
    },
)
def selective_hardware_flops(
    batch: Size, layers: Size, sequence: Sequence, hidden: Hidden, vocabulary: Size
) -> Number:
    """72·B·L·s·h²(1 + s/3h + v/12hL), as printed.

    Running the core's 4·B·s²·h forward FLOPs once more adds s/18h to the bracket of Eq. 7; the printed
    equation adds s/6h. :func:`selective_hardware_flops_derived` has the derived value.
    """
    bracket = 1 + Fraction(sequence, 3 * hidden) + Fraction(vocabulary, 12 * hidden * layers)
    return simplest(72 * batch * layers * sequence * hidden * hidden * bracket)


@formula(
    "activation.selective_hardware_flops_derived",
    unit="FLOP",
    convention="Eq. 7 plus 4·B·s²·h a layer, counted from the text rather than from Eq. 8",
    source=Citation(SOURCE, "A", note="text between Eq. 7 and 8"),
    example={
        "batch": "1",
        "layers": "96",
        "sequence": "2048",
        "hidden": "12288",
        "vocabulary": "51200",
    },
)
def selective_hardware_flops_derived(
    batch: Size, layers: Size, sequence: Sequence, hidden: Hidden, vocabulary: Size
) -> Number:
    """Model FLOPs plus the two recomputed attention GEMMs of every layer, 2Bs²h each."""
    base = Fraction(model_flops(batch, layers, sequence, hidden, vocabulary))
    return simplest(base + 4 * batch * layers * sequence * sequence * hidden)


@formula(
    "activation.selective_flops_overhead",
    unit="1",
    convention="hardware over model FLOPs less one; Eq. 8 over Eq. 7 as printed",
    source=Citation(SOURCE, "A", "7-8"),
    example={"layers": "96", "sequence": "2048", "hidden": "12288", "vocabulary": "51200"},
)
def selective_flops_overhead(layers: Size, sequence: Sequence, hidden: Hidden, vocabulary: Size) -> Number:
    """What recomputing the attention core adds: 2.7 % for GPT-3."""
    hardware = Fraction(selective_hardware_flops(1, layers, sequence, hidden, vocabulary))
    return simplest(hardware / model_flops(1, layers, sequence, hidden, vocabulary) - 1)


@formula(
    "activation.output_deallocation_saving",
    unit="B",
    convention="first stage; 16-bit output of each micro-batch in flight, freed after its send",
    source=Citation(SOURCE, "B"),
    example={"sequence": "2048", "micro_batch": "1", "hidden": "20480", "in_flight": "35"},
)
def output_deallocation_saving(
    sequence: Sequence,
    micro_batch: MicroBatch,
    hidden: Hidden,
    in_flight: Annotated[int, Param("micro-batch", minimum=0)],
) -> int:
    """2·sbh·r bytes for r micro-batches in flight.

    The 530B model's first stage saves 2,936,012,800 B, which is 2.73 GiB; the paper prints 2.73 GB.
    """
    return 2 * sequence * micro_batch * hidden * in_flight


@formula(
    "activation.checkpoint_window",
    unit="micro-batch",
    convention="micro-batches that may keep all activations while others keep checkpoints only",
    source=Citation(SOURCE, "C"),
    example={"budget": "40e9", "full": "4e9", "checkpoint": "0.4e9", "in_flight": "32"},
    conditions=("checkpoints of every micro-batch in flight fit",),
)
def checkpoint_window(
    budget: Annotated[Fraction, Param("B", minimum=0)],
    full: Annotated[Fraction, Param("B", "all activations of one micro-batch", minimum=0)],
    checkpoint: Annotated[Fraction, Param("B", "its checkpoints", minimum=0)],
    in_flight: Annotated[int, Param("micro-batch", minimum=0)],
) -> int:
    """The largest k with k·full + (r - k)·checkpoint within the budget, for r micro-batches in flight.

    Raises:
        ConditionError: the checkpoints alone overflow the budget, or exceed the full activations.
    """
    spare = budget - in_flight * checkpoint
    if spare < 0:
        raise ConditionError("over-budget", "the checkpoints alone do not fit")
    if checkpoint > full:
        raise ConditionError("order", "checkpoints must not be larger than all activations")
    return in_flight if full == checkpoint else min(in_flight, spare // (full - checkpoint))


FORMULAS = (
    korthikanti_layer,
    full_recompute_layer,
    full_recompute_layer_sharded,
    interleave_factor,
    korthikanti_first_stage,
    attention_core_factor,
    selective_saving,
    model_flops,
    selective_hardware_flops,
    selective_hardware_flops_derived,
    selective_flops_overhead,
    output_deallocation_saving,
    checkpoint_window,
)
