"""Every schedule family by its name, built from one set of options."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from ledger.core.pipeline.chimera import chimera
from ledger.core.pipeline.costs import UNIT_COSTS, Costs, Number
from ledger.core.pipeline.dualpipe import dualpipe, dualpipe_v
from ledger.core.pipeline.gpipe import gpipe, looped_bfs
from ledger.core.pipeline.interleaved import interleaved_1f1b
from ledger.core.pipeline.one_f_one_b import one_f_one_b, pipedream
from ledger.core.pipeline.schedule import Schedule
from ledger.core.pipeline.v_shape import v_half, v_min
from ledger.core.pipeline.zb_auto import zb_auto
from ledger.core.pipeline.zb_h import zb_h1, zb_h2
from ledger.core.pipeline.zb_v import zb_v
from ledger.errors import InputError, did_you_mean


@dataclass(frozen=True, slots=True)
class Options:
    """What a family may take beside ranks and micro-batches; each family reads what it knows.

    Attributes:
        chunks: model chunks a rank, for ``interleaved-1f1b`` and ``looped-bfs``; other families fix it.
        extra_warm_up: more forwards in the warm-up of ``interleaved-1f1b``.
        split_backward: whether ``interleaved-1f1b`` runs weight gradients as operations of their own.
        memory_limit: for ``zb-auto``, in one micro-batch's activations; p of them (ZB-1p) if not given.
        kept_for_weights: for ``zb-auto``, the share kept from the input to the weight gradient.
        pairs: pairs of pipelines, for ``chimera``.
        costs: the times for which ``zb-auto`` searches.
    """

    chunks: int = 2
    extra_warm_up: int = 0
    split_backward: bool = False
    memory_limit: Number | None = None
    kept_for_weights: Number = 1
    pairs: int = 1
    costs: Costs = UNIT_COSTS


Builder = Callable[[int, int, Options], Schedule]

FAMILIES: Mapping[str, Builder] = MappingProxyType(
    {
        "gpipe": lambda p, m, _: gpipe(p, m),
        "1f1b": lambda p, m, _: one_f_one_b(p, m),
        "pipedream": lambda p, m, _: pipedream(p, m),
        "interleaved-1f1b": lambda p, m, o: interleaved_1f1b(
            p, m, o.chunks, o.extra_warm_up, o.split_backward
        ),
        "looped-bfs": lambda p, m, o: looped_bfs(p, m, o.chunks),
        "zb-h1": lambda p, m, _: zb_h1(p, m),
        "zb-h2": lambda p, m, _: zb_h2(p, m),
        "zb-auto": lambda p, m, o: zb_auto(
            p, m, p if o.memory_limit is None else o.memory_limit, o.costs, o.kept_for_weights
        ),
        "zb-v": lambda p, m, _: zb_v(p, m),
        "v-min": lambda p, m, _: v_min(p, m),
        "v-half": lambda p, m, _: v_half(p, m),
        "chimera": lambda p, m, o: chimera(p, m, o.pairs),
        "dualpipe": lambda p, m, _: dualpipe(p, m),
        "dualpipe-v": lambda p, m, _: dualpipe_v(p, m),
    }
)


def build(name: str, ranks: int, microbatches: int, options: Options | None = None) -> Schedule:
    """The schedule of that family.

    Raises:
        InputError: no family has that name.
        ConditionError: the family does not exist for these counts.
    """
    if name not in FAMILIES:
        hint = did_you_mean(name, FAMILIES) or f"choose {', '.join(FAMILIES)}"
        raise InputError(f"unknown schedule '{name}'; {hint}")
    return FAMILIES[name](ranks, microbatches, options or Options())
