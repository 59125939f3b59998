"""Simulated schedules agree with the papers' closed forms where the theory says so, and only there."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.core.pipeline import bubbles
from ledger.core.pipeline.catalog import Options, build
from ledger.core.pipeline.closed import bidirectional, flush, zero_bubble
from ledger.core.pipeline.costs import Costs
from ledger.core.pipeline.residency import parameter_copies, peak_activations
from ledger.core.pipeline.timeline import Timeline, simulate
from ledger.errors import ConditionError

ranks = st.integers(1, 8)
counts = st.integers(1, 24)
positive = st.fractions(Fraction(1, 5), 9, max_denominator=5)


def run(name: str, p: int, m: int, costs: Costs, options: Options | None = None) -> Timeline:
    return simulate(build(name, p, m, options), costs)


@given(st.sampled_from(["gpipe", "1f1b"]), ranks, counts, positive, positive, positive)
def test_flush_pipelines(name: str, p: int, m: int, f: Fraction, b: Fraction, w: Fraction) -> None:
    timeline = run(name, p, m, Costs(f, b, w))
    ideal = flush.ideal_time(m, f, b + w).value
    assert set(timeline.busy) == {ideal}
    assert timeline.makespan == ideal + flush.bubble_time(p, f, b + w).value
    assert bubbles.bubble_over_ideal(timeline) == flush.bubble_over_ideal(p, m).value
    assert bubbles.bubble_over_total(timeline) == flush.bubble_over_total(p, m).value
    assert bubbles.utilisation(timeline) == flush.utilisation(p, m).value


@given(ranks, counts)
def test_flush_pipelines_activations(p: int, m: int) -> None:
    kept = peak_activations(build("1f1b", p, m))
    assert list(kept) == [flush.one_f_one_b_peak_activations(p, m, r).value for r in range(p)]
    assert set(peak_activations(build("gpipe", p, m))) == {flush.gpipe_peak_activations(m).value}


@given(
    st.sampled_from(["interleaved-1f1b", "looped-bfs"]),
    ranks,
    st.integers(1, 4),
    st.integers(1, 4),
    positive,
    positive,
)
def test_interleaved(name: str, p: int, rounds: int, v: int, f: Fraction, b: Fraction) -> None:
    chunk = Costs(flush.chunk_time(f, v).value, flush.chunk_time(b, v).value, 0)
    timeline = run(name, p, rounds * p, chunk, Options(chunks=v))
    assert bubbles.bubble_over_ideal(timeline) == flush.interleaved_bubble_over_ideal(p, rounds * p, v).value
    assert timeline.makespan - max(timeline.busy) == flush.interleaved_bubble_time(p, v, f, b).value


@pytest.mark.parametrize(
    ("name", "p", "m"), [("1f1b", 4, 4), ("zb-h1", 4, 9), ("zb-h1", 7, 14), ("zb-h2", 4, 8), ("zb-h2", 6, 13)]
)
@given(positive, positive, positive)
def test_zero_bubble_table_2(name: str, p: int, m: int, f: Fraction, b: Fraction, w: Fraction) -> None:
    try:
        stated = zero_bubble.bubble_time(name, p, f, b, w).value
    except ConditionError:
        return
    timeline = run(name, p, m, Costs(f, b, w))
    assert max(bubbles.stage_local_idle(timeline)) == stated


@pytest.mark.parametrize(
    ("name", "times", "code"),
    [
        ("zb-h1", (1, 1, 2), "long-weight-gradient"),
        ("zb-h1", (1, 2, 2), "long-weight-gradient"),
        ("zb-h2", (2, 1, 2), "overfilled"),
    ],
)
def test_zero_bubble_table_2_is_refused_where_the_schedule_differs(
    name: str, times: tuple[int, int, int], code: str
) -> None:
    with pytest.raises(ConditionError) as refusal:
        zero_bubble.bubble_time(name, 4, *map(Fraction, times))
    assert refusal.value.code == code
    f, b, w = times
    timeline = run(name, 4, 12, Costs(f, b, w))
    factor = {"zb-h1": 1, "zb-h2": 2}[name]
    assert max(bubbles.stage_local_idle(timeline)) != 3 * (f + b - factor * w)


@given(st.integers(1, 7), st.integers(0, 9), positive, st.fractions(0, 1, max_denominator=5))
def test_zero_bubble_activations(p: int, more: int, held: Fraction, share: Fraction) -> None:
    for name, least in (("1f1b", p), ("zb-h1", p), ("zb-h2", 2 * p - 1)):
        peaks = peak_activations(build(name, p, least + more), held, share * held)
        stated = [zero_bubble.activations(name, p, i, held, share * held).value for i in range(1, p + 1)]
        assert list(peaks) == stated


@given(ranks, st.integers(1, 8), positive, positive)
def test_zero_bubble_few_microbatches(p: int, m: int, f: Fraction, b: Fraction) -> None:
    m, w = min(m, p), min(f, b) / 2
    split = run("zb-h1", p, m, Costs(f, b, w)).makespan
    whole = run("1f1b", p, m, Costs(f, b, w)).makespan
    assert split <= zero_bubble.few_microbatches_time(True, p, m, f, b, w).value + (m - 1) * w
    assert whole == zero_bubble.few_microbatches_time(False, p, m, f, b, w).value
    if m == 1:
        assert split == zero_bubble.few_microbatches_time(True, p, m, f, b, w).value


@pytest.mark.parametrize("p", [16, 24, 32])
@pytest.mark.parametrize("name", ["zb1p", "zbv", "v-half", "v-min"])
def test_zero_bubble_readme_to_leading_order(name: str, p: int) -> None:
    """Factors of bubble and memory over 1F1B's as p grows; a few slots of overhead remain."""
    m = 4 * p
    family = {"zb1p": "zb-h1", "zbv": "zb-v"}.get(name, name)
    schedule = build(family, p, m)
    chunks = schedule.stages // p
    timeline = simulate(schedule)
    bubble = max(bubbles.stage_local_idle(timeline)) / chunks
    stated = zero_bubble.readme_bubble_rate(name, p, m).details["over_1f1b"]
    assert abs(bubble - stated * 3 * (p - 1)) <= 2
    memory = Fraction(max(peak_activations(schedule)), chunks)
    assert 0 <= memory - zero_bubble.readme_activation_factor(name).value * p <= Fraction(5, 3)


