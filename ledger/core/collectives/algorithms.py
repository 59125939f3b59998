"""What each rank of a collective algorithm sends and receives, in units of the vector's size.

Each algorithm is a function from the number of ranks to a :class:`Traffic`. Trees are built edge by
edge, so that sent and received are counted independently and their sums can be compared.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from operator import add

from ledger.core.collectives.inputs import need_power_of_two, need_ranks
from ledger.core.exact import ceil_log2, require

MOST_RANKS, MOST_TREE_RANKS = 1 << 20, 1 << 14  # bounds on what one question may take
ONE, HALF = Fraction(1), Fraction(1, 2)
Edge = tuple[int, int]  # (source, destination)


@dataclass(frozen=True, slots=True)
class Traffic:
    """Rounds and share of the vector (``critical``) on the critical path; shares moved by rank."""

    rounds: int
    sent: tuple[Fraction, ...]
    received: tuple[Fraction, ...]
    critical: Fraction


def _uniform(ranks: int, rounds: int, share: Fraction) -> Traffic:
    return Traffic(rounds, (share,) * ranks, (share,) * ranks, share)


def _need_tree(ranks: int) -> None:
    need_ranks(ranks)
    require(ranks <= MOST_TREE_RANKS, "too-many-ranks", f"at most {MOST_TREE_RANKS} ranks, got {ranks}")


def _from_edges(
    ranks: int, rounds: int, edges: Iterable[tuple[Edge, Fraction]], critical: Fraction
) -> Traffic:
    sent, received = [Fraction(0)] * ranks, [Fraction(0)] * ranks
    for (source, destination), share in edges:
        sent[source] += share
        received[destination] += share
    return Traffic(rounds, tuple(sent), tuple(received), critical)


def _ring(passes: int) -> Callable[[int], Traffic]:
    def traffic(ranks: int) -> Traffic:
        need_ranks(ranks)
        return _uniform(ranks, passes * (ranks - 1), Fraction(passes * (ranks - 1), ranks))

    return traffic


def _recursive_doubling_all_reduce(ranks: int) -> Traffic:
    need_power_of_two(ranks, "recursive doubling")
    rounds = ceil_log2(ranks)
    return _uniform(ranks, rounds, Fraction(rounds))


def _halving(passes: int) -> Callable[[int], Traffic]:
    """Recursive halving (or doubling) with shares ½, ¼, … (or the reverse): (n−1)/n in log₂ n rounds."""

    def traffic(ranks: int) -> Traffic:
        need_power_of_two(ranks, "recursive halving and doubling")
        return _uniform(ranks, passes * ceil_log2(ranks), Fraction(passes * (ranks - 1), ranks))

    return traffic


def _bruck_all_to_all(ranks: int) -> Traffic:
    """In round k every rank forwards the blocks whose distance has bit k set."""
    need_ranks(ranks)
    blocks = sum(distance.bit_count() for distance in range(ranks))
    return _uniform(ranks, ceil_log2(ranks), Fraction(blocks, ranks))


def _chain(ranks: int) -> Iterator[Edge]:
    return ((rank, rank + 1) for rank in range(ranks - 1))


def _chain_broadcast(ranks: int) -> Traffic:
    """Pipelined along the chain 0, 1, …; the path carries the vector once, in packets."""
    _need_tree(ranks)
    share = ONE if ranks > 1 else Fraction(0)
    return _from_edges(ranks, ranks - 1, ((edge, ONE) for edge in _chain(ranks)), share)


def binomial_edges(ranks: int) -> Iterator[Edge]:
    """Edges (parent, child) of the binomial tree from rank 0; a rank's parent clears its lowest set bit."""
    return ((rank & (rank - 1), rank) for rank in range(1, ranks))


def _binomial_broadcast(ranks: int) -> Traffic:
    _need_tree(ranks)
    rounds = ceil_log2(ranks)
    return _from_edges(ranks, rounds, ((edge, ONE) for edge in binomial_edges(ranks)), Fraction(rounds))


def _binomial_reduce(ranks: int) -> Traffic:
    _need_tree(ranks)
    rounds = ceil_log2(ranks)
    edges = (((child, parent), ONE) for parent, child in binomial_edges(ranks))
    return _from_edges(ranks, rounds, edges, Fraction(rounds))


