"""How long the command line takes, in fresh processes, beside what Python and its libraries take alone.

    python -m benchmarks.cli [--runs N] [--claims N] [--root DIR]

Prints the median of N runs of each command, the bound from the contract where there is one, and the ratio
to the bare interpreter. Without ``--root``, a ledger of 700 claims is made for it.
"""

from __future__ import annotations

import argparse
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from ledger.schema.read import read_ledger

TOP = Path(__file__).resolve().parents[1]
LEDGER = [sys.executable, "-c", "from ledger.cli import main; main()"]
POLICY = """\
[tool.ledger]
name = "Benchmark"
pages = ["pages/*.md"]

[tool.ledger.policy]
number = { any = ["located", "recompute"] }
configuration = { any = ["recompute"] }
formula = { all = ["recompute"] }
mechanism = { all = ["sources"] }
boundary = { all = ["sources"] }
"""
SOURCE = """\
id: zero-2019
kind: paper
primary: true
title: "ZeRO"
version: v3
snapshot: {sha256: %s, media: application/pdf, pages: 24}
"""
CLAIM = """\
  - id: bench.claim-{n}
    kind: number
    statement: {{en: "Claim {n} holds.", zh: "第 {n} 条成立。"}}
    entity: Recipe {n}
    qualifiers: {{per: rank, model: "{n}B"}}
    quantity: {{value: "{value}", unit: B}}
    conditions: "FP16 weights and gradients, FP32 master weights, momentum and variance"
    evidence:
      - {{source: zero-2019, page: 8, section: "3.1", anchors: ["2 + 2 + 12", "16", "bytes"]}}
    recompute:
      formula: memory.model_state
      inputs: {{parameters: "{n}", recipe: zero-fp16-adam}}
"""


@dataclass(frozen=True)
class Case:
    name: str
    command: list[str]
    bound: float | None = None
    before: Callable[[], None] | None = None


def make_ledger(root: Path, claims: int) -> None:
    files = {"pyproject.toml": POLICY, "sources/zero-2019.yaml": SOURCE % ("a" * 64)}
    for first in range(1, claims + 1, 100):
        numbers = range(first, min(first + 100, claims + 1))
        rows = "".join(CLAIM.format(n=n, value=16 * n) for n in numbers)
        files[f"claims/l{first}.yaml"] = f"ledger: L1\nclaims:\n{rows}"
    body = "".join(f"- It needs [{16 * n} bytes](claim:bench.claim-{n}).\n" for n in range(1, claims + 1))
    files["pages/page.md"] = f"# A page\n\n{body}"
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def cases(root: Path) -> Iterator[Case]:
    check = [*LEDGER, "check", "--offline", "--root", str(root)]
    imports = "import pydantic, yaml, sqlalchemy, click; pydantic.BaseModel"
    yield Case("python -c pass", [sys.executable, "-c", "pass"])
    yield Case("import pydantic, yaml, sqlalchemy, click", [sys.executable, "-c", imports])
    yield Case("ledger --help", [*LEDGER, "--help"], 0.25)
    yield Case("ledger check, cold", check, 3.0, lambda: shutil.rmtree(root / ".ledger", ignore_errors=True))
    yield Case("ledger check, unchanged", check, 0.9)
    yield Case("ledger status", [*LEDGER, "status", "--root", str(root)])
    claim = next(iter(read_ledger(root).claims))
    yield Case(f"ledger show {claim}", [*LEDGER, "show", claim, "--root", str(root)])


def seconds(case: Case, runs: int) -> float:
    environment = {**os.environ, "PYTHONPATH": str(TOP)}
    taken: list[float] = []
    for _ in range(runs):
        if case.before is not None:
            case.before()
        started = time.perf_counter()
        done = subprocess.run(case.command, env=environment, capture_output=True, check=False)
        taken.append(time.perf_counter() - started)
        if done.returncode > 1:
            sys.exit(f"{case.name} failed: {(done.stdout + done.stderr).decode(errors='replace')}")
    return statistics.median(taken)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--runs", type=int, default=7)
    parser.add_argument("--claims", type=int, default=700)
    parser.add_argument("--root", type=Path)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        root = options.root or Path(folder)
        if options.root is None:
            make_ledger(root, options.claims)
        bare: float | None = None
        for case in cases(root):
            taken = seconds(case, options.runs)
            bare = taken if bare is None else bare
            bound = "" if case.bound is None else f"  bound {case.bound:.2f} s"
            print(f"{case.name:<48} {taken:6.3f} s  {taken / bare:5.1f}×{bound}", flush=True)


if __name__ == "__main__":
    main()
