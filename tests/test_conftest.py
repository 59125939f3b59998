"""The rule on skips, tried on a test run of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

TOP = Path(__file__).parents[1]
PLANTED = """
import pytest

@pytest.mark.postgres
def test_needs_a_server():
    pytest.skip("no server")

def test_needs_nothing():
    pytest.skip("for another reason")
"""


@pytest.mark.parametrize(
    ("required", "code", "words"),
    [("", 0, "2 skipped"), ("corpus,postgres", 1, "1 failed, 1 skipped"), ("corpus", 0, "2 skipped")],
)
def test_a_required_test_may_not_be_skipped(tmp_path: Path, required: str, code: int, words: str) -> None:
    (tmp_path / "test_planted.py").write_text(PLANTED)
    (tmp_path / "conftest.py").write_text((TOP / "conftest.py").read_text())
    (tmp_path / "pytest.ini").write_text("[pytest]\nmarkers =\n    postgres: x\n    corpus: x\n")
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", str(tmp_path)],
        env={**os.environ, "LEDGER_REQUIRE": required},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == code, done.stdout
    assert words in done.stdout
