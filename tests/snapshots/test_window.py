from __future__ import annotations

import pytest

from ledger.snapshots.page import Page, Span
from ledger.snapshots.window import reading_of


def read(text: str, part: str, *spans: Span) -> str:
    at = text.index(part)
    return reading_of(Page(1, text, spans=spans), at, at + len(part)).text.plain


@pytest.mark.parametrize(
    ("text", "part", "plain"),
    [
        ("A first one. We use 16 GPUs. Then 8.", "use", "We use 16 GPUs."),
        ("We use\n16 GPUs here", "use", "We use 16 GPUs here"),
        ("One block\n\nWe use 16\n\nand 8", "use", "We use 16"),
        ("A 1\nGPT-3\t175B\t96\nB\t1", "175B", "GPT-3\t175B\t96"),
        ("of the evalu-\nation of 5", "of 5", "of the evaluation of 5"),
        ("a 16-\nway pipeline", "way", "a 16-way pipeline"),
        ("reaches 1,048,-\n576 tokens", "tokens", "reaches 1,048,576 tokens"),
        ("see Fig. 3 and et al. 16 GPUs", "GPUs", "see Fig. 3 and et al. 16 GPUs"),
        ("用 16 张。用 8 张。", "16", "用 16 张。"),
        ("显存\n约 30 GB", "30", "显存约 30 GB"),
        ("• First 5\n• Second 6", "Second", "• Second 6"),
        ("observe 30 − 40% time", "observe", "observe 30–40% time"),
    ],
)
def test_the_text_around(text: str, part: str, plain: str) -> None:
    assert read(text, part).strip() == plain


def test_offsets_lead_back_to_the_page() -> None:
    text = "The evalu-\nation took 16 GB of\nmemory."
    reading = reading_of(Page(1, text), 4, 9)
    ((start, end, token),) = reading.tokens()
    assert text[start:end] == "16 GB"
    assert token.surface == "16 GB"


def test_a_raised_exponent_reaches_the_grammar() -> None:
    reading = reading_of(Page(1, "used 103 steps", spans=(Span(7, 8, "^"),)), 0, 4)
    ((_, _, token),) = reading.tokens()
    assert token.quantity is not None
    assert token.quantity.value == 1000


def test_a_note_mark_is_no_digit() -> None:
    reading = reading_of(Page(1, "an accuracy of 86.4%15 here", spans=(Span(20, 22, "^"),)), 0, 4)
    values = [token.quantity.value for _, _, token in reading.tokens() if token.quantity is not None]
    assert [float(value) for value in values if value is not None] == [86.4]


@pytest.mark.parametrize(
    ("text", "stated"),
    [
        ("the first N − 1 iterations", []),
        ("the first N - 1 iterations", []),
        ("the last N-1 iterations", []),
        ("after 2(N − 1) messages", []),
        ("needs 1 − ε of it", []),
        ("on 8 × K GPUs here", []),
        ("stores sbh(2) values", []),
        ("took 16 s(8.00 GB) each", ["16 s", "8.00 GB"]),
        ("of GPT-3 with 96 layers", ["96 layers"]),
        ("about 16 GPUs – 2 a node", ["about 16 GPUs", "2"]),
        ("an error of −1 here", ["−1"]),
    ],
)
def test_a_term_of_a_formula_is_no_quantity(text: str, stated: list[str]) -> None:
    reading = reading_of(Page(1, text), 0, len(text))
    plain = [token for *_, token in reading.tokens() if token.quantity is not None]
    assert [
        token.surface for token in plain if token.quantity and token.quantity.expression is None
    ] == stated
