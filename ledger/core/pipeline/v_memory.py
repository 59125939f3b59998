"""Activations held by one rank slot by slot, while operations move between slots.

A forward adds one chunk activation, a weight gradient takes one away; input gradients change nothing.
"""

from __future__ import annotations

from typing import Protocol

_FORWARDS, _WEIGHTS = (0, 1), 4


class Memory(Protocol):
    """What the mover asks of a rank's memory."""

    peak: int

    def move(self, stream: int, old: int, new: int, cap: int) -> bool:
        """Move one operation of *stream* to the earlier, free slot *new* unless the peak would pass *cap*."""


class PlacedMemory:
    """Memory where every weight gradient has its slot (the fifth row)."""

    def __init__(self, rows: list[list[int]]) -> None:
        change = [0] * (1 + max(map(max, rows)))
        for stream, row in enumerate(rows):
            for slot in row:
                change[slot] = _change(stream)
        self.held, now = [], 0
        for step in change:
            now += step
            self.held.append(now)
        self.peak = max(self.held)

    def move(self, stream: int, old: int, new: int, cap: int) -> bool:
        """See :class:`Memory`: moving earlier by one operation shifts what is held in between."""
        step = _change(stream)
        if step > 0 and max(self.held[new:old]) >= cap:
            return False
        if step:
            for slot in range(new, old):
                self.held[slot] += step
        return True


class DeferredMemory:
    """Memory where weight gradients have no slots yet: one runs in every free slot while any waits."""

    def __init__(self, rows: list[list[int]]) -> None:
        self.streams = [-1] * (1 + max(map(max, rows)))
        for stream, row in enumerate(rows):
            for slot in row:
                self.streams[slot] = stream
        self.states = [(0, 0)]  # before each slot: activations held, weight gradients waiting
        for stream in self.streams:
            self.states.append(_step(self.states[-1], stream))
        self.peak = max(held for held, _ in self.states)

    def move(self, stream: int, old: int, new: int, cap: int) -> bool:
        """See :class:`Memory`: replays from *new* until nothing differs any more."""
        streams, states = self.streams, self.states
        streams[new], streams[old] = stream, -1
        state, changed = states[new], []
        for slot in range(new, len(streams)):
            state = _step(state, streams[slot])
            if state[0] > cap:
                streams[new], streams[old] = -1, stream
                return False
            if slot >= old and state == states[slot + 1]:
                break
            changed.append(state)
        states[new + 1 : new + 1 + len(changed)] = changed
        return True


def _change(stream: int) -> int:
    if stream in _FORWARDS:
        return 1
    return -1 if stream == _WEIGHTS else 0


def _step(state: tuple[int, int], stream: int) -> tuple[int, int]:
    held, waiting = state
    if stream in _FORWARDS:
        return held + 1, waiting
    if stream >= 2:
        return held, waiting + 1
    return (held - 1, waiting - 1) if waiting else state
