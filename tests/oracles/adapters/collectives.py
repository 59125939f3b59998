"""Cases of collectives: bandwidth, α–β times, traffic by algorithm, hierarchy, handbooks, overlap."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from ledger.core.formulas import Result, get
from tests.oracles.case import Adapter, Case

_HOP_LATENCY = re.compile(r"t_?min", re.IGNORECASE)
_NCCL_NAMES = {"alltoall": "all_to_all", "sendrecv": "send_receive"}
_THAKUR_NAMES = {
    "ring_allreduce": "ring_all_reduce",
    "recursive_doubling_allreduce": "recursive_doubling_all_reduce",
    "rabenseifner_allreduce": "rabenseifner_all_reduce",
    "ring_allgather": "ring_all_gather",
    "recursive_doubling_allgather": "recursive_doubling_all_gather",
    "pairwise_reduce_scatter": "pairwise_reduce_scatter",
    "recursive_halving_reduce_scatter": "recursive_halving_reduce_scatter",
    "binomial_broadcast": "binomial_broadcast",
    "binomial_tree_allreduce": "binomial_tree_all_reduce",
    "scatter_allgather_broadcast": "scatter_all_gather_broadcast",
    "pairwise_alltoall": "pairwise_all_to_all",
    "bruck_alltoall": "bruck_all_to_all",
}


def run(formula: str, **inputs: object) -> Result:
    """The formula's result through the public registry."""
    return get(formula).compute(inputs)


def value(formula: str, **inputs: object) -> Any:
    """The formula's value alone."""
    return run(formula, **inputs).value


def busbw(case: Case) -> Mapping[str, Any]:
    """Factors by operation, or the bandwidths of one measurement."""
    given = case.inputs
    if "op" not in given:
        return {
            name: value(
                "collectives.bus_bandwidth_factor",
                operation=_NCCL_NAMES.get(name, name),
                ranks=given["n"],
            )
            for name in case.expected
        }
    result = run(
        "collectives.bus_bandwidth",
        operation=_NCCL_NAMES.get(given["op"], given["op"]),
        count=given["count"],
        typesize=given["typesize"],
        ranks=given["nranks"],
        seconds=given["seconds"],
    )
    return {
        "algbw_GBps": result.details["algorithm_bandwidth"],
        "busbw_GBps": result.value,
        "sent_bytes_per_rank_ring": result.details["bus_bytes"],
    }


def alpha_beta(case: Case) -> Mapping[str, Any]:
    """Calculon's, SimuMax's or the α–β model, told apart by what the case gives."""
    given = case.inputs
    if "network" in given:
        return {"seconds": _calculon(given)}
    if "latency_us" in given:
        return {"ms": _simumax(given)}
    return {
        name: value(
            "collectives.alpha_beta_time",
            algorithm=_THAKUR_NAMES[name],
            vector_bytes=given["n_bytes"],
            ranks=given["p"],
            alpha=given["alpha_s"],
            beta=given["beta_s_per_byte"],
        )
        for name in case.expected
    }


def _calculon(given: Mapping[str, Any]) -> Any:
    network = given["network"]
    scale, offset = network["ops"][given["op"]]
    return value(
        "collectives.calculon_time",
        operation_bytes=given["op_size_bytes"],
        ranks=given["n"],
        scale=scale,
        offset=0 if offset is None else offset,
        latency_s=network["latency"],
        gb_per_s=network["bandwidth"],
        efficiency=network["efficiency"],
    )


def _simumax(given: Mapping[str, Any]) -> Any:
    return value(
        "collectives.simumax_time",
        operation={"all2all": "all_to_all"}.get(given["op"], given["op"]),
        operation_bytes=given["size_bytes"],
        ranks=given["n"],
        scale=given["scale"],
        offset=given["offset"],
        latency_us=given["latency_us"],
        gib_per_s=given["gbps"],
        efficiency=given["efficient_factor"],
        ranks_per_node=given.get("num_per_node", 8),
        fixed_latency_us=given.get("fixed_latency_us") or 0,
        inter_node=given.get("net") == "inter_node",
    )


