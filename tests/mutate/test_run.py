from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from checks import load
from ledger.documents.page import page
from ledger.documents.read import read
from ledger.errors import Location
from ledger.mutate import run as runner
from ledger.mutate.alteration import Change
from ledger.mutate.claims import variants
from ledger.mutate.mutants import Fate, Mutant, Result
from ledger.mutate.pages import edits
from ledger.mutate.run import ControlError, fate, run, tasks
from ledger.registry import Context, Finding, SubjectKind
from ledger.schema.documents import Claim, Rounding
from ledger.schema.ledger import Ledger, Page
from ledger.schema.outcomes import Outcome
from tests.checks import make

CONTEXT = Context(store=Path())
TEXT = """# Page

It takes [16 bytes](claim:zero.total) a parameter and [up to 1.5×](claim:zero.speed) the time.

| what | how much |
|--|--|
| count | **[51,219,741](claim:z.count)** |
| lowest | [−0.42](claim:z.loss) |

训练用了 [2048 张 H800](claim:z.cards)。

A batch of 64 is shown. <!-- ledger: exempt "64" example size -->
"""
RECOMPUTE: dict[str, Any] = {
    "formula": "memory.model_state",
    "inputs": {"parameters": "1", "recipe": "zero-fp16-adam", "zero_stage": 0, "data_parallel": 1},
}
CLAIMS = (
    make.claim("zero.total"),
    make.claim("zero.speed", quantity={"value": "1.5", "unit": "x", "comparator": "up-to"}),
    make.claim("z.count", quantity={"value": "51219741", "unit": "1"}),
    make.claim("z.loss", quantity={"value": "-0.42", "unit": "1"}),
    make.claim("z.cards", quantity={"value": "2048", "unit": "GPU"}),
)


def ledger(text: str, path: str = "p.md") -> Ledger:
    digest = hashlib.sha256(text.encode()).hexdigest()
    return make.ledger(*CLAIMS, make.source(), pages={path: Page(path, text, digest)})


def mutated(text: str) -> list[Result]:
    whole = ledger(text)
    return run(whole, tasks(whole, ["p.md"], []), CONTEXT)


def test_no_mutant_of_a_bound_number_survives() -> None:
    results = mutated(TEXT)
    kinds = Counter(result.mutant.kind for result in results)
    assert set(kinds) == {change.value for change in Change} - {"range"}
    assert [result for result in results if result.fate is not Fate.KILLED] == []


def test_every_edit_changes_what_the_page_says() -> None:
    known = page(read("p.md", TEXT))
    claims = {claim.id: claim for claim in CLAIMS}
    assert len(list(edits(known, claims))) > 40
    for edit in edits(known, claims):
        assert edit.applied(TEXT) != TEXT
        assert TEXT[: edit.start] == edit.applied(TEXT)[: edit.start]


def test_what_failed_before_proves_nothing() -> None:
    results = mutated("It takes [17 bytes](claim:zero.total).\n")
    assert {result.fate for result in results} >= {Fate.UNPROVEN}
    assert all(result.fate is not Fate.SURVIVED for result in results)


def test_a_check_that_looks_away_lets_mutants_survive(monkeypatch: pytest.MonkeyPatch) -> None:
    """A planted defect: a check that verifies whatever it is shown."""

    class Blind:
        name, version, kind = "covered", "1", SubjectKind.PAGE

        def subjects(self, ledger: Ledger) -> Sequence[str]:
            return list(ledger.pages)

        def run(self, ledger: Ledger, subjects: Sequence[str], context: Context) -> Iterator[Finding]:
            for subject in subjects:
                yield finding(subject, Outcome.VERIFIED)

    monkeypatch.setattr(runner, "load", lambda name: Blind())
    results = mutated(TEXT)
    assert {result.fate for result in results} == {Fate.SURVIVED}


