"""The check ``covered``: bound, exempt, unclaimed, wrong, and planted defects of every kind."""

from __future__ import annotations

import hashlib
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from checks.covered import CHECK, judge
from ledger.documents.page import page
from ledger.documents.read import read
from ledger.registry import Context, Finding
from ledger.schema.documents import Claim, Configuration, Rounding
from ledger.schema.ledger import Page
from ledger.schema.outcomes import Outcome
from tests.checks import make

CLAIMS = (
    make.claim("zero.total"),
    make.claim("zero.size", quantity={"value": "7.52e9", "unit": "parameter"}),
    make.claim("zero.speed", quantity={"value": "1.5", "unit": "x", "comparator": "up-to"}),
    make.claim("zero.loss", quantity={"value": "-0.42", "unit": "1"}),
    make.claim("zero.memory", quantity={"value": "80", "unit": "GB"}),
    make.claim("zero.share", quantity={"value": "30", "high": "40", "unit": "%", "comparator": "range"}),
    make.claim("zero.how", kind="mechanism", quantity=None),
)


def run(text: str, path: str = "pages/a.md", root: Path = Path(), **pages: str) -> list[Finding]:
    shown = {
        name: Page(name, body, hashlib.sha256(body.encode()).hexdigest())
        for name, body in {path: text}.items()
    }
    ledger = make.ledger(*CLAIMS, make.source(), root=root, pages=shown)
    return list(CHECK.run(ledger, [path], Context(store=Path())))


def rounded(text: str, rounding: str, **claim: Any) -> list[Finding]:
    """What is found on a page of a ledger that lets its pages round so."""
    digits = {"quantity": {"value": "23.4", "unit": "%"}, **claim}
    page = Page("p.md", text, hashlib.sha256(text.encode()).hexdigest())
    ledger = replace(
        make.ledger(make.claim("a.share", **digits), make.source(), pages={"p.md": page}),
        configuration=Configuration(rounding=Rounding(rounding)),
    )
    return list(CHECK.run(ledger, ["p.md"], Context(store=Path())))


SAYS_23 = {"statement": {"en": "The share is 23.4%, or 23%.", "zh": "占 23.4%。"}}


@pytest.mark.parametrize(
    ("text", "rounding", "claim", "cause"),
    [
        pytest.param("It saves [23%](claim:a.share).", "free", {}, "", id="rounded"),
        pytest.param("It saves [23%](claim:a.share).", "marked", {}, "rounded", id="rounded-where-marked"),
        pytest.param("It saves [23.4%](claim:a.share).", "marked", {}, "", id="the-same-digits"),
        pytest.param("It saves [about 23%](claim:a.share).", "marked", {}, "", id="says-so"),
        pytest.param("It saves about [23%](claim:a.share).", "marked", {}, "", id="says-so-outside"),
        pytest.param("省下约 [23%](claim:a.share)。", "marked", {}, "", id="says-so-in-chinese"),
        pytest.param("It saves [≈23%](claim:a.share).", "free", {}, "", id="says-so-where-it-need-not"),
        pytest.param("It saves [23%](claim:a.share).", "marked", SAYS_23, "", id="as-the-statement-does"),
        pytest.param("It saves [20%](claim:a.share).", "free", {}, "inconsistent", id="another-number"),
        pytest.param(
            "It is [2×](claim:a.share).",
            "free",
            {"quantity": {"value": "1.5", "unit": "x"}},
            "rounded",
            id="far",
        ),
    ],
)
def test_a_page_rounds_as_its_ledger_lets_it(
    text: str, rounding: str, claim: dict[str, Any], cause: str
) -> None:
    (finding,) = rounded(text, rounding, **claim)
    assert (finding.outcome is Outcome.VERIFIED, finding.cause) == (cause == "", cause), finding.message
    assert cause != "rounded" or "or say that it is rounded (about, ≈, 约)" in finding.hint


def one(text: str, **fields: Any) -> Finding:
    (finding,) = run(text, **fields)
    return finding


