"""Cases of meshes: Megatron's rank groups and refusals, unified sequence parallelism, DeviceMesh."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from ledger.core.mesh.grids import Degrees
from tests.oracles.call import compute
from tests.oracles.case import Adapter, Case, Ignored, Judge

DEGREES = {field.name for field in fields(Degrees)}


def _degrees(given: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in given.items() if name in DEGREES}


def rank_groups(case: Case) -> Mapping[str, Any]:
    per_node = case.inputs.get("gpus_per_node", 8)
    details = compute("mesh.grids", degrees=_degrees(case.inputs), per_node=per_node).details
    answers: dict[str, Any] = {"dp": details["dp"], "expert_dp": details["expert_dp"]}
    for grid in ("dense", "expert"):
        axes = details[f"{grid} axes"]
        answers[grid] = {
            token: compute("mesh.groups", axes=axes, of=token).value for token in case.expected.get(grid, {})
        }
        crossing = f"{grid}_groups_crossing_nodes"
        answers[crossing] = {
            token: compute("mesh.groups_crossing_nodes", axes=axes, of=token, per_node=per_node).value
            for token in case.expected.get(crossing, {})
        }
    return answers


# our code → the anchor's message
MESSAGES = {
    "ep-and-cp": r"Both EP and CP > 1",
    "world-not-divisible": r"world_size \(\d+\) is not divisible by \d+$",
    "expert-not-divisible": r"is not divisible by expert_tensor_model_pipeline",
    "missing-axis": r"The size of \(\w+\) is \(\d+\), but you haven't\s*specified the order",
    "pp-not-last": r"When not using pp-last rank ordering",
    "pp-groups-differ": r"Pipeline parallel groups are expected to be the same",
    "interleave-without-pipeline": r"should be greater than 1 with interleaved schedule",
}


def invalid(case: Case) -> Mapping[str, Any]:
    given = dict(case.inputs)
    if "virtual_pipeline_model_parallel_size" in given:
        given["vpp"] = given.pop("virtual_pipeline_model_parallel_size") or 1
    codes = compute("mesh.refusals", degrees=_degrees(given)).value

    def fault(expected: Any) -> str:
        if expected == "no error":
            return f"refused: {codes}" if codes else ""
        known = [code for code, message in MESSAGES.items() if re.search(message, str(expected))]
        if not known:
            return f"unknown message '{expected}'"
        return "" if known[0] in codes else f"expected {known[0]}, got {codes}"

    return {
        "error": Judge(fault),
        "must_refuse": bool(codes),
        "reason_class": Ignored("free wording of the class that 'error' is judged by"),
    }


def usp_groups(case: Case) -> Mapping[str, Any]:
    given = case.inputs
    groups = compute(
        "mesh.usp_groups",
        world=given["world"],
        ulysses=given["ulysses_degree"],
        ring=given["ring_degree"],
        ulysses_low=given["use_ulysses_low"],
    ).value
    return {"ulysses_groups": groups["ulysses"], "ring_groups": groups["ring"]}


def devicemesh(case: Case) -> Mapping[str, Any]:
    shape = case.inputs["shape"]
    answers: dict[str, Any] = {
        "equivalent_megatron_order": compute("mesh.order_of_row_major", axes=shape).value
    }
    for name in case.expected:
        if match := re.fullmatch(r"coord_of_rank_(\d+)", name):
            place = compute("mesh.coordinates_row_major", axes=shape, rank=int(match[1])).value
            answers[name] = list(place.values())
        elif name.endswith("_groups"):
            token = name.removesuffix("_groups")
            token = token if token in shape else token.replace("_", "-")
            answers[name] = compute("mesh.groups_row_major", axes=shape, of=token).value
    return answers


ADAPTERS: dict[tuple[str, str], Adapter] = {
    ("b_mesh", "rank_groups"): rank_groups,
    ("b_mesh", "invalid"): invalid,
    ("b_mesh", "usp_groups"): usp_groups,
    ("b_mesh", "devicemesh"): devicemesh,
}
