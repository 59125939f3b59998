"""Context parallelism of recurrent (linear) attention: one all-gather of fixed size, then a prefix scan.

A segment of tokens acts on the state entering it as S ↦ M·S + S̃, where the transition M and the state S̃
generated from zero depend on the segment's own tokens only. Such maps compose associatively, so every
rank recovers its incoming state from the gathered pairs (Kimi K3 report, §5.1.2, Eq. 17).
"""

from __future__ import annotations

from collections.abc import Sequence as SequenceOf
from fractions import Fraction
from typing import Annotated

from ledger.core.context.inputs import Degree
from ledger.core.exact import is_short, read_number_matrices, require, simplest
from ledger.core.formulas import Citation, Formula, Param, Result, formula

Matrix = tuple[tuple[Fraction, ...], ...]
Matrices = Annotated[tuple[Matrix, ...], Param("1", "one matrix a rank, by rows", read=read_number_matrices)]
Heads = Annotated[int, Param("head", "value heads", minimum=1)]
KeyDim = Annotated[int, Param("element", "width of a key (d_k)", minimum=1)]
ValueDim = Annotated[int, Param("element", "width of a value (d_v)", minimum=1)]
StateBytes = Annotated[int, Param("B/element", "dtype of the exchanged fragments", minimum=1)]
Size = Annotated[int, Param("B", "bytes one rank contributes", minimum=0)]

REPORT = Citation("kimi-k3-2026", "5.1.2", equation="17", note="transition and state in one all-gather")
CODE = Citation(
    "flash-linear-attention", "fla/ops/cp/chunk_delta_h.py", note="FP32, heads × d_k × (d_v + d_k)"
)
# The scan is an identity to run on small examples, not a kernel.
LARGEST_WIDTH = 4
MOST_RANKS = 16
LARGEST_NUMBER = 10**6


@formula(
    "context.recurrent_contribution_bytes",
    unit="B/rank",
    convention="state and transition: heads × d_k × (d_v + d_k), one layer, one direction",
    source=CODE,
    example={"heads": "32", "key_dim": "128", "value_dim": "128"},
    conditions=("independent of the sequence's length",),
)
def recurrent_contribution_bytes(
    heads: Heads, key_dim: KeyDim, value_dim: ValueDim, element_bytes: StateBytes = 4
) -> Result:
    """What each rank puts into the all-gather of a layer."""
    parts = {
        "state_bytes": heads * key_dim * value_dim * element_bytes,
        "transition_bytes": heads * key_dim * key_dim * element_bytes,
    }
    return Result(sum(parts.values()), parts)


@formula(
    "context.recurrent_state_bytes",
    unit="B/rank",
    convention="state only, heads × d_k × d_v; the transition is not counted",
    source=Citation("kimi-k3-2026", "5.1.2", note="S ∈ R^{d_k × d_v}"),
    example={"heads": "32", "key_dim": "128", "value_dim": "128"},
    conditions=("not what delta-rule attention exchanges: it needs the transition too",),
)
def recurrent_state_bytes(
    heads: Heads, key_dim: KeyDim, value_dim: ValueDim, element_bytes: StateBytes = 4
) -> Result:
    """Bytes of the recurrent state of a layer."""
    return Result(heads * key_dim * value_dim * element_bytes)


@formula(
    "context.recurrent_all_gather_output_bytes",
    unit="B/rank",
    convention="the gathered fragments of all ranks; size is one rank's contribution",
    source=REPORT,
    example={"contribution_bytes": "4194304", "degree": "8"},
)
def recurrent_all_gather_output_bytes(contribution_bytes: Size, degree: Degree) -> Result:
    """Bytes that every rank holds after the all-gather."""
    return Result(contribution_bytes * degree)


@formula(
    "context.recurrent_all_gather_sent_per_rank",
    unit="B/rank",
    convention="bytes one rank sends in a ring all-gather; size is one rank's contribution",
    source=REPORT,
    example={"contribution_bytes": "4194304", "degree": "8"},
)
def recurrent_all_gather_sent_per_rank(contribution_bytes: Size, degree: Degree) -> Result:
    """(n−1) contributions in the forward pass, and as many in the backward pass."""
    return Result(contribution_bytes * (degree - 1))


