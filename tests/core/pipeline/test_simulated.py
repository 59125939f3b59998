"""The registered formulas on simulated schedules, called with text as the command line does."""

from __future__ import annotations

from fractions import Fraction

import pytest

from ledger.core import formulas
from ledger.errors import ConditionError, InputError

BASE = {"schedule": "1f1b", "ranks": "4", "microbatches": "8"}


def compute(name: str, **inputs: str) -> formulas.Result:
    return formulas.get(f"pipeline.{name}").compute({**BASE, **inputs})


def test_makespan_and_its_line_items() -> None:
    result = compute("makespan", weight_gradient="0.5", forward="[1, 1, 2, 1]", communication="1/4")
    assert result.value == result.details["makespan"]
    assert len(result.details["busy_per_rank"]) == 4
    for busy, idle in zip(result.details["busy_per_rank"], result.details["idle_per_rank"], strict=True):
        assert busy + idle == result.value


def test_each_convention_has_its_own_id() -> None:
    values = {
        name: compute(name, schedule="zb-h2", microbatches="12").value
        for name in (
            "simulated_bubble_over_ideal",
            "simulated_bubble_over_total",
            "simulated_bubble_stage_local",
            "simulated_bubble_global",
        )
    }
    assert values == {
        "simulated_bubble_over_ideal": Fraction(1, 12),
        "simulated_bubble_over_total": Fraction(1, 13),
        "simulated_bubble_stage_local": 0,
        "simulated_bubble_global": Fraction(1, 13),
    }


def test_options_reach_their_family() -> None:
    assert compute("makespan", schedule="interleaved-1f1b", chunks="3").value == 3 * 8 * 3 + 9
    assert (
        compute("makespan", schedule="dualpipe", overlapped="2").value
        < compute("makespan", schedule="dualpipe").value
    )
    peak = "simulated_peak_activations_released_at_w"
    assert compute(peak, schedule="zb-auto", memory_limit="6").value == 6
    assert compute(peak, schedule="zb-auto").value == 4
    assert compute(peak, schedule="interleaved-1f1b", extra_warm_up="1").value == 12
    assert compute("simulated_parameter_copies", schedule="chimera", pairs="2").value == 4
    split = compute("timeline", schedule="interleaved-1f1b", split_backward="yes")
    assert {slot[0] for row in split.value for entry in row for slot in [entry["slot"][0]]} == {"F", "B", "W"}


def test_peaks_under_both_rules() -> None:
    assert compute("simulated_peak_activations_released_at_w", schedule="zb-h1").details["per_rank"] == [
        4,
        4,
        4,
        4,
    ]
    assert compute("simulated_peak_activations_released_at_b", schedule="zb-h1").details["per_rank"] == [
        4,
        3,
        2,
        1,
    ]


def test_timeline_rows() -> None:
    result = compute("timeline", ranks="2", microbatches="1", communication="0.5")
    assert result.value[0] == [
        {"slot": ["F0.0"], "start": 0, "end": 1},
        {"slot": ["BW0.0"], "start": 5, "end": 7},
    ]
    assert result.details["makespan"] == 7


def test_communication_slots_and_what_is_exposed() -> None:
    slots = compute("communication_slots", ranks="2", microbatches="1", communication="0.5")
    assert slots.value == [
        {
            "carries": "activations",
            "of": "0.0",
            "sender": 0,
            "receiver": 1,
            "start": 1,
            "end": Fraction(3, 2),
        },
        {"carries": "gradient", "of": "1.0", "sender": 1, "receiver": 0, "start": Fraction(9, 2), "end": 5},
    ]
    assert compute("exposed_communication", ranks="2", microbatches="1", communication="0.5").value == 1
    assert compute("exposed_communication").value == 0


def test_messages() -> None:
    result = compute("simulated_messages")
    assert (
        result.value == 48 == sum(result.details["sent_per_rank"]) == sum(result.details["received_per_rank"])
    )


def test_weight_versions() -> None:
    result = compute("simulated_weight_versions", schedule="pipedream", microbatches="16")
    assert result.value == [4, 3, 2, 1]
    assert result.details["staleness_per_rank"] == [3, 2, 1, 0]
    assert result.details["staleness_with_vertical_sync"] == [3, 3, 3, 3]


@pytest.mark.parametrize(
    ("inputs", "error"),
    [
        ({"schedule": "1f2b"}, InputError),
        ({"forward": "fast"}, InputError),
        ({"forward": "[1, 2"}, InputError),
        ({"memory_limit": "0"}, InputError),
        ({"overlapped": "-1"}, InputError),
        ({"forward": "[1, 2]"}, ConditionError),
        ({"forward": "-1"}, ConditionError),
        ({"schedule": "dualpipe", "ranks": "5"}, ConditionError),
        ({"ranks": "1e6", "microbatches": "1e9"}, ConditionError),
    ],
)
def test_refusals(inputs: dict[str, str], error: type[Exception]) -> None:
    with pytest.raises(error):
        compute("makespan", **inputs)
