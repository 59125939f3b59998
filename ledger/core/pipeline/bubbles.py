"""The bubble of a timed schedule, under each convention in use; every convention has its own name.

==================  ====================================================================================
name                value
==================  ====================================================================================
bubble over ideal   ``(makespan − work) / work``, work = compute time of the busiest rank
bubble over total   largest share of the makespan that one rank idles
global bubble       idle time of all ranks over ``ranks · makespan``
stage-local bubble  ``(span − work) / span`` for the rank whose own span, from its first start to its last
                    end, is longest
==================  ====================================================================================

The first can exceed one; the others cannot. The last one forgives a rank for starting late and ending
early, which a schedule may use only if the optimizer step needs no synchronisation (Zero Bubble, §4).
"""

from __future__ import annotations

from fractions import Fraction

from ledger.core.pipeline.timeline import Timeline


def idle(timeline: Timeline) -> tuple[Fraction, ...]:
    """For each rank, the part of the makespan in which it does nothing."""
    return tuple(timeline.makespan - busy for busy in timeline.busy)


def spans(timeline: Timeline) -> tuple[Fraction, ...]:
    """For each rank, the time from its first start to its last end."""
    tick = timeline.ticks.tick
    return tuple((last - first) * tick for first, last in zip(timeline.first, timeline.last, strict=True))


def stage_local_idle(timeline: Timeline) -> tuple[Fraction, ...]:
    """For each rank, the idle time between its first start and its last end."""
    return tuple(wait * timeline.ticks.tick for wait in timeline.waits)


def bubble_over_ideal(timeline: Timeline) -> Fraction:
    """Time beyond the busiest rank's work, over that work (Megatron-LM, §2.2.1, for equal stages)."""
    ideal = max(timeline.busy)
    return _ratio(timeline.makespan - ideal, ideal)


def bubble_over_total(timeline: Timeline) -> Fraction:
    """The largest share of the makespan that one rank idles (Chimera, §2; GPipe, §2.3, for equal stages)."""
    return _ratio(max(idle(timeline)), timeline.makespan)


def global_bubble(timeline: Timeline) -> Fraction:
    """The idle share of all ranks' time together."""
    return _ratio(sum(idle(timeline), Fraction(0)), timeline.schedule.ranks * timeline.makespan)


def stage_local_bubble(timeline: Timeline) -> Fraction:
    """The idle share of the longest span (Zero Bubble, §5.3: "bubble rate")."""
    span, waited = max(zip(spans(timeline), stage_local_idle(timeline), strict=True))
    return _ratio(waited, span)


def utilisation(timeline: Timeline) -> Fraction:
    """The busy share of all ranks' time together; one minus the global bubble."""
    return 1 - global_bubble(timeline)


def _ratio(part: Fraction, whole: Fraction) -> Fraction:
    return part / whole if whole else Fraction(0)
