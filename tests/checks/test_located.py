"""``located``: the judgement on what was seen, and the seeing, from bytes drawn by the tests."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from checks.located import CHECK, Seen, judge
from ledger.mutate.claims import variants
from ledger.registry import Context, Finding
from ledger.schema.documents import Claim, Evidence, Source, Support
from ledger.schema.outcomes import Outcome
from ledger.snapshots.located import Located
from ledger.snapshots.lock import Record, evidence_digest, read_lock, write_lock
from ledger.snapshots.store import Store
from ledger.verdicts import judge_claim
from tests.checks.make import claim, ledger, source
from tests.snapshots.pdfs import Words, lines, pdf

FOUND = Located(Outcome.VERIFIED, "", "found as stated", 8, section="3.1", digest="d" * 64, found="16 bytes")
ABSENT = Located(Outcome.NOT_FOUND, "no-anchor", "page 8 does not have '16'", 8, elsewhere=(9,))
SOURCES = {
    "paper": source(),
    "blog": source("blog", primary=False),
    "gone": source("gone", snapshot=None, unavailable="no copy"),
}


def record(one: Claim, **fields: Any) -> Record:
    values = {
        "claim": one.id,
        "evidence": evidence_digest(one, one.evidence[0]),
        "source": "paper",
        "sha256": "a" * 64,
        "extractor": "x",
        "page": 8,
        "section": "3.1",
        "window": "d" * 64,
    }
    return Record(**{**values, **fields}).sealed()


def both(*evidence: dict[str, Any]) -> Claim:
    return claim(evidence=[{"page": 8, "anchors": ["16"], **one} for one in evidence])


def test_found_in_the_bytes() -> None:
    verdict = judge(claim(), SOURCES, [Seen(FOUND)])
    assert verdict.outcome is Outcome.VERIFIED
    assert verdict.details["evidence"][0]["window"] == "d" * 64
    assert verdict.details["evidence"][0]["role"] == "unstated"


def test_not_found_says_where_it_is() -> None:
    verdict = judge(claim(), SOURCES, [Seen(ABSENT)])
    assert (verdict.outcome, verdict.cause) == (Outcome.NOT_FOUND, "no-anchor")
    assert verdict.hint == "cite page 9"
    assert verdict.path == ("evidence", 0)


@pytest.mark.parametrize("cause", ["no-anchor", "no-quantity", "inconsistent", "different-comparator"])
def test_not_found_says_what_to_do(cause: str) -> None:
    verdict = judge(claim(), SOURCES, [Seen(replace(ABSENT, cause=cause, elsewhere=()))])
    assert len(verdict.hint.split()) > 5


def test_a_pure_number_is_expected_without_a_unit() -> None:
    pure = claim(quantity={"value": "16", "unit": "1"})
    assert judge(pure, SOURCES, [Seen(ABSENT)]).expected == "= 16"
    assert judge(claim(), SOURCES, [Seen(ABSENT)]).expected == "= 16 B/parameter"


def test_could_not_look() -> None:
    verdict = judge(claim(), SOURCES, [Seen(missing="paper: no snapshot aaaa")])
    assert (verdict.outcome, verdict.cause) == (Outcome.UNCHECKABLE, "no-snapshot")
    assert "'ledger fetch paper'" in verdict.hint


def test_stands_on_the_lock() -> None:
    one = claim()
    verdict = judge(one, SOURCES, [Seen(record=record(one))])
    assert verdict.outcome is Outcome.VERIFIED
    assert verdict.details["evidence"][0]["basis"] == "lock"


def test_an_edited_line_does_not_stand() -> None:
    one = claim()
    edited = replace(record(one), page=9)
    assert judge(one, SOURCES, [Seen(record=edited)]).cause == "lock-edited"
    elsewhere = record(one, source="blog")
    assert judge(one, SOURCES, [Seen(record=elsewhere)]).cause == "lock-edited"


def test_a_line_that_says_otherwise_than_the_bytes() -> None:
    one = claim()
    expected = record(one)
    assert judge(one, SOURCES, [Seen(FOUND, expected, expected)]).outcome is Outcome.VERIFIED
    resealed = record(one, page=9)
    assert judge(one, SOURCES, [Seen(FOUND, resealed, expected)]).cause == "lock-differs"
    older = record(one, extractor="w", window="c" * 64)
    assert judge(one, SOURCES, [Seen(FOUND, older, expected)]).outcome is Outcome.VERIFIED


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_every_evidence_must_be_found(order: tuple[int, int]) -> None:
    one = both({"source": "paper"}, {"source": "paper", "page": 9})
    seen = [Seen(FOUND), Seen(ABSENT)]
    assert judge(one, SOURCES, [seen[index] for index in order]).outcome is Outcome.NOT_FOUND


def test_a_source_that_cannot_be_had_does_not_count() -> None:
    one = both({"source": "paper"}, {"source": "gone"})
    assert judge(one, SOURCES, [Seen(FOUND), Seen(missing="gone")]).outcome is Outcome.VERIFIED
    alone = both({"source": "gone"})
    assert judge(alone, SOURCES, [Seen(missing="gone")]).outcome is Outcome.UNCHECKABLE


def test_only_primary_sources_count() -> None:
    one = both({"source": "blog"})
    assert judge(one, SOURCES, [Seen(FOUND)]).cause == "no-primary-source"


def test_no_evidence() -> None:
    one = claim(evidence=[], unsupported="nobody says")
    assert judge(one, SOURCES, []).outcome is Outcome.UNCHECKABLE


PAGE = [
    Words("1 Memory", 72, 740, 12, True),
    *lines("The recipe keeps 16 bytes per parameter and", "moves 48 GB."),
]


def run(
    root: Path, *claims: Claim, store: bool = True, also: Iterable[Source] = (), **more: Any
) -> list[Finding]:
    """The check on claims about a one-page paper, whose bytes are in the store or not."""
    stored = Store(root / "store" if store else root / "empty")
    digest = Store(root / "store").add_bytes(pdf(PAGE))
    paper = source(snapshot={"sha256": digest, "media": "application/pdf"})
    book = ledger(paper, *also, *claims, root=root)
    context = Context(store=stored.root, **more)
    return list(CHECK.run(book, list(CHECK.subjects(book)), context))


def keeps(**fields: Any) -> Claim:
    evidence = {"source": "paper", "page": 1, "section": "1", "anchors": ["recipe keeps", "16 bytes"]}
    return claim(evidence=[{**evidence, **fields.pop("evidence", {})}], **fields)


def test_from_the_bytes(tmp_path: Path) -> None:
    (finding,) = run(tmp_path, keeps())
    assert finding.outcome is Outcome.VERIFIED, finding.message
    assert finding.found == "16 bytes per parameter"


@pytest.mark.parametrize(
    "mutant",
    [
        {"quantity": {"value": "17", "unit": "B/parameter"}},
        {"quantity": {"value": "48", "unit": "B/parameter"}},
        {"quantity": {"value": "-16", "unit": "B/parameter"}},
        {"quantity": {"value": "16", "unit": "GB"}},
        {"quantity": {"value": "16", "unit": "B/token"}},
        {"quantity": {"value": "1.6", "unit": "B/parameter"}},
        {"quantity": {"value": "16", "unit": "B/parameter", "comparator": "≥"}},
        {"evidence": {"page": 2}},
        {"evidence": {"section": "2"}},
        {"evidence": {"anchors": ["16 bytes", "recipe keeps"]}},
    ],
)
def test_planted_defects(tmp_path: Path, mutant: dict[str, Any]) -> None:
    (finding,) = run(tmp_path, keeps(**mutant))
    assert finding.outcome is not Outcome.VERIFIED


def test_a_mechanism_needs_its_terms_and_a_boundary_its_section(tmp_path: Path) -> None:
    terms = {"page": 1, "source": "paper", "anchors": ["recipe keeps", "per parameter"]}
    mechanism = claim("m", kind="mechanism", quantity=None, evidence=[terms])
    vague = claim("v", kind="mechanism", quantity=None, evidence=[{**terms, "anchors": ["recipe"]}])
    inside = claim("b", kind="boundary", quantity=None, evidence=[{"source": "paper", "section": "1"}])
    outside = claim("c", kind="boundary", quantity=None, evidence=[{"source": "paper", "section": "7"}])
    outcomes = {
        finding.subject: finding.outcome for finding in run(tmp_path, mechanism, vague, inside, outside)
    }
    assert outcomes == {
        "m": Outcome.VERIFIED,
        "v": Outcome.UNCHECKABLE,
        "b": Outcome.VERIFIED,
        "c": Outcome.NOT_FOUND,
    }


TERMS = {"source": "paper", "page": 1, "anchors": ["moves", "48 GB"], "supports": "conditions"}


def with_conditions(**fields: Any) -> Claim:
    """The claim of 16 bytes with a second place, which does not have them."""
    one = keeps(**fields)
    terms = Evidence.model_validate(TERMS)
    return one.model_copy(update={"evidence": (*one.evidence, terms)})


def test_a_place_for_the_conditions_needs_no_quantity(tmp_path: Path) -> None:
    (finding,) = run(tmp_path, with_conditions())
    assert finding.outcome is Outcome.VERIFIED, finding.message
    assert [one["supports"] for one in finding.details["evidence"]] == ["statement", "conditions"]
    asked = with_conditions().evidence[1].model_copy(update={"supports": Support.STATEMENT})
    (finding,) = run(tmp_path, keeps().model_copy(update={"evidence": (*keeps().evidence, asked)}))
    assert finding.outcome is not Outcome.VERIFIED


def test_conditions_alone_verify_nothing(tmp_path: Path) -> None:
    (finding,) = run(tmp_path, claim(evidence=[TERMS]))
    assert (finding.outcome, finding.cause) == (Outcome.UNCHECKABLE, "conditions-only")
    unseen = keeps(evidence={"source": "gone"})
    gone = source("gone", snapshot=None, unavailable="no copy")
    one = unseen.model_copy(update={"evidence": (*unseen.evidence, Evidence.model_validate(TERMS))})
    (finding,) = run(tmp_path, one, also=[gone])
    assert finding.cause == "conditions-only"


@pytest.mark.parametrize(
    ("anchors", "cause"),
    [
        (["moves", "49 GB"], "no-anchor"),
        (["48 GB", "moves"], "anchors-apart"),
        (["16", "48"], "too-few-anchors"),
        (["moves"], "too-few-anchors"),
    ],
)
def test_conditions_must_stand_there(tmp_path: Path, anchors: list[str], cause: str) -> None:
    terms = Evidence.model_validate({**TERMS, "anchors": anchors})
    one = keeps().model_copy(update={"evidence": (*keeps().evidence, terms)})
    (finding,) = run(tmp_path, one)
    assert (finding.outcome is Outcome.VERIFIED, finding.cause) == (False, cause)


def test_conditions_make_no_source_primary() -> None:
    one = both({"source": "blog"}, {"source": "paper", "supports": "conditions"})
    assert judge(one, SOURCES, [Seen(FOUND), Seen(FOUND)]).cause == "no-primary-source"


def test_no_change_of_a_claim_hides_behind_its_conditions(tmp_path: Path) -> None:
    other = source("other", snapshot=None, unavailable="no copy")
    for variant in variants(with_conditions(), ("other", "paper"), ("48", "12")):
        (finding,) = run(tmp_path, variant.claim, also=[other])
        moved = (
            variant.kind == "source" and variant.path[1] == 1
        )  # a source that cannot be had does not count
        assert (finding.outcome is Outcome.VERIFIED) is moved, variant


@pytest.mark.parametrize("fields", [{"printed": "48"}, {"anchors": []}])
def test_conditions_have_anchors_and_no_printed_form(fields: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        Evidence.model_validate({**TERMS, **fields})


def test_a_quantity_that_cannot_be_read(tmp_path: Path) -> None:
    (finding,) = run(tmp_path, keeps(quantity={"value": "sixteen-ish", "unit": "B"}))
    assert finding.outcome is not Outcome.VERIFIED


def lock_it(root: Path, one: Claim) -> None:
    (finding,) = run(root, one)
    facts = finding.details["evidence"][0]
    digest = Store(root / "store").add_bytes(pdf(PAGE))
    line = record(one, sha256=digest, page=1, section=facts["section"], window=facts["window"])
    write_lock(root, [line])


def test_a_clone_without_bytes_stands_on_the_lock(tmp_path: Path) -> None:
    one = keeps()
    (finding,) = run(tmp_path, one, store=False)
    assert finding.cause == "no-snapshot"
    lock_it(tmp_path, one)
    assert len(read_lock(tmp_path)) == 1
    (finding,) = run(tmp_path, one, store=False)
    assert finding.outcome is Outcome.VERIFIED
    (finding,) = run(tmp_path, one, store=False, require_snapshots=True)
    assert finding.outcome is Outcome.UNCHECKABLE
    (finding,) = run(tmp_path, keeps(quantity={"value": "17", "unit": "B/parameter"}), store=False)
    assert finding.outcome is Outcome.UNCHECKABLE


def test_no_line_of_the_lock_vouches_for_a_changed_claim(tmp_path: Path) -> None:
    """Every change that mutation makes to a claim or its evidence, without the bytes."""
    one = keeps()
    lock_it(tmp_path, one)
    changed = list(variants(one, ("other", "paper"), ("48", "12")))
    assert {variant.kind for variant in changed} >= {
        *("digit", "sign", "decimal-point", "scale", "unit", "comparator", "another-number"),
        *("page", "section", "source", "anchors"),
    }
    other = source("other", snapshot=None, unavailable="no copy")
    for variant in changed:
        (finding,) = run(tmp_path, variant.claim, store=False, also=[other])
        assert finding.outcome is Outcome.UNCHECKABLE, variant
        book = ledger(source(), other, variant.claim)
        assert judge_claim(book, variant.claim, [finding]).outcome is Outcome.UNCHECKABLE


@pytest.mark.parametrize(
    "evidence",
    [{"printed": "16"}, {"table": "1"}, {"figure": "2"}, {"equation": "3"}, {"role": "background"}],
)
def test_no_line_of_the_lock_vouches_for_other_evidence(tmp_path: Path, evidence: dict[str, Any]) -> None:
    lock_it(tmp_path, keeps())
    (finding,) = run(tmp_path, keeps(evidence=evidence), store=False)
    assert finding.outcome is Outcome.UNCHECKABLE


def test_a_line_of_the_lock_is_for_one_claim_and_one_snapshot(tmp_path: Path) -> None:
    one = keeps()
    lock_it(tmp_path, one)
    (finding,) = run(tmp_path, one.model_copy(update={"id": "b.claim"}), store=False)
    assert finding.outcome is Outcome.UNCHECKABLE
    paper = source(snapshot={"sha256": "b" * 64, "media": "application/pdf"})
    (finding,) = CHECK.run(ledger(paper, one, root=tmp_path), [one.id], Context(store=tmp_path / "empty"))
    assert finding.outcome is Outcome.UNCHECKABLE


def test_changed_bytes_are_noticed(tmp_path: Path) -> None:
    store = Store(tmp_path / "store")
    digest = store.add_bytes(pdf(PAGE))
    paper = source(snapshot={"sha256": digest, "media": "application/pdf"})
    store.path(digest).write_bytes(b"%PDF-1.4 changed")
    book = ledger(paper, keeps(), root=tmp_path)
    (finding,) = CHECK.run(book, ["a.claim"], Context(store=store.root, require_snapshots=True))
    assert finding.outcome is Outcome.UNCHECKABLE


def test_what_the_verdict_depends_on(tmp_path: Path) -> None:
    paper, one = source(), keeps()
    book = ledger(paper, one, root=tmp_path)
    context = Context(store=tmp_path / "store")
    before = CHECK.inputs(book, one.id, context)
    assert before == CHECK.inputs(book, one.id, context)
    write_lock(tmp_path, [record(one)])
    assert before != CHECK.inputs(book, one.id, context)
    assert before != CHECK.inputs(book, one.id, replace(context, require_snapshots=True))