def _binomial_all_reduce(ranks: int) -> Traffic:
    up, down = _binomial_reduce(ranks), _binomial_broadcast(ranks)
    sent = tuple(map(add, up.sent, down.sent))
    received = tuple(map(add, up.received, down.received))
    return Traffic(up.rounds + down.rounds, sent, received, up.critical + down.critical)


def in_order_tree(ranks: int) -> tuple[int | None, ...]:
    """Each rank's parent in the binary tree whose leaves are the odd ranks; rank 0 is the root.

    With b the rank's lowest set bit, the parent lies b above or below, whichever clears b and sets 2b
    (above) unless that leaves the tree (then below). Inner ranks have at most two children.
    """
    return (None, *(_in_order_parent(rank, ranks) for rank in range(1, ranks)))


def _in_order_parent(rank: int, ranks: int) -> int:
    bit = rank & -rank
    above = (rank ^ bit) | (bit << 1)
    return above if above < ranks else rank ^ bit


def double_tree(ranks: int) -> tuple[tuple[int | None, ...], tuple[int | None, ...]]:
    """Two in-order trees: the second mirrored (even number of ranks) or shifted by one (odd).

    With an even number of ranks, an inner rank of one tree is a leaf of the other; with an odd number
    rank 0 is inner in both. Each tree carries half of the vector.
    """
    first = in_order_tree(ranks)
    if ranks % 2 == 0:
        return first, tuple(_mirrored(first[ranks - 1 - rank], ranks) for rank in range(ranks))
    return first, tuple(_shifted(first[(rank - 1) % ranks], ranks) for rank in range(ranks))


def _mirrored(parent: int | None, ranks: int) -> int | None:
    return None if parent is None else ranks - 1 - parent


def _shifted(parent: int | None, ranks: int) -> int | None:
    return None if parent is None else (parent + 1) % ranks


def _double_tree_all_reduce(ranks: int) -> Traffic:
    """Reduce up and broadcast down both trees, half of the vector each; pipelined in small packets."""
    _need_tree(ranks)
    trees = double_tree(ranks)
    down = [
        ((parent, rank), HALF) for tree in trees for rank, parent in enumerate(tree) if parent is not None
    ]
    up = [((rank, parent), share) for (parent, rank), share in down]
    counted = _from_edges(ranks, 2 * ceil_log2(ranks), [*up, *down], Fraction(0))
    return Traffic(counted.rounds, counted.sent, counted.received, max(counted.sent))


def _scatter_all_gather_broadcast(ranks: int) -> Traffic:
    """Binomial scatter (a child gets what its subtree owns), then a ring all-gather."""
    need_power_of_two(ranks, "scatter + all-gather broadcast")
    _need_tree(ranks)
    ring = Fraction(ranks - 1, ranks)
    scatter = _from_edges(
        ranks,
        ceil_log2(ranks),
        (((parent, child), Fraction(child & -child, ranks)) for parent, child in binomial_edges(ranks)),
        ring,
    )
    return Traffic(
        scatter.rounds + ranks - 1,
        tuple(share + ring for share in scatter.sent),
        tuple(share + ring for share in scatter.received),
        2 * ring,
    )


ALGORITHMS: dict[str, Callable[[int], Traffic]] = {
    "ring_all_reduce": _ring(2),
    "ring_reduce_scatter": _ring(1),
    "ring_all_gather": _ring(1),
    "pairwise_reduce_scatter": _ring(1),
    "pairwise_all_to_all": _ring(1),
    "recursive_doubling_all_reduce": _recursive_doubling_all_reduce,
    "recursive_halving_reduce_scatter": _halving(1),
    "recursive_doubling_all_gather": _halving(1),
    "rabenseifner_all_reduce": _halving(2),
    "double_tree_all_reduce": _double_tree_all_reduce,
    "binomial_tree_all_reduce": _binomial_all_reduce,
    "binomial_broadcast": _binomial_broadcast,
    "binomial_reduce": _binomial_reduce,
    "chain_broadcast": _chain_broadcast,
    "scatter_all_gather_broadcast": _scatter_all_gather_broadcast,
    "bruck_all_to_all": _bruck_all_to_all,
}


def traffic_of(algorithm: str, ranks: int) -> Traffic:
    """The traffic of a named algorithm.

    Raises:
        ConditionError: more than 2²⁰ ranks, or a group the algorithm is not stated for.
    """
    require(ranks <= MOST_RANKS, "too-many-ranks", f"at most {MOST_RANKS} ranks, got {ranks}")
    return ALGORITHMS[algorithm](ranks)
