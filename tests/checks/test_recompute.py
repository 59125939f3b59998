"""The check ``recompute``: grades, refusals, symbolic claims, and planted defects.

Expected values: 2 + 2 + 4 + 4 + 4 = 16 B a parameter (ZeRO, section 3.1), divided as its Figure 1 says.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from checks import _computation
from checks.recompute import CHECK
from ledger.registry import PARTIAL, Context, Finding
from ledger.schema.documents import Tolerance
from ledger.schema.outcomes import Outcome
from ledger.verdicts import judge_claim
from tests.checks import make

RECIPE = {"recipe": "zero-fp16-adam", "zero_stage": 0, "data_parallel": 1}


def run(*claims: Any) -> Finding:
    ledger = make.ledger(*claims, make.source())
    (finding,) = CHECK.run(ledger, [claims[0].id], Context(store=Path()))
    return finding


def number(value: str, unit: str = "B", parameters: Any = "1", **fields: Any) -> Any:
    quantity = {"value": value, "unit": unit, **fields.pop("quantity", {})}
    inputs = {"parameters": parameters, **RECIPE, **fields.pop("inputs", {})}
    recompute = {"formula": "memory.model_state", "inputs": inputs, **fields.pop("recompute", {})}
    return make.claim(quantity=quantity, recompute=recompute, **fields)


@pytest.mark.parametrize(
    ("value", "unit", "parameters", "grade"),
    [
        ("16", "B", "1", "exact"),
        ("16", "GB", "1e9", "exact"),
        ("120", "GB", "7.5e9", "exact"),
        ("1.2e2", "GB", "7.52e9", "consistent"),  # 120.32 GB lies in [115, 125)
        ("120", "GB", "7.52e9", "consistent"),  # and in [119.5, 120.5)
    ],
)
def test_right_values(value: str, unit: str, parameters: str, grade: str) -> None:
    finding = run(number(value, unit, parameters))
    assert (finding.outcome, finding.details["grade"]) == (Outcome.VERIFIED, grade)


@pytest.mark.parametrize(
    ("value", "unit", "parameters"),
    [
        ("17", "B", "1"),
        ("-16", "B", "1"),
        ("1.6", "B", "1"),
        ("160", "B", "1"),
        ("120.0", "GB", "7.52e9"),  # the digits promise [119.95, 120.05)
        ("120", "GiB", "7.5e9"),  # 120e9 B is 111.76 GiB
        ("120", "MB", "7.5e9"),
        ("120", "Gbit", "7.5e9"),
    ],
)
def test_wrong_values_are_contradicted(value: str, unit: str, parameters: str) -> None:
    finding = run(number(value, unit, parameters))
    assert (finding.outcome, finding.cause) == (Outcome.CONTRADICTED, "inconsistent")
    assert finding.expected
    assert finding.found


def test_other_kind_of_unit_is_never_verified() -> None:
    finding = run(number("16", "s"))
    assert (finding.outcome, finding.cause) == (Outcome.CONTRADICTED, "result-unit")


def test_input_from_another_claim() -> None:
    parameters = make.claim("model.size", quantity={"value": "7.5e9", "unit": "parameter"})
    finding = run(number("120", "GB", {"claim": "model.size"}), parameters)
    assert finding.outcome is Outcome.VERIFIED


def test_rounded_input_allows_but_does_not_give_the_value() -> None:
    # 7.5e9 printed with two digits stands for [7.45e9, 7.55e9), so for 119.2 to 120.8 GB.
    parameters = make.claim("model.size", quantity={"value": "7.5e9", "unit": "parameter"})
    finding = run(number("120.5", "GB", {"claim": "model.size"}), parameters)
    assert (finding.outcome, finding.cause) == (Outcome.AMBIGUOUS, "only-by-rounding")
    assert run(number("121.5", "GB", {"claim": "model.size"}), parameters).outcome is Outcome.CONTRADICTED


def test_bound_is_no_input() -> None:
    size = {"value": "7.5e9", "unit": "parameter", "comparator": "up-to"}
    finding = run(number("120", "GB", {"claim": "model.size"}), make.claim("model.size", quantity=size))
    assert (finding.outcome, finding.cause) == (Outcome.CONTRADICTED, "input-without-value")


def test_looser_bound_does_not_pass() -> None:
    assert run(number("20", "B", quantity={"comparator": "≤"})).outcome is Outcome.CONTRADICTED


@pytest.mark.parametrize(
    ("change", "cause"),
    [
        ({"recompute": {"formula": "memory.model_stat"}}, "formula"),
        ({"inputs": {"zero_stag": 1}}, "formula"),
        ({"inputs": {"recipe": "no-such"}}, "formula"),
        ({"inputs": {"zero_stage": 4}}, "formula"),
        ({"recompute": {"result": "nothing"}}, "result"),
    ],
)
def test_what_cannot_be_computed_counts_against_the_claim(change: dict[str, Any], cause: str) -> None:
    """Whatever the evidence says: a recomputation that the claim states and nobody can do is a fault."""
    claim = number("16", **change)
    finding = run(claim)
    assert (finding.outcome, finding.cause) == (Outcome.CONTRADICTED, cause)
    located = replace(finding, check="located", outcome=Outcome.VERIFIED, cause="")
    judged = judge_claim(make.ledger(claim, make.source()), claim, [located, finding])
    assert (judged.outcome, judged.cause) == (Outcome.CONTRADICTED, cause)


def test_more_rounded_inputs_than_are_varied_are_not_the_claims_fault(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(_computation, "MAX_INEXACT_INPUTS", 0)
    parameters = make.claim("model.size", quantity={"value": "7.5e9", "unit": "parameter"})
    finding = run(number("120", "GB", {"claim": "model.size"}), parameters)
    assert (finding.outcome, finding.cause) == (Outcome.UNCHECKABLE, "too-many-rounded-inputs")


def counted(value: str, unit: str, terms: list[str], comparator: str = "=") -> Finding:
    quantity = {"value": value, "unit": unit, "comparator": comparator}
    recompute = {"formula": "arithmetic.sum", "inputs": {"values": terms}, "unit": unit}
    return run(make.claim(quantity=quantity, recompute=recompute))


@pytest.mark.parametrize(
    ("value", "unit", "terms", "outcome"),
    [
        ("20", "feature map", ["10", "10"], Outcome.VERIFIED),
        ("20", "feature map", ["10", "10.1"], Outcome.CONTRADICTED),  # there is no tenth of a map
        ("20", "GPU", ["10", "9.9"], Outcome.CONTRADICTED),
        ("2.8e12", "token", ["1.4e12", "1.38e12"], Outcome.VERIFIED),  # printed to 1e11
        ("20.0", "token/expert", ["10", "10.01"], Outcome.VERIFIED),
        ("20", "ms", ["10", "10.1"], Outcome.VERIFIED),
    ],
)
def test_counts_are_exact(value: str, unit: str, terms: list[str], outcome: Outcome) -> None:
    assert counted(value, unit, terms).outcome is outcome


def test_about_a_count_may_round() -> None:
    assert counted("20", "feature map", ["10", "10.1"], "≈").outcome is Outcome.VERIFIED


def test_a_pure_number_counts_only_what_the_claim_says_it_counts() -> None:
    recompute = {"formula": "arithmetic.sum", "inputs": {"values": ["16", "4"]}}
    for unit, outcome in (("1", Outcome.VERIFIED), ("node", Outcome.CONTRADICTED)):
        claim = make.claim(quantity={"value": "20", "unit": unit}, recompute=recompute)
        assert run(claim).outcome is outcome


@pytest.mark.parametrize(
    ("value", "comparator", "parameters", "outcome"),
    [
        ("16", "=", "1", Outcome.VERIFIED),
        ("16", "≈", "1", Outcome.CONTRADICTED),
        ("16", "≥", "1", Outcome.CONTRADICTED),
        ("16", "up-to", "1", Outcome.CONTRADICTED),
        ("120", "≈", "7.52e9", Outcome.VERIFIED),  # 120.32 is about 120
        ("120", "at-least", "7.52e9", Outcome.CONTRADICTED),
    ],
)
def test_a_computation_alone_gives_no_bound(
    value: str, comparator: str, parameters: str, outcome: Outcome
) -> None:
    unit = "GB" if value == "120" else "B"
    claim = number(value, unit, parameters, quantity={"comparator": comparator}, evidence=[])
    assert run(claim).outcome is outcome


def test_a_cited_bound_is_for_the_evidence_to_show() -> None:
    """The value is computed; where the source cannot be read, nobody knows of the bound."""
    claim = number("16", quantity={"comparator": "≤"})
    computed = run(claim)
    assert (computed.outcome, computed.details[PARTIAL]) == (Outcome.VERIFIED, "comparator")
    ledger = make.ledger(claim, make.source())
    for outcome in (Outcome.VERIFIED, Outcome.UNCHECKABLE, Outcome.NOT_FOUND):
        located = replace(computed, check="located", outcome=outcome, details={})
        assert judge_claim(ledger, claim, [located, computed]).outcome is outcome
    assert judge_claim(ledger, claim, [computed]).outcome is Outcome.UNCHECKABLE


def test_misspelt_formula_names_the_nearest() -> None:
    finding = run(number("16", recompute={"formula": "memory.model_stat"}))
    assert "did you mean 'memory.model_state'?" in finding.message


def test_tolerance_needs_its_reason_and_is_graded_as_such() -> None:
    tolerance = {"relative": "0.07", "reason": "the source rounds to one digit"}
    finding = run(number("17", recompute={"tolerance": tolerance}))
    assert (finding.outcome, finding.details["grade"]) == (Outcome.VERIFIED, "within-tolerance")


STAGE_1 = "4*P + 12*P/N"
SAMPLES = [{"P": "7", "N": "4"}, {"P": "1e9", "N": "64"}]


def symbolic(expression: str, samples: Any = SAMPLES, stage: int = 1, symbols: Any = None) -> Any:
    return make.claim(
        kind="formula",
        quantity={"value": expression, "unit": "B"},
        recompute={
            "formula": "memory.model_state",
            "inputs": {"recipe": "zero-fp16-adam", "zero_stage": stage},
            "symbols": symbols or {"P": "parameters", "N": "data_parallel"},
            "samples": samples,
        },
    )


def test_symbolic_claim_agrees_at_every_sample() -> None:
    finding = run(symbolic(STAGE_1))
    assert (finding.outcome, finding.details["samples"]) == (Outcome.VERIFIED, 2)


@pytest.mark.parametrize(
    "wrong", ["4*P - 12*P/N", "4*P + 12*P*N", "5*P + 12*P/N", "4*P + 12*P", "(4*P + 12*P)/N", "4*P + 13*P/N"]
)
def test_wrong_expression_is_contradicted_with_the_point(wrong: str) -> None:
    finding = run(symbolic(wrong))
    assert finding.outcome is Outcome.CONTRADICTED
    assert "N = 4" in finding.message


def test_wrong_stage_is_contradicted() -> None:
    assert run(symbolic(STAGE_1, stage=2)).outcome is Outcome.CONTRADICTED


def test_samples_that_cannot_tell_are_refused() -> None:
    finding = run(symbolic(STAGE_1, samples=[{"P": "7", "N": "1"}, {"P": "8", "N": "1"}]))
    assert (finding.outcome, finding.cause) == (Outcome.CONTRADICTED, "too-few-samples")
    assert run(symbolic(STAGE_1, samples=SAMPLES[:1])).cause == "too-few-samples"


def test_unmapped_symbol_is_refused() -> None:
    assert run(symbolic(STAGE_1, symbols={"P": "parameters"})).cause == "unmapped-symbol"


def test_only_claims_with_a_recomputation_are_subjects() -> None:
    ledger = make.ledger(make.claim("plain"), number("16"), make.source())
    assert list(CHECK.subjects(ledger)) == ["a.claim"]


def test_a_result_in_bytes_is_never_read_in_gigabytes() -> None:
    claim = number("16", "GB")
    recompute = claim.recompute.model_copy(update={"unit": "GB"})
    finding = run(claim.model_copy(update={"recompute": recompute}))
    assert (finding.outcome, finding.cause) == (Outcome.CONTRADICTED, "result-unit")


@pytest.mark.parametrize("relative", ["0", "0.0", "-0.01", "0.11", "1e9", "1/0", "much", "٠.٠١"])
def test_an_allowance_is_a_small_share(relative: str) -> None:
    with pytest.raises(ValidationError, match="write a share above 0"):
        Tolerance(relative=relative, reason="because")
