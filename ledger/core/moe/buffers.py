"""Slots of receive buffers: fixed under perfect balance, dynamic without it.

The dynamic sizes are worst cases. The report's S·K·R counts K copies of every token of every rank on one
rank; K distinct experts cannot all live on a rank with fewer than K experts, so the reachable maximum is
S·R·min(K, E/R). Neither is what normal use of a library allocates.
"""

from __future__ import annotations

from typing import Annotated

from ledger.core.formulas import Citation, Formula, Param, Result, formula
from ledger.core.moe.inputs import ElementBytes, Experts, Hidden, Ranks, RankTokens, TopK, experts_per_rank

Padding = Annotated[int, Param("token", "segments are padded to a multiple of this", minimum=1)]
Slots = Annotated[int, Param("slot", "token slots", minimum=0)]
REPORT = Citation("kimi-k3-2026", "5.2.1", note="zero-copy communication")
WORST = "upper bound, worst-case imbalance and a copy-free path; not normal use"


@formula(
    "moe.moonep_buffer_slots",
    unit="slot",
    convention="fixed S·K, without padding",
    source=REPORT,
    example={"tokens_per_rank": "4096", "top_k": "8"},
    conditions=("every rank ends with exactly S·K assignments",),
)
def moonep_buffer_slots(tokens_per_rank: RankTokens, top_k: TopK) -> Result:
    """Slots of a rank's buffer under perfect balance."""
    return Result(tokens_per_rank * top_k)


@formula(
    "moe.moonep_buffer_slots_padded",
    unit="slot",
    convention="S·K + (padding − 1) × 2E/R: every segment of own and copied experts padded at worst",
    source=Citation("zheliuyu/MoonEP-Triton-Distributed", "moonep_td/api.py", note="NvS; a port of MoonEP"),
    example={
        "tokens_per_rank": "4096",
        "top_k": "8",
        "experts": "256",
        "ranks": "8",
        "token_padding": "128",
    },
    conditions=("R divides E",),
)
def moonep_buffer_slots_padded(
    tokens_per_rank: RankTokens, top_k: TopK, experts: Experts, ranks: Ranks, token_padding: Padding
) -> Result:
    """Slots of a rank's buffer when each expert's segment is padded for the GEMM.

    Raises:
        ConditionError: R does not divide E.
    """
    padding = (token_padding - 1) * 2 * experts_per_rank(experts, ranks)
    return Result(tokens_per_rank * top_k + padding, {"padding_slots": padding})


@formula(
    "moe.dynamic_buffer_slots_expanded",
    unit="slot",
    convention="worst case S·K·R as the report states it: K copies of every token on one rank",
    source=REPORT,
    example={"tokens_per_rank": "4096", "top_k": "8", "ranks": "8"},
    conditions=(WORST,),
)
def dynamic_buffer_slots_expanded(tokens_per_rank: RankTokens, top_k: TopK, ranks: Ranks) -> Result:
    """Slots a rank needs if all assignments of the group could land on it."""
    return Result(tokens_per_rank * top_k * ranks)


@formula(
    "moe.dynamic_buffer_slots_reachable",
    unit="slot",
    convention="worst case with distinct experts per token: S·R·min(K, E/R)",
    source=Citation("kimi-k3-2026", "5.2.1", note="derivation: a token has at most E/R experts on a rank"),
    example={"tokens_per_rank": "4096", "top_k": "8", "experts": "32", "ranks": "8"},
    conditions=("R divides E", "a token's K experts are distinct", WORST),
)
def dynamic_buffer_slots_reachable(
    tokens_per_rank: RankTokens, top_k: TopK, experts: Experts, ranks: Ranks
) -> Result:
    """Slots a rank can be made to need by any routing with distinct experts.

    Raises:
        ConditionError: R does not divide E.
    """
    return Result(tokens_per_rank * ranks * min(top_k, experts_per_rank(experts, ranks)))


@formula(
    "moe.dynamic_buffer_slots_deduplicated",
    unit="slot",
    convention="worst case S·R: every token of every rank once, expanded only after arrival",
    source=Citation("deepseek-ai/DeepEP", "csrc/elastic/buffer.hpp", note="direct dispatch: ranks × tokens"),
    example={"tokens_per_rank": "4096", "ranks": "8"},
    conditions=("upper bound, worst-case imbalance",),
)
def dynamic_buffer_slots_deduplicated(tokens_per_rank: RankTokens, ranks: Ranks) -> Result:
    """Slots a rank needs when a token travels once to a rank whatever it chose there."""
    return Result(tokens_per_rank * ranks)


@formula(
    "moe.buffer_bytes",
    unit="B",
    convention="slots × hidden × element bytes, without metadata",
    source=REPORT,
    example={"slots": "32768", "hidden": "7168", "element_bytes": "2"},
)
def buffer_bytes(slots: Slots, hidden: Hidden, element_bytes: ElementBytes) -> Result:
    """Bytes of a buffer's token slots."""
    return Result(slots * hidden * element_bytes)


FORMULAS: tuple[Formula, ...] = (
    moonep_buffer_slots,
    moonep_buffer_slots_padded,
    dynamic_buffer_slots_expanded,
    dynamic_buffer_slots_reachable,
    dynamic_buffer_slots_deduplicated,
    buffer_bytes,
)
