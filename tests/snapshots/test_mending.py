"""What is proposed where anchors leave something open: longer ones out of the source's text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace

import pytest

from ledger.schema.outcomes import Outcome
from ledger.snapshots.advice import advice
from ledger.snapshots.extract import Extractor
from ledger.snapshots.locate import locate
from ledger.snapshots.located import Located, Wanted
from ledger.snapshots.mending import CAUSES, MOST_CHARACTERS
from ledger.snapshots.page import Document, Page
from tests.snapshots.facts import FACTS
from tests.snapshots.test_hostile import claim, look
from tests.snapshots.test_hostile_printed import look as look_printed


@pytest.mark.parametrize(
    ("text", "anchors", "stated", "proposed"),
    [
        (
            "The ring is cheap, but the tree reaches 7x in all tests.",
            "ring|reaches 7x in all tests",
            "7 x",
            ("ring", "is cheap, but the tree reaches 7x in all tests"),
        ),
        (
            "In the exclusive cluster, the GPUs are located on 4 servers.",
            "exclusive cluster|4 servers",
            "4 server",
            ("exclusive cluster", "the GPUs are located on 4 servers"),
        ),
        (
            "The total bandwidth of each chip is 25 Tbps.",
            "each chip|25 Tbps",
            "25 Tbps",
            ("The total bandwidth of each chip", "25 Tbps"),
        ),
        (
            "The new ring sends 7 times fewer bytes.",
            "new ring sends|7 times",
            "7 x",
            ("new ring sends", "7 times fewer"),
        ),
        (
            "A small part of the back-\nend machines (about 7 %) is slow.",
            "small part|about 7 %",
            "≈ 7 %",
            ("small part", "of the backend machines (about 7 %"),
        ),
    ],
)
def test_proposed(text: str, anchors: str, stated: str, proposed: tuple[str, ...]) -> None:
    located = look(text, anchors, stated)
    assert located.outcome is Outcome.AMBIGUOUS
    assert located.anchors == proposed
    assert look(text, "|".join(proposed), stated).outcome is Outcome.VERIFIED


@pytest.mark.parametrize(
    ("text", "anchors", "stated"),
    [
        ("The ring does not take 7 ms.", "The ring|take 7 ms", "7 ms"),
        ("If the ring takes 7 ms, we stop.", "the ring takes|7 ms", "7 ms"),
        ("Smith et al. report 7x for the ring.", "7x for the ring", "7 x"),
        ("The coil shows 26 kQq now.", "coil shows 26", "26 1"),
    ],
)
def test_nothing_is_proposed_for_what_is_taken_back(text: str, anchors: str, stated: str) -> None:
    located = look(text, anchors, stated)
    assert located.outcome is not Outcome.VERIFIED
    assert located.anchors == ()


TABLE = "Model\tTime\tWait\nring\t5 ms\t7 ms\ntree\t6 ms\t8 ms"
POWER = "Model\tPower (W)\tTime (ms)\nring\t26\t7\ntree\t30\t9"
STRANGE = "Valve\tPressure (kQq)\tFlow\nA-1\t20\t4\nB-2\t30\t6"


def test_the_column_of_a_cell_is_proposed() -> None:
    assert look(TABLE, "ring|7 ms", "7 ms").anchors == ("Wait", "ring", "7 ms")
    assert look(TABLE, "Wait|ring|7 ms", "7 ms").outcome is Outcome.VERIFIED
    located = look_printed(POWER, "ring|26", "26 W", "26")
    assert (located.cause, located.anchors) == ("column-not-anchored", ("Power (W)", "ring", "26"))
    assert look_printed(POWER, "ring|26", "26 ms", "26").anchors == ()
    assert look_printed(STRANGE, "Pressure|A-1|20", "20 MPa", "20").anchors == ()


def test_the_proposal_can_be_pasted() -> None:
    located = look('The ring is cheap, but the "tree" takes 7 ms.', "ring|takes 7 ms", "7 ms")
    assert advice(located).endswith(r'anchors: ["ring", "is cheap, but the \"tree\" takes 7 ms"]')


@pytest.mark.corpus
def test_facts_of_the_corpus_are_found_or_told_how(
    corpus_document: Callable[[str], Document], extractor: Extractor
) -> None:
    outcomes: Counter[str] = Counter()
    for name, number, anchors, stated, printed in FACTS:
        document = corpus_document(name)

        def second(pages: Iterable[int], document: Document = document) -> Mapping[int, Page]:
            return extractor.second_opinion(document.digest, pages)

        quantity = claim(stated)
        assert quantity is not None
        page = number if len(document.pages) > 1 else None
        wanted = Wanted(tuple(anchors.split("|")), quantity, page, strict=True, own=True)
        if printed:
            wanted = replace(wanted, printed=printed, unit=quantity.unit)
        located = locate(document, wanted, second)
        outcomes[located.outcome.value] += 1
        judged = locate(document, wanted, second, propose=False)
        assert (judged.outcome, judged.cause, judged.anchors) == (located.outcome, located.cause, ())
        if located.cause in CAUSES:
            assert located.anchors, (name, anchors, located.message)
            assert all(len(anchor) <= MOST_CHARACTERS for anchor in located.anchors)
            again = locate(document, replace(wanted, anchors=located.anchors), second)
            assert again.outcome is Outcome.VERIFIED, (name, located.anchors, again.message)
        else:
            assert located.outcome is not Outcome.CONTRADICTED, (name, anchors, located.message)
    assert outcomes["verified"] >= 37, outcomes


def test_a_comparator_is_blamed_before_another_number() -> None:
    located: Located = look("With 128 parts it holds up to 83 rows.", "128 parts|83 rows", "83 row")
    assert located.cause == "different-comparator"


TIMES = "Ring\tCold\tWarm\nAlpha\t5 ms\t7 ms\nBeta\t6 ms\t8 ms"


@pytest.mark.parametrize(
    ("text", "anchors", "stated", "proposed"),
    [
        pytest.param(
            "Alpha was tested with 8K tokens per batch, 7168 hidden sizes.",
            "Alpha was tested with 8K tokens per batch, 7168 hidden",
            "8K token/batch",
            ("Alpha was tested with 8K tokens per batch",),
            id="what-follows-is-of-something-else",
        ),
        pytest.param(
            "Alpha trained 16 models (3 GB) on many nodes with 16 GB.",
            "Alpha trained 16 models (3 GB) on many nodes with 16 GB",
            "3 GB",
            ("Alpha trained 16 models (3 GB",),
            id="what-stands-before-stays",
        ),
        pytest.param(TIMES, "Alpha", "7 ms", ("Warm", "Alpha", "7 ms"), id="a-row"),
        pytest.param("Alpha holds 5 GB or 7 GB.", "Alpha holds 5 GB or 7 GB", "5 GB", (), id="one-of-two"),
        pytest.param("Alpha takes 5 ms, 7 ms.", "Alpha takes 5 ms, 7 ms", "5 ms", (), id="one-of-a-list"),
        pytest.param("Alpha 7 ms, Beta 5 ms.", "Alpha 7 ms, Beta 5 ms", "5 ms", (), id="the-last-of-two"),
    ],
)
def test_of_anchors_with_several_numbers_what_is_of_something_else_is_left_out(
    text: str, anchors: str, stated: str, proposed: tuple[str, ...]
) -> None:
    located = look(text, anchors, stated)
    assert located.cause == "several-numbers", located.message
    assert located.anchors == proposed
    assert not proposed or look(text, "|".join(proposed), stated).outcome is Outcome.VERIFIED


def test_of_anchors_that_name_nothing_longer_ones_are_proposed_where_they_stand_once() -> None:
    located = look("The ring sets its degree to 7168 at last.", "7168", "7168 1")
    assert (located.cause, located.anchors) == ("too-few-anchors", ("degree to 7168",))
    located = look("The ring sets its degree to 7168. The tree sets its width to 7168.", "7168", "7168 1")
    assert (located.cause, located.anchors) == ("too-few-anchors", ())
