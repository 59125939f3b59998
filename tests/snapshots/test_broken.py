"""Numbers whose digits read in more than one way."""

from __future__ import annotations

import pytest

from ledger.snapshots.broken import has_loose_dash, is_broken


@pytest.mark.parametrize(
    ("text", "number", "broken"),
    [
        ("of 3,\n200 Gbps", "200 Gbps", True),
        ("of 3,\n200 Gbps", "3", True),
        ("and 2.\n78 trillion", "78 trillion", True),
        ("and 816\n000 t", "000 t", True),
        ("in 2020,\n64 GPUs", "64 GPUs", False),
        ("uses 16,\n32 and 64", "16", False),
        ("reaches 1,048,-\n576 tokens", "1,048,-\n576 tokens", False),
        ("uses 16\nGPUs", "16\nGPUs", False),
        ("sizes 8,\n16 and 32", "16", False),
        ("size 32\n00 rows", "32", True),
        ("ring\t5\n64\t7", "5", False),
        ("size 1,\n\n024 rows", "1", True),
        ("is 12 345 rows", "12", True),
        ("is 12 345 rows", "345 rows", True),
        ("in 2017 256 rings", "256 rings", False),
        ("is 10 25 long", "25", True),
        ("is 10 rings", "10", False),
        ("is 7. 5 long", "5", True),
        ("in 2017. 25 rings", "25 rings", False),
        ("is 7\u200b5 long", "5", True),
        ("is 7\u0336 long", "7", True),
        ("no digits", "no", False),
        ("is 816 000 t", "816 000 t", False),
        ("is 816 250 t", "250 t", True),
    ],
)
def test_a_number_broken_over_a_line_end(text: str, number: str, broken: bool) -> None:
    at = text.index(number)
    assert is_broken(text, at, at + len(number)) is broken


@pytest.mark.parametrize(
    ("text", "loose"),
    [
        ("a change of - 7", True),
        ("a change of − 7", True),
        ("a change of -7", False),
        ("\n- 7", False),
        ("- 7", False),
        ("5 - 7", False),
    ],
)
def test_a_dash_that_may_be_a_sign(text: str, loose: bool) -> None:
    assert has_loose_dash(text, text.index("7")) is loose
