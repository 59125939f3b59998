"""A hostile place to run in: closed or full streams, odd names, odd locales, a directory that went away."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from ledger.cli import app
from tests.cli.conftest import Ran
from tests.cli.test_bad_input import Call, without_privileges

PROGRAM = [sys.executable, "-c", "from ledger.cli import main; main()"]
NO_UTF8 = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
NEW = ("--value", "16", "--unit", "B", "--en", "e", "--zh", "z", "--entity", "E")


def ledger(root: Path, *arguments: str, extra: Mapping[str, str] | None = None, **given: Any) -> Ran:
    """Run ``ledger`` as a process of its own."""
    path = {"PYTHONPATH": str(Path(app.__file__).parents[2])}
    environment = {**os.environ, **path, **(extra or {})}
    streams = {"stdout": subprocess.PIPE, **given}
    done = subprocess.run(
        [*PROGRAM, *arguments],
        cwd=root,
        env=environment,
        stderr=subprocess.PIPE,
        text=True,
        errors="surrogateescape",
        check=False,
        **streams,
    )
    return Ran(done.returncode, done.stdout or "", done.stderr)


@pytest.mark.parametrize("command", [("status",), ("schema",), ("--help",)])
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
def test_output_to_a_full_disk_is_two(root: Path, command: tuple[str, ...]) -> None:
    with Path("/dev/full").open("w") as full:
        ran = ledger(root, *command, stdout=full)
    assert ran.code == 2
    assert ran.err == "ledger: No space left on device: what was to be written is not whole\n"


def test_closed_streams_lead_nowhere(root: Path) -> None:
    def close() -> None:
        os.close(0)
        os.close(1)

    ran = ledger(root, "check", "--only", "sources", stdout=None, preexec_fn=close)
    assert (ran.code, ran.err) == (0, "")
    assert ledger(root, "status").code == 0  # the database holds nothing that was meant for the screen


WAITING = """
import signal, sys, time
from ledger.cli import app, status

def wait(**_):
    print("ready", flush=True)
    signal.pause()

