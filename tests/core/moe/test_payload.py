"""Copies and bytes of dispatch."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.core.formulas import get
from ledger.errors import ConditionError, InputError

EXPERTS = 16
TOKENS = st.lists(st.lists(st.integers(0, EXPERTS - 1), min_size=3, max_size=3, unique=True), min_size=1)


def run(formula: str, **inputs: object) -> Any:
    return get(f"moe.{formula}").compute(inputs)


def test_three_counts_of_the_same_routing_disagree() -> None:
    # 16 experts, 4 ranks, 2 nodes: token 0 has two experts on rank 0; token 1 has ranks 0, 1 and 2.
    routing = {"routing": "[[0, 1, -1], [2, 4, 8]]", "experts": 16}
    pairs = run("copies_per_token_expert", **routing)
    ranks = run("copies_deduplicated_by_rank", **routing, ranks=4)
    nodes = run("copies_deduplicated_by_node", **routing, nodes=2)
    assert (pairs.value, ranks.value, nodes.value) == (5, 4, 3)
    assert ranks.details["per_rank"] == [2, 1, 1, 0]
    assert nodes.details["per_node"] == [2, 1]


def test_leaving_out_what_stays() -> None:
    routing = {"routing": "[[0, 1, -1], [2, 4, 8]]", "experts": 16, "ranks": 4}
    off_rank = run("copies_off_rank_deduplicated_by_rank", **routing, source_rank=1)
    assert (off_rank.value, off_rank.details["stay"]) == (3, 1)
    off_node = run("copies_off_node_deduplicated_by_node", **routing, nodes=2, source_rank=1)
    assert (off_node.value, off_node.details["stay"]) == (1, 2)


@given(TOKENS)
def test_deduplication_never_adds(routing: list[list[int]]) -> None:
    pairs = run("copies_per_token_expert", routing=routing, experts=EXPERTS).value
    ranks = run("copies_deduplicated_by_rank", routing=routing, experts=EXPERTS, ranks=8).value
    nodes = run("copies_deduplicated_by_node", routing=routing, experts=EXPERTS, nodes=2).value
    assert pairs == 3 * len(routing) >= ranks >= nodes >= len(routing)
    one_expert_a_rank = run("copies_deduplicated_by_rank", routing=routing, experts=EXPERTS, ranks=EXPERTS)
    assert one_expert_a_rank.value == pairs
    assert run("copies_deduplicated_by_rank", routing=routing, experts=EXPERTS, ranks=1).value == len(routing)


@given(TOKENS)
def test_sent_and_staying_make_up_all_copies(routing: list[list[int]]) -> None:
    total = run("copies_deduplicated_by_rank", routing=routing, experts=EXPERTS, ranks=4).value
    for rank in range(4):
        part = run(
            "copies_off_rank_deduplicated_by_rank",
            routing=routing,
            experts=EXPERTS,
            ranks=4,
            source_rank=rank,
        )
        assert part.value + part.details["stay"] == total


def test_message_bytes() -> None:
    # DeepSeek-V3: 7168 elements; FP8 adds 56 scales of 4 B.
    assert run("token_message_bytes", hidden=7168, element_bytes=2).value == 14336
    assert run("token_message_bytes", hidden=7168, element_bytes=1, scale_block=128).value == 7168 + 224
    assert run("token_message_bytes", hidden=129, element_bytes=1, scale_block=128).value == 129 + 8
    assert run("token_message_bytes", hidden=8, element_bytes=1, scale_block=1).value == 8 + 32


def test_payload_is_tokens_times_k() -> None:
    payload = run("payload_per_token_expert", tokens=4096, top_k=8, hidden=7168, element_bytes=2)
    assert payload.value == 4096 * 8 * 14336
    assert payload.value == run("dispatch_bytes", copies=32768, message_bytes=14336).value


def test_node_limited_routing_of_deepseek_v3() -> None:
    # §3.2.2: at most 4 nodes; 160 GB/s over 50 GB/s is 3.2 experts a node, "a maximum of 13 experts".
    assert run("node_copies_bound", top_k=8, nodes=8, node_limit=4).value == 4
    assert run("node_copies_bound", top_k=2, nodes=8, node_limit=4).value == 2
    found = run("experts_at_constant_network_cost", node_limit=4, intra_rate=160, inter_rate=50)
    assert found.value == Fraction(64, 5)
    assert round(found.value) == 13


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"ranks": 5}, "not-divisible"),
        ({"routing": [[16]]}, "no-such-expert"),
        ({"routing": [[-2]]}, "no-such-expert"),
    ],
)
def test_conditions(changes: dict[str, object], code: str) -> None:
    with pytest.raises(ConditionError) as refusal:
        run("copies_deduplicated_by_rank", **{"routing": [[1]], "experts": 16, "ranks": 4, **changes})
    assert refusal.value.code == code


def test_no_such_rank_and_ragged_routing() -> None:
    with pytest.raises(ConditionError) as refusal:
        run("copies_off_rank_deduplicated_by_rank", routing=[[1]], experts=16, ranks=4, source_rank=4)
    assert refusal.value.code == "no-such-rank"
    with pytest.raises(InputError, match="routing"):
        run("copies_per_token_expert", routing="[[1, 2], [3]]", experts=16)
    with pytest.raises(ConditionError, match="must be positive"):
        run("experts_at_constant_network_cost", node_limit=4, intra_rate=160, inter_rate=0)
