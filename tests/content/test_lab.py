"""The page's lab: its commands run, are the same in both languages, and show what the page says they show."""

from __future__ import annotations

import json
import re
import shlex
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from ledger.cli.compute import command

ROOT = Path(__file__).parents[2]


def commands(language: str) -> list[str]:
    page = (ROOT / "pages" / f"training-systems.{language}.md").read_text(encoding="utf-8")
    return re.findall(r"^ledger compute (.*)$", page, re.M)


def compute(line: str) -> dict[str, Any]:
    ran = CliRunner().invoke(command, [*shlex.split(line), "--format", "json"], catch_exceptions=False)
    assert ran.exit_code == 0, (line, ran.output)
    answer = json.loads(ran.output)
    assert isinstance(answer, dict)
    return answer


def value(line: str) -> Fraction:
    return Fraction(compute(line)["value"])


@pytest.mark.parametrize("line", commands("en"))
def test_every_command_runs(line: str) -> None:
    assert compute(line)["convention"]


def test_both_languages_have_the_same_commands() -> None:
    assert commands("en") == commands("zh") != []


def test_the_mesh_of_the_lab_is_refused() -> None:
    (line,) = (line for line in commands("en") if line.startswith("mesh."))
    assert compute(line)["value"] != []


def test_another_schedule_has_the_larger_bubble_fewer_copies_and_fewer_activations() -> None:
    bubble, copies, activations = (line for line in commands("en") if "schedule=dualpipe" in line)
    swap = ("schedule=dualpipe", "schedule=1f1b")
    assert value(bubble.replace(*swap)) > value(bubble)
    assert value(copies) - value(copies.replace(*swap)) == 1
    assert value(activations.replace(*swap)) < value(activations)


def test_hiding_more_shortens_the_step_until_it_is_the_communication() -> None:
    (line,) = (line for line in commands("en") if "overlappable=0.5" in line)
    some, most, nearly, all_ = (value(line.replace("0.5", share)) for share in ("0.5", "0.6", "0.9", "1"))
    assert "communication_s=14" in line
    assert some > most > nearly == all_ == 14
