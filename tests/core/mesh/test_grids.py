"""Dense and expert grids, and every reason to refuse a layout."""

from __future__ import annotations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from ledger.core import formulas
from ledger.core.mesh.grids import Degrees, dense_axes, expert_axes, refusals
from ledger.core.mesh.groups import groups_of
from ledger.errors import ConditionError


def codes(text: str) -> list[str]:
    found: list[str] = formulas.get("mesh.refusals").compute({"degrees": text}).value
    return found


REFUSED = [
    ("world=12,tp=8", ["world-not-divisible", "expert-not-divisible"]),
    ("world=16,tp=2,ep=3", ["expert-not-divisible"]),
    ("tp=2,dp=2,world=16", ["world-mismatch"]),
    ("tp=0", ["size"]),
    ("tp=1,ep=2,cp=2,one_generator=yes", ["ep-and-cp"]),
    ("world=8,tp=2,vpp=2", ["interleave-without-pipeline"]),
    ("world=8,tp=2,pp=2,order=tp-dp", ["missing-axis"]),
    ("world=8,tp=2,order=tp-tp-dp", ["duplicate-axis"]),
    ("world=8,order=tp-xp-dp", ["unknown-axis"]),
    ("world=32,tp=2,pp=2,cp=2,ep=2,etp=1,order=tp-cp-ep-pp-dp", ["pp-not-last"]),
    ("world=8,tp=2,pp=2,dp=2,ep=2,etp=1,order=tp-pp-ep-dp", ["pp-groups-differ"]),
    ("tp=8,heads=12", ["heads-not-divisible"]),
    ("tp=8,kv_heads=3", ["kv-heads-not-divisible"]),
    ("dp=8,ep=8,experts=12", ["experts-not-divisible"]),
    ("pp=4,vpp=2,layers=61", ["layers-not-divisible"]),
]


@pytest.mark.parametrize(
    ("text", "expected"), REFUSED, ids=lambda item: item if isinstance(item, str) else ""
)
def test_refusal_codes(text: str, expected: list[str]) -> None:
    assert codes(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "world=16,tp=2,pp=2,cp=2,ep=2,etp=2,order=tp-cp-ep-pp-dp",
        "world=2048,pp=16,ep=64",
        "tp=8,kv_heads=4,heads=64",
        "tp=8,kv_heads=16",
        "pp=4,vpp=2,layers=64",
    ],
)
def test_allowed_layouts(text: str) -> None:
    assert codes(text) == []


def test_a_refused_layout_has_no_grids() -> None:
    with pytest.raises(ConditionError, match="world size 12 is not divisible") as refusal:
        formulas.get("mesh.grids").compute({"degrees": "world=12,tp=8"})
    assert refusal.value.code == "world-not-divisible"


def test_world_and_data_parallelism_follow_from_each_other() -> None:
    assert (Degrees(tp=2, pp=3).size, Degrees(tp=2, pp=3).data) == (6, 1)
    assert Degrees(tp=2, dp=4).size == 8
    assert Degrees(tp=2, world=8).data == 4


def test_deepseek_v3_s_mesh() -> None:
    """2,048 GPUs with PP 16 and EP 64: DP 128 dense, 2 for the experts; EP is no factor of the world."""
    details = formulas.get("mesh.grids").compute({"degrees": "world=2048,pp=16,ep=64"}).details
    assert (details["dp"], details["expert_dp"]) == (128, 2)


degrees = st.builds(
    Degrees,
    tp=st.sampled_from([1, 2, 4]),
    pp=st.sampled_from([1, 2, 3]),
    cp=st.sampled_from([1, 2]),
    ep=st.sampled_from([1, 2, 4]),
    etp=st.sampled_from([None, 1, 2]),
    dp=st.sampled_from([1, 2, 4]),
    order=st.sampled_from(["tp-cp-ep-dp-pp", "tp-cp-ep-pp-dp", "tp-pp-ep-cp-dp", "dp-tp-cp-ep-pp"]),
)


@given(degrees)
def test_accepted_grids_agree_on_world_and_pipeline(layout: Degrees) -> None:
    assume(next(refusals(layout), None) is None)
    dense, expert = dense_axes(layout), expert_axes(layout)
    assert dense.world == expert.world == layout.size
    assert groups_of(dense, "pp") == groups_of(expert, "pp")


@given(degrees)
def test_grid_refusals_are_exactly_megatron_s_guards(layout: Degrees) -> None:
    """The guards of initialize_model_parallel, by their definition: divisibility, order, equal pipelines."""
    expert_size = layout.expert_tensor * layout.ep * layout.pp
    found = [item.code for item in refusals(layout)]
    if layout.size % expert_size:
        assert found == ["expert-not-divisible"]
        return
    last = layout.order.endswith("pp") or layout.pp == 1 or layout.expert_data == layout.data
    same = groups_of(dense_axes(layout), "pp") == groups_of(expert_axes(layout), "pp")
    assert (found == []) == (last and same)
