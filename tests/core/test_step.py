"""The step: its lower bound, its FLOPs, and the two means of a loss."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.core import formulas
from ledger.errors import ConditionError, InputError


def compute(name: str, **inputs: Any) -> formulas.Result:
    return formulas.get(f"step.{name}").compute(inputs)


@pytest.mark.parametrize(
    ("inputs", "seconds", "binding"),
    [
        ({"flops": 10, "peak": 1, "memory_bytes": 5, "network_bytes": 9}, 10, "compute"),
        ({"flops": 10, "peak": 2, "memory_bytes": 6, "network_bytes": 1}, 6, "memory"),
        ({"flops": 1, "peak": 1, "network_bytes": 8, "network_bandwidth": 4, "bubble": 1}, 3, "network"),
        ({"flops": 0, "peak": 0, "exposed_io": 2}, 2, "compute"),
    ],
)
def test_lower_bound_names_what_binds(inputs: dict[str, int], seconds: int, binding: str) -> None:
    answer = compute("lower_bound", **inputs)
    assert (answer.value, answer.details["binding"]) == (seconds, binding)


def test_scaling_book_s_example() -> None:
    """LLaMA-3 70B: 6.3e24 FLOPs, 44 days on 8,960 chips at 40 % of 4.59e14."""
    flops = compute("training_flops", parameters="70e9", tokens="15e12").value
    assert flops == 63 * 10**23
    time = compute("training_time", flops=flops, devices=8960, peak="4.59e14", utilization="0.4")
    assert round(time.details["days"]) == 44


def test_utilization_is_the_inverse_of_time() -> None:
    time = compute("training_time", flops="1e18", devices=8, peak="1e15", utilization="0.4").value
    used = compute("model_flops_utilization", flops="1e18", seconds=time, devices=8, peak="1e15").value
    assert used == Fraction(2, 5)


def test_means_agree_with_equal_counts_and_differ_without() -> None:
    """Two ranks, losses summed 10 over 10 tokens and 90 over 30: 100/40, or the mean of 1 and 3."""
    equal = {"summed_losses": "10,30", "tokens": "10,10"}
    assert compute("token_weighted_loss", **equal).value == compute("mean_of_means", **equal).value == 2
    uneven = {"summed_losses": "10,90", "tokens": "10,30"}
    assert compute("token_weighted_loss", **uneven).value == Fraction(5, 2)
    answer = compute("mean_of_means", **uneven)
    assert (answer.value, answer.details["less token-weighted"]) == (2, Fraction(-1, 2))


def test_a_rank_without_tokens_adds_nothing_to_the_weighted_loss() -> None:
    assert compute("token_weighted_loss", summed_losses="8,0", tokens="4,0").value == 2


counts = st.lists(st.integers(1, 10**6), min_size=1, max_size=8)


@given(counts, st.data())
def test_weighted_loss_does_not_depend_on_how_tokens_are_split(
    tokens: list[int], data: st.DataObject
) -> None:
    losses = data.draw(st.lists(st.integers(0, 10**6), min_size=len(tokens), max_size=len(tokens)))
    split = compute("token_weighted_loss", summed_losses=losses, tokens=tokens).value
    whole = compute("token_weighted_loss", summed_losses=[sum(losses)], tokens=[sum(tokens)]).value
    assert split == whole


@given(st.integers(1, 64), st.integers(1, 64), st.integers(1, 64))
def test_micro_batches_multiply_back(data: int, size: int, count: int) -> None:
    answer = compute("micro_batches", global_batch=data * size * count, data_parallel=data, micro_batch=size)
    assert answer.value == count


@pytest.mark.parametrize(
    ("name", "inputs", "code"),
    [
        ("lower_bound", {"flops": 1, "peak": 0}, "rate"),
        ("training_time", {"flops": 1, "devices": 1, "peak": 1, "utilization": 2}, "utilization"),
        ("training_time", {"flops": 1, "devices": 1, "peak": 1, "utilization": 0}, "utilization"),
        ("model_flops_utilization", {"flops": 1, "seconds": 0, "devices": 1, "peak": 1}, "not-positive"),
        ("token_weighted_loss", {"summed_losses": "1,2", "tokens": "1"}, "length"),
        ("token_weighted_loss", {"summed_losses": "1", "tokens": "0"}, "tokens"),
        ("token_weighted_loss", {"summed_losses": "1,1", "tokens": "3,-1"}, "tokens"),
        ("mean_of_means", {"summed_losses": "1,2", "tokens": "1,0"}, "tokens"),
        ("micro_batches", {"global_batch": 7, "data_parallel": 2, "micro_batch": 1}, "not-divisible"),
    ],
)
def test_refusals(name: str, inputs: dict[str, Any], code: str) -> None:
    with pytest.raises(ConditionError) as refusal:
        compute(name, **inputs)
    assert refusal.value.code == code


def test_lists_that_do_not_read() -> None:
    with pytest.raises(InputError):
        compute("token_weighted_loss", summed_losses="1,x", tokens="1,2")
