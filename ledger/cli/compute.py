"""``ledger compute``: run one formula of the shared numeric core."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from decimal import Decimal
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import click

from ledger.cli.options import format_option
from ledger.cli.values import as_json, grouped
from ledger.errors import InputError, UsageError
from ledger.reports.printable import json_text

if TYPE_CHECKING:
    from ledger.core.formulas import Formula, Result


@click.command("compute", short_help="Run one formula, exactly, or list them.")
@click.argument("formula", required=False)
@click.argument("inputs", nargs=-1, metavar="[NAME=VALUE]…")
@click.option("--list", "list_", is_flag=True, help="List the formulas (of FORMULA's module, if given).")
@format_option
def command(formula: str | None, inputs: tuple[str, ...], list_: bool, format_: str) -> None:
    """Run one formula, exactly, or list them.

    Values are text: 70e9, 1/3, zero-fp16-adam; a list or mapping is JSON. Without values, the formula's
    inputs and convention are shown.

    The JSON object has formula, inputs, value, unit, convention, source, details. Whole numbers are JSON
    numbers, other exact ones text ("0.25", "1/3").

    \b
    Examples:
      ledger compute --list
      ledger compute memory.model_state
      ledger compute memory.model_state parameters=70e9 recipe=zero-fp16-adam zero_stage=3 data_parallel=64
    """
    from ledger.core.formulas import get

    if list_:
        _list(formula, format_)
        return
    if formula is None:
        raise UsageError("name a formula, or give --list")
    found = get(formula)
    given = dict(_input(text) for text in inputs)
    if not given and _needs_inputs(found):
        click.echo("\n".join(_description(found)))
        return
    result = found.compute(given)
    if format_ == "json":
        click.echo(json_text(_answer(found, given, result)))
    else:
        click.echo("\n".join(_text(found, result)))


def _input(text: str) -> tuple[str, Any]:
    name, equals, value = text.partition("=")
    if not equals or not name:
        raise UsageError(f"'{text}' is no input; write NAME=VALUE, for example zero_stage=3")
    if not value.startswith(("[", "{")):
        return name, value
    try:
        return name, json.loads(value, parse_float=str)
    except ValueError as fault:
        raise InputError(f"input '{name}' is not JSON: {fault}") from fault


def _needs_inputs(formula: Formula) -> bool:
    from inspect import Parameter

    return any(default is Parameter.empty for _, _, default in formula.parameters().values())


def _list(prefix: str | None, format_: str) -> None:
    from ledger.core.formulas import all_formulas

    found = [one for one in all_formulas() if prefix is None or one.id.startswith(prefix)]
    if format_ == "json":
        rows = [
            {"formula": one.id, "unit": one.unit, "convention": one.convention, "source": str(one.source)}
            for one in found
        ]
        click.echo(json_text(rows))
        return
    width = max((len(one.id) for one in found), default=0)
    for one in found:
        click.echo(f"{one.id:<{width}}  {one.unit:<12}  {one.convention}")


def _description(formula: Formula) -> Iterator[str]:
    from inspect import Parameter

    yield f"{formula.id}: {formula.doc.splitlines()[0] if formula.doc else ''}"
    yield f"  unit        {formula.unit}"
    yield f"  convention  {formula.convention}"
    yield f"  source      {formula.source}"
    for condition in formula.conditions:
        yield f"  condition   {condition}"
    for name, (_, meaning, default) in formula.parameters().items():
        fallback = "" if default is Parameter.empty else f", {default} by default"
        yield f"  input       {name} ({meaning.unit}{fallback}): {meaning.doc}"
    example = " ".join(f"{name}={value}" for name, value in formula.example.items())
    yield f"  example     ledger compute {formula.id} {example}"


def _answer(formula: Formula, inputs: Mapping[str, Any], result: Result) -> dict[str, Any]:
    return {
        "formula": formula.id,
        "inputs": dict(inputs),
        "value": as_json(result.value),
        "unit": formula.unit,
        "convention": formula.convention,
        "source": str(formula.source),
        "details": as_json(result.details),
    }


def _text(formula: Formula, result: Result) -> Iterator[str]:
    yield f"{formula.id} = {_shown(result.value)} {formula.unit}"
    yield f"  convention  {formula.convention}"
    yield f"  source      {formula.source}"
    for name, value in result.details.items():
        if isinstance(value, Mapping):
            yield f"  {name}"
            yield from (f"    {key}: {_shown(item)}" for key, item in value.items())
        else:
            yield f"  {name}: {_shown(value)}"


def _shown(value: Any) -> str:
    if isinstance(value, int | Fraction | Decimal) and not isinstance(value, bool):
        return grouped(value)
    plain = as_json(value)
    return plain if isinstance(plain, str) else json_text(plain, indent=None)
