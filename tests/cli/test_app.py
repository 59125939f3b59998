"""The command line itself: help, exit codes, and no traceback whatever happens."""

from __future__ import annotations

import importlib
import os
import pkgutil
import signal
import subprocess
import sys
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import click
import pytest

import ledger.cli
from ledger.cli import app
from ledger.cli.commands import COMMANDS, module_of
from ledger.errors import DatabaseError, LedgerError
from tests.cli.conftest import Ran

Call = Callable[..., Ran]
ROOT = Path(__file__).parents[2]


def command_of(name: str) -> click.Command:
    found = importlib.import_module(module_of(name)).command
    assert isinstance(found, click.Command)
    return found


def test_the_list_names_every_command_module() -> None:
    modules = {name for _, name, _ in pkgutil.iter_modules(ledger.cli.__path__)}
    has_command = {
        name for name in modules if hasattr(importlib.import_module(f"ledger.cli.{name}"), "command")
    }
    assert {module_of(name).rpartition(".")[2] for name in COMMANDS} == has_command


@pytest.mark.parametrize("name", COMMANDS)
def test_each_command_is_documented(name: str) -> None:
    found = command_of(name)
    assert found.name == name
    assert found.get_short_help_str(200) == COMMANDS[name]
    assert "Examples:" in (found.help or "")
    assert f"ledger {name}" in (found.help or "")
    for parameter in found.params:
        if isinstance(parameter, click.Option):
            assert parameter.help, f"--{parameter.name} says nothing"


@pytest.mark.parametrize("name", ["check", "bind", "mutate", "show"])
def test_examples_name_what_this_ledger_has(name: str) -> None:
    said = (command_of(name).help or "").partition("Examples:")[2]
    words = said.split()
    files = [word for word in words if word.startswith(("claims/", "pages/"))]
    ids = [after for word, after in pairwise(words) if word in ("show", "mutate") and "." in after]
    claims = "".join(path.read_text("utf-8") for path in (ROOT / "claims").glob("*.yaml"))
    assert files or ids
    assert [file for file in files if not (ROOT / file).exists()] == []
    assert [id for id in ids if "/" not in id and f"- id: {id}\n" not in claims] == []


def test_help_imports_no_command_and_nothing_heavy() -> None:
    code = (
        "import sys; from ledger.cli.app import run; run(['--help']); "
        "heavy = ('sqlalchemy', 'pydantic', 'yaml', 'ledger.cli.check'); "
        "print([name for name in heavy if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"
    assert all(name in done.stdout for name in COMMANDS)


def test_help_and_version_end_well(call: Call) -> None:
    assert call("--help").code == call("check", "--help").code == call("--version").code == 0


@pytest.mark.parametrize("arguments", [["chekc"], ["--nothing"], ["check", "--format", "pdf"], []])
def test_a_wrong_call_is_two(call: Call, arguments: list[str]) -> None:
    assert call(*arguments).code == 2


def test_a_mistyped_command_names_the_nearest(call: Call) -> None:
    assert "did you mean 'check'?" in call("chekc").err


@pytest.mark.parametrize(
    ("fault", "code", "words"),
    [
        (DatabaseError("it is locked"), 2, "ledger: it is locked"),
        (LedgerError("one\ntwo"), 3, "ledger: one\nledger: two"),
        (ZeroDivisionError("by nothing"), 3, "internal error: ZeroDivisionError: by nothing; LEDGER_DEBUG=1"),
        (PermissionError(13, "Permission denied", "/a/file"), 2, "ledger: /a/file: Permission denied"),
        (OSError("odd"), 3, "internal error: OSError: odd"),
        (KeyboardInterrupt(), 3, "interrupted"),
        (MemoryError(), 3, "internal error: MemoryError"),
        (LedgerError("\x1b[2Jcleared"), 3, "ledger: \\x1b[2Jcleared"),
    ],
)
def test_every_fault_has_its_code_and_no_traceback(
    call: Call, monkeypatch: pytest.MonkeyPatch, fault: BaseException, code: int, words: str
) -> None:
    def fail(*_: object, **__: object) -> None:
        raise fault

    monkeypatch.setattr(app.cli, "main", fail)
    ran = call("check")
    assert ran.code == code
    assert words in ran.err
    assert "Traceback" not in ran.err


def test_debug_shows_the_traceback(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LEDGER_DEBUG", "1")
    monkeypatch.setattr(app.cli, "main", lambda **_: 1 // 0)
    assert "Traceback" in call("check").err


def start(root: Path, code: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", code],
        cwd=root,
        env={**os.environ, "PYTHONPATH": str(Path(app.__file__).parents[2])},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def test_a_reader_that_leaves_ends_it_silently(root: Path) -> None:
    process = start(root, "from ledger.cli import main; main(['--help'])")
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.close()
    assert process.stderr.read() == ""
    assert process.wait(timeout=60) == 3
    process.stderr.close()


SLOW = """
import time, checks
from ledger.cli import main
from tests.runner.fakes import FakeCheck

def judge(claim):
    print("ready", flush=True)
    time.sleep(60)

checks.load = lambda name: FakeCheck("sources", judge=judge)
checks.CHECKS = {"sources": "checks.sources"}
main(["check"])
"""


def test_an_interrupt_ends_it_with_three_and_no_traceback(root: Path) -> None:
    process = start(root, SLOW)
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=30)
    assert process.returncode == 3
    assert errors.strip() == "ledger: interrupted; what was finished is kept"
