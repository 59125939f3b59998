"""Every handed trap as a user meets it: ``scan``, ``locate``, ``check`` and ``probe`` from the outside.

A case belongs to a row of ``tests/gold/handed_traps.jsonl``, whose id begins the test's; what must come of
it is the row's ``right``, or follows from it by the arithmetic beside the case.
"""

from __future__ import annotations

import json
import math
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from ledger.quantities.interval import rounding_interval
from ledger.snapshots.store import Store
from tests.cli.conftest import Ran
from tests.snapshots.pdfs import Words, pdf

ROWS = {
    row["id"]: row["right"]
    for row in map(
        json.loads, (Path(__file__).parents[1] / "gold/handed_traps.jsonl").read_text("utf-8").splitlines()
    )
}
PROJECT = (
    '[tool.ledger]\nname = "A small ledger"\nlanguages = ["en"]\npages = ["pages/*.md", "pages/*.txt"]\n'
)
SOURCE = """\
id: paper
kind: paper
primary: true
title: "The recipe"
version: v1
snapshot: {{sha256: {digest}, media: text/plain}}
"""
CLAIM = """\
  - id: {id}
    kind: number
    statement: {{en: "{statement}"}}
    entity: "{entity}"
    quantity: {{value: "{value}", unit: "{unit}"}}
"""
FOUND_AT = "    evidence: [{{source: paper, page: 1, anchors: [{anchors}], role: own-result}}]\n"


class Bench:
    """A folder, and the commands as a user calls them in it."""

    def __init__(self, call: Callable[..., Ran], folder: Path) -> None:
        self.call = call
        self.folder = folder
        self.claims = "ledger: L1\nclaims:\n"

    def scan(self, text: str, name: str = "page.md") -> list[dict[str, Any]]:
        """The rows of ``ledger scan``."""
        (self.folder / name).write_text(text, encoding="utf-8")
        ran = self.call("scan", str(self.folder / name), "--format", "jsonl")
        return [json.loads(line) for line in ran.out.splitlines()]

    def stated(self, text: str) -> list[tuple[float, str]]:
        """Value and unit of each number of *text* that needs evidence."""
        return [(float(row["value"]), row["unit"]) for row in self.scan(text) if row["needs_evidence"]]

    def locate(self, source: str | bytes, *anchors: str, quantity: str = "", name: str = "source.txt") -> str:
        """The outcome of ``ledger locate`` in a file."""
        path = self.folder / name
        path.write_bytes(source if isinstance(source, bytes) else source.encode())
        asked = ("--quantity", quantity) if quantity else ()
        named = [part for anchor in anchors for part in ("--anchor", anchor)]
        ran = self.call("locate", "--pdf", str(path), *named, *asked, "--format", "json")
        return str(json.loads(ran.out)["outcome"])

    def claim(
        self, value: str, unit: str, *anchors: str, id: str = "a.claim", entity: str = "", more: str = ""
    ) -> None:
        """Add a claim whose statement says its number."""
        shown = unit if unit != "1" else ""
        statement = f"{entity or 'It'} is {value} {shown}".strip() + "."
        self.claims += CLAIM.format(
            id=id, statement=statement, entity=entity or "the recipe", value=value, unit=unit
        )
        if anchors:
            self.claims += FOUND_AT.format(anchors=", ".join(json.dumps(anchor) for anchor in anchors))
        self.claims += more

    def check(self, source: str = "The recipe.", page: str = "", **files: str) -> dict[str, Any]:
        """The report of ``ledger check`` on these claims, one source and one page."""
        root = self.folder / "small"
        digest = Store(root / ".ledger/snapshots").add_bytes(source.encode())
        written = {
            "pyproject.toml": PROJECT,
            "sources/paper.yaml": SOURCE.format(digest=digest),
            "claims/l1.yaml": self.claims if self.claims.count("\n") > 2 else "ledger: L1\nclaims: []\n",
            "pages/a.md": page or "# A page\n",
            **{name.replace("__", "/").replace("_", "."): text for name, text in files.items()},
        }
        for name, text in written.items():
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            (root / name).write_text(text, encoding="utf-8")
        ran = self.call("check", "--offline", "--format", "json", "--root", str(root))
        assert ran.code in (0, 1), ran.err
        report: dict[str, Any] = json.loads(ran.out)
        return report

    def finding(self, check: str, report: dict[str, Any]) -> tuple[str, str]:
        """Outcome and cause of the one finding of *check* that is worst."""
        found = [one for one in report["findings"] if one["check"] == check]
        assert found, check
        worst = max(found, key=lambda one: one["outcome"] != "verified")
        return worst["outcome"], worst["cause"]


