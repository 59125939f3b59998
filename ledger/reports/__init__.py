"""What a run found, for people and for machines. Each format is one module with ``render``."""

from __future__ import annotations

import importlib
from types import MappingProxyType

from ledger.reports.report import Report

__all__ = ["FORMATS", "Report", "render"]

FORMATS = MappingProxyType(
    {
        "text": "ledger.reports.text",
        "json": "ledger.reports.machine",
        "junit": "ledger.reports.junit",
        "sarif": "ledger.reports.sarif",
        "github": "ledger.reports.github",
    }
)
"""Format → module; the module's ``render(report, colour=False)`` gives the text."""


def render(report: Report, name: str, *, colour: bool = False) -> str:
    """The report in the format of that name (a key of ``FORMATS``), ending with a line break."""
    text: str = importlib.import_module(FORMATS[name]).render(report, colour=colour)
    return text
