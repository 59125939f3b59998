"""Figures and tables of the papers, reproduced digit by digit."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

import pytest

from ledger.core.pipeline import bubbles
from ledger.core.pipeline.catalog import Options, build
from ledger.core.pipeline.costs import Costs
from ledger.core.pipeline.interleaved import interleaved_1f1b
from ledger.core.pipeline.schedule import Kind, Schedule
from ledger.core.pipeline.timeline import simulate
from ledger.core.pipeline.zb_v import zb_v

# Zero Bubble (Qi et al. 2024), Figures 2, 3 and 8: p = 4, m = 8; each digit is a micro-batch, from 1.
FIGURES = {
    "1f1b": (
        "1234152637485678",
        "1231425364758678",
        "1213243546576878",
        "1122334455667788",
    ),
    "zb-h1": (
        "123411522633744855667788",
        "123142153264375486576878",
        "121324315426537648758678",
        "112233441552663774885678",
    ),
    "zb-h2": (
        "123456711822334455667788",
        "123451627318425364758678",
        "123142536475186273845678",
        "112233445566771882345678",
    ),
    "zb-v": (
        "123456711122233344481155522666337774488855667788",
        "123451621132243371154482265533766448775865788678",
        "123142531142261153372264483375544866576875876878",
        "112233441151152262263373374484485556677885667788",
    ),
}


def digits(schedule: Schedule, rank: int) -> str:
    return "".join(str(slot[0].microbatch + 1) for slot in schedule.slots(rank))


@pytest.mark.parametrize("name", ["1f1b", "zb-h1", "zb-h2"])
def test_zero_bubble_figures_2_and_3(name: str) -> None:
    schedule = build(name, 4, 8)
    assert tuple(digits(schedule, rank) for rank in range(4)) == FIGURES[name]


def test_zero_bubble_figure_8_up_to_the_choice_of_weight_gradients_in_the_tail() -> None:
    """Any postponed weight gradient may fill a slot of the tail; everything else agrees slot by slot."""
    schedule = zb_v(4, 8)
    for rank, figure in enumerate(FIGURES["zb-v"]):
        ours = digits(schedule, rank)
        kinds = [slot[0].kind for slot in schedule.slots(rank)]
        differing = [i for i in range(48) if ours[i] != figure[i]]
        assert all(kinds[i] is Kind.W and i > 40 for i in differing)
        assert sorted(ours) == sorted(figure)


def test_megatron_figure_4_interleaved_first_device() -> None:
    """Figure 4 (bottom): four devices, eight micro-batches, two chunks; device 1's forwards."""
    forwards = [slot[0] for slot in interleaved_1f1b(4, 8, 2).slots(0) if slot[0].kind is Kind.F]
    assert [op.microbatch + 1 for op in forwards] == [1, 2, 3, 4, 1, 2, 3, 4, 5, 6, 7, 8, 5, 6, 7, 8]
    assert [op.stage // 4 for op in forwards] == [0] * 4 + [1] * 4 + [0] * 4 + [1] * 4


# Zero Bubble, Table 9 (profiled T_F, T_B, T_W, T_comm) and Table 5 (bubble rates of 1F1B, ZB-H1, ZB-H2,
# ZB-1p, ZB-2p); heads a and hidden size h from Table 3, s = 1024. Table 5's 1F1B-I column is left out:
# the paper does not say how its chunks and their transfers were timed.
HEADS = {"1.5B": (24, 2304), "6.2B": (32, 4096), "14.6B": (40, 5120), "28.3B": (48, 6144)}
TABLE = """
1.5B   8  24 18.522 18.086  9.337 0.601  0.2431 0.1585 0.1083 0.1585 0.0433
1.5B   8  32 18.513 18.086  9.331 0.626  0.1985 0.1242 0.0837 0.1242 0.0039
1.5B   8  64 18.546 18.097  9.321 0.762  0.1240 0.0674 0.0444 0.0674 0.0026
6.2B   8  24 29.718 29.444 19.927 0.527  0.2347 0.1323 0.0698 0.1323 0.0029
6.2B   8  32 29.802 29.428 19.530 0.577  0.1898 0.1045 0.0559 0.1045 0.0022
6.2B   8  64 29.935 29.621 19.388 0.535  0.1091 0.0554 0.0294 0.0554 0.0010
14.6B 16  48 11.347 11.248  8.132 0.377  0.2552 0.1397 0.0672 0.1397 0.0066
14.6B 16  64 11.307 11.254  8.101 0.379  0.2082 0.1088 0.0516 0.1088 0.0054
14.6B 16 128 11.325 11.308  8.109 0.378  0.1251 0.0576 0.0266 0.0576 0.0028
28.3B 32  96 10.419 10.207  7.715 0.408  0.2646 0.1421 0.0641 0.1421 0.0038
28.3B 32 128 10.408 10.204  7.703 0.408  0.2168 0.1106 0.0490 0.1106 0.0029
28.3B 32 256 10.402 10.248  7.698 0.460  0.1352 0.0594 0.0257 0.0594 0.0018
"""
ROWS = [line.split() for line in TABLE.strip().splitlines()]


def kept_for_weights(model: str) -> Fraction:
    """M_W/M_B = 32/(34 + 5as/h), Table 1."""
    heads, hidden = HEADS[model]
    return 32 / (34 + Fraction(5 * heads * 1024, hidden))


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row[0]}-m{row[2]}")
def test_zero_bubble_table_5(row: list[str]) -> None:
    p, m = int(row[1]), int(row[2])
    costs = Costs(*map(Fraction, row[3:7]))
    share = kept_for_weights(row[0])
    options = {
        "zb-1p": Options(memory_limit=p, kept_for_weights=share, costs=costs),
        "zb-2p": Options(memory_limit=2 * p, kept_for_weights=share, costs=costs),
    }
    for name, printed in zip(("1f1b", "zb-h1", "zb-h2", "zb-1p", "zb-2p"), row[7:], strict=True):
        family = "zb-auto" if name in options else name
        timeline = simulate(build(family, p, m, options.get(name)), costs)
        rate = bubbles.stage_local_bubble(timeline)
        assert Decimal(rate.numerator) / rate.denominator - Decimal(printed) < Decimal("0.00005"), name
        assert abs(rate - Fraction(printed)) <= Fraction(1, 20000), name
