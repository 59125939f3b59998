"""Running cases through their adapters."""

from __future__ import annotations

from collections.abc import Mapping

from tests.oracles.case import Adapter, Case
from tests.oracles.compare import faults


def judge(case: Case, adapters: Mapping[tuple[str, str], Adapter]) -> list[str]:
    """What is wrong with our answer to *case*; a missing adapter or any exception is a fault."""
    adapter = adapters.get((case.area, case.sub))
    if adapter is None:
        return [f"no adapter for {case.area}/{case.sub}"]
    try:
        return faults(case, adapter(case))
    except Exception as fault:
        return [f"{type(fault).__name__}: {fault}"]
