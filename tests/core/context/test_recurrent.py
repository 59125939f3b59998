"""Recurrent-state context parallelism: bytes, and the scan as an identity."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.core.context.recurrent import Matrix, add, compose, multiply, prefix_scan
from ledger.core.formulas import get
from ledger.errors import ConditionError, InputError

NUMBERS = st.fractions(-3, 3, max_denominator=4)


def matrices(rows: int, columns: int) -> st.SearchStrategy[Matrix]:
    row = st.lists(NUMBERS, min_size=columns, max_size=columns).map(tuple)
    return st.lists(row, min_size=rows, max_size=rows).map(tuple)


PAIRS = st.tuples(matrices(2, 2), matrices(2, 3))


def run(formula: str, **inputs: object) -> Any:
    return get(f"context.recurrent_{formula}").compute(inputs)


def test_bytes_by_hand() -> None:
    shape = {"heads": 32, "key_dim": 64, "value_dim": 256}
    contribution = run("contribution_bytes", **shape)
    assert contribution.value == 32 * 64 * 320 * 4
    assert run("state_bytes", **shape).value == contribution.details["state_bytes"] == 32 * 64 * 256 * 4
    gather = {"contribution_bytes": contribution.value, "degree": 16}
    assert run("all_gather_output_bytes", **gather).value == 16 * contribution.value
    assert run("all_gather_sent_per_rank", **gather).value == 15 * contribution.value


def test_state_only_is_half_when_keys_and_values_are_as_wide() -> None:
    shape = {"heads": 4, "key_dim": 128, "value_dim": 128}
    assert run("contribution_bytes", **shape).value == 2 * run("state_bytes", **shape).value


@given(PAIRS, PAIRS, PAIRS)
def test_composition_is_associative(a: Any, b: Any, c: Any) -> None:
    assert compose(compose(c, b), a) == compose(c, compose(b, a))


@given(st.lists(PAIRS, min_size=1, max_size=9))
def test_scan_equals_the_recurrence(pairs: list[Any]) -> None:
    state: Matrix = ((Fraction(0),) * 3,) * 2
    outgoing = []
    for transition, own in pairs:
        state = add(multiply(transition, state), own)
        outgoing.append(state)
    assert [scanned for _, scanned in prefix_scan(pairs)] == outgoing


def test_incoming_states_follow_equation_17() -> None:
    # Scalars: 1; 3·1 + 1 = 4; 5·4 + 1 = 21 leaves the last rank.
    result = run("incoming_states", transitions="[[[2]], [[3]], [[5]]]", states="[[[1]], [[1]], [[1]]]")
    assert result.value == [[[0]], [[1]], [[4]]]
    assert result.details == {"outgoing_state": [[21]], "scan_agrees": True}


def test_summing_local_states_is_not_enough() -> None:
    # The report's point: with M ≠ I the sum of the states from zero is another number.
    result = run("incoming_states", transitions="[[[2]], [[3]]]", states="[[[1]], [[1]]]")
    assert result.details["outgoing_state"] != [[1 + 1]]


@pytest.mark.parametrize(
    ("transitions", "states", "code"),
    [
        ("[]", "[]", "empty"),
        ("[[[1]]]", "[[[1]], [[1]]]", "empty"),
        ("[[[1, 2]]]", "[[[1]]]", "wrong-shape"),
        ("[[[1]]]", "[[[1], [2]]]", "wrong-shape"),
        ("[[[1]], [[1]]]", "[[[1]], [[1, 2]]]", "wrong-shape"),
        ("[[]]", "[[]]", "too-wide"),
        ("[[[1e7]]]", "[[[1]]]", "number-too-long"),
        ("[[[1]]]", '[[["1/1000001"]]]', "number-too-long"),
    ],
)
def test_refusals(transitions: str, states: str, code: str) -> None:
    with pytest.raises(ConditionError) as refusal:
        run("incoming_states", transitions=transitions, states=states)
    assert refusal.value.code == code


def test_ragged_and_endless_inputs() -> None:
    with pytest.raises(InputError, match="states"):
        run("incoming_states", transitions="[[[1, 0], [0, 1]]]", states="[[[1], [1, 2]]]")
    with pytest.raises(ConditionError) as refusal:
        run("incoming_states", transitions=[[[1]]] * 17, states=[[[1]]] * 17)
    assert refusal.value.code == "too-many-ranks"
