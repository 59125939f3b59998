"""One rule a file. A check is a pure ``judge()`` and thin I/O around it; see ``ledger.registry``.

``CHECKS`` is the explicit list, in the order of reports. A check is imported when it is asked for.
"""

from __future__ import annotations

import importlib
from types import MappingProxyType

from ledger.errors import UsageError, did_you_mean
from ledger.registry import Check

CHECKS = MappingProxyType(
    {
        "sources": "checks.sources",
        "located": "checks.located",
        "identity": "checks.identity",
        "recompute": "checks.recompute",
        "stated": "checks.stated",
        "consistent": "checks.consistent",
        "covered": "checks.covered",
        "parity": "checks.parity",
        "reachable": "checks.reachable",
    }
)
"""Name → module; the module's ``CHECK`` is the check."""


def load(name: str) -> Check:
    """The check of that name.

    Raises:
        UsageError: there is none, with the nearest name.
    """
    if name not in CHECKS:
        hint = did_you_mean(name, CHECKS) or f"checks: {', '.join(CHECKS)}"
        raise UsageError(f"unknown check '{name}'; {hint}")
    check: Check = importlib.import_module(CHECKS[name]).CHECK
    return check
