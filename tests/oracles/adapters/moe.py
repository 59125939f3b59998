"""Cases of mixture of experts: payload, balance, redundant experts, replicas, buffers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from ledger.core.formulas import Result, get
from tests.oracles.case import Adapter, Case, Judge


def run(formula: str, **inputs: object) -> Result:
    """The formula's result through the public registry."""
    return get(f"moe.{formula}").compute(inputs)


def value(formula: str, **inputs: object) -> Any:
    """The formula's value alone."""
    return run(formula, **inputs).value


def moe_payload(case: Case) -> Mapping[str, Any]:
    """Copies by expert, rank and node, and their bytes in BF16 and FP8."""
    given = case.inputs
    routing = {"routing": given["topk_idx"], "experts": given["num_experts"]}
    pairs = run("copies_per_token_expert", **routing)
    ranks = run("copies_deduplicated_by_rank", **routing, ranks=given["num_ranks"])
    nodes = run("copies_deduplicated_by_node", **routing, nodes=given["num_nodes"])
    bf16 = value("token_message_bytes", hidden=given["hidden"], element_bytes=2)
    fp8 = value("token_message_bytes", hidden=given["hidden"], element_bytes=1, scale_block=128)
    return {
        "num_tokens_per_rank_dedup": ranks.details["per_rank"],
        "num_tokens_per_node_dedup": nodes.details["per_node"],
        "num_tokens_per_expert": pairs.details["per_expert"],
        "dispatch_bf16_node_send_bytes_incl_self": value(
            "dispatch_bytes", copies=nodes.value, message_bytes=bf16
        ),
        "dispatch_fp8_bytes": value("dispatch_bytes", copies=nodes.value, message_bytes=fp8),
        "naive_topk_bytes_bf16": value("dispatch_bytes", copies=pairs.value, message_bytes=bf16),
        "dedup_rank_bytes_bf16": value("dispatch_bytes", copies=ranks.value, message_bytes=bf16),
    }


def imbalance(case: Case) -> Mapping[str, Any]:
    """MaxVio over experts and the makespan factor over ranks."""
    loads = {"tokens_per_expert": case.inputs["tokens_per_expert"]}
    ranks = run("makespan_factor", **loads, ranks=case.inputs["R"])
    return {
        "maxvio": value("max_violation", **loads),
        "rank_tokens": ranks.details["rank_tokens"],
        "makespan_factor": ranks.value,
    }


def moonep_plan(case: Case) -> Mapping[str, Any]:
    """The plan with everything that follows from it."""
    given = case.inputs
    shape = {"tokens_per_rank": given["S"], "top_k": given["K"]}
    padding = {"token_padding": given.get("token_padding", 1)}
    plan = run("moonep_plan", load_by_source=given["tokens_per_expert_by_source_rank"], **shape, **padding)
    details = plan.details
    remote, lent = details["remote_experts_per_rank"], details["copies_lent_per_rank"]
    return {
        "alloc": plan.value,
        "experts_to_copy": details["experts_to_copy"],
        "cu_seqlens": details["segment_ends"],
        "remote_stats": list(zip(remote, lent, strict=True)),
        "tokens_per_rank_after": details["tokens_per_rank_after"],
        "tokens_per_rank_before": details["tokens_per_rank_before"],
        "remote_experts_per_rank": remote,
        "migrated_tokens": details["migrated_tokens"],
        "donor_groups_per_rank": details["donor_groups_per_rank"],
        "NvS": value("moonep_buffer_slots_padded", experts=given["E"], ranks=given["R"], **shape, **padding),
    }


def moe_buffers(case: Case) -> Mapping[str, Any]:
    """Slots and bytes, fixed and in the dynamic worst cases."""
    given = case.inputs
    shape = {"tokens_per_rank": given["S"], "top_k": given["K"]}
    group = {"experts": given["E"], "ranks": given["R"]}
    slots = {
        "fixed_slots": value("moonep_buffer_slots", **shape),
        "fixed_slots_padded_NvS": value(
            "moonep_buffer_slots_padded", **shape, **group, token_padding=given["token_padding"]
        ),
        "dynamic_expanded_slots": value("dynamic_buffer_slots_expanded", **shape, ranks=given["R"]),
        "dynamic_dedup_slots": value(
            "dynamic_buffer_slots_deduplicated", tokens_per_rank=given["S"], ranks=given["R"]
        ),
    }
    width = {"hidden": given["H"], "element_bytes": given["elem_bytes"]}
    return {
        **slots,
        "fixed_bytes": value("buffer_bytes", slots=slots["fixed_slots_padded_NvS"], **width),
        "dynamic_expanded_bytes": value("buffer_bytes", slots=slots["dynamic_expanded_slots"], **width),
        "dynamic_dedup_bytes": value("buffer_bytes", slots=slots["dynamic_dedup_slots"], **width),
    }


