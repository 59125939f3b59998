"""Pipeline schedules, their timelines, and the metrics of both.

::

    catalog     every schedule family by name; one module a family: gpipe, one_f_one_b, interleaved,
                zb_h, zb_auto, zb_v, v_shape, chimera, dualpipe
    costs       forward, input gradient, weight gradient, communication, overlap; equal or uneven stages
    timeline    exact as-soon-as-possible times of any order, or the deadlock in it
    validate    whether an order is legal, and if not, why
    bubbles     idle time under each convention
    residency   activations in flight, parameter copies
    weights     weight versions and staleness of asynchronous schedules
    communication  messages between ranks and their slots in time
    text        orders written as text
    closed      closed forms of the papers
    simulated   formulas on a schedule built and timed
"""

from ledger.core.formulas import Formula
from ledger.core.pipeline import simulated
from ledger.core.pipeline.closed import asynchronous, bidirectional, flush, zero_bubble

FORMULAS: tuple[Formula, ...] = (
    *flush.FORMULAS,
    *zero_bubble.FORMULAS,
    *bidirectional.FORMULAS,
    *asynchronous.FORMULAS,
    *simulated.FORMULAS,
)
