"""Every place that this ledger cites says what it is to its source."""

from __future__ import annotations

from pathlib import Path

from ledger.schema.documents import Role
from ledger.schema.read import read_ledger

ROOT = Path(__file__).parents[2]


def test_every_evidence_states_its_role() -> None:
    unstated = {
        claim.id
        for claim in read_ledger(ROOT).claims.values()
        for evidence in claim.evidence
        if evidence.role is Role.UNSTATED
    }
    assert unstated == set()
