"""Words that no anchor holds, between the anchors of a number, beside and over them, are asked for."""

from __future__ import annotations

import pytest

from ledger.schema.outcomes import Outcome
from ledger.snapshots.locate import locate
from ledger.snapshots.located import Wanted
from ledger.snapshots.neutral import unknown_in
from ledger.snapshots.page import Document, Page
from tests.snapshots.hostile_words import HONEST, HOSTILE
from tests.snapshots.test_hostile import cases, claim, look


@pytest.mark.parametrize(("text", "anchors", "stated"), cases(HOSTILE))
def test_a_word_that_turns_it_is_not_passed_over(text: str, anchors: str, stated: str) -> None:
    assert look(text, anchors, stated).outcome is not Outcome.VERIFIED


@pytest.mark.parametrize(("text", "anchors", "stated"), HONEST)
def test_words_that_turn_nothing_are(text: str, anchors: str, stated: str) -> None:
    located = look(text, anchors, stated)
    assert located.outcome is Outcome.VERIFIED, f"{located.cause}: {located.message}"


@pytest.mark.parametrize(
    ("text", "anchors", "stated", "word", "proposed"),
    [
        ("Alpha conceded 7 goals.", "Alpha|7 goals", "7 goal", "conceded", ("Alpha", "conceded 7 goals")),
        ("The goal for Alpha is 7 ms.", "Alpha|is 7 ms", "7 ms", "goal", ("goal for Alpha", "is 7 ms")),
        ("Alpha takes 7 ms (sic).", "Alpha takes|7 ms", "7 ms", "sic", ("Alpha takes", "7 ms (sic)")),
        (
            "For Alpha 7 ms was a misprint.",
            "Alpha|7 ms",
            "7 ms",
            "misprint",
            ("Alpha", "7 ms was a misprint"),
        ),
        (
            "Model\tRate (target)\nAlpha\t7 ms\nBeta\t9 ms",
            "Rate|Alpha|7 ms",
            "7 ms",
            "target",
            ("Rate (target)", "Alpha", "7 ms"),
        ),
        (
            "Alpha reaches 97% of the peak.",
            "Alpha reaches|97%",
            "97 %",
            "peak",
            ("Alpha reaches", "97% of the peak"),
        ),
        (
            "The rate is cut to a third after about 60% of tokens.",
            "cut to a third after about 60%",
            "≈ 60 %",
            "tokens",
            ("cut to a third after about 60% of tokens",),
        ),
        (
            "The link has 70 GB/s for parameters and gradients.",
            "link has 70 GB/s",
            "70 GB/s",
            "gradients",
            ("link has 70 GB/s for parameters and gradients",),
        ),
        (
            "The card does 312 TFLOPs/s of FP16 matmul, but only 19 TFLOPs/s of FP32.",
            "card does 312 TFLOPs/s",
            "312 TFLOP/s",
            "FP16",
            ("card does 312 TFLOPs/s of FP16 matmul",),
        ),
        (
            "Alpha reaches 73% of the limit in the forward pass, and 63% of the limit in the backward pass.",
            "forward pass|and 63% of the limit in",
            "63 %",
            "backward",
            ("forward pass", "and 63% of the limit in the backward pass"),
        ),
        ("Alpha 错过 7 ms。", "Alpha|7 ms", "7 ms", "错过", ("Alpha", "错过 7 ms")),
    ],
)
def test_the_word_is_named_and_an_anchor_proposed(
    text: str, anchors: str, stated: str, word: str, proposed: tuple[str, ...]
) -> None:
    located = look(text, anchors, stated)
    assert located.outcome is Outcome.AMBIGUOUS
    assert located.message.startswith(repr(word)), located.message
    assert (located.cause, located.anchors) == ("unread", proposed)
    assert look(text, "|".join(proposed), stated).outcome is Outcome.VERIFIED


CUT = "Alpha cuts the time from 7.5 ms to 5.5 ms."


