"""``ledger new``: what is added validates, and what was there stays byte for byte."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from ledger.schema.documents import Role
from ledger.schema.read import read_ledger
from tests.cli.conftest import Ran

Call = Callable[..., Ran]
CLAIM = ("new", "claim", "b.new", "--en", "It is: eight.", "--zh", "是八。", "--entity", "A recipe")
NUMBER = ("--value", "8", "--unit", "B")
EVIDENCE = ("--source", "paper", "--page", "3", "--section", "2.10", "--anchor", "8 bytes", "--anchor", "1e3")
ROLE = ("--role", "definition")


def test_a_claim_is_added_and_nothing_else_changes(call: Call, root: Path) -> None:
    path = root / "claims/l1.yaml"
    path.write_text(path.read_text(encoding="utf-8") + "    # the last word\n", encoding="utf-8")
    before = path.read_bytes()
    ran = call(*CLAIM, *NUMBER, *EVIDENCE, *ROLE, "--qualifier", "per=rank")
    assert ran.code == 0, ran.err
    assert ran.out == "wrote claims/l1.yaml\n"
    assert path.read_bytes().startswith(before)
    added = read_ledger(root).claims["b.new"]
    assert added.statement.en == "It is: eight."
    assert added.qualifiers == {"per": "rank"}
    place = added.evidence[0]
    assert (place.section, place.anchors, place.role) == ("2.10", ("8 bytes", "1e3"), Role.DEFINITION)


def test_what_is_missing_is_asked_for_on_a_terminal(
    call: Call, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []
    answers = iter(["It is eight.", "是八。", "A recipe", "8", "B", "paper", 3, "8 bytes"])

    def prompt(words: str, **_: object) -> object:
        asked.append(words)
        return next(answers)

    monkeypatch.setattr("sys.stdin.isatty", lambda: True)
    monkeypatch.setattr("click.prompt", prompt)
    assert call("new", "claim", "b.new").code == 0
    place = read_ledger(root).claims["b.new"].evidence[0]
    assert (place.source, place.page, place.anchors) == ("paper", 3, ("8 bytes",))
    assert asked[0] == "en (the statement in English)"
    assert asked[-2:] == [
        "page (the physical page, from 1)",
        "anchor (a fragment there; repeatable, in order)",
    ]


def test_a_printed_form_is_told_with_its_unit(call: Call, root: Path) -> None:
    ran = call(*CLAIM, *NUMBER, *EVIDENCE, "--printed", "8", "--printed-unit", "B")
    assert ran.code == 0, ran.err
    place = read_ledger(root).claims["b.new"].evidence[0]
    assert (place.printed, place.unit) == ("8", "B")


def test_a_recomputed_claim_starts_a_new_file(call: Call, root: Path) -> None:
    formula = ("--formula", "memory.model_state", "--input", "parameters=1")
    assert call(*CLAIM, *NUMBER, "--ledger", "L2", *formula).code == 0
    book = read_ledger(root)
    assert book.ledger_of["b.new"] == "L2"
    assert book.claims["b.new"].recompute is not None
    assert book.where("claim", "b.new").path == "claims/l2.yaml"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((*CLAIM, *NUMBER, "--source", "papr", "--page", "3"), "did you mean 'paper'?"),
        ((*CLAIM, *NUMBER, "--source", "paper", "--page", "99"), "beyond the end"),
        ((*CLAIM, *NUMBER, "--source", "paper"), "needs a place"),
        ((*CLAIM, *EVIDENCE), "--value is missing: digits as stated"),
        ((*CLAIM, *NUMBER), "--source is missing: the id of the source that supports it (or give --formula)"),
        ((*CLAIM, *NUMBER, *EVIDENCE, "--qualifier", "per"), "write NAME=VALUE"),
        ((*CLAIM, *NUMBER, *EVIDENCE, "--ledger", "L2", "--file", "claims/l1.yaml"), "is of the ledger L1"),
        (("new", "claim", "a.sixteen", *CLAIM[3:], *NUMBER, *EVIDENCE), "already defined"),
        (("new", "source", "paper", "--title", "Again"), "exists"),
        (("new", "source", "other", "--title", "Other", "--arxiv", "1811.06965"), "give the version too"),
        (("new", "source", "other", "--title", "Other", "--published", "yesterday"), "write a date"),
    ],
)
def test_a_faulty_document_is_refused_and_nothing_is_written(
    call: Call, root: Path, arguments: tuple[str, ...], words: str
) -> None:
    before = {path: path.read_bytes() for path in root.rglob("*.yaml")}
    ran = call(*arguments)
    assert ran.code == 2
    assert words in ran.err
    assert {path: path.read_bytes() for path in root.rglob("*.yaml")} == before


def test_a_list_that_cannot_simply_be_followed_is_left_alone(call: Call, root: Path) -> None:
    path = root / "claims/l1.yaml"
    path.write_text("claims: []\nledger: L1\n", encoding="utf-8")
    ran = call(*CLAIM, *NUMBER, *EVIDENCE)
    assert ran.code == 2
    assert "ends the file" in ran.err


def test_a_source_from_arxiv_is_pinned(call: Call, root: Path) -> None:
    ran = call(
        "new",
        "source",
        "gpipe-2018",
        "--title",
        "GPipe: Easy",
        "--arxiv",
        "1811.06965v5",
        "--author",
        "Y. H.",
    )
    assert ran.code == 0, ran.err
    source = read_ledger(root).sources["gpipe-2018"]
    assert (source.url, source.version) == ("https://arxiv.org/abs/1811.06965", "v5")
    assert (source.title, source.authors, source.primary) == ("GPipe: Easy", ("Y. H.",), True)


FRENCH = ("--statement", "fr=Il y en a huit.", "--statement", "de=Es sind acht.", "--entity", "A recipe")


def speak(root: Path, languages: str) -> None:
    path = root / "pyproject.toml"
    text = path.read_text(encoding="utf-8").replace(
        "[tool.ledger]\n", f"[tool.ledger]\nlanguages = {languages}\n"
    )
    path.write_text(text, encoding="utf-8")
    claims = root / "claims/l1.yaml"
    text = claims.read_text(encoding="utf-8")
    claims.write_text(
        text.replace('{en: "It is sixteen.", zh: "是十六。"}', '{fr: "Seize.", de: "Sechzehn."}')
    )


def test_a_claim_is_written_in_the_languages_of_the_ledger(call: Call, root: Path) -> None:
    speak(root, '["fr", "de"]')
    ran = call("new", "claim", "b.new", *FRENCH, *NUMBER, *EVIDENCE)
    assert ran.code == 0, ran.err
    texts = read_ledger(root).claims["b.new"].statement.texts
    assert texts == {"fr": "Il y en a huit.", "de": "Es sind acht."}
    assert call("show", "b.new").out.splitlines()[1:3] == ["  Il y en a huit.", "  Es sind acht."]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (FRENCH[2:], "--statement fr=TEXT is missing: the statement in the language fr"),
        ((*FRENCH, "--en", "It is eight."), "unknown key 'en'; the ledger's languages are fr, de"),
        ((*FRENCH, "--statement", "acht"), "--statement acht: write NAME=VALUE"),
    ],
)
def test_another_language_is_refused(call: Call, root: Path, arguments: tuple[str, ...], words: str) -> None:
    speak(root, '["fr", "de"]')
    ran = call("new", "claim", "b.new", *arguments, *NUMBER, *EVIDENCE)
    assert ran.code == 2
    assert words in ran.err


def test_a_missing_statement_is_asked_for_in_its_language(
    call: Call, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    speak(root, '["fr", "de"]')
    asked: list[str] = []
    monkeypatch.setattr("sys.stdin.isatty", lambda: True)
    monkeypatch.setattr("click.prompt", lambda words, **_: asked.append(words) or "Es sind acht.")
    statement = ("--statement", "fr=Huit.", "--entity", "A recipe")
    assert call("new", "claim", "b.new", *statement, *NUMBER, *EVIDENCE).code == 0
    assert asked == ["de (the statement in the language de)"]
