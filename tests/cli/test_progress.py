"""Whoever waits at a terminal sees how far the work is."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from ledger.cli import progress as module
from tests.cli.conftest import Ran

Call = Callable[..., Ran]


@pytest.fixture
def _at_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_at_terminal", lambda: True)
    monkeypatch.setattr(module, "PATIENCE", -1.0)


@pytest.mark.usefixtures("_at_a_terminal")
@pytest.mark.parametrize("command", [["check"], ["mutate"], ["lock"], ["publish", "out.db"]], ids=" ".join)
def test_work_that_takes_its_time_tells_how_far_it_is(call: Call, command: list[str]) -> None:
    ran = call(*command)
    assert "]" in ran.err
    assert ran.err.endswith("\r")
    assert "\r" not in ran.out


@pytest.mark.parametrize("command", [["check"], ["mutate"], ["lock"], ["publish", "out.db"]], ids=" ".join)
def test_nothing_is_told_where_nobody_waits(
    call: Call, command: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "PATIENCE", -1.0)
    assert "\r" not in call(*command).err


@pytest.mark.usefixtures("_at_a_terminal")
@pytest.mark.parametrize("command", [["lock"], ["publish", "out.db"]], ids=" ".join)
def test_only_what_is_done_is_counted(call: Call, command: list[str]) -> None:
    counts = re.findall(r"\] (\d+)/(\d+)", call(*command).err)
    assert counts
    assert all(done != "0" for done, _ in counts)
    assert counts[-1][0] == counts[-1][1]


@pytest.mark.usefixtures("_at_a_terminal")
def test_quick_work_shows_none(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(module, "PATIENCE", 60.0)
    with module.progress() as told:
        told("lock", 1, 2)
    assert capsys.readouterr().err == ""
