"""Number words and units with ligatures are read as their letters, where they stand; nothing else folds."""

from __future__ import annotations

import pytest

from ledger.quantities import Mark, Role, Text, parse, scan


@pytest.mark.parametrize(
    ("text", "surface", "value", "unit"),
    [
        ("It has \ufb01ve GPUs.", "\ufb01ve GPUs", 5, "GPU"),
        ("It has \ufb01fteen GPUs.", "\ufb01fteen GPUs", 15, "GPU"),
        ("e\ufb03cient: 16 GB \ufb01nally", "16 GB", 16, "GB"),
        ("It makes 300 tera\ufb02ops.", "300 tera\ufb02ops", 300, "teraflops"),
    ],
)
def test_tokens_stand_where_the_text_has_them(text: str, surface: str, value: int, unit: str) -> None:
    (token,) = scan(text)
    assert token.surface == text[token.start : token.end] == surface
    assert token.quantity is not None
    assert (token.quantity.value, token.quantity.unit) == (value, unit)
    assert (parse(text).value, parse(surface).unit) == (value, unit)


def test_marks_and_parts_keep_their_places() -> None:
    text = Text("an e\ufb03cient 10" + "25 FLOP", (Mark(13, 15, Role.SUPERSCRIPT),))
    (token,) = scan(text)
    assert token.surface == "1025 FLOP"
    assert token.quantity is not None
    assert token.quantity.value == 10**25
    (formula,) = scan("a \ufb01nal 4P + 12P/N of it")
    assert [part.surface for part in formula.parts] == ["4", "12"]


@pytest.mark.parametrize("text", ["②", "⑿", "Ⅻ", "㏑", "🄂"])
def test_no_other_compatible_sign_becomes_a_number(text: str) -> None:
    assert scan(f"the {text} of it") == []
