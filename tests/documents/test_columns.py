"""The columns of tables in plain text, and what stands at their heads."""

from __future__ import annotations

import time

import pytest

from ledger.documents.columns import column, column_head, width

TABLE = "Text.\nname\tsize\tdays\na\tb\tc\nd\te\tf\nMore.\nu\tv"


@pytest.mark.parametrize(
    ("sign", "nth", "columns", "head"),
    [
        ("T", 0, 0, ""),
        ("size", 1, 2, ""),
        ("a\t", 0, 2, "name"),
        ("b\t", 1, 2, "size"),
        ("c\n", 2, 2, "days"),
        ("d\t", 0, 2, "name"),
        ("f\n", 2, 2, "days"),
        ("\nMore", 2, 2, "days"),
        ("M", 0, 0, ""),
        ("u", 0, 1, ""),
        ("v", 1, 1, ""),
    ],
)
def test_where_a_sign_stands_in_a_table(sign: str, nth: int, columns: int, head: str) -> None:
    at = TABLE.index(sign)
    assert (column(TABLE, at), width(TABLE, at), column_head(TABLE, at)) == (nth, columns, head)


@pytest.mark.parametrize(
    ("plain", "head"),
    [
        ("a\tb\n\nc\td", ""),  # another table
        ("a\nb\nd", ""),  # no table
        ("a\tb\tc\n1\td", ""),  # a row of other cells
        ("a\t\n1\td", ""),  # a head without words
        ("\tb\n1\td", "b"),
        (f"a\t{'b' * 999}\n1\td", "b" * 200),  # not more than is looked at
    ],
)
def test_the_head_of_the_last_cell(plain: str, head: str) -> None:
    assert column_head(plain, plain.index("d")) == head


def test_a_wide_table_costs_no_square() -> None:
    row = "\t".join(["16"] * 100_000)
    plain = f"{row}\n{row}"
    started = time.perf_counter()
    heads = {column_head(plain, at) for at in range(len(row) + 1, len(plain), 3)}
    assert time.perf_counter() - started < 20
    assert heads == {"16"}
