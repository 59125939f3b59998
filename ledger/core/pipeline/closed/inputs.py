"""The parameters that the closed forms share. Which backward a time means is part of its name."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated

from ledger.core.formulas import Param

Stages = Annotated[int, Param("stage", "pipeline stages p, one a device", minimum=1)]
MicroBatches = Annotated[int, Param("micro-batch", "micro-batches m between two optimizer steps", minimum=1)]
Chunks = Annotated[int, Param("chunk", "model chunks v a device", minimum=1)]
Forward = Annotated[Fraction, Param("s", "forward of one micro-batch on one stage", minimum=0)]
BackwardFull = Annotated[
    Fraction,
    Param("s", "full backward of one micro-batch on one stage: input and weight gradient", minimum=0),
]
InputGradient = Annotated[
    Fraction, Param("s", "backward for the input alone, T_B of the Zero Bubble paper", minimum=0)
]
WeightGradient = Annotated[Fraction, Param("s", "backward for the weights alone", minimum=0)]
