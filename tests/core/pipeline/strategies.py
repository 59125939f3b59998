"""Schedules, times and orders for the property tests."""

from __future__ import annotations

from hypothesis import strategies as st

from ledger.core.pipeline.catalog import FAMILIES, Options, build
from ledger.core.pipeline.costs import Costs
from ledger.core.pipeline.schedule import Schedule

times = st.one_of(st.integers(0, 9), st.fractions(0, 9, max_denominator=7))


@st.composite
def costs_for(draw: st.DrawFn, stages: int) -> Costs:
    """Times equal or different from stage to stage, with communication and overlap."""
    each = st.one_of(times, st.lists(times, min_size=stages, max_size=stages))
    return Costs(draw(each), draw(each), draw(each), draw(times), draw(st.none() | times))


@st.composite
def schedules(draw: st.DrawFn, most_ranks: int = 6, most_microbatches: int = 16) -> Schedule:
    """Any schedule of any family that exists for the drawn counts."""
    name = draw(st.sampled_from(sorted(FAMILIES)))
    ranks = draw(st.integers(1, most_ranks))
    microbatches = draw(st.integers(1, most_microbatches))
    options = Options(
        chunks=draw(st.integers(1, 3)),
        extra_warm_up=draw(st.integers(0, 3)),
        split_backward=draw(st.booleans()),
        memory_limit=draw(st.fractions(1, 2 * ranks + 1, max_denominator=3)),
        kept_for_weights=draw(st.fractions(0, 1, max_denominator=4)),
        pairs=draw(st.integers(1, 2)),
        costs=draw(costs_for(ranks)),
    )
    if name in ("chimera", "dualpipe"):
        ranks += ranks % 2
        options = Options(pairs=2 if ranks % 4 == 0 and options.pairs == 2 else 1)
    if name == "zb-auto":
        options = Options(
            memory_limit=options.memory_limit,
            kept_for_weights=options.kept_for_weights,
            costs=draw(costs_for(ranks)),
        )
    if name.startswith("dualpipe"):
        microbatches = 2 * (ranks + microbatches)
    if name == "interleaved-1f1b" and microbatches % max(1, microbatches // ranks):
        microbatches *= ranks
    return build(name, ranks, microbatches, options)
