"""Process groups: which ranks communicate along which axes, and which groups cross nodes."""

from __future__ import annotations

from typing import Annotated

from ledger.core.formulas import Citation, Param, formula
from ledger.core.mesh.axes import (
    DEVICE_MESH,
    MEGATRON_ORDER,
    Axes,
    FastestFirst,
    FastestLast,
    reversed_axes,
)
from ledger.errors import ConditionError

Groups = list[list[int]]
Tokens = Annotated[str, Param("word", "axes of the group, as dp or dp-cp")]
PerNode = Annotated[int, Param("rank", "ranks of a node, placed contiguously", minimum=1)]


def offsets(pairs: list[tuple[int, int]]) -> list[int]:
    """Every sum of coordinate times stride over (size, stride) pairs, the first pair fastest."""
    found = [0]
    for size, stride in pairs:
        found = [base + place * stride for place in range(size) for base in found]
    return found


def groups_of(axes: Axes, tokens: str) -> Groups:
    """The groups along the axes of *tokens* (``dp-cp``): one for every place on the other axes."""
    inside, outside = axes.split(tokens.split("-"))
    members, bases = offsets(inside), offsets(outside)
    if len(members) == 1:
        return [[base] for base in bases]
    step = members[1] - members[0]
    span = step * len(members)
    if members == list(range(0, span, step)):
        return [list(range(base, base + span, step)) for base in bases]
    return [[base + member for member in members] for base in bases]


def crossing_count(axes: Axes, tokens: str, per_node: int) -> int:
    """How many of those groups have members on more than one node, without listing the members."""
    inside, outside = axes.split(tokens.split("-"))
    reach = sum((size - 1) * stride for size, stride in inside)
    return sum(base // per_node != (base + reach) // per_node for base in offsets(outside))


@formula(
    "mesh.groups",
    unit="rank",
    convention="first axis varies fastest (Megatron order strings); groups and members in that order",
    source=MEGATRON_ORDER,
    example={"axes": "tp=2,cp=1,dp=2,pp=4", "of": "dp"},
)
def groups(axes: FastestFirst, of: Tokens) -> Groups:
    """Rank lists of the groups along one axis or several: every rank is in exactly one of them."""
    return groups_of(axes, of)


@formula(
    "mesh.groups_row_major",
    unit="rank",
    convention="last axis varies fastest (DeviceMesh, C order)",
    source=DEVICE_MESH,
    example={"axes": "pp=2,dp=2,tp=4", "of": "dp"},
)
def groups_row_major(axes: FastestLast, of: Tokens) -> Groups:
    """Rank lists of a row-major mesh's groups."""
    return groups_of(reversed_axes(axes), of)


@formula(
    "mesh.groups_crossing_nodes",
    unit="group",
    convention="groups with members on more than one node; ranks fill nodes contiguously",
    source=Citation("definition"),
    example={"axes": "tp=2,cp=1,dp=2,pp=4", "of": "pp", "per_node": "8"},
)
def groups_crossing_nodes(axes: FastestFirst, of: Tokens, per_node: PerNode) -> int:
    """How many groups along these axes need the network between nodes."""
    return crossing_count(axes, of, per_node)


@formula(
    "mesh.usp_groups",
    unit="rank",
    convention="unified sequence parallelism: two groups for every replica of ulysses·ring ranks",
    source=Citation("usp-2024", note="yunchang/globals.py, set_seq_parallel_pg, 56118e0"),
    example={"world": "8", "ulysses": "4", "ring": "2", "ulysses_low": "yes"},
    conditions=("ulysses·ring divides world",),
)
def usp_groups(
    world: Annotated[int, Param("rank", minimum=1)],
    ulysses: Annotated[int, Param("rank", minimum=1)],
    ring: Annotated[int, Param("rank", minimum=1)],
    ulysses_low: Annotated[bool, Param("yes/no", "whether Ulysses has the neighbouring ranks")] = True,
) -> dict[str, Groups]:
    """Ulysses and Ring groups; the axis named low varies fastest.

    Raises:
        ConditionError: ulysses·ring does not divide the world.
    """
    if world % (ulysses * ring):
        raise ConditionError("not-divisible", f"{ulysses}·{ring} does not divide {world} ranks")
    sizes = {"ulysses": ulysses, "ring": ring} if ulysses_low else {"ring": ring, "ulysses": ulysses}
    axes = Axes.of({**sizes, "dp": world // (ulysses * ring)})
    return {name: groups_of(axes, name) for name in ("ulysses", "ring")}


FORMULAS = (groups, groups_row_major, groups_crossing_nodes, usp_groups)
