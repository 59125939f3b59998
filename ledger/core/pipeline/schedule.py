"""What a pipeline schedule is: for each rank, an order of operations on (stage, micro-batch) pairs.

Operations are kept as integers, so that a schedule of millions of operations is a few flat lists.
With ``n = stages · microbatches`` and the cell ``i = stage · microbatches + microbatch``:

=================  ==========================================================================
code               operation
=================  ==========================================================================
``i``              ``F``, forward
``n + i``          ``B``, backward for the input (the input gradient alone)
``2n + i``         ``W``, backward for the weights
``3n + i``         ``BW``, the full backward: input and weight gradient in one piece
``4n + i·n + j``   ``(F|BW)``, a forward of cell *i* and a full backward of cell *j* in one slot
=================  ==========================================================================

The letter B means the full backward in some sources (GPipe, Megatron-LM, the DeepSeek-V3 report) and
the input gradient alone in others (Zero Bubble); here the two never share a name.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import NamedTuple


class Kind(IntEnum):
    """What an operation computes; the value is the code's multiple of ``n``."""

    F = 0
    B = 1
    W = 2
    BW = 3


class Operation(NamedTuple):
    """One operation on one micro-batch of one stage (a stage is a chunk of the model)."""

    kind: Kind
    stage: int
    microbatch: int

    def __str__(self) -> str:
        return f"{self.kind.name}{self.stage}.{self.microbatch}"


Slot = tuple[Operation, ...]
"""What a rank does at one time: one operation, or an overlapped forward and full backward."""


@dataclass(frozen=True, slots=True)
class Schedule:
    """An order of operations for every rank.

    Attributes:
        name: the schedule family, such as ``"1f1b"``.
        stages: how many chunks the model is cut into.
        microbatches: how many micro-batches run between two optimizer steps.
        orders: for each rank, its operation codes in the order of execution.
        routes: the ways a micro-batch can take: for each, the rank of every stage. Most schedules
            have one; a bidirectional pipeline has one a direction.
        route_of: for each micro-batch, the index of its route; empty when all take the first.
        flush: whether the optimizer steps only after all micro-batches (synchronous semantics);
            ``False`` for PipeDream, where every backward updates the stage's weights.
    """

    name: str
    stages: int
    microbatches: int
    orders: Sequence[Sequence[int]]
    routes: tuple[tuple[int, ...], ...]
    route_of: Sequence[int] = ()
    flush: bool = True

    @property
    def ranks(self) -> int:
        """How many ranks (devices) the schedule runs on."""
        return len(self.orders)

    @property
    def cells(self) -> int:
        """``stages · microbatches``, the radix of the operation codes."""
        return self.stages * self.microbatches

    def rank_of(self, stage: int, microbatch: int) -> int:
        """The rank that computes this stage for this micro-batch."""
        route = self.route_of[microbatch] if self.route_of else 0
        return self.routes[route][stage]

    def slot(self, code: int) -> Slot:
        """The operations behind a code."""
        cells = self.cells
        if code < 4 * cells:
            kind, cell = divmod(code, cells)
            return (self._operation(Kind(kind), cell),)
        forward, backward = divmod(code - 4 * cells, cells)
        return (self._operation(Kind.F, forward), self._operation(Kind.BW, backward))

    def slots(self, rank: int) -> Iterator[Slot]:
        """The rank's operations in order."""
        return map(self.slot, self.orders[rank])

    def text(self, rank: int) -> str:
        """The rank's order as text: ``"F0.0 F0.1 BW0.0 (F0.2|BW0.1)"``."""
        return " ".join(format_slot(slot) for slot in self.slots(rank))

    def _operation(self, kind: Kind, cell: int) -> Operation:
        return Operation(kind, *divmod(cell, self.microbatches))


def format_slot(slot: Slot) -> str:
    """``"F0.1"`` for a single operation, ``"(F0.1|BW3.0)"`` for an overlapped pair."""
    inner = "|".join(map(str, slot))
    return f"({inner})" if len(slot) > 1 else inner


def linear_route(ranks: int) -> tuple[int, ...]:
    """One stage a rank, in order."""
    return tuple(range(ranks))


def looped_route(ranks: int, chunks: int) -> tuple[int, ...]:
    """Stage *s* on rank ``s mod ranks`` (Megatron-LM, §2.2.2: model chunks taken in turn)."""
    return tuple(stage % ranks for stage in range(ranks * chunks))


def v_route(ranks: int) -> tuple[int, ...]:
    """Two stages a rank, first down the ranks and then back up (Zero Bubble, §6)."""
    return (*range(ranks), *reversed(range(ranks)))
