"""Bad input and a bad environment: a clear answer, the exit code of the contract, nothing lost."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import textwrap
from collections.abc import Callable
from pathlib import Path

import pytest

import checks
from ledger.cli import app
from tests.cli.conftest import CLAIMS, Ran
from tests.cli.test_check import edit
from tests.mounts import make_read_only, mounted

Call = Callable[..., Ran]


@pytest.fixture(autouse=True)
def only_sources(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checks, "CHECKS", {"sources": "checks.sources"})


def duplicate_id(root: Path) -> None:
    shutil.copy(root / "claims/l1.yaml", root / "claims/l2.yaml")


def unknown_source(root: Path) -> None:
    edit(root / "claims/l1.yaml", "source: paper", "source: papr")


def circle(root: Path) -> None:
    edit(root / "claims/l1.yaml", "entity: A recipe", "entity: A recipe\n    supersedes: [a.sixteen]")


def page_beyond_the_end(root: Path) -> None:
    edit(root / "claims/l1.yaml", "page: 8", "page: 25")


def value_without_unit(root: Path) -> None:
    edit(root / "claims/l1.yaml", ", unit: B/parameter", "")


def huge_file(root: Path) -> None:
    with (root / "claims/huge.yaml").open("wb") as out:
        out.truncate(50 * 1024 * 1024)


def alias_bomb(root: Path) -> None:
    lines = ["a0: &a0 [x, x, x]"] + [f"a{n}: &a{n} [*a{n - 1}, *a{n - 1}, *a{n - 1}]" for n in range(1, 40)]
    (root / "claims/bomb.yaml").write_text("\n".join(lines))


def binary_file(root: Path) -> None:
    (root / "claims/binary.yaml").write_bytes(bytes(range(256)) * 10)


def deep_nesting(root: Path) -> None:
    (root / "claims/deep.yaml").write_text("[" * 500)


def directory_in_a_files_place(root: Path) -> None:
    (root / "sources/paper.yaml").unlink()
    (root / "sources/paper.yaml").mkdir()


@pytest.mark.parametrize(
    ("plant", "words"),
    [
        (duplicate_id, "claims/l2.yaml:3:9: claim 'a.sixteen' is already defined at claims/l1.yaml:3:9"),
        (unknown_source, "unknown source 'papr'; did you mean 'paper'?"),
        (circle, "a.sixteen"),
        (page_beyond_the_end, "page 25 is beyond the end"),
        (value_without_unit, "claims/l1.yaml:7:15: "),
        (huge_file, "claims/huge.yaml: is 52,428,800 bytes"),
        (alias_bomb, "claims/bomb.yaml:1:5: "),
        (binary_file, "claims/binary.yaml: is a binary file"),
        (deep_nesting, "claims/deep.yaml:1:25: is nested more than"),
        (directory_in_a_files_place, "paper"),
    ],
)
@pytest.mark.parametrize("command", [("check",), ("status",), ("diff", "HEAD")])
def test_a_faulty_document_is_two_with_its_place(
    call: Call, root: Path, plant: Callable[[Path], None], words: str, command: tuple[str, ...]
) -> None:
    plant(root)
    ran = call(*command)
    assert ran.code == 2
    assert words in ran.err
    assert "Traceback" not in ran.err
    assert len(ran.err) < 2000


def without_privileges(root: Path, *arguments: str) -> Ran:
    """Run ``ledger`` without root's right to read and write everything."""
    command = [sys.executable, "-c", "import sys; from ledger.cli import main; main(sys.argv[1:])"]
    if os.geteuid() == 0:
        setpriv = shutil.which("setpriv")
        if setpriv is None:
            pytest.skip("root reads everything, and this machine has no setpriv to give that up")
        rights = "-dac_override,-dac_read_search"
        command = [setpriv, "--bounding-set", rights, "--inh-caps", rights, *command]
    done = subprocess.run(
        [*command, *arguments],
        cwd=root,
        env={**os.environ, "PYTHONPATH": str(Path(app.__file__).parents[2])},
        capture_output=True,
        text=True,
        check=False,
    )
    return Ran(done.returncode, done.stdout, done.stderr)


def test_an_unreadable_file_is_two(root: Path) -> None:
    (root / "claims/l1.yaml").chmod(0)
    ran = without_privileges(root, "check", "--only", "sources")
    assert ran.code == 2
    assert "claims/l1.yaml: cannot be read: Permission denied" in ran.err
    assert "Traceback" not in ran.err


