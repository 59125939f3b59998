"""Two-level all-reduce: reduce-scatter inside the node, ring all-reduce across nodes, all-gather inside.

With g ranks a node and k nodes, each rank sends 2S(g−1)/g inside its node and 2(S/g)(k−1)/k across
nodes. The flat ring over all g·k ranks runs at the pace of its slowest link.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated

from ledger.core.collectives.inputs import Alpha, Beta, TensorBytes, need_ranks
from ledger.core.collectives.volumes import sent_share
from ledger.core.exact import simplest
from ledger.core.formulas import Citation, Formula, Param, Result, formula

SOURCE = Citation("definition", note="RS in the node + ring AR across nodes on S/g + AG in the node")
NodeRanks = Annotated[int, Param("rank", "ranks in a node", minimum=1)]
Nodes = Annotated[int, Param("node", "nodes", minimum=1)]


@formula(
    "collectives.hierarchical_all_reduce_sent_intra_of_tensor",
    unit="B/rank",
    convention="bytes one rank sends inside its node; size is the full tensor",
    source=SOURCE,
    example={"tensor_bytes": "1073741824", "ranks_per_node": "8", "nodes": "8"},
)
def sent_intra(tensor_bytes: TensorBytes, ranks_per_node: NodeRanks, nodes: Nodes) -> Result:
    """Bytes a rank sends over the fast links: 2S(g−1)/g."""
    need_ranks(nodes)
    return Result(simplest(sent_share("all_reduce", ranks_per_node) * tensor_bytes))


@formula(
    "collectives.hierarchical_all_reduce_sent_inter_of_tensor",
    unit="B/rank",
    convention="bytes one rank sends to other nodes; size is the full tensor",
    source=SOURCE,
    example={"tensor_bytes": "1073741824", "ranks_per_node": "8", "nodes": "8"},
)
def sent_inter(tensor_bytes: TensorBytes, ranks_per_node: NodeRanks, nodes: Nodes) -> Result:
    """Bytes a rank sends over the slow links: 2(S/g)(k−1)/k."""
    need_ranks(ranks_per_node)
    return Result(simplest(sent_share("all_reduce", nodes) * Fraction(tensor_bytes, ranks_per_node)))


@formula(
    "collectives.hierarchical_all_reduce_time",
    unit="s",
    convention="α once per round on each level; size is the full tensor; levels not overlapped",
    source=SOURCE,
    example={
        "tensor_bytes": "1073741824",
        "ranks_per_node": "8",
        "nodes": "8",
        "alpha_intra": "3e-6",
        "beta_intra": "1/450000000000",
        "alpha_inter": "1e-5",
        "beta_inter": "2e-11",
    },
)
def hierarchical_all_reduce_time(
    tensor_bytes: TensorBytes,
    ranks_per_node: NodeRanks,
    nodes: Nodes,
    alpha_intra: Alpha,
    beta_intra: Beta,
    alpha_inter: Alpha,
    beta_inter: Beta,
) -> Result:
    """Seconds of the three phases one after another."""
    intra = 2 * (ranks_per_node - 1) * alpha_intra
    intra += sent_intra(tensor_bytes, ranks_per_node, nodes).value * beta_intra
    inter = 2 * (nodes - 1) * alpha_inter
    inter += sent_inter(tensor_bytes, ranks_per_node, nodes).value * beta_inter
    return Result(simplest(intra + inter), {"intra_node_s": intra, "inter_node_s": inter})


@formula(
    "collectives.flat_ring_all_reduce_time_slowest_link",
    unit="s",
    convention="one ring over all g·k ranks, each round at the slow link's pace; size is the full tensor",
    source=SOURCE,
    example={
        "tensor_bytes": "1073741824",
        "ranks_per_node": "8",
        "nodes": "8",
        "alpha_inter": "1e-5",
        "beta_inter": "2e-11",
    },
)
def flat_ring_all_reduce_time_slowest_link(
    tensor_bytes: TensorBytes, ranks_per_node: NodeRanks, nodes: Nodes, alpha_inter: Alpha, beta_inter: Beta
) -> Result:
    """Seconds of a flat ring: 2(n−1)α + 2S(n−1)/n·β with the slow link's α and β."""
    ranks = ranks_per_node * nodes
    transfer = sent_share("all_reduce", ranks) * tensor_bytes * beta_inter
    return Result(simplest(2 * (ranks - 1) * alpha_inter + transfer))


FORMULAS: tuple[Formula, ...] = (
    sent_intra,
    sent_inter,
    hierarchical_all_reduce_time,
    flat_ring_all_reduce_time_slowest_link,
)
