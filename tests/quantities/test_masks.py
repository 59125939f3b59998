"""Measurements that have the shape of what needs no evidence are asked for, and what has it is not."""

from __future__ import annotations

import re

import pytest

from ledger.documents.read import read
from ledger.quantities import scan

# Numbers in braces need evidence; all others need none.
TEXTS = [
    "Between {0 and 1} failures a day occur.",
    "The probability lies between 0 and 1.",
    "The interval is [{0}, {1}] failures.",
    "The weight is in [0, 1] as before.",
    "一天出现 {0 到 1} 次故障。",
    "概率在 0 到 1 之间。",
    "Each disk needs a {3 min} read.",
    "A {5 minute} read phase follows.",
    "It does a {10 minute} read and a {10 minute} write.",
    "用户的平均阅读时间约 {12 分钟}。",
    "{5 分钟}阅读量很高。",
    "This is a 5 min read.",
    "34 min read",
    "March 2026 15 min read Iron",
    "A deep dive! 30 min read: go.",
    "Jan 5, 2021 · 34 min read",
    "阅读时间：12 分钟",
    "预计阅读时间 12 分钟",
    "It took {3:30} hours.",
    "It began at 3:30 and ended.",
    "We used reads of {200bp} and {150bp}.",
    "| Model | No. |\n|---|---|\n| A | {128} |\n| B | {256} |",
    "| ID | # |\n|---|---|\n| 1 | {12} |\n| 2 | {6} |",
    "| # | Loss |\n|---|---|\n| 1 | {12} |\n| 2 | {6} |",
    "| No. | Loss |\n|---|---|\n| 1 | {12} |\n| 2 | {6} |",
    "Speedup {3.2} is the best we saw.",
    "Perplexity {5.1} was measured.",
    "MFU {41} is the best.",
    "Llama 3 has been trained.",
    "The throughput (in tokens/s) is {2012}.",
    "The mean score was {1987}.",
    "The first release was in 2012.",
    "The year of its release is 2012.",
    "The link runs at {1 GB/s} = {8 Gbps}.",
    "Note that 1 GB/s = 8 Gbps.",
    "It drifted from UTC by +{8} ms.",
    "The meeting is at UTC+8.",
]


@pytest.mark.parametrize("text", TEXTS)
def test_each_number_is_asked_for_or_not(text: str) -> None:
    page, asked = "", []
    for part in re.split(r"(\{[^{}]*\})", text):
        if part.startswith("{"):
            asked.append((len(page), len(page) + len(part) - 2))
        page += part.strip("{}") if part.startswith("{") else part
    document = read("page.md", page)
    needed = [
        document.offsets.span(token.start, token.end) for token in scan(document.text) if token.needs_evidence
    ]
    for low, high in asked:
        assert any(start < high and low < end for start, end in needed), page[low:high]
    for start, end in needed:
        assert any(start < high and low < end for low, high in asked), page[start:end]
