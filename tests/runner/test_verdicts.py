"""The policy and the waivers: no combination of findings may turn into a false ``verified``."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import pytest

from ledger.errors import ConfigurationError
from ledger.registry import Finding
from ledger.schema.documents import Policy, Waiver
from ledger.schema.ledger import Ledger
from ledger.schema.outcomes import Outcome
from ledger.verdicts import apply_waivers, judge_claim, require_known_checks, verdicts
from tests.checks.make import claim, ledger, source
from tests.runner.fakes import finding

V, C, N, A = Outcome.VERIFIED, Outcome.CONTRADICTED, Outcome.NOT_FOUND, Outcome.AMBIGUOUS
U, B, S, E, W = Outcome.UNCHECKABLE, Outcome.BLOCKED, Outcome.STALE, Outcome.ERROR, Outcome.WAIVED
CHECKS = ("sources", "located", "recompute", "consistent")
TODAY = "2026-11-30"


def verdict(kind: str = "number", **outcomes: Outcome) -> Outcome:
    subject = claim(kind=kind)
    findings = [finding(name, outcome) for name, outcome in outcomes.items()]
    return judge_claim(ledger(source(), subject), subject, findings).outcome


@pytest.mark.parametrize(
    ("kind", "outcomes", "expected"),
    [
        ("number", {"located": V}, V),
        ("number", {"recompute": V}, V),
        ("number", {"located": U, "recompute": V}, V),
        ("number", {"located": B, "recompute": V}, V),
        ("number", {"located": U, "recompute": U}, U),
        ("number", {"located": V, "recompute": C}, C),
        ("number", {"located": N, "recompute": V}, N),
        ("number", {"located": A, "recompute": V}, A),
        ("number", {"located": V, "recompute": E}, E),
        ("number", {"located": E, "recompute": C}, E),
        ("number", {}, U),
        ("number", {"consistent": V}, U),
        ("number", {"located": V, "consistent": C}, C),
        ("number", {"located": V, "sources": U}, U),
        ("number", {"located": S}, S),
        ("formula", {"located": V}, U),
        ("formula", {"located": V, "recompute": V}, V),
        ("formula", {"located": V, "recompute": U}, U),
        ("formula", {"located": B, "recompute": V}, B),
        ("mechanism", {"located": V}, V),
        ("mechanism", {"recompute": V}, U),
        ("boundary", {"located": V}, V),
        ("boundary", {"sources": V}, U),
    ],
)
def test_policy(kind: str, outcomes: dict[str, Outcome], expected: Outcome) -> None:
    assert verdict(kind, **outcomes) is expected


@pytest.mark.parametrize("kind", ["number", "formula", "mechanism", "configuration", "boundary"])
def test_no_finding_against_a_claim_is_ever_outvoted(kind: str) -> None:
    """Over all 9³ combinations of three checks: verified only without any finding against it."""
    for found in product(Outcome, repeat=3):
        outcomes = dict(zip(("sources", "located", "recompute"), found, strict=True))
        if verdict(kind, **outcomes) is V:
            assert not {C, N, A, E} & set(found)
            assert V in found
        if {C, N, A, E} & set(found):
            assert verdict(kind, **outcomes) in {C, N, A, E}


def test_two_findings_of_one_check_must_both_pass() -> None:
    subject = claim()
    mixed = [finding("located", V), finding("located", U)]
    assert judge_claim(ledger(source(), subject), subject, mixed).outcome is U


def test_a_verdict_without_anything_to_check_says_what_is_needed() -> None:
    subject = claim(kind="formula")
    given = judge_claim(ledger(source(), subject), subject, [finding("located", V)])
    assert given.cause == "no-check-applies"
    assert given.message == "a formula needs located and recompute; recompute had nothing to look at"


def waived(
    waiver: dict[str, str], *findings: Finding, complete: tuple[str, ...] = ()
) -> tuple[Ledger, list[Finding]]:
    fields = {"subject": "a.claim", "check": "located", "owner": "Lin", "reason": "Lost.", "expires": TODAY}
    book = replace(ledger(source(), claim()), waivers=(Waiver(**{**fields, **waiver}),))
    return book, apply_waivers(book, findings, TODAY, CHECKS, complete)


def test_a_waiver_marks_and_keeps_what_it_excuses() -> None:
    book, (one,) = waived({}, finding("located", U))
    assert one.outcome is W
    assert one.details["waived_outcome"] == "uncheckable"
    assert one.details["owner"] == "Lin"
    assert verdicts(book, [one])["a.claim"].outcome is W


def test_a_waiver_holds_for_its_check_alone() -> None:
    book, found = waived({}, finding("located", U), finding("consistent", C))
    assert [one.outcome for one in found] == [W, C]
    assert verdicts(book, found)["a.claim"].outcome is C


def test_a_waived_contradiction_never_reads_as_verified() -> None:
    book, found = waived({}, finding("located", C), finding("recompute", V))
    assert verdicts(book, found)["a.claim"].outcome is W


def test_a_waived_absence_does_not_lower_what_another_check_verified() -> None:
    book, found = waived({}, finding("located", U), finding("recompute", V))
    assert verdicts(book, found)["a.claim"].outcome is V


def test_a_broken_check_cannot_be_waived() -> None:
    _, (one,) = waived({}, finding("located", E))
    assert one.outcome is E


def test_an_expired_waiver_excuses_nothing_and_is_a_problem() -> None:
    _, found = waived({"expires": "2026-11-29"}, finding("located", U))
    assert [(one.check, one.outcome, one.cause) for one in found] == [
        ("located", U, "planted"),
        ("waivers", S, "expired-waiver"),
    ]


def test_an_unused_waiver_is_a_problem() -> None:
    _, found = waived({}, finding("located", V))
    assert [one.cause for one in found] == ["", "unused-waiver"]
    assert found[1].outcome is C


def test_an_unused_waiver_shows_only_where_the_check_ran_on_everything() -> None:
    assert waived({}, finding("recompute", V))[1][1:] == []
    _, found = waived({}, finding("recompute", V), complete=CHECKS)
    assert [one.cause for one in found] == ["", "unused-waiver"]


def test_a_waiver_may_excuse_a_needed_check_that_has_nothing_to_look_at() -> None:
    book, found = waived({}, finding("sources", V), complete=CHECKS)
    assert [one.outcome for one in found] == [V, W]
    assert verdicts(book, found)["a.claim"].outcome is W


def test_a_waiver_of_an_unknown_check_names_the_nearest() -> None:
    _, found = waived({"check": "locatd"}, finding("located", U))
    assert [one.outcome for one in found] == [U, C]
    assert found[1].hint == "did you mean 'located'?"


def test_a_policy_must_name_known_checks_and_need_something() -> None:
    require_known_checks(Policy(), CHECKS)
    with pytest.raises(ConfigurationError, match="did you mean 'located'"):
        require_known_checks(Policy.model_validate({"number": {"any": ["locatd"]}}), CHECKS)
    with pytest.raises(ConfigurationError, match="needs nothing"):
        require_known_checks(Policy.model_validate({"number": {}}), CHECKS)


@pytest.mark.parametrize("order", [("sources", "located"), ("located", "sources")])
def test_silence_can_be_waived_beside_another_waiver_in_any_order(order: tuple[str, str]) -> None:
    fields = {"subject": "a.claim", "owner": "us", "reason": "no copy at hand", "expires": "2027-01-01"}
    waivers = tuple(Waiver(check=name, **fields) for name in order)
    book = replace(ledger(source(), claim(kind="mechanism", quantity=None)), waivers=waivers)
    found = apply_waivers(book, [finding("sources", U)], TODAY, CHECKS, CHECKS)
    assert [one.outcome for one in found] == [W, W]
    assert verdicts(book, found)["a.claim"].outcome is W


def test_silence_counts_only_for_the_claims_that_the_run_was_about() -> None:
    fields = {"owner": "us", "reason": "no copy at hand", "expires": "2027-01-01", "check": "located"}
    waivers = tuple(Waiver(subject=name, **fields) for name in ("a.claim", "b.claim"))
    claims = [claim(name, kind="mechanism", quantity=None) for name in ("a.claim", "b.claim")]
    book = replace(ledger(source(), *claims), waivers=waivers)
    found = apply_waivers(book, [], TODAY, CHECKS, CHECKS, {"a.claim"})
    assert [(one.subject, one.outcome) for one in found] == [("a.claim", W)]
