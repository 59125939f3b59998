"""Structured inputs: text, JSON, mappings and instances read alike; anything else is refused and bounded."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import pytest

from ledger.core.records import (
    LIMIT,
    read_flag,
    read_items,
    read_list,
    read_mapping,
    read_runs,
    read_words,
    record_reader,
)


@dataclass(frozen=True, slots=True)
class Sample:
    count: int
    share: Fraction = Fraction(1, 2)
    on: bool = False
    name: str = "x"
    many: tuple[int, ...] = ()
    maybe: int | None = None


read = record_reader(Sample)


def test_text_json_mapping_and_instance_read_alike() -> None:
    wanted = Sample(3, Fraction(1, 4), True, "y", (), 7)
    assert read("count=3, share=0.25, on=yes, name=y, maybe=7") == wanted
    assert read('{"count": 3, "share": 0.25, "on": true, "name": "y", "maybe": 7}') == wanted
    assert read({"count": 3, "share": "1/4", "on": "yes", "name": "y", "maybe": 7}) == wanted
    assert read(wanted) is wanted
    assert read('{"count": 3, "maybe": null, "many": [1, 2]}') == Sample(3, many=(1, 2))
    assert read("count=3,maybe=none") == Sample(3)


@pytest.mark.parametrize(
    ("given_text", "message"),
    [
        ("", "missing count"),
        ("count=1,cuont=2", "no field 'cuont'; did you mean 'count'"),
        ("count=1,zzzz=2", "it takes count"),
        ("count=1,count=2", "twice"),
        ("count=one", "'count': cannot read"),
        ("count", "name=value"),
        ("{", "Expecting"),
        ('{"a": ' * 50_000, "nested too deeply|too long"),
        ('{"count": 1, "count": 2}', "twice"),
        ("count=1," + "x" * LIMIT, "too long"),
        (7, "expected text"),
        ("count=1,share=1e999", "'share': cannot read"),
        ("count=1,on=perhaps", "'on': cannot read"),
    ],
)
def test_refused(given_text: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        read(given_text)


def test_lists() -> None:
    assert read_runs("3,4*14,2") == (3, *[4] * 14, 2)
    assert read_runs([1, 2]) == read_runs("[1, 2]") == read_runs("1, 2") == (1, 2)
    assert read_runs("") == ()
    assert read_list("1/2,3e-1") == (Fraction(1, 2), Fraction(3, 10))
    assert read_words("a, b") == ("a", "b")
    assert read_flag(True)
    assert not read_flag("no")


@pytest.mark.parametrize("bad", ["1*1000000000", "1*-1", "1*2*3", "x", "[" * 90_000, 5, "[1"])
def test_lists_refused(bad: Any) -> None:
    with pytest.raises((ValueError, TypeError, ArithmeticError)):
        read_runs(bad)


def test_exact_lists_are_bounded() -> None:
    with pytest.raises(ValueError, match="more than 1000"):
        read_list([1] * 1001)


def test_mappings_and_items_of_the_wrong_kind() -> None:
    with pytest.raises(ValueError, match="name=value"):
        read_mapping("[1]")
    with pytest.raises(ValueError, match="expected text"):
        read_items(None)
