"""What a block of code states, and what in it is program text."""

from __future__ import annotations

import pytest

from ledger.quantities import Mark, Role, Text, scan


def stated(language: str, block: str, role: Role = Role.CODE_BLOCK) -> list[str]:
    text = Text(f"{block}\n", (Mark(0, len(block) + 1, role, language),))
    return [token.surface for token in scan(text) if token.needs_evidence]


@pytest.mark.parametrize(
    ("language", "block", "expected"),
    [
        pytest.param("python", "# the cache takes 12 GB\nx = 12", ["12 GB"], id="comment"),
        pytest.param("c", "int n = 4; // 40 MB for each", ["40 MB"], id="comment-behind-code"),
        pytest.param("bash", "# 1. start 3 of them\nrun 5", [], id="a-comment-without-a-measure"),
        pytest.param("yaml", "memory: 40 GB\nreplicas: 3", [], id="settings"),
        pytest.param("json", '{"memory": "40 GB"}', [], id="data"),
        pytest.param("bash", "sleep 5\nulimit -n 65535", [], id="commands"),
        pytest.param("bash", "$ cat size\n32K", ["32K"], id="output-that-is-a-number"),
        pytest.param("bash", "$ bench -c 8\nlatency = 12.3 ms (mean)", ["12.3 ms"], id="output-with-a-unit"),
        pytest.param("bash", "$ bench\nrate = 1234.5 (without set-up)", ["1234.5"], id="labelled-output"),
        pytest.param("", "$ time x\nreal 0m38.5s", ["0m38.5s"], id="time-in-several-units"),
        pytest.param("", "# run(x); y;\nRequests/sec: 748868.53", ["748868.53"], id="label-with-a-capital"),
        pytest.param("", "f(x);\nfor i in 5 6 7", [], id="program-without-a-name"),
        pytest.param("", "It's 5 GB in all; 12 ms each", ["5 GB", "12 ms"], id="apostrophe"),
        pytest.param("python", ">>> len(x)\n1000", ["1000"], id="answer-of-an-interpreter"),
        pytest.param("output", "AUC = 0.92\narray([3.5, 4])", ["0.92", "3.5", "4"], id="output-of-a-cell"),
        pytest.param(
            "", "| name | qps |\n+------+-----+\n| a | 1200 |\n| b | 7.5 |", ["1200", "7.5"], id="drawn-table"
        ),
        pytest.param(
            "sql", "select 5 | 6;\n name | qps\n------+-----\n a | 1200", ["1200"], id="rows-of-a-query"
        ),
        pytest.param("mermaid", "graph TD\n A[Takes 68 MB] -->|5 ms| B", ["68 MB", "5 ms"], id="diagram"),
        pytest.param("mermaid", "graph TD\n style A stroke-width:4px", [], id="style-of-a-diagram"),
        pytest.param("mermaid", 'pie\n "Weights" : 45.5', ["45.5"], id="chart"),
    ],
)
def test_blocks(language: str, block: str, expected: list[str]) -> None:
    assert stated(language, block) == expected


@pytest.mark.parametrize(
    ("span", "expected"),
    [
        ("hit_rate_min > 0.95", ["> 0.95"]),
        ("n_items_max > 0", []),
        ("make -j8", []),
    ],
)
def test_spans(span: str, expected: list[str]) -> None:
    assert stated("", span, Role.CODE_SPAN) == expected


def test_a_block_of_one_long_line_is_read_in_bounded_time() -> None:
    assert stated("bash", "$ x\n" + "1 GB | " * 20_000) == []
    assert stated("", "f(x);\n" + " " * 100_000 + "-") == []
