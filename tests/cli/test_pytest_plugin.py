"""The pytest plugin, in a test run of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import ledger
from tests.cli.test_check import edit

TOP = Path(ledger.__file__).parents[1]
SCRIPT = """
import sys
from importlib.metadata import entry_points

import checks
import pytest
import ledger.pytest_plugin

checks.CHECKS = {"sources": "checks.sources"}
installed = "ledger" in {entry.name for entry in entry_points(group="pytest11")}
sys.exit(pytest.main(sys.argv[1:], plugins=[] if installed else [ledger.pytest_plugin]))
"""


def run(root: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", SCRIPT, "-p", "no:cacheprovider", "-rA", *arguments],
        cwd=root,
        env={**os.environ, "PYTHONPATH": str(TOP), "PYTEST_ADDOPTS": ""},
        capture_output=True,
        text=True,
        check=False,
    )


def test_each_claim_and_check_is_an_item(root: Path) -> None:
    done = run(root, "--ledger", ".")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "PASSED ::ledger::a.sixteen[sources]" in done.stdout
    assert "PASSED ::ledger::a.sixteen[verdict]" in done.stdout
    assert "2 passed" in done.stdout


def test_a_problem_fails_with_its_line(root: Path) -> None:
    edit(root / "sources/paper.yaml", "primary: true", "primary: false")
    done = run(root, "--ledger", str(root))
    assert done.returncode == 1
    assert "claims/l1.yaml:9:7: a.sixteen: uncheckable (no-primary-source)" in done.stdout
    assert "2 failed" in done.stdout


def test_a_waived_problem_is_skipped(root: Path) -> None:
    edit(root / "sources/paper.yaml", "primary: true", "primary: false")
    waiver = '{subject: a.sixteen, check: sources, owner: Lin, reason: Lost., expires: "2999-12-31"}'
    (root / "claims" / "waivers.yaml").write_text(f"waivers:\n  - {waiver}\n")
    assert "2 skipped" in run(root, "--ledger", ".").stdout


def test_a_ledger_with_faults_is_a_usage_error(root: Path) -> None:
    edit(root / "claims/l1.yaml", 'value: "16"', "value: 16")
    done = run(root, "--ledger", ".")
    assert done.returncode == pytest.ExitCode.USAGE_ERROR
    assert "claims/l1.yaml:7:" in done.stdout + done.stderr


def test_without_the_option_nothing_is_collected(root: Path) -> None:
    assert run(root).returncode == pytest.ExitCode.NO_TESTS_COLLECTED
