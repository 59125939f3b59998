"""What the machine itself is worth at the moment, so that figures of different machines can be compared."""

from __future__ import annotations

import re
import time

TEXT = "It keeps 16 bytes a parameter, 3× as many as before. " * 2_000
NUMBER = re.compile(r"\d+")


def work() -> int:
    """A fixed piece of work of the kind that the grammar does: short matches, slices, small calls."""
    return sum(len(TEXT[max(0, found.start() - 8) : found.end()].split()) for found in NUMBER.finditer(TEXT))


def show(times: int = 25) -> None:
    """Print the least processor time of :func:`work`; divide a figure by it to set machines side by side."""
    taken = []
    for _ in range(times):
        start = time.process_time()
        work()
        taken.append(time.process_time() - start)
    print(f"yardstick: {1000 * min(taken):.2f} ms of processor for a fixed piece of work")
