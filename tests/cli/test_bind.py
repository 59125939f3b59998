"""``ledger bind``: each number with its claim, and suggestions that can be pasted."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.conftest import Ran

Call = Callable[..., Ran]
PAGE = """\
# Model state

Adam keeps [16 bytes](claim:a.sixteen) for each parameter.
The recipe needs 16 bytes per parameter, and 99 GPUs.
"""


def test_bound_numbers_are_listed_with_their_claims(call: Call, root: Path) -> None:
    (root / "pages/a.md").write_text(PAGE.splitlines()[2] + "\n", encoding="utf-8")
    ran = call("bind", "pages/a.md")
    assert ran.code == 0, ran.err
    assert ran.out.splitlines()[0].endswith(": a.sixteen")
    assert ran.out.splitlines()[-1] == "1 number needs evidence, 0 of them unclaimed"


def test_a_suggestion_can_be_pasted_and_then_is_bound(call: Call, root: Path) -> None:
    page = root / "pages/a.md"
    page.write_text(PAGE, encoding="utf-8")
    ran = call("bind", "pages/a.md", "--suggest", "--format", "json")
    assert ran.code == 1
    rows = {row["text"]: row for row in json.loads(ran.out)["numbers"] if row["status"] == "unclaimed"}
    first = rows["16 bytes per parameter"]["suggestions"][0]
    assert (first["claim"], first["where"]) == ("a.sixteen", "page")
    page.write_text(PAGE.replace("16 bytes per parameter", first["write"]), encoding="utf-8")
    again = call("bind", "pages/a.md", "--suggest")
    assert "1 of them unclaimed" in again.out
    assert "no claim has this value" in again.out


def test_a_sidecar_entry_can_be_pasted_and_says_where(call: Call, root: Path) -> None:
    config = root / "pyproject.toml"
    config.write_text(config.read_text("utf-8").replace("pages/*.md", "pages/*.txt"), encoding="utf-8")
    (root / "pages/a.txt").write_text("It needs 16 bytes per parameter.\n", encoding="utf-8")
    ran = call("bind", "pages/a.txt", "--suggest")
    lines = ran.out.splitlines()
    assert "      in pages/a.bindings.yaml, under 'bindings:'" in lines
    entry = [line for line in lines if line.startswith("        ")]
    (root / "pages/a.bindings.yaml").write_text("\n".join(["bindings:", *entry, ""]), encoding="utf-8")
    assert call("bind", "pages/a.txt").code == 0


def test_a_page_is_named_from_where_one_stands(
    call: Call, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(root / "pages")
    assert call("bind", "a.md").code == 0
    ran = call("bind", "b.md")
    assert ran.code == 2
    assert "its pages: pages/a.md" in ran.err
