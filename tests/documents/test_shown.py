"""What a reader of the rendered page sees is text, wherever the file keeps it."""

from __future__ import annotations

import pytest

from ledger.documents.mentions import mentions
from ledger.documents.read import read


def stated(path: str, source: str) -> list[str]:
    """The numbers that need evidence, as a reader sees them."""
    return [mention.surface for mention in mentions(read(path, source)) if mention.needs_evidence]


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        pytest.param(
            '<script id="t" type="text/x-handlebars-template"><p>Takes 12 GB</p></script>',
            ["12 GB"],
            id="template-of-a-page",
        ),
        pytest.param('<script type="text/markdown"># Takes 12 GB</script>', ["12 GB"], id="slides"),
        pytest.param('<script type="math/tex">16P</script>', ["16P"], id="mathematics"),
        pytest.param('<script>var a = "12 GB"</script>', [], id="program"),
        pytest.param('<script type="application/json">{"a": "12 GB"}</script>', [], id="data"),
        pytest.param("<xmp>Takes 12 GB</xmp>", ["12 GB"], id="as-it-stands"),
        pytest.param('<img alt="40GB" src="a.png">', ["40GB"], id="one-word-with-its-unit"),
        pytest.param('<img title="99.9%">', ["99.9%"], id="a-percentage"),
        pytest.param('<meta name="viewport" content="width=300,initial-scale=1">', [], id="one-word-of-data"),
        pytest.param('<my-stat caption="Takes 12 GB" width="50%"></my-stat>', ["12 GB"], id="own-element"),
        pytest.param('<my-stat value="12"></my-stat>', ["12"], id="a-figure-of-an-own-element"),
        pytest.param('<input value="12" max="13">', [], id="values-of-the-language"),
    ],
)
def test_html(source: str, expected: list[str]) -> None:
    assert stated("a.html", f"<html>{source}</html>") == expected


@pytest.mark.parametrize(
    ("path", "source", "expected"),
    [
        ("a.mdx", 'x\n\n<Stat value="12" unit="GB" />\n', ["12"]),
        ("a.mdx", "x\n\n<Stat value={12} span={3} />\n", ["12"]),
        ("a.mdx", 'x\n\n<Img width="50%" alt="Takes 12 GB" />\n', ["12 GB"]),
        ("a.md", 'x\n\n<IMG WIDTH="50%" HSPACE="3%">\n', []),
        ("a.astro", "---\n---\n<Stat value={12} span={3} />\n", ["12"]),
        ("a.astro", '---\n---\n<Stat latency="12ms" />\n', ["12ms"]),
    ],
)
def test_components(path: str, source: str, expected: list[str]) -> None:
    assert stated(path, source) == expected


def test_scripts_within_scripts_are_read_in_bounded_depth() -> None:
    source = '<script type="text/template">' * 2000 + "<p>Takes 12 GB</p>"
    assert read("a.html", "<html>" + source).text.plain


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        pytest.param(
            "| a | b |\n|---|---|\n| 15.2 | x |\n|  | 4.5 |\n", ["15.2", "4.5"], id="first-in-a-row"
        ),
        pytest.param("# T\n\n## 2.1 Setup\n\nx\n", [], id="number-of-a-heading"),
        pytest.param(
            "# T\n\n## 0.1 + 0.2 is not 0.3\n\nx\n", ["0.1", "0.2", "0.3"], id="heading-that-states"
        ),
        pytest.param("# T\n\n1.1 Setup\n\n1.2 Results\n", [], id="lines-that-count-on"),
        pytest.param("Two runs gave 3 results:\n\n- a\n- b\n- c\n", ["Two runs"], id="as-many-as-the-list"),
        pytest.param(
            "The 3 runs gave these:\n\n- a\n  - x\n  - y\n- b\n", ["3 runs"], id="more-than-the-list"
        ),
        pytest.param(
            "| Command | Lines |\n|---|---|\n| `f_a(x) == g_b(y) && h_c(z)` | 447 |\n",
            ["447"],
            id="cell-beside-code",
        ),
    ],
)
def test_markdown(source: str, expected: list[str]) -> None:
    assert stated("a.md", source) == expected


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("tagline: Loads in 20 ms", ["20 ms"]),
        ("metaDescription: 20 ms", ["20 ms"]),
        ("note: It loads in 20 ms", ["20 ms"]),
        ("hint: 加载需要 20 毫秒时间", ["20 毫秒"]),
        ("timeout: 20 ms", []),
        ("keywords: [page, load, 20 ms]", []),
        ("image: a-20.png", []),
    ],
)
def test_front_matter(line: str, expected: list[str]) -> None:
    assert stated("a.md", f"---\n{line}\n---\n\nx\n") == expected


@pytest.mark.parametrize(
    ("path", "source", "expected"),
    [
        ("a.rst", "Output::\n\n    It's 12 and 5 GB\n", ["12", "5 GB"]),
        ("a.rst", "* - rate\n  - 12 MB/s\n", ["12 MB/s"]),
        ("a.adoc", "|===\n|a |12 MB\n|===\n\n_33 MB_ and footnote:[5 GB].\n", ["12 MB", "33", "5 GB"]),
    ],
)
def test_formats_without_a_reader(path: str, source: str, expected: list[str]) -> None:
    assert stated(path, source) == expected


def test_numbers_of_the_data_of_a_page() -> None:
    data = 'const rows = [{ name: "a", latency: 42, id: 3 }, { sizes: { gb: 4.5 } }];\n'
    more = "const inner = 48;\nconst options = { threshold: 49 };\n"
    source = f"---\n{data}{more}---\n<p>{{rows.map((r) => r.latency)}}</p>\n"
    assert stated("a.astro", source) == ["42", "4.5"]


@pytest.mark.parametrize("opening", [r"\newcommand{\a}{", r"\begin{frame}{"])
def test_nothing_is_lost_in_the_deep(opening: str) -> None:
    assert "5 GB" in stated("a.tex", opening * 6 + "it takes 5 GB" + "}" * 6)
