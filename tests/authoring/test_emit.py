"""What we write reads back as what was meant, whatever the text."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ledger.authoring.emit import block, item
from ledger.schema.yaml import parse

REFUSED = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufffe\uffff"
"""What no document may have, beside the control characters."""
TEXT = st.text(
    st.characters(
        codec="utf-8",
        exclude_categories=("Cs", "Cc"),
        include_characters="\t\n\r",
        exclude_characters=REFUSED,
    ),
    min_size=1,
)
VALUES: Any = st.recursive(
    TEXT | st.booleans() | st.integers(-(10**15), 10**15),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, min_size=1, max_size=3),
    max_leaves=8,
)


@settings(max_examples=200, deadline=None)
@given(st.dictionaries(st.from_regex(r"[a-z][a-z-]{0,9}", fullmatch=True), VALUES, min_size=1, max_size=5))
def test_a_block_reads_back(document: dict[str, Any]) -> None:
    assert parse(block(document), "x").value == document
    assert parse("claims:\n" + item(document, 2), "x").value == {"claims": [document]}


@pytest.mark.parametrize(
    "trap", ["no", "1e12", "012", "12:30", "3.10", "null", "~", "2019-10-04", "true", "a: b"]
)
def test_a_trap_is_quoted(trap: str) -> None:
    assert block({"key": trap}) == f'key: "{trap}"\n'


def test_the_style_is_the_one_people_write() -> None:
    document = {
        "id": "a.one",
        "statement": {"en": "It is sixteen bytes for each and every parameter there is.", "zh": "是十六。"},
        "quantity": {"value": "16", "unit": "B/parameter"},
        "evidence": [{"source": "paper", "page": 8, "anchors": ["2 + 2 + 12"]}],
    }
    assert item(document, 2) == (
        "  - id: a.one\n"
        "    statement:\n"
        '      en: "It is sixteen bytes for each and every parameter there is."\n'
        '      zh: "是十六。"\n'
        '    quantity: {value: "16", unit: B/parameter}\n'
        "    evidence:\n"
        '      - {source: paper, page: 8, anchors: ["2 + 2 + 12"]}\n'
    )