@pytest.mark.parametrize(
    ("text", "anchors", "stated", "cause"),
    [
        (CUT, "Alpha cuts the time from 7.5 ms to 5.5 ms", "5.5 ms", ""),
        (CUT, "Alpha cuts the time from 7.5 ms to 5.5 ms", "7.5 ms", "several-numbers"),
        (CUT, "time from 7.5 ms to 5.5 ms", "5.5 ms", "several-numbers"),  # nothing held says what it is
        (CUT, "Alpha|5.5 ms", "5.5 ms", "another-between"),
        (CUT, "Alpha cuts the time|5.5 ms", "5.5 ms", "another-between"),
        ("Alpha has from 7.5 ms to 5.5 ms.", "Alpha has from 7.5 ms to 5.5 ms", "5.5 ms", "several-numbers"),
        ("It does 9 TFLOP/s per A100 GPU.", "It does 9 TFLOP/s per A100 GPU", "9 TFLOP/s/GPU", ""),
        ("It does 9 TFLOP/s per A100 GPU.", "It does 9 TFLOP/s", "9 TFLOP/s", "per-unit"),
        ("It does 9 TFLOP/s per A100 now.", "It does 9 TFLOP/s", "9 TFLOP/s", "per-unit"),
    ],
)
def test_where_a_change_ends_and_what_a_rate_is_for(text: str, anchors: str, stated: str, cause: str) -> None:
    located = look(text, anchors, stated)
    assert located.cause == cause, located.message
    assert (located.outcome is Outcome.VERIFIED) is (not cause)


@pytest.mark.parametrize("sign", ["#", "//", ";", "%"])
@pytest.mark.parametrize("setting", ["workers = 8", "workers: 8", "train.workers=8"])
def test_a_setting_behind_the_sign_of_a_comment_is_switched_off(sign: str, setting: str) -> None:
    anchors = setting.removeprefix("train.")
    text = f"seed = 1\n{sign} {setting}\n\nThe rest is as it was."
    located = look(text, anchors, "8 1")
    assert (located.outcome, located.cause) == (Outcome.AMBIGUOUS, "unread"), located.message
    assert look(text.replace(f"{sign} ", ""), anchors, "8 1").outcome is Outcome.VERIFIED
    assert look(text, f"{sign} {setting}", "8 1").outcome is Outcome.VERIFIED


def test_what_is_only_looked_for_is_found_with_a_word_on_what_a_claim_needs() -> None:
    document = Document("0" * 64, "text/plain", "x", (Page(1, "Alpha conceded 7 goals in May."),))
    located = locate(document, Wanted(("Alpha", "7 goals"), claim("7 goal"), 1))
    assert located.outcome is Outcome.VERIFIED
    assert located.claim == "'conceded' stands between the anchors of '7'; let an anchor hold it"


@pytest.mark.parametrize(
    ("text", "unknown"),
    [
        ("takes only about", []),
        ("has to reach", ["has to"]),
        ("gave up", ["gave", "up"]),
        ("was reduced to", []),
        ("on 2,048 NVIDIA Ampere GPUs is", []),
        ("in the Ampere plan is", ["Ampere", "plan"]),
        ("(Qi et al., 2023) (see Fig. 3)", []),
        ("main-\ntaining wast-\ning", ["wast-\ning"]),
        ("t_pb = d", []),
        ("使用了", []),
        ("的目标为", ["的目标为"]),
        ("никогда", ["никогда"]),
    ],
)
def test_words_that_may_turn_what_they_stand_in(text: str, unknown: list[str]) -> None:
    assert [text[slice(*hit)] for hit in unknown_in(text, 0, len(text))] == unknown


def test_long_hostile_text_takes_no_longer_than_its_length() -> None:
    text = f"Alpha {'takes ' * 40}7 ms {'(' * 20_000}{'了' * 20_000} {'a ' * 20_000}"
    assert look(text, "Alpha|7 ms", "7 ms").outcome is not Outcome.NOT_FOUND
