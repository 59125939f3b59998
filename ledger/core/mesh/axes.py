"""A device mesh: named axes in an order, and the arithmetic between ranks and coordinates.

Two conventions of order exist. In Megatron's order strings (``tp-cp-ep-dp-pp``) the *leftmost* axis varies
fastest with the rank; in a row-major mesh (``DeviceMesh``, ``arange(world).view(shape)``) the *last* does.
An :class:`Axes` is always held fastest first.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import prod
from typing import Annotated

from ledger.core.formulas import Citation, Param, formula, read_integer
from ledger.core.records import read_mapping
from ledger.errors import ConditionError, did_you_mean

MEGATRON_ORDER = Citation("megatron-lm-repo", note="megatron/core/parallel_state.py, RankGenerator, d98e8a64")
DEVICE_MESH = Citation("fsdp2-docs", note="DeviceMesh is row-major over arange(world)")
LARGEST_WORLD = 1 << 20


@dataclass(frozen=True, slots=True)
class Axes:
    """Names and sizes of orthogonal axes, the fastest-varying first."""

    names: tuple[str, ...]
    sizes: tuple[int, ...]

    def __post_init__(self) -> None:
        if len(set(self.names)) != len(self.names):
            raise ConditionError("duplicate-axis", f"an axis occurs twice in {'-'.join(self.names)}")
        if not self.names or min(self.sizes) < 1:
            raise ConditionError("size", "there must be an axis, and every size must be at least 1")
        if self.world > LARGEST_WORLD:
            raise ConditionError("too-large", f"more than {LARGEST_WORLD} ranks")

    @classmethod
    def of(cls, sizes: Mapping[str, int]) -> Axes:
        """Axes from a mapping that is in order, the fastest first."""
        return cls(tuple(sizes), tuple(sizes.values()))

    @property
    def world(self) -> int:
        """Number of ranks: the product of the sizes."""
        return prod(self.sizes)

    def strides(self) -> tuple[int, ...]:
        """How far in rank two neighbours along each axis are apart."""
        found, step = [], 1
        for size in self.sizes:
            found.append(step)
            step *= size
        return tuple(found)

    def coordinates(self, rank: int) -> dict[str, int]:
        """The rank's place on every axis.

        Raises:
            ConditionError: there is no such rank.
        """
        if not 0 <= rank < self.world:
            raise ConditionError("rank", f"rank {rank} of a world of {self.world}")
        return {
            name: rank // stride % size
            for name, size, stride in zip(self.names, self.sizes, self.strides(), strict=True)
        }

    def rank(self, coordinates: Mapping[str, int]) -> int:
        """The rank at a place; an axis that is not named is at 0."""
        return sum(
            coordinates.get(name, 0) * stride for name, stride in zip(self.names, self.strides(), strict=True)
        )

    def split(self, tokens: Iterable[str]) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
        """(size, stride) of the axes named by *tokens*, and of the others.

        Raises:
            ConditionError: a token is no axis of this mesh.
        """
        wanted = set(tokens)
        for token in sorted(wanted - set(self.names)):
            hint = did_you_mean(token, self.names) or f"axes are {', '.join(self.names)}"
            raise ConditionError("unknown-axis", f"no axis '{token}'; {hint}")
        pairs = list(zip(self.names, self.sizes, self.strides(), strict=True))
        inside = [(size, stride) for name, size, stride in pairs if name in wanted]
        outside = [(size, stride) for name, size, stride in pairs if name not in wanted]
        return inside, outside


def read_axes(given: object) -> Axes:
    """Axes from ``tp=2,dp=4,pp=2`` (order matters), a JSON object or a mapping."""
    if isinstance(given, Axes):
        return given
    return Axes.of({name: read_integer(size) for name, size in read_mapping(given).items()})


FastestFirst = Annotated[
    Axes, Param("axes", "sizes in order, as tp=2,cp=1,dp=4,pp=2; the first varies fastest", read=read_axes)
]
FastestLast = Annotated[
    Axes, Param("axes", "sizes in order, as pp=2,dp=4,tp=2; the last varies fastest", read=read_axes)
]
Rank = Annotated[int, Param("rank", minimum=0)]
Size = Annotated[int, Param("rank", minimum=1)]


def reversed_axes(axes: Axes) -> Axes:
    """The same mesh written in the other order."""
    return Axes(axes.names[::-1], axes.sizes[::-1])


@formula(
    "mesh.world_size",
    unit="rank",
    convention="product of orthogonal axes; EP lies inside DP·CP·TP and SP shares TP, so neither is one",
    source=Citation("megatron-3d-2021", "3.1", note="p·t·d = n"),
    example={"axes": "tp=8,cp=1,dp=16,pp=16"},
    conditions=("no ep or sp axis beside the dense ones",),
)
def world_size(axes: FastestFirst) -> int:
    """Ranks of a mesh whose axes are orthogonal.

    Raises:
        ConditionError: an ``ep`` axis stands beside tp, cp or dp, or there is an ``sp`` axis.
    """
    names = set(axes.names)
    if "sp" in names and "tp" in names:
        raise ConditionError("sp-shares-tp", "sequence parallelism shares the tensor-parallel group")
    if (
        "ep" in names
        and names & {"tp", "cp", "dp"}
        and dict(zip(axes.names, axes.sizes, strict=True))["ep"] > 1
    ):
        raise ConditionError("ep-inside-dp", "expert parallelism is folded into the dense axes' ranks")
    return axes.world


@formula(
    "mesh.gpus_of_three_axes",
    unit="GPU",
    convention="pipeline, tensor and data parallelism as orthogonal axes, no other",
    source=Citation("megatron-3d-2021", "3.1", note="p·t·d = n"),
    example={"pipeline": "16", "tensor": "8", "data": "12"},
)
def gpus_of_three_axes(pipeline: Size, tensor: Size, data: Size) -> int:
    """GPUs of a job whose pipeline, tensor and data degrees span all of it: p·t·d."""
    return pipeline * tensor * data


@formula(
    "mesh.product_of_all_axes",
    unit="rank",
    convention="every named degree multiplied, expert parallelism too; over-counts when EP folds into DP",
    source=Citation("cs25-v6-lecture4", note="space of rank numbers of five parallel forms"),
    example={"axes": "dp=128,tp=1,pp=16,cp=1,ep=64"},
)
def product_of_all_axes(axes: FastestFirst) -> int:
    """The plain product: 131,072 for DeepSeek-V3's degrees, whose world is 2,048."""
    return axes.world