@pytest.fixture
def bench(call: Callable[..., Ran], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Bench:
    monkeypatch.delenv("LEDGER_SNAPSHOTS", raising=False)
    return Bench(call, tmp_path)


Case = Callable[[Bench], None]
CASES: list[tuple[str, str, Case]] = []


def case(number: int, name: str) -> Callable[[Case], Case]:
    """Make a function one case of a row."""

    def add(body: Case) -> Case:
        CASES.append((f"trap-hand-{number:02}", name, body))
        return body

    return add


EXPONENT = [Words("It took 3.8"), Words("\xd7", 126, 700), Words("10", 133, 700), Words("25", 147, 705, 7)]


@case(1, "drawn")
def _(bench: Bench) -> None:
    page = pdf([*EXPONENT, Words("FLOP in all.", 160, 700)])
    assert bench.locate(page, "It took", quantity="3.8e25 FLOP") == "verified"
    for wrong in ("1025 FLOP", "3.81025 FLOP", "25 FLOP", "3.8 FLOP"):
        assert bench.locate(page, "It took", quantity=wrong) != "verified", wrong
    assert bench.locate(page, "1025") == "not-found"


@case(1, "written")
def _(bench: Bench) -> None:
    for text in ("3.8×10<sup>25</sup>", "3.8×10²⁵", "$3.8\\times 10^{25}$"):
        assert bench.stated(f"It took {text} FLOP.") == [(3.8e25, "FLOP")]
    lost = bench.scan("It took 3.8×1025 FLOP.")
    assert [row["value"] for row in lost if row["needs_evidence"]] == [None]


@case(2, "ligatures")
def _(bench: Bench) -> None:
    for name in ("s.txt", "s.md", "s.html", "s.tex"):
        for source in ("an e\ufb03cient way", "an efficient way"):
            for anchor in ("e\ufb03cient way", "efficient way"):
                assert bench.locate(source, anchor, name=name) == "verified", (name, source, anchor)


@case(2, "what-is-no-ligature")
def _(bench: Bench) -> None:
    pairs = [
        ("x²", "x2"),
        ("x2", "x²"),
        ("10²⁵", "1025"),
        ("½", "12"),
        ("½", "1/2"),
        ("x₂", "x2"),
        ("①", "1"),
    ]
    for name in ("s.txt", "s.md", "s.html"):
        for source, anchor in pairs:
            assert bench.locate(f"the value {source} here", f"value {anchor}", name=name) == "not-found"
    assert bench.locate("the value x<sup>2</sup> here", "value x2", name="s.html") == "not-found"


@case(3, "divided-words")
def _(bench: Bench) -> None:
    for name in ("s.txt", "s.md", "s.html"):
        for source in ("the evalu-\nation of it", "the evalu\u00adation of it", "the evalu-\r\nation of it"):
            assert bench.locate(source, "evaluation of it", name=name) == "verified", (name, source)
        assert bench.locate("the high-\nbandwidth link", "high-bandwidth link", name=name) == "verified"
        assert bench.locate("the evalu- ation of it", "evaluation of it", name=name) == "not-found"
    assert (
        bench.locate(pdf([Words("the evalu-"), Words("ation of it", y=686)]), "evaluation of it")
        == "verified"
    )


@case(4, "ranges")
def _(bench: Bench) -> None:
    for joint in (
        "-",
        "–",
        "—",
        " - ",
        " to ",
        "/",
        ".",
        ",",
        "~",
        "⁄",
        "·",
        "\u00ad",
        "\u200b",
        "\n",
        "-\n",
    ):
        source = f"It takes 1{joint}2 hours to run."
        for anchors in (("It takes",), ("12 hours",), ("takes", "12 hours")):
            assert bench.locate(source, *anchors, quantity="12 hours") != "verified", (joint, anchors)
    assert bench.locate("It takes 12 hours to run.", "It takes", quantity="12 hours") == "verified"


@case(5, "located")
def _(bench: Bench) -> None:
    for sign in "-\u2010\u2011\u2012\u2013\u2212\ufe63\uff0d\u2014":
        for source in (f"The loss is {sign}0.42 here.", f"loss={sign}0.42", f"the loss ({sign}0.42)"):
            for anchor in ("loss", "0.42", f"{sign}0.42"):
                assert bench.locate(source, anchor, quantity="= 0.42") != "verified", (sign, source, anchor)
    assert bench.locate("The loss is −0.42 here.", "The loss", quantity="= -0.42") == "verified"
    assert bench.locate("The loss is 0.42 here.", "The loss", quantity="= 0.42") == "verified"


@case(5, "bound")
def _(bench: Bench) -> None:
    bench.claim("0.42", "1", "recipe has 0.42", entity="the recipe")
    for sign in "\u2010\u2212\uff0d":
        page = f"# A page\n\nThe recipe has [{sign}0.42](claim:a.claim).\n"
        assert bench.finding("covered", bench.check("The recipe has 0.42.", page))[0] == "contradicted"


@case(6, "interval")
def _(bench: Bench) -> None:
    """The p of t(10) is (1 − s(1 + c²/2 + 3c⁴/8 + 5c⁶/16 + 35c⁸/128)), s and c those of atan(t/√10)."""
    whole = rounding_interval(3, 1)
    assert (whole.low, whole.high) == (2.5, 3.5)

    def p_of(t: float) -> float:
        sine, cosine = t / math.hypot(t, math.sqrt(10)), math.sqrt(10) / math.hypot(t, math.sqrt(10))
        terms = (1, 1 / 2, 3 / 8, 5 / 16, 35 / 128)
        return 1 - sine * sum(factor * cosine ** (2 * place) for place, factor in enumerate(terms))

    assert round(p_of(3), 3) == 0.013  # not .009: not what the printed 3 gives by itself
    assert p_of(float(whole.high)) < 0.0085 < 0.0095 < p_of(float(whole.low))


@case(6, "recomputed")
def _(bench: Bench) -> None:
    """7.5e9 as printed is [7.45e9, 7.55e9): at 16 bytes 119.2 to 120.8 GB, of which 120.5 is only one."""
    recompute = (
        "    recompute: {formula: memory.model_state, inputs: {parameters: {claim: a.size},"
        " recipe: zero-fp16-adam, zero_stage: 0, data_parallel: 1}}\n"
    )
    for value, outcome in (("120.5", "ambiguous"), ("121.5", "contradicted"), ("120", "verified")):
        bench.claims = "ledger: L1\nclaims:\n"
        bench.claim("7.5e9", "parameter", "has 7.5e9 parameters", id="a.size", entity="the recipe")
        bench.claim(value, "GB", id="a.state", entity="the recipe", more=recompute)
        report = bench.check("The recipe has 7.5e9 parameters.")
        (found,) = [
            one for one in report["findings"] if (one["check"], one["subject"]) == ("recompute", "a.state")
        ]
        assert found["outcome"] == outcome, value
        assert outcome != "ambiguous" or found["cause"] == "only-by-rounding"


@case(7, "located")
def _(bench: Bench) -> None:
    german, english = "The site has 16.181 users.", "The site has 16,181 users."
    assert bench.locate(english, "The site has", quantity="16181 users") == "verified"
    assert bench.locate(german, "site has 16.181 users", quantity="16181 users") == "ambiguous"
    assert bench.locate(german, "The site has", quantity="16181 users") != "verified"
    assert bench.locate(english, "The site has", quantity="16.181 users") != "verified"


@case(7, "bound")
def _(bench: Bench) -> None:
    bench.claim("16181", "user", "site has 16,181 users", entity="the site")
    page = "# A page\n\nThe site has [16.181 users](claim:a.claim).\n"
    assert (
        bench.finding("covered", bench.check("The recipe. The site has 16,181 users.", page))[0] != "verified"
    )


@case(8, "scanned")
def _(bench: Bench) -> None:
    assert [value for value, _ in bench.stated("The steps are 1400,1777 here.")] == [1400, 1777]
    for text in ("12,34", "1400,1777,1800", "1400,177", "1400，1777"):
        joined = float(text.replace(",", "").replace("，", ""))
        assert joined not in [value for value, _ in bench.stated(f"The steps are {text} here.")]


@case(8, "located")
def _(bench: Bench) -> None:
    assert bench.locate("The steps are 1400,1777 here.", "steps are", quantity="14001777") != "verified"


@case(9, "located")
def _(bench: Bench) -> None:
    for source, quantity in (
        ("35%", "$35M"), ("$35M", "35%"), ("$35", "35%"), ("35 points", "35%"), ("35‰", "35%"),
        ("35 GB", "35 GiB"), ("35 Mb", "35 MB"), ("35 percentage points", "35%"), ("35 million", "35"),
        ("€35", "$35"),
    ):  # fmt: skip
        assert bench.locate(f"The share is {source} now.", "share is", quantity=quantity) != "verified", (
            source
        )


@case(9, "bound")
def _(bench: Bench) -> None:
    bench.claim("35", "%", "share is 35%", entity="the share")
    page = "# A page\n\nThe share is [$35M](claim:a.claim).\n"
    report = bench.check("The recipe. The share is 35%.", page)
    assert bench.finding("located", report)[0] == "verified"
    assert bench.finding("covered", report)[0] == "contradicted"


@case(10, "scanned")
def _(bench: Bench) -> None:
    for text in (
        "It speaks SMT-LIB 2.6.", "Version=10.0.0.0", "`Version=10.0.0.0`", "It needs CUDA 12.4 and C++17.",
        "It is UTF-8 over HTTP/1.1.", "See RFC 2616.", "It uses SHA-256 and x86-64.",
        "Use v2.1.3.", "It is on 10.0.0.1.", "SMT-LIB 2.6 is a language.", "It runs .NET 8.0 over TLS 1.3.",
    ):  # fmt: skip
        rows = bench.scan(text)
        assert rows, text
        assert not any(row["needs_evidence"] for row in rows), rows


@case(11, "scanned")
def _(bench: Bench) -> None:
    for text in ("816 000 t", "816\u00a0000 t", "816\u202f000 t", "816,000 t"):
        for years in ("2012–13", "2012-13", "2012/13", "2012–2013"):
            rows = bench.scan(f"It made {text} in {years}.")
            assert [(row["value"], row["unit"]) for row in rows if row["needs_evidence"]] == [(816000, "t")]
            assert [row["kind"] for row in rows if not row["needs_evidence"]] == ["date"]


@case(11, "located")
def _(bench: Bench) -> None:
    source = "It made 816 000 t in 2012–13."
    assert bench.locate(source, "It made", quantity="816,000 t") == "verified"
    for part in ("816 t", "0 t"):
        assert bench.locate(source, "It made", quantity=part) != "verified"
    assert bench.locate("It made 816 250 t in 2012.", "It made 816 250 t", quantity="250 t") != "verified"


@case(12, "scanned")
def _(bench: Bench) -> None:
    sized = [(405e9, "1"), (4e6, "token"), (16384.0, "GPU")]
    for text in (
        "We trained Llama 3 405B in batches of 4M tokens on 16,384 GPUs.",
        "Llama 3 405B was trained in batches of 4M tokens on 16,384 GPUs.",
        "**Llama 3 405B**: 4M tokens, 16,384 GPUs",
        "# Llama 3 405B\n\nIt had 4M tokens and 16,384 GPUs.",
        "| Model | Batch | Machine |\n|---|---|---|\n| Llama 3 405B | 4M tokens | 16,384 GPUs |",
        "“Llama 3 405B” had batches of 4M tokens and 16,384 GPUs.",
        "- [Llama 3 405B](https://a.test/) had 4M tokens and 16,384 GPUs.",
    ):
        rows = bench.scan(text + "\n")
        assert [(float(r["value"]), r["unit"]) for r in rows if r["needs_evidence"]] == sized, text
        (name,) = [row for row in rows if row["text"].endswith("3")]
        assert name["kind"] == "identifier"


@case(13, "bound")
def _(bench: Bench) -> None:
    """26 % − 16 % are 10 points; 10/26 is 38.5 %."""
    bench.claim("10", "pp", "down 10 percentage points", entity="the error rate")
    bench.claim("38.5", "%", "or 38.5%", id="a.relative", entity="the relative drop")
    source = "The recipe. The error rate is down 10 percentage points, or 38.5% of it."
    for text, id, outcome in (
        ("10%", "a.claim", "contradicted"),
        ("10 percentage points", "a.claim", "verified"),
        ("38.5%", "a.relative", "verified"),
        ("10%", "a.relative", "contradicted"),
    ):
        page = f"# A page\n\nThe error rate, or the relative drop, is down [{text}](claim:{id}).\n"
        found = bench.finding("covered", bench.check(source, page))
        assert found[0] == outcome, (text, id, found)


@case(14, "recomputed")
def _(bench: Bench) -> None:
    """100e12 × 16 bit ÷ 8 = 200e12 B; 200e12 / 2⁴⁰ = 181.9 TiB."""
    recompute = (
        '    recompute: {formula: memory.state_by_widths, inputs: {parameters: "100e12",'
        ' parameter_bytes: "2", gradient_bytes: "0", optimizer_bytes: "0", zero_stage: 0,'
        " data_parallel: 1}}\n"
    )
    for value, unit, outcome in (
        ("200", "TB", "verified"), ("182", "TiB", "verified"), ("181.9", "TiB", "verified"),
        ("182", "TB", "contradicted"), ("200", "TiB", "contradicted"), ("12800", "TB", "contradicted"),
    ):  # fmt: skip
        bench.claims = "ledger: L1\nclaims:\n"
        bench.claim(value, unit, entity="the weights", more=recompute)
        assert bench.finding("recompute", bench.check())[0] == outcome, (value, unit)


BOTH = "The recipe. The A100 has a peak of 312 TFLOPS. The H100 has a peak of 989 TFLOPS."


@case(15, "located")
def _(bench: Bench) -> None:
    for sentence in (
        BOTH,
        "The recipe. The A100 has a peak of 312 TFLOPS; the H100 has a peak of 989 TFLOPS.",
        "The recipe. Unlike the H100, the A100 has a peak of 312 TFLOPS.",
        "The recipe. The H100 has a peak of 989 TFLOPS, and the A100 has a peak of 312 TFLOPS.",
        "The recipe. Before the H100 came the A100 with a peak of 312 TFLOPS.",
    ):
        bench.claims = "ledger: L1\nclaims:\n"
        bench.claim("312", "TFLOPS", "H100", "peak of 312 TFLOPS", entity="H100")
        assert bench.finding("located", bench.check(sentence))[0] != "verified", sentence
    bench.claims = "ledger: L1\nclaims:\n"
    bench.claim("312", "TFLOPS", "A100 has a peak of 312 TFLOPS", entity="A100")
    assert bench.finding("located", bench.check(BOTH))[0] == "verified"


@case(15, "bound")
def _(bench: Bench) -> None:
    bench.claim("312", "TFLOPS", "A100 has a peak of 312 TFLOPS", entity="A100")
    for name, outcome in (("H100", "ambiguous"), ("A100", "verified"), ("V100", "ambiguous")):
        page = f"# A page\n\nThe {name} has a peak of [312 TFLOPS](claim:a.claim).\n"
        assert bench.finding("covered", bench.check(BOTH, page))[0] == outcome


def entry(bench: Bench, text: str) -> str:
    """The side-car that ``ledger bind --suggest`` offers for a page."""
    bench.check("The recipe keeps 16 GB.", pages__b_txt=text)
    ran = bench.call("bind", "pages/b.txt", "--suggest", "--root", str(bench.folder / "small"))
    lines = [line for line in ran.out.splitlines() if line.startswith("        ")]
    return "\n".join(["bindings:", *lines, ""])


@case(16, "orphaned")
def _(bench: Bench) -> None:
    once = "Memory\n\nThe recipe keeps 16 GB.\n\nAnother thing keeps 4 MB.\n\nThat is all.\n"
    text = once.replace("That is all.", "The other recipe keeps 16 GB, too.")
    bench.claim("16", "GB", "recipe keeps 16 GB", entity="the recipe")
    bound = entry(bench, once)
    for edited, orphaned in (
        (once, False),
        (once.replace("4 MB", "5 MB"), False),
        (text.replace("The recipe keeps 16 GB.", "The recipe keeps 18 GB."), True),
        (text.replace("The recipe keeps 16 GB.\n\n", ""), True),
        (text.replace("The recipe keeps 16 GB.", "The recipe never keeps 16 GB."), True),
        (text.replace("The recipe keeps", "A recipe of ours keeps"), True),
    ):
        report = bench.check("The recipe keeps 16 GB.", pages__b_txt=edited, pages__b_bindings_yaml=bound)
        causes = [one["cause"] for one in report["findings"] if one["check"] == "covered"]
        assert ("orphaned" in causes) is orphaned, (edited, causes)


@contextmanager
def answering(status: int, headers: dict[str, str]) -> Iterator[str]:
    """The address of a server that always answers so."""

    class Answer(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(status)
            for name, value in {"Content-Length": "3", "Content-Type": "text/html", **headers}.items():
                self.send_header(name, value)
            self.end_headers()
            if self.command == "GET":
                self.wfile.write(b"No.")

        do_HEAD = do_GET

        def log_request(self, code: int | str = "-", size: int | str = "-") -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Answer)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}/"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


