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
        pytest.param(SIXTEEN, "Of 2 + 2 + 12, K is 12 and the sum 16.", "共 16。", id="among others"),
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


def test_formulas_and_claims_without_a_quantity_are_not_judged() -> None:
    claims = (
        make.claim("a.number"),
        make.claim(
            "a.formula", kind="formula", quantity={"value": "16*Ψ", "unit": "B"}, symbols={"Ψ": "count"}
        ),
        make.claim("a.how", kind="mechanism", quantity=None),
    )
    ledger = make.ledger(*claims, make.source())
    assert list(CHECK.subjects(ledger)) == ["a.number"]
    (finding,) = CHECK.run(ledger, ["a.number"], Context(store=Path()))
    assert finding.outcome is Outcome.VERIFIED
