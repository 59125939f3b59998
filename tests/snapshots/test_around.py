"""What undoes a number from around it is not passed over."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from ledger.schema.outcomes import Outcome
from ledger.snapshots.advice import advice
from ledger.snapshots.locate import locate
from ledger.snapshots.located import Located, Wanted
from ledger.snapshots.page import Document
from tests.snapshots.hostile_around import (
    HEADED,
    HEADED_HONEST,
    HONEST,
    HOSTILE,
    TITLED,
    TITLED_HONEST,
)
from tests.snapshots.test_hostile import cases, claim, look


@pytest.mark.parametrize(("text", "anchors", "stated"), cases(HOSTILE))
def test_what_undoes_it_is_not_passed_over(text: str, anchors: str, stated: str) -> None:
    assert look(text, anchors, stated).outcome is not Outcome.VERIFIED


@pytest.mark.parametrize(("text", "anchors", "stated"), HONEST)
def test_what_undoes_nothing_is(text: str, anchors: str, stated: str) -> None:
    located = look(text, anchors, stated)
    assert located.outcome is Outcome.VERIFIED, f"{located.cause}: {located.message}"


@pytest.mark.parametrize(("text", "anchors", "stated"), HOSTILE["settings"])
def test_a_setting_is_not_verified_where_its_indentation_is_lost(
    text: str, anchors: str, stated: str
) -> None:
    flat = "\n".join(line.strip() for line in text.split("\n"))
    assert look(flat, anchors, stated).outcome is not Outcome.VERIFIED


@pytest.mark.parametrize(
    ("text", "anchors"),
    [
        ("Alpha takes 7 ms before the fix.", "Alpha takes|7 ms"),
        ("Alpha takes 7 ms. This was later corrected to 9.", "Alpha takes|7 ms"),
        ("A fictional Alpha takes 7 ms.", "Alpha takes|7 ms"),
        ("Alpha takes 7 ms in the tests with bash and zsh (single runs).", "Alpha takes|7 ms"),
    ],
)
def test_anchors_are_proposed_that_hold_it(text: str, anchors: str) -> None:
    located = look(text, anchors, "7 ms")
    assert located.cause == "unread"
    assert look(text, "|".join(located.anchors), "7 ms").outcome is Outcome.VERIFIED


def test_long_hostile_text_takes_no_longer_than_its_length() -> None:
    for part in (
        "{",
        "}",
        "\nif x:",
        "\ncase x)",
        " of it",
        ", on it",
        " the number was",
        "(",
        "Ab ",
        "x: ",
        "# A\n",
    ):
        text = f"{part * 2_000}\nworkers = 8\nAlpha takes 7 ms{part * 2_000}"
        assert look(text, "Alpha takes|7 ms", "7 ms").outcome is not Outcome.CONTRADICTED
        assert look(text, "workers = 8", "8 1").outcome is not Outcome.CONTRADICTED


Read = Callable[[bytes, str], Document]


def look_in(document: Document, anchors: str, stated: str, section: str | None = None) -> Located:
    wanted = Wanted(tuple(anchors.split("|")), claim(stated), section=section, strict=True, own=True)
    return locate(document, wanted)


@pytest.mark.parametrize("media", ["text/markdown", "text/plain"])
@pytest.mark.parametrize(("text", "anchors", "stated"), HEADED)
def test_what_stands_under_a_heading_that_undoes_it_is_not_verified(
    read: Read, media: str, text: str, anchors: str, stated: str
) -> None:
    assert look_in(read(text.encode(), media), anchors, stated).outcome is not Outcome.VERIFIED


@pytest.mark.parametrize("media", ["text/markdown", "text/plain"])
@pytest.mark.parametrize(("text", "anchors", "stated"), HEADED_HONEST)
def test_what_stands_under_a_heading_that_undoes_nothing_is(
    read: Read, media: str, text: str, anchors: str, stated: str
) -> None:
    located = look_in(read(text.encode(), media), anchors, stated)
    assert located.outcome is Outcome.VERIFIED, f"{located.cause}: {located.message}"


@pytest.mark.parametrize(
    ("over", "undoes"),
    [
        ("> **Outdated**", True),
        ("<details><summary>Old numbers</summary></details>", True),
        ("Latency", False),
        ("The pools are old.", False),  # a sentence of its own
    ],
)
def test_a_short_block_over_a_paragraph_stands_like_a_heading(read: Read, over: str, undoes: bool) -> None:
    document = read(f"{over}\n\nAlpha takes 7 ms.".encode(), "text/markdown")
    assert (look_in(document, "Alpha takes|7 ms", "7 ms").cause == "heading") is undoes


@pytest.mark.parametrize(
    ("text", "cite"),
    [
        ("# 3 Designs\n\n## Fitted designs\n\nAlpha takes 7 ms.", "Fitted designs"),
        ("# 3 Designs\n\n> **Fitted**\n\nAlpha takes 7 ms.", ""),  # no section that could be cited
        ("# Fitted\n\n## Glued\n\nAlpha takes 7 ms.", "Fitted > Glued"),
        ("# Fitted\n\n> **Glued**\n\nAlpha takes 7 ms.", ""),
    ],
)
def test_of_a_heading_the_section_to_cite_is_proposed(read: Read, text: str, cite: str) -> None:
    document = read(text.encode(), "text/markdown")
    located = look_in(document, "Alpha takes|7 ms", "7 ms")
    assert (located.cause, located.cite) == ("heading", cite)
    assert (f'section: "{cite}"' in advice(located)) is bool(cite)
    if cite:
        assert look_in(document, "Alpha takes|7 ms", "7 ms", cite).outcome is Outcome.VERIFIED


def test_what_a_heading_asks_of_a_claim_is_told_where_its_number_is_looked_for(read: Read) -> None:
    document = read(b"# Designs\n\n## Fitted designs\n\nAlpha takes 7 ms.", "text/markdown")
    located = locate(document, Wanted(("Alpha takes", "7 ms"), claim("7 ms"), loose=True))
    assert (located.outcome, located.cite) == (Outcome.VERIFIED, "Fitted designs")
    assert "'Designs' in the heading 'Designs' may undo" in located.claim


@pytest.mark.parametrize("section", ["3.1 Rejected designs", "Rejected designs"])
def test_a_section_that_is_cited_by_its_words_has_been_read(read: Read, section: str) -> None:
    document = read(b"# 3 Designs\n\n## 3.1 Rejected designs\n\nAlpha takes 7 ms.", "text/markdown")
    assert look_in(document, "Alpha takes|7 ms", "7 ms", "3.1").cause == "heading"
    assert look_in(document, "Alpha takes|7 ms", "7 ms", section).outcome is Outcome.VERIFIED


@pytest.mark.parametrize(
    ("word", "undoes"),
    [
        ("Pools", False),  # the text speaks of them
        ("Pooling", False),
        ("Pool-based", False),
        ("NVLink", False),  # a name
        ("Ghosts", True),
        ("GHOSTS", True),
        ("Non-pooling", True),
        ("Pooled", True),  # what became of it
        ("Unpooled", True),
        ("Not pools", True),
    ],
)
def test_a_word_of_a_heading_is_what_the_text_speaks_of(read: Read, word: str, undoes: bool) -> None:
    text = f"# {word}\n\nAlpha takes 7 ms. We pool what is unpooled."
    located = look_in(read(text.encode(), "text/markdown"), "Alpha takes|7 ms", "7 ms")
    assert (located.cause == "heading") is undoes


@pytest.mark.parametrize(("text", "anchors", "stated"), TITLED)
def test_a_table_whose_title_undoes_it_is_not_verified(text: str, anchors: str, stated: str) -> None:
    assert look(text, anchors, stated).outcome is not Outcome.VERIFIED


@pytest.mark.parametrize(("text", "anchors", "stated"), TITLED_HONEST)
def test_a_table_whose_title_undoes_nothing_is(text: str, anchors: str, stated: str) -> None:
    located = look(text, anchors, stated)
    assert located.outcome is Outcome.VERIFIED, f"{located.cause}: {located.message}"
