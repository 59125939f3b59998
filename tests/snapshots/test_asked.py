"""Quantities asked for as people type and papers print them: formulas, ranges, signs, names of rows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

import pytest

from ledger.schema.outcomes import Outcome
from ledger.snapshots.extract import Extractor
from ledger.snapshots.locate import locate
from ledger.snapshots.located import Wanted
from ledger.snapshots.page import Document, Page
from ledger.snapshots.stated import asked, lead_of


def found(extractor: Extractor, document: Document, anchors: Iterable[str], text: str) -> Outcome:
    def second(numbers: Iterable[int]) -> Mapping[int, Page]:
        return extractor.second_opinion(document.digest, numbers)

    said = asked(text)
    wanted = Wanted(
        tuple(anchors),
        said.quantity,
        1,
        loose=said.loose,
        nouns=said.nouns,
        symbol=said.symbol,
        lead=lead_of(text, said),
    )
    return locate(document, wanted, second).outcome


ROWS = (
    "| | Model | Years |\n|---|---|---|\n| (1) | MoE(2048E, 36L) | 44.3 |\n| (2) | MoE(512E, 36L) | 39.0 |\n"
)
STATED = [
    # a formula, with and without what it measures
    ("ZeRO stores 16Ψ bytes.", "16Ψ", "16Ψ"),
    ("ZeRO stores 16Ψ bytes.", "16Ψ", "16Ψ bytes"),
    ("The bubble is small when M ≥ 4 × K.", "M ≥ 4 × K", "M ≥ 4K"),
    ("The bubble is small when M ≥ 4 × K.", "M >= 4 × K", "M >= 4×K"),
    # ranges as they are typed and set
    ("Its overhead is 30 − 40% there.", "overhead is", "30 − 40%"),
    ("Its overhead is 30–40% there.", "overhead is", "30 - 40%"),
    ("It improves throughput by 1.16x-2.34x there.", "throughput by", "1.16x-2.34x"),
    ("It improves throughput by 1.16×–2.34× there.", "throughput by", "1.16x-2.34x"),
    # the slash is of what the share is taken of
    ("It reaches 50-73% of the theoretical maximum FLOPs/s on it.", "reaches 50-73% of", "50-73%"),
    ("It takes 12.0 bytes here.", "It takes 12.0 bytes", "12 bytes"),
    ("Any multiple of 32 will do.", "multiple of", "multiple of 32"),
    ("It takes\nabout 32 nodes.", "It takes", "about 32 nodes"),
    # the name of a row has numbers of its own
    (ROWS, "MoE(2048E, 36L)|44.3", "44.3"),
    (ROWS, "MoE(2048E, 36L)", "44.3"),
]
NOT_STATED = [
    ("ZeRO stores 16Ψ bytes.", "16Ψ", "12Ψ"),
    ("ZeRO stores 16Ψ bytes.", "16Ψ", "16Ψ GB"),
    ("The bubble is small when M ≥ 4 × K.", "M ≥ 4 × K", "M ≥ 5K"),
    ("The bubble is small when M ≥ 4 × K.", "M ≥ 4 × K", "M ≤ 4K"),
    ("It improves throughput by 1.16x-2.34x there.", "throughput by", "1.16x"),
    ("It improves throughput by 1.16x-2.34x there.", "throughput by", "1.16x-2.43x"),
    ("It reaches 50 requests of each kind/s on it.", "reaches 50", "50 requests/s"),
    ("We use 8K tokens per batch here.", "8K tokens per batch", "8K tokens"),
    (ROWS, "MoE(2048E, 36L)|39.0", "39.0"),
    (ROWS, "MoE(2048E, 36L)", "39.0"),
    # words before the number are asked for too
    ("Any multiple of 32 will do.", "multiple of 32", "not 32"),
    ("Any multiple of 32 will do.", "multiple of 32", "divisor of 32"),
    ("Any multiple of 32 will do.", "multiple of 32", "tiple of 32"),
    ("The peak is 312 TFLOP/s.", "peak is", "H100 peak 312 TFLOP/s"),
    # more digits than the source has
    ("It takes 12 bytes here.", "It takes 12 bytes", "12.0 bytes"),
    ("Alpha 5 GB, Beta 7 GB.", "Alpha 5 GB|7 GB", "7 GB"),
]


@pytest.mark.parametrize(("text", "anchors", "quantity"), STATED)
def test_stated(
    extractor: Extractor, read: Callable[..., Document], text: str, anchors: str, quantity: str
) -> None:
    outcome = found(extractor, read(text.encode(), "text/markdown"), anchors.split("|"), quantity)
    assert outcome is Outcome.VERIFIED


@pytest.mark.parametrize(("text", "anchors", "quantity"), NOT_STATED)
def test_not_stated(
    extractor: Extractor, read: Callable[..., Document], text: str, anchors: str, quantity: str
) -> None:
    outcome = found(extractor, read(text.encode(), "text/markdown"), anchors.split("|"), quantity)
    assert outcome is not Outcome.VERIFIED


@pytest.mark.parametrize("text", ["= 16 GB", "=16 GB", "16 GB", "= −0.42"])
def test_a_sign_of_equality_asks_for_no_word_before_the_number(text: str) -> None:
    assert lead_of(text, asked(text)) == ""
