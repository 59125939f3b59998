"""Bytes that dispatch and combine move, by what counts as one copy.

A token with K experts may be counted K times (once per token and expert), once per destination rank, or
once per destination node. The three counts are separate formulas, and so are the counts that leave out
what stays on the sender.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Annotated

from ledger.core.exact import ceil_div, require, simplest
from ledger.core.formulas import Citation, Formula, Param, Result, formula
from ledger.core.moe.inputs import (
    ElementBytes,
    Experts,
    Hidden,
    Nodes,
    Ranks,
    Routing,
    TopK,
    experts_per_rank,
    need_countable,
)

Copies = Annotated[int, Param("token", "copies of a token that are sent", minimum=0)]
SourceRank = Annotated[int, Param("rank", "the rank whose tokens these are", minimum=0)]
LAYOUT = Citation(
    "deepseek-ai/DeepEP", "tests/legacy/test_internode.py", note="reference layout of a dispatch"
)
ROUTING = "[[10, 2], [12, 10], [1, 15], [3, 5]]"


def _destinations(routing: Routing, experts: int, groups: int) -> list[set[int]]:
    """By token, the groups (ranks or nodes) that hold its experts."""
    per_group = experts_per_rank(experts, groups)
    _need_known(routing, experts)
    return [{expert // per_group for expert in chosen if expert >= 0} for chosen in routing]


def _need_known(routing: Routing, experts: int) -> None:
    need_countable(experts, "experts")
    known = all(-1 <= expert < experts for chosen in routing for expert in chosen)
    require(known, "no-such-expert", f"experts are numbered 0 to {experts - 1}, and -1 means none")


def _tally(copies: Iterable[Iterable[int]], places: int) -> list[int]:
    counts = [0] * places
    for copy in copies:
        for place in copy:
            counts[place] += 1
    return counts


@formula(
    "moe.payload_per_token_expert",
    unit="B",
    convention="one direction, every (token, expert) pair once: no deduplication, no padding, self included",
    source=Citation(
        "gshard-2020", "2.2; 3.3.1", note="derivation: K copies of each token are resharded by AllToAll"
    ),
    example={"tokens": "4096", "top_k": "8", "hidden": "7168", "element_bytes": "2"},
)
def payload_per_token_expert(
    tokens: Annotated[int, Param("token", "tokens dispatched", minimum=0)],
    top_k: TopK,
    hidden: Hidden,
    element_bytes: ElementBytes,
) -> Result:
    """Bytes of a dispatch (or of a combine) when each chosen expert gets its own copy."""
    return Result(tokens * top_k * hidden * element_bytes, {"copies": tokens * top_k})


@formula(
    "moe.copies_per_token_expert",
    unit="token",
    convention="(token, expert) pairs, self included; details by expert",
    source=LAYOUT,
    example={"routing": ROUTING, "experts": "16"},
)
def copies_per_token_expert(routing: Routing, experts: Experts) -> Result:
    """Routed pairs in all, and tokens of each expert.

    Raises:
        ConditionError: an expert that does not exist.
    """
    _need_known(routing, experts)
    counts = _tally(([expert for expert in chosen if expert >= 0] for chosen in routing), experts)
    return Result(sum(counts), {"per_expert": counts})


@formula(
    "moe.copies_deduplicated_by_rank",
    unit="token",
    convention="a token goes once to each rank that holds one of its experts, self included",
    source=LAYOUT,
    example={"routing": ROUTING, "experts": "16", "ranks": "4"},
    conditions=("R divides E", "contiguous placement"),
)
def copies_deduplicated_by_rank(routing: Routing, experts: Experts, ranks: Ranks) -> Result:
    """Copies in all, and copies for each destination rank.

    Raises:
        ConditionError: R does not divide E, or an expert that does not exist.
    """
    counts = _tally(_destinations(routing, experts, ranks), ranks)
    return Result(sum(counts), {"per_rank": counts})


@formula(
    "moe.copies_deduplicated_by_node",
    unit="token",
    convention="a token goes once to each node that holds one of its experts, self included",
    source=LAYOUT,
    example={"routing": ROUTING, "experts": "16", "nodes": "2"},
    conditions=("the nodes divide E", "contiguous placement"),
)
def copies_deduplicated_by_node(routing: Routing, experts: Experts, nodes: Nodes) -> Result:
    """Copies in all, and copies for each destination node.

    Raises:
        ConditionError: the nodes do not divide E, or an expert that does not exist.
    """
    counts = _tally(_destinations(routing, experts, nodes), nodes)
    return Result(sum(counts), {"per_node": counts})


@formula(
    "moe.copies_off_rank_deduplicated_by_rank",
    unit="token",
    convention="as by rank, without the copies that stay on the sending rank",
    source=LAYOUT,
    example={"routing": ROUTING, "experts": "16", "ranks": "4", "source_rank": "0"},
    conditions=("R divides E", "contiguous placement"),
)
def copies_off_rank(routing: Routing, experts: Experts, ranks: Ranks, source_rank: SourceRank) -> Result:
    """Copies that leave the rank.

    Raises:
        ConditionError: no such rank, R does not divide E, or an expert that does not exist.
    """
    require(0 <= source_rank < ranks, "no-such-rank", f"ranks are numbered 0 to {ranks - 1}")
    counts = _tally(_destinations(routing, experts, ranks), ranks)
    stays = counts[source_rank]
    return Result(sum(counts) - stays, {"stay": stays})


@formula(
    "moe.copies_off_node_deduplicated_by_node",
    unit="token",
    convention="as by node, without the copies that stay on the sending rank's node",
    source=LAYOUT,
    example={"routing": ROUTING, "experts": "16", "ranks": "4", "nodes": "2", "source_rank": "0"},
    conditions=("the nodes divide R and R divides E", "contiguous placement"),
)
def copies_off_node(
    routing: Routing, experts: Experts, ranks: Ranks, nodes: Nodes, source_rank: SourceRank
) -> Result:
    """Copies that cross between nodes.

    Raises:
        ConditionError: no such rank, a division with a remainder, or an expert that does not exist.
    """
    require(0 <= source_rank < ranks, "no-such-rank", f"ranks are numbered 0 to {ranks - 1}")
    home = source_rank // experts_per_rank(ranks, nodes)
    experts_per_rank(experts, ranks)
    counts = _tally(_destinations(routing, experts, nodes), nodes)
    return Result(sum(counts) - counts[home], {"stay": counts[home]})


@formula(
    "moe.token_message_bytes",
    unit="B/token",
    convention="elements plus one scale per block of elements; no metadata (indices, weights)",
    source=Citation(
        "deepseek-ai/DeepEP", "csrc/legacy/config.hpp", note="FP8: 1 B an element and an FP32 scale per 128"
    ),
    example={"hidden": "7168", "element_bytes": "1", "scale_block": "128", "scale_bytes": "4"},
)
def token_message_bytes(
    hidden: Hidden,
    element_bytes: ElementBytes,
    scale_block: Annotated[int, Param("element", "elements that share a scale; 0 for none", minimum=0)] = 0,
    scale_bytes: Annotated[int, Param("B", "bytes of a scale", minimum=0)] = 4,
) -> Result:
    """Bytes of one token's hidden vector on the wire."""
    scales = ceil_div(hidden, scale_block) if scale_block > 0 else 0
    parts = {"elements": hidden * element_bytes, "scales": scales * scale_bytes}
    return Result(sum(parts.values()), parts)