@given(st.integers(1, 4), st.integers(0, 12), positive, st.fractions(0, 1, max_denominator=4))
def test_dualpipe_table(half: int, more: int, f: Fraction, share: Fraction) -> None:
    """F = B − W ≥ W: the table's bubble, activations and parameters are those of the schedule."""
    w = share * f
    for name, p, m in (("dualpipe", 2 * half, 4 * half + 2 * more), ("dualpipe-v", half, 2 * half + more)):
        timeline = run(name, p, m, Costs(f, f, w))
        stages = timeline.schedule.stages
        stated = bidirectional.dualpipe_table_bubble(name, stages, f, f + w, w)
        assert stated.details["schedule_meets_it"]
        assert max(bubbles.idle(timeline)) == stated.value
        assert set(peak_activations(timeline.schedule)) == {
            bidirectional.dualpipe_table_activation(name, stages).value
        }
        assert bidirectional.dualpipe_table_devices(name, stages).value == p
        held = {
            2 * copies if name == "dualpipe-v" else copies for copies in parameter_copies(timeline.schedule)
        }
        assert held == {bidirectional.dualpipe_table_parameters(name).value}


@pytest.mark.parametrize("pair", [3, 4, 5])
def test_dualpipe_table_with_overlap(pair: int) -> None:
    timeline = run("dualpipe", 8, 20, Costs(2, 2, 1, 0, pair))
    stated = bidirectional.dualpipe_table_bubble(
        "dualpipe", 8, Fraction(2), Fraction(3), Fraction(1), Fraction(pair)
    )
    assert stated.details["schedule_meets_it"]
    assert max(bubbles.idle(timeline)) == stated.value


@pytest.mark.parametrize(
    ("f", "b", "w", "pair"), [(1, 2, 1, None), (2, 1, 1, None), (1, 1, 2, None), (2, 2, 2, 3), (2, 2, 1, 6)]
)
def test_dualpipe_table_says_where_the_schedule_differs(f: int, b: int, w: int, pair: int | None) -> None:
    timeline = run("dualpipe", 8, 20, Costs(f, b, w, 0, pair))
    overlapped = None if pair is None else Fraction(pair)
    stated = bidirectional.dualpipe_table_bubble(
        "dualpipe", 8, Fraction(f), Fraction(b + w), Fraction(w), overlapped
    )
    assert not stated.details["schedule_meets_it"]
    assert max(bubbles.idle(timeline)) != stated.value


@given(st.integers(1, 6), st.integers(1, 3), st.integers(1, 6))
def test_chimera_table_3(half: int, units: int, pairs: int) -> None:
    depth, m = 2 * half, 2 * half * units
    if half % pairs:
        with pytest.raises(ConditionError):
            bidirectional.chimera_bubble_over_total(depth, m, pairs)
        return
    timeline = run("chimera", depth, m, Costs(1, 1, 0), Options(pairs=pairs))
    assert (
        bubbles.bubble_over_total(timeline) == bidirectional.chimera_bubble_over_total(depth, m, pairs).value
    )
    peaks = peak_activations(timeline.schedule)
    assert [min(peaks), max(peaks)] == bidirectional.chimera_activations(depth, pairs).value
    assert set(parameter_copies(timeline.schedule)) == {bidirectional.chimera_parameters(pairs).value}


