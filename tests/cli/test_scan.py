"""``ledger scan`` from the outside."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.conftest import Ran

Call = Callable[..., Ran]


@pytest.mark.parametrize(
    ("texts", "last"),
    [
        (["It took 7 GB."], "1 number: 1 unclaimed"),
        (["It took $4P + 12P/N$ bytes."], "1 number: 1 unclaimed"),
        (["It took $3/\\max y$ of them."], "1 number: 1 unclaimed"),
        (["It took $16P/N$ bytes.", "It took $3/\\max y$ and 7 GB."], "3 numbers: 3 unclaimed"),
        (["Nothing at all."], "0 numbers"),
    ],
    ids=["plain", "formula", "constant", "formula-before", "none"],
)
def test_a_constant_counts_with_its_formula_or_by_itself(
    call: Call, tmp_path: Path, texts: list[str], last: str
) -> None:
    pages = [tmp_path / f"{9 - at}.md" for at in range(len(texts))]
    for page, text in zip(pages, texts, strict=True):
        page.write_text(f"{text}\n", "utf-8")
    ran = call("scan", *map(str, pages))
    assert ran.code == 0
    assert ran.out.splitlines()[-1] == last
