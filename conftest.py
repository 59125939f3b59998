"""What may be skipped.

``LEDGER_REQUIRE=corpus,postgres`` (as in CI) turns a skipped test that carries one of these marks into a
failure: a test that did not run has shown nothing.
"""

from __future__ import annotations

import os
from collections.abc import Generator

import pytest
from hypothesis import settings

settings.register_profile("ci", derandomize=True, deadline=None)  # CI judges the change, not its luck
if os.environ.get("CI"):
    settings.load_profile("ci")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Fail instead of skip where the test is required."""
    report = yield
    required = {name.strip() for name in os.environ.get("LEDGER_REQUIRE", "").split(",")}
    needed = sorted(mark.name for mark in item.iter_markers() if mark.name in required)
    if report.skipped and needed:
        report.outcome = "failed"
        report.longrepr = f"{item.nodeid} was skipped, and LEDGER_REQUIRE names {', '.join(needed)}"
    return report
