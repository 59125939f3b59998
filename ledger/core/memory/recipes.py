"""Training recipes: which tensors a parameter keeps, in which format, at how many bytes.

A recipe is a table, never a single constant: the sum of its rows is the "bytes per parameter" that
papers quote, and the rows say what the sum leaves out.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType
from typing import Literal

from ledger.core.exact import simplest
from ledger.core.formulas import Citation
from ledger.core.roots import Number

Group = Literal["parameters", "gradients", "optimizer"]

SHARDED_FROM_STAGE: Mapping[Group, int] = MappingProxyType({"optimizer": 1, "gradients": 2, "parameters": 3})
"""The first ZeRO stage that shards each kind of state (zero-2019 §5.1-5.3)."""


@dataclass(frozen=True, slots=True)
class TensorClass:
    """One tensor that every parameter keeps: what it is, which kind of state, format, bytes each."""

    name: str
    group: Group
    dtype: str
    bytes: Number


@dataclass(frozen=True, slots=True)
class Recipe:
    """A named table of tensor classes with its source and what it leaves out."""

    name: str
    tensors: tuple[TensorClass, ...]
    source: Citation
    note: str = ""

    def bytes_per_parameter(self, group: Group | None = None) -> Number:
        """Bytes per parameter of one kind of state, or of all of it, unsharded."""
        return simplest(sum(row.bytes for row in self.tensors if group in (None, row.group)))


def _half(dtype: str, gradient: str = "", gradient_bytes: int = 2) -> tuple[TensorClass, ...]:
    return (
        TensorClass("parameter", "parameters", dtype, 2),
        TensorClass("gradient", "gradients", gradient or dtype, gradient_bytes),
    )


MASTER = TensorClass("master parameter", "optimizer", "fp32", 4)
MOMENTUM = TensorClass("momentum", "optimizer", "fp32", 4)
VARIANCE = TensorClass("variance", "optimizer", "fp32", 4)
FP32_GRADIENT = TensorClass("fp32 gradient copy", "optimizer", "fp32", 4)
EIGHT_BIT = 1 + Fraction(4, 2048)  # one byte and an FP32 scale for each block of 2,048 values
WEIGHT_TILE = 1 + Fraction(4, 128 * 128)  # one byte and an FP32 scale for each block of 128 x 128

_ZERO = Citation("zero-2019", "3.1", note="Mixed-Precision Training")
_MEGATRON = Citation("megatron-lm-repo", note="docs/user-guide/features/dist_optimizer.md")

_ALL = (
    Recipe("zero-fp16-adam", (*_half("fp16"), MASTER, MOMENTUM, VARIANCE), _ZERO, "the paper's K = 12"),
    Recipe(
        "zero-bf16-adam",
        (*_half("bf16"), MASTER, MOMENTUM, VARIANCE),
        _ZERO,
        "the same table with BF16 in place of the paper's FP16",
    ),
    Recipe(
        "zero-infinity-fp16-adam",
        (*_half("fp16"), MASTER, MOMENTUM, VARIANCE, FP32_GRADIENT),
        Citation("zero-infinity-2021", "3", note="Memory for Model States"),
        "the optimizer keeps FP32 momentum, variance, parameters and gradients",
    ),
    Recipe(
        "megatron-fp16-adam",
        (*_half("fp16"), MASTER, MOMENTUM, VARIANCE, FP32_GRADIENT),
        _MEGATRON,
        "FP16 parameters, FP16 gradients: 20 B, or 4 + 16/d with the distributed optimizer",
    ),
    Recipe(
        "megatron-bf16-adam",
        (*_half("bf16", "fp32", 4), MASTER, MOMENTUM, VARIANCE),
        _MEGATRON,
        "BF16 parameters, FP32 main gradients: 18 B, or 6 + 12/d with the distributed optimizer",
    ),
    Recipe(
        "megatron-fp32-adam",
        (
            TensorClass("parameter", "parameters", "fp32", 4),
            TensorClass("gradient", "gradients", "fp32", 4),
            MOMENTUM,
            VARIANCE,
        ),
        _MEGATRON,
        "FP32 parameters, FP32 gradients: 16 B, or 8 + 8/d; no separate master copy",
    ),
    Recipe(
        "bf16-pure-adam",
        (
            *_half("bf16"),
            TensorClass("momentum", "optimizer", "bf16", 2),
            TensorClass("variance", "optimizer", "bf16", 2),
        ),
        Citation("definition"),
        "everything in BF16, no master copy",
    ),
    Recipe(
        "adam-8bit",
        (
            *_half("bf16"),
            MASTER,
            TensorClass("momentum", "optimizer", "int8, block of 2048", EIGHT_BIT),
            TensorClass("variance", "optimizer", "int8, block of 2048", EIGHT_BIT),
        ),
        Citation("arXiv:2110.02861", note="block-wise quantization, block size 2048"),
        "both moments in 8 bits with an FP32 scale a block; the master copy stays FP32",
    ),
    Recipe(
        "muon-bf16",
        (*_half("bf16", "fp32", 4), MASTER, MOMENTUM),
        Citation("muon", note="one momentum buffer"),
        "matrix parameters only: embeddings, head and vectors usually stay with Adam",
    ),
    Recipe(
        "sgd-momentum-fp16",
        (*_half("fp16"), MASTER, MOMENTUM),
        Citation("zero-2019", "3.1", note="K = 8: master copy and momentum"),
    ),
    Recipe(
        "deepseek-v3-fp8-adamw",
        (
            TensorClass("fp8 parameter with block scale", "parameters", "fp8, block of 128x128", WEIGHT_TILE),
            TensorClass("gradient", "gradients", "fp32", 4),
            MASTER,
            TensorClass("momentum", "optimizer", "bf16", 2),
            TensorClass("variance", "optimizer", "bf16", 2),
        ),
        Citation("deepseek-v3-2024", "3.3.3", note="Low-Precision Optimizer States"),
        "for parameters of FP8 GEMMs; the report does not say for how long the FP8 copy is kept",
    ),
)

RECIPES: Mapping[str, Recipe] = MappingProxyType({recipe.name: recipe for recipe in _ALL})


def read_recipe(given: object) -> Recipe:
    """A recipe by its name, or itself.

    Raises:
        ValueError: no recipe has that name.
    """
    if isinstance(given, Recipe):
        return given
    if str(given) not in RECIPES:
        raise ValueError(f"unknown recipe '{given}'; choose {', '.join(RECIPES)}")
    return RECIPES[str(given)]