@pytest.mark.parametrize(
    ("path", "text", "hint"),
    [
        pytest.param("p.md", "[16 bytes](claim:zero.totl)", "did you mean 'zero.total'?", id="typo"),
        pytest.param("p.md", "[16 bytes](claim:Zero.Total)", "did you mean 'zero.total'?", id="capitals"),
        pytest.param("p.md", "[16 bytes](claim:zero_total)", "did you mean 'zero.total'?", id="underscore"),
        pytest.param("p.md", "[16 bytes](claim:Not_An_Id!)", "add the claim, or correct its id", id="no-id"),
        pytest.param("p.md", "[16 bytes](claim:)", "add the claim, or correct its id", id="empty"),
        pytest.param(
            "p.html", "<b data-claim='claim:zero.total'>16 bytes</b>", "did you mean 'zero.total'?", id="html"
        ),
        pytest.param("p.tex", "\\claim{zero.totl}{16 bytes}", "did you mean 'zero.total'?", id="latex"),
        pytest.param(
            "p.astro",
            "---\n---\n<b data-claim={id}>16 bytes</b>",
            'a program makes the id; write it out: data-claim="ID"',
            id="computed",
        ),
    ],
)
def test_an_id_that_no_claim_has_comes_with_the_nearest(path: str, text: str, hint: str) -> None:
    finding = one(text, path=path)
    assert (finding.outcome, finding.cause) == (Outcome.CONTRADICTED, "unknown-claim")
    assert finding.hint == hint


def test_a_binding_to_a_superseded_claim_is_stale() -> None:
    """The page says what the claim said, and a newer claim says what holds; which it should bind is told."""
    newer = make.claim("z.newer", quantity={"value": "18", "unit": "B/parameter"}, supersedes=("z.older",))
    text = "It took [16 bytes](claim:z.older), then 16 bytes."
    file = Page("p.md", text, hashlib.sha256(text.encode()).hexdigest())
    ledger = make.ledger(make.claim("z.older"), newer, make.source(), pages={"p.md": file})
    stale, unclaimed = CHECK.run(ledger, ["p.md"], Context(store=Path()))
    assert (stale.outcome, stale.cause, stale.location.column) == (Outcome.STALE, "superseded", 9)
    assert "z.newer" in stale.hint
    assert "z.older" not in unclaimed.hint


@pytest.mark.parametrize(
    "text",
    [
        "It takes [16 bytes](claim:zero.total) a parameter.",
        "It takes [16 B/parameter](claim:zero.total).",
        "A model of [7.52B parameters](claim:zero.size) fits, or [7.5B](claim:zero.size).",
        "It is [up to 1.5×](claim:zero.speed) faster.",
        "The change is [−0.42](claim:zero.loss).",
        "Each holds [80 GB](claim:zero.memory).",
        "It saves [30–40%](claim:zero.share).",
        "It [works so](claim:zero.how).",
        "It [uses ZeRO-1 and FP8 in one go](claim:zero.how).",
        'A batch of 64 is shown. <!-- ledger: exempt "64" example size -->',
        "## 3. Steps\n\n1. First, see Figure 11 of ZeRO-3 (2019-10-04).",
    ],
)
def test_page_that_is_right(text: str) -> None:
    finding = one(text)
    assert (finding.outcome, finding.cause) == (Outcome.VERIFIED, ""), finding.message


@pytest.mark.parametrize(
    ("text", "cause"),
    [
        ("It takes [24 bytes](claim:zero.total).", "inconsistent"),
        ("It takes [1.6 bytes](claim:zero.total).", "inconsistent"),
        ("It takes [−16 bytes](claim:zero.total).", "different-sign"),
        ("It takes [16 bits](claim:zero.total).", "inconsistent"),
        ("It takes [16 KB](claim:zero.total).", "inconsistent"),
        ("It takes [16 seconds](claim:zero.total).", "different-unit"),
        ("It takes [16.3 bytes](claim:zero.total).", "more-digits"),
        ("It takes [up to 16 bytes](claim:zero.total).", "different-comparator"),
        ("It takes [at least 16 bytes](claim:zero.total).", "different-comparator"),
        ("It is [1.5×](claim:zero.speed) faster.", "different-comparator"),
        ("The change is [0.42](claim:zero.loss).", "different-sign"),
        ("Each holds [80 GiB](claim:zero.memory).", "inconsistent"),
        ("It saves [30%](claim:zero.share).", "different-comparator"),
        ("It saves [30–45%](claim:zero.share).", "inconsistent"),
        ("It takes [16 bytes or 17 bytes](claim:zero.total).", "not-one-number"),
        ("It takes [bytes](claim:zero.total).", "not-one-number"),
        ("It [works in 5 steps](claim:zero.how).", "claim-without-quantity"),
        ("It takes [16 bytes](claim:zero.totl).", "unknown-claim"),
    ],
)
def test_defect_is_contradicted_with_its_cause_and_line(text: str, cause: str) -> None:
    finding = one("First line.\n\n" + text)
    assert (finding.outcome, finding.cause) == (Outcome.CONTRADICTED, cause), finding.message
    assert finding.location.line == 3
    assert finding.hint


