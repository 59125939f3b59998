"""Cases of pipeline schedules: order, times, idle time, activations in flight, and refusals."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from ledger.core.pipeline import bubbles
from ledger.core.pipeline.catalog import Options, build
from ledger.core.pipeline.closed import bidirectional
from ledger.core.pipeline.costs import Costs, Number
from ledger.core.pipeline.residency import peak_activations
from ledger.core.pipeline.schedule import Operation, Schedule, looped_route, v_route
from ledger.core.pipeline.text import read_orders
from ledger.core.pipeline.timeline import Timeline, simulate
from ledger.core.pipeline.validate import require_legal, violations
from tests.oracles.case import Adapter, AtMost, Case, Ignored, Judge

# The first word found in a row's free-form schedule name decides. The cases got ZB-H1 and ZB-H2 from the
# search, under their memory limits.
FAMILY = (
    ("interleaved", "interleaved-1f1b"),
    ("bfs", "looped-bfs"),
    ("gpipe", "gpipe"),
    ("dualpipev", "dualpipe-v"),
    ("dualpipe", "dualpipe"),
    ("chimera", "chimera"),
    ("v-min", "v-min"),
    ("v-half", "v-half"),
    ("zb-v", "zb-v"),
    ("zb", "zb-auto"),
    ("1f1b", "1f1b"),
)
REASON = re.compile(r"rank \d+: (?:missing |[FBW]+\d+\.\d+ out of range)")
LIMIT = re.compile(r"(?:limit |zb-)(\d*)(p?)(?:-(\d+))?")


def schedule_case(case: Case) -> Mapping[str, Any]:
    """One schedule with its times; a row marked as an upper bound may be undercut."""
    given = case.inputs
    costs = Costs(
        *(number(given.get(name, 0)) for name in ("cost_f", "cost_b_input", "cost_w", "comm")),
        None if given.get("overlap_slot_cost") is None else number(given["overlap_slot_cost"]),
    )
    schedule = build_case(case, costs)
    timeline = simulate(schedule, costs)
    answers: dict[str, Any] = {
        "makespan": timeline.makespan,
        "idle_per_rank": bubbles.idle(timeline),
        "bubble_ratio_max": bubbles.bubble_over_total(timeline),
        "stage_local_span": bubbles.spans(timeline),
        "stage_local_bubble": bubbles.stage_local_idle(timeline),
        "peak_inflight_release_at_W": peak_activations(schedule),
        "peak_inflight_release_at_B": peak_activations(schedule, 1, 0),
        "anchor_best_time_stage_local": max(bubbles.spans(timeline)),
        "ops": texts(schedule),
        **readme_answers(case, costs, schedule),
    }
    return bounded(answers) if "upper bound" in case.tolerance else answers


def build_case(case: Case, costs: Costs) -> Schedule:
    """The schedule that the row's free-form name means."""
    given = case.inputs
    label = str(given["schedule"]).lower()
    family = next(name for word, name in FAMILY if word in label)
    limit = memory_limit(label, given["p"])
    options = Options(chunks=given.get("v", 1), memory_limit=limit, costs=costs)
    return require_legal(build(family, given["p"], given["m"], options))


def memory_limit(label: str, ranks: int) -> int:
    """The limit in the name (``mem limit 2p-1``, ``mem limit 5``, ``ZB-2p``), or the family's own."""
    for factor, per_rank, less in LIMIT.findall(label):
        if factor or per_rank:
            return int(factor or 1) * (ranks if per_rank else 1) - int(less or 0)
    return 2 * ranks - 1 if "zb-h2" in label else ranks


def readme_answers(case: Case, costs: Costs, schedule: Schedule) -> dict[str, Any]:
    """The closed forms of the DualPipe table, under whatever key the row gives them."""
    bubble = {
        "method": "dualpipe",
        "stages": schedule.stages,
        "forward": costs.forward,
        "backward_full": number(costs.input_gradient) + number(costs.weight_gradient),
        "weight_gradient": costs.weight_gradient,
        "overlapped": costs.overlapped,
    }
    found: dict[str, Any] = {}
    for name in case.expected:
        if name.startswith("readme_bubble"):
            found[name] = bidirectional.dualpipe_table_bubble(**bubble).value
        elif name.startswith("readme_activation"):
            found[name] = bidirectional.dualpipe_table_activation("dualpipe", schedule.stages).value
    return found