def test_a_killed_control_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    """A planted defect: a check that does not say the same twice."""
    said = iter([[finding("p.md", Outcome.VERIFIED)]] + [[finding("p.md", Outcome.CONTRADICTED)]] * 99)
    monkeypatch.setattr(runner, "findings", lambda *_: next(said))
    whole = ledger(TEXT)
    with pytest.raises(ControlError, match=r"p\.md"):
        run(whole, tasks(whole, ["p.md"], []), CONTEXT)


def test_processes_find_the_same() -> None:
    whole = ledger(TEXT)
    work = tasks(whole, ["p.md"], [])
    assert run(whole, work, CONTEXT, jobs=2) == run(whole, work, CONTEXT)


def finding(subject: str, outcome: Outcome) -> Finding:
    return Finding("covered", SubjectKind.PAGE, subject, outcome, "said", Location(subject))


MUTANT = Mutant("digit", SubjectKind.PAGE, "p.md", Location("p.md", 3, 1), "1", "2", ("covered",))


@pytest.mark.parametrize(
    ("after", "expected"),
    [
        (Outcome.CONTRADICTED, Fate.KILLED),
        (Outcome.UNCHECKABLE, Fate.KILLED),
        (Outcome.VERIFIED, Fate.SURVIVED),
        (Outcome.WAIVED, Fate.SURVIVED),
        (Outcome.ERROR, Fate.SURVIVED),
    ],
)
def test_only_a_check_that_notices_kills(after: Outcome, expected: Fate) -> None:
    before = [finding("p.md", Outcome.VERIFIED)]
    assert fate(MUTANT, before, [finding("p.md", after)]).fate is expected


def test_variants_of_a_claim_name_their_guards() -> None:
    claim = make.claim(
        "a.b",
        recompute=RECOMPUTE,
        evidence=[{"source": "paper", "page": 8, "section": "3.1", "anchors": ["K = 12", "16"]}],
    )
    found = list(variants(claim, ("other", "paper"), ("16.0", "30")))
    kinds = {variant.kind for variant in found}
    assert kinds == {
        "digit",
        "sign",
        "decimal-point",
        "unit",
        "scale",
        "comparator",
        "another-number",
        "page",
        "section",
        "anchors",
        "source",
        "input",
    }
    changed = {(variant.kind, variant.after) for variant in found}
    assert {("another-number", "12"), ("another-number", "30"), ("page", "7"), ("page", "9")} <= changed
    assert ("another-number", "16.0") not in changed  # the claim's own value
    assert all(variant.claim != claim for variant in found)
    assert {variant.guards for variant in found if variant.kind == "page"} == {("located",)}


def test_recomputation_notices_value_unit_and_input() -> None:
    claim = make.claim("a.b", quantity={"value": "16", "unit": "B"}, evidence=[], recompute=RECOMPUTE)
    whole = make.ledger(claim, make.source())
    results = run(whole, tasks(whole, [], ["a.b"]), CONTEXT)
    alive = {result.mutant.kind for result in results if result.fate is not Fate.KILLED}
    assert {"digit", "sign", "decimal-point", "unit"}.isdisjoint(alive)
    assert Counter(result.check for result in results)["recompute"] >= 6
    inputs = Counter(result.fate for result in results if result.mutant.kind == "input")
    assert inputs == {Fate.KILLED: 1, Fate.EQUIVALENT: 2}  # without ZeRO the degree of parallelism is idle


def test_the_ledger_itself_is_not_touched() -> None:
    whole = ledger(TEXT)
    before = replace(whole)
    run(whole, tasks(whole, ["p.md"], ["zero.total"]), CONTEXT)
    assert whole == before


