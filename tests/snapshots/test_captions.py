"""A number stands in the table, figure or equation that its evidence names, not only on the same page."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

import pytest

from ledger.quantities import from_fields
from ledger.schema.outcomes import Outcome
from ledger.snapshots.extract import Extractor
from ledger.snapshots.locate import locate
from ledger.snapshots.located import Located, Wanted
from ledger.snapshots.page import Document, Page

ABOVE = """Results are shown in Table 1 and in Table 2.

Table 1: Wait of each kernel.

Kernel\tWait
ring\t5 ms
tree\t7 ms

Table 2: Wait of each link, in all the runs that we have used
on the old cluster.

Link\tWait
old\t9 ms
new\t3 ms

As can be seen, the old link is the slowest, and takes 11 ms for the largest of all messages."""
BELOW = """Kernel\tWait
ring\t5 ms
tree\t7 ms

Table 1: Wait of each kernel.

Link\tWait
old\t9 ms
new\t3 ms

Table 2: Wait of each link."""
PARTED = """Table 1: Dose of each arm.

Arm\tDose
drug\t5 mg

All patients of this arm were seen again after a year, and none of them was worse than before.

Table 2: Dose of each site.

Site\tDose
north\t9 mg"""
CHINESE = """表 1：各基金的回报。

基金\t回报
甲\t5%

以下各基金的回报均为扣除全部费用之后、按年度计算的结果 并 且 不 含 税 款 等 等 其 他 项 目 。

表 2：各市场的回报。

市场\t回报
北\t9%"""
FIGURE = """Figure 1: The ring waits 5 ms and the
tree waits 7 ms.

In the runs of the second year the ring waits 9 ms, which is more than in any run of the first one.

Figure 2: The link waits 3 ms."""
EQUATION = """The load of the ring is
L = 5 GB (1)
while that of the tree is
M = 7 GB (2)
for all of them. In the end we take 9 of them."""

CASES = [
    (ABOVE, "Wait|ring|5 ms", "5 ms", "Table 1", True),
    (ABOVE, "Wait|tree|7 ms", "7 ms", "Table 1", True),
    (ABOVE, "Wait|old|9 ms", "9 ms", "Table 2", True),
    (ABOVE, "Wait|ring|5 ms", "5 ms", "Table 2", False),
    (ABOVE, "Wait|tree|7 ms", "7 ms", "Table 2", False),
    (ABOVE, "Wait|old|9 ms", "9 ms", "Table 1", False),
    (ABOVE, "takes 11 ms", "11 ms", "Table 2", False),
    (BELOW, "Wait|ring|5 ms", "5 ms", "Table 1", True),
    (BELOW, "Wait|old|9 ms", "9 ms", "Table 2", True),
    (BELOW, "Wait|old|9 ms", "9 ms", "Table 1", False),
    (BELOW, "Wait|ring|5 ms", "5 ms", "Table 2", False),
    (PARTED, "Dose|drug|5 mg", "5 mg", "Table 1", True),
    (PARTED, "Dose|drug|5 mg", "5 mg", "Table 2", False),
    (PARTED, "Dose|north|9 mg", "9 mg", "Table 2", True),
    (PARTED, "Dose|north|9 mg", "9 mg", "Table 1", False),
    (CHINESE, "回报|甲|5%", "5 %", "Table 1", True),
    (CHINESE, "回报|甲|5%", "5 %", "Table 2", False),
    (CHINESE, "回报|北|9%", "9 %", "Table 1", False),
    (FIGURE, "ring waits 5 ms", "5 ms", "Figure 1", True),
    (FIGURE, "tree waits 7 ms", "7 ms", "Figure 1", True),
    (FIGURE, "ring waits 5 ms", "5 ms", "Figure 2", False),
    (FIGURE, "ring waits 9 ms", "9 ms", "Figure 1", False),
    (FIGURE, "link waits 3 ms", "3 ms", "Figure 1", False),
    (EQUATION, "M = 7 GB", "7 GB", "Equation 2", True),
    (EQUATION, "L = 5 GB", "5 GB", "Equation 2", False),
    (EQUATION, "we take 9", "9 1", "Equation 2", False),
]


@pytest.mark.parametrize(("text", "anchors", "stated", "caption", "verified"), CASES)
def test_in_what_it_names(text: str, anchors: str, stated: str, caption: str, verified: bool) -> None:
    document = Document("0" * 64, "text/plain", "x", (Page(1, text),))
    quantity = from_fields(*stated.split())
    wanted = Wanted(tuple(anchors.split("|")), quantity, 1, strict=True, own=True, captions=(caption,))
    located = locate(document, wanted)
    assert (located.outcome is Outcome.VERIFIED) is verified, f"{located.cause}: {located.message}"
    if verified:
        return
    assert located.cause == "another-caption"


def test_a_page_whose_captions_cannot_be_told_does_not_refuse() -> None:
    text = "ring\t5 ms\ntree\t7 ms\nThe wait, Table 1, is short."
    document = Document("0" * 64, "text/plain", "x", (Page(1, text),))
    wanted = Wanted(("ring", "5 ms"), from_fields("5", "ms"), 1, strict=True, captions=("Table 1",))
    assert locate(document, wanted).outcome is Outcome.VERIFIED


@pytest.mark.corpus
@pytest.mark.parametrize(
    ("name", "page", "anchors", "value", "table", "verified"),
    [
        ("mixed-precision.pdf", 6, "Baseline|AlexNet|56.77%", "56.77", "1", True),
        ("mixed-precision.pdf", 6, "Baseline|AlexNet|56.77%", "56.77", "2", False),
        ("mixed-precision.pdf", 6, "Baseline|Multibox SSD|76.9%", "76.9", "2", True),
        ("mixed-precision.pdf", 6, "Baseline|Multibox SSD|76.9%", "76.9", "1", False),
    ],
)
def test_in_the_corpus(
    corpus_document: Callable[[str], Document],
    extractor: Extractor,
    name: str,
    page: int,
    anchors: str,
    value: str,
    table: str,
    verified: bool,
) -> None:
    document = corpus_document(name)

    def second(numbers: Iterable[int]) -> Mapping[int, Page]:
        return extractor.second_opinion(document.digest, numbers)

    quantity = from_fields(value, "%")
    wanted = Wanted(
        tuple(anchors.split("|")), quantity, page, strict=True, own=True, captions=(f"Table {table}",)
    )
    located: Located = locate(document, wanted, second)
    assert (located.outcome is Outcome.VERIFIED) is verified, f"{located.cause}: {located.message}"
