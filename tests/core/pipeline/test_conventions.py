"""Where conventions disagree: the same schedule, the same word, two numbers. Each has its own name."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from ledger.core.pipeline import bubbles
from ledger.core.pipeline.catalog import build
from ledger.core.pipeline.closed import asynchronous, bidirectional, flush, zero_bubble
from ledger.core.pipeline.costs import Costs
from ledger.core.pipeline.residency import peak_activations
from ledger.core.pipeline.timeline import simulate
from tests.core.pipeline.strategies import costs_for, schedules

ONE = Fraction(1)


def test_bubble_over_ideal_is_not_bubble_over_total() -> None:
    timeline = simulate(build("gpipe", 4, 8))
    assert bubbles.bubble_over_ideal(timeline) == Fraction(3, 8) == flush.bubble_over_ideal(4, 8).value
    assert bubbles.bubble_over_total(timeline) == Fraction(3, 11) == flush.bubble_over_total(4, 8).value


def test_bubble_over_ideal_can_exceed_one_and_over_total_cannot() -> None:
    timeline = simulate(build("gpipe", 8, 1))
    assert bubbles.bubble_over_ideal(timeline) == 7
    assert bubbles.bubble_over_total(timeline) == Fraction(7, 8)


def test_gpipes_own_threshold_under_both_denominators() -> None:
    """M ≥ 4K (GPipe §2.3): below 20% of the total, below 25% of the ideal, whatever K."""
    for k in (2, 8, 128):
        assert Fraction(1, 10) < flush.bubble_over_total(k, 4 * k).value < Fraction(1, 5)
        assert Fraction(1, 8) <= flush.bubble_over_ideal(k, 4 * k).value < Fraction(1, 4)


def test_stage_local_bubble_is_not_the_global_one() -> None:
    """ZB-H2 has no bubble inside any rank's span, yet every rank idles within the makespan."""
    timeline = simulate(build("zb-h2", 4, 12))
    assert bubbles.stage_local_bubble(timeline) == 0
    assert bubbles.bubble_over_total(timeline) == Fraction(3, 39)
    assert bubbles.global_bubble(timeline) == Fraction(3, 39)


def test_the_worst_rank_is_not_the_mean_of_all() -> None:
    """Stage 1, twice as slow, runs from 1 to 26 with a wait of 1 at 5; stage 0's last backward ends at 28."""
    timeline = simulate(build("1f1b", 3, 4), Costs([1, 2, 1], [1, 2, 1], [1, 2, 1]))
    assert timeline.busy == (12, 24, 12)
    assert timeline.makespan == 28
    assert bubbles.bubble_over_total(timeline) == Fraction(16, 28)
    assert bubbles.global_bubble(timeline) == Fraction(16 + 4 + 16, 84)
    assert bubbles.bubble_over_ideal(timeline) == Fraction(4, 24)


def test_b_as_full_backward_or_as_input_gradient() -> None:
    """ZB-H1's bubble, both ways: (p−1)(F + B_full − 2W) and (p−1)(T_F + T_B − T_W) are one number."""
    f, b, w = Fraction(3), Fraction(4), Fraction(2)
    with_input_gradient = zero_bubble.bubble_time("zb-h1", 8, f, b, w).value
    with_full = bidirectional.dualpipe_table_bubble("zb1p", 8, f, b + w, w).value
    assert with_input_gradient == with_full == 35
    # Reading one's B as the other's gives another number, both ways.
    assert bidirectional.dualpipe_table_bubble("zb1p", 8, f, b, w).value == 21
    assert zero_bubble.bubble_time("zb-h1", 8, f, b + w, w).value == 49
    assert max(bubbles.idle(simulate(build("zb-h1", 8, 16), Costs(f, b, w)))) == 35


def test_1f1b_bubble_has_the_same_value_with_either_b() -> None:
    f, b, w = Fraction(3), Fraction(4), Fraction(2)
    assert zero_bubble.bubble_time("1f1b", 8, f, b, w).value == flush.bubble_time(8, f, b + w).value == 63
    assert bidirectional.dualpipe_table_bubble("1f1b", 8, f, b + w, w).value == 63


def test_activations_released_at_b_or_at_w() -> None:
    """ZB-H1 postpones W most on the last rank: p held at W, one at B."""
    schedule = build("zb-h1", 4, 8)
    assert peak_activations(schedule) == (4, 4, 4, 4)
    assert peak_activations(schedule, 1, 0) == (4, 3, 2, 1)
    whole = build("1f1b", 4, 8)
    assert peak_activations(whole) == peak_activations(whole, 1, 0) == (4, 3, 2, 1)


def test_a_chunks_activation_is_not_a_ranks() -> None:
    """ZB-V holds 2p chunk activations, which are p of a rank's: 1F1B's peak."""
    assert max(peak_activations(build("zb-v", 4, 8))) == 8
    assert Fraction(8, 2) == max(peak_activations(build("1f1b", 4, 8)))


def test_dualpipe_counted_by_stages_or_by_devices() -> None:
    """With PP = 8 stages DualPipe takes 8 devices and DualPipeV 4; the table's bubble is the same."""
    wide, folded = simulate(build("dualpipe", 8, 20)), simulate(build("dualpipe-v", 4, 20))
    stated = bidirectional.dualpipe_table_bubble("dualpipe", 8, ONE, Fraction(2), ONE).value
    assert max(bubbles.idle(wide)) == max(bubbles.idle(folded)) == stated == 6
    assert wide.schedule.ranks == 2 * folded.schedule.ranks


def test_chimera_bubble_ratio_with_equal_or_double_backward() -> None:
    """(D−2)/(2N+D−2) and (D−2)/(3N/2+D−2) are both the paper's, for B = F and for B = 2F."""
    assert bidirectional.chimera_bubble_over_total(8, 8).value == Fraction(6, 22)
    assert bidirectional.chimera_middle_bubble_over_total(8, 8).value == Fraction(6, 18)


def test_pipedream_staleness_by_equation_or_by_words() -> None:
    """§3.4: the equation has w₁⁽ᵗ⁻ⁿ⁺¹⁾, n − 1 updates behind; the sentence before it says n steps."""
    assert asynchronous.staleness(4, 1).value == 3
    assert asynchronous.staleness(4, 4).value == 0


@given(st.data())
def test_conventions_are_ordered(data: st.DataObject) -> None:
    """The mean over ranks is at most the worst rank's; no share exceeds one; spans fit the makespan."""
    schedule = data.draw(schedules())
    timeline = simulate(schedule, data.draw(costs_for(schedule.stages)))
    worst, mean = bubbles.bubble_over_total(timeline), bubbles.global_bubble(timeline)
    assert 0 <= mean <= worst <= 1
    assert 0 <= bubbles.stage_local_bubble(timeline) <= 1
    assert bubbles.utilisation(timeline) == 1 - mean
    assert max(bubbles.spans(timeline)) <= timeline.makespan
    for local, whole in zip(bubbles.stage_local_idle(timeline), bubbles.idle(timeline), strict=True):
        assert 0 <= local <= whole
