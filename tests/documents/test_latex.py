from __future__ import annotations

import pytest

from ledger.documents.latex import read_latex
from ledger.quantities import scan
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
        pytest.param(r"\mine{12GB/s}", "12GB/s\n", id="a-rate-is-no-file"),
        pytest.param(r"\item[A] one \item two", "A one \ntwo\n", id="items"),
        pytest.param(r"a \textcolor{red}{4 GB} b", "a 4 GB b\nred\n", id="coloured"),
        pytest.param(r"a \hyperref[sec:x]{5 GB} b", "a 5 GB b\n[sec:x]\n", id="link-to-a-label"),
        pytest.param(r"\vspace{2pt}{\bf 6 GB}", "6 GB\n2pt\n", id="one-argument-only"),
        pytest.param(r"{\color{red}35 GB}", "35 GB\nred\n", id="a-colour-beside-a-number"),
        pytest.param(r"\label{tab:1}16\hspace{2pt}GPUs", "16GPUs\ntab:1\n2pt\n", id="label"),
        pytest.param(r"$\phantom{0}5\tag{2}$", "5\n0\n2\n", id="phantom"),
        pytest.param(r"\cmidrule(lr){2-3} x", "x\n2-3\n", id="rule-below-columns"),
        pytest.param(r"\subfloat[The 7 GB run]{x}", "x\nThe 7 GB run\n", id="caption-in-an-option"),
        pytest.param(r"\begin{figure}[h!]x\end{figure}", "x\n[h!]\n", id="a-setting-in-an-option"),
    ],
)
def test_plain_text(source: str, expected: str) -> None:
    assert plain(source) == expected


def test_a_scaled_table_is_text() -> None:
    table = "\\begin{tabular}{l r}\nA & T (ms)\\\\ \nb & 15.2\\\\ \n\\end{tabular}"
    source = f"\\resizebox{{\\textwidth}}{{!}}{{%\n{table}}}"
    document = read_latex("a.tex", source)
    assert [words.strip() for words, _ in marked(document, Role.TABLE_CELL)] == ["b", "15.2"]
    assert [words for words, _ in marked(document, Role.CODE)] == ["\\textwidth", "!"]


def test_cells_over_several_rows_and_columns_are_text() -> None:
    source = (
        "\\begin{tabular}{lll}\nA & B & C\\\\ "
        "\\multirow{2}{*}{3 runs} & \\multicolumn{2}{c}{40 ms}\\\\ "
        "\\multicolumn{2}{c}{5 GB} & 6\\\\\n\\end{tabular}"
    )
    document = read_latex("a.tex", source)
    cells = [(words.strip(), note) for words, note in marked(document, Role.TABLE_CELL) if words.strip()]
    assert cells == [("3 runs", "0:1:0"), ("40 ms", "0:1:1"), ("5 GB", "0:2:0"), ("6", "0:2:2")]


@pytest.mark.parametrize(
    "definition",
    [
        r"\newcommand{\rate}{320~GB/s}",
        r"\newcommand\rate{320~GB/s}",
        r"\providecommand{\rate}[1][x]{320~GB/s}",
        r"\def\rate#1{320~GB/s}",
    ],
)
def test_the_body_of_a_command_of_ones_own_is_text(definition: str) -> None:
    assert "320\u00a0GB/s" in plain(definition).splitlines()


def test_a_layout_command_that_gets_another_number_is_a_setting() -> None:
    document = read_latex("a.tex", r"\renewcommand{\arraystretch}{1.2}")
    assert ("1.2", "tex") in marked(document, Role.CODE)


def test_what_an_environment_is_given() -> None:
    assert plain(r"\begin{minipage}{0.4\textwidth}40 GB\end{minipage}") == "40 GB\n0.4\\textwidth\n"
    assert plain(r"\begin{frame}{Takes 3 ms}4 GB\end{frame}") == "Takes 3 ms\n4 GB\n"
    assert plain(r"\begin{tabular}{l}{5 GB}\end{tabular}") == "5 GB\n"


def test_the_words_in_a_drawing_are_text() -> None:
    source = (
        "\\begin{tikzpicture}\n\\draw (0,0) -- (2,1) node[above] {16 ms};\n"
        "\\begin{axis}[ylabel={Time in s}]\\addplot {3};\\addlegendentry{8 GB}\\end{axis}\n\\end{tikzpicture}"
    )
    document = read_latex("a.tex", source)
    program = "".join(words for words, _ in marked(document, Role.CODE))
    lines = document.text.plain.splitlines()
    assert {"16 ms", "Time in s", "8 GB"} <= set(lines)
    assert "(2,1)" in program
    assert "16" not in program


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


def test_settings_of_a_figure_are_no_words() -> None:
    page = read_latex("a.tex", "\\epsfig{file=figures/a,width=9cm} It takes 5 ms.")
    assert [token.surface for token in scan(page.text) if token.needs_evidence] == ["5 ms"]


def test_words_behind_a_script_sign_are_the_script() -> None:
    page = read_latex(
        "a.tex", r"It is $2 \cdot n_\text{layers} \cdot {d_\mathrm{model}}^2$ and $10^\text{5}$."
    )
    lowered = [words for words, _ in marked(page, Role.SUBSCRIPT)]
    assert lowered == ["layers", "model"]
    assert [token.surface for token in scan(page.text) if token.needs_evidence] == [
        "2·nlayers·dmodel2",
        "105",
    ]


def test_what_an_own_command_draws_or_sets_is_no_number_of_the_text() -> None:
    page = read_latex(
        "a.tex", r"Inside: \circled{1} CPU, \circled{2} RAM. \scaledimage{0.35}{logo.png} \foo{5 GB}"
    )
    assert [token.surface for token in scan(page.text) if token.needs_evidence] == ["5 GB"]
