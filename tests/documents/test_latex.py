from __future__ import annotations

import pytest

from ledger.documents.latex import read_latex
from ledger.quantities.text import Role
from tests.documents.reading import marked, source_of


def plain(source: str) -> str:
    return read_latex("a.tex", source).text.plain


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        pytest.param(r"\SI{400}{Gbit\per\second} links", "400 Gbit/s links\n", id="SI"),
        pytest.param(r"\qty[x=1]{2.5}{\giga\byte}", "2.5 GB\n", id="qty"),
        pytest.param(r"\num{1.5e-3} \num{3 x 4} \num{1+-2}", "1.5e-3 3×4 1±2\n", id="num"),
        pytest.param(r"\SIrange{10}{20}{\kibi\byte}", "10–20 KiB\n", id="range"),
        pytest.param(r"\qty{3}{\watt\hour\per\square\metre}", "3 W·h/m²\n", id="compound-unit"),
        pytest.param(r"\textbf{80}~GB and 5\,000", "80\u00a0GB and 5\u2009000\n", id="ties"),
        pytest.param(r"5\% of \$3 --- 1--2", "5% of $3 — 1–2\n", id="signs"),
        pytest.param(r"$\frac{2(N-1)}{N}$", "2(N-1)/N\n", id="fraction"),
        pytest.param(r"$x \le 10^{-3} \times \sqrt{2CM}$", "x≤10-3×√(2CM)\n", id="symbols"),
        pytest.param(r"$3.8 \times 10^{25}$ FLOP, $-0.42$", "3.8×1025 FLOP, -0.42\n", id="numbers-in-maths"),
        pytest.param(r"$2 \log n$", "2 log n\n", id="words-in-maths"),
        pytest.param(r"\(16{,}384\)", "16,384\n", id="braced-comma"),
        pytest.param("a\nb\n\nc", "a b\nc\n", id="paragraphs"),
        pytest.param("1% c\n  6 x", "16 x\n% c\n", id="a-comment-swallows-the-line-end"),
        pytest.param(r"x\footnote{8 GB} y", "x y\n8 GB\n", id="footnote"),
        pytest.param(r"\fig{a-1.jpg}{T 3}{p. 4}", "a-1.jpg\nT 3\np. 4\n", id="unknown-command"),
        pytest.param(r"\item[A] one \item two", "A one \ntwo\n", id="items"),
    ],
)
def test_plain_text(source: str, expected: str) -> None:
    assert plain(source) == expected


def test_marks() -> None:
    source = (
        "\\section{S 1}\n$2^{20}$ \\cite[p. 4]{k3} \\ref{sec:2} % c 5\n"
        "\\begin{tabular}{ll} A & B \\\\ 1 & 2 \\\\ \\end{tabular}\\verb|x6|\n"
        "\\begin{verbatim}\ny = 7\n\\end{verbatim}\\caption{C 8}\\href{http://h/9}{here}"
    )
    document = read_latex("a.tex", source)
    assert marked(document, Role.HEADING) == [("S 1", "2")]
    assert marked(document, Role.SUPERSCRIPT) == [("20", "")]
    assert marked(document, Role.CITATION) == [("[p. 4]", ""), ("k3", "")]
    assert marked(document, Role.CROSS_REF) == [("sec:2", "")]
    assert marked(document, Role.COMMENT) == [("% c 5", "")]
    assert [words.strip() for words, _ in marked(document, Role.TABLE_HEADER)] == ["A", "B"]
    assert [words.strip() for words, _ in marked(document, Role.TABLE_CELL)] == ["1", "2"]
    assert marked(document, Role.CODE_SPAN) == [("x6", "")]
    assert marked(document, Role.CODE_BLOCK) == [("y = 7\n", "verbatim")]
    assert marked(document, Role.CAPTION) == [("C 8", "")]
    assert marked(document, Role.LINK_TARGET) == [("http://h/9", "")]


def test_claim() -> None:
    source = r"uses \claim{a.b}{16 bytes} each"
    document = read_latex("a.tex", source)
    (bound,) = document.bound
    assert (bound.claim, document.text.plain[bound.start : bound.end]) == ("a.b", "16 bytes")
    assert source[bound.source_start : bound.source_end] == r"\claim{a.b}{16 bytes}"


def test_source_of_a_fraction() -> None:
    assert source_of(read_latex("a.tex", r"$\frac{2(N-1)}{N}$"), "2(N-1)/N") == "2(N-1)}{N"


def test_an_unknown_macro_in_a_number_is_not_dropped() -> None:
    assert plain(r"2\nparams GB") == "2\\nparams GB\n"


def test_a_number_alone_is_no_mathematics() -> None:
    document = read_latex("a.tex", r"$-0.42$ and $x=3$")
    assert marked(document, Role.MATH) == [("x=3", "inline")]
