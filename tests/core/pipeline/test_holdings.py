"""Activations, parameter copies, messages, weight versions."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.core.pipeline.catalog import FAMILIES, build
from ledger.core.pipeline.closed import asynchronous, flush
from ledger.core.pipeline.communication import exposed_communication, messages, transfers
from ledger.core.pipeline.costs import Costs
from ledger.core.pipeline.interleaved import interleaved_1f1b
from ledger.core.pipeline.residency import parameter_copies, peak_activations
from ledger.core.pipeline.schedule import Kind, Schedule
from ledger.core.pipeline.timeline import simulate
from ledger.core.pipeline.weights import weight_use
from ledger.errors import ConditionError
from tests.core.pipeline.strategies import schedules


@given(schedules(), st.fractions(0, 1, max_denominator=5))
def test_releasing_earlier_never_holds_more(schedule: Schedule, kept: Fraction) -> None:
    at_b, between, at_w = (peak_activations(schedule, 1, x) for x in (0, kept, None))
    for low, middle, high in zip(at_b, between, at_w, strict=True):
        assert low <= middle <= high


@given(schedules())
def test_everything_is_released_and_someone_holds_something(schedule: Schedule) -> None:
    peaks = peak_activations(schedule)
    assert max(peaks) >= 1
    assert max(peaks) <= schedule.microbatches * (schedule.stages // schedule.ranks) * len(schedule.routes)


@pytest.mark.parametrize(
    ("name", "copies"), [(name, 2 if name in ("chimera", "dualpipe") else 1) for name in FAMILIES]
)
def test_parameter_copies(name: str, copies: int) -> None:
    assert parameter_copies(build(name, 4, 8)) == (copies,) * 4


@given(schedules())
def test_every_message_sent_is_received(schedule: Schedule) -> None:
    counts = messages(schedule)
    assert sum(sent for sent, _ in counts) == sum(received for _, received in counts)
    sent, received = [0] * schedule.ranks, [0] * schedule.ranks
    for transfer in transfers(simulate(schedule, Costs(1, 1, 1, 2))):
        sent[transfer.sender] += 1
        received[transfer.receiver] += 1
        assert transfer.end - transfer.start == 2
        assert transfer.sender != transfer.receiver
    assert counts == tuple(zip(sent, received, strict=True))


def test_messages_by_hand() -> None:
    """1F1B on 3 ranks, 5 micro-batches: each boundary carries 5 activations and 5 gradients."""
    assert messages(build("1f1b", 3, 5)) == ((5, 5), (10, 10), (5, 5))
    first = next(transfers(simulate(build("1f1b", 3, 5), Costs(communication=Fraction(1, 2)))))
    assert (first.kind, first.stage, first.microbatch) == (Kind.F, 0, 0)
    assert (first.sender, first.receiver, first.start, first.end) == (0, 1, 1, Fraction(3, 2))


def test_communication_grows_with_chunks() -> None:
    """Megatron-LM §2.2.2: v times on an inner boundary; the wrap-around adds to the two end ranks."""
    plain, looped = messages(build("1f1b", 4, 8)), messages(interleaved_1f1b(4, 8, 3))
    factor = flush.interleaved_communication_factor(3).value
    assert [sent for sent, _ in looped[1:3]] == [factor * sent for sent, _ in plain[1:3]]
    assert sum(sent for sent, _ in looped) == 2 * 8 * (4 * 3 - 1)


def test_v_shapes_double_the_volume() -> None:
    """zero-bubble README: pipeline communication volume 2x."""
    single = sum(sent for sent, _ in messages(build("1f1b", 4, 8)))
    for name in ("zb-v", "v-half", "v-min", "dualpipe-v"):
        assert sum(sent for sent, _ in messages(build(name, 4, 8))) == 2 * single


def exposed(name: str, ranks: int, delay: int) -> Fraction:
    return exposed_communication(simulate(build(name, ranks, 8), Costs(communication=delay)))


def test_exposed_communication() -> None:
    """1F1B: the first micro-batch's way there and back is exposed, and each step of the steady state."""
    assert exposed("gpipe", 4, 1) == 6
    assert exposed("1f1b", 1, 1) == 0
    assert exposed("1f1b", 4, 0) == 0


@pytest.mark.parametrize("delay", [1, 2])
def test_a_split_backward_hides_transfers_but_for_the_ends(delay: int) -> None:
    """Kimi K2 §2.4.2: with W after B, transfers are overlapped but for the warm-up and its mirror."""
    costs = Costs(communication=delay)
    split = [
        exposed_communication(simulate(interleaved_1f1b(4, m, 2, 1, split_backward=True), costs))
        for m in (16, 64)
    ]
    whole = [exposed_communication(simulate(interleaved_1f1b(4, m, 2, 1), costs)) for m in (16, 64)]
    assert split[0] == split[1]  # nothing more is exposed however long the steady state
    assert split[0] < whole[0]
    assert (whole[1] > whole[0]) == (delay > 1)


@pytest.mark.parametrize("n", [1, 2, 4, 7])
def test_pipedream_versions_and_staleness(n: int) -> None:
    schedule = build("pipedream", n, 4 * n)
    for stage, use in enumerate(weight_use(schedule), start=1):
        assert use.copies == asynchronous.weight_versions(n, stage).value
        assert use.staleness[-1] == asynchronous.staleness(n, stage).value
        assert max(use.staleness) == use.staleness[-1]
    for stage, use in enumerate(weight_use(schedule, vertical_sync=True), start=1):
        assert use.staleness[-1] == asynchronous.staleness(n, stage, True).value == n - 1
        assert use.versions == weight_use(schedule)[0].versions


def test_pipedream_figure_8_in_words() -> None:
    """§3.4, four machines: on stage 1, 5 runs forward after update 1 and backward after 2, 3, 4."""
    first, second, third, last = weight_use(build("pipedream", 4, 8))
    assert first.versions[4] == 1
    assert first.staleness[4] == 3
    assert second.versions[4] == 2  # "from 2 on machine 2"
    assert third.staleness[4] == 1  # "only one interleaved update"
    assert last.staleness[4] == 0  # "no interleaved updates"
    synced = weight_use(build("pipedream", 4, 8), vertical_sync=True)
    assert [use.versions[4] for use in synced] == [1, 1, 1, 1]


def test_vertical_sync_keeps_more_versions_downstream() -> None:
    stashed, synced = (weight_use(build("pipedream", 4, 16), x) for x in (False, True))
    assert [use.copies for use in stashed] == [4, 3, 2, 1]
    assert [use.copies for use in synced] == [4, 4, 4, 4]


def test_weight_versions_are_refused_where_they_mean_nothing() -> None:
    with pytest.raises(ConditionError) as refusal:
        weight_use(build("1f1b", 4, 8))
    assert refusal.value.code == "synchronous"


def test_noam() -> None:
    assert asynchronous.active_minibatches(4, 1).value == 4
    assert asynchronous.active_minibatches(8, 3).value == 3


def test_stage_must_exist() -> None:
    for call in (asynchronous.staleness, asynchronous.weight_versions):
        with pytest.raises(ConditionError) as refusal:
            call(4, 5)
        assert refusal.value.code == "no-such-stage"
