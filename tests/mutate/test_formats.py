"""No change of a bound number goes unnoticed, in any format a page may have."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from ledger.mutate.mutants import Fate
from ledger.mutate.run import run, tasks
from ledger.registry import Context
from ledger.schema.ledger import Page
from tests.checks import make

CLAIMS = (
    make.claim("zero.total"),
    make.claim("zero.size", quantity={"value": "7.52e9", "unit": "parameter"}),
    make.claim("zero.speed", quantity={"value": "1.5", "unit": "x", "comparator": "up-to"}),
    make.claim("zero.loss", quantity={"value": "-0.42", "unit": "1"}),
    make.claim("zero.memory", quantity={"value": "80", "unit": "GB"}),
    make.claim("zero.share", quantity={"value": "30", "high": "40", "unit": "%", "comparator": "range"}),
    make.claim("z.count", quantity={"value": "51219741", "unit": "sandbox"}),
    make.claim("z.formula", kind="formula", quantity={"value": "4*P + 12*P/N", "unit": "B"}),
    make.claim("z.gpus", quantity={"value": "2048", "unit": "GPU"}),
    make.claim("z.tokens", quantity={"value": "1.5e12", "unit": "token", "comparator": "≈"}),
    make.claim("z.flop", quantity={"value": "3.8e25", "unit": "FLOP"}),
    make.claim("z.slots", quantity={"value": "2^20", "unit": "slot"}),
)
MARKDOWN = """# Page

It takes [16 bytes](claim:zero.total) each, of [7.52B parameters](claim:zero.size),
or [7.5B](claim:zero.size), or [about 7.5B](claim:zero.size), 即 [约 75 亿](claim:zero.size).
It is [up to 1.5×](claim:zero.speed) faster; [−0.42](claim:zero.loss); each holds [80 GB](claim:zero.memory).

| a | b |
|--|--|
| share | [30–40%](claim:zero.share) |
| x | **[51,219,741](claim:z.count) sandboxes** |

It needs [4P + 12P/N bytes](claim:z.formula),
用了 [2048 张 H800](claim:z.gpus)，约 [1.5 万亿](claim:z.tokens) Token,
[3.8×10^25 FLOP](claim:z.flop), [$2^{20}$](claim:z.slots) slots.

A batch of 64 is shown. <!-- ledger: exempt "64" example size -->
"""
HTML = """<h1>P</h1><p>It takes <b data-claim="zero.total">16&nbsp;bytes</b> each,
of <span data-claim="zero.size">7.52B parameters</span>.
<p>It is <i data-claim="zero.speed">up to 1.5&times;</i> faster; <b data-claim="zero.loss">&minus;0.42</b>.
<table><tr><th>a<th>b<tr><td>share<td data-claim=zero.share>30–40%
<tr><td>x<td><b data-claim=z.count>51,219,741</b> sandboxes</table>
<p>Uses <span data-claim=z.formula>4P + 12P/N bytes</span>,
<span data-claim=z.flop>3.8×10<sup>25</sup> FLOP</span>; 64 <!-- ledger: exempt "64" example size -->
"""
LATEX = r"""It takes \claim{zero.total}{\qty{16}{\byte}} each, of \claim{zero.size}{7.52B parameters}.
It is \claim{zero.speed}{up to $1.5\times$} faster; \claim{zero.loss}{$-0.42$},
\claim{zero.memory}{\SI{80}{\giga\byte}}.

\begin{tabular}{ll} a & b \\ share & \claim{zero.share}{\SIrange{30}{40}{\percent}} \\ \end{tabular}

Uses \claim{z.formula}{$4P + \frac{12P}{N}$ bytes}, \claim{z.flop}{$3.8\times 10^{25}$ FLOP},
\claim{z.slots}{$2^{20}$} slots; 64 here % ledger: exempt "64" example size
"""
ASTRO = """---
const rows = [["TOTAL", "16 bytes"]]; // ledger: claim "16 bytes" zero.total
---
<p>It is <i data-claim="zero.speed">up to 1.5×</i> faster {rows.map((r) => (<b>{r}</b>))};
each holds <b data-claim="zero.memory">80 GB</b></p>
"""


@pytest.mark.parametrize(
    ("path", "text", "least"),
    [
        pytest.param("p.md", MARKDOWN, 150, id="markdown"),
        pytest.param("p.html", HTML, 80, id="html"),
        pytest.param("p.tex", LATEX, 90, id="latex"),
        pytest.param("p.astro", ASTRO, 20, id="astro"),
    ],
)
def test_every_mutant_is_noticed(path: str, text: str, least: int) -> None:
    page = Page(path, text, hashlib.sha256(text.encode()).hexdigest())
    ledger = make.ledger(*CLAIMS, make.source(), pages={path: page})
    results = run(ledger, tasks(ledger, [path], []), Context(store=Path()))
    assert len(results) >= least
    assert [result for result in results if result.fate is not Fate.KILLED] == []
