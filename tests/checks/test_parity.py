"""The check ``parity``: two language versions of one page."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from pathlib import Path

import pytest

from checks.parity import CHECK, reference
from ledger.registry import Context, Finding
from ledger.schema.documents import Configuration
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
    both = named(pages)
    assert [reference(both, path) for path in pages] == ["a.de.md", "a.de.md", None, None, None, None]


def named(paths: list[str], languages: str = "en zh fr de") -> Ledger:
    """A ledger of empty pages at *paths*, in *languages*."""
    return replace(
        make.ledger(pages={path: Page(path, "", "") for path in paths}),
        configuration=Configuration(languages=tuple(languages.split())),
    )


PAIRS = [
    pytest.param("g.md g.zh.md g.de.md", "g.zh.md", "g.md", id="default-without"),
    pytest.param("g.md g.zh.md g.de.md", "g.de.md", "g.md", id="three"),
    pytest.param("g.md g.zh.md", "g.md", None, id="the-reference-itself"),
    pytest.param("g.md g.zh.html", "g.zh.html", None, id="another-format"),
    pytest.param("g.md guide.zh.md docs/g.zh.md", "guide.zh.md", None, id="another-name"),
    pytest.param("g.v2.md g.md", "g.v2.md", None, id="no-language"),
    pytest.param("g.js.md g.md", "g.js.md", None, id="two-letters-that-are-no-language"),
    pytest.param("g.pt-BR.md g.en.md", "g.pt-BR.md", "g.en.md", id="region"),
    pytest.param("g.zh-Hant-TW.md g.md", "g.zh-Hant-TW.md", "g.md", id="script-and-region"),
    pytest.param("g.zh_CN.md g.md", "g.zh_CN.md", "g.md", id="underscore"),
    pytest.param("g.zh-CN.md g.zh-TW.md", "g.zh-TW.md", "g.zh-CN.md", id="two-regions"),
    pytest.param("en/g.md zh/g.md", "zh/g.md", "en/g.md", id="folders"),
    pytest.param("docs/en/a/g.md docs/zh/a/g.md", "docs/zh/a/g.md", "docs/en/a/g.md", id="folder-within"),
    pytest.param("d/en/g.md d/fr/g.md d/zh/g.md", "d/zh/g.md", "d/en/g.md", id="three-folders"),
    pytest.param("d/en/g.md d/zh/h.md", "d/zh/h.md", None, id="unpaired"),
    pytest.param("d/g.md d/zh/g.md", "d/zh/g.md", "d/g.md", id="default-without-a-folder"),
    pytest.param("g.md i18n/zh-CN/g.md", "i18n/zh-CN/g.md", "g.md", id="i18n"),
    pytest.param("i18n/en/g.md i18n/zh-CN/g.md", "i18n/zh-CN/g.md", "i18n/en/g.md", id="i18n-both"),
    pytest.param("a/g.md a/i18n/de/g.md", "a/i18n/de/g.md", "a/g.md", id="i18n-within"),
    pytest.param("ui/g.md os/g.md db/g.md", "os/g.md", None, id="folders-that-are-no-languages"),
    pytest.param("EN/g.md ZH/g.md", "ZH/g.md", None, id="capitals-are-names"),
    pytest.param("ml/g.md cv/g.md no/g.md", "no/g.md", None, id="folders-named-like-languages-of-no-one"),
    pytest.param("docs/g.md docs/it/g.md", "docs/it/g.md", None, id="such-a-folder-beside-the-page"),
    pytest.param("g.md i18n/it/g.md", "i18n/it/g.md", "g.md", id="i18n-holds-nothing-but-languages"),
    pytest.param("en/it/g.md zh/it/g.md", "zh/it/g.md", "en/it/g.md", id="a-folder-like-a-language"),
    pytest.param("it/en/g.md it/zh/g.md", "it/zh/g.md", "it/en/g.md", id="and-the-other-way-round"),
    pytest.param("g.en.md g.zh.md en/g.md zh/g.md", "zh/g.md", "en/g.md", id="both-ways"),
    pytest.param("en/g.zh.md en/g.md", "en/g.zh.md", "en/g.md", id="name-before-folder"),
    pytest.param(".zh.md .md", ".zh.md", None, id="no-stem"),
]


@pytest.mark.parametrize(("pages", "path", "expected"), PAIRS)
def test_the_version_without_a_language_is_the_reference(pages: str, path: str, expected: str | None) -> None:
    assert reference(named(pages.split()), path) == expected


@pytest.mark.parametrize(
    ("languages", "pages", "expected"),
    [
        pytest.param("en", "en/g.md it/g.md", None, id="not-named"),
        pytest.param("en it", "en/g.md it/g.md", "en/g.md", id="named"),
        pytest.param("en zh-Hans", "en/g.md zh/g.md", "en/g.md", id="named-with-a-script"),
        pytest.param("en zh", "en/g.md zh-CN/g.md", "en/g.md", id="a-region-of-a-named-one"),
        pytest.param("en", "g.en.md g.it.md", "g.en.md", id="before-the-ending-it-says-a-language"),
    ],
)
def test_a_folder_is_a_language_only_if_the_ledger_names_it(
    languages: str, pages: str, expected: str | None
) -> None:
    paths = pages.split()
    assert reference(named(paths, languages), paths[-1]) == expected


def test_inputs_change_with_either_version() -> None:
    context = Context(store=Path())

    def inputs(english: str) -> list[str]:
        return list(CHECK.inputs(ledger(en=english, zh="x"), "pages/guide.zh.md", context))

    assert inputs(ENGLISH) == inputs(ENGLISH)
    assert inputs(ENGLISH) != inputs(ENGLISH + "more")
