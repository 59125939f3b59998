from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from checks.identity import CHECK, FirstPages, judge
from ledger.registry import Context
from ledger.schema.outcomes import Outcome
from ledger.snapshots.store import Store
from tests.checks.make import ledger, source
from tests.snapshots.pdfs import Words, pdf

BENGIO = "Practical Recommendations for Gradient-Based Training of Deep Architectures"
PRINTED = f"{BENGIO[:52]}\n{BENGIO[52:]}\n\nYoshua Bengio\n\narXiv:1206.5533v2 [cs.LG] 16 Sep 2012"


def bengio(**fields: Any) -> Any:
    values = {
        "title": BENGIO,
        "authors": ["Yoshua Bengio"],
        "published": "2012-06",
        "url": "https://arxiv.org/abs/1206.5533",
        "version": "v2",
    }
    return source("bengio", **{**values, **fields})


DISTBELIEF = {
    "title": "Large Scale Distributed Deep Networks",
    "authors": ["Jeffrey Dean", "Greg S. Corrado"],
    "published": "2012-12",
}


def test_the_document_is_the_one() -> None:
    assert judge(bengio(), FirstPages(PRINTED), {}).outcome is Outcome.VERIFIED


def test_a_title_in_small_capitals_with_letters_apart() -> None:
    one = source(title="Kimi K2: Open Agentic Intelligence", version="x")
    text = "K IMI K2: O PEN AGENTIC I NTELLIGENCE\nKimi Team"
    assert judge(one, FirstPages(text), {}).outcome is Outcome.VERIFIED


@pytest.mark.parametrize(
    ("fields", "cause"),
    [
        ({**DISTBELIEF, "published": "2012-06"}, "another-title"),
        (DISTBELIEF, "date"),
        ({"published": "2013"}, "date"),
        ({"version": "v1"}, "another-version"),
        ({"url": "https://arxiv.org/abs/1206.5534"}, "another-id"),
        ({"title": BENGIO.replace("Deep", "Shallow")}, "another-title"),
        ({"authors": ["Yoshua Bengio", "Jeffrey Dean"]}, "another-author"),
    ],
)
def test_another_document(fields: dict[str, Any], cause: str) -> None:
    verdict = judge(bengio(**fields), FirstPages(PRINTED), {})
    assert (verdict.outcome, verdict.cause) == (Outcome.CONTRADICTED, cause)


def test_a_near_title_is_suggested_and_not_accepted() -> None:
    verdict = judge(bengio(title=BENGIO.replace("Deep", "Deeper")), FirstPages(PRINTED), {})
    assert verdict.outcome is Outcome.CONTRADICTED
    assert verdict.hint.startswith("it prints: Practical Recommendations")


def test_without_the_bytes_a_namesake_still_tells() -> None:
    wrong = source(
        "distbelief", **DISTBELIEF, url="https://arxiv.org/abs/1206.5533", snapshot=None, unavailable="none"
    )
    missing = FirstPages(missing="no copy")
    assert judge(wrong, missing, {"bengio": BENGIO}).cause == "another-title"
    assert judge(wrong, missing, {}).cause == "date"
    assert judge(bengio(), missing, {}).outcome is Outcome.UNCHECKABLE
    assert judge(bengio(), FirstPages(missing="no copy", locked=True), {}).outcome is Outcome.VERIFIED


def test_a_pinned_version_without_a_stamp_is_in_doubt() -> None:
    text = PRINTED.replace("arXiv:", "")
    assert judge(bengio(), FirstPages(text), {}).outcome is Outcome.AMBIGUOUS
    assert judge(bengio(version="ICLR 2013"), FirstPages(text), {}).outcome is Outcome.VERIFIED


def test_run_reads_the_first_pages(tmp_path: Path) -> None:
    store = Store(tmp_path)
    words = [Words("A Paper on Rings"), Words("Ada Lovelace", y=660)]
    digest = store.add_bytes(pdf(words))
    snapshot = {"sha256": digest, "media": "application/pdf"}
    right = source("right", title="A paper on rings", authors=["Ada Lovelace"], snapshot=snapshot)
    wrong = source("wrong", title="A paper on trees", snapshot=snapshot)
    page = source("readme", kind="documentation")
    book = ledger(right, wrong, page)
    subjects = list(CHECK.subjects(book))
    assert subjects == ["right", "wrong"]
    context = Context(store=tmp_path)
    outcomes = [finding.outcome for finding in CHECK.run(book, subjects, context)]
    assert outcomes == [Outcome.VERIFIED, Outcome.CONTRADICTED]
    gone = ledger(source("gone"))
    (finding,) = CHECK.run(gone, ["gone"], context)
    assert finding.outcome is Outcome.UNCHECKABLE
    assert CHECK.inputs(book, "right", context) != CHECK.inputs(book, "wrong", context)
