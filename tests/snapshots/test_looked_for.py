"""What is only looked for (``ledger locate``) is found by fewer words than a claim needs, but never when it
is said of something else, only supposed, turned round, or of another column; what a claim needs is told.
"""

from __future__ import annotations

from dataclasses import replace

import pytest

from ledger.quantities import from_fields
from ledger.schema.outcomes import Outcome
from ledger.snapshots.locate import locate
from ledger.snapshots.located import Located, Wanted
from ledger.snapshots.page import Document, Page
from ledger.snapshots.stated import asked

TABLE = "Model\tCold (ms)\tWarm (ms)\nAlpha\t5\t7\nBeta\t6\t8"
NOT_IT = [
    ("The ring needs 12 GB per step, which the tree halves to 6 GB.", "ring|6 GB", "6 GB"),
    ("Unlike Alpha, which draws 40 W, Beta is passively cooled.", "Beta", "40 W"),
    ("Alpha (Beta: 7 ms) is our fastest kernel.", "Alpha|7 ms", "7 ms"),
    ("Next to the 7 ms of Beta, Alpha is fast.", "Alpha", "7 ms"),
    ("Alpha beats Beta, whose latency is 7 ms.", "Alpha|latency is 7 ms", "7 ms"),
    ("Alpha beats Beta, whose latency is 7 ms.", "Alpha|latency", "7 ms"),
    ("Alpha's successor reaches 90% accuracy.", "Alpha|90% accuracy", "90%"),
    ("The predecessor of Alpha reaches 90% accuracy.", "Alpha reaches|90%", "90%"),
    ("All but Alpha reach 90% accuracy.", "Alpha reach|90%", "90%"),
    ("Alpha, like the 16 GB variant of Beta, is small.", "Alpha", "16 GB"),
    ("Alpha reaches 27% of peak power. Beta reaches 10% of peak power.", "Alpha|10% of peak power", "10%"),
    ("Alpha is small, while Beta needs 16 GB of memory.", "Alpha|16 GB of memory", "16 GB"),
    ("Alpha and Beta take 3 ms and 7 ms.", "Alpha|7 ms", "7 ms"),
    ("Throughput is 500 tokens/s (Alpha) and 700 tokens/s (Beta).", "Alpha|700 tokens/s", "700 tokens/s"),
    ("It takes 5 ms for Alpha, 7 ms for Beta.", "Alpha|7 ms", "7 ms"),
    ("With Alpha on 8 nodes, and Beta on 16, we trained.", "Alpha|16", "16"),
    ("Alpha takes 5, 6, or 7 ms.", "Alpha takes|7 ms", "7 ms"),
    ("Without sharding, Alpha would need 7 GB.", "Alpha|need 7 GB", "7 GB"),
    ("预计 Alpha 将需要 7 GB 显存。", "Alpha|需要 7 GB 显存", "7 GB"),
    ("Smith et al. report that Alpha saves 7 ms.", "Alpha|7 ms", "7 ms"),
    ("Alpha is projected to need 7 GB.", "Alpha|need 7 GB", "7 GB"),
    ("Alpha on all our old nodes would need 7 GB.", "Alpha", "7 GB"),
    ("Alpha takes 8 GB less than Beta.", "Alpha takes 8 GB", "8 GB"),
    ("Alpha improved by 5 ms.", "Alpha|5 ms", "5 ms"),
    ("Alpha saves 5 ms.", "Alpha|5 ms", "5 ms"),
    ("Alpha loses 5% of accuracy.", "Alpha|5% of accuracy", "5%"),
    ("Alpha is 5× slower.", "Alpha is 5×", "5×"),
    ("Alpha uses 5x fewer bytes.", "Alpha uses 5x", "5x"),
    (TABLE, "Alpha|7", "7"),
    ("Model\tResult\nAlpha\tn/a (Beta: 7 ms)", "Alpha|7 ms", "7 ms"),
    ("Alpha 的后继者达到 90% 准确率。", "Alpha|90% 准确率", "90%"),
    ("Alpha 比 Beta 的 7 ms 更快。", "Alpha|7 ms", "7 ms"),
    ("药物安全，但安慰剂组用量为 12 mg。", "药物|用量为 12 mg", "12 mg"),
    ("We set K = 12 and M = 16 here.", "K = 12", "M = 12"),
    ("We set K = 12 and M = 16 here.", "M = 16", "K = 16"),
    ("The bubble is small for M ≥ 4 × K here.", "small for|M ≥ 4 × K", "N ≥ 4 × K"),
]
IT = [
    ("We set K = 12 and M = 16 here.", "K = 12", "K = 12"),
    ("We set K = 12 and M = 16 here.", "set K = 12", "12"),
    ("The bubble is small for M ≥ 4 × K here.", "small for|M ≥ 4 × K", "M ≥ 4 × K"),
    ("We use 2048 NVIDIA H800 GPUs.", "We use|2048", "2048 H800"),
    ("Alpha needs 16 GB of memory.", "Alpha|16 GB of memory", "16 GB"),
]
ASKED_FOR = [
    ("Alpha is run on any number of new nodes with 16 GB.", "Alpha", "16 GB"),
    (TABLE, "Warm (ms)|Alpha|7", "7"),
    ("There are 7 of them.", "7", "7"),
    ("Alpha reduces the load of the link by 5×.", "load of the link by 5×", "5×"),
    ("Alpha has latencies as low as 7 ms.", "Alpha has latencies|7 ms", "7 ms"),
    ("Smith et al. measured 7 ms for Alpha.", "7 ms for Alpha", "7 ms"),
]
"""Found, with a word on what a claim needs: the words between, the unit, what it is, ``reduces``, ``as low
as``, whose finding it is."""


