"""``ledger diff``: what came, went and changed, and what that does to verification."""

from __future__ import annotations

import json
import textwrap
from collections.abc import Callable
from pathlib import Path

import pytest

import checks
from ledger.cli import progress
from tests.cli.conftest import Ran
from tests.cli.test_check import edit, git

Call = Callable[..., Ran]
SECOND = textwrap.dedent("""\
    ledger: L2
    claims:
      - id: b.second
        kind: mechanism
        statement: {en: "It moves.", zh: "它会动。"}
        entity: A thing
        evidence: [{source: paper, page: 2}]
    """)


@pytest.fixture
def committed(call: Call, root: Path, monkeypatch: pytest.MonkeyPatch) -> Call:
    monkeypatch.setattr(checks, "CHECKS", {"sources": "checks.sources"})
    git(root, "init", "-q")
    git(root, "add", ".")
    git(root, "commit", "-qm", "one")
    return call


def changes(ran: Ran) -> dict[str, tuple[str, str]]:
    return {one["subject"]: (one["before"], one["after"]) for one in json.loads(ran.out)["changes"]}


def test_nothing_changed(committed: Call, root: Path) -> None:
    edit(root / "claims/l1.yaml", "ledger: L1", "# only a comment\nledger: L1")
    ran = committed("diff", "HEAD")
    assert (ran.code, ran.out) == (0, "nothing changed\n")


def test_an_added_and_a_removed_claim(committed: Call, root: Path) -> None:
    (root / "claims/l2.yaml").write_text(SECOND, encoding="utf-8")
    (root / "claims/l1.yaml").unlink()
    ran = committed("diff", "HEAD", "--format", "json")
    assert ran.code == 0
    assert changes(ran) == {"a.sixteen": ("verified", "-"), "b.second": ("-", "verified")}


def test_a_changed_field_is_named(committed: Call, root: Path) -> None:
    edit(root / "claims/l1.yaml", 'value: "16"', 'value: "18"')
    out = committed("diff", "HEAD").out
    assert "~ claim a.sixteen: verified\n    quantity.value: 16 → 18\n" in out


def test_a_changed_source_reaches_the_claims_that_cite_it(committed: Call, root: Path) -> None:
    edit(root / "sources/paper.yaml", "primary: true", "primary: false")
    ran = committed("diff", "HEAD")
    assert ran.code == 1
    assert "~ claim a.sixteen: verified → uncheckable (no-primary-source)" in ran.out
    assert ran.out.splitlines()[-1] == "1 changed, 1 of them not verified"


def test_a_revision_whose_documents_have_faults_is_two(committed: Call, root: Path) -> None:
    text = (root / "claims/l1.yaml").read_text(encoding="utf-8")
    edit(root / "claims/l1.yaml", 'value: "16"', "value: 16")
    git(root, "commit", "-qam", "broken")
    (root / "claims/l1.yaml").write_text(text, encoding="utf-8")
    ran = committed("diff", "HEAD")
    assert ran.code == 2
    assert "at 'HEAD' the ledger does not read" in ran.err


def test_it_tells_how_far_it_is(committed: Call, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "_at_terminal", lambda: True)
    monkeypatch.setattr(progress, "PATIENCE", -1.0)
    edit(root / "sources/paper.yaml", "primary: true", "primary: false")
    ran = committed("diff", "HEAD")
    assert "\rsources      [" in ran.err
    assert "\r" not in ran.out


def test_outside_git_is_two(call: Call) -> None:
    assert call("diff", "HEAD").code == 2
