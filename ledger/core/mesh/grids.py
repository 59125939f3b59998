"""The dense and the expert grid over the same ranks, and the layouts that are refused.

The dense grid is tp·cp·dp·pp, the expert grid etp·ep·edp·pp: expert parallelism folds over the ranks of
tensor, context and data parallelism and adds no factor to the world.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, Any

from ledger.core.formulas import Param, Result, formula
from ledger.core.mesh.axes import MEGATRON_ORDER, Axes
from ledger.core.mesh.groups import crossing_count, groups_of
from ledger.core.records import record_reader
from ledger.errors import ConditionError

ORDER = "tp-cp-ep-dp-pp"
DENSE_TOKENS = ("tp", "cp", "dp", "pp", "dp-cp", "tp-cp", "tp-pp")
EXPERT_TOKENS = ("ep", "dp", "tp-ep", "pp")


@dataclass(frozen=True, slots=True)
class Degrees:
    """What a layout asks for. ``world`` and ``dp`` follow from each other; ``etp`` defaults to ``tp``."""

    tp: int = 1
    pp: int = 1
    cp: int = 1
    ep: int = 1
    etp: int | None = None
    dp: int | None = None
    world: int | None = None
    vpp: int = 1
    order: str = ORDER
    one_generator: bool = False
    heads: int | None = None
    kv_heads: int | None = None
    experts: int | None = None
    layers: int | None = None

    @property
    def expert_tensor(self) -> int:
        """Tensor-parallel degree of the experts."""
        return self.tp if self.etp is None else self.etp

    @property
    def size(self) -> int:
        """The world: as given, or the product of the dense degrees."""
        if self.world is not None:
            return self.world
        return self.tp * self.pp * self.cp * (self.dp or 1)

    @property
    def data(self) -> int:
        """Data-parallel degree of the dense grid."""
        return self.size // (self.tp * self.pp * self.cp)

    @property
    def expert_data(self) -> int:
        """Data-parallel degree of the expert grid."""
        return self.size // (self.expert_tensor * self.ep * self.pp)


DegreesInput = Annotated[
    Degrees,
    Param("degrees", "as world=16,tp=2,pp=4,order=tp-cp-ep-dp-pp or JSON", read=record_reader(Degrees)),
]


@dataclass(frozen=True, slots=True)
class Refusal:
    """A reason why a layout cannot be: a stable code and the sentence for a reader."""

    code: str
    reason: str


def refusals(degrees: Degrees) -> Iterator[Refusal]:
    """Every reason to refuse the layout, the most basic first; later ones presuppose the earlier hold."""
    asked = (degrees.tp, degrees.pp, degrees.cp, degrees.ep, degrees.expert_tensor, degrees.vpp, degrees.size)
    if min(asked) < 1 or (degrees.dp is not None and degrees.dp < 1):
        yield Refusal("size", "every degree of parallelism must be at least 1")
        return
    yield from _order_refusals(degrees)
    division = list(_division_refusals(degrees))
    yield from division
    if degrees.one_generator and degrees.ep > 1 and degrees.cp > 1:
        yield Refusal("ep-and-cp", "EP > 1 and CP > 1 in one generator: CP is dense only, EP expert only")
    if degrees.vpp > 1 and degrees.pp == 1:
        yield Refusal("interleave-without-pipeline", "interleaved stages need more than one pipeline stage")
    if not division:
        yield from _grid_refusals(degrees)
    yield from _model_refusals(degrees)


def _order_refusals(degrees: Degrees) -> Iterator[Refusal]:
    tokens = degrees.order.split("-")
    sizes = {"tp": degrees.tp, "pp": degrees.pp, "cp": degrees.cp, "ep": degrees.ep, "dp": degrees.dp or 1}
    for token in tokens:
        if token not in sizes:
            yield Refusal("unknown-axis", f"the order names '{token}', which is no axis")
    if len(set(tokens)) != len(tokens):
        yield Refusal("duplicate-axis", f"the order {degrees.order} names an axis twice")
    for name, size in sizes.items():
        if size > 1 and name not in tokens:
            yield Refusal("missing-axis", f"{name} has size {size} but is not in the order {degrees.order}")


def _division_refusals(degrees: Degrees) -> Iterator[Refusal]:
    dense = degrees.tp * degrees.pp * degrees.cp
    if degrees.size % dense:
        yield Refusal(
            "world-not-divisible", f"world size {degrees.size} is not divisible by tp·pp·cp = {dense}"
        )
    elif degrees.dp is not None and dense * degrees.dp != degrees.size:
        yield Refusal(
            "world-mismatch", f"tp·pp·cp·dp = {dense * degrees.dp}, but the world is {degrees.size}"
        )
    if degrees.one_generator:
        return
    expert = degrees.expert_tensor * degrees.ep * degrees.pp
    if degrees.size % expert:
        yield Refusal(
            "expert-not-divisible", f"world size {degrees.size} is not divisible by etp·ep·pp = {expert}"
        )


def _grid_refusals(degrees: Degrees) -> Iterator[Refusal]:
    if degrees.one_generator or degrees.pp == 1 or "pp" not in degrees.order.split("-"):
        return
    if not degrees.order.endswith("pp") and degrees.expert_data != degrees.data:
        yield Refusal(
            "pp-not-last",
            f"pp is not last in {degrees.order} while dense dp {degrees.data} is not "
            f"expert dp {degrees.expert_data}",
        )
    elif _pipeline_stride(dense_axes(degrees)) != _pipeline_stride(expert_axes(degrees)):
        yield Refusal("pp-groups-differ", "dense and expert grids have different pipeline groups")


def _pipeline_stride(axes: Axes) -> int:
    return axes.strides()[axes.names.index("pp")]


def _model_refusals(degrees: Degrees) -> Iterator[Refusal]:
    for what, count, name, degree in (
        ("attention heads", degrees.heads, "tp", degrees.tp),
        ("experts", degrees.experts, "ep", degrees.ep),
        ("layers", degrees.layers, "pp·vpp", degrees.pp * degrees.vpp),
    ):
        if count is not None and count % degree:
            yield Refusal(
                f"{what.split()[-1]}-not-divisible", f"{count} {what} are not divisible by {name} = {degree}"
            )
    heads = degrees.kv_heads
    if heads is not None and heads % degrees.tp and degrees.tp % heads:
        yield Refusal(
            "kv-heads-not-divisible", f"{heads} key-value heads and tp = {degrees.tp} do not divide"
        )


def _axes(degrees: Degrees, sizes: dict[str, int]) -> Axes:
    tokens = degrees.order.split("-")
    rest = [name for name in sizes if name not in tokens]
    return Axes.of({name: sizes[name] for name in (*tokens, *rest)})


def dense_axes(degrees: Degrees) -> Axes:
    """The dense grid in the layout's order (its ``ep`` has size 1)."""
    return _axes(degrees, {"tp": degrees.tp, "cp": degrees.cp, "dp": degrees.data, "pp": degrees.pp, "ep": 1})