def bounded(answers: dict[str, Any]) -> dict[str, Any]:
    """Answers to a row that only bounds them: nothing may be greater, and another order may do as well."""
    free = Ignored("the row bounds times and peaks; another order may be as good")
    kept: dict[str, Any] = dict.fromkeys(answers, free)
    for name in ("makespan", "bubble_ratio_max"):
        kept[name] = AtMost(answers[name])
    for name in ("idle_per_rank", "peak_inflight_release_at_W"):
        kept[name] = [AtMost(value) for value in answers[name]]
    return kept


def texts(schedule: Schedule) -> list[str]:
    """Each rank's order in the rows' notation, which names the direction in a bidirectional pipeline."""
    return [
        " ".join(
            f"({inner})" if len(slot) > 1 else inner
            for slot in schedule.slots(rank)
            for inner in ["|".join(f"{op.kind.name}{op.stage}.{label(schedule, op)}" for op in slot)]
        )
        for rank in range(schedule.ranks)
    ]


def label(schedule: Schedule, operation: Operation) -> str:
    """The micro-batch as the rows name it: ``d1.3`` in DualPipe, ``2down.0`` in Chimera's second unit."""
    k, m = operation.microbatch, schedule.microbatches
    if schedule.name == "dualpipe":
        direction, place = divmod(k, m // 2)
        return f"d{direction}.{place}"
    if schedule.name == "chimera":
        unit, place = divmod(k, schedule.stages)
        route = schedule.route_of[k]
        before = list(schedule.route_of[k - place : k]).count(route)
        return f"{2 * unit + route}{'up' if route else 'down'}.{before}"
    return str(k)


def chimera_case(case: Case) -> Mapping[str, Any]:
    """Chimera with a full backward; ``compute_slots`` counts slots when a backward takes one too."""
    costs = Costs(number(case.inputs["cost_f"]), number(case.inputs["cost_backward_full"]), 0)
    schedule = build_case(case, costs)
    timeline = simulate(schedule, costs)
    return {
        "makespan": timeline.makespan,
        "idle_per_rank": bubbles.idle(timeline),
        "peak_inflight": peak_activations(schedule),
        "compute_slots": simulate(schedule, Costs(1, 1, 0)).makespan,
        "ops": texts(schedule),
    }


def uneven_case(case: Case) -> Mapping[str, Any]:
    """Times that differ from stage to stage."""
    forward, backward = (
        [number(x) for x in case.inputs[name]] for name in ("forward_times", "backward_times_full")
    )
    costs = Costs(forward, backward, 0)
    timeline: Timeline = simulate(build_case(case, costs), costs)
    return {"makespan": timeline.makespan}


def negative_case(case: Case) -> Mapping[str, Any]:
    """An order that must be refused, with at least one of the row's reasons."""
    ranks, m = case.inputs["p"], case.inputs["m"]
    chunks = case.inputs.get("v", 1)
    lines = case.inputs["ops"]
    route = (
        v_route(ranks) if chunks == 2 and f"F{2 * ranks - 1}." in lines[0] else looped_route(ranks, chunks)
    )
    schedule, outside = read_orders(lines, ranks * chunks, m, (route,))
    found = (*outside, *violations(schedule))
    reasons = {str(violation) for violation in found}
    return {
        "valid": not found,
        "deadlock": any(violation.code == "deadlock" for violation in found),
        "reasons": Judge(lambda expected: reasons_fault(expected, reasons)),
    }


def reasons_fault(expected: list[str], reasons: set[str]) -> str:
    """Every expected reason in our wording must be given, and at least one at all (the row's tolerance)."""
    ours = {reason for reason in expected if REASON.match(reason)}
    return "" if ours <= reasons and reasons & set(expected) else f"got {sorted(reasons)}"


def number(value: Any) -> Number:
    """An exact number from the file's integers and decimals."""
    return value if isinstance(value, int) else Fraction(value)


ADAPTERS: dict[tuple[str, str], Adapter] = {
    ("c_pipeline", "schedule"): schedule_case,
    ("c_pipeline", "schedule_large"): schedule_case,
    ("c_pipeline", "chimera"): chimera_case,
    ("c_pipeline", "uneven"): uneven_case,
    ("c_pipeline", "negative"): negative_case,
}
