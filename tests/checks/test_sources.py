"""The check ``sources``: pass, fail, could not check, and planted defects."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from checks.sources import CHECK, judge
from ledger.registry import Context
from ledger.schema.outcomes import Outcome
from tests.checks import make


def outcome(claim: Any, *sources: Any) -> tuple[Outcome, str]:
    verdict = judge(claim, {source.id: source for source in sources})
    return verdict.outcome, verdict.cause


def test_primary_pinned_page_in_range() -> None:
    assert outcome(make.claim(), make.source()) == (Outcome.VERIFIED, "")


@pytest.mark.parametrize(("page", "expected"), [(24, Outcome.VERIFIED), (25, Outcome.CONTRADICTED)])
def test_last_page_and_the_one_after(page: int, expected: Outcome) -> None:
    evidence = [{"source": "paper", "page": page, "anchors": ["16"]}]
    assert outcome(make.claim(evidence=evidence), make.source())[0] is expected


def test_secondary_source_alone_is_no_support() -> None:
    assert outcome(make.claim(), make.source(primary=False)) == (Outcome.UNCHECKABLE, "no-primary-source")


def test_secondary_beside_a_primary_is_fine() -> None:
    evidence = [{"source": "blog", "section": "1"}, {"source": "paper", "page": 8}]
    claim = make.claim(evidence=evidence)
    assert outcome(claim, make.source(), make.source("blog", primary=False))[0] is Outcome.VERIFIED


def test_unsupported_claim_is_never_verified() -> None:
    claim = make.claim(evidence=[], unsupported="the talk's slides are not at hand")
    assert outcome(claim) == (Outcome.UNCHECKABLE, "unsupported")


def test_inputs_change_with_claim_and_source_only() -> None:
    context = Context(store=Path())

    def inputs(**changes: Any) -> list[str]:
        ledger = make.ledger(make.claim(**changes.get("claim", {})), make.source(**changes.get("source", {})))
        return list(CHECK.inputs(ledger, "a.claim", context))

    assert inputs() == inputs()
    assert inputs(claim={"entity": "Another"}) != inputs()
    assert inputs(source={"primary": False}) != inputs()


def test_finding_names_claim_and_check() -> None:
    ledger = make.ledger(make.claim(), make.source())
    (finding,) = CHECK.run(ledger, ["a.claim"], Context(store=Path()))
    assert (finding.check, finding.subject, finding.outcome) == ("sources", "a.claim", Outcome.VERIFIED)
