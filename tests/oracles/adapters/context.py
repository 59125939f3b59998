"""Cases of context parallelism: Ulysses, Ring, USP, recurrent state, and a printed table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ledger.core.formulas import get
from tests.oracles.case import Adapter, Case


def value(formula: str, **inputs: object) -> Any:
    """The formula's value through the public registry."""
    return get(f"context.{formula}").compute(inputs).value


def _kv(given: Mapping[str, Any]) -> dict[str, Any]:
    """Shape of keys and values; the cases are in BF16 unless they say otherwise."""
    return {
        "sequence": given["s"],
        "kv_heads": given["hkv"],
        "head_dim": given["d"],
        "batch": given.get("b", 1),
        "element_bytes": given.get("dtype_bytes", 2),
    }


def ulysses(case: Case) -> Mapping[str, Any]:
    """Forward and backward bytes without, and forward volume with, the self-copy."""
    inputs = {**_kv(case.inputs), "query_heads": case.inputs["hq"], "degree": case.inputs["n"]}
    return {
        "forward_sent_bytes_per_rank": value("ulysses_forward_sent_per_rank", **inputs),
        "forward_backward_sent_bytes_per_rank": value("ulysses_forward_backward_sent_per_rank", **inputs),
        "volume_incl_self_bytes": value("ulysses_forward_volume_with_self", **inputs),
    }


def ring(case: Case) -> Mapping[str, Any]:
    """Forward, and backward with FP32 gradients that travel home."""
    inputs = {**_kv(case.inputs), "degree": case.inputs["n"]}
    return {
        "forward_sent_bytes_per_rank": value("ring_forward_sent_per_rank", **inputs),
        "backward_sent_bytes_per_rank": value("ring_backward_sent_per_rank", **inputs),
        "kv_shard_bytes_bf16": value("kv_shard_bytes", **inputs),
    }


def usp(case: Case) -> Mapping[str, Any]:
    """All-to-all over one axis, ring over the other."""
    given = case.inputs
    result = get("context.usp_forward_sent_per_rank").compute(
        {
            **_kv(given),
            "query_heads": given["hq"],
            "ulysses_degree": given["ulysses"],
            "ring_degree": given["ring"],
        }
    )
    return {
        "a2a_sent_bytes": result.details["all_to_all_bytes"],
        "ring_sent_bytes": result.details["ring_bytes"],
        "total": result.value,
    }


def kda(case: Case) -> Mapping[str, Any]:
    """State and transition in one all-gather."""
    given = case.inputs
    shape = {"heads": given["HV"], "key_dim": given["K"], "value_dim": given["V"]}
    contribution = value("recurrent_contribution_bytes", **shape)
    gather = {"contribution_bytes": contribution, "degree": given["n"]}
    return {
        "contribution_bytes": contribution,
        "allgather_output_bytes": value("recurrent_all_gather_output_bytes", **gather),
        "sent_bytes_per_rank_ring_forward": value("recurrent_all_gather_sent_per_rank", **gather),
        "state_only_bytes": value("recurrent_state_bytes", **shape),
    }


def table(case: Case) -> Mapping[str, Any]:
    """The repository's table as printed (compatibility mode)."""
    return {
        method: value("odysseus_table_volume", method=method, degree=case.inputs["N"])
        for method in case.expected
    }


ADAPTERS: dict[tuple[str, str], Adapter] = {
    ("d_comm", "ulysses"): ulysses,
    ("d_comm", "ring"): ring,
    ("d_comm", "usp"): usp,
    ("d_comm", "kda_cp"): kda,
    ("d_comm", "cp_table"): table,
}