@pytest.mark.parametrize("depth", [2, 4, 6, 8, 16])
def test_chimera_middle_bubbles_when_a_backward_takes_two_forwards(depth: int) -> None:
    timeline = run("chimera", depth, depth, Costs(1, 2, 0))
    stated = bidirectional.chimera_middle_bubble_over_total(depth, depth).value
    assert bubbles.bubble_over_total(timeline) == stated


def test_direct_concatenation_leaves_intermediate_bubbles() -> None:
    """Chimera §3.5: seamless when F = B, not when a backward takes two forwards."""
    one, two = (max(bubbles.idle(run("chimera", 8, m, Costs(1, 1, 0)))) for m in (8, 16))
    assert one == two
    one, two = (max(bubbles.idle(run("chimera", 8, m, Costs(1, 2, 0)))) for m in (8, 16))
    assert two > one


@given(
    st.sampled_from(["gpipe", "1f1b", "zb-h1", "zb-h2", "zb-v", "v-half", "v-min", "dualpipe-v"]),
    st.integers(2, 5),
)
def test_bubbles_vanish_as_micro_batches_grow(name: str, p: int) -> None:
    shares = [bubbles.bubble_over_total(run(name, p, m, Costs())) for m in (4 * p, 8 * p, 40 * p)]
    assert shares == sorted(shares, reverse=True)
    assert shares[-1] < Fraction(1, 30)


@given(
    st.sampled_from(
        [
            "gpipe",
            "1f1b",
            "interleaved-1f1b",
            "looped-bfs",
            "zb-h1",
            "zb-h2",
            "zb-v",
            "v-half",
            "v-min",
            "dualpipe-v",
            "zb-auto",
        ]
    ),
    st.integers(2, 9),
    positive,
    positive,
    positive,
)
def test_one_rank_never_waits(name: str, m: int, f: Fraction, b: Fraction, w: Fraction) -> None:
    costs = Costs(f, b, w, 5)
    assert bubbles.bubble_over_ideal(run(name, 1, m, costs, Options(costs=costs))) == 0


def test_throughput_is_bounded_by_the_slowest_stage() -> None:
    times = (Fraction(3), Fraction(6), Fraction(3))
    bound = flush.throughput_bound(times)
    assert bound.value == Fraction(1, 6)
    assert bound.details["slowest_stage"] == 1
    few, many = (m / run("1f1b", 3, m, Costs([1, 2, 1], [2, 4, 2], 0)).makespan for m in (4, 400))
    assert few < many < bound.value
    assert bound.value - many < Fraction(1, 300)


def test_memory_plateau() -> None:
    # (7·(18.086 + 2·0.601) + 8·18.522)/18.522 = 15.289…
    result = zero_bubble.memory_plateau(8, Fraction("18.522"), Fraction("18.086"), Fraction("0.601"))
    assert result.value == 15


@pytest.mark.parametrize(
    ("call", "code"),
    [
        (lambda: flush.one_f_one_b_peak_activations(4, 8, 4), "no-such-stage"),
        (lambda: flush.interleaved_bubble_over_ideal(4, 6, 2), "not-divisible"),
        (lambda: flush.throughput_bound(()), "no-time"),
        (lambda: flush.throughput_bound((Fraction(0),)), "no-time"),
        (lambda: zero_bubble.activations("zb-h1", 4, 5, Fraction(1), Fraction(1)), "no-such-stage"),
        (lambda: zero_bubble.memory_plateau(4, Fraction(0), Fraction(1)), "no-time"),
        (lambda: zero_bubble.few_microbatches_time(True, 2, 3, *[Fraction(1)] * 3), "too-many-microbatches"),
        (lambda: bidirectional.dualpipe_table_bubble("dualpipe", 7, *[Fraction(1)] * 3), "not-divisible"),
        (lambda: bidirectional.dualpipe_table_devices("dualpipe-v", 7), "not-divisible"),
        (lambda: bidirectional.chimera_bubble_over_total(8, 12), "not-divisible"),
        (lambda: bidirectional.chimera_middle_bubble_over_total(5, 5), "not-divisible"),
    ],
)
def test_refusals(call: object, code: str) -> None:
    assert callable(call)
    with pytest.raises(ConditionError) as refusal:
        call()
    assert refusal.value.code == code
