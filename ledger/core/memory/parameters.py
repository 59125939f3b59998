"""Counting a transformer's parameters, split by how tensor and expert parallelism hold them."""

from __future__ import annotations

from dataclasses import dataclass

from ledger.core.formulas import Citation, Result, formula
from ledger.core.transformer import Model, Models


@dataclass(frozen=True, slots=True)
class Held:
    """Parameters by the way they are held: split by TP, replicated over TP, split over experts' ranks."""

    tensor_split: int = 0
    replicated: int = 0
    expert: int = 0

    def __add__(self, other: Held) -> Held:
        return Held(
            self.tensor_split + other.tensor_split,
            self.replicated + other.replicated,
            self.expert + other.expert,
        )

    def __mul__(self, times: int) -> Held:
        return Held(self.tensor_split * times, self.replicated * times, self.expert * times)

    @property
    def total(self) -> int:
        """All of them."""
        return self.tensor_split + self.replicated + self.expert


def attention_parameters(model: Model) -> int:
    """Projections of one attention block (grouped-query or multi-head latent), without biases."""
    if model.mla:
        return _latent_attention(model)
    width = model.heads * model.head_width
    keys = model.key_value_heads * model.head_width
    return model.hidden * (2 * width + 2 * keys)


def _latent_attention(model: Model) -> int:
    """Multi-head latent attention: low-rank queries (or full ones), compressed keys and values, output."""
    query_width = model.heads * (model.qk_head + model.rope_head)
    if model.q_lora is None:
        query = model.hidden * query_width
    else:
        query = model.q_lora * (model.hidden + query_width + model.norm_parts)
    compressed = model.kv_lora * (
        model.hidden + model.heads * (model.qk_head + model.v_head) + model.norm_parts
    )
    return query + compressed + model.hidden * model.rope_head + model.heads * model.v_head * model.hidden


def mlp_parameters(model: Model, width: int, hidden: int | None = None) -> int:
    """Matrices of one MLP of that inner width: two, or three when gated."""
    return (3 if model.gated else 2) * (model.hidden if hidden is None else hidden) * width


def dense_layer(model: Model) -> Held:
    """A layer with a dense MLP: two norms, attention, MLP, and biases where the model has them."""
    split = attention_parameters(model) + mlp_parameters(model, model.feed_forward)
    replicated = 2 * model.hidden * model.norm_parts
    if model.linear_bias:
        heads = model.heads + 2 * model.key_value_heads
        split += heads * model.head_width + (2 if model.gated else 1) * model.feed_forward
        replicated += 2 * model.hidden
    return Held(split, replicated)


def routed_experts(model: Model, count: int) -> int:
    """Parameters of *count* routed experts; latent experts work on the latent width."""
    hidden = model.hidden if model.moe_latent is None else model.moe_latent
    return count * mlp_parameters(model, model.expert_ffn, hidden)


def moe_layer(model: Model) -> Held:
    """A layer with routed experts, shared expert, router and latent projections."""
    split = attention_parameters(model) + mlp_parameters(model, model.shared_expert_ffn)
    router = model.hidden * model.experts + (model.experts if model.router_bias else 0)
    latent = 2 * model.hidden * model.moe_latent if model.moe_latent is not None else 0
    gate = model.hidden if model.shared_expert_gate and model.shared_expert_ffn > 0 else 0
    replicated = 2 * model.hidden * model.norm_parts + router + latent + gate
    return Held(split, replicated, routed_experts(model, model.experts))


def layer_of(model: Model, index: int) -> Held:
    """The parameters of one layer (0-based)."""
    return moe_layer(model) if model.is_moe(index) else dense_layer(model)


def embedding(model: Model) -> int:
    """One vocabulary matrix."""
    return model.hidden * model.vocabulary


def final_norm(model: Model) -> int:
    """The norm after the last layer."""
    return model.norm_parts * model.hidden


def block(model: Model) -> Held:
    """All layers and the final norm."""
    moe = model.moe_count()
    layers = dense_layer(model) * (model.layers - moe) + moe_layer(model) * moe
    return layers + Held(replicated=final_norm(model))


def mtp_block(model: Model) -> Held:
    """The multi-token-prediction layers, of the last layer's kind."""
    if model.mtp_layers == 0:
        return Held()
    return layer_of(model, model.layers - 1) * model.mtp_layers


@formula(
    "memory.transformer_parameters",
    unit="parameter",
    convention="total (not activated); embedding counted twice unless tied; biases only where asked for",
    source=Citation("megatron-lm-repo", note="theoretical_memory_usage.py, counting rules"),
    example={
        "model": "layers=80,hidden=8192,heads=64,kv_heads=8,ffn=28672,gated=yes,norm=rmsnorm,"
        "vocabulary=128256,tied=no"
    },
)
def transformer_parameters(model: Models) -> Result:
    """Parameters of a transformer, total and activated per token, with the line items.

    Activated parameters count ``top_k`` experts in place of all; embeddings and prediction layers in full.
    """
    whole, extra = block(model), mtp_block(model)
    vocabulary = embedding(model) * (1 if model.tied else 2) + model.positions * model.hidden
    total = whole.total + extra.total + vocabulary
    idle = model.moe_count() * routed_experts(model, model.experts - model.top_k)
    details = {
        "activated": total - idle,
        "block": whole.total,
        "block activated": whole.total - idle,
        "multi-token prediction": extra.total,
        "embeddings": vocabulary,
        "dense layer": dense_layer(model).total,
        "expert layer": moe_layer(model).total if model.moe_count() else 0,
    }
    return Result(total, details)


@formula(
    "memory.transformer_parameters_12lh2",
    unit="parameter",
    convention="four matrices a layer only: no embeddings, norms or biases",
    source=Citation("zero-infinity-2021", "3", "1"),
    example={"layers": "96", "hidden": "12288"},
)
def transformer_parameters_12lh2(layers: int, hidden: int) -> int:
    """12·l·h²: query-key-value, output, and the two MLP matrices of width 4h."""
    return 12 * layers * hidden * hidden


FORMULAS = (transformer_parameters, transformer_parameters_12lh2)