def multiply(left: Matrix, right: Matrix) -> Matrix:
    """The product of two matrices, exactly."""
    columns = tuple(zip(*right, strict=True))
    return tuple(
        tuple(sum((a * b for a, b in zip(row, column, strict=True)), Fraction(0)) for column in columns)
        for row in left
    )


def add(left: Matrix, right: Matrix) -> Matrix:
    """The sum of two matrices, exactly."""
    return tuple(
        tuple(a + b for a, b in zip(one, other, strict=True)) for one, other in zip(left, right, strict=True)
    )


def compose(later: tuple[Matrix, Matrix], earlier: tuple[Matrix, Matrix]) -> tuple[Matrix, Matrix]:
    """The pair (M, S̃) of two segments in a row; associative."""
    return multiply(later[0], earlier[0]), add(multiply(later[0], earlier[1]), later[1])


def prefix_scan(pairs: SequenceOf[tuple[Matrix, Matrix]]) -> list[tuple[Matrix, Matrix]]:
    """Inclusive prefixes under :func:`compose`, in ⌈log₂ n⌉ rounds of doubling distance."""
    prefixes, distance = list(pairs), 1
    while distance < len(prefixes):
        prefixes = [
            compose(pair, prefixes[rank - distance]) if rank >= distance else pair
            for rank, pair in enumerate(prefixes)
        ]
        distance *= 2
    return prefixes


def _need_shapes(transitions: tuple[Matrix, ...], states: tuple[Matrix, ...]) -> None:
    require(len(transitions) == len(states) > 0, "empty", "needs as many states as transitions, at least one")
    require(len(states) <= MOST_RANKS, "too-many-ranks", f"at most {MOST_RANKS} ranks, got {len(states)}")
    width = len(transitions[0])
    require(0 < width <= LARGEST_WIDTH, "too-wide", f"widths from 1 to {LARGEST_WIDTH}")
    square = all(len(matrix) == width and len(matrix[0]) == width for matrix in transitions)
    require(square, "wrong-shape", "transitions are square and alike")
    columns = len(states[0][0]) if states[0] else 0
    fitting = all(len(matrix) == width and len(matrix[0]) == columns for matrix in states)
    require(fitting and 0 < columns <= LARGEST_WIDTH, "wrong-shape", "states have the transitions' height")
    numbers = (number for matrix in (*transitions, *states) for row in matrix for number in row)
    short = all(is_short(number, LARGEST_NUMBER) for number in numbers)
    require(short, "number-too-long", f"numerators and denominators up to {LARGEST_NUMBER}")


@formula(
    "context.recurrent_incoming_states",
    unit="1 by rank",
    convention="state entering each rank, from the gathered pairs, starting at zero",
    source=REPORT,
    example={"transitions": "[[[2]], [[3]], [[5]]]", "states": "[[[1]], [[1]], [[1]]]"},
    conditions=(
        "one document over the ranks in order",
        "widths up to 4, at most 16 ranks, numbers up to 10^6",
    ),
)
def recurrent_incoming_states(transitions: Matrices, states: Matrices) -> Result:
    """S ← M·S + S̃ rank after rank, and the same by prefix scan (details: whether the two agree).

    Raises:
        ConditionError: matrices of other shapes, or none.
    """
    _need_shapes(transitions, states)
    pairs = list(zip(transitions, states, strict=True))
    zero: Matrix = tuple(tuple(Fraction(0) for _ in row) for row in states[0])
    incoming = [zero]
    for transition, state in pairs:
        incoming.append(add(multiply(transition, incoming[-1]), state))
    scanned = [zero, *(state for _, state in prefix_scan(pairs))]
    shown = [[[simplest(number) for number in row] for row in state] for state in incoming]
    return Result(shown[:-1], {"outgoing_state": shown[-1], "scan_agrees": scanned == incoming})


FORMULAS: tuple[Formula, ...] = (
    recurrent_contribution_bytes,
    recurrent_state_bytes,
    recurrent_all_gather_output_bytes,
    recurrent_all_gather_sent_per_rank,
    recurrent_incoming_states,
)