def look(text: str, anchors: str, quantity: str) -> Located:
    stated, loose, nouns, symbol = asked(quantity)
    wanted = Wanted(tuple(anchors.split("|")), stated, 1, loose=loose, nouns=nouns, symbol=symbol)
    return locate(Document("0" * 64, "text/plain", "x", (Page(1, text),)), wanted)


@pytest.mark.parametrize(("text", "anchors", "quantity"), NOT_IT)
def test_not_found(text: str, anchors: str, quantity: str) -> None:
    assert look(text, anchors, quantity).outcome is not Outcome.VERIFIED


@pytest.mark.parametrize(("text", "anchors", "quantity"), IT)
def test_found(text: str, anchors: str, quantity: str) -> None:
    located = look(text, anchors, quantity)
    assert (located.outcome, located.claim) == (Outcome.VERIFIED, ""), located.message


@pytest.mark.parametrize(("text", "anchors", "quantity"), ASKED_FOR)
def test_found_and_what_a_claim_needs(text: str, anchors: str, quantity: str) -> None:
    located = look(text, anchors, quantity)
    assert located.outcome is Outcome.VERIFIED, located.message
    assert "let " in located.claim or "give the unit" in located.claim


@pytest.mark.parametrize(
    ("text", "anchors", "quantity", "unit", "proposed"),
    [
        (
            "The archive takes 6 TB uncompressed.",
            "takes 6 TB",
            "6 TB",
            "TB",
            ("archive takes 6 TB uncompressed",),
        ),
        ("Ring\tCold\tWarm\nAlpha\t5 ms\t7 ms", "Alpha|7 ms", "7 ms", "ms", ("Warm", "Alpha", "7 ms")),
        ("We placed the data on 6 nodes.", "on 6 nodes", "6", "node", ("data on 6 nodes",)),
        ("We set K = 12 and M = 16 here.", "set K = 12", "12", "1", ()),
    ],
)
def test_what_a_claim_would_write_is_proposed(
    text: str, anchors: str, quantity: str, unit: str, proposed: tuple[str, ...]
) -> None:
    located = look(text, anchors, quantity)
    assert (located.unit, located.anchors) == (unit, proposed)
    wanted = Wanted(proposed or tuple(anchors.split("|")), from_fields(quantity.split()[0], unit), 1)
    document = Document("0" * 64, "text/plain", "x", (Page(1, text),))
    assert locate(document, replace(wanted, strict=True, own=True)).outcome is Outcome.VERIFIED
