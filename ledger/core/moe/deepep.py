"""Buffer sizes that DeepEP asks for, from its own layout rules (repository at dd758ca).

Three layouts: the legacy high-throughput configuration (NVLink and RDMA parts), the legacy low-latency
layout (double buffered), and the elastic buffer of version 2.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated

from ledger.core.exact import ceil_div, require, round_up
from ledger.core.formulas import Citation, Formula, Param, Result, formula
from ledger.core.moe.inputs import Experts, Hidden, Ranks, RankTokens

BF16, FP32, INT32, INT64, INT4_VECTOR = 2, 4, 4, 8, 16  # bytes; int4 is CUDA's vector of four 32-bit integers
ALIGNMENT = 128
QUANTISATION_BLOCK = 128

LEGACY = Citation("deepseek-ai/DeepEP", "csrc/legacy/config.hpp", note="at dd758ca")
ELASTIC = Citation("deepseek-ai/DeepEP", "csrc/elastic/buffer.hpp", note="calculate_buffer_size at dd758ca")

# Low latency ----------------------------------------------------------------------------------------


def _low_latency_messages(hidden: int) -> tuple[int, int]:
    """Bytes of a dispatch and of a combine message."""
    scales = hidden // QUANTISATION_BLOCK
    dispatch = INT4_VECTOR + max(hidden * BF16, hidden + scales * FP32)
    return dispatch, scales * 2 * BF16 + hidden * BF16


@formula(
    "moe.deepep_low_latency_bytes",
    unit="B",
    convention="get_low_latency_rdma_size_hint: double-buffered send, receive and signals; the last rounding "
    "adds a whole 128 B when already aligned",
    source=LEGACY,
    example={"tokens_per_rank": "128", "hidden": "7168", "experts": "256"},
    conditions=("the number of ranks does not enter", "message buffers are multiples of 16 B"),
)
def deepep_low_latency_bytes(tokens_per_rank: RankTokens, hidden: Hidden, experts: Experts) -> Result:
    """RDMA bytes of a rank in low-latency mode.

    Raises:
        ConditionError: a message buffer that is not a multiple of 16 bytes.
    """
    dispatch, combine = _low_latency_messages(hidden)
    send = max(tokens_per_rank * dispatch, experts * tokens_per_rank * combine)
    receive = experts * tokens_per_rank * max(dispatch, combine)
    aligned = send % INT4_VECTOR == 0 and receive % INT4_VECTOR == 0
    require(aligned, "not-aligned", f"hidden size {hidden} gives buffers that are not multiples of 16 B")
    signals = round_up(experts * INT32, ALIGNMENT)
    parts = {"send": 2 * send, "receive": 2 * receive, "signals": 2 * signals}
    total = (sum(parts.values()) // ALIGNMENT + 1) * ALIGNMENT
    return Result(total, {**parts, "gib": Fraction(total, 2**30), "under_32_gib": total < 32 * 2**30})


# High throughput ------------------------------------------------------------------------------------

NVLINK_PEERS = 8
MOST_TOP_K = MOST_SCALES = 128
SOURCE_META_BYTES = 2 * INT32
_TOKEN_EXTRAS = SOURCE_META_BYTES + MOST_TOP_K * (INT64 + FP32) + MOST_SCALES * FP32

Channels = Annotated[int, Param("SM", "SMs given to communication", minimum=0)]
HiddenBytes = Annotated[int, Param("B/token", "bytes of a token's hidden vector", minimum=1)]
Chunk = Annotated[int, Param("token", "tokens of a chunk", minimum=1)]


def _need_group(ranks: int, sms: int) -> None:
    whole = ranks < NVLINK_PEERS or ranks % NVLINK_PEERS == 0
    require(
        whole, "not-divisible", f"beyond {NVLINK_PEERS} ranks their number is a multiple of {NVLINK_PEERS}"
    )
    require(ranks <= NVLINK_PEERS or sms % 2 == 0, "odd-sms", "several nodes need an even number of SMs")


@formula(
    "moe.deepep_high_throughput_nvlink_bytes",
    unit="B",
    convention="get_nvl_buffer_size_hint: top-k and scales taken at their limit of 128",
    source=LEGACY,
    example={"sms": "24", "receive_tokens": "512", "hidden_bytes": "7168", "ranks": "16"},
    conditions=("ranks below 8 or a multiple of 8", "64-bit expert indices"),
)
def deepep_high_throughput_nvlink_bytes(
    sms: Channels, receive_tokens: Chunk, hidden_bytes: HiddenBytes, ranks: Ranks
) -> Result:
    """NVLink bytes of a rank in high-throughput mode.

    Raises:
        ConditionError: a number of ranks or SMs that the library refuses.
    """
    _need_group(ranks, sms)
    peers, nodes = min(ranks, NVLINK_PEERS), max(ranks // NVLINK_PEERS, 1)
    slots = sms // 2 * peers
    parts = {
        "control": slots * (2 * nodes + 3) * INT32,
        "tokens": slots * receive_tokens * (hidden_bytes + _TOKEN_EXTRAS),
    }
    return Result(round_up(sum(parts.values()), ALIGNMENT), parts)


@formula(
    "moe.deepep_high_throughput_rdma_bytes",
    unit="B",
    convention="get_rdma_buffer_size_hint: send and receive; nothing within one node",
    source=LEGACY,
    example={
        "sms": "24",
        "send_tokens": "16",
        "receive_tokens": "128",
        "hidden_bytes": "7168",
        "ranks": "16",
    },
    conditions=("ranks at most 8 or a multiple of 8", "send chunk at most half the receive chunk"),
)
def deepep_high_throughput_rdma_bytes(
    sms: Channels, send_tokens: Chunk, receive_tokens: Chunk, hidden_bytes: HiddenBytes, ranks: Ranks
) -> Result:
    """RDMA bytes of a rank in high-throughput mode; the receive chunk is first rounded to send chunks.

    Raises:
        ConditionError: a number of ranks or SMs, or chunks, that the library refuses.
    """
    _need_group(ranks, sms)
    received = round_up(receive_tokens, send_tokens)
    fits = 2 * send_tokens <= receive_tokens  # as given, before the rounding
    require(fits, "chunks-too-close", "a send chunk is at most half a receive chunk")
    if ranks <= NVLINK_PEERS:
        return Result(0)
    slots = sms // 2 * (ranks // NVLINK_PEERS)
    parts = {
        "control": 2 * slots * (2 * NVLINK_PEERS + 2) * INT32,
        "tokens": 2 * slots * received * (hidden_bytes + _TOKEN_EXTRAS + INT4_VECTOR),
    }
    return Result(round_up(sum(parts.values()), ALIGNMENT), parts)


# Version 2 ------------------------------------------------------------------------------------------

TMA_ALIGNMENT = 32
PAGE = 2 * 2**20
MOST_CHANNELS = 8 * 160  # channels per SM × SMs
DEFAULT_TOP_K = 32

Fp8 = Annotated[bool, Param("1", "dispatch in FP8 with a 4-byte scale per 32 elements")]
ScaleOut = Annotated[int, Param("rank", "ranks of the slow domain (nodes); 1 for direct mode", minimum=1)]
ScaleUp = Annotated[int, Param("rank", "ranks of the fast domain", minimum=1)]
NvLink = Annotated[bool, Param("1", "the fast domain is NVLink: no send buffer in direct mode")]
Multiple = Annotated[bool, Param("1", "partial sums may be reduced on the way")]
ElasticTopK = Annotated[int, Param("expert/token", "experts chosen by a token; 0 reserves for 32", minimum=0)]


def _token_bytes(hidden: int, element_bytes: int, scales: int, metadata: int) -> int:
    fields = (hidden * element_bytes, scales * FP32, metadata)
    require(fields[0] % TMA_ALIGNMENT == 0, "not-aligned", f"hidden size {hidden} is not a multiple of 32 B")
    return sum(round_up(field, TMA_ALIGNMENT) for field in fields)


def _dispatch_tokens(tokens: int, scale_out: int, scale_up: int, nvlink: bool) -> int:
    if scale_out == 1:
        return tokens * scale_up + (0 if nvlink else tokens)
    received = scale_up * scale_out * tokens
    return received + tokens + scale_out * (tokens + MOST_CHANNELS)


def _combine_tokens(
    tokens: int, top_k: int, scale_out: int, scale_up: int, nvlink: bool, multiple: bool
) -> int:
    copies = 1 if multiple else top_k
    if scale_out == 1:
        received = tokens * (min(scale_up, top_k) if multiple else top_k)
        return received + (0 if nvlink else scale_up * tokens * copies)
    up = min(scale_up, top_k) if multiple else top_k
    out = min(scale_out, top_k) if multiple else top_k
    return up * scale_out * tokens + out * tokens + copies * scale_out * (tokens + MOST_CHANNELS)


@formula(
    "moe.deepep_elastic_bytes",
    unit="B",
    convention="version 2: larger of dispatch and combine, up to 2 MiB; a token travels once to a rank",
    source=ELASTIC,
    example={
        "tokens_per_rank": "4096",
        "hidden": "7168",
        "top_k": "8",
        "scale_out_ranks": "1",
        "scale_up_ranks": "8",
    },
    conditions=("hidden bytes a multiple of 32", "the workspace is not counted"),
)
def deepep_elastic_bytes(
    tokens_per_rank: RankTokens,
    hidden: Hidden,
    top_k: ElasticTopK,
    scale_out_ranks: ScaleOut,
    scale_up_ranks: ScaleUp,
    fp8_dispatch: Fp8 = False,
    nvlink: NvLink = True,
    multiple_reduction: Multiple = True,
) -> Result:
    """Bytes of an elastic buffer, with its dispatch and combine layouts.

    Raises:
        ConditionError: a hidden size that is not aligned or too small for its scales, or no tokens.
    """
    require(tokens_per_rank > 0, "empty", "needs at least one token")
    blocks = ceil_div(hidden, 32)
    require(blocks * FP32 <= hidden, "hidden-too-small", "the scales must not outweigh the elements")
    experts = top_k or DEFAULT_TOP_K
    choice = experts * (INT32 + FP32)
    dispatch_token = _token_bytes(
        hidden,
        1 if fp8_dispatch else BF16,
        blocks if fp8_dispatch else 0,
        choice + (1 + experts) * INT32,  # source index and the links of a list
    )
    dispatch = dispatch_token * _dispatch_tokens(tokens_per_rank, scale_out_ranks, scale_up_ranks, nvlink)
    combine = _token_bytes(hidden, BF16, 0, choice) * _combine_tokens(
        tokens_per_rank, experts, scale_out_ranks, scale_up_ranks, nvlink, multiple_reduction
    )
    details = {"dispatch_bytes": dispatch, "combine_bytes": combine}
    return Result(round_up(max(dispatch, combine), PAGE), details)


FORMULAS: tuple[Formula, ...] = (
    deepep_low_latency_bytes,
    deepep_high_throughput_nvlink_bytes,
    deepep_high_throughput_rdma_bytes,
    deepep_elastic_bytes,
)
