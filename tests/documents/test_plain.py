from __future__ import annotations

import pytest

from ledger.documents.plain import read_text
from ledger.quantities.text import Role
from tests.documents.reading import marked, source_of


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        pytest.param("a 1\nb 2\n", "a 1\nb 2\n", id="a-block-a-line"),
        pytest.param("5% of $3 & #4 {x} C:\\new_3 ^2\n", "5% of $3 & #4 {x} C:\\new_3 ^2\n", id="literal"),
        pytest.param("约 \\(15\\)T tokens", "约 15T tokens\n", id="bracketed-maths"),
        pytest.param("\\[ V\\approx 2DS. \\]", "V≈2DS.\n", id="display-maths"),
        pytest.param("\\fig{a-1.jpg}{T 3}", "a-1.jpg\nT 3\n", id="command"),
        pytest.param("00:48--03:02 and x--y", "00:48–03:02 and x--y\n", id="dashes"),
        pytest.param("w" * 60 + "\nnext 3 words\n", "w" * 60 + " next 3 words\n", id="hard-wrapped"),
    ],
)
def test_plain_text(source: str, expected: str) -> None:
    assert read_text("a.txt", source).text.plain == expected


def test_tab_separated_lines_are_a_table() -> None:
    document = read_text("a.txt", "intro\nname\tsize\nx\t16 GB\n")
    assert marked(document, Role.TABLE_HEADER) == [("name", "0:0:0"), ("size", "0:0:1")]
    assert marked(document, Role.TABLE_CELL) == [("x", "0:1:0"), ("16 GB", "0:1:1")]
    assert source_of(document, "16 GB") == "16 GB"
