from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest
from click.testing import CliRunner

from ledger.cli.probe import OrderedRows, command
from ledger.errors import UsageError
from ledger.probe.outcomes import ProbeOutcome, ProbeResult

SOURCE = """\
id: paper
kind: paper
primary: true
title: A Paper
url: http://127.0.0.1/paper
also: [http://127.0.0.1/copy]
unavailable: "a test"
"""
KEYS = ["url", "final_url", "outcome", "status", "redirects", "latency_ms", "title", "error"]


def test_rows_in_the_order_of_the_urls(tmp_path: Path) -> None:
    file = tmp_path / "urls.txt"
    file.write_text("# a comment\nhttp://xn--/\n\nmailto:a@b.test\n", "utf-8")
    result = CliRunner().invoke(command, ["http://127.0.0.1/", "--urls", str(file), "--format", "jsonl"])
    rows = [json.loads(line) for line in result.stdout.splitlines()]
    assert [row["outcome"] for row in rows] == ["refused", "broken", "unsupported"]
    assert list(rows[0]) == KEYS
    assert result.exit_code == 1


def test_standard_input() -> None:
    result = CliRunner().invoke(command, ["--urls", "-", "--format", "jsonl"], input="mailto:a@b.test\n")
    assert json.loads(result.stdout)["outcome"] == "unsupported"


def test_text_is_for_people_and_steers_no_terminal() -> None:
    result = CliRunner().invoke(command, ["mailto:\x1b[31mx"])
    assert "\x1b" not in result.stdout
    assert result.stdout.startswith("unsupported")
    assert "1 URL: 1 unsupported" in result.stderr


@pytest.mark.parametrize(
    "arguments",
    [["--urls", "/no/such/file"], ["--urls", "/dev/null"], ["http://h.test/", "--concurrency", "0"]],
)
def test_wrong_use(arguments: list[str]) -> None:
    with pytest.raises(UsageError):
        CliRunner().invoke(command, arguments, catch_exceptions=False)


def test_ordered_rows_hold_back_what_came_early() -> None:
    written: list[str] = []
    rows = OrderedRows(["a", "b", "c"], lambda result: written.append(result.url))
    for url in ("c", "a"):
        rows.add(ProbeResult(url, ProbeOutcome.ALIVE, datetime.now(UTC)))
    assert written == ["a"]
    rows.add(ProbeResult("b", ProbeOutcome.BROKEN, datetime.now(UTC)))
    assert written == ["a", "b", "c"]
    assert not rows.all_pass
    assert rows.summary() == "3 URLs: 2 alive, 1 broken"


def test_without_urls_the_sources_of_the_ledger_are_probed(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text("[tool.ledger]\nname = 'A ledger'\n", "utf-8")
    (tmp_path / "sources").mkdir()
    (tmp_path / "sources" / "paper.yaml").write_text(SOURCE, "utf-8")
    result = CliRunner().invoke(command, ["--root", str(tmp_path), "--format", "jsonl"])
    rows = [json.loads(line) for line in result.stdout.splitlines()]
    assert [(row["url"], row["outcome"]) for row in rows] == [
        ("http://127.0.0.1/paper", "refused"),
        ("http://127.0.0.1/copy", "refused"),
    ]


def test_a_folder_without_sources_has_nothing_to_probe(tmp_path: Path) -> None:
    with pytest.raises(UsageError):
        CliRunner().invoke(command, ["--root", str(tmp_path)], catch_exceptions=False)
