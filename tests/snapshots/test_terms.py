"""Numbers that are terms, parts or labels state nothing by themselves."""

from __future__ import annotations

import pytest

from ledger.snapshots.page import Page
from ledger.snapshots.window import reading_of


def stated(text: str) -> list[str]:
    reading = reading_of(Page(1, text), 0, len(text))
    return [text[start:end] for start, end, _ in reading.tokens()]


@pytest.mark.parametrize(
    "text",
    [
        "It is 5:7 here",
        "One in 7 runs fails",
        "On the ring 7 in 10 fail",
        "It takes half of 7 ms",
        "It takes a tenth of the 7 ms",
        "It takes log 7 ms",
        "It takes 7 ms squared",
        "There are 7! orders",
        "The load is 7 ms⁻¹",
        "环只需 7 ms 的一半",
        "7 Results of the ring\n",
        "3.7 Results of the ring\n",
        "The ring . . . . . . . 7",
    ],
)
def test_nothing_is_stated(text: str) -> None:
    assert not any("7" in number for number in stated(text))


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("It takes 7 ms in 10 runs", "7 ms"),
        ("Half of the runs take 7 ms", "7 ms"),
        ("compressed to FP8-E4M3 in 7 parts", "7"),
        ("7 rings are here.\nWe ran them.", "7"),
        ("It takes 7 times longer", "7 times"),
        ("K = 7", "7"),
    ],
)
def test_it_is_stated(text: str, number: str) -> None:
    assert number in stated(text)
