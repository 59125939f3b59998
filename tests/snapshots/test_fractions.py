"""Stacked fractions: a numerator set over its denominator reads as one quotient, and nothing else does.

The layouts are drawn by hand: sizes and heights in points as ZeRO's section 5 sets 4Ψ + 12Ψ/N_d.
"""

from __future__ import annotations

from array import array
from dataclasses import replace

import pytest

from ledger.quantities import from_fields
from ledger.schema.outcomes import Outcome
from ledger.snapshots.fractions import stacked_formulas
from ledger.snapshots.judge import judge_page
from ledger.snapshots.located import Wanted
from ledger.snapshots.page import Page, Span

Piece = tuple[str, str, float, float, float]
"""Text, role ("", "^" or "_"), left, bottom and height of its glyphs; a glyph is five points wide."""


def page_of(*pieces: Piece) -> Page:
    """A page with the pieces one after the other; white space has no box."""
    text, spans, boxes = "", [], array("h")
    for piece, role, left, bottom, height in pieces:
        if role and spans and spans[-1].role == role and spans[-1].end == len(text):
            spans[-1] = Span(spans[-1].start, len(text) + len(piece), role)
        elif role:
            spans.append(Span(len(text), len(text) + len(piece), role))
        for index, character in enumerate(piece):
            box = (left + 5 * index, bottom, left + 5 * index + 5, bottom + height)
            boxes.extend((0, 0, 0, 0) if character.isspace() else [round(10 * side) for side in box])
        text += piece
    return Page(1, text, spans=tuple(spans), boxes=boxes.tobytes())


def stage_one(left: float = 37.5, gap: str = "\n\n", before: str = "to 4Ψ + ") -> Page:
    """``to 4Ψ + 12Ψ/N_d ≈ 4Ψ bytes``, with the denominator's left edge to choose."""
    return page_of(
        (before, "", 0, 100, 9),
        ("12Ψ", "^", 35, 104, 6),
        (gap, "", 0, 0, 0),
        ("N", "_", left, 97, 6),
        ("d", "_", left + 5, 96, 4),
        (" ≈ 4Ψ bytes", "", 60, 100, 9),
    )


def formulas(page: Page, start: str, end: str) -> list[str]:
    low = page.text.index(start)
    hit = (low, page.text.index(end, low) + len(end))
    return [str(quantity.expression) for _, _, quantity in stacked_formulas(page, [hit])]


def test_reads_the_quotient_and_the_index_of_its_denominator() -> None:
    assert formulas(stage_one(), "4Ψ", "12Ψ") == ["4*Ψ+12*Ψ/N_d"]


def test_a_numerator_that_is_a_sum_stays_one_part() -> None:
    page = page_of(
        ("is 1 + ", "", 0, 100, 9),
        ("p-1", "^", 35, 104, 6),
        ("\n", "", 0, 0, 0),
        ("m", "_", 40, 97, 6),
    )
    assert formulas(page, "1 +", "p-1") == ["1+(p-1)/m"]


@pytest.mark.parametrize(
    "page",
    [
        pytest.param(stage_one(left=80), id="the lower part stands beside, not below"),
        pytest.param(stage_one(gap=" more "), id="words stand between the parts"),
        pytest.param(stage_one(before="to 4Ψ + x"), id="the raised part hangs on a base, as an exponent"),
        pytest.param(
            page_of(("4Ψ + ", "", 0, 100, 9), ("12Ψ", "^", 35, 104, 6), (" left", "", 50, 100, 9)),
            id="nothing is below",
        ),
        pytest.param(
            page_of(
                ("4Ψ + ", "", 0, 100, 9),
                ("12Ψ", "^", 35, 104, 6),
                ("2", "^", 50, 107, 4),
                ("\n", "", 0, 0, 0),
                ("N", "_", 40, 97, 6),
            ),
            id="the numerator has an exponent of its own",
        ),
    ],
)
def test_is_no_fraction(page: Page) -> None:
    assert formulas(page, "4Ψ", "12Ψ") == []


STAGE_ONE = Wanted(
    anchors=("to", "4Ψ + ^{12Ψ}"),
    quantity=from_fields("4*Ψ + 12*Ψ/D", "B"),
    printed="4Ψ + 12Ψ/N_d",
    where={"N_d": "D"},
    unit="B",
)


def test_a_claim_finds_its_stacked_formula() -> None:
    assert judge_page(stage_one(), STAGE_ONE, None).outcome is Outcome.VERIFIED


@pytest.mark.parametrize(
    "wrong",
    [
        pytest.param({"quantity": from_fields("4*Ψ + 13*Ψ/D", "B")}, id="another digit"),
        pytest.param({"quantity": from_fields("2*Ψ + 12*Ψ/D", "B")}, id="another coefficient"),
        pytest.param({"quantity": from_fields("4*Ψ - 12*Ψ/D", "B")}, id="another sign"),
        pytest.param({"quantity": from_fields("4*Ψ + 12*Ψ*D", "B")}, id="times for over"),
        pytest.param({"printed": "4Ψ + 12Ψ/N"}, id="another form than is printed"),
        pytest.param({"where": {"N_d": "2*D"}}, id="a symbol that stands for something else"),
    ],
)
def test_a_planted_defect_is_not_verified(wrong: dict[str, object]) -> None:
    wanted = replace(STAGE_ONE, **wrong)  # type: ignore[arg-type]  # parametrised fields
    assert judge_page(stage_one(), wanted, None).outcome is not Outcome.VERIFIED