status.command.callback = wait
app.main(["status"])
"""


@pytest.mark.parametrize("ending", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_whoever_ends_it_interrupts_it(ending: signal.Signals) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", WAITING], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as waiting:
        assert waiting.stdout is not None
        assert waiting.stdout.readline() == "ready\n"
        waiting.send_signal(ending)
        _, said = waiting.communicate()
    assert waiting.returncode == 3
    assert said.strip() == "ledger: interrupted; what was finished is kept"


def test_a_signal_that_the_caller_switched_off_stays_off() -> None:
    code = f"import signal; signal.signal(signal.SIGHUP, signal.SIG_IGN)\n{WAITING}".replace(
        "signal.pause()", "signal.raise_signal(signal.SIGHUP)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "ready\n", "")


def test_a_directory_that_was_removed_is_two(root: Path, tmp_path: Path) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    ran = ledger(gone, "check", preexec_fn=gone.rmdir)
    assert ran.code == 2
    assert ran.err == "ledger: the current directory was removed; change to another one\n"


def test_spaces_and_chinese_characters_in_names(root: Path, tmp_path: Path) -> None:
    book = shutil.copytree(root, tmp_path / "空 格")
    (book / "claims/l1.yaml").rename(book / "claims/主 要.yaml")
    (book / "pages/a.md").rename(book / "pages/页 面.md")
    assert ledger(book, "check", "pages/页 面.md").code == 0
    assert ledger(book, "publish", "出 版.db").code == 0


@pytest.mark.parametrize("name", ["claims/主.yaml", "pages/页.md"])
def test_names_that_the_locale_cannot_say_are_two(root: Path, name: str) -> None:
    shutil.copy(root / ("claims/l1.yaml" if name.startswith("claims") else "pages/a.md"), root / name)
    ran = ledger(root, "check", "--only", "sources", extra=NO_UTF8)
    assert ran.code == 2
    assert "has a name that is not UTF-8; rename it, or try with PYTHONUTF8=1" in ran.err


def test_a_root_that_the_locale_cannot_say_is_two(root: Path, tmp_path: Path) -> None:
    book = shutil.copytree(root, tmp_path / "书")
    ran = ledger(book, "check", "--only", "sources", extra=NO_UTF8)
    assert ran.code == 2
    assert "try with PYTHONUTF8=1" in ran.err


@pytest.mark.parametrize("url", ["postgresql+psycopg://h:port/x", "postgresql+psycopg://[::1/x", "nonsense"])
def test_an_address_of_no_database_is_two(call: Call, monkeypatch: pytest.MonkeyPatch, url: str) -> None:
    monkeypatch.setenv("LEDGER_DATABASE_URL", url)
    ran = call("check", "--only", "sources")
    assert ran.code == 2
    assert "is not a database URL" in ran.err


def test_a_read_only_database_is_checked_without_history(root: Path) -> None:
    assert ledger(root, "check", "--only", "sources").code == 0
    (root / ".ledger/ledger.db").chmod(0o444)
    ran = without_privileges(root, "check", "--only", "sources")
    assert ran.code == 0, ran.err
    assert "no history is kept" in ran.out


def test_a_folder_of_history_that_cannot_be_entered_is_checked_without_it(root: Path) -> None:
    source = root / "sources/paper.yaml"
    source.write_text(source.read_text() + "url: https://example.org/paper\n")
    assert ledger(root, "check", "--only", "sources,reachable", "--offline").code == 0
    (root / ".ledger").chmod(0)
    ran = without_privileges(root, "check", "--only", "sources,reachable", "--offline")
    (root / ".ledger").chmod(0o755)
    assert ran.code == 0, ran.out
    assert "no history is kept" in ran.out


@pytest.mark.parametrize(
    "arguments",
    [
        ("source", "../../evil", "--title", "Evil"),
        ("source", "", "--title", "Evil"),
        ("claim", "a.b", *NEW, "--source", "paper", "--section", "1", "--file", "../evil.yaml"),
        ("claim", "a.b", *NEW, "--source", "paper", "--section", "1", "--file", "pages/evil.yaml"),
        ("claim", "a.b", *NEW, "--source", "paper", "--section", "1", "--file", "claims/evil.txt"),
        ("claim", "a.b", *NEW, "--source", "paper", "--section", "1", "--file", "claims/.evil.yaml"),
        ("claim", "a.b", *NEW, "--source", "paper", "--section", "1", "--ledger", "../evil"),
    ],
)
def test_nothing_is_written_where_it_would_not_be_read(
    call: Call, root: Path, arguments: tuple[str, ...]
) -> None:
    before = sorted(root.parent.rglob("*"))
    ran = call("new", *arguments)
    assert ran.code == 2
    assert "must be a .yaml file below" in ran.err
    assert sorted(root.parent.rglob("*")) == before


def test_an_added_claim_keeps_the_files_line_ends_and_mark(call: Call, root: Path) -> None:
    path = root / "claims/l1.yaml"
    text = b"\xef\xbb\xbf" + path.read_bytes().replace(b"\n", b"\r\n")
    path.write_bytes(text)
    assert call("new", "claim", "a.b", *NEW, "--source", "paper", "--section", "1").code == 0
    after = path.read_bytes()
    assert after.startswith(text)
    assert after.count(b"\n") == after.count(b"\r\n") > text.count(b"\n")


@pytest.mark.parametrize("name", ["", "two\nlines", "\x1b[31m"])
def test_a_ledgers_name_is_one_line(call: Call, root: Path, name: str) -> None:
    ran = call("init", "fresh", "--name", name)
    assert ran.code == 2
    assert not (root / "fresh").exists()


def test_serving_what_is_not_published_is_two(call: Call, root: Path) -> None:
    (root / "datasette.yml").write_text("title: x\n")
    ran = call("serve", "pyproject.toml")
    assert ran.code == 2
    assert "pyproject.toml is no published file" in ran.err


@pytest.mark.parametrize("own", [True, False])
def test_a_ledger_is_served_with_its_own_descriptions_or_with_ours(
    call: Call, root: Path, monkeypatch: pytest.MonkeyPatch, own: bool
) -> None:
    if own:
        (root / "datasette.yml").write_text("title: x\n")
    became: list[list[str]] = []
    monkeypatch.setattr(os, "execv", lambda _, arguments: became.append(arguments))
    assert call("serve", "--port", "0").code == 0
    metadata = Path(became[0][became[0].index("--metadata") + 1])
    assert metadata.is_file()
    assert (metadata.parent == root) is own


def test_a_busy_port_is_two(call: Call, root: Path) -> None:
    (root / "datasette.yml").write_text("title: x\n")
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        ran = call("serve", "--port", str(taken.getsockname()[1]))
    assert ran.code == 2
    assert "cannot listen on 127.0.0.1:" in ran.err
