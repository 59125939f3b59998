"""The registry against the folder, and every check's documentation against its headings."""

from __future__ import annotations

import importlib
from pathlib import Path

import pytest

import checks
from ledger.errors import UsageError

FOLDER = Path(checks.__file__).parent
HEADINGS = ("What it checks", "Why", "Known limits", "Example")


def test_registry_lists_every_module_of_the_folder() -> None:
    modules = {f"checks.{path.stem}" for path in FOLDER.glob("*.py") if not path.stem.startswith("_")}
    assert set(checks.CHECKS.values()) == modules


@pytest.mark.parametrize("name", checks.CHECKS)
def test_check_is_named_as_listed_and_has_a_version(name: str) -> None:
    check = checks.load(name)
    assert check.name == name
    assert check.version


@pytest.mark.parametrize("name", checks.CHECKS)
def test_documentation_has_the_headings_in_order(name: str) -> None:
    lines = (importlib.import_module(checks.CHECKS[name]).__doc__ or "").splitlines()
    found = [line for line in lines if line in HEADINGS]
    assert tuple(found) == HEADINGS


@pytest.mark.parametrize("name", checks.CHECKS)
def test_check_has_a_test_file_of_its_name(name: str) -> None:
    assert (Path(__file__).parent / f"test_{name}.py").exists()


def test_unknown_check_names_the_nearest() -> None:
    with pytest.raises(UsageError, match="did you mean 'sources'"):
        checks.load("source")
