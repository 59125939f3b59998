"""Checkpoint intervals: rational where the root is, and disagreeing by design."""

from __future__ import annotations

from decimal import Decimal, localcontext
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ledger.core import formulas

TIGHT = Fraction(1, 10**40)


def interval(name: str, **inputs: Any) -> Any:
    return formulas.get(f"reliability.{name}_interval").compute(inputs).value


# Captions of figures 3-5 of Daly (2006): δ = 5 min, R = 10 min.
@pytest.mark.parametrize(("mtbf", "printed"), [(24 * 60, "117"), (6 * 60, "57"), (15, "9.1")])
def test_daly_s_captions(mtbf: int, printed: str) -> None:
    unit = Decimal(1).scaleb(int(Decimal(printed).as_tuple().exponent))
    answer = interval("daly", cost=5, mtbf=mtbf)
    assert abs(Fraction(answer) - Fraction(printed)) <= Fraction(unit) / 2


def test_intervals_disagree() -> None:
    same = {"cost": 300, "mtbf": 86400}
    young, daly = interval("young", **same), interval("daly", **same)
    first = interval("daly_first_order", **same, recovery=600)
    best = interval("availability", **same, recovery=600)
    assert young == 7200
    assert daly == 7200 * (1 + Fraction(300, 18 * 86400)) - 200
    assert len({Fraction(young), Fraction(daly), Fraction(first), Fraction(best)}) == 4


@given(st.integers(1, 10**6), st.integers(1, 10**9))
def test_young_squared_is_twice_cost_times_mtbf(cost: int, mtbf: int) -> None:
    answer = Fraction(interval("young", cost=cost, mtbf=mtbf))
    assert abs(answer * answer / (2 * cost * mtbf) - 1) < TIGHT


@given(st.integers(1, 10**6), st.integers(1, 10**9))
def test_daly_is_its_series(cost: int, mtbf: int) -> None:
    """Against the printed form, with roots to fifty digits of their own."""
    answer = Fraction(interval("daly", cost=cost, mtbf=mtbf))
    if cost >= 2 * mtbf:
        assert answer == mtbf
        return
    with localcontext() as context:
        context.prec = 60
        c, m = Decimal(cost), Decimal(mtbf)
        ratio = c / (2 * m)
        series = (2 * c * m).sqrt() * (1 + ratio.sqrt() / 3 + ratio / 9) - c
    assert abs(answer - Fraction(series)) <= TIGHT * abs(answer)


@given(st.integers(1, 10**4), st.integers(0, 10**4))
def test_long_mtbf_makes_them_agree(cost: int, recovery: int) -> None:
    mtbf = 10**18
    young = Fraction(interval("young", cost=cost, mtbf=mtbf))
    others = [
        interval("daly", cost=cost, mtbf=mtbf),
        interval("daly_first_order", cost=cost, mtbf=mtbf, recovery=recovery),
        interval("availability", cost=cost, mtbf=mtbf, recovery=recovery),
    ]
    assert all(abs(Fraction(other) / young - 1) < Fraction(1, 10**5) for other in others)


@given(st.integers(1, 10**6), st.integers(1, 10**6))
def test_longer_mtbf_never_shortens_the_interval(cost: int, mtbf: int) -> None:
    for name in ("young", "daly_first_order", "availability"):
        assert interval(name, cost=cost, mtbf=mtbf) <= interval(name, cost=cost, mtbf=mtbf + 1)
