"""Newton-Schulz orthogonalisation of sharded matrices: what it costs to gather them, and to iterate.

A distributed optimizer shards the parameters evenly over the data-parallel ranks, while the iteration
needs whole matrices. Each rank updates some matrices; either every rank gathers everything, or each
fetches only the shards of its own matrices from their holders.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated

from ledger.core.exact import simplest
from ledger.core.formulas import Citation, Param, Result, formula

_K3 = Citation("kimi-k3-2026", "5.2.2", note="P2P-based Muon orthogonalization")
Count = Annotated[Fraction, Param("parameter", "matrix parameters of all ranks", minimum=0)]
Ranks = Annotated[int, Param("rank", "data-parallel ranks", minimum=1)]
Width = Annotated[Fraction, Param("B", "bytes of one element sent", minimum=0)]
_EXAMPLE = {"parameters": "1e12", "ranks": "64", "element_bytes": "2"}


@formula(
    "numerics.muon_all_gather",
    unit="B",
    convention="received per rank; every rank gathers the whole buffer",
    source=_K3,
    example=_EXAMPLE,
)
def muon_all_gather(parameters: Count, ranks: Ranks, element_bytes: Width = Fraction(2)) -> Result:
    """(n - 1)/n of the buffer for each rank, which then holds all of it."""
    received = parameters * element_bytes * Fraction(ranks - 1, ranks)
    details = {
        "received by all": simplest(received * ranks),
        "buffer per rank": simplest(parameters * element_bytes),
    }
    return Result(simplest(received), details)


@formula(
    "numerics.muon_p2p",
    unit="B",
    convention="received per rank; each rank fetches the shards of the matrices it updates, 1/n of all; "
    "the updated shards are not yet returned",
    source=_K3,
    example=_EXAMPLE,
    conditions=("every rank updates an equal share", "a rank already holds 1/n of each matrix it updates"),
)
def muon_p2p(parameters: Count, ranks: Ranks, element_bytes: Width = Fraction(2)) -> Result:
    """1/n of the buffer, less the share already held: 1/n of the all-gather's volume.

    ``details`` has the volume with the updates sent back, which doubles it.
    """
    share = parameters * element_bytes / ranks
    received = share * Fraction(ranks - 1, ranks)
    details = {
        "received by all": simplest(received * ranks),
        "buffer per rank": simplest(share),
        "with updates returned": simplest(2 * received),
        "over all-gather": Fraction(1, ranks),
    }
    return Result(simplest(received), details)


@formula(
    "numerics.newton_schulz_flops",
    unit="FLOP",
    convention="multiply and add counted as two; five-coefficient iteration on an m × n matrix, m ≤ n",
    source=Citation("muon", note="A = XXᵀ, B = bA + cA², X ← aX + BX"),
    example={"rows": "7168", "columns": "2048", "steps": "5"},
)
def newton_schulz_flops(
    rows: Annotated[int, Param("1", minimum=1)],
    columns: Annotated[int, Param("1", minimum=1)],
    steps: Annotated[int, Param("1", minimum=0)] = 5,
) -> int:
    """steps·(4·n·m² + 2·m³) with m the smaller side; the additions of scaled matrices are left out."""
    small, large = sorted((rows, columns))
    return steps * (4 * large * small * small + 2 * small**3)


@formula(
    "numerics.per_head_newton_schulz_flops",
    unit="FLOP",
    convention="the projection's heads orthogonalised one by one",
    source=Citation("kimi-k3-2026", "2.5"),
    example={"hidden": "7168", "heads": "64", "head_size": "128", "steps": "5"},
)
def per_head_newton_schulz_flops(
    hidden: Annotated[int, Param("1", minimum=1)],
    heads: Annotated[int, Param("1", minimum=1)],
    head_size: Annotated[int, Param("1", minimum=1)],
    steps: Annotated[int, Param("1", minimum=0)] = 5,
) -> Result:
    """Per-head Muon's FLOPs, with those of the whole projection matrix in ``details``."""
    each: int = newton_schulz_flops(hidden, head_size, steps)
    return Result(heads * each, {"whole matrix": newton_schulz_flops(hidden, heads * head_size, steps)})


FORMULAS = (
    muon_all_gather,
    muon_p2p,
    newton_schulz_flops,
    per_head_newton_schulz_flops,
)
