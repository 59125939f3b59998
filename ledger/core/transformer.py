"""A transformer's shape and its parallel layout: the structured inputs that memory and activations share."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from ledger.core.formulas import Param
from ledger.core.records import record_reader
from ledger.errors import ConditionError

LARGEST_DEPTH = 100_000  # layers or chunks that are worth listing one by one


@dataclass(frozen=True, slots=True)
class Model:
    """A transformer's shape. Sizes are elements; 0 or ``none`` means absent or the usual default.

    ``ffn`` defaults to 4·hidden, ``kv_heads`` to ``heads``, ``head_size`` to hidden/heads.
    ``moe_layers`` marks each layer 1 (experts) or 0 (dense); empty means every ``moe_every``-th layer,
    starting with the first, when there are experts.
    """

    layers: int
    hidden: int
    heads: int
    ffn: int | None = None
    kv_heads: int | None = None
    head_size: int | None = None
    vocabulary: int = 0
    gated: bool = False
    norm: str = "layernorm"
    tied: bool = True
    linear_bias: bool = False
    positions: int = 0
    experts: int = 0
    top_k: int = 0
    expert_ffn: int = 0
    shared_expert_ffn: int = 0
    shared_expert_gate: bool = False
    router_bias: bool = False
    moe_latent: int | None = None
    moe_every: int = 1
    moe_layers: tuple[int, ...] = ()
    mla: bool = False
    q_lora: int | None = None
    kv_lora: int = 0
    qk_head: int = 0
    rope_head: int = 0
    v_head: int = 0
    mtp_layers: int = 0

    def __post_init__(self) -> None:
        if min(self.layers, self.hidden, self.heads) < 1:
            raise ConditionError("shape", "layers, hidden and heads must be at least 1")
        if max(self.layers, self.mtp_layers) > LARGEST_DEPTH:
            raise ConditionError("too-large", f"more than {LARGEST_DEPTH} layers")
        if self.norm not in ("layernorm", "rmsnorm"):
            raise ConditionError("norm", f"norm is layernorm or rmsnorm, not '{self.norm}'")
        if self.moe_layers and len(self.moe_layers) != self.layers:
            raise ConditionError(
                "pattern", f"moe_layers has {len(self.moe_layers)} entries for {self.layers} layers"
            )

    @property
    def feed_forward(self) -> int:
        """Width of the dense MLP."""
        return 4 * self.hidden if self.ffn is None else self.ffn

    @property
    def head_width(self) -> int:
        """Elements of one query head.

        Raises:
            ConditionError: it is not given and the heads do not divide the hidden size.
        """
        if self.head_size is not None:
            return self.head_size
        if self.hidden % self.heads:
            raise ConditionError(
                "not-divisible", f"{self.heads} heads do not divide hidden size {self.hidden}"
            )
        return self.hidden // self.heads

    @property
    def key_value_heads(self) -> int:
        """Heads of keys and of values (grouped-query attention has fewer than query heads)."""
        return self.heads if self.kv_heads is None else self.kv_heads

    @property
    def norm_parts(self) -> int:
        """Vectors of one norm: weight, and bias for LayerNorm."""
        return 1 if self.norm == "rmsnorm" else 2

    def is_moe(self, layer: int) -> bool:
        """Whether that layer (0-based) has experts."""
        if self.experts == 0:
            return False
        if self.moe_layers:
            return self.moe_layers[layer] == 1
        return layer % self.moe_every == 0

    def moe_count(self) -> int:
        """How many layers have experts."""
        if self.experts == 0:
            return 0
        if self.moe_layers:
            return sum(self.moe_layers)
        return -(-self.layers // self.moe_every)


@dataclass(frozen=True, slots=True)
class Layout:
    """Degrees of parallelism: the dense grid is tp·cp·dp·pp, the expert grid etp·ep·edp·pp over the same
    ranks; sequence parallelism (``sp``) shares the tensor-parallel group and adds no factor.
    """

    tp: int = 1
    pp: int = 1
    dp: int = 1
    cp: int = 1
    ep: int = 1
    etp: int | None = None
    vpp: int = 1
    sp: bool = False

    def __post_init__(self) -> None:
        if min(self.tp, self.pp, self.dp, self.cp, self.ep, self.vpp, self.expert_tensor) < 1:
            raise ConditionError("degree", "every degree of parallelism must be at least 1")
        if self.pp * self.vpp > LARGEST_DEPTH:
            raise ConditionError("too-large", f"more than {LARGEST_DEPTH} pipeline chunks")
        if self.world % (self.expert_tensor * self.ep * self.pp):
            raise ConditionError(
                "expert-not-divisible",
                f"world size {self.world} is not divisible by etp·ep·pp = "
                f"{self.expert_tensor * self.ep * self.pp}",
            )

    @property
    def world(self) -> int:
        """Ranks: the product of the orthogonal axes only."""
        return self.tp * self.pp * self.dp * self.cp

    @property
    def expert_tensor(self) -> int:
        """Tensor-parallel degree of the experts."""
        return self.tp if self.etp is None else self.etp

    @property
    def expert_data(self) -> int:
        """Replicas of one expert shard: world / (etp·ep·pp)."""
        return self.world // (self.expert_tensor * self.ep * self.pp)

    @property
    def sequence_shards(self) -> int:
        """Over how many ranks norms, dropouts and residuals are split along the sequence within TP."""
        return self.tp if self.sp else 1


Models = Annotated[
    Model, Param("model", "shape, as layers=96,hidden=12288,heads=96,… or JSON", read=record_reader(Model))
]
Layouts = Annotated[
    Layout, Param("layout", "degrees, as tp=8,pp=8,dp=1,… or JSON", read=record_reader(Layout))
]
