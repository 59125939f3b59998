"""Schedules written as text, one line a rank: ``F0.0 F0.1 BW0.0 (F0.2|BW0.1) W0.0``."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ledger.core.pipeline.schedule import Kind, Operation, Schedule, Slot, format_slot
from ledger.core.pipeline.validate import Violation
from ledger.errors import InputError

_OPERATION = re.compile(r"(F|BW|B|W)([0-9]{1,9})\.([0-9]{1,9})")


def read_orders(
    lines: Sequence[str], stages: int, microbatches: int, routes: tuple[tuple[int, ...], ...]
) -> tuple[Schedule, tuple[Violation, ...]]:
    """The schedule that the lines state, and the operations that are outside its stages or micro-batches.

    Operations out of range are left out of the schedule, so that
    :func:`ledger.core.pipeline.validate.violations` can go on to tell what is missing for it.

    Raises:
        InputError: a token that is not an operation, or a pair other than forward and full backward.
    """
    orders: list[list[int]] = []
    found: list[Violation] = []
    for rank, line in enumerate(lines):
        order: list[int] = []
        for slot in _slots(line):
            outside = [op for op in slot if op.stage >= stages or op.microbatch >= microbatches]
            if outside:
                found += [_out_of_range(rank, op, stages, microbatches) for op in outside]
            else:
                order.append(encode(slot, stages, microbatches))
        orders.append(order)
    return Schedule("as written", stages, microbatches, orders, routes), tuple(found)


def encode(slot: Slot, stages: int, microbatches: int) -> int:
    """The code of a slot (see :mod:`ledger.core.pipeline.schedule`)."""
    cells = [op.stage * microbatches + op.microbatch for op in slot]
    n = stages * microbatches
    if len(slot) > 1:
        return 4 * n + cells[0] * n + cells[1]
    return slot[0].kind * n + cells[0]


def _slots(line: str) -> Iterator[Slot]:
    for token in line.split():
        if token.startswith("(") and token.endswith(")"):
            slot = tuple(map(_operation, token[1:-1].split("|")))
            if [op.kind for op in slot] != [Kind.F, Kind.BW]:
                raise InputError(f"'{token}': only a forward and a full backward share a slot, as (F|BW)")
            yield slot
        else:
            yield (_operation(token),)


def _operation(token: str) -> Operation:
    match = _OPERATION.fullmatch(token)
    if match is None:
        raise InputError(f"'{token[:40]}' is not an operation such as F0.3, B1.0, W1.0 or BW2.5")
    return Operation(Kind[match[1]], int(match[2]), int(match[3]))


def _out_of_range(rank: int, operation: Operation, stages: int, microbatches: int) -> Violation:
    limit = f"m={microbatches}" if operation.microbatch >= microbatches else f"stages={stages}"
    return Violation(rank, "out-of-range", f"{format_slot((operation,))} out of range ({limit})")
