"""The parameters that the formulas of mixture of experts share, and the guards on them."""

from __future__ import annotations

from typing import Annotated

from ledger.core.exact import read_integer_rows, read_integers, require
from ledger.core.formulas import Param

Experts = Annotated[int, Param("expert", "routed experts of the layer (E)", minimum=1)]
Ranks = Annotated[int, Param("rank", "expert-parallel ranks (R)", minimum=1)]
Nodes = Annotated[int, Param("node", "nodes that the ranks stand on", minimum=1)]
RankTokens = Annotated[int, Param("token/rank", "tokens of one rank (S)", minimum=0)]
TopK = Annotated[int, Param("expert/token", "experts chosen by a token (K)", minimum=1)]
Hidden = Annotated[int, Param("element/token", "routed width", minimum=1)]
ElementBytes = Annotated[int, Param("B/element", "bytes of an element", minimum=1)]
ExpertLoad = Annotated[
    tuple[int, ...], Param("token", "tokens of each expert, [24, 8, 13, ...]", read=read_integers)
]
Routing = Annotated[
    tuple[tuple[int, ...], ...],
    Param(
        "expert",
        "by token, the experts it chose; -1 for none: [[10, 2], [12, -1], ...]",
        read=read_integer_rows,
    ),
]


def experts_per_rank(experts: int, ranks: int) -> int:
    """E/R.

    Raises:
        ConditionError: code ``not-divisible``: R does not divide E.
    """
    require(ranks >= 1 and experts >= 1, "empty", "needs at least one rank and one expert")
    require(experts % ranks == 0, "not-divisible", f"{experts} experts do not divide over {ranks} ranks")
    return experts // ranks


MOST_PLACES = 1 << 16


def need_countable(places: int, what: str) -> None:
    """Refuse more places than can sensibly be counted one by one (a bound on memory).

    Raises:
        ConditionError: code ``too-many``.
    """
    require(places <= MOST_PLACES, "too-many", f"at most {MOST_PLACES} {what}, got {places}")


def need_loads(loads: tuple[int, ...]) -> None:
    """Refuse loads that are empty or negative.

    Raises:
        ConditionError: codes ``empty``, ``too-many`` and ``negative-load``.
    """
    require(len(loads) > 0, "empty", "no loads given")
    need_countable(len(loads), "experts")
    require(min(loads) >= 0, "negative-load", "a load is negative")
