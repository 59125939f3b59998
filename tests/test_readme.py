"""The README against the tool: its commands exist, its claim loads, its settings are read somewhere."""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from typing import cast

import pytest
import yaml

from ledger.cli.app import run
from ledger.cli.commands import COMMANDS
from ledger.pytest_plugin import pytest_addoption
from ledger.schema.documents import Claim

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_every_named_command_exists() -> None:
    named = set(re.findall(r"`ledger ([a-z]+)", README)) | set(
        re.findall(r"^ *ledger ([a-z]+)", README, re.M)
    )
    assert named
    assert named - set(COMMANDS) == set()


def test_make_targets_exist() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for target in re.findall(r"^make (\w+)", README, re.M):
        assert re.search(rf"^{target}:", makefile, re.M), target


def test_the_example_claim_loads() -> None:
    block = re.search(r"```yaml\n(.*?)```", README, re.DOTALL)
    assert block is not None
    document = yaml.safe_load(block[1])
    assert document["ledger"] == "L1"
    (claim,) = document["claims"]
    assert Claim.model_validate(claim).id == "zero.adam.multiplier"


@pytest.mark.parametrize("variable", re.findall(r"^\| `(LEDGER_\w+)", README, re.M))
def test_settings_are_read(variable: str) -> None:
    sources = (path.read_text(encoding="utf-8") for path in (ROOT / "ledger").rglob("*.py"))
    assert any(variable in text for text in sources)


def test_links_lead_to_files() -> None:
    for target in re.findall(r"\]\(([^)#:]+)\)", README):
        assert (ROOT / target).exists(), target


def test_the_option_of_pytest_that_it_names_exists() -> None:
    named = set(re.findall(r"^pytest (--[a-z]+)", README, re.M))
    options: list[str] = []

    class Group:
        def addoption(self, name: str, **_: object) -> None:
            options.append(name)

    class Parser:
        def getgroup(self, _: str) -> Group:
            return Group()

    pytest_addoption(cast(pytest.Parser, Parser()))
    assert named == set(options)


def test_the_first_screen_is_what_a_changed_number_shows(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Its lines in their order; how many there are of everything changes with the pages."""
    block = re.search(r"## The first screen\n.*?```\n(.*?)```", README, re.DOTALL)
    assert block is not None
    shown = [line for line in block[1].splitlines() if line.strip() != "…"]
    place = re.match(r"(?P<path>\S+?):(?P<line>\d+):(?P<column>\d+): ", shown[0])
    assert place is not None
    for name in ("pages", "claims", "sources"):
        shutil.copytree(ROOT / name, tmp_path / name)
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    page = tmp_path / place["path"]
    lines = page.read_text(encoding="utf-8").splitlines(keepends=True)
    at, column = int(place["line"]) - 1, int(place["column"]) - 1
    assert lines[at][column:].startswith("[16 bytes](claim:zero.model-state.bytes-per-parameter)")
    lines[at] = f"{lines[at][:column]}[24 bytes{lines[at][column + len('[16 bytes') :]}"
    page.write_text("".join(lines), encoding="utf-8")
    assert run(["check", "--offline", "--jobs", "1", "--root", str(tmp_path)]) == 1
    told = iter(re.sub(r"\d+", "0", capsys.readouterr().out).splitlines())
    for line in shown:
        assert re.sub(r"\d+", "0", line) in told, line
