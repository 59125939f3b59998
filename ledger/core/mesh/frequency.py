"""How often each collective is called: per layer, per micro-batch, per optimizer step."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated

from ledger.core.formulas import Citation, Param, Result, formula
from ledger.core.records import record_reader
from ledger.errors import ConditionError


@dataclass(frozen=True, slots=True)
class Plan:
    """What decides the calls on one rank: degrees, its layers, and the policies that add or save calls.

    ``layers`` and ``moe_layers`` are those of the rank's own stage; ``no_sync`` defers the gradient
    collective of DDP and ZeRO-1 to the last micro-batch; ``regather`` repeats sequence parallelism's
    all-gather in backward; ``redispatch`` repeats the expert dispatch in backward.
    """

    layers: int
    moe_layers: int = 0
    micro_batches: int = 1
    tp: int = 1
    sp: bool = False
    pp: int = 1
    chunks: int = 1
    dp: int = 1
    zero_stage: int = 0
    no_sync: bool = True
    ep: int = 1
    cp: int = 1
    context: str = "ring"
    regather: bool = True
    redispatch: bool = False

    def __post_init__(self) -> None:
        if self.context not in ("ring", "ulysses"):
            raise ConditionError("context", "context is ring or ulysses")
        if not 0 <= self.zero_stage <= 3:
            raise ConditionError("zero-stage", f"ZeRO has stages 0 to 3, not {self.zero_stage}")
        if self.moe_layers > self.layers:
            raise ConditionError("layers", "more expert layers than layers")


@dataclass(frozen=True, slots=True)
class Calls:
    """Calls of one collective along one axis: how many, of which scope, and how often the scope repeats."""

    axis: str
    collective: str
    forward: int
    backward: int
    scope: str
    repeats: int

    @property
    def per_step(self) -> int:
        """Calls on one rank in one optimizer step."""
        return (self.forward + self.backward) * self.repeats


def calls(plan: Plan) -> Iterator[Calls]:
    """Every collective of the plan; axes of size 1 make none."""
    if plan.tp > 1:
        yield from _tensor(plan)
    if plan.cp > 1:
        yield from _context(plan)
    if plan.ep > 1 and plan.moe_layers:
        repeats = plan.moe_layers * plan.micro_batches
        yield Calls("ep", "all-to-all", 2, 3 if plan.redispatch else 2, "expert layer·micro-batch", repeats)
    if plan.pp > 1:
        repeats = plan.micro_batches * plan.chunks
        yield Calls("pp", "send to the next stage", 1, 0, "chunk·micro-batch", repeats)
        yield Calls("pp", "send to the previous stage", 0, 1, "chunk·micro-batch", repeats)
    if plan.dp > 1:
        yield from _data(plan)


def _tensor(plan: Plan) -> Iterator[Calls]:
    repeats = plan.layers * plan.micro_batches
    if not plan.sp:
        yield Calls("tp", "all-reduce", 2, 2, "layer·micro-batch", repeats)
        return
    yield Calls("tp", "all-gather", 2, 4 if plan.regather else 2, "layer·micro-batch", repeats)
    yield Calls("tp", "reduce-scatter", 2, 2, "layer·micro-batch", repeats)


def _context(plan: Plan) -> Iterator[Calls]:
    repeats = plan.layers * plan.micro_batches
    if plan.context == "ulysses":
        yield Calls("cp", "all-to-all", 4, 4, "layer·micro-batch", repeats)
    else:
        yield Calls(
            "cp", "ring exchange of keys and values", plan.cp - 1, plan.cp - 1, "layer·micro-batch", repeats
        )
        yield Calls("cp", "ring exchange of their gradients", 0, plan.cp, "layer·micro-batch", repeats)


def _data(plan: Plan) -> Iterator[Calls]:
    syncs = 1 if plan.no_sync else plan.micro_batches
    if plan.zero_stage == 0:
        yield Calls("dp", "all-reduce of gradients", 0, 1, "step" if plan.no_sync else "micro-batch", syncs)
        return
    if plan.zero_stage == 3:
        repeats = plan.layers * plan.micro_batches
        yield Calls("dp", "all-gather of parameters", 1, 1, "layer·micro-batch", repeats)
        yield Calls("dp", "reduce-scatter of gradients", 0, 1, "layer·micro-batch", repeats)
        return
    reduced = syncs if plan.zero_stage == 1 else plan.micro_batches
    scope = "step" if reduced == 1 else "micro-batch"
    yield Calls("dp", "reduce-scatter of gradients", 0, 1, scope, reduced)
    yield Calls("dp", "all-gather of parameters", 1, 0, "step", 1)


@formula(
    "mesh.call_frequency",
    unit="call",
    convention="calls on one rank in one optimizer step; a bucketed collective counts once; "
    "ZeRO-2 reduces every micro-batch, ZeRO-3 gathers layer by layer",
    source=Citation(
        "selective-recompute-2022",
        "4.2.2",
        note="TP, SP; megatron-3d-2021 §3.2 (PP), §3.3.2 (DP once a batch); zero-2019 §7.2; ddp-2020",
    ),
    example={"plan": "layers=10,micro_batches=64,tp=8,sp=yes,pp=8,dp=8,zero_stage=1"},
    conditions=("the layers are those of the rank's own stage",),
)
def call_frequency(
    plan: Annotated[Plan, Param("plan", "as layers=10,tp=8,… or JSON", read=record_reader(Plan))],
) -> Result:
    """Calls in a step, with forward, backward, scope and repeats of every collective in ``details``.

    Tensor parallelism has 2 all-reduces forward and 2 backward in a layer; with sequence parallelism
    4 all-gathers and 4 reduce-scatters, and 2 more all-gathers where the input is gathered again in
    backward. Experts have dispatch and combine both ways.
    """
    found = list(calls(plan))
    details = {
        f"{row.axis}: {row.collective}": {
            "forward": row.forward,
            "backward": row.backward,
            "per": row.scope,
            "repeats": row.repeats,
            "per step": row.per_step,
        }
        for row in found
    }
    return Result(sum(row.per_step for row in found), details)


FORMULAS = (call_frequency,)
