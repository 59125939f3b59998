"""``ledger locate`` on files drawn by the test."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.conftest import Ran
from tests.snapshots.pdfs import Words, lines, pdf

Call = Callable[..., Ran]
FIRST = [
    Words("1 State", 72, 740, 12, True),
    *lines("The recipe keeps up to 16 GB of state.", "It runs on 20 SMs."),
]
SECOND = [
    Words("2 Net", 72, 740, 12, True),
    Words("10", 72, 700),
    Words("3", 85.5, 705, 7),
    Words("steps", 92, 700),
]


@pytest.fixture
def paper(tmp_path: Path) -> str:
    path = tmp_path / "paper.pdf"
    path.write_bytes(pdf(FIRST, SECOND))
    return str(path)


def ask(call: Call, paper: str, *arguments: str) -> dict[str, object]:
    ran = call("locate", "--pdf", paper, *arguments, "--format", "json")
    answer: dict[str, object] = json.loads(ran.out)
    assert ran.code == (0 if answer["outcome"] == "verified" else 1)
    return answer


def test_json(call: Call, paper: str) -> None:
    answer = ask(
        call, paper, "--anchor", "recipe keeps", "--quantity", "16 GB", "--page", "1", "--section", "1"
    )
    assert answer["outcome"] == "verified"
    assert answer["page"] == 1
    assert answer["section"] == "1 State"
    assert answer["found"] == "up to 16 GB"
    assert answer["comparator"] == "up-to"
    assert len(str(answer["window_digest"])) == 64
    assert isinstance(answer["box"], list)


def test_what_a_claim_needs_besides(call: Call, paper: str) -> None:
    arguments = ("--anchor", "16 GB", "--quantity", "up to 16", "--page", "1")
    answer = ask(call, paper, *arguments)
    assert (answer["outcome"], answer["claim"]) == ("not-found", None)
    arguments = ("--anchor", "on", "--anchor", "20", "--quantity", "20", "--page", "1")
    assert "may be its unit" in str(ask(call, paper, *arguments)["claim"])
    ran = call("locate", "--pdf", paper, *arguments)
    assert ran.code == 0
    assert [line for line in ran.out.splitlines() if "for a claim: " in line]
    assert ask(call, paper, "--anchor", "on 20 SMs", "--quantity", "20 SMs")["claim"] is None


@pytest.mark.parametrize(
    ("anchor", "quantity", "outcome"),
    [
        ("keeps", "up to 16 GB", "verified"),
        ("keeps", "at least 16 GB", "not-found"),
        ("keeps", "= 16 GB", "not-found"),
        ("keeps", "16 MB", "not-found"),
        ("keeps up to 16 GB", "17 GB", "contradicted"),
        ("runs on", "20 SMs", "verified"),
        ("runs on", "20 GPUs", "ambiguous"),
        ("runs on", "20 warps", "not-found"),
        ("steps", "10^3", "verified"),
        ("steps", "103", "not-found"),
        ("103 steps", "103 steps", "not-found"),
    ],
)
def test_outcomes(call: Call, paper: str, anchor: str, quantity: str, outcome: str) -> None:
    assert ask(call, paper, "--anchor", anchor, "--quantity", quantity)["outcome"] == outcome


def test_elsewhere(call: Call, paper: str) -> None:
    answer = ask(call, paper, "--anchor", "keeps", "--page", "2")
    assert answer["elsewhere"] == [1]


def test_text(call: Call, paper: str) -> None:
    out = call("locate", "--pdf", paper, "--anchor", "keeps", "--quantity", "16 GB").out
    assert out.startswith("verified: found as stated\n  page     1\n  section  1 State\n")
    assert "  states   up to 16 GB (comparator 'up-to', unit 'GB')\n" in out
    assert out.endswith('anchors: ["recipe keeps", "up to 16 GB"]\n')


@pytest.mark.parametrize(
    "arguments",
    [
        ("locate", "--anchor", "x"),
        ("locate", "nobody", "--anchor", "x"),
        ("locate", "--pdf", "/nonexistent.pdf", "--anchor", "x"),
        ("locate", "--pdf", __file__, "--anchor", "x", "--where", "P"),
        ("locate", "--pdf", __file__, "--anchor", "x", "--quantity", "no number"),
        ("locate", "paper"),
    ],
)
def test_wrong_calls(call: Call, arguments: tuple[str, ...]) -> None:
    ran = call(*arguments)
    assert ran.code in (2, 3)
    assert "internal" not in ran.err


def test_without_a_page_the_page_with_the_anchors_speaks(call: Call, paper: str) -> None:
    assert ask(call, paper, "--anchor", "steps", "--quantity", "7 GB")["page"] == 2
    answer = ask(call, paper, "--anchor", "nowhere", "--quantity", "7 GB")
    assert answer["message"] == "none of 2 pages has 'nowhere'"
    assert answer["page"] is None


def test_what_to_do_is_told(call: Call, paper: str) -> None:
    out = call("locate", "--pdf", paper, "--anchor", "keeps up to", "--quantity", "16 W").out
    assert "  do       cite the place that prints it; where its unit stands apart from it" in out
    out = call("locate", "--pdf", paper, "--anchor", "keeps", "--page", "3").out
    assert out.startswith("not-found: the document has no page 3; its last one is 2\n")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--pdf", "nowhere.pdf", "--anchor", "x"], "--pdf nowhere.pdf: there is no such file"),
        (["--pdf", "PAPER", "--anchor", "x", "--quantity", "16 GB or 17 MB"], "with a unit that is known"),
        (["paper", "--anchor", "x"], "paper has no snapshot: not fetched yet; 'ledger fetch paper' brings"),
    ],
)
def test_wrong_calls_are_two(call: Call, root: Path, paper: str, arguments: list[str], said: str) -> None:
    source = root / "sources" / "paper.yaml"
    lines = [line for line in source.read_text("utf-8").splitlines() if not line.startswith("snapshot")]
    source.write_text("\n".join([*lines, "unavailable: not fetched yet", ""]), encoding="utf-8")
    ran = call("locate", *(paper if one == "PAPER" else one for one in arguments))
    assert ran.code == 2
    assert said in ran.err
