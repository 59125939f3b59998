"""The check ``parity``: two language versions of one page."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from checks.parity import CHECK, reference
from ledger.registry import Context, Finding
from ledger.schema.ledger import Ledger, Page
from ledger.schema.outcomes import Outcome
from tests.checks import make

ENGLISH = "It takes [16 bytes](claim:a.claim) a parameter.\n"


def ledger(**texts: str) -> Ledger:
    pages = {
        name: Page(name, text, hashlib.sha256(text.encode()).hexdigest())
        for name, text in ((f"pages/guide.{language}.md", text) for language, text in texts.items())
    }
    return make.ledger(make.claim(), make.source(), pages=pages)


def run(chinese: str) -> list[Finding]:
    both = ledger(en=ENGLISH, zh=chinese)
    return list(CHECK.run(both, list(CHECK.subjects(both)), Context(store=Path())))


def test_same_numbers_in_both() -> None:
    (finding,) = run("每个参数占 [16 字节](claim:a.claim)。\n")
    assert (finding.outcome, finding.subject) == (Outcome.VERIFIED, "pages/guide.zh.md")


@pytest.mark.parametrize(
    ("chinese", "cause"),
    [
        ("每个参数占 [18 字节](claim:a.claim)。\n", "number-differs"),
        ("每个参数占 [16 位](claim:a.claim)。\n", "number-differs"),
        ("每个参数占 [约 16 字节](claim:a.claim)。\n", "number-differs"),
        ("每个参数占若干字节。\n", "claim-missing"),
    ],
)
def test_difference_is_contradicted(chinese: str, cause: str) -> None:
    (finding,) = run(chinese)
    assert (finding.outcome, finding.cause) == (Outcome.CONTRADICTED, cause)
    assert finding.hint


def test_only_later_versions_are_subjects() -> None:
    assert list(CHECK.subjects(ledger(en=ENGLISH))) == []
    pages = ["a.en.md", "a.zh.md", "a.de.md", "b.zh.md", "plain.md", "a.zh.html"]
    assert [reference(pages, path) for path in pages] == ["a.de.md", "a.de.md", None, None, None, None]


@pytest.mark.parametrize(
    ("pages", "path", "expected"),
    [
        (["g.md", "g.zh.md", "g.de.md"], "g.zh.md", "g.md"),
        (["g.md", "g.zh.md", "g.de.md"], "g.de.md", "g.md"),
        (["g.md", "g.zh.md"], "g.md", None),
        (["g.md", "g.zh.html"], "g.zh.html", None),
        (["g.md", "guide.zh.md", "docs/g.zh.md"], "guide.zh.md", None),
        (["g.v2.md", "g.md"], "g.v2.md", None),
        (["g.pt-BR.md", "g.en.md"], "g.pt-BR.md", "g.en.md"),
    ],
)
def test_the_version_without_a_language_is_the_reference(
    pages: list[str], path: str, expected: str | None
) -> None:
    assert reference(pages, path) == expected


def test_inputs_change_with_either_version() -> None:
    context = Context(store=Path())

    def inputs(english: str) -> list[str]:
        return list(CHECK.inputs(ledger(en=english, zh="x"), "pages/guide.zh.md", context))

    assert inputs(ENGLISH) == inputs(ENGLISH)
    assert inputs(ENGLISH) != inputs(ENGLISH + "more")
