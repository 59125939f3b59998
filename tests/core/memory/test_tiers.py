"""Tiers beyond the device: ZeRO-Infinity's figures and the bandwidth of offload."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.core import formulas
from ledger.errors import ConditionError


def answer(formula: str, **inputs: Any) -> formulas.Result:
    return formulas.get(formula).compute(inputs)


def test_zero_infinity_s_figures() -> None:
    """§3: 20 bytes a parameter, 12·nl·hd² parameters: 240·nl·hd²; the largest operator 4·hd·4hd."""
    assert (
        answer("memory.zero_infinity_model_states", layers=128, hidden=25600).value
        == 20 * 12 * 128 * 25600**2
    )
    assert answer("memory.zero_infinity_model_state_working", hidden=25600).value == 16 * 25600**2


@given(st.integers(1, 10**15), st.integers(1, 10**12), st.integers(1, 10**15))
def test_offload_bandwidth_is_the_inverse_of_its_efficiency(
    peak: int, bandwidth: int, intensity: int
) -> None:
    efficiency = answer(
        "memory.offload_efficiency", intensity=intensity, bandwidth=bandwidth, peak=peak
    ).value
    back = answer("memory.offload_bandwidth", efficiency=efficiency, intensity=intensity, peak=peak).value
    assert back == bandwidth


def test_offload_limits() -> None:
    for inputs in (
        {"efficiency": 1, "intensity": 1, "peak": 1},
        {"efficiency": "0.5", "intensity": 0, "peak": 1},
    ):
        with pytest.raises(ConditionError):
            answer("memory.offload_bandwidth", **inputs)
    with pytest.raises(ConditionError):
        answer("memory.offload_efficiency", intensity=0, bandwidth=0, peak=0)
    assert answer("memory.intensity_of_optimizer", sequence=1024, batch=4).value == 1024
    assert answer("memory.intensity_of_parameters", sequence=1024, batch=4).value == 4096
    assert answer("memory.intensity_of_checkpoints", hidden=8192).value == 24 * 8192
