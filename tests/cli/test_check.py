"""``ledger check`` on a small ledger, from the outside."""

from __future__ import annotations

import json
import subprocess
import textwrap
from collections.abc import Callable
from pathlib import Path

import pytest

import checks
from tests.cli.conftest import Ran
from tests.runner.fakes import FakeCheck

Call = Callable[..., Ran]


@pytest.fixture(autouse=True)
def only_sources(monkeypatch: pytest.MonkeyPatch) -> None:
    """This file tests the command; the checks have tests of their own."""
    monkeypatch.setattr(checks, "CHECKS", {"sources": "checks.sources"})


def edit(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


def test_all_verified_is_zero(call: Call) -> None:
    ran = call("check")
    assert ran.code == 0, ran.err
    assert ran.out.splitlines()[0] == "A small ledger: 1 claim, 1 source, 1 page"
    assert "number          verified 1" in ran.out
    assert ran.out.splitlines()[-1] == "verified"


def test_not_verified_is_one_with_line_cause_and_what_to_do(call: Call, root: Path) -> None:
    edit(root / "sources/paper.yaml", "primary: true", "primary: false")
    ran = call("check")
    assert ran.code == 1
    first, *rest = ran.out.splitlines()
    assert first.startswith("claims/l1.yaml:9:")
    assert "a.sixteen: uncheckable (no-primary-source): " in first
    assert rest[0].split() == ["do", *["cite", "the", "paper,", "report", "or", "repository", "itself"]]
    assert ran.out.splitlines()[-1] == "not verified: 1 problem"


def test_a_second_check_keeps_what_it_knows(call: Call, root: Path) -> None:
    call("check")
    assert "judged 0, kept 1 from earlier runs" in call("check").out
    edit(root / "claims/l1.yaml", "ledger: L1", "# a comment\nledger: L1")
    assert "judged 0, kept 1 from earlier runs" in call("check").out
    edit(root / "claims/l1.yaml", "page: 8", "page: 9")
    assert "judged 1, kept 0 from earlier runs" in call("check").out


def test_every_fault_of_the_documents_is_shown(call: Call, root: Path) -> None:
    edit(root / "claims/l1.yaml", 'value: "16"', "value: 16")
    edit(root / "sources/paper.yaml", "primary: true", "primry: true")
    ran = call("check")
    assert ran.code == 2
    assert "claims/l1.yaml:7:" in ran.err
    assert "sources/paper.yaml:3:" in ran.err


def test_no_ledger_here_is_two(call: Call, tmp_path: Path) -> None:
    ran = call("check", "--root", str(tmp_path))
    assert ran.code == 2
    assert "ledger init" in ran.err


def test_root_stands_before_or_after_the_command(
    call: Call, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir("/")
    assert call("--root", str(root), "check").code == 0
    assert call("check", "--root", str(root)).code == 0
    assert call("check", "--root", str(root / "nowhere")).code == 2


def test_the_ledger_is_found_upwards(call: Call, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(root / "pages")
    assert call("check").code == 0


def test_json_is_versioned_and_complete(call: Call) -> None:
    report = json.loads(call("check", "--format", "json").out)
    assert (report["format"], report["version"], report["verified"]) == ("ledger-check", 1, True)
    assert report["outcomes"] == {"verified": 1}
    assert report["verdicts"][0]["claim"] == "a.sixteen"
    assert report["findings"][0]["path"] == "claims/l1.yaml"


def test_only_gives_no_verdict(call: Call) -> None:
    ran = call("check", "--only", "sources")
    assert ran.code == 0
    assert "no verdict, since other checks did not run" in ran.out
    assert json.loads(call("check", "--only", "sources", "--format", "json").out)["verified"] is False


def test_an_unknown_check_names_the_nearest(call: Call) -> None:
    ran = call("check", "--only", "source")
    assert ran.code == 2
    assert "did you mean 'sources'?" in ran.err


def test_a_policy_that_names_no_check_is_a_configuration_error(call: Call, root: Path) -> None:
    edit(root / "pyproject.toml", 'mechanism = { all = ["sources"] }', 'mechanism = { all = ["source"] }')
    ran = call("check")
    assert ran.code == 2
    assert "[tool.ledger.policy.mechanism]: unknown check 'source'" in ran.err


def test_paths_restrict_the_claims(call: Call, root: Path) -> None:
    edit(root / "sources/paper.yaml", "primary: true", "primary: false")
    assert call("check", "pages/a.md").code == 0
    assert call("check", "claims").code == 1
    assert call("check", str(root / "claims" / "l1.yaml")).code == 1
    missing = call("check", "claims/l9.yaml")
    assert missing.code == 2
    assert "claims/l9.yaml" in missing.err


def test_with_a_page_come_its_other_languages(
    call: Call, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(checks, "CHECKS", {"sources": "checks.sources", "parity": "checks.parity"})
    (root / "pages/guide.md").write_text("It keeps [16 bytes](claim:a.sixteen).\n")
    (root / "pages/guide.zh.md").write_text("什么也没有。\n")
    for path in ("pages/guide.md", "pages/guide.zh.md"):
        ran = call("check", path, "--only", "parity")
        assert ran.code == 1
        assert "pages/guide.zh.md: contradicted (claim-missing): 'a.sixteen' is bound" in ran.out


def test_a_page_that_no_pattern_names_is_told_so(call: Call, root: Path) -> None:
    (root / "pages" / "b.html").write_text("<p>It takes 16 bytes.</p>")
    ran = call("check", "pages/b.html")
    assert ran.code == 2
    assert "pages/b.html: no claim, source or page of this ledger is there; " in ran.err
    assert "pyproject.toml has pages = 'pages/*.md'" in ran.err


def test_a_pattern_that_names_no_page_is_a_warning(call: Call, root: Path) -> None:
    edit(root / "pyproject.toml", '"pages/*.md"', '"pages/*.{md,html}"')
    ran = call("check")
    assert ran.code == 0
    assert (
        "warning: pyproject.toml: pages: no file matches 'pages/*.{md,html}'; write a pattern for" in ran.out
    )


def git(root: Path, *arguments: str) -> None:
    identity = ["-c", "user.name=t", "-c", "user.email=t@example.org"]
    subprocess.run(["git", *identity, *arguments], cwd=root, check=True, capture_output=True)


def test_since_restricts_to_what_changed(call: Call, root: Path) -> None:
    git(root, "init", "-q")
    git(root, "add", ".")
    git(root, "commit", "-qm", "one")
    unchanged = call("check", "--since", "HEAD")
    assert unchanged.code == 0
    assert "0 of 1 claim" in unchanged.out
    edit(root / "sources/paper.yaml", "primary: true", "primary: false")
    changed = call("check", "--since", "HEAD")
    assert changed.code == 1
    assert "a.sixteen" in changed.out
    unknown = call("check", "--since", "nowhere")
    assert unknown.code == 2
    assert "no git revision 'nowhere'" in unknown.err


SEVEN = """\
  - id: a.seven
    kind: number
    statement: {en: "It is seven.", zh: "是七。"}
    entity: Another recipe
    quantity: {value: "7", unit: B}
    evidence:
      - {source: paper, page: 9, anchors: ["7"]}
"""
BOUND = "It takes [16 bytes](claim:a.sixteen) for each parameter, and [7 bytes](claim:a.seven).\n"


@pytest.fixture
def bound(call: Call, root: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The small ledger with two claims, bound by a page in two languages and by a sidecar; all committed."""
    on_pages = {name: f"checks.{name}" for name in ("sources", "covered", "parity")}
    monkeypatch.setattr(checks, "CHECKS", on_pages)
    claims = root / "claims" / "l1.yaml"
    claims.write_text(claims.read_text(encoding="utf-8") + SEVEN, encoding="utf-8")
    edit(root / "pyproject.toml", 'pages = ["pages/*.md"]', 'pages = ["pages/*.md", "pages/*.txt"]')
    (root / "pages" / "g.md").write_text(BOUND, encoding="utf-8")
    (root / "pages" / "g.zh.md").write_text(BOUND, encoding="utf-8")
    (root / "pages" / "s.txt").write_text("It takes 7 bytes.\n", encoding="utf-8")
    suggested = call("bind", "pages/s.txt", "--suggest").out
    entry = textwrap.dedent(suggested[suggested.index("        - number:") : suggested.rindex("1 number")])
    (root / "pages" / "s.bindings.yaml").write_text(f"bindings:\n{entry}", encoding="utf-8")
    git(root, "init", "-q")
    git(root, "add", ".")
    git(root, "commit", "-qm", "one")
    return root


def test_since_sees_pages_that_name_a_claim_that_is_gone(call: Call, bound: Path) -> None:
    assert call("check").code == 0
    assert "0 of 2 claims" in call("check", "--since", "HEAD").out
    edit(bound / "claims/l1.yaml", "id: a.seven", "id: a.eight")
    ran = call("check", "--since", "HEAD")
    assert ran.code == 1
    for page in ("pages/g.md", "pages/g.zh.md", "pages/s.txt"):
        assert f"{page}:" in ran.out
    assert ran.out.count("no claim is called 'a.seven'") == 3


def test_since_sees_pages_that_a_sidecar_binds(call: Call, bound: Path) -> None:
    edit(bound / "claims/l1.yaml", 'value: "7"', 'value: "8"')
    ran = call("check", "--since", "HEAD")
    assert "pages/s.txt:1:10: contradicted (inconsistent)" in ran.out


def test_since_sees_a_changed_sidecar(call: Call, bound: Path) -> None:
    edit(bound / "pages/s.bindings.yaml", "a.seven", "a.sixteen")
    assert "pages/s.txt:1:10: contradicted" in call("check", "--since", "HEAD").out


def test_since_holds_the_other_language_to_a_changed_page(call: Call, bound: Path) -> None:
    edit(bound / "pages/g.md", ", and [7 bytes](claim:a.seven)", "")
    ran = call("check", "--since", "HEAD")
    assert ran.code == 1
    assert "'a.seven' is bound at pages/g.zh.md:1:62 but nowhere in pages/g.md" in ran.out


@pytest.mark.parametrize("subject", ["a.seven", "paper", "pages/g.md"])
def test_since_sees_what_is_waived_no_more(call: Call, bound: Path, subject: str) -> None:
    from ledger.revisions import changed
    from ledger.schema.read import read_ledger

    without = read_ledger(bound)
    (bound / "claims" / "waivers.yaml").write_text(
        f"waivers: [{{subject: {subject}, check: located, owner: A, reason: b, expires: '2999-01-01'}}]\n"
    )
    waived = read_ledger(bound)
    for old, new in ((waived, without), (without, waived)):
        assert [subject in kind for kind in changed(old, new)].count(True) == 1


def test_a_shallow_clone_and_no_repository_are_named(call: Call, bound: Path, tmp_path: Path) -> None:
    edit(bound / "pages/a.md", "Nothing", "Still nothing")
    git(bound, "commit", "-qam", "two")
    git(tmp_path, "clone", "-q", "--depth", "1", f"file://{bound}", "shallow")
    ran = call("check", "--since", "HEAD~1", "--root", str(tmp_path / "shallow"))
    assert ran.code == 2
    assert "only a part of the history" in ran.err
    ran = call("check", "--since", "HEAD~9")
    assert ran.err == "ledger: no git revision 'HEAD~9' here\n"


def test_a_broken_check_is_three(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    broken = FakeCheck("sources")
    monkeypatch.setattr(broken, "run", lambda *_: 1 // 0)
    monkeypatch.setattr(checks, "load", lambda name: broken)
    ran = call("check")
    assert ran.code == 3
    assert "error (check-failed)" in ran.out
    assert "Traceback" not in ran.out + ran.err


def test_a_newer_database_is_two(call: Call, root: Path) -> None:
    import sqlite3

    call("check")
    connection = sqlite3.connect(root / ".ledger" / "ledger.db")
    connection.execute("UPDATE alembic_version SET version_num = '9999'")
    connection.commit()
    connection.close()
    ran = call("check")
    assert ran.code == 2
    assert "newer version of ledger" in ran.err


def test_colour_only_on_a_terminal(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "\x1b" not in call("check").out
    monkeypatch.setattr("ledger.cli.check.colours", lambda: True)
    assert "\x1b[32mverified\x1b[0m" in call("check").out
