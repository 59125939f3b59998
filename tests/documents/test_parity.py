from __future__ import annotations

import pytest

from ledger.documents.page import Page, page
from ledger.documents.parity import parity
from ledger.documents.read import read

ENGLISH = "Adam keeps [16 bytes](claim:a.b); it ran on [2,048 GPUs](claim:c.d).\n"


def known(text: str, path: str = "p.zh.md") -> Page:
    return page(read(path, text))


@pytest.mark.parametrize(
    ("chinese", "codes"),
    [
        pytest.param("用了 [2048 GPUs](claim:c.d)，每个 [16 bytes](claim:a.b)。", [], id="same"),
        pytest.param("每个 [16 bytes](claim:a.b)。", [("claim-missing", "c.d")], id="one-less"),
        pytest.param(
            "[2048 GPUs](claim:c.d)，[16 bytes](claim:a.b)，[5×](claim:e.f)",
            [("claim-missing", "e.f")],
            id="one-more",
        ),
        pytest.param(
            "[2048 GPUs](claim:c.d)，[18 bytes](claim:a.b)", [("number-differs", "a.b")], id="other-number"
        ),
        pytest.param(
            "[2048 GPUs](claim:c.d)，约 [16 bytes](claim:a.b)",
            [("number-differs", "a.b")],
            id="other-comparator",
        ),
        pytest.param("[2048 张](claim:c.d)卡，[16 字节](claim:a.b)", [], id="a-measure-word-counts-the-noun"),
        pytest.param("[2048](claim:c.d) 张卡，[16 字节](claim:a.b)", [], id="a-noun-outside-the-link"),
        pytest.param(
            "[2048 张](claim:c.d)卡，[16 位](claim:a.b)", [("number-differs", "a.b")], id="another-unit"
        ),
        pytest.param(
            "[2048 张](claim:c.d)卡，[16 个](claim:a.b)", [("number-differs", "a.b")], id="a-count-for-a-unit"
        ),
        pytest.param(
            "[2048 GPUs](claim:c.d)，[16 bytes](claim:a.b)，[16 bytes](claim:a.b)", [], id="said-twice"
        ),
    ],
)
def test_parity(chinese: str, codes: list[tuple[str, str]]) -> None:
    found = parity(known(ENGLISH, "p.en.md"), known(chinese))
    assert [(item.code, item.claim) for item in found] == codes


def test_a_missing_claim_is_reported_in_the_page_that_lacks_it() -> None:
    (item,) = parity(known(ENGLISH, "p.en.md"), known("用了 [2048 GPUs](claim:c.d)"))
    assert item.location.path == "p.zh.md"
    assert "p.en.md:1:12" in item.message


def test_a_percentage_is_no_count() -> None:
    (item,) = parity(known("It saves [70%](claim:a.b).", "p.en.md"), known("省下 [70](claim:a.b)。"))
    assert item.code == "number-differs"
