"""The parameters that the formulas of context parallelism share, and the guards on them."""

from __future__ import annotations

from typing import Annotated

from ledger.core.collectives.inputs import need_ranks
from ledger.core.exact import require
from ledger.core.formulas import Param

Batch = Annotated[int, Param("sequence", "sequences of the micro-batch", minimum=1)]
Sequence = Annotated[int, Param("token", "length of the whole sequence", minimum=1)]
QueryHeads = Annotated[int, Param("head", "query heads", minimum=1)]
KvHeads = Annotated[int, Param("head", "key and value heads (fewer than query heads under GQA)", minimum=1)]
HeadDim = Annotated[int, Param("element", "width of a head", minimum=1)]
Degree = Annotated[int, Param("rank", "ranks that share the sequence", minimum=1)]
ElementBytes = Annotated[int, Param("B/element", "bytes of an element", minimum=1)]


def need_divides(divisor: int, number: int, what: str) -> None:
    """Refuse a division with a remainder.

    Raises:
        ConditionError: codes ``not-divisible`` and ``too-few-ranks``.
    """
    need_ranks(divisor)
    require(number % divisor == 0, "not-divisible", f"{number} {what} do not divide over {divisor} ranks")


def need_head_split(degree: int, query_heads: int, kv_heads: int) -> None:
    """Refuse a degree that does not divide both kinds of heads, or key heads that do not group the queries.

    Raises:
        ConditionError: codes ``not-divisible`` and ``uneven-groups``.
    """
    uneven = f"{query_heads} query heads do not group over {kv_heads} key/value heads"
    require(kv_heads >= 1 and query_heads % kv_heads == 0, "uneven-groups", uneven)
    need_divides(degree, query_heads, "query heads")
    need_divides(degree, kv_heads, "key/value heads")