def steps(case: Case) -> Mapping[str, Any]:
    """Rounds and bytes sent, in units of the vector, by algorithm."""
    return {name: _steps(name, case.inputs["p"]) for name in case.expected}


def _steps(name: str, ranks: int) -> Mapping[str, Any]:
    # A vector of 1 unit cannot be given in whole bytes, so one divisible by the ranks is scaled back.
    vector = ranks * 1024
    result = run(
        "collectives.traffic_of_vector", algorithm=_THAKUR_NAMES[name], vector_bytes=vector, ranks=ranks
    )
    sent = [Fraction(part, vector) for part in result.value]
    return {
        "steps": result.details["rounds"],
        "sent_over_n": sent[0],
        "sent_over_n_per_rank": sent,
        "critical_path_bytes_over_n": Fraction(result.details["critical_path_bytes"], vector),
    }


def hierarchical(case: Case) -> Mapping[str, Any]:
    """Two-level all-reduce beside the flat ring."""
    given = case.inputs
    shape = {
        "tensor_bytes": given["S"],
        "ranks_per_node": given["gpus_per_node"],
        "nodes": given["nodes"],
    }
    inter = {"alpha_inter": given["alpha_inter"], "beta_inter": given["beta_inter"]}
    intra = {"alpha_intra": given["alpha_intra"], "beta_intra": given["beta_intra"]}
    prefix = "collectives.hierarchical_all_reduce"
    return {
        "seconds": value(f"{prefix}_time", **shape, **intra, **inter),
        "sent_intra_bytes_per_rank": value(f"{prefix}_sent_intra_of_tensor", **shape),
        "sent_inter_bytes_per_rank": value(f"{prefix}_sent_inter_of_tensor", **shape),
        "flat_ring_seconds": value("collectives.flat_ring_all_reduce_time_slowest_link", **shape, **inter),
    }


def scaling_book(case: Case) -> Mapping[str, Any]:
    """The handbook's times on a ring and on an open line."""
    given = case.inputs
    array = {"array_bytes": given["V"], "bandwidth": given["W"]}
    gather = value(
        "collectives.scaling_book_all_gather_time",
        **array,
        shards=given["X"],
        hop_latency=next((given[name] for name in given if _HOP_LATENCY.match(name)), 0),
    )
    answers = {
        "allgather_s": gather,
        "allreduce_s": value("collectives.scaling_book_all_reduce_time", **array),
        "alltoall_s": value("collectives.scaling_book_all_to_all_time", **array),
    }
    for name in case.expected:
        if re.fullmatch(r"no_wraparound_[0-9]+_hops_s", name):
            answers[name] = value(
                "collectives.scaling_book_all_gather_time_open_line", **array, shards=given["X"]
            )
    return answers


def overlap(case: Case) -> Mapping[str, Any]:
    """Hidden and exposed time, the step, and its bounds."""
    given = case.inputs
    inputs = {
        "compute_s": given["compute_s"],
        "communication_s": given["comm_s"],
        "overlappable": given["overlappable_fraction"],
    }
    step = run("collectives.overlapped_step_time", **inputs)
    return {
        "hidden_s": value("collectives.hidden_time", **inputs),
        "exposed_s": value("collectives.exposed_time", **inputs),
        "step_s": step.value,
        "lower_bound_s": step.details["lower_bound_s"],
        "upper_bound_s": step.details["upper_bound_s"],
    }


ADAPTERS: dict[tuple[str, str], Adapter] = {
    ("d_comm", "busbw"): busbw,
    ("d_comm", "alpha_beta"): alpha_beta,
    ("d_comm", "steps"): steps,
    ("d_comm", "hierarchical"): hierarchical,
    ("d_comm", "scaling_book"): scaling_book,
    ("d_comm", "overlap"): overlap,
}
