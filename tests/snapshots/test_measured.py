"""A number that the source prints in another unit than the claim: which one is told, not its neighbour."""

from __future__ import annotations

import pytest

from ledger.schema.outcomes import Outcome
from ledger.snapshots.advice import advice
from tests.snapshots.test_hostile import look
from tests.snapshots.test_hostile_printed import look as look_printed

SITE = "The site has 170 machines and 65 users, on 40 nodes, each with 16 cores and 3 TB of disk."


@pytest.mark.parametrize(
    ("anchor", "stated", "told"),
    [
        ("170 machines", "170 1", "'170 machines', whose unit is 'machine'; the claim has none"),
        ("40 nodes", "40 1", "'40 nodes', whose unit is 'node'; the claim has none"),
        ("16 cores", "16 disk", "'16 cores', whose unit is 'core'; the claim has 'disk'"),
    ],
)
def test_another_unit_in_an_anchor(anchor: str, stated: str, told: str) -> None:
    located = look(SITE, f"site|{anchor}", stated)
    assert (located.outcome, located.cause) == (Outcome.NOT_FOUND, "another-unit")
    assert told in located.message
    assert "the source's unit" in advice(located)


@pytest.mark.parametrize(
    ("anchor", "stated"),
    [
        ("40 nodes", "41 1"),  # another number too
        ("on 40 nodes", "170 1"),  # its number, which no anchor holds
    ],
)
def test_another_number_is_not_told_by_its_unit(anchor: str, stated: str) -> None:
    located = look(SITE, f"site|{anchor}", stated)
    assert located.outcome is not Outcome.VERIFIED
    assert located.cause != "another-unit"


@pytest.mark.parametrize(
    ("printed", "cause"),
    [("170 machines", "another-unit"), ("170", "another-unit"), ("171 machines", "not-printed")],
)
def test_a_printed_form_in_another_unit(printed: str, cause: str) -> None:
    located = look_printed(SITE, "The site has 170 machines", "170 host", printed)
    assert (located.outcome, located.cause) == (Outcome.NOT_FOUND, cause)
    assert ("whose unit is 'machine'; the evidence has 'host'" in located.message) is (
        cause == "another-unit"
    )
