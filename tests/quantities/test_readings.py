"""Everyday ways of stating numbers, in one canonical spelling each (the left is ours, the right as read)."""

from __future__ import annotations

import pytest

from ledger.quantities import Kind, scan
from ledger.quantities.vocabulary import spaced

READINGS = [
    ("10,000+ H100 GPUs", ["at least 10000 GPU"]),
    ("3.2 Tb/s and 400 Gb/s", ["3.2 Tbps", "400 Gbps"]),
    ("from 41% to 55.2%", ["41 %", "55.2 %"]),
    ("148 of 419 interruptions", ["148 of 419"]),
    ("~2 s every 30 min, i.e. <0.2%", ["≈ 2 s", "30 min", "< 0.2 %"]),
    ("2,048 × 7,168 weights", ["2048*7168 weight"]),
    ("$5.576M at $2, USD 35M, €30, 30 €", ["5.576e6 USD", "2 USD", "3.5e7 USD", "30 EUR", "30 EUR"]),
    ("2,788K GPU hours", ["2.788e6 GPU-hour"]),
    ("278.8 万 H800 GPU 小时", ["2.788e6 GPU-hour"]),
    ("2 bytes/param × 70B", ["2 B/parameter", "7.0e10"]),
    ("38%～43%", ["38 to 43 %"]),
    ("约 18 倍", ["≈ 18 x"]),
    ("671B 参数", ["6.71e11 parameter"]),
    ("从 2Ψ 降到 1.5Ψ", ["2*Ψ", "1.5*Ψ"]),
    ("超过一万亿", ["> 1e12"]),
    ("±0.5% 以内", ["0.0 ± 0.5 %"]),
    ("至少提升 2 个百分点", ["at least 2 pp"]),
    ("不超过 10⁻³", ["≤ 1/1000"]),
    ("未超过 30 GB", ["≤ 30 GB"]),
    ("小于等于 5 个", ["≤ 5 个"]),
    ("does not exceed 5 GB", ["≤ 5 GB"]),
    ("not less than 3 days", ["at least 3 day"]),
    ("less than or equal to 5 ms", ["≤ 5 ms"]),
    ("less than 30 to 40 GB", ["< 30 to 40 GB"]),
    ("between 3 and 5 GPUs", ["3 to 5 GPU"]),
    ("介于 30 和 40 GB", ["30 to 40 GB"]),
    ("10−20 °C, −40 °C", ["10 to 20 °C", "-40 °C"]),
    ("负 20 GB，至少负 3 ms", ["-20 GB", "at least -3 ms"]),
    ("负一百万 token，负三分之一", ["-1e6 token", "-1/3"]),
    ("负载 20 GB，正负 5 ms", ["20 GB", "5 ms"]),
    ("a loss of minus 0.42, at most negative 3 ms", ["-0.42", "≤ -3 ms"]),
    ("3–5×, 1.2×–1.5×, 1-2 million", ["3 to 5 x", "1.2 to 1.5 x", "1e6 to 2e6"]),
    ("½ and 3½ hours", ["1/2", "7÷2 h"]),
    ("9 out of 10", ["9 of 10"]),
    ("30 000 users; 1 048 576 keys", ["30000 user", "1048576 key"]),
    ("512 KiB against 524 kB", ["512 KiB", "524 kB"]),
    ("M ≥ 4×K; then ≥4K", ["≥ 4*K", "≥ 4e3"]),
    ("两三天，三分之二，十余种，十几个", ["2.5 ± 0.5 day", "2/3", "> 1e1 种", "15 ± 4 个"]),
    ("一年半，近万张，两倍", ["1.5 year", "≈ 1e4 张", "2 x"]),
    ("共 61 层、12.8 万词", ["61 层", "1.28e5"]),
    ("降至 45ms（-62.5%）", ["45 ms", "-62.5 %"]),
    ("5 年以上；3 天左右", ["at least 5 year", "≈ 3 day"]),
    ("x1.5, ×3, 10X, 8×H100", ["1.5 x", "3 x", "10 x", "8"]),
    ("8×220B and 16-bit floats", ["8*220000000000", "16 bit"]),
    ("a third of; half a million tokens", ["1/3", "5e5 token"]),
    ("hundreds of thousands of users", ["550000 ± 350000"]),
    ("twenty-four hours, twice", ["24 h", "2 x"]),
    ("nine tenths, two hundredths, sixty-four thousand tokens", ["9/10", "1/50", "6.4e4 token"]),
    ("several thousand GPUs, a few hundred of them", ["5500 ± 3500 GPU", "550 ± 350"]),
    (
        "至少数千块，超过数百台，几百块以内",
        ["at least 2000 to 9000 块", "> 200 to 900 台", "≤ 200 to 900 块"],
    ),
    ("two seconds, five meters, ten s", ["2 s", "5 m", "10"]),
    ("16P bytes or more; 4P 字节以上", ["at least 16*P B", "at least 4*P B"]),
    ("tenfold, a sixteenfold gain", ["10 x", "16 x"]),
    ("贰拾肆块 GPU，伍佰台，廿四块，卅台", ["24 块", "5e2 台", "24 块", "3e1 台"]),
    ("大陆的肆意，收拾", []),
    ("最多快 7.6x；最多能节省 30%；最多支持 8 张", ["up to 7.6 x", "up to 30 %", "≤ 8 张"]),
    ("t = S*(n-1) / (B*n)", ["S*(n-1)/(B*n)"]),
    ("read in May 2024: 5 GPUs", ["5 GPU"]),
    ("5 per cent, 1 M context, 100 K tokens", ["5 %", "1e6", "1.00e5 token"]),
]
STATED = (Kind.QUANTITY, Kind.FORMULA, Kind.LIST_COUNT)


TEENS = spaced("ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen")
TENS = spaced("twenty thirty forty fifty sixty seventy eighty ninety")
ONES = spaced("one two three four five six seven eight nine")
SPELT = (
    *((word, value) for value, word in enumerate(ONES[1:], 2)),
    *((word, value) for value, word in enumerate(TEENS, 10)),
    *((word, 10 * value) for value, word in enumerate(TENS, 2)),
    *((f"{ten}-{one}", 10 * i + j) for i, ten in enumerate(TENS, 2) for j, one in enumerate(ONES, 1)),
)


@pytest.mark.parametrize(("word", "value"), SPELT)
def test_every_number_word_is_seen(word: str, value: int) -> None:
    for text in (f"it takes {word} GPUs", f"It is on {word.capitalize()} GPUs of it"):
        assert [token.quantity and token.quantity.value for token in scan(text)] == [value], text


@pytest.mark.parametrize(("text", "read"), READINGS, ids=[text for text, _ in READINGS])
def test_reading(text: str, read: list[str]) -> None:
    quantities = [token.quantity for token in scan(text) if token.kind in STATED]
    assert [quantity.text().replace("−", "-") for quantity in quantities if quantity is not None] == read


@pytest.mark.parametrize(
    "text",
    [
        "5G networks, 3D meshes, 1080p video, H.264, COVID-19",
        "GPT-4, Qwen2.5-72B, Llama-3.1-405B, x86_64, E2B_API_URL",
        "pass@1 and p99; v2.1's; Q3 2024; B.1; Section 3.2",
        "10.11.0.0/16 on port 8080; 端口 8080; RFC 952/1123",
    ],
)
def test_names_are_no_quantities(text: str) -> None:
    assert [token.surface for token in scan(text) if token.needs_evidence] == []
