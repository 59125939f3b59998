"""``status``, ``show``, ``compute``, ``schema`` and ``init``, from the outside."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

import pytest

import checks
from ledger.cli.init import FILES
from ledger.cli.values import as_json, exact_text, grouped
from tests.cli.conftest import Ran
from tests.cli.test_check import edit

Call = Callable[..., Ran]
COMPUTE = ("compute", "memory.model_state")
INPUTS = ("parameters=7.5e9", "recipe=zero-fp16-adam", "zero_stage=1", "data_parallel=64")


@pytest.fixture
def checked(call: Call, monkeypatch: pytest.MonkeyPatch) -> Call:
    """The small ledger, once checked."""
    monkeypatch.setattr(checks, "CHECKS", {"sources": "checks.sources"})
    assert call("check").code == 0
    return call


def test_status_counts_by_ledger_and_kind(checked: Call) -> None:
    out = checked("status").out
    assert "A small ledger: 1 claim, 1 source, 1 page" in out
    assert "ledger  L1              verified 1" in out
    assert "kind    number          verified 1" in out
    assert "snapshots 0 here, missing 1: paper" in out
    assert "last run 1 at 20" in out


def test_status_does_not_take_an_old_verdict_for_a_changed_claim(checked: Call, root: Path) -> None:
    edit(root / "claims/l1.yaml", 'value: "16"', 'value: "17"')
    assert json.loads(checked("status", "--format", "json").out)["by_kind"] == {"number": {"not checked": 1}}


def test_status_tells_waivers_that_are_about_to_expire(checked: Call, root: Path) -> None:
    waiver = '{subject: a.sixteen, check: sources, owner: Lin, reason: Lost., expires: "2026-12-01"}'
    (root / "claims" / "waivers.yaml").write_text(f"waivers:\n  - {waiver}\n")
    data = json.loads(checked("status", "--format", "json").out)
    assert (data["format"], data["version"], data["waivers"]) == ("ledger-status", 1, 1)
    assert data["waivers_expiring"] == ["a.sixteen (sources, 2026-12-01)"]


def test_status_before_the_first_check(call: Call) -> None:
    ran = call("status")
    assert ran.code == 0
    assert "never checked" in ran.out


def test_show_has_the_claim_its_evidence_results_and_history(checked: Call) -> None:
    out = checked("show", "a.sixteen").out
    for words in (
        "a.sixteen  (L1 number, claims/l1.yaml:3:5)",
        "是十六。",
        "= 16 B/parameter",
        "paper, page 8: “16”",
        "A Paper",
        "sources      verified",
        "verdict      verified since 20",
    ):
        assert words in out


def test_show_tells_a_place_for_the_conditions(call: Call, root: Path) -> None:
    edit(root / "claims" / "l1.yaml", "anchors: [", "supports: conditions, anchors: [")
    assert "“16” (supports the conditions only)" in call("show", "a.sixteen").out


def test_show_as_json(checked: Call) -> None:
    data = json.loads(checked("show", "a.sixteen", "--format", "json").out)
    assert data["claim"]["quantity"]["value"] == "16"
    assert [row["outcome"] for row in data["results"]] == ["verified"]
    assert [row["outcome"] for row in data["verdicts"]] == ["verified"]


def test_show_names_the_nearest_claim(call: Call) -> None:
    ran = call("show", "a.sixten")
    assert ran.code == 2
    assert "did you mean 'a.sixteen'?" in ran.err


def test_compute_is_exact_and_cites(call: Call) -> None:
    """31.4 GB is what Figure 1 of the ZeRO paper prints for P_os at 7.5B parameters on 64 GPUs."""
    data = json.loads(call(*COMPUTE, *INPUTS, "--format", "json").out)
    assert list(data) == ["formula", "inputs", "value", "unit", "convention", "source", "details"]
    assert data["inputs"]["parameters"] == "7.5e9"
    assert round(data["value"] / 10**9, 1) == 31.4
    assert data["unit"] == "B"
    assert "zero-2019" in data["source"]
    assert sum(data["details"]["items"].values()) == data["value"]


def test_compute_for_people(call: Call) -> None:
    out = call(*COMPUTE, *INPUTS).out
    assert out.startswith("memory.model_state = 31 406 250 000 B")
    assert "convention" in out


def test_compute_describes_a_formula_without_inputs(call: Call) -> None:
    out = call(*COMPUTE).out
    assert "input       parameters (parameter)" in out
    assert "example     ledger compute memory.model_state parameters=7.5e9" in out


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("compute",), "name a formula"),
        ((*COMPUTE, "parameters"), "write NAME=VALUE"),
        ((*COMPUTE, *INPUTS, "zero_stge=1"), "did you mean 'zero_stage'?"),
        ((*COMPUTE, "parameters=many", "recipe=zero-fp16-adam"), "expected number"),
        ((*COMPUTE, "parameters=[1,", "recipe=x"), "is not JSON"),
        ((*COMPUTE, "parameters=7e9"), "needs the input 'recipe'"),
    ],
)
def test_compute_refuses_with_two(call: Call, arguments: tuple[str, ...], words: str) -> None:
    ran = call(*arguments)
    assert ran.code == 2
    assert words in ran.err


@pytest.mark.parametrize(
    ("value", "text", "shown"),
    [
        (31406250000, "31406250000", "31 406 250 000"),
        (Fraction(1, 4), "0.25", "0.25"),
        (Fraction(-12345678, 1000), "-12345.678", "-12 345.678"),
        (Fraction(1, 3), "1/3", "1/3 ≈ 0.333333"),
        (Fraction(10**400, 3), f"{10**400}/3", f"{10**400}/3 ≈ 3.33333e+399"),
        (Decimal("1.50"), "1.50", "1.50"),
        (Fraction(6, 2), "3", "3"),
    ],
)
def test_exact_text(value: Fraction | Decimal | int, text: str, shown: str) -> None:
    assert exact_text(value) == text
    assert grouped(value) == shown


def test_as_json_keeps_exactness() -> None:
    given = {"a": Fraction(4, 2), "b": [Fraction(1, 3), True, None], 3: (Decimal("0.10"),)}
    assert as_json(given) == {"a": 2, "b": ["1/3", True, None], "3": ["0.10"]}


def test_schema_prints_and_writes(call: Call, root: Path) -> None:
    assert json.loads(call("schema", "source").out)["additionalProperties"] is False
    assert call("schema", "--out", str(root / "schemas")).code == 0
    names = {path.name for path in (root / "schemas").iterdir()}
    assert names == {f"{kind}.schema.json" for kind in ("source", "claims", "waivers", "configuration")}


def test_init_makes_a_ledger_that_is_verified(call: Call, tmp_path: Path) -> None:
    folder = tmp_path / "new"
    assert call("init", str(folder), "--name", 'Ours "quoted" \\ one').code == 0
    ran = call("status", "--root", str(folder))
    assert ran.code == 0, ran.err
    assert ran.out.startswith('Ours "quoted" \\ one: 1 claim, 1 source, 1 page')
    checked = call("check", "--offline", "--root", str(folder))
    assert checked.code == 0, checked.out + checked.err
    assert checked.out.splitlines()[-1] == "verified"
    again = call("init", str(folder))
    assert again.code == 2
    assert "nothing was written" in again.err


@pytest.mark.parametrize(
    ("given", "named", "statement"),
    [
        ((), 'languages = ["en"]', ["en"]),
        (("--language", "zh", "--language", "en"), 'languages = ["zh", "en"]', ["zh", "en"]),
        (("--language", "fr", "--language", "fr"), 'languages = ["fr"]', ["fr"]),
    ],
)
def test_init_names_the_languages_of_the_statements(
    call: Call, tmp_path: Path, given: tuple[str, ...], named: str, statement: list[str]
) -> None:
    folder = tmp_path / "new"
    assert call("init", str(folder), *given).code == 0
    assert named in (folder / "pyproject.toml").read_text(encoding="utf-8")
    shown = json.loads(call("show", "zero.model-state.total", "--format", "json", "--root", str(folder)).out)
    assert sorted(shown["claim"]["statement"]) == sorted(statement)
    schema = json.loads(call("schema", "claims", "--root", str(folder)).out)["$defs"]["Statement"]
    assert (list(schema["properties"]), schema["required"]) == (statement, statement)


def test_init_without_the_example_writes_the_configuration_alone(call: Call, tmp_path: Path) -> None:
    folder = tmp_path / "new"
    ran = call("init", str(folder), "--empty", "--name", 'Cells "AA"')
    assert ran.code == 0
    assert "next: ledger new source" in ran.out
    assert sorted(path.name for path in folder.iterdir()) == [".gitignore", "pyproject.toml"]
    assert tomllib.loads((folder / "pyproject.toml").read_text())["tool"]["ledger"]["ledgers"] == {
        "L1": 'Cells "AA"'
    }
    assert call("check", "--offline", "--root", str(folder)).out.endswith("nothing to verify\n")
    added = call(
        "new", "source", "paper", "--title", "T", "--url", "https://example.org/t", "--root", str(folder)
    )
    assert added.code == 0
    assert call("check", "--offline", "--root", str(folder)).out.endswith("nothing to verify\n")


def test_init_refuses_what_is_no_language(call: Call, tmp_path: Path) -> None:
    ran = call("init", str(tmp_path / "new"), "--language", "english")
    assert ran.code == 2
    assert "--language: 'english' is no language's tag" in ran.err
    assert not (tmp_path / "new").exists()


def test_schema_outside_a_ledger_has_the_default_languages(
    call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    schema = json.loads(call("schema", "claims").out)["$defs"]["Statement"]
    assert schema["required"] == ["en", "zh"]
    assert schema["additionalProperties"] is False


def test_init_adds_to_a_project_and_overwrites_nothing(call: Call, tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text('[project]\nname = "x"\n')
    (tmp_path / ".gitignore").write_text("mine\n")
    assert call("init", str(tmp_path)).code == 0
    text = (tmp_path / "pyproject.toml").read_text()
    assert text.startswith('[project]\nname = "x"\n')
    assert "[tool.ledger]" in text
    assert (tmp_path / ".gitignore").read_text() == "mine\n"
    assert all((tmp_path / path).exists() for path in FILES)
