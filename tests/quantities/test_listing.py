"""What a block of code states, and what in it is program text."""

from __future__ import annotations

import pytest

from ledger.quantities import Mark, Role, Text, scan


def stated(language: str, block: str, role: Role = Role.CODE_BLOCK) -> list[str]:
    text = Text(f"{block}\n", (Mark(0, len(block) + 1, role, language),))
    found = [token for token in scan(text) if token.needs_evidence]
    return [part.surface for token in found for part in token.parts or (token,) if part.needs_evidence]


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
        pytest.param(
            "bash",
            "bench -q\nGET: 12000.00 requests per second",
            ["12000.00 requests per second"],
            id="a-rate-in-words",
        ),
        pytest.param("bash", "bench -q\nGET: 12000.00 requests", [], id="a-label-without-a-rate"),
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
        pytest.param("", "time..: avg=13.3s p(90)=2.5ms", ["13.3s", "2.5ms"], id="measures-under-names"),
        pytest.param("", "p50=3ms p99=12.5ms", ["3ms", "12.5ms"], id="percentiles"),
        pytest.param("bash", "$ run x\nused=1.8GiB, free=77GiB", ["1.8GiB", "77GiB"], id="answered-measures"),
        pytest.param("bash", "run --wait=3s --keep=5s", [], id="options-with-measures"),
        pytest.param("", "f(wait=3s, keep=5s);", [], id="arguments-with-measures"),
        pytest.param("", "workers=2: average time: 1.333\nx==3", ["1.333"], id="label-at-the-end"),
        pytest.param("bash", "run x | sort\n10922  272.73 134209", ["10922", "272.73", "134209"], id="row"),
        pytest.param("", "x0 => a;\nx1 => b", [], id="names-of-variables"),
        pytest.param("", "size: Qwen/Qwen3-4B", [], id="name-with-digits-and-a-hyphen"),
        pytest.param("python", "n = f(x)  # usually 0.9 or 0.95", ["0.9", "0.95"], id="a-usual-value"),
        pytest.param("c", "n = m; // typically set to 64", ["64"], id="a-usual-value-in-c"),
        pytest.param("python", "n = m.n  # 块的大小（通常为 16 或 32）", ["16", "32"], id="a-usual-value-zh"),
        pytest.param("python", "n = m.n  # 默认 8", ["8"], id="a-default-zh"),
        pytest.param("go", "n := 4 // at most 128, see above", ["at most 128"], id="a-bound"),
        pytest.param("python", "n = m.n  # e.g. 16", [], id="an-example"),
        pytest.param("python", "n = m.n  # 例如 16", [], id="an-example-zh"),
        pytest.param("python", "n = m.n  # see line 12", [], id="a-line-number"),
        pytest.param("python", "n = m.n  # usually from step 3 on", [], id="an-index"),
        pytest.param("python", "n = m.n  # old: n = 5", [], id="code-put-aside"),
        pytest.param("", "Cache Size = n_kv_heads * head_dim * 2 * dtype_size", ["2"], id="formula"),
        pytest.param("", "Cache Size (all) =\n  4 * n_kv_heads / n_q_heads", ["4"], id="formula-two-lines"),
        pytest.param("text", "Cache Size = 2 * n_kv_heads", ["2"], id="formula-as-text"),
        pytest.param("", "x = f(y);\nCache Size = 2 * n_kv_heads", ["2"], id="formula-in-code"),
        pytest.param("python", "# Cache Size = 2 * n_kv_heads\nx = 3", ["2"], id="formula-in-a-comment"),
        pytest.param("", "free_kv_mem = n_kv_heads * 2\nx = 3", [], id="assignments"),
        pytest.param("", "rank 0: [embed | 5 transformer blocks]\n$ run", ["5"], id="counted-in-words"),
        pytest.param("", "$ run 5 transformer blocks", [], id="a-command"),
        pytest.param("python", "x = 5 transformer blocks", [], id="counted-in-a-program"),
        pytest.param("python", "free_mem = total_mem * 2", [], id="program"),
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
        ("config.num_hidden_layers = 80", ["80"]),
        ("num_hidden_layers = 80", ["80"]),
        ("n_kv_heads = 8", ["8"]),
        ("layers = 80", ["80"]),
        ("layers=80", []),
        ("num_layers=80", []),
        ("n_heads_per_gpu = 64 / 8 = 8", ["64", "8", "8"]),
        ("n_heads_per_gpu=64/8=8", ["64", "8", "8"]),
        ("156/312=0.5", ["156/312", "0.5"]),
        ("learning_rate = 1e-4", ["1e-4"]),
        ("total_kv_mem = 1,024 MB", ["1,024 MB"]),
        ("2 * n_kv_heads * head_dim", ["2"]),
        ("2 (bytes) * 32 (n_hidden_layers) / 10**6 = 0.6MB", ["2", "32", "10**6", "0.6MB"]),
        ("comms_multiplier*n_bytes=3*2+2", ["3*2", "2"]),
        ("time = n_kv_heads * size / (n_gpus * 1e3)", ["1e3"]),
        ("2*n_layers^2/1e12=69 ms", ["2", "1e12", "69 ms"]),
        ("2 lanes/chip * 6 chips * 50GB/s/lane= 600GB/s", ["2", "6 chips", "50GB/s/lane", "600GB/s"]),
        ("8 lane * 50GB/s = 400GB/s", ["8", "50GB/s", "400GB/s"]),
        ("--num-layers 80", []),
        ("--num_layers=80", []),
        ("OMP_NUM_THREADS=8", []),
        ("make JOBS=8", []),
        ("rank=3", []),
        ("user.id = 5", []),
        ("port = 8080", []),
        ("verbose=1", []),
        ("x[3] = 5", []),
        ("part_1.py", []),
        ("logs/run_a_b/2", []),
        ("started_on = 2024-05-01", []),
        ("if n_kv_heads == 8", []),
    ],
)
def test_spans(span: str, expected: list[str]) -> None:
    assert stated("", span, Role.CODE_SPAN) == expected


def test_a_block_of_one_long_line_is_read_in_bounded_time() -> None:
    assert stated("bash", "$ x\n" + "1 GB | " * 20_000) == []
    assert stated("", "f(x);\n" + " " * 100_000 + "-") == []
    assert stated("", "a b = " + "c_d_e * " * 20_000) == []
    assert stated("", "c_d_e_ = 1 " + "(1 * " * 20_000, Role.CODE_SPAN) == []
