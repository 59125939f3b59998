"""The check ``stated``: a statement says the number of its quantity, in each language."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from checks.stated import CHECK, judge
from ledger.registry import Context
from ledger.schema.outcomes import Outcome
from tests.checks import make

SIXTEEN = {"value": "16", "unit": "B/parameter"}
SPEED = {"value": "1.5", "unit": "x", "comparator": "up-to"}
SHARE = {"value": "30", "high": "40", "unit": "%", "comparator": "range"}


def outcome(quantity: dict[str, Any], en: str, zh: str) -> Outcome:
    return judge(make.claim(quantity=quantity, statement={"en": en, "zh": zh})).outcome


@pytest.mark.parametrize(
    ("quantity", "en", "zh"),
    [
        pytest.param(SIXTEEN, "It takes 16 bytes per parameter.", "每个参数占 16 字节。", id="as it is"),
        pytest.param(
            SIXTEEN, "It takes sixteen bytes each.", "每个占十六字节。", id="in words, without the rate"
        ),
        pytest.param(SIXTEEN, "Of 2 + 2 + 12, the sum is 16.", "2 + 2 + 12 共 16。", id="among others"),
        pytest.param({"value": "0.5", "unit": "TB"}, "It has 500 GB.", "有 500 GB。", id="another unit"),
        pytest.param(
            {"value": "2.78e12", "unit": "parameter"}, "It has 2.78T.", "有 2.78 万亿参数。", id="scaled"
        ),
        pytest.param(SPEED, "It is up to 1.5× as fast.", "最快 1.5 倍。", id="bound"),
        pytest.param(
            SPEED, "It is 1.5 times as fast.", "快到 1.5 倍。", id="the comparator is for reviewers"
        ),
        pytest.param(SHARE, "It saves 30–40%.", "节省 30% 到 40%。", id="range"),
        pytest.param({"value": "-0.42", "unit": "1"}, "The loss is -0.42.", "损失为 −0.42。", id="negative"),
    ],
)
def test_a_statement_with_its_number_is_verified(quantity: dict[str, Any], en: str, zh: str) -> None:
    assert outcome(quantity, en, zh) is Outcome.VERIFIED


@pytest.mark.parametrize(
    ("quantity", "en", "zh"),
    [
        pytest.param(SIXTEEN, "It takes 61 bytes.", "占 16 字节。", id="a digit, in English"),
        pytest.param(SIXTEEN, "It takes 16 bytes.", "占 13 字节。", id="a digit, in Chinese"),
        pytest.param(SIXTEEN, "It takes 16 kilobytes.", "占 1.6 字节。", id="the point"),
        pytest.param(SIXTEEN, "It takes 16 bytes.", "占一些字节。", id="no number"),
        pytest.param(SIXTEEN, "It takes -16 bytes.", "占 16 字节。", id="the sign"),
        pytest.param(SHARE, "It saves 30–41%.", "节省 30–40%。", id="an end of the range"),
        pytest.param({"value": "0.5", "unit": "TB"}, "It has 500 MB.", "有 500 GB。", id="the scale"),
    ],
)
def test_a_planted_digit_is_contradicted(quantity: dict[str, Any], en: str, zh: str) -> None:
    assert outcome(quantity, en, zh) is Outcome.CONTRADICTED


@pytest.mark.parametrize(
    ("quantity", "en", "zh"),
    [
        ({"value": "17.5", "unit": "GB"}, "It takes 17.5 MB.", "占 17.5 GB。"),
        ({"value": "1.9", "unit": "GB"}, "It takes 1.9 Gb.", "占 1.9 GB。"),
        ({"value": "8", "unit": "GB"}, "It takes 8 GiB.", "占 8 GB。"),
        (SIXTEEN, "It takes 16 bytes.", "占 16 比特。"),
        ({"value": "2.8", "unit": "x"}, "It is 2.8 times.", "为 2.8%。"),
    ],
)
def test_another_measure_is_contradicted(quantity: dict[str, Any], en: str, zh: str) -> None:
    assert outcome(quantity, en, zh) is Outcome.CONTRADICTED


def test_another_name_of_what_is_counted_is_no_other_measure() -> None:
    assert outcome({"value": "2", "unit": "1"}, "It is called twice.", "调用两次。") is Outcome.VERIFIED
    assert outcome({"value": "14", "unit": "bit"}, "It keeps 14 bits.", "保留 14 位。") is Outcome.VERIFIED


def test_what_is_said_instead_is_told() -> None:
    claim = make.claim(quantity=SIXTEEN, statement={"en": "It takes 16 bytes.", "zh": "2 个占 13 字节。"})
    verdict = judge(claim)
    assert verdict.message == "the statement (zh) does not say 16 B/parameter"
    assert (verdict.cause, verdict.path) == ("number-not-stated", ("statement", "zh"))
    assert "13" in verdict.found


LEAST = {"value": "16", "unit": "GPU", "comparator": "at-least"}
MOST = {"value": "16", "unit": "GPU", "comparator": "≤"}


@pytest.mark.parametrize(
    ("quantity", "en", "zh", "language"),
    [
        pytest.param(
            LEAST, "It needs at most 16 GPUs.", "至少要 16 块 GPU。", "en", id="at-most-for-at-least"
        ),
        pytest.param(
            LEAST, "It needs at least 16 GPUs.", "不超过 16 块 GPU。", "zh", id="the-same-in-chinese"
        ),
        pytest.param(MOST, "It takes at least 16 GPUs.", "至多 16 块 GPU。", "en", id="at-least-for-at-most"),
        pytest.param(MOST, "It takes up to 16 GPUs.", "至少 16 块 GPU。", "zh", id="and-in-chinese"),
        pytest.param(SPEED, "It is at least 1.5× as fast.", "最高 1.5 倍。", "en", id="at-least-for-up-to"),
    ],
)
def test_a_bound_from_the_other_side_is_contradicted(
    quantity: dict[str, Any], en: str, zh: str, language: str
) -> None:
    verdict = judge(make.claim(quantity=quantity, statement={"en": en, "zh": zh}))
    assert (verdict.outcome, verdict.cause) == (Outcome.CONTRADICTED, "bound-not-stated")
    assert verdict.path == ("statement", language)


@pytest.mark.parametrize(
    ("quantity", "en", "zh"),
    [
        pytest.param(LEAST, "It needs 16 GPUs.", "要 16 块 GPU。", id="a-plain-number"),
        pytest.param(LEAST, "Fewer than 16 GPUs do not do.", "少于 16 块 GPU 不行。", id="its-complement"),
        pytest.param(LEAST, "It needs at least 16, not at most 16, GPUs.", "至少 16 块。", id="both"),
        pytest.param(
            {"value": "16", "unit": "GPU"},
            "It fits if there are at most 16 GPUs.",
            "不超过 16 块。",
            id="a-condition",
        ),
        pytest.param(MOST, "It takes no more than 16 GPUs.", "16 块以内。", id="the-same-side"),
    ],
)
def test_what_cannot_be_told_of_a_bound_is_let_pass(quantity: dict[str, Any], en: str, zh: str) -> None:
    assert outcome(quantity, en, zh) is Outcome.VERIFIED


def both(en: str, zh: str) -> tuple[str, str]:
    """The cause and the language that is told of a claim without a quantity."""
    verdict = judge(make.claim(kind="mechanism", quantity=None, statement={"en": en, "zh": zh}))
    return verdict.cause, str(verdict.path[-1])


@pytest.mark.parametrize(
    ("en", "zh", "lacking"),
    [
        pytest.param("It runs on 8 GPUs.", "用 9 块 GPU。", "zh", id="a-digit"),
        pytest.param("It runs on 8 GPUs.", "用若干 GPU。", "zh", id="missing-in-chinese"),
        pytest.param("It runs on GPUs.", "用 8 块 GPU。", "en", id="missing-in-english"),
        pytest.param("It sends 12P/N bytes.", "发送 13P/N 字节。", "zh", id="in-a-formula"),
        pytest.param("Alpha 2 does so.", "Alpha 3 如此。", "zh", id="in-a-name"),
        pytest.param("It was so in 2018.", "2019 年如此。", "zh", id="a-year"),
        pytest.param("It has 2.78T of them.", "有 2.78 亿。", "zh", id="the-scale"),
        pytest.param("It takes 80 GB.", "占 80.5 GB。", "zh", id="more-digits"),
        pytest.param("It takes 80 GB.", "占 80 MB。", "zh", id="the-prefix"),
        pytest.param("It takes 80 GB.", "占 80 秒。", "zh", id="the-measure"),
        pytest.param("It may run on GPUs.", "用 5 块 GPU。", "en", id="a-verb-is-no-month"),
        pytest.param("In March it ran.", "用 3 块 GPU。", "en", id="a-month-is-no-count"),
        pytest.param("In 1990s style.", "80 年代的样子。", "zh", id="another-decade"),
        pytest.param("100 of them ran.", "百万参数。", "zh", id="a-hundred-in-a-million"),
        pytest.param("It needs 3 of them.", "要三十个。", "zh", id="three-in-thirty"),
        pytest.param("It needs 2 of them.", "快 10 倍。", "zh", id="so-many-times-is-no-pair"),
        pytest.param("Once a second.", "分 2 次。", "en", id="a-second-is-no-ordinal"),
        pytest.param("It has 10,000 GPUs.", "有 150 万参数。", "zh", id="a-scale-is-no-number"),
        pytest.param("Five of 17 ran.", "17 个里有 15 个。", "en", id="a-word-is-no-other-number"),
    ],
)
def test_a_number_of_one_language_that_the_other_lacks(en: str, zh: str, lacking: str) -> None:
    assert both(en, zh) == ("number-not-translated", lacking)


@pytest.mark.parametrize(
    ("en", "zh"),
    [
        pytest.param("It has 2.78T of them.", "有 2.78 万亿个。", id="scaled"),
        pytest.param("It takes 40 and 80 GB.", "占 40 GB 和 80 GB。", id="a-unit-said-once"),
        pytest.param("It keeps 14 bits.", "保留 14 位。", id="a-measure-word"),
        pytest.param("It has 24.5 ktokens.", "有 24.5 千个 token。", id="thousands"),
        pytest.param("It does 6144 FLOP per byte.", "每字节 6144 FLOP。", id="a-rate-put-before"),
        pytest.param("It moves 8 GB/s.", "64 Gbps。", id="a-rate-in-another-unit"),
        pytest.param("It has 1,500 GB.", "有 1.5 TB。", id="another-unit"),
        pytest.param("Sixteen of them ran twice.", "16 个运行了 2 次。", id="words-for-digits"),
        pytest.param("Half of it is gone.", "少了 50%。", id="half"),
        pytest.param("The third of both stages.", "2 个 stage 中的第 3 个。", id="ordinals"),
        pytest.param("In October 2019 it was so.", "2019 年 10 月如此。", id="a-month"),
        pytest.param("It shares by peer-to-peer.", "以 P2P 共享。", id="inside-a-word"),
        pytest.param("By its first dimension.", "沿第 0 维。", id="counted-from-nothing"),
        pytest.param("Stage 3 does so.", "ZeRO-3 如此。", id="in-a-name"),
        pytest.param("It saves 30–40%.", "节省 30% 到 40%。", id="a-range"),
        pytest.param("16,384 GPUs ran.", "16384 块 GPU 运行。", id="commas"),
        pytest.param("In the 1990s.", "在 90 年代。", id="a-decade"),
        pytest.param("In the 1990s.", "在上世纪九十年代。", id="a-decade-in-words"),
        pytest.param("In the '90s.", "在 1990 年代。", id="a-decade-of-which-century"),
        pytest.param("On 3 May 2024.", "2024 年 5 月 3 日。", id="may"),
        pytest.param("On 10,000 GPUs.", "在万卡上。", id="ten-thousand"),
        pytest.param("Doubled, it is 2 times.", "翻倍。", id="doubled"),
        pytest.param("It is so in one way.", "如此这般。", id="words-alone"),
        pytest.param("Version 5.2.1 does so.", "5.2.1 版如此。", id="a-version"),
    ],
)
def test_the_same_number_in_another_dress(en: str, zh: str) -> None:
    assert both(en, zh) == ("", "statement")


def test_the_bounds_of_two_languages_agree() -> None:
    assert both("It takes at least 8 GPUs.", "至多 8 块 GPU。") == ("bound-not-translated", "zh")
    assert both("It takes at least 8 GPUs.", "8 块 GPU 以上。") == ("", "statement")


def test_languages_that_are_not_read_are_not_held_against_each_other() -> None:
    claim = make.claim(kind="mechanism", quantity=None, statement={"en": "It has 8.", "fr": "Il en a 9."})
    assert judge(claim).outcome is Outcome.VERIFIED
    assert list(CHECK.subjects(make.ledger(claim))) == []


def test_formulas_and_claims_without_a_quantity_are_judged_by_their_languages_only() -> None:
    alone = {"statement": {"en": "It is 8."}}
    formula: dict[str, Any] = {"kind": "formula", "quantity": {"value": "16*Ψ", "unit": "B"}}
    claims = (
        make.claim("a.number"),
        make.claim("a.formula", **formula, symbols={"Ψ": "count"}),
        make.claim("a.how", kind="mechanism", quantity=None),
        make.claim("b.number", **alone, quantity={"value": "8", "unit": "1"}),
        make.claim("b.formula", **formula, **alone, symbols={"Ψ": "count"}),
        make.claim("b.how", kind="mechanism", quantity=None, **alone),
    )
    ledger = make.ledger(*claims, make.source())
    assert list(CHECK.subjects(ledger)) == ["a.number", "a.formula", "a.how", "b.number"]
    for finding in CHECK.run(ledger, list(CHECK.subjects(ledger)), Context(store=Path())):
        assert finding.outcome is Outcome.VERIFIED
