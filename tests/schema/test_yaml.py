"""The YAML reader: positions, and every trap refused with the right spelling."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from ledger.errors import DocumentError
from ledger.schema.yaml import MAX_BYTES, parse, read_text


def fault(text: str) -> DocumentError:
    with pytest.raises(DocumentError) as caught:
        parse(text, "a.yaml")
    return caught.value


@pytest.mark.parametrize(
    "written",
    [
        *["1e12", "3.10", "012", "1_000", "1,000", "12:30", "0x1F"],
        *["0o17", ".5", "1.", "-.5", "+3", "50%", "2019-10-04", "2019-10", ".inf", ".nan"],
    ],
)
def test_number_or_date_that_yaml_would_change_is_refused(written: str) -> None:
    error = fault(f"key: {written}\n")
    assert (error.location.line, error.location.column) == (1, 6)
    assert f'write it in quotes: "{written}"' in error.hint


@pytest.mark.parametrize("written", ["no", "Yes", "on", "OFF", "True", "FALSE"])
def test_word_that_yaml_takes_for_a_truth_value_is_refused(written: str) -> None:
    assert f'"{written}"' in fault(f"key: {written}\n").hint


@pytest.mark.parametrize("written", ["~", "null", ""])
def test_empty_value_is_refused(written: str) -> None:
    assert "empty value" in fault(f"key: {written}\nother: x\n").cause


def test_plain_values() -> None:
    parsed = parse('{a: 8, b: true, c: "1e12", d: 8×400 Gbps, e: [x, -3], no: "k"}\n', "a.yaml")
    assert parsed.value == {"a": 8, "b": True, "c": "1e12", "d": "8×400 Gbps", "e": ["x", -3], "no": "k"}


def test_positions_are_one_based_and_by_path() -> None:
    parsed = parse('a:\n  - b: "1"\n    c: {d: 5}\n', "a.yaml")
    assert parsed.positions[("a", 0, "b")] == (2, 8)
    assert parsed.positions[("a", 0, "c", "d")] == (3, 12)
    assert parsed.keys[("a", 0, "c")] == (3, 5)


def test_duplicate_key_names_both_lines() -> None:
    error = fault("a: x\nb: y\na: z\n")
    assert (error.location.line, error.cause) == (3, "repeats the key 'a' of line 1")


def test_alias_bomb_is_refused_at_its_first_anchor() -> None:
    bomb = "a: &a [x,x,x]\n" + "".join(
        f"{chr(98 + i)}: &{chr(98 + i)} [*{chr(97 + i)},*{chr(97 + i)},*{chr(97 + i)}]\n" for i in range(20)
    )
    assert "anchor" in fault(bomb).cause


def test_deep_nesting_is_refused_without_exhausting_the_stack() -> None:
    assert fault("[" * 100_000).cause


def test_nesting_within_reason_but_too_deep_is_named() -> None:
    assert "levels deep" in fault("[" * 30 + "]" * 30).cause


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("a: !!python/object:os.system x\n", "tag"),
        ("a: x\n---\nb: y\n", "second document"),
        ("", "is empty"),
        ("a: [x\n", "not valid YAML"),
        ("? [x]\n: y\n", "as a key"),
        ("a: \x07\n", "not valid YAML"),
    ],
)
def test_other_refusals(text: str, words: str) -> None:
    assert words in fault(text).cause


@pytest.mark.parametrize(
    ("text", "place", "hint"),
    [
        ('a: "x\nb: "y"\n', (2, 5), "the quotation that begins on line 1 is not closed there"),
        ('a: "x\nb: y\n', (1, 4), "close the quotation"),
        ('a: {b: c, d: "e\n', (1, 14), "close the quotation"),
        ('a: "he said "hi" to"\n', (1, 14), "the quotation ends before the text does"),
        ("a: 'it's'\n", (1, 8), "write '' for a quote inside"),
        ("a:\n  b: 1\n c: 2\n", (3, 2), "indent it as its neighbours are"),
        ('a: "x"\n c: 2\n', (2, 2), "indent it as its neighbours are"),
        ("a: x\n c: 2\n", (2, 3), "indent a key as its neighbours are"),
        ("a: b: c\n", (1, 5), "a text that has a colon"),
        ("a:\n\tb: c\n", (2, 1), "indent with spaces"),
        ("a: 1\n\tb: c\n", (2, 1), "indent with spaces"),
        ("a: @x\n", (1, 4), "put a text that begins with '@' in quotes"),
        ("a: {b: x, c: y\nd: z\n", (2, 2), "close the braces"),
        ("a: [x, y\nb: c\n", (2, 2), "close the bracket"),
        ("a: 1\nb\nc: 2\n", (3, 1), "write 'key: value'"),
        ('a: "\\d"\n', (1, 5), "for a backslash"),
        ("- a\nb: c\n", (2, 1), "indent every item"),
        ("a: - b\n", (1, 4), "a line of its own"),
    ],
)
def test_bad_syntax_says_what_to_do(text: str, place: tuple[int, int], hint: str) -> None:
    found = fault(text)
    assert (found.location.line, found.location.column) == place
    assert hint in found.hint


def test_a_merge_conflict_is_called_one() -> None:
    found = fault("a: 1\n<<<<<<< HEAD\nb: 2\n=======\nb: 3\n>>>>>>> other\n")
    assert (found.location.line, found.cause) == (2, "has a merge conflict")


@pytest.mark.parametrize(
    ("written", "name"),
    [
        (r"\e[31mred", "U+001B"),  # a terminal turns red
        (r"bell\a", "U+0007"),
        (r"\x9b31m", "U+009B"),  # the same escape in one character
        (r"\x7f", "U+007F"),
        (r"sixteen\u202e61", "U+202E"),  # what follows is shown backwards
        (r"\ufffe", "U+FFFE"),
    ],
)
def test_control_characters_are_refused_in_values_and_keys(written: str, name: str) -> None:
    for text in (f'a: "{written}"\n', f'"{written}": a\n', f'- "{written}"\n'):
        found = fault(text)
        assert found.cause == f"has the control character {name}"
        assert found.location.line == 1


def test_lines_tabs_and_joined_signs_are_text() -> None:
    text = "a\tb\nc\u00a0d \u200b \u200d \ufe0f\u3000e"
    assert parse(f'a: "{text.encode("unicode_escape").decode()}"\n', "x.yaml").value == {"a": text}


def refuse(path: Path) -> DocumentError:
    with pytest.raises(DocumentError) as caught:
        read_text(path, path.name)
    return caught.value


def test_large_file_is_refused_unread(tmp_path: Path) -> None:
    path = tmp_path / "large.yaml"
    with path.open("wb") as stream:
        stream.truncate(50 * 1024 * 1024)
    error = refuse(path)
    assert "52,428,800 bytes" in error.cause
    assert f"{MAX_BYTES:,}" in error.cause


def test_utf_16_is_called_so(tmp_path: Path) -> None:
    path = tmp_path / "wide.yaml"
    path.write_bytes("a: 1\n".encode("utf-16"))
    assert (refuse(path).cause, refuse(path).hint) == ("is UTF-16 text", "save it as UTF-8")


def test_a_link_that_leads_nowhere_is_called_so(tmp_path: Path) -> None:
    path = tmp_path / "link.yaml"
    path.symlink_to("nowhere.yaml")
    assert "a link that leads nowhere" in refuse(path).hint


def test_binary_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "image.yaml"
    path.write_bytes(b"\x89PNG\r\n\x1a\n\0\0")
    assert "binary" in refuse(path).cause


def test_other_encoding_names_the_place(tmp_path: Path) -> None:
    path = tmp_path / "latin.yaml"
    path.write_bytes(b"a: x\nb: caf\xe9\n")
    error = refuse(path)
    assert (error.location.line, error.location.column) == (2, 7)


def test_fifo_does_not_hang(tmp_path: Path) -> None:
    path = tmp_path / "pipe.yaml"
    os.mkfifo(path)
    assert "not a regular file" in refuse(path).cause


def test_missing_file_is_a_fault_with_its_reason(tmp_path: Path) -> None:
    assert "No such file" in refuse(tmp_path / "none.yaml").cause
