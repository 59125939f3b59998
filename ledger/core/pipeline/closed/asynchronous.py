"""PipeDream in steady state: mini-batches in flight, stale weights, weight versions."""

from __future__ import annotations

from typing import Annotated

from ledger.core.exact import ceil_div, require
from ledger.core.formulas import Citation, Formula, Param, Result, formula
from ledger.core.pipeline.closed.inputs import Stages

_LEARNING = "3.4"
Stage = Annotated[int, Param("1", "stage, from 1 as in the paper", minimum=1)]
Machines = Annotated[int, Param("machine", "machines in all", minimum=1)]
VerticalSync = Annotated[bool, Param("yes/no", "whether all stages use the version the first one saw")]


@formula(
    "pipeline.pipedream_active_minibatches",
    unit="mini-batch",
    convention="NOAM: mini-batches admitted per replica of the input stage to keep the pipeline full",
    source=Citation("pipedream-2018", "3.2"),
    example={"machines": "4", "input_stage_machines": "1"},
)
def active_minibatches(
    machines: Machines,
    input_stage_machines: Annotated[int, Param("machine", "machines of the input stage", minimum=1)],
) -> Result:
    """NOAM = ⌈machines / machines of the input stage⌉."""
    return Result(ceil_div(machines, input_stage_machines))


@formula(
    "pipeline.pipedream_staleness",
    unit="update",
    convention="updates made at the stage after the weights were read; the paper's equation, not its words",
    source=Citation(
        "pipedream-2018",
        _LEARNING,
        note="w⁽ᵗ⁺¹⁾ = w⁽ᵗ⁾ − ν·∇f(w₁⁽ᵗ⁻ⁿ⁺¹⁾, …, wₙ⁽ᵗ⁾); the text says n steps for stage 1, counting its own",
    ),
    example={"stages": "4", "stage": "1"},
    conditions=("straight pipeline", "steady state"),
)
def staleness(stages: Stages, stage: Stage, vertical_sync: VerticalSync = False) -> Result:
    """n − i with weight stashing, n − 1 at every stage with vertical sync.

    Raises:
        ConditionError: the stage does not exist (code ``no-such-stage``).
    """
    require(stage <= stages, "no-such-stage", f"stage {stage} of {stages}")
    return Result(stages - 1 if vertical_sync else stages - stage)


@formula(
    "pipeline.pipedream_weight_versions",
    unit="version",
    convention="weight versions a stage holds at once, the latest among them",
    source=Citation("pipedream-2018", _LEARNING, note="range [1, D]: chimera-2021 Table 2"),
    example={"stages": "4", "stage": "1"},
    conditions=("straight pipeline", "steady state", "weight stashing without vertical sync"),
)
def weight_versions(stages: Stages, stage: Stage) -> Result:
    """n − i + 1: one for each mini-batch in flight; n at the first stage, one at the last.

    Raises:
        ConditionError: the stage does not exist (code ``no-such-stage``).
    """
    require(stage <= stages, "no-such-stage", f"stage {stage} of {stages}")
    return Result(stages - stage + 1)


FORMULAS: tuple[Formula, ...] = (active_minibatches, staleness, weight_versions)
