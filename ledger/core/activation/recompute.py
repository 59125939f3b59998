"""Trading compute for memory: segments of a chain, recursion, and what the extra forward costs."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated

from ledger.core.exact import ceil_div, simplest
from ledger.core.formulas import Citation, Param, Result, formula
from ledger.core.roots import Number

SOURCE = "sublinear-2016"
Layers = Annotated[int, Param("layer", "layers n of the chain", minimum=1)]


@formula(
    "activation.sublinear_segments",
    unit="feature map",
    convention="n/k maps of the segment at work plus k kept between segments; equal maps",
    source=Citation(SOURCE, "4.3", "1"),
    example={"layers": "100", "segments": "10"},
)
def sublinear_segments(
    layers: Layers, segments: Annotated[int, Param("1", "segments k", minimum=1)]
) -> Number:
    """n/k + k, least at k = √n where it is 2√n."""
    return simplest(Fraction(layers, segments) + segments)


@formula(
    "activation.sublinear_recursion",
    unit="feature map",
    convention="k maps kept at each level of recursion; levels are whole",
    source=Citation(SOURCE, "4.4", "2-3"),
    example={"layers": "1024", "kept": "1"},
)
def sublinear_recursion(
    layers: Layers, kept: Annotated[int, Param("feature map", "kept at each level, k", minimum=1)] = 1
) -> Result:
    """k·⌈log of n to base k + 1⌉; with k = 1 it is ⌈log₂ n⌉ at the price of as many extra forwards."""
    levels, reach = 0, 1
    while reach < layers:
        reach *= kept + 1
        levels += 1
    return Result(kept * levels, {"levels": levels})


@formula(
    "activation.checkpoints_kept",
    unit="tensor",
    convention="the first of every group of layers",
    source=Citation(SOURCE, "4.3"),
    example={"layers": "12", "every": "4"},
)
def checkpoints_kept(layers: Layers, every: Annotated[int, Param("layer", minimum=1)]) -> int:
    """How many of n activations stay, ⌈n/every⌉."""
    return ceil_div(layers, every)


@formula(
    "activation.recompute_overhead",
    unit="1",
    convention="extra forward passes over forward plus backward, FLOPs only; measured time differs",
    source=Citation("selective-recompute-2022", "6.2", note="an expected 33 % for the whole layer"),
    example={"backward_over_forward": "2", "extra_forwards": "1"},
)
def recompute_overhead(
    backward_over_forward: Annotated[Fraction, Param("1", minimum=0)] = Fraction(2),
    extra_forwards: Annotated[Fraction, Param("forward pass", minimum=0)] = Fraction(1),
) -> Result:
    """extra/(1 + backward): a third of a step for one more forward, which is twice the forward itself."""
    details = {"forward compute over without": simplest(1 + extra_forwards)}
    return Result(simplest(extra_forwards / (1 + backward_over_forward)), details)


@formula(
    "activation.score_matrix",
    unit="B",
    convention="one S × S matrix for each head and sequence, as standard attention stores it",
    source=Citation("flashattention-2022", "2.2", note="standard attention materialises S and P"),
    example={"heads": "96", "sequence": "2048", "element_bytes": "2"},
)
def score_matrix(
    heads: Annotated[int, Param("1", minimum=1)],
    sequence: Annotated[int, Param("token", minimum=1)],
    micro_batch: Annotated[int, Param("sequence", minimum=1)] = 1,
    element_bytes: Annotated[Fraction, Param("B", minimum=0)] = Fraction(2),
) -> Number:
    """heads·S²·bytes: quadratic in the sequence."""
    return simplest(heads * sequence * sequence * micro_batch * element_bytes)


@formula(
    "activation.attention_core_flops",
    unit="FLOP",
    convention="forward of scores and of scores times values, dense attention, one layer",
    source=Citation("selective-recompute-2022", "A", note="2Bs²h each"),
    example={"sequence": "2048", "hidden": "12288"},
)
def attention_core_flops(
    sequence: Annotated[int, Param("token", minimum=1)],
    hidden: Annotated[int, Param("1", minimum=1)],
    batch: Annotated[int, Param("sequence", minimum=1)] = 1,
) -> int:
    """4·B·S²·h, with or without FlashAttention, which changes what is stored and not what is computed."""
    return 4 * batch * sequence * sequence * hidden


FORMULAS = (
    sublinear_segments,
    sublinear_recursion,
    checkpoints_kept,
    recompute_overhead,
    score_matrix,
    attention_core_flops,
)
