"""``python -m tests.oracles FILE.json [AREA[/SUB]]``: a line per failing case, then the count.

Exits 0 when every case passed, 1 when one failed or has no adapter, 2 when the file cannot be read
or holds no case.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from tests.oracles.adapters import all_adapters
from tests.oracles.case import Case, read_cases
from tests.oracles.run import judge


def main(arguments: list[str]) -> int:
    """Run the named file and return the exit code."""
    if len(arguments) not in (1, 2):
        sys.stderr.write(f"{__doc__}\n")
        return 2
    try:
        cases = [case for case in read_cases(Path(arguments[0])) if _chosen(case, arguments[1:])]
    except (OSError, ValueError, json.JSONDecodeError) as fault:
        sys.stderr.write(f"{arguments[0]}: {fault}\n")
        return 2
    if not cases:
        sys.stderr.write(f"{arguments[0]}: no cases\n")
        return 2
    return _run(cases)


def _chosen(case: Case, wanted: list[str]) -> bool:
    return not wanted or wanted[0] in (case.area, f"{case.area}/{case.sub}")


def _run(cases: list[Case]) -> int:
    adapters = all_adapters()
    failed = 0
    for case in cases:
        found = judge(case, adapters)
        if found:
            failed += 1
            more = f" (and {len(found) - 1} more)" if len(found) > 1 else ""
            sys.stdout.write(f"{case.id}: {found[0]}{more}\n")
    sys.stdout.write(f"{len(cases) - failed} passed, {failed} failed\n")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
