"""Groups: a partition of the ranks along any axes, and the crossing of nodes."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.core import formulas
from ledger.core.mesh.axes import Axes
from ledger.core.mesh.groups import crossing_count, groups_of
from ledger.errors import ConditionError

NAMES = ("tp", "cp", "dp", "pp")
meshes = st.permutations(NAMES).flatmap(
    lambda names: st.lists(st.integers(1, 4), min_size=4, max_size=4).map(
        lambda sizes: Axes(tuple(names), tuple(sizes))
    )
)
tokens = st.lists(st.sampled_from(NAMES), min_size=1, max_size=4, unique=True)


def value(formula: str, **inputs: Any) -> Any:
    return formulas.get(formula).compute(inputs).value


@given(meshes, tokens)
def test_groups_partition_the_world(mesh: Axes, of: list[str]) -> None:
    groups = groups_of(mesh, "-".join(of))
    assert sorted(rank for group in groups for rank in group) == list(range(mesh.world))
    assert len({len(group) for group in groups}) == 1


@given(meshes, tokens)
def test_members_differ_only_along_the_group_s_axes(mesh: Axes, of: list[str]) -> None:
    for group in groups_of(mesh, "-".join(of)):
        places = [mesh.coordinates(rank) for rank in group]
        for name in set(NAMES) - set(of):
            assert len({place[name] for place in places}) == 1


@given(meshes, tokens, st.integers(1, 16))
def test_crossing_count_agrees_with_the_listed_groups(mesh: Axes, of: list[str], per_node: int) -> None:
    listed = groups_of(mesh, "-".join(of))
    crossing = sum(len({rank // per_node for rank in group}) > 1 for group in listed)
    assert crossing_count(mesh, "-".join(of), per_node) == crossing


def test_megatron_s_own_example() -> None:
    """16 GPUs, tp 2, pp 4: the groups that parallel_state.py lists in its docstring."""
    axes = "tp=2,cp=1,dp=2,pp=4"
    assert value("mesh.groups", axes=axes, of="pp")[0] == [0, 4, 8, 12]
    assert value("mesh.groups", axes=axes, of="dp")[:2] == [[0, 2], [1, 3]]
    assert value("mesh.groups", axes=axes, of="tp")[-1] == [14, 15]
    assert value("mesh.groups_crossing_nodes", axes=axes, of="pp", per_node=8) == 4
    assert value("mesh.groups_crossing_nodes", axes=axes, of="tp", per_node=8) == 0


def test_row_major_groups_are_those_of_the_reversed_order() -> None:
    assert value("mesh.groups_row_major", axes="pp=2,dp=2,tp=4", of="dp") == value(
        "mesh.groups", axes="tp=4,dp=2,pp=2", of="dp"
    )


def test_usp_groups_swap_with_the_low_axis_and_repeat_for_replicas() -> None:
    low = value("mesh.usp_groups", world=16, ulysses=4, ring=2, ulysses_low="yes")
    high = value("mesh.usp_groups", world=16, ulysses=2, ring=4, ulysses_low="no")
    assert low["ulysses"] == high["ring"] == [[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10, 11], [12, 13, 14, 15]]
    assert low["ring"][:2] == [[0, 4], [1, 5]]
    with pytest.raises(ConditionError) as refusal:
        value("mesh.usp_groups", world=12, ulysses=4, ring=2)
    assert refusal.value.code == "not-divisible"


def test_unknown_axis_is_refused() -> None:
    with pytest.raises(ConditionError, match="no axis 'ddp'") as refusal:
        value("mesh.groups", axes="tp=2,dp=2", of="ddp")
    assert refusal.value.code == "unknown-axis"
