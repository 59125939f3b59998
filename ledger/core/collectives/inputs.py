"""The parameters that the formulas of collectives share, and the guards on them."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated

from ledger.core.exact import require
from ledger.core.formulas import Param

Ranks = Annotated[int, Param("rank", "ranks in the group", minimum=1)]
TensorBytes = Annotated[
    int,
    Param(
        "B",
        "the full tensor: gathered output of an all-gather, whole input of a reduce-scatter or all-reduce, "
        "one rank's whole send buffer of an all-to-all",
        minimum=0,
    ),
]
ShardBytes = Annotated[int, Param("B", "one rank's 1/n of the tensor", minimum=0)]
Alpha = Annotated[Fraction, Param("s", "latency of one round", minimum=0)]
Beta = Annotated[Fraction, Param("s/B", "transfer time of one byte (1 / bandwidth)", minimum=0)]


def need_ranks(ranks: int, least: int = 1) -> None:
    """Refuse a group that is too small.

    Raises:
        ConditionError: code ``too-few-ranks``.
    """
    require(ranks >= least, "too-few-ranks", f"needs at least {least} rank(s), got {ranks}")


def need_power_of_two(ranks: int, algorithm: str) -> None:
    """Refuse a group whose size is not a power of two.

    Raises:
        ConditionError: code ``not-a-power-of-two``.
    """
    need_ranks(ranks)
    message = f"{algorithm} is stated here for a power of two of ranks, got {ranks}"
    require(ranks & (ranks - 1) == 0, "not-a-power-of-two", message)
