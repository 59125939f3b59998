"""Letters written together behind a number, where the document shows that each is a symbol."""

from __future__ import annotations

import pytest

from ledger.quantities import Kind, Mark, Role, Text, scan

SYMBOLS = "s b h L: "
MARKS = tuple(Mark(at, at + 1, Role.CODE_SPAN) for at in (0, 2, 4, 6))


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("19sbh bytes", "19*s*b*h B"),
        ("2sbhL", "2*s*b*h*L"),
        ("34sbh(1+L)", "34*s*b*h*(1+L)"),
        ("8bs/h of it", "8*b*s/h"),
    ],
)
def test_the_document_s_symbols(text: str, read: str) -> None:
    (token,) = scan(Text(SYMBOLS + text, MARKS))
    assert token.kind is Kind.FORMULA
    assert token.needs_evidence
    assert token.quantity is not None
    assert token.quantity.text() == read


@pytest.mark.parametrize("name", ["4bsx", "3sb-net", "8sb2", "1F1B", "3D", "16px"])
def test_what_stays_a_name(name: str) -> None:
    assert [token.kind for token in scan(Text(SYMBOLS + name, MARKS))] == [Kind.IDENTIFIER]


def test_without_the_symbols_it_is_a_name() -> None:
    assert [token.kind for token in scan("19sbh 2sbhL")] == [Kind.IDENTIFIER, Kind.IDENTIFIER]
