from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.mutate.alteration import Change
from ledger.mutate.numbers import alterations


def changed(text: str, change: Change, **options: bool) -> list[str]:
    return [item.applied(text) for item in alterations(text, **options) if item.change is change]


@pytest.mark.parametrize(
    ("text", "change", "expected"),
    [
        ("16 bytes", Change.DIGIT, ["26 bytes", "17 bytes", "61 bytes", "1 bytes", "166 bytes"]),
        ("9", Change.DIGIT, ["8"]),
        ("51,219,741", Change.DIGIT, ["61,219,741", "51,219,742", "15,219,741"]),
        (
            "30–40%",
            Change.DIGIT,
            ["40–40%", "31–40%", "3–40%", "300–40%", "30–50%", "30–41%", "30–4%", "30–400%"],
        ),
        ("１２８", Change.DIGIT, ["２２８", "１２９", "２１８", "１２", "１２８８"]),
        ("两份", Change.DIGIT, ["三份"]),
        ("two halves", Change.DIGIT, ["three halves"]),
        ("16", Change.POINT, ["1.6"]),
        ("1.5×", Change.POINT, ["15×"]),
        ("2,048 GPUs", Change.POINT, ["2.048 GPUs"]),
        ("5", Change.POINT, ["50"]),
        ("0", Change.POINT, []),
        ("16 bytes", Change.SIGN, ["−16 bytes"]),
        ("−0.42", Change.SIGN, ["0.42"]),
        ("16 bytes", Change.SCALE, ["16K bytes", "16 million bytes"]),
        ("16 字节", Change.SCALE, ["16K 字节", "16 万 字节"]),
        ("2.78T", Change.SCALE, ["2.78B"]),
        ("80 GB", Change.SCALE, ["80 TB"]),
        ("1.5 万亿", Change.SCALE, ["1.5 亿亿"]),
        ("30%", Change.SCALE, []),
        ("3.8×10²⁵", Change.EXPONENT, ["3.8×10²⁶", "3.8×1025", "3.8×10"]),
        ("2^20", Change.EXPONENT, ["220"]),
        ("16 bytes", Change.EXPONENT, []),
        ("30–40%", Change.RANGE, ["30%", "40%"]),
        ("3 to 5×", Change.RANGE, ["3 ×", "5×"]),
        ("16 bytes", Change.RANGE, []),
        ("16 bytes", Change.UNIT, ["16 bits", "16 GB bytes", "16 bytes GB"]),
        ("80 GB", Change.UNIT, ["80 Gb", "80 GiB", "80 GB GB"]),
        ("16", Change.UNIT, ["16 GB"]),
        ("40%", Change.UNIT, ["40 ms", "40 percentage points", "40 GB %", "40% GB"]),
        ("16 bytes", Change.RATE, ["16 bytes/s", "16 bytes per layer"]),
        ("5 GB/s", Change.RATE, ["5 GB"]),
        ("5 tokens per step", Change.RATE, ["5 tokens"]),
        ("16 字节", Change.RATE, ["16 字节/秒", "16 字节/层"]),
        ("up to 1.5×", Change.COMPARATOR, [" 1.5×", "at least 1.5×"]),
        ("至少 8 张", Change.COMPARATOR, [" 8 张", "至多 8 张"]),
        (
            "16 bytes",
            Change.COMPARATOR,
            [
                "at least 16 bytes",
                "at most 16 bytes",
                "more than 16 bytes",
                "less than 16 bytes",
                "up to 16 bytes",
                "about 16 bytes",
                "≈16 bytes",
                "16 bytes or more",
                "16 bytes or less",
            ],
        ),
        (
            "2048 张",
            Change.COMPARATOR,
            [
                "至少 2048 张",
                "至多 2048 张",
                "超过 2048 张",
                "不到 2048 张",
                "最高 2048 张",
                "约 2048 张",
                "≈2048 张",
                "2048 张以上",
                "2048 张以内",
            ],
        ),
        ("16 bytes", Change.DENIAL, ["not 16 bytes", "16 not bytes"]),
        ("8 张", Change.DENIAL, ["不是 8 张", "8 不是 张"]),
        ("16 bytes", Change.FACTOR, ["half of 16 bytes", "twice 16 bytes", "16 bytes halved"]),
        ("8 张", Change.FACTOR, ["两倍于 8 张", "8 张的一半"]),
    ],
)
def test_changes(text: str, change: Change, expected: list[str]) -> None:
    assert changed(text, change) == expected


def test_an_operator_of_a_formula() -> None:
    assert changed("4P + 12P/N", Change.OPERATOR, formula=True) == ["4P − 12P/N"]
    assert changed("4P + 12P/N", Change.OPERATOR) == []


@given(st.text(alphabet="0123456789.,+-−×/ KMGBP%约一万abc", max_size=20), st.booleans())
def test_every_change_changes_the_text(text: str, formula: bool) -> None:
    for item in alterations(text, formula=formula):
        assert 0 <= item.start <= item.end <= len(text)
        assert item.applied(text) != text