@formula(
    "mesh.coordinates",
    unit="coordinate",
    convention="first axis varies fastest (Megatron order strings)",
    source=MEGATRON_ORDER,
    example={"axes": "tp=2,cp=1,dp=2,pp=4", "rank": "13"},
)
def coordinates(axes: FastestFirst, rank: Rank) -> dict[str, int]:
    """Where a rank stands on every axis."""
    return axes.coordinates(rank)


@formula(
    "mesh.coordinates_row_major",
    unit="coordinate",
    convention="last axis varies fastest (DeviceMesh, C order)",
    source=DEVICE_MESH,
    example={"axes": "pp=2,dp=2,tp=4", "rank": "13"},
)
def coordinates_row_major(axes: FastestLast, rank: Rank) -> dict[str, int]:
    """Where a rank stands on every axis of a row-major mesh."""
    found = reversed_axes(axes).coordinates(rank)
    return {name: found[name] for name in axes.names}


@formula(
    "mesh.order_of_row_major",
    unit="word",
    convention="the Megatron order string of a row-major mesh",
    source=DEVICE_MESH,
    example={"axes": "pp=2,dp=2,tp=4"},
)
def order_of_row_major(axes: FastestLast) -> str:
    """The axes from the last to the first: ``tp-dp-pp`` for the mesh (pp, dp, tp)."""
    return "-".join(axes.names[::-1])


FORMULAS = (
    world_size,
    gpus_of_three_axes,
    product_of_all_axes,
    coordinates,
    coordinates_row_major,
    order_of_row_major,
)