@formula(
    "moe.dispatch_bytes",
    unit="B",
    convention="copies × message bytes; the count of copies names what is deduplicated",
    source=LAYOUT,
    example={"copies": "12", "message_bytes": "14336"},
)
def dispatch_bytes(
    copies: Copies, message_bytes: Annotated[int, Param("B/token", "bytes of one copy", minimum=0)]
) -> Result:
    """Bytes of a dispatch; a combine in the same dtype returns as many."""
    return Result(copies * message_bytes)


@formula(
    "moe.node_copies_bound",
    unit="copy/token",
    convention="upper bound on the nodes that a token is sent to",
    source=Citation("deepseek-v3-2024", "3.2.2", note="each token goes to at most 4 nodes"),
    example={"top_k": "8", "nodes": "8", "node_limit": "4"},
    conditions=("an upper bound, not the count of a given routing",),
)
def node_copies_bound(
    top_k: TopK, nodes: Nodes, node_limit: Annotated[int, Param("node/token", "router's limit", minimum=1)]
) -> Result:
    """At most min(K, nodes, limit) copies of a token cross between nodes (its own node included)."""
    return Result(min(top_k, nodes, node_limit))


@formula(
    "moe.experts_at_constant_network_cost",
    unit="expert/token",
    convention="nodes × (fast rate / slow rate); the paper prints it rounded up to whole experts",
    source=Citation("deepseek-v3-2024", "3.2.2", note="4 × 160/50 = 12.8, printed as 13"),
    example={"node_limit": "4", "intra_rate": "160", "inter_rate": "50"},
    conditions=("forwarding inside the node is fully overlapped with the arrival from outside",),
)
def experts_at_constant_network_cost(
    node_limit: Annotated[int, Param("node/token", "nodes a token may go to", minimum=1)],
    intra_rate: Annotated[Fraction, Param("GB/s", "links inside a node", minimum=0)],
    inter_rate: Annotated[Fraction, Param("GB/s", "links between nodes", minimum=0)],
) -> Result:
    """Experts a token could choose before the links inside the node become the bottleneck.

    Raises:
        ConditionError: no bandwidth between nodes.
    """
    require(inter_rate > 0, "no-bandwidth", "the bandwidth between nodes must be positive")
    per_node = intra_rate / inter_rate
    return Result(simplest(node_limit * per_node), {"experts_per_node": simplest(per_node)})


FORMULAS: tuple[Formula, ...] = (
    payload_per_token_expert,
    copies_per_token_expert,
    copies_deduplicated_by_rank,
    copies_deduplicated_by_node,
    copies_off_rank,
    copies_off_node,
    token_message_bytes,
    dispatch_bytes,
    node_copies_bound,
    experts_at_constant_network_cost,
)
