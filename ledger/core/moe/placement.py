"""Replicating and placing experts by expected load, as EPLB does (deepseek-ai/EPLB).

Groups of experts are packed onto nodes, experts replicated inside each node (always the expert with the
highest load per replica), and replicas packed onto GPUs. The load arithmetic is exact, or rounded to
single precision as the reference's tensors are, which can decide ties differently.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from ledger.core.exact import require

Rounding = Callable[[Fraction], Fraction]
SINGLE_BITS = 24
MOST_SLOTS = 2048


def exactly(number: Fraction) -> Fraction:
    """No rounding."""
    return number


def to_single(number: Fraction) -> Fraction:
    """The nearest number with a 24-bit significand, ties to even (no overflow or subnormals)."""
    exponent = number.numerator.bit_length() - number.denominator.bit_length()
    if Fraction(2) ** exponent > number:
        exponent -= 1
    step = Fraction(2) ** (exponent - SINGLE_BITS + 1)
    return round(number / step) * step


@dataclass(frozen=True, slots=True)
class Placement:
    """One layer: by physical slot its expert and which replica of it; by expert its replicas."""

    experts: tuple[int, ...]
    replica: tuple[int, ...]
    replicas: tuple[int, ...]

    def slots(self) -> list[list[int]]:
        """By expert, the physical slots of its replicas in the order in which they were made."""
        table = [[0] * count for count in self.replicas]
        for slot, (expert, replica) in enumerate(zip(self.experts, self.replica, strict=True)):
            table[expert][replica] = slot
        return table

    def loads(self, weights: Sequence[Fraction], gpus: int) -> list[Fraction]:
        """Load of each GPU when an expert's load is spread evenly over its replicas."""
        width = len(self.experts) // gpus
        shares = [weights[expert] / self.replicas[expert] for expert in self.experts]
        return [sum(shares[gpu * width : (gpu + 1) * width], Fraction(0)) for gpu in range(gpus)]


def pack(weights: Sequence[Fraction], packs: int, rounding: Rounding) -> list[list[int]]:
    """Equal numbers of items into each pack: heaviest first, to the lightest pack with room.

    Ties go to the earlier item and the lower pack. Packs of one item take the items in order.
    """
    size = len(weights) // packs
    if size == 1:
        return [[item] for item in range(packs)]
    loads = [Fraction(0)] * packs
    content: list[list[int]] = [[] for _ in range(packs)]
    for item in sorted(range(len(weights)), key=lambda item: -weights[item]):
        chosen = min((pack for pack in range(packs) if len(content[pack]) < size), key=loads.__getitem__)
        content[chosen].append(item)
        loads[chosen] = rounding(loads[chosen] + weights[item])
    return content


def replicate(weights: Sequence[Fraction], slots: int, rounding: Rounding) -> tuple[list[int], list[int]]:
    """By slot its item and by item its count: each further slot goes to the highest load per replica."""
    items = list(range(len(weights)))
    counts = [1] * len(weights)
    per_replica = list(weights)
    for _ in range(len(weights), slots):
        hot = max(range(len(weights)), key=per_replica.__getitem__)
        items.append(hot)
        counts[hot] += 1
        per_replica[hot] = rounding(weights[hot] / counts[hot])
    return items, counts


def place(
    weights: Sequence[Fraction], slots: int, groups: int, nodes: int, gpus: int, rounding: Rounding
) -> Placement:
    """One layer's placement; global (one group, one node) where the nodes do not divide the groups.

    Raises:
        ConditionError: a division with a remainder, or fewer slots than experts.
    """
    if groups % nodes != 0:
        groups, nodes = 1, 1
    _need_divisions(len(weights), slots, groups, nodes, gpus)
    rounded = [rounding(weight) for weight in weights]
    experts: list[int] = []
    replica: list[int] = []
    replicas = [0] * len(weights)
    for members in _experts_by_node(rounded, groups, nodes, rounding):
        local = [rounded[expert] for expert in members]
        items, counts = replicate(local, slots // nodes, rounding)
        for item, count in enumerate(counts):
            replicas[members[item]] = count
        for slot in _slots_in_order(local, items, counts, gpus // nodes, rounding):
            experts.append(members[items[slot]])
            replica.append(items[:slot].count(items[slot]))
    return Placement(tuple(experts), tuple(replica), tuple(replicas))


def _experts_by_node(
    weights: Sequence[Fraction], groups: int, nodes: int, rounding: Rounding
) -> list[list[int]]:
    size = len(weights) // groups
    sums = [rounding(sum(weights[group * size : (group + 1) * size], Fraction(0))) for group in range(groups)]
    return [
        [group * size + offset for group in content for offset in range(size)]
        for content in pack(sums, nodes, rounding)
    ]


def _slots_in_order(
    weights: Sequence[Fraction], items: list[int], counts: list[int], gpus: int, rounding: Rounding
) -> list[int]:
    shares = [rounding(weights[item] / counts[item]) for item in items]
    return [slot for content in pack(shares, gpus, rounding) for slot in content]


def _need_divisions(experts: int, slots: int, groups: int, nodes: int, gpus: int) -> None:
    require(min(experts, slots, groups, nodes, gpus) > 0, "empty", "every count must be positive")
    require(slots <= MOST_SLOTS, "too-many", f"at most {MOST_SLOTS} replicas, got {slots}")
    pairs = (
        ("experts", experts, "groups", groups),
        ("GPUs", gpus, "nodes", nodes),
        ("replicas", slots, "GPUs", gpus),
    )
    for name, number, divisor_name, divisor in pairs:
        message = f"{number} {name} do not divide over {divisor} {divisor_name}"
        require(number % divisor == 0, "not-divisible", message)
    require(slots >= experts, "too-few-replicas", f"{slots} replicas cannot hold {experts} experts")