def test_a_directory_that_refuses_writing_is_checked_without_history(root: Path) -> None:
    root.chmod(0o555)
    ran = without_privileges(root, "check", "--only", "sources")
    assert ran.code == 0, ran.err
    assert "warning: " in ran.out
    assert "no history is kept" in ran.out
    assert not (root / ".ledger").exists()
    root.chmod(0o755)


def test_a_read_only_checkout_is_checked_without_history(call: Call, root: Path, tmp_path: Path) -> None:
    with mounted(tmp_path / "disk", "size=4m") as disk:
        book = shutil.copytree(root, disk / "book")
        make_read_only(disk)
        ran = call("check", "--root", str(book))
        assert ran.code == 0, ran.err
        assert "no history is kept" in ran.out
        written = call("new", "source", "other", "--title", "Other", "--root", str(book))
        assert written.code == 2
        assert "Read-only file system" in written.err


def test_a_full_disk_is_two_and_what_was_known_stays(call: Call, root: Path, tmp_path: Path) -> None:
    with mounted(tmp_path / "disk", "size=1m") as disk:
        book = shutil.copytree(root, disk / "book")
        assert call("check", "--root", str(book)).code == 0
        head, one = textwrap.dedent(CLAIMS).split("claims:\n")
        many = "".join(one.replace("a.sixteen", f"a.c{n}") for n in range(300))
        (book / "claims/l1.yaml").write_text(f"{head}claims:\n{many}", encoding="utf-8")
        free = os.statvfs(disk)
        (disk / "ballast").write_bytes(b"x" * (free.f_bavail * free.f_frsize))
        ran = call("check", "--root", str(book))
        assert ran.code == 2
        assert "disk is full" in ran.err
        (disk / "ballast").unlink()
        assert "Traceback" not in ran.err
        healed = call("check", "--root", str(book))
        assert healed.code == 0, healed.err
        assert "300 claims" in healed.out


def test_a_full_disk_before_the_first_check_is_two(call: Call, root: Path, tmp_path: Path) -> None:
    with mounted(tmp_path / "disk", "size=64k") as disk:
        book = shutil.copytree(root, disk / "book")
        ran = call("check", "--root", str(book))
        assert ran.code == 2
        assert "disk is full" in ran.err or "No space left" in ran.err
        assert "Traceback" not in ran.err


@pytest.mark.parametrize("folder", ["sources", "claims", "pages"])
def test_a_folder_that_cannot_be_listed_is_two(root: Path, folder: str) -> None:
    (root / folder).chmod(0)
    ran = without_privileges(root, "check", "--only", "sources")
    (root / folder).chmod(0o755)
    assert ran.code == 2, ran.out
    assert ran.err == f"ledger: {folder}: cannot be listed: Permission denied; check its permissions\n"


def broken_link(path: Path) -> None:
    path.symlink_to("nowhere")


def linked_circle(path: Path) -> None:
    path.symlink_to(path.name)


@pytest.mark.parametrize("make", [broken_link, linked_circle, os.mkfifo])
@pytest.mark.parametrize("name", ["pages/b.md", "claims/b.yaml", "sources/b.yaml"])
def test_a_name_without_a_file_behind_it_is_two(
    call: Call, root: Path, name: str, make: Callable[[Path], None]
) -> None:
    make(root / name)
    ran = call("check")
    assert ran.code == 2
    assert f"ledger: {name}: " in ran.err


def test_a_linked_folder_is_two(call: Call, root: Path) -> None:
    (root / "claims/more").symlink_to("..")
    ran = call("check")
    assert ran.code == 2
    assert "claims/more: is a link to a directory, which is not followed" in ran.err


@pytest.mark.parametrize("pattern", ["pages", "pages/**", "pages/**/*.md"])
def test_a_linked_folder_of_pages_is_two_since_nobody_would_read_it(
    call: Call, root: Path, pattern: str
) -> None:
    edit(root / "pyproject.toml", "pages/*.md", pattern)
    (root / "more").mkdir()
    (root / "more/b.md").write_text("It needs 17 GB.\n")
    (root / "pages/more").symlink_to("../more")
    ran = call("check")
    assert ran.code == 2
    assert ran.err == (
        "ledger: pages/more: is a link to a directory, which is not followed; put the files themselves here\n"
    )