def deepep_low_latency(case: Case) -> Mapping[str, Any]:
    """The low-latency size hint."""
    given = case.inputs
    result = run(
        "deepep_low_latency_bytes",
        tokens_per_rank=given["num_max_dispatch_tokens_per_rank"],
        hidden=given["hidden"],
        experts=given["num_experts"],
    )
    return {
        "bytes": result.value,
        "GiB": result.details["gib"],
        "under_32GiB_limit": result.details["under_32_gib"],
    }


def deepep_high_throughput(case: Case) -> Mapping[str, Any]:
    """The size hints of a configuration (SMs; NVLink send, receive; RDMA send, receive)."""
    sms, _, nvlink_receive, rdma_send, rdma_receive = case.inputs["config"]
    group = {"sms": sms, "hidden_bytes": case.inputs["hidden_bytes"], "ranks": case.inputs["num_ranks"]}
    return {
        "nvl_bytes": value("deepep_high_throughput_nvlink_bytes", receive_tokens=nvlink_receive, **group),
        "rdma_bytes": value(
            "deepep_high_throughput_rdma_bytes",
            send_tokens=rdma_send,
            receive_tokens=rdma_receive,
            **group,
        ),
    }


def deepep_elastic(case: Case) -> Mapping[str, Any]:
    """The size of version 2's buffer."""
    given = case.inputs
    result = run(
        "deepep_elastic_bytes",
        tokens_per_rank=given["num_max_tokens_per_rank"],
        hidden=given["hidden"],
        top_k=given["num_topk"],
        scale_out_ranks=given["scaleout_ranks"],
        scale_up_ranks=given["scaleup_ranks"],
        fp8_dispatch=given["use_fp8_dispatch"],
        nvlink=given["nvlink"],
        multiple_reduction=given["allow_multiple_reduction"],
    )
    return {**result.details, "buffer_bytes": result.value}


def eplb(case: Case) -> Mapping[str, Any]:
    """Replica counts exactly, GPU loads as multisets per node, placements by validity (ties are free)."""
    given = case.inputs
    inputs = {
        "weights": given["weight"],
        "replicas": given["num_replicas"],
        "groups": given["num_groups"],
        "nodes": given["num_nodes"],
        "gpus": given["num_gpus"],
        "arithmetic": "single",
    }
    placed = run("eplb_placement", **inputs)
    counts = placed.details["replica_counts"]
    # The global policy knows no nodes, so only all GPUs together can be compared.
    nodes = given["num_nodes"] if given["num_groups"] % given["num_nodes"] == 0 else 1
    return {
        "phy2log": Judge(lambda expected: _placement_fault(expected, counts)),
        "logcnt": counts,
        "log2phy": Judge(lambda expected: _slots_fault(expected, counts, given["num_replicas"])),
        "gpu_load": Judge(lambda expected: _load_fault(expected, placed.details["gpu_loads"], nodes)),
        "max_over_mean": [
            Judge(lambda expected, ours=ours: _near_fault(expected, ours))
            for ours in value("eplb_max_over_mean", **inputs)
        ],
    }


def _placement_fault(expected: list[list[int]], counts: list[list[int]]) -> str:
    for layer, (row, count) in enumerate(zip(expected, counts, strict=True)):
        if Counter(row) != Counter(dict(enumerate(count))):
            return f"layer {layer} does not hold each expert as often as it has replicas"
    return ""


def _slots_fault(expected: list[list[list[int]]], counts: list[list[int]], slots: int) -> str:
    for layer, (row, count) in enumerate(zip(expected, counts, strict=True)):
        used = [[slot for slot in places if slot >= 0] for places in row]
        if [len(places) for places in used] != count:
            return f"layer {layer}: an expert has another number of slots than replicas"
        if sorted(slot for places in used for slot in places) != list(range(slots)):
            return f"layer {layer}: a slot is used twice or not at all"
    return ""


def _load_fault(expected: list[list[Any]], ours: list[list[Any]], nodes: int) -> str:
    for layer, (wanted, found) in enumerate(zip(expected, ours, strict=True)):
        width = len(wanted) // nodes
        for start in range(0, len(wanted), width):
            pairs = zip(
                sorted(wanted[start : start + width]), sorted(found[start : start + width]), strict=True
            )
            if not all(_near(a, b) for a, b in pairs):
                return f"layer {layer}: other GPU loads from GPU {start} on"
    return ""


def _near_fault(expected: Any, ours: Any) -> str:
    return "" if _near(expected, ours) else f"expected {expected}, got {float(ours):.12g}"


def _near(expected: Any, ours: Any) -> bool:
    """Equal to what the reference's single precision (24 bits) can carry through a few operations."""
    return abs(Fraction(expected) - ours) <= abs(ours) / 10**6


ADAPTERS: dict[tuple[str, str], Adapter] = {
    ("d_comm", "moe_payload"): moe_payload,
    ("d_comm", "imbalance"): imbalance,
    ("d_comm", "moonep_plan"): moonep_plan,
    ("d_comm", "moe_buffers"): moe_buffers,
    ("d_comm", "deepep_ll"): deepep_low_latency,
    ("d_comm", "deepep_ht"): deepep_high_throughput,
    ("d_comm", "deepep_v2"): deepep_elastic,
    ("d_comm", "eplb"): eplb,
}
