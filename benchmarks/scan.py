"""Reading and scanning Markdown: speed, the rival beside it, and linearity in size.

Run as ``python -m benchmarks.scan FILE…`` (Markdown files; a made-up page without any). The rival is
quantulum3, if it is installed: ``pip install quantulum3``.
"""

from __future__ import annotations

import gc
import sys
import time
from collections.abc import Callable
from pathlib import Path

from benchmarks import yardstick
from ledger.documents.document import Format
from ledger.documents.mentions import mentions
from ledger.documents.read import read

PAGE = """## Numbers of a run

The model has **1.0T parameters**, of which 32B are active; training used [2,048 GPUs](claim:run.gpus) for
54 days at up to 1.5x the baseline of v3.2. See Figure 11 and [the report](https://example.org/r/2026?n=4).

| stage | memory | traffic |
|-------|-------:|--------:|
| ZeRO-1 | 4P + 12P/N bytes | 2P |
| ZeRO-3 | 16P/N bytes | 3P |

1. reserve `torch==2.6.0` and 80 GB a card;
2. keep the loss below 2.1, about 7.8e-3 under the first try.

模型规模为 2.78T，上下文 100 万 Token，吞吐提升约 5×，其余不变。

"""


def best(call: Callable[[], object], times: int = 3) -> float:
    """The least processor time of some calls, in seconds."""
    taken = []
    for _ in range(times):
        start = time.process_time()
        call()
        taken.append(time.process_time() - start)
    return min(taken)


def rate(name: str, text: str, call: Callable[[], object], times: int = 3) -> float:
    """Print and return megabytes a second."""
    size = len(text.encode())
    speed = size / best(call, times) / 1e6
    print(f"{name:42} {size / 1e6:8.2f} MB {speed:8.2f} MB/s")
    return speed


def rival(text: str, ours: float) -> None:
    """The same text through quantulum3."""
    try:
        from quantulum3 import parser
    except ImportError:
        print("quantulum3 is not installed; no comparison")
        return
    sample = text[:20_000]
    theirs = rate("quantulum3, the first 20,000 characters", sample, lambda: parser.parse(sample), 1)
    print(f"ratio: {ours / theirs:.0f} times quantulum3")


def main() -> None:
    gc.set_threshold(1_000_000, 10, 10)  # as the command line does
    yardstick.show()
    text = "".join(Path(name).read_text("utf-8") + "\n" for name in sys.argv[1:]) or PAGE * 400
    rate("read", text, lambda: read("page.md", text))
    ours = rate("read and scan", text, lambda: mentions(read("page.md", text)))
    rival(text, ours)
    print("\nlinear in size (one run each):")
    for name, unit, sizes in (
        ("the page, over and over", PAGE, (250, 2_500, 10_500)),
        ("one line", "keeps 16 bytes a parameter, 3× as many. ", (12_500, 125_000)),
        ("nested brackets", "[", (10_000, 100_000)),
        ("nested lists", "- " * 50 + "7\n", (1_000, 10_000)),
    ):
        for count in sizes:
            made = unit * count
            rate(f"{name} ×{count:,}", made, lambda made=made: mentions(read("page.md", made)), 1)
    nested = "<div>" * 100_000
    rate("HTML, 100,000 elements deep", nested, lambda: mentions(read("page.html", nested, Format.HTML)), 1)


if __name__ == "__main__":
    main()
