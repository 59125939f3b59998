from __future__ import annotations

from ledger.snapshots.agree import Opinion, opinion
from ledger.snapshots.page import Page


def say(text: str, token: str, second: str, *anchors: str, fault: str = "") -> Opinion:
    at = text.index(token)
    places = tuple((text.index(anchor), text.index(anchor) + len(anchor)) for anchor in anchors)
    return opinion(Page(1, text), at, at + len(token), Page(1, second, fault=fault), places)


def test_the_same_digits_with_other_spacing() -> None:
    assert say("We use 2048 GPUs", "2048 GPUs", "We\nuse2\n0\n4\n8\nG P U s") is Opinion.AGREES
    assert say("the 3.8 ×1025 FLOP", "3.8 ×1025", "the 3.8×10\n25\nFLOP") is Opinion.AGREES


def test_another_digit() -> None:
    assert say("We use 2048 GPUs", "2048 GPUs", "We use 2043 GPUs") is Opinion.DIFFERS
    assert say("We use 2048 GPUs", "2048 GPUs", "We use 12048 GPUs") is Opinion.DIFFERS
    assert say("x\t96\ty", "96", "x 961 y 196") is Opinion.DIFFERS


def test_a_cell_in_another_order_needs_an_anchor_near() -> None:
    assert say("GPT-3\t96\t12288", "12288", "12288\n96\nGPT-3", "GPT-3") is Opinion.AGREES
    assert say("GPT-3\t96\t12288", "12288", "12288\n96\nother", "GPT-3") is Opinion.DIFFERS


def test_a_page_that_was_cut_can_agree_but_not_differ() -> None:
    assert say("We use 2048 GPUs", "2048 GPUs", "We use 2048 GPUs", fault="cut") is Opinion.AGREES
    assert say("We use 2048 GPUs", "2048 GPUs", "We use", fault="cut") is Opinion.SILENT


def test_a_cell_with_its_row_in_the_same_order() -> None:
    assert say("2.611\t42.33%\t98.05h\t1x", "98.05h", "2.611 42.33% 98.05h 1x") is Opinion.AGREES
    assert say("70.86\t65.3%(1.23×)", "65.3%", "49.0k 70.86 65.3%(1.23\x02)") is Opinion.AGREES


def test_a_number_that_runs_on_in_the_other_reading() -> None:
    assert say("7.5\t608\t368", "608", "7.5 1608 368") is Opinion.DIFFERS
    assert say("7.5\t608\t368", "608", "7.5608 368") is Opinion.DIFFERS
    assert say("7.5\t608\t368", "608", "7.5 608.5 368") is Opinion.DIFFERS
    assert say("it is 5 of them all", "5", "it was -5 of them all") is Opinion.DIFFERS
    assert say("it is 5 of them all", "5", "it was 0.5 of them all") is Opinion.DIFFERS
    assert say("of them it is 5 ms", "5", "of them it is 5% so") is Opinion.DIFFERS
