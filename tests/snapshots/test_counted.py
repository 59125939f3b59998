"""What a bare number counts the source says, not the evidence; members of a list keep their numbers."""

from __future__ import annotations

import pytest

from ledger.schema.outcomes import Outcome
from ledger.snapshots.advice import advice
from tests.snapshots.test_hostile import look
from tests.snapshots.test_hostile_printed import look as look_printed

SIZES = "Model\tHidden Size\tHeads\n175B\t12288\t96\n530B\t20480\t128"
PARTS = "Number of Experts\t384\nNumber of Attention Heads\t64\nSelected Experts per Token\t8"
OTHER_NOUN = [
    (SIZES, "175B|12288", "12288 head", "12288"),
    (PARTS, "Number of Experts|384", "384 head", "384"),
    (PARTS, "Number of Attention Heads|64", "64 layer", "64"),
    ("The north ward took 40 in May.", "north ward took 40", "40 node", "40"),
    ("The side scored 5 in May.", "side scored 5", "5 goal", "5"),
    ("The store keeps 12 full copies of it.", "store keeps|12 full copies", "12 replica", "12"),
    ("Host\tLeast block\nA1\t24.5", "Least block|A1|24.5", "24.5 ktoken", "24.5"),
    ("Host\tLeast block (×1e6)\nA1\t24.5", "Least block|A1|24.5", "24.5 ktoken", "24.5"),
    ("Host\tTokens\nA1\t24.5", "Tokens|A1|24.5", "24.5 Mtoken", "24.5"),
    ("Host\tTokens\nModel B\t24.5", "Tokens|Model B|24.5", "24.5 Gtoken", "24.5"),
    ("Host\tTokens\nK\t24.5", "Tokens|K|24.5", "24.5 ktoken", "24.5"),
    ("Host\tTokens of T\nA1\t24.5", "Tokens of T|A1|24.5", "24.5 Ttoken", "24.5"),
]
SAME_NOUN = [
    (PARTS, "Number of Experts|384", "384 expert", "384"),
    (PARTS, "Number of Attention Heads|64", "64 head", "64"),
    ("It has nodes enough: we count 40 in the north ward.", "we count 40 in the north ward", "40 node", "40"),
    ("Host\tLeast block (×1e3)\nA1\t24.5", "Least block (×1e3)|A1|24.5", "24.5 ktoken", "24.5"),
    ("Host\tLeast block, thousands\nA1\t24.5", "Least block|A1|24.5", "24.5 ktoken", "24.5"),
    ("Host\tTokens (M)\nA1\t24.5", "Tokens (M)|A1|24.5", "24.5 Mtoken", "24.5"),
    ("Host\tTokens [k]\nA1\t24.5", "Tokens [k]|A1|24.5", "24.5 ktoken", "24.5"),
    ("Host\tTokens, in B\nA1\t24.5", "Tokens, in B|A1|24.5", "24.5 Gtoken", "24.5"),
    ("The smallest degree is EP = 16 here.", "smallest degree|EP = 16", "16 rank", "16"),
]
CUT = [
    ("Tin, lead and zinc melt at 232 ms, 327 ms and 420 ms respectively.", "zinc melt at 232 ms", "232 ms"),
    ("Oslo and Rome had 4 GW and 9 GW, in that order.", "Rome had 4 GW", "4 GW"),
    ("甲与乙的延迟分别为 5 ms 和 7 ms。", "乙的延迟分别为 5 ms", "5 ms"),
    ("Reds and Blues scored 4 nodes and 9 nodes.", "Blues scored 4 nodes", "4 node"),
]
WHOLE = [
    ("Rome had 4 GW and the rest had much.", "Rome had 4 GW", "4 GW"),
    ("It is fast, and zinc melts at 232 ms there.", "zinc melts at 232 ms", "232 ms"),
]


@pytest.mark.parametrize(("text", "anchors", "stated", "printed"), OTHER_NOUN)
def test_a_noun_that_the_source_does_not_say(text: str, anchors: str, stated: str, printed: str) -> None:
    assert look_printed(text, anchors, stated, printed).outcome is not Outcome.VERIFIED


@pytest.mark.parametrize(("text", "anchors", "stated", "printed"), SAME_NOUN)
def test_a_noun_that_it_says(text: str, anchors: str, stated: str, printed: str) -> None:
    located = look_printed(text, anchors, stated, printed)
    assert located.outcome is Outcome.VERIFIED, located.message


@pytest.mark.parametrize(("text", "anchors", "stated"), CUT)
def test_an_anchor_that_begins_inside_a_list(text: str, anchors: str, stated: str) -> None:
    assert look(text, anchors, stated).outcome is not Outcome.VERIFIED


@pytest.mark.parametrize(("text", "anchors", "stated"), WHOLE)
def test_an_anchor_that_cuts_nothing(text: str, anchors: str, stated: str) -> None:
    located = look(text, anchors, stated)
    assert located.outcome is Outcome.VERIFIED, located.message


def test_a_name_that_goes_on_in_a_header() -> None:
    table = "Schedule\t1F1B-I\t1F1B\n24\t11 ms\t24 ms"
    assert look(table, "1F1B|24|11 ms", "11 ms").outcome is not Outcome.VERIFIED


def test_of_a_noun_that_stands_elsewhere_it_is_told_what_to_write() -> None:
    text, anchors = "Of 900 machines, 200 were fast servers.", "200 were fast servers"
    located = look(text, anchors, "200 server")
    assert located.cause == "unit-not-printed"
    assert advice(located).endswith("""printed: "200", unit: the claim's""")
    assert look_printed(text, anchors, "200 server", "200").outcome is Outcome.VERIFIED
