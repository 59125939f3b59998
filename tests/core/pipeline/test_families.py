"""What each schedule family promises beside being legal."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.core.pipeline import bubbles, v_shape
from ledger.core.pipeline.catalog import FAMILIES, Options, build
from ledger.core.pipeline.chimera import chimera
from ledger.core.pipeline.costs import Costs
from ledger.core.pipeline.dualpipe import dualpipe, dualpipe_v
from ledger.core.pipeline.interleaved import interleaved_1f1b
from ledger.core.pipeline.residency import peak_activations
from ledger.core.pipeline.schedule import Kind
from ledger.core.pipeline.timeline import simulate
from ledger.core.pipeline.v_shape import v_half, v_min
from ledger.core.pipeline.validate import violations
from ledger.core.pipeline.zb_auto import zb_auto
from ledger.errors import ConditionError, InputError
from tests.core.pipeline.strategies import costs_for


@pytest.mark.parametrize("name", FAMILIES)
def test_a_family_names_its_schedules_and_is_legal_at_size(name: str) -> None:
    schedule = build(name, 8, 32)
    assert schedule.name == name
    assert violations(schedule) == ()


def test_unknown_family() -> None:
    with pytest.raises(InputError, match="dualpipe"):
        build("dualpip", 4, 8)


@pytest.mark.parametrize("name", FAMILIES)
@pytest.mark.parametrize(("ranks", "microbatches"), [(0, 4), (4, 0), (-1, 4)])
def test_counts_below_one_are_refused(name: str, ranks: int, microbatches: int) -> None:
    with pytest.raises(ConditionError) as refusal:
        build(name, ranks, microbatches)
    assert refusal.value.code == "not-positive"


def test_one_chunk_interleaved_is_1f1b_but_for_the_warm_up() -> None:
    """With one chunk a rank the warm-up is twice as deep; one rank apart from the last it may differ."""
    assert simulate(interleaved_1f1b(4, 8, 1)).makespan == simulate(build("1f1b", 4, 8)).makespan


@given(st.integers(1, 6), st.integers(1, 3), st.integers(1, 4))
def test_interleaved_activations(p: int, rounds: int, v: int) -> None:
    """The warm-up's 2(p − 1 − r) + (v − 1)p forwards and one more, capped by all there are."""
    peaks = peak_activations(interleaved_1f1b(p, rounds * p, v))
    warm_ups = [2 * (p - 1 - rank) + (v - 1) * p for rank in range(p)]
    assert peaks == tuple(min(warm_up + 1, v * rounds * p) for warm_up in warm_ups)


def pairs_of_steady_state(extra: int, rank: int) -> list[tuple[int, int]]:
    """Micro-batches of each forward and of the backward right after it."""
    slots = [slot[0] for slot in interleaved_1f1b(4, 16, 2, extra).slots(rank)]
    return [
        (one.microbatch, two.microbatch)
        for one, two in pairwise(slots)
        if one.kind is Kind.F and two.kind is Kind.BW and two.stage == one.stage
    ]


def test_extra_warm_up_separates_forward_and_backward() -> None:
    """Kimi K2 §2.4.2: on the last rank a backward else needs the forward right before it."""
    assert any(f == b for f, b in pairs_of_steady_state(0, 3))
    assert all(f != b for rank in range(4) for f, b in pairs_of_steady_state(1, rank))


@given(st.integers(1, 6), st.integers(1, 3), st.integers(1, 3), st.integers(0, 3))
def test_extra_warm_up_costs_activations_and_no_time(p: int, rounds: int, v: int, extra: int) -> None:
    plain, more = (interleaved_1f1b(p, rounds * p, v, x) for x in (0, extra))
    assert simulate(more).makespan == simulate(plain).makespan
    for less, held in zip(peak_activations(plain), peak_activations(more), strict=True):
        assert less <= held <= less + extra


def test_interleaved_groups() -> None:
    assert violations(interleaved_1f1b(4, 10, 2)) == ()  # two groups of five
    assert violations(interleaved_1f1b(4, 3, 2)) == ()  # one group of three
    with pytest.raises(ConditionError) as refusal:
        interleaved_1f1b(4, 9, 2)
    assert refusal.value.code == "not-divisible"


@given(st.data(), st.integers(1, 5), st.integers(1, 12))
def test_zb_auto_keeps_its_limit(data: st.DataObject, p: int, m: int) -> None:
    limit = data.draw(st.fractions(1, 2 * p + 1, max_denominator=3))
    kept = data.draw(st.fractions(0, 1, max_denominator=4))
    schedule = zb_auto(p, m, limit, data.draw(costs_for(p)), kept)
    assert max(peak_activations(schedule, 1, kept)) <= limit


