"""Typography folds, meaning never: every pair here is written by hand from design §5 and the trap list."""

from __future__ import annotations

import pytest

from ledger.snapshots.anchors import MAX_SPAN, hits_of, windows_of
from ledger.snapshots.folding import fold, folded_page
from ledger.snapshots.page import Page, Span


def found(anchor: str, text: str, *spans: Span) -> bool:
    return bool(hits_of(anchor, folded_page(Page(1, text, spans=spans))))


@pytest.mark.parametrize(
    ("anchor", "text"),
    [
        ("evaluation", "the evalu-\nation of"),
        ("recomputation", "re\u00adcomputation"),
        ("high-bandwidth memory", "high-\nbandwidth\nmemory"),
        ("Let's use", "Let’s use"),
        ('"zero"', "“zero”"),
        ("30-40%", "30–40%"),
        ("30–40%", "30 − 40%"),
        ("16 GB", "16GB"),
        ("16GB", "16 GB"),
        ("M ≥ 4×K", "when M ≥ 4 × K."),
        ("5×", "a 5x reduction"),
        ("5x", "by ∼ 5×."),
        ("128 GB", "１２８ＧＢ"),
        ("30 GB", "显存约30 GB。"),
        ("zero Bubble", "Zero bubble"),
        ("10^25", "3.8×10²⁵"),
        ("x²", "an x² term"),
        ("10^{25}", "10^{25}"),
        ("low_latency", "low_latency mode"),
        ("memory", "memory3"[:6] + "³"),
        ("2Ψ + KΨ", "2Ψ+KΨ"),
        ("175B (GPT-3) 96", "175B (GPT-3)\t96\t12288"),
    ],
)
def test_folds(anchor: str, text: str) -> None:
    assert found(anchor, text)


@pytest.mark.parametrize(
    ("anchor", "text"),
    [
        ("5 percent", "0.5 percent"),
        ("12 hours", "512 hours"),
        ("0.5", "−0.5"),
        ("0.42", "a loss of ‐0.42"),
        ("0.42", "－0.42"),
        ("2 hours", "1-2 hours"),
        ("12 hours", "1-2 hours"),
        ("x2", "x²"),
        ("x", "x² only"),
        ("loss < 2.1", "loss > 2.1"),
        ("1,000", "1,000,000"),
        ("1.5", "1.55"),
        ("16", "16Ψ"),
        ("2048", "2048³"),
        ("1025", "10²⁵"),
        ("gb", "16 GB"),
        ("not stored", "stored"),
        ("100 GB", "1 00 GB"),
        ("", "anything"),
    ],
)
def test_does_not_fold(anchor: str, text: str) -> None:
    assert not found(anchor, text)


def test_drawn_scripts_are_not_digits_of_the_line() -> None:
    raised = (Span(2, 4, "^"),)
    assert not found("1025", "1025 FLOP", *raised)
    assert found("10^25", "1025 FLOP", *raised)
    assert found("10²⁵ FLOP", "1025 FLOP", *raised)
    assert not found("10_25", "1025 FLOP", *raised)
    assert found("16th", "the 16th", Span(6, 8, "^"))


def test_folding_keeps_every_offset() -> None:
    text = "“１２８ＧＢ” — x²\u00a0ﬁ"
    assert len(fold(text)) == len(text)


def test_windows_keep_the_order_and_take_the_tightest() -> None:
    text = "alpha one. alpha two beta. beta alpha"
    windows = windows_of(("alpha", "beta"), text)
    assert [(window.start, window.end) for window in windows] == [(11, 25)] or len(windows) == 2
    assert windows[0].start == text.index("alpha two")
    assert windows_of(("two", "one"), text) == ()


def test_a_window_is_bounded() -> None:
    text = "alpha " + "word " * (MAX_SPAN // 5) + "beta"
    assert windows_of(("alpha", "beta"), text) == ()
    assert windows_of(("alpha",), text) != ()


def test_hostile_anchors_take_linear_time() -> None:
    assert hits_of("a " * 100, "a " * 2000 + "b") != []
    assert hits_of("(" * 200, "(" * 200) != []
    assert hits_of("^{" * 50, "x") == []
