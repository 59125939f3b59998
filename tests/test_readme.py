"""The README against the tool: its commands exist, its claim loads, its settings are read somewhere."""

from __future__ import annotations

import re
from pathlib import Path
from typing import cast

import pytest
import yaml

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
