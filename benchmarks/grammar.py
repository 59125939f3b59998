"""How fast the quantity grammar reads, beside quantulum3 on the same text in one run, and how it grows.

    python -m benchmarks.grammar [FILE.md ...] [--rival PYTHON] [--sample CHARS]

FILES default to a generated technical page. ``--rival`` names a Python that has ``quantulum3`` installed (it
is no dependency of ours); it reads the first ``--sample`` characters only, since it is slow, and both rates
are per byte of what each read. Times are of the processor, so that other work on the machine counts little;
the rival's are taken in its own process the same way.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

from ledger.documents.document import Format
from ledger.documents.read import read
from ledger.quantities import Mark, Role, Text, scan

PAGE = """\
## 4.2 Results on 16,384 GPUs

Training took 2.788M H800 GPU hours at 3.8×10²⁵ FLOP; each rank keeps `16P bytes` of state, **80 GB** per GPU.
显存减少约 `5×`，吞吐最高提升 23%，节点间 8×400 Gbps，共 2048 张 H800（见图 11）。

| Method | Memory (GB) | Speed-up |
|---|---:|---:|
| ZeRO-1 | 30.5 | 1.0x |
| ZeRO-3 | 7.2 | up to 1.5× |

The loss fell from 2.10 to 1.87 between steps 10k and 20k, as in [12], with a bubble of (p−1)/(m+p−1).

Most of a page is prose that states no number at all, and a scanner should pass over it quickly. A paragraph
such as this one describes how the parts of a system work together, why one arrangement was chosen over
another and what was given up for it; it names its parts, it argues, it warns of what does not follow from
the figures above. Readers skim it, editors polish it, and only now and then does it state a figure again.

教学页面的大部分内容也是如此：它解释机制、边界与取舍，说明哪些结论不能外推，而不是罗列数字。读者先理解为什么，
再去看表格里的数值；因此扫描器应当很快越过这样的段落，只在真正出现数字的地方停下来仔细读。

The same holds for lists of requirements and for the long captions of figures, which say in words what is
shown and where it comes from, and for the notes at the end of a section that tell where to read on.

"""
RIVAL = """
import json, sys, time, warnings
warnings.simplefilter("ignore")
from quantulum3 import parser
text = sys.stdin.read()
parser.parse("a warm-up of 5 GB")
start = time.process_time()
found = 0
for line in text.split("\\n"):
    try:
        found += len(parser.parse(line))
    except Exception:
        pass
print(json.dumps({"seconds": time.process_time() - start, "found": found}))
"""


def timed(work: Callable[[], object], repeat: int = 3) -> float:
    """The least processor time of *repeat* runs, in seconds."""
    best = float("inf")
    for _ in range(repeat):
        start = time.process_time()
        work()
        best = min(best, time.process_time() - start)
    return best


def rate(size: int, seconds: float) -> str:
    return f"{size / seconds / 1e6:8.2f} MB/s"


def ours(text: str) -> tuple[float, float, int]:
    """Seconds to read the page, seconds to scan it, tokens."""
    document = read("page.md", text, Format.MARKDOWN)
    reading = timed(lambda: read("page.md", text, Format.MARKDOWN))
    return reading, timed(lambda: scan(document.text)), len(scan(document.text))


def rival(python: str, text: str) -> dict[str, float]:
    done = subprocess.run([python, "-c", RIVAL], input=text, capture_output=True, text=True, check=True)
    result: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    return result


def per_kilobyte(text: str | Text, size: int) -> float:
    """Microseconds of scanning for each thousand characters."""
    return timed(lambda: scan(text), repeat=1) / size * 1e9


def growth() -> None:
    """Texts made to be slow, at two sizes: the time per character should stay as it is."""
    shapes: dict[str, Callable[[int], str | Text]] = {
        "a page over and over": lambda n: PAGE * (n // len(PAGE)),
        "one line": lambda n: (PAGE.replace("\n", " ") * (n // len(PAGE) + 1))[:n],
        "open brackets": lambda n: "(" * n + "1",
        "brackets and numbers": lambda n: "(1" * (n // 2),
        "nested brackets": lambda n: "(" * (n // 2) + "x+1" + ")" * (n // 2),
        "digits": lambda n: "7" * n,
        "digits and commas": lambda n: "1," * (n // 2),
        "letters and digits": lambda n: "a1" * (n // 2),
        "mathematics": lambda n: Text("((1+x" * (n // 5), (Mark(0, n, Role.MATH),)),
        "spaces": lambda n: "5" + " " * n + "5",
    }
    print(f"{'text':24}{'0.2 MB: µs/kB':>16}{'2 MB: µs/kB':>16}{'ratio':>8}")
    for name, make in shapes.items():
        small, large = (per_kilobyte(make(size), size) for size in (200_000, 2_000_000))
        print(f"{name:24}{small:16.0f}{large:16.0f}{large / small:8.2f}", flush=True)


def beside(python: str, sample: str) -> None:
    """The rival's rate on *sample* and ours, and their ratio."""
    result = rival(python, sample)
    reading, scanning, _ = ours(sample)
    size = len(sample.encode())
    print(f"quantulum3          {rate(size, result['seconds'])}, {result['found']:.0f} found in {size} bytes")
    print(f"ratio there         {result['seconds'] / (reading + scanning):8.0f} times read and scan")
    print(f"                    {result['seconds'] / scanning:8.0f} times scan alone")


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    options.add_argument("files", nargs="*", type=Path)
    options.add_argument("--rival", help="a Python with quantulum3")
    options.add_argument("--sample", type=int, default=20_000)
    options.add_argument("--no-growth", action="store_true")
    given = options.parse_args()
    text = "\n".join(path.read_text(encoding="utf-8") for path in given.files) or PAGE * 400
    size = len(text.encode())
    reading, scanning, tokens = ours(text)
    print(f"{size / 1e6:.2f} MB of Markdown, {tokens} tokens")
    print(f"read                {rate(size, reading)}")
    print(f"scan                {rate(size, scanning)}")
    print(f"read and scan       {rate(size, reading + scanning)}")
    if given.rival:
        beside(given.rival, text[: given.sample])
    if not given.no_growth:
        growth()
    return 0


if __name__ == "__main__":
    sys.exit(main())
