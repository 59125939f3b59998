"""The transformer memory calculator of EleutherAI's cookbook, in its own convention."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated

from ledger.core.exact import simplest
from ledger.core.formulas import Citation, Param, Result, formula
from ledger.core.records import record_reader
from ledger.core.roots import Number
from ledger.errors import ConditionError

OPTIMIZER_BYTES = {"adamw": 12, "muon": 8, "sgd_momentum": 8}


@dataclass(frozen=True, slots=True)
class Options:
    """The calculator's options for training, under its own names and defaults."""

    num_gpus: int = 1
    tensor_parallel_size: int = 1
    pipeline_parallel_size: int = 1
    partition_activations: bool = False
    zero_stage: int = 1
    zero_allgather_bucket_size: Fraction = Fraction(500_000_000)
    zero3_max_live_params: Fraction = Fraction(1_000_000_000)
    checkpoint_activations: bool = False
    batch_size_per_gpu: int = 1
    sequence_length: int = 2048
    vocab_size: int = 51200
    hidden_size: int = 6144
    num_attention_heads: int = 64
    num_layers: int = 44
    ffn_expansion_factor: Fraction = Fraction(4)
    num_mlp_linears: int = 2
    kv_size_ratio: Fraction = Fraction(1)
    is_mixed_precision: bool = True
    high_prec_bytes_per_val: int = 4
    low_prec_bytes_per_val: int = 2
    bytes_per_grad_ele: int = 4
    optimizer: str = "adamw"
    output_tokens: int = 1
    num_experts: int = 0
    expert_parallelism: int = 1
    misc_mem_gib: int = 0

    def __post_init__(self) -> None:
        if self.optimizer not in OPTIMIZER_BYTES:
            raise ConditionError("optimizer", f"optimizer is one of {', '.join(OPTIMIZER_BYTES)}")
        sizes = (self.num_gpus, self.tensor_parallel_size, self.pipeline_parallel_size, self.hidden_size)
        if min(*sizes, self.expert_parallelism) < 1 or not 0 <= self.zero_stage <= 3:
            raise ConditionError("degree", "sizes must be at least 1 and zero_stage 0 to 3")


@dataclass(frozen=True, slots=True)
class _Counts:
    """Parameters: as printed, held (experts split by EP), and with every expert."""

    printed: Number
    held: Number
    all_experts: Number


def _counts(run: Options) -> _Counts:
    square = run.num_layers * run.hidden_size * run.hidden_size
    attention = 2 * (1 + run.kv_size_ratio) * square // 1
    mlp = run.num_mlp_linears * square * run.ffn_expansion_factor
    rest = (
        2 * run.vocab_size * run.hidden_size
        + run.hidden_size * run.sequence_length
        + 8 * run.hidden_size * run.num_layers
        + 2 * run.hidden_size
        + attention
    )
    if run.num_experts == 0:
        return _Counts(simplest(rest + mlp), simplest(rest + mlp), simplest(rest + mlp))
    held = rest + Fraction(run.num_experts, run.expert_parallelism) * mlp
    return _Counts(simplest(rest + mlp), simplest(held), simplest(rest + run.num_experts * mlp))


def _activations(run: Options) -> Fraction:
    tokens = run.sequence_length * run.batch_size_per_gpu * run.hidden_size * run.num_layers
    width = Fraction(16 * run.low_prec_bytes_per_val + 2)
    if not run.checkpoint_activations:
        scores = Fraction(run.num_attention_heads * run.sequence_length, run.hidden_size)
        width += (2 * run.low_prec_bytes_per_val + 1) * scores
    return tokens * width


