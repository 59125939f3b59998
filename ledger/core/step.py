"""The training step (ledger L3): its lower bound, its FLOPs, and which mean the loss is."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated

from ledger.core.exact import simplest
from ledger.core.formulas import Citation, Param, Result, formula
from ledger.core.records import read_list
from ledger.core.roots import Number
from ledger.errors import ConditionError

Amount = Annotated[Fraction, Param("1", minimum=0)]
Flops = Annotated[Fraction, Param("FLOP", minimum=0)]
Rate = Annotated[Fraction, Param("1/s", "above 0", minimum=0)]
Numbers = Annotated[tuple[Fraction, ...], Param("1", "as 1,2.5,3 or a JSON list", read=read_list)]


def _rate(amount: Fraction, rate: Fraction, name: str) -> Fraction:
    """Time for an amount; no amount takes no time, whatever the rate."""
    if amount == 0:
        return Fraction(0)
    if rate == 0:
        raise ConditionError("rate", f"the {name} rate must be above 0")
    return amount / rate


@formula(
    "step.lower_bound",
    unit="s",
    convention="slowest of compute, memory, network (perfectly overlapped), plus bubble and exposed I/O",
    source=Citation("definition", note="roofline of one step"),
    example={
        "flops": "6e15",
        "peak": "6e14",
        "memory_bytes": "3e12",
        "memory_bandwidth": "3e12",
        "network_bytes": "4e11",
        "network_bandwidth": "5e10",
        "bubble": "1.5",
        "exposed_io": "0.2",
    },
    conditions=("amounts and rates are of the same scope (one device, or all)",),
)
def lower_bound(
    flops: Flops,
    peak: Rate,
    memory_bytes: Amount = Fraction(0),
    memory_bandwidth: Rate = Fraction(1),
    network_bytes: Amount = Fraction(0),
    network_bandwidth: Rate = Fraction(1),
    bubble: Annotated[Fraction, Param("s", minimum=0)] = Fraction(0),
    exposed_io: Annotated[Fraction, Param("s", minimum=0)] = Fraction(0),
) -> Result:
    """max(F/F_peak, Q_memory/B_memory, Q_network/B_network) + bubble + I/O, with the binding term named.

    Raises:
        ConditionError: a rate is 0 while its amount is not.
    """
    terms = {
        "compute": _rate(flops, peak, "compute"),
        "memory": _rate(memory_bytes, memory_bandwidth, "memory"),
        "network": _rate(network_bytes, network_bandwidth, "network"),
    }
    binding = max(terms, key=lambda name: terms[name])
    items = {name: simplest(time) for name, time in terms.items()}
    details = {**items, "bubble": simplest(bubble), "exposed I/O": simplest(exposed_io), "binding": binding}
    return Result(simplest(terms[binding] + bubble + exposed_io), details)


@formula(
    "step.training_flops",
    unit="FLOP",
    convention="6·N·T: two forward, four backward per parameter and token; attention scores left out",
    source=Citation("jax-scaling-book-2025", note="applied training"),
    example={"parameters": "70e9", "tokens": "15e12"},
    conditions=("N is activated parameters for a mixture of experts",),
)
def training_flops(parameters: Amount, tokens: Amount) -> Number:
    """FLOPs to train N parameters on T tokens, 6·N·T."""
    return simplest(6 * parameters * tokens)


@formula(
    "step.training_time",
    unit="s",
    convention="FLOPs over devices·peak·MFU",
    source=Citation("jax-scaling-book-2025", note="applied training"),
    example={"flops": "6.3e24", "devices": "8960", "peak": "4.59e14", "utilization": "0.4"},
    conditions=("utilization above 0, at most 1",),
)
def training_time(
    flops: Flops,
    devices: Annotated[int, Param("device", minimum=1)],
    peak: Rate,
    utilization: Annotated[Fraction, Param("1", "model FLOPs utilization", minimum=0)] = Fraction(1),
) -> Result:
    """Seconds, with days in ``details``.

    Raises:
        ConditionError: utilization is 0 or above 1, or peak is 0.
    """
    if not 0 < utilization <= 1:
        raise ConditionError("utilization", "utilization is above 0 and at most 1")
    seconds = _rate(flops, devices * peak * utilization, "compute")
    return Result(simplest(seconds), {"days": simplest(seconds / 86400)})


@formula(
    "step.model_flops_utilization",
    unit="1",
    convention="model FLOPs (no recomputation) over peak·time·devices; HFU counts recomputation too",
    source=Citation("selective-recompute-2022", "6.3", note="model against hardware FLOPs utilization"),
    example={"flops": "6e15", "seconds": "20", "devices": "1", "peak": "6e14"},
)
def model_flops_utilization(
    flops: Flops,
    seconds: Annotated[Fraction, Param("s", minimum=0)],
    devices: Annotated[int, Param("device", minimum=1)],
    peak: Rate,
) -> Number:
    """FLOPs over what the devices could do in that time.

    Raises:
        ConditionError: the time or the peak is 0.
    """
    if seconds == 0 or peak == 0:
        raise ConditionError("not-positive", "seconds and peak must be above 0")
    return simplest(flops / (seconds * devices * peak))


def _paired(losses: tuple[Fraction, ...], tokens: tuple[Fraction, ...]) -> None:
    if not losses or len(losses) != len(tokens):
        raise ConditionError("length", "there must be as many losses as token counts, and at least one")
    if min(tokens) < 0 or sum(tokens) == 0:
        raise ConditionError("tokens", "token counts must not be negative, and not all 0")


@formula(
    "step.token_weighted_loss",
    unit="1",
    convention="sum of losses over sum of tokens, over all ranks and micro-batches",
    source=Citation("definition", note="mean over tokens"),
    example={"summed_losses": "10,30", "tokens": "10,10"},
)
def token_weighted_loss(summed_losses: Numbers, tokens: Numbers) -> Number:
    """ΣS_r / Σn_r, S_r the summed loss of rank r and n_r its tokens that count.

    Raises:
        ConditionError: the lists differ in length, are empty, or hold no token.
    """
    _paired(summed_losses, tokens)
    return simplest(sum(summed_losses, Fraction(0)) / sum(tokens))


@formula(
    "step.mean_of_means",
    unit="1",
    convention="mean over ranks of each rank's own mean loss; weights every rank alike",
    source=Citation("cs25-v6-lecture4", note="gradients averaged over ranks"),
    example={"summed_losses": "10,30", "tokens": "10,10"},
    conditions=("every rank has a token",),
)
def mean_of_means(summed_losses: Numbers, tokens: Numbers) -> Result:
    """(1/R)·ΣS_r/n_r: the token-weighted loss only where it happens to agree, as with equal counts.

    ``details`` has its difference from the token-weighted loss.

    Raises:
        ConditionError: the lists differ in length or are empty, or a rank has no token.
    """
    _paired(summed_losses, tokens)
    if min(tokens) == 0:
        raise ConditionError("tokens", "a rank without tokens has no mean")
    means = [loss / count for loss, count in zip(summed_losses, tokens, strict=True)]
    mean = sum(means, Fraction(0)) / len(means)
    weighted = Fraction(token_weighted_loss(summed_losses, tokens))
    return Result(simplest(mean), {"less token-weighted": simplest(mean - weighted)})


@formula(
    "step.micro_batches",
    unit="micro-batch",
    convention="global batch over data-parallel degree and micro-batch size",
    source=Citation("megatron-3d-2021", "3.1", note="m = B/(d·b)"),
    example={"global_batch": "1536", "data_parallel": "8", "micro_batch": "1"},
    conditions=("data_parallel·micro_batch divides global_batch",),
)
def micro_batches(
    global_batch: Annotated[int, Param("sequence", minimum=1)],
    data_parallel: Annotated[int, Param("rank", minimum=1)],
    micro_batch: Annotated[int, Param("sequence", minimum=1)],
) -> int:
    """B/(d·b) micro-batches a pipeline.

    Raises:
        ConditionError: it is not whole.
    """
    if global_batch % (data_parallel * micro_batch):
        raise ConditionError(
            "not-divisible", f"{data_parallel}·{micro_batch} does not divide the global batch {global_batch}"
        )
    return global_batch // (data_parallel * micro_batch)


FORMULAS = (
    lower_bound,
    training_flops,
    training_time,
    model_flops_utilization,
    token_weighted_loss,
    mean_of_means,
    micro_batches,
)
