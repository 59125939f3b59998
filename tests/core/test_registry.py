"""The whole registry: ids, sources, documentation, and every formula's own example."""

from __future__ import annotations

import contextlib
import importlib
import re
import subprocess
import sys
from fractions import Fraction
from typing import Any

import pytest

from ledger.core import formulas
from ledger.core.formulas import MODULES, Citation, Formula, Param, Result, formula
from ledger.errors import FormulaError, InputError, UnknownFormula

ALL = [item for name in MODULES for item in importlib.import_module(MODULES[name]).FORMULAS]


def test_ids_are_unique() -> None:
    ids = [item.id for item in ALL]
    assert len(ids) == len(set(ids))


@pytest.mark.parametrize("name", MODULES)
def test_ids_carry_their_module_and_are_found(name: str) -> None:
    for item in importlib.import_module(MODULES[name]).FORMULAS:
        assert re.fullmatch(rf"{name}\.[a-z][a-z0-9_]*", item.id)
        assert formulas.get(item.id) is item


@pytest.mark.parametrize("item", ALL, ids=lambda item: item.id)
def test_formula_is_documented_sourced_and_its_example_runs(item: Formula) -> None:
    assert len(item.doc.split()) >= 4
    assert item.convention
    assert item.unit
    assert item.source.source
    answer = item.compute(item.example)
    assert answer.value is not None
    assert not isinstance(answer.value, float)
    assert not has_float(answer.details)


def has_float(value: Any) -> bool:
    if isinstance(value, dict):
        return any(has_float(item) for item in value.values())
    if isinstance(value, list | tuple):
        return any(has_float(item) for item in value)
    return isinstance(value, float)


@pytest.mark.parametrize("item", ALL, ids=lambda item: item.id)
def test_every_required_input_is_in_the_example(item: Formula) -> None:
    parameters = item.parameters()
    assert set(item.example) <= set(parameters)
    for name, (_, meaning, _) in parameters.items():
        assert isinstance(meaning, Param), name


@formula(
    "memory.sample",
    unit="B",
    convention="for tests",
    source=Citation("definition"),
    example={"count": "2"},
)
def sample(count: int, factor: Fraction = Fraction(3, 2), name: str = "x", on: bool = False) -> Result:
    """Count times factor, for tests."""
    return Result(count * factor, {"name": name, "on": on})


def test_inputs_are_read_from_text_and_from_values() -> None:
    assert sample.compute({"count": "1e3"}).value == 1500
    assert sample.compute({"count": 4, "factor": "1/4", "on": "yes"}).value == 1
    assert sample.compute({"count": "7_000", "factor": Fraction(1)}).value == 7000


@pytest.mark.parametrize(
    ("inputs", "message"),
    [
        ({}, "needs the input 'count'"),
        ({"cuont": 1}, "did you mean 'count'"),
        ({"count": "1.5"}, "expected integer"),
        ({"count": 1.5}, "expected integer"),
        ({"count": "many"}, "expected integer"),
        ({"count": "1e9999"}, "expected integer"),
        ({"count": 1, "factor": "1/0"}, "expected number"),
        ({"count": 1, "on": "perhaps"}, "expected yes/no"),
    ],
)
def test_bad_inputs_are_refused_with_a_reason(inputs: dict[str, object], message: str) -> None:
    with pytest.raises(InputError, match=message):
        sample.compute(inputs)


def test_unknown_formula_names_the_nearest() -> None:
    with pytest.raises(UnknownFormula, match=r"memory\.model_state"):
        formulas.get("memory.model_sate")
    with pytest.raises(UnknownFormula, match="compute --list"):
        formulas.get("zzz")


def test_all_formulas_are_listed_module_by_module() -> None:
    listed = [item.id for item in formulas.all_formulas()]
    assert listed[: len(ALL)] == [item.id for item in ALL]


@pytest.mark.parametrize("name", MODULES)
def test_module_can_be_the_first_one_imported(name: str) -> None:
    """One look-up imports one module, so none may need another to have been imported before."""
    command = [sys.executable, "-c", f"import {MODULES[name]} as m; m.FORMULAS[0]"]
    assert subprocess.run(command, check=False, capture_output=True, text=True).stderr == ""


HOSTILE = ("", "-1", "0", "1e400", "nan", "1/0", "[[[[", "{}", "[0]", "a=1", "999999999999999999999", "\x00")


@pytest.mark.parametrize("item", ALL, ids=lambda item: item.id)
def test_hostile_inputs_are_answered_or_refused_with_a_typed_error(item: Formula) -> None:
    for name in item.parameters():
        for text in HOSTILE:
            with contextlib.suppress(FormulaError):
                item.compute({**item.example, name: text})
