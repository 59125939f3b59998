"""The memory ledger of one rank: phase by phase, and the first item that does not fit.

Items are allocated in a fixed order: state, then communication buffers, then activations, then what only a
phase needs. A phase's total is the sum of the items alive in it, so a shortage is named by the first item
that crosses the budget, in the first phase in which that happens, and not only by a total.
"""

from __future__ import annotations

from typing import Annotated, Any

from ledger.core.activation.layer import DEFAULT_POLICY, Policies
from ledger.core.exact import simplest
from ledger.core.formulas import Citation, Param, Result, formula, read_integer, read_number
from ledger.core.memory.allocations import PHASES, TIERS, Item, Run, ledger_items
from ledger.core.memory.state import Recipes
from ledger.core.records import read_mapping, record_reader
from ledger.core.roots import Number
from ledger.core.transformer import Layouts, Models
from ledger.errors import ConditionError

UNITS = {"GiB": 1 << 30, "MiB": 1 << 20, "TiB": 1 << 40, "GB": 10**9, "MB": 10**6, "TB": 10**12, "B": 1}
MOST_STAGES = 1024
Runs = Annotated[Run, Param("run", "as sequence=4096,micro_batches=8,… or JSON", read=record_reader(Run))]


def read_budgets(given: object) -> dict[str, int]:
    """Bytes by tier, as ``device=80GiB,cpu=2TB``; a bare number is bytes, a bare size is the device's.

    Raises:
        ValueError: it is not one, a unit is unknown, or a tier is.
    """
    if isinstance(given, int) or (isinstance(given, str) and "=" not in given and "{" not in given):
        return {"device": _size(given)}
    found = {name: _size(size) for name, size in read_mapping(given).items()}
    if unknown := found.keys() - set(TIERS):
        raise ValueError(f"no tier {', '.join(sorted(unknown))}; choose {', '.join(TIERS)}")
    return found


def _size(given: object) -> int:
    text = str(given).strip()
    for unit, factor in UNITS.items():
        if isinstance(given, str) and text.endswith(unit):
            return int(read_number(text.removesuffix(unit)) * factor)
    return read_integer(given)


Budgets = Annotated[dict[str, int] | None, Param("B", "as device=80GiB,cpu=1TB", read=read_budgets)]


def totals(items: list[Item]) -> dict[str, dict[str, Number]]:
    """Bytes by tier and phase."""
    found: dict[str, dict[str, Number]] = {}
    for item in items:
        phases = found.setdefault(item.tier, dict.fromkeys(PHASES, 0))
        for phase in item.phases:
            phases[phase] += item.bytes
    return found


def first_over(items: list[Item], budgets: dict[str, int]) -> dict[str, Any] | None:
    """The first item, in the first phase, that takes a tier over its budget."""
    for phase in PHASES:
        running: dict[str, Number] = {}
        for item in items:
            if phase not in item.phases:
                continue
            used = running[item.tier] = running.get(item.tier, 0) + item.bytes
            budget = budgets.get(item.tier)
            if budget is not None and used > budget:
                return {
                    "item": item.name,
                    "phase": phase,
                    "tier": item.tier,
                    "needed": simplest(used),
                    "budget": budget,
                    "over by": simplest(used - budget),
                }
    return None


@formula(
    "memory.ledger",
    unit="B",
    convention="device peak of one rank over the phases load, forward, backward, step; gradients resident "
    "throughout; activations never divided by EP",
    source=Citation(
        "selective-recompute-2022",
        "4",
        note="activations; zero-2019 §3 (state, buffers), zero-infinity-2021 §3 (working memory)",
    ),
    example={
        "model": "layers=96,hidden=12288,heads=96,vocabulary=51200",
        "layout": "tp=8,pp=8",
        "recipe": "megatron-bf16-adam",
        "run": "sequence=2048,micro_batches=64",
        "budgets": "device=80GiB",
    },
    conditions=("fragmentation is not modelled: give it room in workspace",),
)
def memory_ledger(
    model: Models,
    layout: Layouts,
    recipe: Recipes,
    run: Runs,
    policy: Policies = DEFAULT_POLICY,
    stage: Annotated[int, Param("1", "pipeline stage, from 0", minimum=0)] = 0,
    budgets: Budgets = None,
) -> Result:
    """What a rank holds, phase by phase, and the first item over budget with its phase (or ``None``).

    Raises:
        ConditionError: the layout does not fit the model, or there is no such stage.
    """
    if stage >= layout.pp:
        raise ConditionError("stage", f"stage {stage} of {layout.pp}")
    items = list(ledger_items(model, layout, recipe, run, policy, stage))
    by_tier = totals(items)
    peaks = {tier: simplest(max(phases.values())) for tier, phases in by_tier.items()}
    details = {
        "items": [
            {"item": item.name, "bytes": item.bytes, "tier": item.tier, "phases": "+".join(item.phases)}
            for item in items
        ],
        "phases": by_tier,
        "peaks": peaks,
        "first over budget": first_over(items, budgets or {}),
    }
    return Result(peaks.get("device", 0), details)


@formula(
    "memory.largest_stage",
    unit="B",
    convention="device peak of the stage that needs most, as the memory ledger counts it",
    source=Citation("selective-recompute-2022", "B", note="memory differs by pipeline rank"),
    example={
        "model": "layers=96,hidden=12288,heads=96,vocabulary=51200",
        "layout": "tp=8,pp=8",
        "recipe": "megatron-bf16-adam",
        "run": "sequence=2048,micro_batches=64",
        "budgets": "device=80GiB",
    },
)
def largest_stage(
    model: Models,
    layout: Layouts,
    recipe: Recipes,
    run: Runs,
    policy: Policies = DEFAULT_POLICY,
    budgets: Budgets = None,
) -> Result:
    """The memory ledgers of all stages: each one's peak, and which stages do not fit and why.

    Raises:
        ConditionError: the layout does not fit the model, or has more than 1,024 stages.
    """
    if layout.pp > MOST_STAGES:
        raise ConditionError("too-large", f"more than {MOST_STAGES} stages")
    answers = [
        memory_ledger(model, layout, recipe, run, policy, stage, budgets) for stage in range(layout.pp)
    ]
    peaks = [answer.value for answer in answers]
    over = {stage: answer.details["first over budget"] for stage, answer in enumerate(answers)}
    details = {
        "stage": peaks.index(max(peaks)),
        "peaks": peaks,
        "first over budget": {stage: item for stage, item in over.items() if item is not None},
    }
    return Result(max(peaks), details)


FORMULAS = (memory_ledger, largest_stage)
