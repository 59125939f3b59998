"""DeepEP's size hints, against sums written out by hand."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.core.formulas import get
from ledger.errors import ConditionError


def run(formula: str, **inputs: object) -> Any:
    return get(f"moe.deepep_{formula}").compute(inputs)


def test_low_latency_by_hand() -> None:
    # One token, 128 channels, 2 experts. Dispatch message 16 + max(256, 128 + 4) = 272 B, combine
    # 4 + 256 = 260 B. Send max(272, 2·260) = 520 is no multiple of 16, so this shape is refused.
    with pytest.raises(ConditionError) as refusal:
        run("low_latency_bytes", tokens_per_rank=1, hidden=128, experts=2)
    assert refusal.value.code == "not-aligned"
    # Four tokens: send 4·2·260 = 2080, receive 4·2·272 = 2176, signals 128; doubled and summed 8768 B,
    # plus what is left to 128 B: 8832.
    assert run("low_latency_bytes", tokens_per_rank=4, hidden=128, experts=2).value == 8832


def test_low_latency_rounding_always_adds() -> None:
    # 16 tokens, 128 channels, 8 experts: 2·(16·8·260 + 16·8·272 + 128) = 136448 = 1066 · 128 exactly.
    found = run("low_latency_bytes", tokens_per_rank=16, hidden=128, experts=8)
    assert found.details["send"] + found.details["receive"] + found.details["signals"] == 1066 * 128
    assert found.value == 1067 * 128


def test_high_throughput_by_hand() -> None:
    # Two SMs (one channel), two ranks, four tokens of 100 B: control 2·5·4 = 40 B;
    # a token adds 8 B of source, 128 · (8 + 4) of top-k and 128 · 4 of scales: 2156 B, 8 of them.
    found = run("high_throughput_nvlink_bytes", sms=2, receive_tokens=4, hidden_bytes=100, ranks=2)
    assert found.value == 17408  # 40 + 8 · 2156 = 17288, up to a multiple of 128
    one_node = {"sms": 2, "send_tokens": 1, "receive_tokens": 4, "hidden_bytes": 100}
    assert run("high_throughput_rdma_bytes", **one_node, ranks=8).value == 0
    # Two nodes: 2·2·18·4 = 288 B of control; 2·2·4 tokens of 2156 + 16 B.
    assert run("high_throughput_rdma_bytes", **one_node, ranks=16).value == 35072  # 288 + 34752 = 35040


def test_receive_chunk_is_rounded_to_send_chunks() -> None:
    chunk = {"sms": 2, "send_tokens": 3, "hidden_bytes": 100, "ranks": 16}
    assert (
        run("high_throughput_rdma_bytes", **chunk, receive_tokens=7).value
        == run("high_throughput_rdma_bytes", **chunk, receive_tokens=9).value
    )


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"ranks": 12}, "not-divisible"),
        ({"ranks": 16, "sms": 3}, "odd-sms"),
        ({"ranks": 16, "receive_tokens": 1}, "chunks-too-close"),
        # Rounded up to 48 the receive chunk would do, but the library looks at the 32 it was given.
        ({"ranks": 16, "send_tokens": 24, "receive_tokens": 32}, "chunks-too-close"),
    ],
)
def test_high_throughput_refusals(changes: dict[str, int], code: str) -> None:
    inputs = {"sms": 2, "send_tokens": 1, "receive_tokens": 4, "hidden_bytes": 100, "ranks": 8}
    with pytest.raises(ConditionError) as refusal:
        run("high_throughput_rdma_bytes", **{**inputs, **changes})
    assert refusal.value.code == code


ELASTIC = {"tokens_per_rank": 10, "hidden": 64, "top_k": 2, "scale_out_ranks": 1, "scale_up_ranks": 4}


def test_elastic_by_hand() -> None:
    # A dispatched token: 128 B + metadata 2·8 + 3·4 = 28 → 32 B; combined: 128 + 16 → 32 B.
    direct = run("elastic_bytes", **ELASTIC).details
    assert direct == {"dispatch_bytes": 160 * 40, "combine_bytes": 160 * 10 * 2}
    # Without NVLink: one send buffer more for dispatch, one a rank for combine.
    rdma = run("elastic_bytes", **ELASTIC, nvlink=False).details
    assert rdma == {"dispatch_bytes": 160 * 50, "combine_bytes": 160 * (20 + 40)}
    # A single reduction keeps K copies: 2·10 received and 4·10·2 sent.
    single = run("elastic_bytes", **ELASTIC, nvlink=False, multiple_reduction=False).details
    assert single["combine_bytes"] == 160 * (20 + 80)
    # FP8: 64 B, two scales 8 → 32 B, metadata 32 B.
    assert run("elastic_bytes", **ELASTIC, fp8_dispatch=True).details["dispatch_bytes"] == 128 * 40


def test_elastic_hybrid_by_hand() -> None:
    hybrid = run("elastic_bytes", **{**ELASTIC, "scale_out_ranks": 2}).details
    # Dispatch 4·(2·10) + 10 + 2·(10 + 1280); combine 2·20 + 2·10 + 2·1290 tokens.
    assert hybrid == {"dispatch_bytes": 160 * 2670, "combine_bytes": 160 * 2640}


@given(st.integers(1, 5000), st.integers(1, 16), st.integers(1, 8), st.booleans(), st.booleans())
def test_elastic_is_whole_pages_and_grows(tokens: int, up: int, out: int, nvlink: bool, fp8: bool) -> None:
    shape = {"hidden": 7168, "top_k": 8, "scale_out_ranks": out, "scale_up_ranks": up}
    more = {"nvlink": nvlink, "fp8_dispatch": fp8}
    found = run("elastic_bytes", tokens_per_rank=tokens, **shape, **more)
    assert found.value % 2**21 == 0
    assert 0 <= found.value - max(found.details.values()) < 2**21
    assert run("elastic_bytes", tokens_per_rank=tokens + 1, **shape, **more).value >= found.value


def test_elastic_refusals_and_default() -> None:
    with pytest.raises(ConditionError) as refusal:
        run("elastic_bytes", **{**ELASTIC, "hidden": 40})
    assert refusal.value.code == "not-aligned"
    with pytest.raises(ConditionError) as refusal:
        run("elastic_bytes", **{**ELASTIC, "tokens_per_rank": 0})
    assert refusal.value.code == "empty"
    with pytest.raises(ConditionError) as refusal:
        run("elastic_bytes", **{**ELASTIC, "hidden": 3})
    assert refusal.value.code == "hidden-too-small"
    reserved, given_32 = ({**ELASTIC, "top_k": count} for count in (0, 32))
    assert run("elastic_bytes", **reserved).details == run("elastic_bytes", **given_32).details
