"""Cases of checkpoint intervals, failure rates, the step bound and the parameter server."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from tests.oracles.call import compute
from tests.oracles.case import Adapter, Case, Judge

HOUR = 3600


def _given(inputs: Mapping[str, Any], *names: str) -> Any:
    return next((inputs[name] for name in names if name in inputs), None)


def interval(case: Case) -> Mapping[str, Any]:
    """Young, Daly and availability-optimal intervals in whatever unit the inputs are."""
    given = case.inputs
    cost = _given(given, "C_s", "C_min", "delta_min", "delta_s", "Ts")
    mtbf = _given(given, "MTBF_s", "M_s", "M_min", "MTBF_min", "Tf")
    recovery = _given(given, "R_s", "R_min", "Tr") or 0
    young = compute("reliability.young_interval", cost=cost, mtbf=mtbf).value
    daly = compute("reliability.daly_interval", cost=cost, mtbf=mtbf).value
    best = compute("reliability.availability_interval", cost=cost, mtbf=mtbf, recovery=recovery).value
    printed = Judge(lambda number: _rounds_to(Fraction(daly), Fraction(number)))
    meaning = {"young": young, "daly": daly, "tau": daly, "availability": best, "printed": printed}
    return {name: meaning[name.partition("_")[0]] for name in case.expected}


def _rounds_to(ours: Fraction, printed: Fraction) -> str:
    """A caption prints whole minutes, or tenths where it has a decimal point."""
    half = Fraction(1, 2) if printed.denominator == 1 else Fraction(1, 20)
    return "" if abs(ours - printed) <= half else f"printed {printed}, got {float(ours)}"


def mtbf(case: Case) -> Mapping[str, Any]:
    given = case.inputs
    if "interruptions" in given:
        answer = compute(
            "reliability.observed_mtbf",
            duration=Fraction(given["days"]) * 24,
            interruptions=given["interruptions"],
            units=given["N"],
            scaled_units=given.get("N2", 1),
        )
        return {
            "cluster_mtbf_h": answer.value,
            "per_device_mtbf_h": answer.details["unit"],
            "cluster_mtbf_h_at_N2": answer.details["scaled system"],
        }
    cost = given["C_s"]
    system = compute(
        "reliability.system_mtbf", unit_mtbf=Fraction(given["per_device_mtbf_h"]) * HOUR, units=given["N"]
    ).value
    return {
        "system_mtbf_s": system,
        "young_s": compute("reliability.young_interval", cost=cost, mtbf=system).value,
        "daly_s": compute("reliability.daly_interval", cost=cost, mtbf=system).value,
        "waste_fraction_at_young": compute("reliability.waste_at_young", cost=cost, mtbf=system).value,
    }


def step_bound(case: Case) -> Mapping[str, Any]:
    given = case.inputs
    if "mfu" in given:
        flops = compute("step.training_flops", parameters=given["N"], tokens=given["T"]).value
        time = compute(
            "step.training_time",
            flops=flops,
            devices=given["chips"],
            peak=given["peak"],
            utilization=given["mfu"],
        )
        return {"flops": flops, "days": time.details["days"], "seconds": time.value}
    answer = compute(
        "step.lower_bound",
        flops=given["F"],
        peak=given["Fpeak"],
        memory_bytes=given.get("Qhbm", 0),
        memory_bandwidth=given.get("Bhbm", 1),
        network_bytes=given.get("Qnet", 0),
        network_bandwidth=given.get("Bnet", 1),
        bubble=given.get("bubble_s", 0),
        exposed_io=given.get("io_s", 0),
    )
    return {"seconds": answer.value, "binding": Judge(lambda name: _same_term(name, answer.details))}


def _same_term(expected: str, details: Mapping[str, Any]) -> str:
    names = {"hbm": "memory", "net": "network"}
    wanted = names.get(str(expected).lower(), str(expected).lower())
    return "" if wanted == details["binding"] else f"expected {expected}, got {details['binding']}"


def parameter_server(case: Case) -> Mapping[str, Any]:
    workers, size = case.inputs["D"], case.inputs["S"]
    servers = case.inputs.get("servers", 1)
    return {
        "total_bytes": compute("collectives.parameter_server_total", workers=workers, state_bytes=size).value,
        "per_worker_bytes": compute("collectives.parameter_server_per_worker", state_bytes=size).value,
        "per_server_bytes": compute(
            "collectives.parameter_server_per_server", workers=workers, servers=servers, state_bytes=size
        ).value,
        "ring_allreduce_sent_per_worker": compute(
            "collectives.sent_per_rank_of_tensor", operation="all_reduce", tensor_bytes=size, ranks=workers
        ).value,
    }


ADAPTERS: dict[tuple[str, str], Adapter] = {
    ("e_reliability", "interval"): interval,
    ("e_reliability", "mtbf"): mtbf,
    ("e_reliability", "step_bound"): step_bound,
    ("e_reliability", "ps"): parameter_server,
}
