"""The balanced plan with redundant experts of MoonEP (Kimi K3 report, §5.2.1 and Appendix E).

Every rank ends with exactly S·K assignments. A rank below that is filled once, from one other rank, whose
experts it then needs copies of; since that rank is home to E/R experts, E/R copies suffice.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from ledger.core.exact import require, round_up
from ledger.core.moe.balance import home_loads
from ledger.core.moe.inputs import experts_per_rank


@dataclass(frozen=True)
class Plan:
    """Who computes what: ``allocation[rank][expert]`` assignments, with what follows from it."""

    experts: int
    ranks: int
    capacity: int
    allocation: tuple[tuple[int, ...], ...]

    @property
    def experts_per_rank(self) -> int:
        """E/R: experts at home on a rank, and slots for copies."""
        return self.experts // self.ranks

    def is_home(self, rank: int, expert: int) -> bool:
        """Whether the expert lives on the rank."""
        return expert // self.experts_per_rank == rank

    @cached_property
    def remote_experts(self) -> tuple[tuple[int, ...], ...]:
        """By rank, the experts it needs copies of: most assignments first, higher number first on a tie."""
        return tuple(
            tuple(
                sorted(
                    (e for e, count in enumerate(row) if count > 0 and not self.is_home(rank, e)),
                    key=lambda e: (row[e], e),
                    reverse=True,
                )
            )
            for rank, row in enumerate(self.allocation)
        )

    @property
    def tokens_at_home(self) -> list[int]:
        """Assignments of each rank's own experts, wherever they are computed."""
        return home_loads(tuple(map(sum, zip(*self.allocation, strict=True))), self.ranks)

    @property
    def tokens_per_rank(self) -> list[int]:
        """Assignments computed on each rank."""
        return [sum(row) for row in self.allocation]

    @property
    def remote_counts(self) -> list[int]:
        """Copies of other ranks' experts on each rank."""
        return [len(copies) for copies in self.remote_experts]

    @property
    def copies_lent(self) -> list[int]:
        """Copies of each rank's own experts on other ranks."""
        lent = [0] * self.ranks
        for copies in self.remote_experts:
            for expert in copies:
                lent[expert // self.experts_per_rank] += 1
        return lent

    @property
    def donor_groups(self) -> list[int]:
        """From how many other ranks each rank takes assignments."""
        return [len({expert // self.experts_per_rank for expert in copies}) for copies in self.remote_experts]

    @property
    def migrated_tokens(self) -> int:
        """Assignments computed away from their expert's home."""
        return sum(
            row[expert]
            for row, copies in zip(self.allocation, self.remote_experts, strict=True)
            for expert in copies
        )

    def copy_slots(self) -> list[list[int]]:
        """By rank, E/R slots with the copied expert in each, −1 for an empty slot."""
        width = self.experts_per_rank
        return [[*copies, *[-1] * (width - len(copies))] for copies in self.remote_experts]

    def segment_ends(self, padding: int) -> list[list[int]]:
        """By rank, the running end of each segment of its buffer: E experts, then the copy slots.

        A copied expert's assignments stand in its slot; a non-empty segment is padded to a multiple.
        """
        return [self._rank_ends(rank, padding) for rank in range(self.ranks)]

    def _rank_ends(self, rank: int, padding: int) -> list[int]:
        row, copies = self.allocation[rank], self.remote_experts[rank]
        copied = set(copies)
        counts = [0 if expert in copied else count for expert, count in enumerate(row)]
        counts += [row[expert] for expert in copies]
        counts += [0] * (self.experts_per_rank - len(copies))
        ends, end = [], 0
        for count in counts:
            end += round_up(count, padding)
            ends.append(end)
        return ends


def balanced_plan(tokens_per_expert: Sequence[int], ranks: int, capacity: int) -> Plan:
    """Fill the emptiest rank from the fullest until all hold *capacity*; ties go to the lowest number.

    Takes R−1 fills of O(R) and, per donor, one step for each expert or receiver used up.

    Raises:
        ConditionError: R does not divide E, a load is negative, or the loads do not sum to R·capacity.
    """
    width = experts_per_rank(len(tokens_per_expert), ranks)
    require(min(tokens_per_expert) >= 0, "negative-load", "a load is negative")
    total = sum(tokens_per_expert)
    message = f"{total} assignments are not {ranks} ranks × {capacity}"
    require(total == ranks * capacity, "unequal-assignments", message)
    allocation = [[0] * len(tokens_per_expert) for _ in range(ranks)]
    for expert, count in enumerate(tokens_per_expert):
        allocation[expert // width][expert] = count
    for donor, quotas in enumerate(_fills(home_loads(tuple(tokens_per_expert), ranks), capacity)):
        _hand_over(allocation, donor, width, quotas)
    return Plan(len(tokens_per_expert), ranks, capacity, tuple(map(tuple, allocation)))


def _fills(loads: list[int], capacity: int) -> list[list[int]]:
    """By donor and receiver, the assignments moved; each receiver is filled at most once."""
    ranks = range(len(loads))
    surplus = [load - capacity for load in loads]
    moved = [[0] * len(loads) for _ in ranks]
    while True:
        donor = max(ranks, key=surplus.__getitem__)
        if surplus[donor] <= 0:
            return moved
        receiver = min(ranks, key=surplus.__getitem__)
        moved[donor][receiver] = -surplus[receiver]
        surplus[donor] += surplus[receiver]
        surplus[receiver] = 0


def _hand_over(allocation: list[list[int]], donor: int, width: int, quotas: list[int]) -> None:
    """Give each receiver its quota, from the donor's fullest expert to the neediest receiver first."""
    own = allocation[donor]
    local = range(donor * width, (donor + 1) * width)
    while True:
        receiver = max(range(len(quotas)), key=quotas.__getitem__)
        if quotas[receiver] <= 0:
            return
        expert = max(local, key=own.__getitem__)
        taken = min(own[expert], quotas[receiver])
        allocation[receiver][expert] += taken
        own[expert] -= taken
        quotas[receiver] -= taken