@formula(
    "memory.eleuther_training",
    unit="B",
    convention="per GPU; ZeRO shards by all GPUs, gradients and optimizer state not divided by t·p; "
    "'checkpointing' is 34·sbhL; a fixed ZeRO bucket",
    source=Citation("EleutherAI/cookbook", note="calc/calc_transformer_mem.py, 827ee3b"),
    example={"options": "num_layers=32,hidden_size=4096,num_attention_heads=32,num_gpus=128"},
)
def eleuther_training(
    options: Annotated[Options, Param("options", "the calculator's options", read=record_reader(Options))],
) -> Result:
    """Per-GPU training memory as that calculator prints it; ``details`` has its items and its totals."""
    run, count = options, _counts(options)
    parameter = run.low_prec_bytes_per_val if run.is_mixed_precision else run.high_prec_bytes_per_val
    model = count.printed * parameter
    gradient = Fraction(count.held * run.bytes_per_grad_ele)
    optimizer = Fraction(count.held * OPTIMIZER_BYTES[run.optimizer])
    activation = _activations(run)
    shards = [run.num_gpus if run.zero_stage >= stage else 1 for stage in (1, 2, 3)]
    items = {
        "activation": activation / (run.tensor_parallel_size if run.partition_activations else 1),
        "model": Fraction(count.held * parameter, run.tensor_parallel_size * run.pipeline_parallel_size)
        / shards[2],
        "gradient": gradient / shards[1],
        "optimizer": optimizer / shards[0],
        "communication": _communication(run, parameter),
        "miscellaneous": Fraction(run.misc_mem_gib << 30),
    }
    replica = activation + model + gradient + optimizer + (run.num_gpus * run.misc_mem_gib << 30)
    totals = {"activation": activation, "model": model, "gradient": gradient, "optimizer": optimizer}
    details = {
        "items": {name: simplest(size) for name, size in items.items()},
        "totals": {name: simplest(size) for name, size in totals.items()},
        "replica": simplest(replica),
        "parameters": count.printed,
        "parameters with all experts": count.all_experts,
    }
    return Result(simplest(sum(items.values())), details)


def _communication(run: Options, parameter: int) -> Fraction:
    if run.num_gpus == 1 or run.zero_stage == 0:
        return Fraction(0)
    live = run.zero3_max_live_params if run.zero_stage == 3 else 0
    return (run.zero_allgather_bucket_size + live) * parameter


@formula(
    "memory.eleuther_inference",
    unit="B",
    convention="per GPU; one layer's activations, keys or values once (not both), nothing but ZeRO-3 shards",
    source=Citation("EleutherAI/cookbook", note="calc/calc_transformer_mem.py --infer, 827ee3b"),
    example={"options": "num_layers=32,hidden_size=4096,num_attention_heads=32,zero_stage=0"},
)
def eleuther_inference(
    options: Annotated[Options, Param("options", "the calculator's options", read=record_reader(Options))],
) -> Result:
    """Per-GPU inference memory as that calculator prints it; ``details`` has its items and its totals."""
    run, count = options, _counts(options)
    parameter = run.low_prec_bytes_per_val if run.is_mixed_precision else run.high_prec_bytes_per_val
    tokens = run.sequence_length * run.batch_size_per_gpu * run.hidden_size
    activation = Fraction(tokens * (16 * run.low_prec_bytes_per_val + 2))
    cache = Fraction(
        run.low_prec_bytes_per_val
        * run.hidden_size
        * run.num_layers
        * (run.sequence_length + run.output_tokens)
        * run.batch_size_per_gpu
    )
    model = count.printed * parameter
    split = run.tensor_parallel_size * run.pipeline_parallel_size
    items = {
        "activation": activation / (run.tensor_parallel_size if run.partition_activations else 1),
        "model": Fraction(count.held * parameter, split * (run.num_gpus if run.zero_stage == 3 else 1)),
        "cache": cache,
        "miscellaneous": Fraction(run.misc_mem_gib << 30),
    }
    totals = {"activation": activation, "model": model, "cache": cache * run.num_gpus}
    replica = sum(totals.values()) + (run.num_gpus * run.misc_mem_gib << 30)
    details = {
        "items": {name: simplest(size) for name, size in items.items()},
        "totals": {name: simplest(size) for name, size in totals.items()},
        "replica": simplest(replica),
        "parameters": count.printed,
        "parameters with all experts": count.all_experts,
    }
    return Result(simplest(sum(items.values())), details)


FORMULAS = (eleuther_training, eleuther_inference)
