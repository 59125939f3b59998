from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.mutate.numbers import Change, alterations


def changed(text: str, change: Change, **options: bool) -> list[str]:
    return [item.applied(text) for item in alterations(text, **options) if item.change is change]


@pytest.mark.parametrize(
    ("text", "change", "expected"),
    [
        ("16 bytes", Change.DIGIT, ["26 bytes", "17 bytes"]),
        ("9", Change.DIGIT, ["8"]),
        ("51,219,741", Change.DIGIT, ["61,219,741", "51,219,742"]),
        ("30–40%", Change.DIGIT, ["40–40%", "31–40%", "30–50%", "30–41%"]),
        ("１２８", Change.DIGIT, ["２２８", "１２９"]),
        ("两份", Change.DIGIT, ["三份"]),
        ("16", Change.POINT, ["1.6"]),
        ("1.5×", Change.POINT, ["15×"]),
        ("2,048 GPUs", Change.POINT, ["2.048 GPUs"]),
        ("5", Change.POINT, ["50"]),
        ("0", Change.POINT, []),
        ("16 bytes", Change.SIGN, ["−16 bytes"]),
        ("−0.42", Change.SIGN, ["0.42"]),
        ("16 bytes", Change.SCALE, ["16K bytes"]),
        ("2.78T", Change.SCALE, ["2.78B"]),
        ("80 GB", Change.SCALE, ["80 TB"]),
        ("1.5 万亿", Change.SCALE, ["1.5 亿亿"]),
        ("30%", Change.SCALE, []),
        ("16 bytes", Change.UNIT, ["16 bits"]),
        ("80 GB", Change.UNIT, ["80 Gb"]),
        ("16", Change.UNIT, ["16 GB"]),
        ("40%", Change.UNIT, ["40 ms"]),
        ("up to 1.5×", Change.COMPARATOR, [" 1.5×"]),
        ("16 bytes", Change.COMPARATOR, ["at least 16 bytes", "at most 16 bytes"]),
        ("2048 张", Change.COMPARATOR, ["至少 2048 张", "至多 2048 张"]),
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
