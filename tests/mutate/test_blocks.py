"""A mutant is tried on its block first, if the block reads alone as it does on the page."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from ledger.documents.page import page
from ledger.documents.read import read
from ledger.mutate import pages
from ledger.mutate.blocks import Blocks
from ledger.mutate.mutants import Result
from ledger.mutate.run import run, tasks
from ledger.registry import Context
from ledger.schema.ledger import Page
from tests.checks import make
from tests.mutate.test_formats import CLAIMS, MARKDOWN

TEXT = "# Page\n\nIt takes [16 bytes](claim:zero.total).\n\nThe last paragraph.\n"


def test_the_block_of_a_number() -> None:
    at = TEXT.index("16")
    assert Blocks(page(read("p.md", TEXT))).around(at, at + 2) == (8, TEXT.index("\n\nThe last"))


@pytest.mark.parametrize(
    ("path", "text"),
    [
        pytest.param(
            "p.html", "<p>x</p>\n\n<p>It takes <b data-claim='zero.total'>16 bytes</b></p>", id="html"
        ),
        pytest.param(
            "p.md", "x[^1]\n\n[^1]: see\n\n    [16 bytes](claim:zero.total)\n", id="another-reading"
        ),
        pytest.param("p.md", "A 16\n\nB [16](claim:z.z) <!-- ledger: exempt '17' why -->\n", id="a-fault"),
    ],
)
def test_a_block_that_reads_otherwise_alone_is_not_used(path: str, text: str) -> None:
    at = text.rindex("16")
    assert Blocks(page(read(path, text))).around(at, at + 2) is None


def results(least: int) -> list[Result]:
    file = Page("p.md", MARKDOWN, hashlib.sha256(MARKDOWN.encode()).hexdigest())
    ledger = make.ledger(*CLAIMS, make.source(), pages={"p.md": file})
    found = run(ledger, tasks(ledger, ["p.md"], []), Context(store=Path()))
    assert len(found) > least
    return found


def test_the_whole_page_says_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    by_blocks = results(300)
    monkeypatch.setattr(pages.Blocks, "around", lambda *_: None)
    assert [result.fate for result in results(300)] == [result.fate for result in by_blocks]