@case(17, "probed")
def _(bench: Bench) -> None:
    for status, headers, outcome in (
        (403, {}, "blocked"), (429, {}, "blocked"), (429, {"Retry-After": "86400"}, "blocked"),
        (429, {"Retry-After": "0"}, "blocked"), (401, {"WWW-Authenticate": "Basic"}, "blocked"),
        (451, {}, "blocked"), (503, {"Server": "cloudflare", "cf-mitigated": "challenge"}, "blocked"),
        (404, {}, "broken"), (410, {}, "gone"),
    ):  # fmt: skip
        with answering(status, headers) as url:
            ran = bench.call("probe", url, "--allow-private", "--format", "jsonl", "--timeout", "5")
        row = json.loads(ran.out)
        assert (row["outcome"], row["status"]) == (outcome, status)
        assert ran.code == 1


@case(18, "located")
def _(bench: Bench) -> None:
    for source, anchors, quantity in (
        ("It has 0.5 percent.", ("It has",), "5 percent"),
        ("It has 0.5 percent.", ("5 percent",), "5 percent"),
        ("It takes 512 hours.", ("It takes",), "12 hours"),
        ("It takes 512 hours.", ("12 hours",), "12 hours"),
        ("It takes 1,512 hours.", ("takes",), "512 hours"),
        ("The loss is −0.5.", ("loss is",), "= 0.5"),
        ("The loss is −0.5.", ("loss", "0.5"), "= 0.5"),
        ("We see loss > 2.1 here.", ("We see loss",), "< 2.1"),
        ("We see loss > 2.1 here.", ("loss < 2.1",), "< 2.1"),
        ("We see loss ≥ 2.1 here.", ("We see loss",), "> 2.1"),
        ("Alpha keeps 16 GB of state.", ("16 GB", "Alpha"), "16 GB"),
        ("Alpha keeps 16 GB of state.", ("state", "keeps"), "16 GB"),
    ):
        assert bench.locate(source, *anchors, quantity=quantity) != "verified", (source, anchors)