@given(st.data(), st.integers(2, 5), st.integers(2, 12))
def test_zb_auto_is_no_slower_with_more_memory_at_equal_times(data: st.DataObject, p: int, m: int) -> None:
    low = data.draw(st.integers(1, 2 * p))
    spans = [max(bubbles.spans(simulate(zb_auto(p, m, limit)))) for limit in (low, low + 1)]
    assert spans[1] <= spans[0]


@pytest.mark.parametrize(("limit", "kept"), [(Fraction(1, 2), 1), (0, 1), (4, 2), (4, Fraction(-1, 2))])
def test_zb_auto_refuses_impossible_memory(limit: Fraction, kept: Fraction) -> None:
    with pytest.raises(ConditionError) as refusal:
        zb_auto(4, 8, limit, kept_for_weights=kept)
    assert refusal.value.code == "memory"


@pytest.mark.parametrize("p", range(2, 9))
def test_zb_auto_meets_the_handmade_schedules_at_equal_times(p: int) -> None:
    for name, limit in (("zb-h1", p), ("zb-h2", 2 * p - 1)):
        by_hand, searched = simulate(build(name, p, 3 * p)), simulate(zb_auto(p, 3 * p, limit))
        assert max(bubbles.spans(searched)) == max(bubbles.spans(by_hand))


@given(st.integers(1, 7), st.integers(1, 20))
def test_zb_v_keeps_the_memory_of_1f1b_and_no_bubble_inside(p: int, m: int) -> None:
    schedule = build("zb-v", p, m)
    assert max(peak_activations(schedule)) <= 2 * p
    if m >= 2 * p - 1:
        assert set(bubbles.stage_local_idle(simulate(schedule))) == {0}


@pytest.mark.parametrize("family", [v_min, v_half])
@pytest.mark.parametrize("p", [1, 2, 3, 4, 6, 7])
def test_repeating_the_steady_period_gives_the_same_order(
    family: type, p: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    m = 2 * p + 24 + 17
    short = family(p, m)
    monkeypatch.setattr(v_shape, "_extend", lambda *given: None)
    assert family(p, m).orders == short.orders


@given(st.integers(1, 8), st.integers(1, 24))
def test_v_min_and_v_half_keep_their_memory(p: int, m: int) -> None:
    """A third and a half of 1F1B's 2p chunk activations, and at most three chunks more."""
    assert max(peak_activations(v_min(p, m))) <= Fraction(2 * p, 3) + 3
    assert max(peak_activations(v_half(p, m))) <= p + 3


def test_chimera_shares_few_micro_batches_evenly() -> None:
    """§3.1: for N < D the micro-batches are split over the two pipelines as evenly as possible."""
    assert list(chimera(8, 5).route_of) == [0, 0, 0, 1, 1]
    assert list(chimera(8, 1).route_of) == [0]
    assert list(chimera(4, 6).route_of) == [0, 0, 1, 1, 0, 1]


def test_chimera_routes() -> None:
    """§3.6, Fig. 8: down pipeline 1 of D = 8, f = 2 starts at worker 4; its up pipeline is the reverse."""
    routes = chimera(8, 8, pairs=2).routes
    assert routes[2] == (4, 5, 6, 7, 0, 1, 2, 3)
    assert routes[3] == routes[2][::-1]


@pytest.mark.parametrize(
    ("make", "code"),
    [
        (lambda: chimera(5, 5), "not-divisible"),
        (lambda: chimera(8, 8, pairs=3), "not-divisible"),
        (lambda: dualpipe(5, 20), "not-divisible"),
        (lambda: dualpipe(4, 9), "not-divisible"),
        (lambda: dualpipe(4, 6), "too-few-microbatches"),
        (lambda: dualpipe_v(4, 7), "too-few-microbatches"),
        (lambda: interleaved_1f1b(4, 8, 2, extra_warm_up=-1), "not-positive"),
    ],
)
def test_refusals(make: object, code: str) -> None:
    assert callable(make)
    with pytest.raises(ConditionError) as refusal:
        make()
    assert refusal.value.code == code


def test_dualpipe_peak_does_not_grow_with_micro_batches() -> None:
    """DeepSeek-V3 §3.2.1: neither bubbles nor activations grow with the number of micro-batches."""
    few, many = dualpipe(8, 20), dualpipe(8, 200)
    assert peak_activations(few) == peak_activations(many) == (9,) * 8
    assert bubbles.idle(simulate(few)) == bubbles.idle(simulate(many))


def test_catalog_passes_options_on() -> None:
    assert build("interleaved-1f1b", 2, 4, Options(chunks=3)).stages == 6
    assert build("chimera", 4, 4, Options(pairs=2)).routes == chimera(4, 4, 2).routes
    costs = Costs(3, 1, 2)
    assert (
        build("zb-auto", 4, 8, Options(memory_limit=7, costs=costs)).orders == zb_auto(4, 8, 7, costs).orders
    )