def test_a_recomputation_that_is_refused_kills_where_the_evidence_still_stands(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The verdict decides: a check that does not know, while another verifies, kills nothing."""
    claim = make.claim("a.b", quantity={"value": "16", "unit": "B"}, recompute=RECOMPUTE)
    assert fates(claim, Outcome.VERIFIED, monkeypatch)[("input", "1")] is Fate.EQUIVALENT
    unknown = fates(claim, Outcome.UNCHECKABLE, monkeypatch)
    assert unknown[("digit", "26")] is Fate.KILLED
    assert unknown[("page", "9")] is Fate.UNPROVEN
    seen = fates(claim, Outcome.VERIFIED, monkeypatch)
    assert seen[("page", "9")] is Fate.SURVIVED
    assert seen[("unit", "s")] is Fate.KILLED  # refused by the formula


def fates(claim: Claim, located: Outcome, monkeypatch: pytest.MonkeyPatch) -> dict[tuple[str, str], Fate]:
    """The fates of the claim's mutants where ``located`` says the same of each."""

    class Located:
        name, version, kind = "located", "1", SubjectKind.CLAIM

        def subjects(self, ledger: Ledger) -> Sequence[str]:
            return list(ledger.claims)

        def run(self, ledger: Ledger, subjects: Sequence[str], context: Context) -> Iterator[Finding]:
            for subject in subjects:
                yield Finding("located", self.kind, subject, located, "said", Location(subject))

    monkeypatch.setattr(runner, "load", lambda name: Located() if name == "located" else load(name))
    whole = make.ledger(claim, make.source())
    results = run(whole, tasks(whole, [], [claim.id]), CONTEXT)
    monkeypatch.undo()
    return {(result.mutant.kind, result.mutant.after): result.fate for result in results}


@pytest.mark.parametrize(
    ("value", "parameters", "expected"),
    [("16", "1", Fate.KILLED), ("120", "7.52", Fate.EQUIVALENT)],  # 120.32 is about 120
)
def test_about_is_another_statement_of_an_exact_result_only(
    value: str, parameters: str, expected: Fate
) -> None:
    recompute = {**RECOMPUTE, "inputs": {**RECOMPUTE["inputs"], "parameters": parameters}}
    claim = make.claim("a.b", quantity={"value": value, "unit": "B"}, evidence=[], recompute=recompute)
    whole = make.ledger(claim, make.source())
    results = run(whole, tasks(whole, [], ["a.b"]), CONTEXT)
    (about,) = [one for one in results if one.mutant.after == "≈"]
    assert about.fate is expected
    assert bool(about.why) is (expected is Fate.EQUIVALENT)


@pytest.mark.parametrize(
    ("value", "parameters", "unit", "expected"),
    [
        ("2", "0.125e9", "GB", Fate.EQUIVALENT),  # 2e9 bytes are 1.86 GiB
        ("16", "1e9", "GB", Fate.KILLED),  # 16e9 bytes are 14.9 GiB
    ],
)
def test_a_binary_prefix_is_another_statement_unless_both_round_alike(
    value: str, parameters: str, unit: str, expected: Fate
) -> None:
    recompute = {**RECOMPUTE, "inputs": {**RECOMPUTE["inputs"], "parameters": parameters}}
    claim = make.claim("a.b", quantity={"value": value, "unit": unit}, evidence=[], recompute=recompute)
    whole = make.ledger(claim, make.source())
    results = run(whole, tasks(whole, [], ["a.b"]), CONTEXT)
    (binary,) = [one for one in results if one.mutant.after == "GiB"]
    assert binary.fate is expected


SYMBOLIC = {
    "formula": "memory.model_state",
    "inputs": {"recipe": "zero-fp16-adam", "zero_stage": 1},
    "symbols": {"P": "parameters", "N": "data_parallel"},
    "samples": [{"P": "7", "N": "4"}, {"P": "8", "N": "2"}],
}
PRODUCT = {
    "formula": "moe.assignments_per_rank_balanced",
    "symbols": {"t": "tokens_per_rank", "k": "top_k"},
    "samples": [{"t": "7", "k": "2"}, {"t": "8", "k": "4"}],
}


@pytest.mark.parametrize(
    ("expression", "unit", "recompute", "expected"),
    [
        ("4*P + 12*P/N", "B", SYMBOLIC, {"symbols": Fate.KILLED, "input": Fate.KILLED}),
        ("t*k", "assignment/rank", PRODUCT, {"symbols": Fate.EQUIVALENT}),  # a product is symmetric
    ],
)
def test_symbols_that_change_places(
    expression: str, unit: str, recompute: dict[str, Any], expected: dict[str, Fate]
) -> None:
    """And a changed input of a formula that is compared at sample points is no equivalent."""
    quantity = {"value": expression, "unit": unit}
    claim = make.claim("a.b", quantity=quantity, evidence=[], recompute=recompute)
    whole = make.ledger(claim, make.source())
    results = run(whole, tasks(whole, [], ["a.b"]), CONTEXT)
    found = {one.mutant.kind: one.fate for one in results if one.mutant.kind in ("symbols", "input")}
    assert found == expected


def test_other_printed_forms_and_meanings_are_tried() -> None:
    evidence = {"source": "paper", "page": 8, "printed": "16Ψ", "where": {"Ψ": "1"}, "unit": "B/parameter"}
    claim = make.claim("a.b", evidence=[evidence], recompute={**RECOMPUTE, "unit": "B/parameter"})
    changed = {variant.path: variant.after for variant in variants(claim, ())}
    assert changed[("evidence", 0, "printed")] == "26Ψ"
    assert changed[("evidence", 0, "where")] == "{'Ψ': 'z'}"
    assert changed[("evidence", 0, "unit")] == changed[("recompute", "unit")] == "s"


SHARE = {"value": "23.4", "unit": "%"}
ROUNDED = make.claim("a.share", quantity=SHARE, statement={"en": "It is 23.4%."})
PRINTED = make.claim("a.share", quantity=SHARE, statement={"en": "It is 23.4%, or 23%."})


@pytest.mark.parametrize(
    ("claim", "rounding", "takes_about_away"),
    [(ROUNDED, Rounding.FREE, False), (ROUNDED, Rounding.MARKED, True), (PRINTED, Rounding.MARKED, False)],
)
def test_where_rounding_is_marked_its_mark_is_taken_away(
    claim: Claim, rounding: Rounding, takes_about_away: bool
) -> None:
    text = "It saves [≈23%](claim:a.share)."
    tried = {edit.applied(text) for edit in edits(page(read("p.md", text)), {claim.id: claim}, rounding)}
    assert ("It saves [23%](claim:a.share)." in tried) is takes_about_away
    assert "It saves [about 23%](claim:a.share)." not in tried  # another mark says the same


def test_what_rounds_nothing_is_not_about_its_number() -> None:
    text = "It takes [16 bytes](claim:zero.total)."
    tried = {edit.applied(text) for edit in edits(page(read("p.md", text)), {"zero.total": CLAIMS[0]})}
    assert {f"It takes [{mark}16 bytes](claim:zero.total)." for mark in ("≈", "about ")} <= tried


@pytest.mark.parametrize(
    ("text", "denied"),
    [
        ("So, it takes [16 bytes](claim:zero.total).", "So, it is not true that it takes [16"),
        ("所以，每个占 [16 字节](claim:zero.total)。", "所以，并非每个占 [16"),
        ("[16 bytes](claim:zero.total) it takes.", ""),
        ("It is small and takes [16 bytes](claim:zero.total).", ""),  # the denial would be of the first half
    ],
)
def test_the_phrase_of_a_number_is_denied(text: str, denied: str) -> None:
    tried = [edit.applied(text) for edit in edits(page(read("p.md", text)), {"zero.total": CLAIMS[0]})]
    of_phrase = [one for one in tried if "it is not true that" in one or "并非" in one]
    assert [one[: len(denied)] for one in of_phrase] == ([denied] if denied else [])