def expert_axes(degrees: Degrees) -> Axes:
    """The expert grid in the layout's order (its ``cp`` has size 1)."""
    sizes = {
        "tp": degrees.expert_tensor,
        "ep": degrees.ep,
        "dp": degrees.expert_data,
        "pp": degrees.pp,
        "cp": 1,
    }
    return _axes(degrees, sizes)


@formula(
    "mesh.refusals",
    unit="reason",
    convention="reason codes, the most basic first; an empty answer means the layout is possible",
    source=MEGATRON_ORDER,
    example={"degrees": "world=32,tp=2,pp=2,cp=2,ep=2,etp=1,order=tp-cp-ep-pp-dp"},
)
def layout_refusals(degrees: DegreesInput) -> Result:
    """Why a layout cannot be built: sizes, order, divisibility, grids that disagree, the model's shape."""
    found = list(refusals(degrees))
    return Result([item.code for item in found], {item.code: item.reason for item in found})


@formula(
    "mesh.grids",
    unit="rank",
    convention="dense and expert groups over the same ranks; leftmost axis of the order varies fastest",
    source=MEGATRON_ORDER,
    example={"degrees": "world=16,tp=2,pp=4", "per_node": "8"},
    conditions=("the layout is not refused",),
)
def grids(
    degrees: DegreesInput,
    per_node: Annotated[int, Param("rank", "ranks of a node, placed contiguously", minimum=1)] = 8,
) -> Result:
    """Groups of both grids, and how many of each cross nodes.

    Raises:
        ConditionError: the layout is refused; ``code`` is the first reason's.
    """
    refusal = next(refusals(degrees), None)
    if refusal is not None:
        raise ConditionError(refusal.code, refusal.reason)
    dense, expert = dense_axes(degrees), expert_axes(degrees)
    value: dict[str, Any] = {
        "dense": {token: groups_of(dense, token) for token in DENSE_TOKENS},
        "expert": {token: groups_of(expert, token) for token in EXPERT_TOKENS},
    }
    details = {
        "dp": degrees.data,
        "expert_dp": degrees.expert_data,
        "dense axes": dict(zip(dense.names, dense.sizes, strict=True)),
        "expert axes": dict(zip(expert.names, expert.sizes, strict=True)),
        "dense groups crossing nodes": {
            token: crossing_count(dense, token, per_node) for token in DENSE_TOKENS
        },
        "expert groups crossing nodes": {
            token: crossing_count(expert, token, per_node) for token in EXPERT_TOKENS
        },
    }
    return Result(value, details)


FORMULAS = (layout_refusals, grids)
