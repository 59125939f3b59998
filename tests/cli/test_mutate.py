"""``ledger mutate`` and ``ledger scan``, from the outside."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

from tests.cli.conftest import Ran

Call = Callable[..., Ran]


def test_mutate_reports_what_survives_and_why(call: Call) -> None:
    ran = call("mutate", "--format", "json")
    report = json.loads(ran.out)
    assert report["version"] == 1
    fates = ("killed", "survived", "equivalent", "unproven")
    assert report["mutants"] == sum(report[fate] for fate in fates)
    assert ran.code == int(report["survived"] > 0)
    assert all(row["should_have_been_noticed_by"] for row in report["alive"])


def test_mutate_one_page_in_text(call: Call) -> None:
    ran = call("mutate", "pages/a.md")
    assert "mutants:" in ran.out
    assert "score" in ran.out


def test_mutate_names_the_nearest_subject(call: Call) -> None:
    ran = call("mutate", "a.sixten")
    assert ran.code == 2
    assert "a.sixteen" in ran.err


def test_scan_needs_no_ledger(call: Call, tmp_path: Path) -> None:
    page = tmp_path / "elsewhere.md"
    page.write_text("It keeps 16 bytes, see Figure 11.\n", encoding="utf-8")
    rows = [json.loads(line) for line in call("scan", "--format", "jsonl", str(page)).out.splitlines()]
    assert [(row["line"], row["column"], row["text"], row["needs_evidence"]) for row in rows] == [
        (1, 10, "16 bytes", True),
        (1, 24, "Figure 11", False),
    ]
    text = call("scan", str(page)).out
    assert "2 numbers: 1 not-needed, 1 unclaimed" in text


def test_scan_of_what_is_not_there(call: Call) -> None:
    ran = call("scan", "no-such-page.md")
    assert ran.code == 2
    assert "no-such-page.md" in ran.err
