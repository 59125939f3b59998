"""The transformer's shape and layout: defaults, patterns of layers, and what cannot be."""

from __future__ import annotations

import pytest

from ledger.core import formulas
from ledger.core.transformer import Layout, Model
from ledger.errors import ConditionError, InputError


def test_kinds_of_layers_by_pattern() -> None:
    every_other = Model(layers=4, hidden=8, heads=2, experts=4, expert_ffn=8, moe_every=2)
    assert [every_other.is_moe(layer) for layer in range(4)] == [True, False, True, False]
    assert every_other.moe_count() == 2
    listed = Model(layers=3, hidden=8, heads=2, experts=4, expert_ffn=8, moe_layers=(0, 1, 1))
    assert [listed.is_moe(layer) for layer in range(3)] == [False, True, True]
    assert listed.moe_count() == 2
    assert not Model(layers=1, hidden=8, heads=2).is_moe(0)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("layers=0,hidden=8,heads=2", "shape"),
        ("layers=1,hidden=8,heads=2,norm=groupnorm", "norm"),
        ('{"layers": 2, "hidden": 8, "heads": 2, "experts": 2, "moe_layers": [1]}', "pattern"),
        ("layers=1,hidden=9,heads=2", "not-divisible"),
        ("layers=1e9,hidden=8,heads=2", "too-large"),
    ],
)
def test_shapes_that_cannot_be(text: str, code: str) -> None:
    with pytest.raises(ConditionError) as refusal:
        formulas.get("memory.transformer_parameters").compute({"model": text})
    assert refusal.value.code == code


@pytest.mark.parametrize(
    "text",
    ["layers=1", "layers=1,hidden=8,heads=2,hidden=8", "layers=1,hiden=8,heads=2", "layers", "[1]", "{", 7],
)
def test_models_that_do_not_read(text: object) -> None:
    with pytest.raises(InputError):
        formulas.get("memory.transformer_parameters").compute({"model": text})


def test_layouts_that_cannot_be() -> None:
    with pytest.raises(ConditionError, match="not divisible by etp·ep·pp = 6"):
        Layout(tp=2, dp=2, ep=3)
    with pytest.raises(ConditionError, match="at least 1"):
        Layout(pp=0)
    with pytest.raises(ConditionError, match="pipeline chunks"):
        Layout(pp=10**9)
    layout = Layout(tp=2, dp=4, cp=2, pp=2, ep=4, etp=1)
    assert (layout.world, layout.expert_data) == (32, 4)  # 32 / (1·4·2)