def test_unclaimed_number_comes_with_the_binding_to_paste() -> None:
    finding = one("ZeRO needs 16 bytes per parameter.")
    assert (finding.outcome, finding.cause) == (Outcome.NOT_FOUND, "unclaimed")
    assert "claim:zero.total" in finding.hint
    assert (finding.location.line, finding.location.column) == (1, 12)


@pytest.mark.parametrize(
    ("bound", "said"),
    [
        ("[12 bits](claim:zero.total)", "12 bits is not 16 B/parameter"),  # the claim: 16 B/parameter
        ("[80 GiB](claim:zero.memory)", "80 GiB is not 80 GB"),
        ("[45–50%](claim:zero.share)", "45–50% is not 30 to 40 %"),
    ],
)
def test_what_differs_is_told_with_both_units(bound: str, said: str) -> None:
    assert one(f"It is {bound}.").message.endswith(f": {said}")


def test_a_long_page_is_searched_for_the_first_bindings_only(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a binding fits is tried by reading the page again: for each of many numbers that never ends."""
    monkeypatch.setattr("checks.covered.REREAD", 1)
    found = run("# It needs 16 bytes per parameter.\n" * 7)
    assert [finding.cause for finding in found] == ["unclaimed"] * 7
    assert ["claim:zero.total" in finding.hint for finding in found] == [True] * 5 + [False] * 2
    assert all(finding.hint for finding in found)


def test_unused_exemption_is_a_fault() -> None:
    assert one('Nothing here. <!-- ledger: exempt "64" example -->').cause == "unused-exemption"


def test_denominator_is_published() -> None:
    finding = one("It takes [16 bytes](claim:zero.total), see Figure 3.")
    assert finding.details["coverage"] == {"bound": 1, "exempt": 0, "unclaimed": 0, "free": 1}


def test_unreadable_sidecar_is_uncheckable_not_ignored(tmp_path: Path) -> None:
    (tmp_path / "pages").mkdir()
    (tmp_path / "pages" / "a.bindings.yaml").write_text("bindings: 5\n")
    finding = one("It takes 16 bytes.", root=tmp_path)
    assert (finding.outcome, finding.cause) == (Outcome.UNCHECKABLE, "sidecar")


def test_every_problem_of_a_page_is_named() -> None:
    found = run("It takes [24 bytes](claim:zero.total) and 99 GB.\n\nAnd [16 KB](claim:zero.totl).")
    assert sorted(finding.cause for finding in found) == ["inconsistent", "unclaimed", "unknown-claim"]


SPLIT = make.claim(
    "z.split",
    kind="mechanism",
    quantity=None,
    statement={"en": "The backward is two gradients in one.", "zh": "反向是两个梯度合在一起。"},
)


@pytest.mark.parametrize(
    "text",
    [
        "[two gradients](claim:z.split)",
        "[two parts in one](claim:z.split)",
        "[两个梯度](claim:z.split)",
        "[一种做法](claim:z.split)",
        "[把它们拆开](claim:z.split)",
    ],
)
def test_counts_in_words_repeat_the_statement(text: str) -> None:
    assert found(text, SPLIT) == [""]


@pytest.mark.parametrize(
    "text",
    [
        "[three gradients](claim:z.split)",
        "[at least two gradients](claim:z.split)",
        "[二十个梯度](claim:z.split)",
        "[负两个梯度](claim:z.split)",
        "[两亿个梯度](claim:z.split)",
        "[至多一种做法](claim:z.split)",
        "[负一种做法](claim:z.split)",
        "[两 ms](claim:z.split)",
    ],
)
def test_a_count_that_the_statement_does_not_have_is_a_defect(text: str) -> None:
    assert found(text, SPLIT) == ["number-not-stated"]


def test_a_unit_behind_the_bound_text_is_part_of_what_the_page_says() -> None:
    cards = make.claim("z.cards", quantity={"value": "8", "unit": "GPU"})
    assert found("[8 块 GPU](claim:z.cards)", cards) == [""]
    assert found("[8 块 GPU](claim:z.cards)/s", cards) == ["not-one-number"]


def held(text: str, claim: Claim) -> list[Finding]:
    digest = hashlib.sha256(text.encode()).hexdigest()
    ledger = make.ledger(claim, make.source(), pages={"p.md": Page("p.md", text, digest)})
    return list(CHECK.run(ledger, ["p.md"], Context(store=Path())))


def found(text: str, claim: Claim) -> list[str]:
    return [finding.cause for finding in held(text, claim)]


def test_a_number_without_a_value_is_named_with_the_reason() -> None:
    finding = one("It moves [80 rounds/s](claim:zero.memory).")
    assert finding.cause == "not-one-number"
    assert finding.message.startswith(
        "the text bound to 'zero.memory' states no number that can be read: \"80\" is "
    )
    assert "unit that is known" in finding.hint


def test_a_suggestion_for_a_page_that_cannot_hold_it_names_the_sidecar() -> None:
    finding = one("Each holds 80 GB of memory.", path="pages/a.txt")
    assert finding.cause == "unclaimed"
    assert (
        finding.hint
        == "bind it to 'zero.memory' in pages/a.bindings.yaml: 'ledger bind pages/a.txt --suggest'"
    )


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("It [keeps 16 bytes](claim:zero.total).", ': "keeps" may change what "16 bytes" states'),
        ("It is not [16 bytes](claim:zero.total).", ": what stands right beside it says another thing"),
        ("It is [some bytes](claim:zero.total).", ""),
    ],
)
def test_what_makes_a_bound_text_unread_is_told(text: str, why: str) -> None:
    finding = one(text)
    assert finding.cause == "not-one-number"
    assert finding.message == f"the text bound to 'zero.total' states no number that can be read{why}"


WIDGETS = make.claim("z.widgets", quantity={"value": "20", "unit": "widget"})
MAPS = make.claim("z.maps", quantity={"value": "20", "unit": "feature map"})
SHARE = make.claim("z.share", quantity={"value": "20", "unit": "widget/rank"})


@pytest.mark.parametrize(
    ("text", "claim", "cause"),
    [
        pytest.param("[20](claim:z.widgets) widgets", WIDGETS, "", id="its-noun"),
        pytest.param("[20](claim:z.widgets) blue widgets stay", WIDGETS, "", id="its-noun-within-a-phrase"),
        pytest.param("[20](claim:z.widgets)-widget boxes", WIDGETS, "", id="hyphen"),
        pytest.param("[20](claim:z.widgets) were used", WIDGETS, "", id="no-noun"),
        pytest.param("[20](claim:z.widgets) of these apples", WIDGETS, "", id="what-they-are-among"),
        pytest.param("[20](claim:z.widgets), apples", WIDGETS, "", id="another-clause"),
        pytest.param("[20](claim:z.widgets) 个", WIDGETS, "", id="measure-word"),
        pytest.param("[20](claim:z.widgets) apples", WIDGETS, "different-unit", id="another-noun"),
        pytest.param("[20](claim:z.maps) feature maps", MAPS, "", id="two-words"),
        pytest.param("[20](claim:z.maps) road maps", MAPS, "different-unit", id="half-of-its-noun"),
        pytest.param("[20](claim:z.share) widgets per rank", SHARE, "", id="divided"),
        pytest.param("[20](claim:z.share) apples per rank", SHARE, "different-unit", id="another-divided"),
    ],
)
def test_a_bare_number_counts_what_stands_behind_its_binding(text: str, claim: Claim, cause: str) -> None:
    """A reader reads on; before, twenty of anything restated twenty widgets."""
    assert found(f"There are {text}.", claim) == [cause]


@pytest.mark.parametrize(
    ("bound", "unit", "mend"),
    [
        pytest.param(
            "[20 个](claim:z.count)", "1", "let the claim's unit say what", id="claim-without-a-noun"
        ),
        pytest.param("[20 nodes](claim:z.count)", "rank", "use the claim's noun (rank)", id="another-noun"),
        pytest.param("[20 s](claim:z.count)", "rank", "correct the page", id="a-measure"),
        pytest.param("[20%](claim:z.count)", "1", "correct the page", id="of-another-size"),
        pytest.param("[21](claim:z.count)", "1", "correct the page", id="another-number"),
    ],
)
def test_of_a_count_with_another_noun_it_is_told_how_to_name_one(bound: str, unit: str, mend: str) -> None:
    claim = make.claim("z.count", quantity={"value": "20", "unit": unit})
    (finding,) = held(f"There are {bound}.", claim)
    assert finding.hint.removeprefix("where they count the same, ").startswith(mend)


def test_of_a_reference_it_is_told_where_its_claim_is_named() -> None:
    finding = one("It takes [16 bytes][t].\n\n[t]: claim:zero.totl\n", path="pages/a.md")
    assert (finding.location.line, finding.location.column) == (1, 10)
    assert finding.hint == "did you mean 'zero.total'? ('[t]' is defined at pages/a.md:3:1)"


def test_of_many_unknown_ids_the_first_come_with_the_nearest() -> None:
    """A hundred of them: each is held against every claim's."""
    hints = [finding.hint for finding in run("[16 bytes](claim:zero.totl) " * 150)]
    assert hints == ["did you mean 'zero.total'?"] * 100 + ["add the claim, or correct its id"] * 50


A100 = make.claim("a100.peak", entity="A100", quantity={"value": "312", "unit": "TFLOPS"})
LLAMA = make.claim("llama.layers", entity="Llama 3 405B", quantity={"value": "126", "unit": "layer"})


def named(text: str) -> list[str]:
    """The causes that a page has in a ledger of those two claims."""
    page = Page("p.md", text, hashlib.sha256(text.encode()).hexdigest())
    ledger = make.ledger(A100, LLAMA, make.source(), pages={"p.md": page})
    return [finding.cause for finding in CHECK.run(ledger, ["p.md"], Context(store=Path()))]


@pytest.mark.parametrize(
    "text",
    [
        "The H100 has [312 TFLOPS](claim:a100.peak) in BF16.",
        "The A100 is older. The H100 has [312 TFLOPS](claim:a100.peak).",
        "H100 的峰值为 [312 TFLOPS](claim:a100.peak)。A100 更慢。",
        "| GPU | peak |\n|---|---|\n| V100 | [312 TFLOPS](claim:a100.peak) |\n| A100 | more |",
        "Llama 2 has [126 layers](claim:llama.layers).",
        "- **H800**: [312 TFLOPS](claim:a100.peak)",
    ],
)
def test_a_right_number_of_another_thing(text: str) -> None:
    assert named(text) == ["another-name"]


@pytest.mark.parametrize(
    "text",
    [
        "The A100 has [312 TFLOPS](claim:a100.peak) in BF16.",
        "Unlike the H100, the A100 has [312 TFLOPS](claim:a100.peak).",
        "It has [312 TFLOPS](claim:a100.peak) in BF16, says Table 5.",
        "The older one has [312 TFLOPS](claim:a100.peak). The H100 is newer.",
        "| GPU | A100 | H100 |\n|---|---|---|\n| peak | [312 TFLOPS](claim:a100.peak) | more |",
        "Llama 3 has [126 layers](claim:llama.layers); Llama 2 has fewer.",
        "Figure 2 shows its [126 layers](claim:llama.layers).",
    ],
)
def test_no_other_thing_of_its_family_is_named(text: str) -> None:
    assert named(text) == [""]


DEEPSEEK = make.claim(
    "v3.stages", entity="DeepSeek-V3", quantity={"value": "16", "unit": "way"}, statement={"en": "16-way."}
)
KIMI = make.claim(
    "k2.stages", entity="Kimi K2", quantity={"value": "16", "unit": "way"}, statement={"en": "16-way."}
)
ZERO = make.claim(
    "zero.two",
    entity="ZeRO",
    quantity={"value": "16.6", "unit": "GB"},
    statement={"en": "With stage 2 a rank needs 16.6 GB.", "zh": "ZeRO-2 下每个 rank 要 16.6 GB。"},
)
WAYS = make.claim(
    "m.ways", entity="MegaScale", quantity={"value": "8", "unit": "way"}, statement={"en": "8-way."}
)
OTHER_WAYS = make.claim(
    "f.ways", entity="interleaved 1F1B", quantity={"value": "4", "unit": "way"}, statement={"en": "4-way."}
)
BITS = make.claim(
    "fp.bits",
    entity="a sum",
    quantity={"value": "14", "unit": "bit"},
    statement={"en": "FP16 keeps 14 bits."},
)
HOW = make.claim("k2.how", entity="Kimi K2.5", kind="mechanism", quantity=None, statement={"en": "It waits."})


@pytest.mark.parametrize(
    ("text", "causes"),
    [
        ("DeepSeek-V2 has [16-way](claim:v3.stages) pipelines.", ["another-name"]),
        ("DeepSeek-V3 is older, and DeepSeek-V2 has [16-way](claim:v3.stages) pipelines.", ["another-name"]),
        ("| | DeepSeek-V2 |\n|---|---|\n| pipeline | [16-way](claim:v3.stages) |", ["another-name"]),
        ("Kimi K2 has [16-way](claim:v3.stages) pipelines.", ["another-name"]),  # its own are as many
        ("ZeRO-3 needs [16.6 GB](claim:zero.two).", ["another-name"]),
        ("MegaScale has [16-way](claim:v3.stages) pipelines.", ["another-name"]),  # another number of ways
        ("1F1B has [16-way](claim:v3.stages) pipelines.", ["another-name"]),
        ("In FP8 it is [14 bits](claim:fp.bits).", ["another-name"]),
        ("In BF16 it is [14 bits](claim:fp.bits).", ["another-name"]),
        ("In FP16 it is [14 bits](claim:fp.bits).", [""]),
        ("MegaScale needs [16.6 GB](claim:zero.two).", [""]),  # which has no number of bytes
        ("Kimi K2 [waits](claim:k2.how).", ["another-name"]),
        ("DeepSeek-V3 has [16-way](claim:v3.stages) pipelines.", [""]),
        ("DeepSeek-V2 is older, and DeepSeek-V3 has [16-way](claim:v3.stages) pipelines.", [""]),
        ("| | DeepSeek-V3 |\n|---|---|\n| pipeline | [16-way](claim:v3.stages) |", [""]),
        ("It has [16-way](claim:v3.stages) pipelines, and DeepSeek-V2 has too.", [""]),
        ("ZeRO-2 needs [16.6 GB](claim:zero.two).", [""]),
        ("It [waits](claim:k2.how) as Kimi K2 does.", [""]),
        (
            "The B200 has [16-way](claim:v3.stages) pipelines.",
            [""],
        ),  # of no family, and nothing is known of it
    ],
)
def test_names_with_a_hyphen_and_things_of_the_same_number_are_told_apart(
    text: str, causes: list[str]
) -> None:
    page = Page("p.md", text, hashlib.sha256(text.encode()).hexdigest())
    ledger = make.ledger(
        DEEPSEEK, KIMI, ZERO, HOW, WAYS, OTHER_WAYS, BITS, make.source(), pages={"p.md": page}
    )
    assert [one.cause for one in CHECK.run(ledger, ["p.md"], Context(store=Path()))] == causes


@pytest.mark.parametrize(
    ("text", "causes"),
    [
        ("It does not take [16 bytes](claim:zero.total).", ["taken-back"]),
        ("It takes [16 bytes](claim:zero.total), not more.", [""]),
        ("It does not [shard the states](claim:zero.how).", ["taken-back"]),
        ("It does not take [17 bytes](claim:zero.total).", ["inconsistent"]),
    ],
)
def test_a_sentence_that_takes_back_a_right_number_is_ambiguous(text: str, causes: list[str]) -> None:
    found = run(text)
    assert [finding.cause for finding in found] == causes
    assert (found[0].outcome is Outcome.AMBIGUOUS) == (causes == ["taken-back"])


def test_two_claims_of_one_number_that_have_changed_places_are_ambiguous() -> None:
    claims = (
        make.claim("a.weights", statement={"en": "Weights take 16 bytes.", "zh": "权重占 16 字节。"}),
        make.claim("a.gradients", statement={"en": "Gradients take 16 bytes.", "zh": "梯度占 16 字节。"}),
    )
    text = "Weights take [16 bytes](claim:{}), gradients [16 bytes](claim:{})."
    found = []
    for order in (("a.weights", "a.gradients"), ("a.gradients", "a.weights")):
        body = text.format(*order)
        shown = {"p.md": Page("p.md", body, hashlib.sha256(body.encode()).hexdigest())}
        ledger = make.ledger(*claims, make.source(), pages=shown)
        found.append([(one.outcome, one.cause) for one in CHECK.run(ledger, ["p.md"], Context(store=Path()))])
    assert found == [[(Outcome.VERIFIED, "")], [(Outcome.AMBIGUOUS, "exchanged")]]


def test_many_claims_of_one_number_cost_no_square() -> None:
    """Five thousand, each named beside its number in a row of one table."""
    entities = [f"DeepSeek-V{at % 9}" for at in range(5000)]
    claims = {
        f"a.c{at}": make.claim(f"a.c{at}", entity=entity, statement={"en": "It is 16 bytes a parameter."})
        for at, entity in enumerate(entities)
    }
    rows = [f"| {entity} | [16 bytes](claim:a.c{at}) |\n" for at, entity in enumerate(entities)]
    known = page(read("a.md", "| a | b |\n|---|---|\n" + "".join(rows)))
    started = time.perf_counter()
    assert list(judge(known, claims)) == []
    assert time.perf_counter() - started < 20