WAIVER = (
    "waivers:\n  - {subject: a.claim, check: located, owner: us, reason: no copy, expires: '2099-01-01'}\n"
)


@case(19, "refused")
def _(bench: Bench) -> None:
    bench.claim("17", "GB", "recipe keeps 16 GB", entity="the recipe")
    bench.check("The recipe keeps 16 GB.")
    root = bench.folder / "small"
    for key in ("expire", "expiry", "Expires", "expires_", "until", "expires on", "éxpires"):
        (root / "claims/waivers.yaml").write_text(WAIVER.replace("expires:", f"{key}:"), encoding="utf-8")
        ran = bench.call("check", "--offline", "--root", str(root))
        assert ran.code == 2, key
        assert "claims/waivers.yaml:2:" in ran.err
        assert key in ran.err
    for old, new in ((", expires: '2099-01-01'", ""), ("2099-01-01", "never"), ("owner", "ownr")):
        (root / "claims/waivers.yaml").write_text(WAIVER.replace(old, new), encoding="utf-8")
        assert bench.call("check", "--offline", "--root", str(root)).code == 2, new
    (root / "claims/waivers.yaml").write_text(WAIVER, encoding="utf-8")
    assert bench.call("check", "--offline", "--root", str(root)).code == 0
    (root / "claims/waivers.yaml").write_text(WAIVER.replace("2099", "2001"), encoding="utf-8")
    assert bench.call("check", "--offline", "--root", str(root)).code != 0


@pytest.mark.parametrize(
    ("row", "body"), [pytest.param(row, body, id=f"{row}-{name}") for row, name, body in CASES]
)
def test_row(bench: Bench, row: str, body: Case) -> None:
    body(bench)


def test_every_row_has_a_case() -> None:
    assert {row for row, _, _ in CASES} == ROWS.keys()
    assert len(ROWS) == 19
