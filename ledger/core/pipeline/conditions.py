"""Conditions that schedules share, each refused with a reason code."""

from __future__ import annotations

from ledger.errors import ConditionError


def require_positive(**counts: int) -> None:
    """Raise ``ConditionError("not-positive")`` for the first count below one."""
    for name, count in counts.items():
        if count < 1:
            raise ConditionError("not-positive", f"{name} must be at least 1, got {count}")


def require_even(**counts: int) -> None:
    """Raise ``ConditionError("not-divisible")`` for the first odd count."""
    for name, count in counts.items():
        if count % 2:
            raise ConditionError("not-divisible", f"{name} must be even, got {count}")
