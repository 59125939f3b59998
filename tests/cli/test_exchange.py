"""``ledger import`` and ``ledger export``, from the outside."""

from __future__ import annotations

import csv
import io
import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest

import checks
from ledger.schema.read import read_ledger
from tests.cli.conftest import Ran

Call = Callable[..., Ran]


def test_import_adds_what_is_new(call: Call, root: Path) -> None:
    (root / "x.bib").write_text("@misc{paper, title={Known}}\n@misc{other, title={It: new}, year=2020}\n")
    ran = call("import", "bibtex", "x.bib", "--primary")
    assert ran.code == 0, ran.err
    assert ran.out == "wrote sources/other.yaml\n1 source added, 1 already there\n"
    added = read_ledger(root).sources["other"]
    assert (added.title, added.primary, added.published) == ("It: new", True, "2020")


@pytest.mark.parametrize(
    ("name", "text", "words"),
    [
        ("x.bib", "@misc{a, title=", "do not read"),
        ("x.bib", "@misc{A_b, title={x}}\n@misc{a-b, title={y}}", "two entries become"),
        ("x.bib", "@misc{a, year=2020}", "title"),
        ("x.json", "{}", "not CSL JSON"),
        ("missing.bib", None, "missing.bib: No such file"),
    ],
)
def test_a_faulty_bibliography_writes_nothing(
    call: Call, root: Path, name: str, text: str | None, words: str
) -> None:
    if text is not None:
        (root / name).write_text(text)
    ran = call("import", "csl" if name.endswith("json") else "bibtex", name)
    assert ran.code == 2
    assert words in ran.err
    assert [path.name for path in (root / "sources").iterdir()] == ["paper.yaml"]


def test_export_knows_the_last_verdicts(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checks, "CHECKS", {"sources": "checks.sources"})
    (row,) = csv.DictReader(io.StringIO(call("export", "csv").out))
    assert row["outcome"] == ""
    call("check")
    (row,) = csv.DictReader(io.StringIO(call("export", "csv").out))
    assert row["outcome"] == "verified"
    assert json.loads(call("export", "jsonld").out)["@graph"][0]["review"]
    assert call("export", "bibtex").out.startswith("@article{paper,")


def test_export_to_a_file(call: Call, root: Path) -> None:
    assert call("export", "csv", "--out", "claims.csv").out == "wrote claims.csv\n"
    assert (root / "claims.csv").read_text(encoding="utf-8").startswith("id,ledger,kind,")


def test_export_writes_through_a_fifo_and_leaves_it_one(call: Call, root: Path) -> None:
    pipe = root / "pipe"
    os.mkfifo(pipe)
    with open(pipe, "rb", opener=lambda path, flags: os.open(path, flags | os.O_NONBLOCK)) as reader:
        assert call("export", "csv", "--out", "pipe").code == 0
        assert reader.read().startswith(b"id,ledger,kind,")
    assert pipe.is_fifo()


def test_init_leaves_a_fifo_alone(call: Call, root: Path) -> None:
    (root / "fresh").mkdir()
    os.mkfifo(root / "fresh/pyproject.toml")
    ran = call("init", "fresh")
    assert ran.code == 2
    assert ran.err == "ledger: fresh/pyproject.toml is no regular file; nothing was written\n"
    assert [path.name for path in (root / "fresh").iterdir()] == ["pyproject.toml"]
