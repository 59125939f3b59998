"""The one cost model of every schedule: how long each operation of each stage takes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain
from math import lcm

from ledger.errors import ConditionError

Number = int | Fraction


@dataclass(frozen=True, slots=True)
class Costs:
    """Times of one micro-batch on one stage (a chunk, not a rank's whole share), in any one unit.

    Attributes:
        forward: the forward; one number for all stages or one a stage.
        input_gradient: the backward for the input alone (``B`` of the Zero Bubble paper).
        weight_gradient: the backward for the weights alone (``W``); the full backward takes
            ``input_gradient + weight_gradient``.
        communication: from the end of an operation until a stage *on another rank* may use its
            output; the sender goes on meanwhile.
        overlapped: one slot that runs a forward and a full backward together (``F&B`` of the
            DeepSeek-V3 report); ``None`` means their sum, no gain.
    """

    forward: Number | Sequence[Number] = 1
    input_gradient: Number | Sequence[Number] = 1
    weight_gradient: Number | Sequence[Number] = 1
    communication: Number = 0
    overlapped: Number | None = None

    def ticks(self, stages: int) -> Ticks:
        """These times as whole multiples of one tick, the largest that divides them all.

        Raises:
            ConditionError: a time is negative (code ``negative-time``), or a list does not have one
                time a stage (``wrong-length``).
        """
        lists = [_spread(x, stages) for x in (self.forward, self.input_gradient, self.weight_gradient)]
        singles = [self.communication, *([] if self.overlapped is None else [self.overlapped])]
        values = [Fraction(value) for value in [*chain(*lists), *singles]]
        if min(values) < 0:
            raise ConditionError("negative-time", f"a time is negative: {min(values)}")
        scale = lcm(*(value.denominator for value in values))
        forward, backward, weight = ([int(x * scale) for x in values] for values in lists)
        overlapped = None if self.overlapped is None else int(self.overlapped * scale)
        return Ticks(
            Fraction(1, scale), forward, backward, weight, int(self.communication * scale), overlapped
        )


@dataclass(frozen=True, slots=True)
class Ticks:
    """A cost model in whole ticks, one entry a stage."""

    tick: Fraction
    forward: list[int]
    input_gradient: list[int]
    weight_gradient: list[int]
    communication: int
    overlapped: int | None

    def pair(self, forward_stage: int, backward_stage: int) -> int:
        """Ticks of one slot that runs a forward and a full backward together."""
        if self.overlapped is not None:
            return self.overlapped
        backward = self.input_gradient[backward_stage] + self.weight_gradient[backward_stage]
        return self.forward[forward_stage] + backward


def _spread(times: Number | Sequence[Number], stages: int) -> list[Number]:
    if isinstance(times, int | Fraction):
        return [times] * stages
    if len(times) != stages:
        raise ConditionError("wrong-length", f"{len(times)} times given for {stages} stages")
    return list(times)


UNIT_COSTS = Costs()
"""F = B = W = 1 and no communication: the setting of most papers' figures."""