def test_a_link_that_a_pattern_follows_is_read(call: Call, root: Path) -> None:
    edit(root / "pyproject.toml", "pages/*.md", "pages/*/*.md")
    (root / "more").mkdir()
    (root / "more/b.md").write_text("Nothing.\n")
    (root / "pages/more").symlink_to("../more")
    assert "1 page\n" in call("check").out


@pytest.mark.parametrize("arguments", [("check",), ("check", "--root", "{root}"), ("status",)])
def test_a_configuration_that_is_a_fifo_is_not_waited_for(
    call: Call, root: Path, arguments: tuple[str, ...]
) -> None:
    (root / "pyproject.toml").unlink()
    os.mkfifo(root / "pyproject.toml")
    ran = call(*(argument.format(root=root) for argument in arguments))
    assert ran.code == 2
    assert "pyproject.toml: is not a regular file" in ran.err


def test_a_file_in_the_databases_place_is_two(call: Call, root: Path) -> None:
    (root / ".ledger").write_text("mine")
    ran = call("check")
    assert ran.code == 2
    assert ran.err == f"ledger: {root}/.ledger is no directory; move it away: the database goes there\n"
    assert (root / ".ledger").read_text() == "mine"


def test_a_deep_configuration_is_two(call: Call, root: Path) -> None:
    (root / "pyproject.toml").write_text("a = " + "[" * 5000 + "]" * 5000)
    ran = call("check", "--root", ".")
    assert ran.code == 2
    assert "pyproject.toml is nested too deeply" in ran.err


def test_the_ending_of_a_documents_name_may_be_in_capitals(call: Call, root: Path) -> None:
    (root / "claims/l1.yaml").rename(root / "claims/l1.YAML")
    assert "1 claim," in call("check").out


@pytest.mark.parametrize(
    ("pages", "words"),
    [
        ("pages/none.md", "there is no 'pages/none.md'"),
        (".", "is no pattern"),
        ("pages/**.md", "is no pattern"),
        ("../*.md", "leaves the ledger"),
    ],
)
def test_a_pattern_that_names_nothing_is_two(call: Call, root: Path, pages: str, words: str) -> None:
    edit(root / "pyproject.toml", "pages/*.md", pages)
    ran = call("check")
    assert ran.code == 2
    assert words in ran.err


@pytest.mark.parametrize("text", ['tool = "x"', "tool.ledger = 3", "[tool]\nledger = []"])
def test_a_configuration_of_another_shape_is_two(call: Call, root: Path, text: str) -> None:
    (root / "pyproject.toml").write_text(text)
    ran = call("check", "--root", ".")
    assert ran.code == 2
    assert "pyproject.toml" in ran.err


def test_what_changed_since_its_verdict_is_called_so(call: Call, root: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.db"
    assert call("check").code == 0
    assert "unchecked" not in call("publish", str(out)).out
    edit(root / "claims/l1.yaml", 'value: "16"', 'value: "17"')
    assert "out of date" in call("show", "a.sixteen").out
    assert "not checked 1" in call("status").out
    assert "1 claim not checked" in call("publish", str(out)).out
    assert call("check").code == 0
    edit(root / "sources/paper.yaml", "primary: true", "primary: false")
    assert "1 claim not checked" in call("publish", str(out)).out
    assert "not checked 1" in call("status").out


def test_very_many_and_very_long_faults_are_told_in_part(call: Call, root: Path) -> None:
    claims = "".join(f"  - {{id: c{number}, kind: mechanism}}\n" for number in range(300))
    (root / "claims/l2.yaml").write_text(f"ledger: L1\nclaims:\n{claims}", encoding="utf-8")
    ran = call("check", "--offline", "--root", str(root))
    lines = ran.err.splitlines()
    assert (ran.code, len(lines)) == (2, app.MOST_LINES + 1)
    assert lines[-1].endswith("more like these")

    (root / "claims/l2.yaml").write_text(f"ledger: {'9' * 9000}\nclaims: []\n", encoding="utf-8")
    ran = call("check", "--offline", "--root", str(root))
    assert ran.code == 2
    assert all(len(line) < app.LONGEST_LINE + 20 for line in ran.err.splitlines())
    assert "claims/l2.yaml:1:9: " in ran.err
