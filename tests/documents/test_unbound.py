"""Reference-style links, what else names a claim, and what only looks like it."""

from __future__ import annotations

import pytest

from ledger.documents.page import Page, page
from ledger.documents.read import read


def known(text: str, path: str = "p.md") -> Page:
    return page(read(path, text))


def bound(text: str, path: str = "p.md") -> list[tuple[str, str, str]]:
    """(claim, text, source) of every binding."""
    found = known(text, path)
    assert found.faults == ()
    return [
        (one.claim, one.text, found.document.source[one.source_start : one.source_end])
        for one in found.bindings
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("[16P bytes][adam]\n\n[adam]: claim:a.b\n", "[16P bytes][adam]", id="full"),
        pytest.param("[16P bytes][Adam]\n\n[ADAM]: claim:a.b\n", "[16P bytes][Adam]", id="without-case"),
        pytest.param("[16P bytes][a\nb]\n\n[a  b]: claim:a.b\n", "[16P bytes][a\nb]", id="white-space"),
        pytest.param("[16P bytes][]\n\n[16P bytes]: claim:a.b\n", "[16P bytes][]", id="collapsed"),
        pytest.param("[16P bytes].\n\n[16P bytes]: claim:a.b\n", "[16P bytes]", id="shortcut"),
        pytest.param('[16P bytes][r]\n\n[r]: claim:a.b "Table 5"\n', "[16P bytes][r]", id="title"),
        pytest.param("[16P bytes][r]\n\n[r]:\n  <claim:a.b>\n  'T'\n", "[16P bytes][r]", id="three-lines"),
        pytest.param("[r]: claim:a.b\n\n[16P bytes][r]\n", "[16P bytes][r]", id="defined-before"),
        pytest.param("[16P bytes][r]\n\n> [r]: claim:a.b\n", "[16P bytes][r]", id="defined-in-a-quote"),
        pytest.param("| h |\n|--|\n| [16P bytes][r] |\n\n[r]: claim:a.b\n", "[16P bytes][r]", id="table"),
        pytest.param("## H [16P bytes][r]\n\n[r]: claim:a.b\n", "[16P bytes][r]", id="heading"),
        pytest.param("x[^1]\n\n[^1]: n [16P bytes][r]\n\n[r]: claim:a.b\n", "[16P bytes][r]", id="footnote"),
        pytest.param("[**16P** bytes][r]\n\n[r]: claim:a.b\n", "[**16P** bytes][r]", id="emphasis"),
        pytest.param("[16P\nbytes][r]\n\n[r]: claim:a.b\n", "[16P\nbytes][r]", id="line-break"),
        pytest.param(
            "[16P bytes][r]\n\n```\n[r]: claim:c.d\n```\n\n[r]: claim:a.b\n", "[16P bytes][r]", id="code"
        ),
        pytest.param(
            "[16P bytes][r]\n\n    [r]: claim:c.d\n\n[r]: claim:a.b\n", "[16P bytes][r]", id="indented"
        ),
        pytest.param(
            "[16P bytes][r]\n\n<!-- [r]: claim:c.d -->\n\n[r]: claim:a.b\n", "[16P bytes][r]", id="comment"
        ),
        pytest.param("[16P bytes](CLAIM:a.b)", "[16P bytes](CLAIM:a.b)", id="scheme-in-capitals"),
        pytest.param("[16P bytes](claim:a%2Eb)", "[16P bytes](claim:a%2Eb)", id="percent"),
        pytest.param("[16P bytes](<claim:a.b>)", "[16P bytes](<claim:a.b>)", id="angle-brackets"),
        pytest.param("<a href='claim:a.b'>16P bytes</a> x", "<a href='claim:a.b'>16P bytes</a>", id="html"),
        pytest.param(
            "[see [16P bytes](claim:a.b) there](http://h.test/)", "[16P bytes](claim:a.b)", id="in-a-link"
        ),
    ],
)
def test_what_binds_in_markdown(text: str, expected: str) -> None:
    assert bound(text) == [("a.b", "16P bytes", expected)]


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("p.html", "<p><a href='claim:a.b'>16P bytes</a>"),
        ("p.html", "<p><a href=' Claim:a&#46;b '>16P bytes</a>"),
        ("p.html", "<p><a href='claim:a.b' data-claim='a.b'>16P bytes</a>"),
        ("p.html", "<p><b data-claim='a&#46;b'>16P bytes</b>"),
        ("p.astro", "---\n---\n<p><a href='claim:a.b'>16P bytes</a></p>"),
        ("p.astro", "---\n---\n<p><a href={'claim:a.b'}>16P bytes</a></p>"),
        ("p.astro", "---\n---\n<p><b data-claim={`a.b`}>16P bytes</b></p>"),
        ("p.tex", "\\href{claim:a.b}{16P bytes}"),
        ("p.tex", "\\claim {a.b} {16P bytes}"),
        ("p.tex", "$\\claim{a.b}{16P\\text{ bytes}}$"),
        ("p.tex", "x\\footnote{\\href{claim:a.b}{16P bytes}}"),
        ("p.tex", "\\begin{tabular}{l}\n\\claim{a.b}{\\textbf{16P} bytes} \\\\\n\\end{tabular}"),
    ],
)
def test_what_binds_in_other_formats(path: str, text: str) -> None:
    assert [(claim, words) for claim, words, _ in bound(text, path)] == [("a.b", "16P bytes")]


def test_a_long_id_binds_in_latex() -> None:
    id = ".".join(["word"] * 24)  # 119 of the 120 characters that an id may have
    assert [claim for claim, *_ in bound(f"\\claim{{{id}}}{{16P bytes}}", "p.tex")] == [id]


def test_an_exponent_that_a_command_would_take_stays_one() -> None:
    """TeX gives the command itself to ``^``; reading the 25 beside the 10 would make it 1025."""
    assert known("$10^\\claim{a.b}{25}$", "p.tex").bindings == ()


def test_a_link_and_an_attribute_that_differ_are_two_bindings() -> None:
    found = known("<a href='claim:c.d' data-claim='a.b'>16 bytes</a>", "p.html").bindings
    assert {one.claim for one in found} == {"a.b", "c.d"}


@pytest.mark.parametrize(
    ("path", "text", "code", "line", "column", "hint"),
    [
        pytest.param(
            "p.md",
            "The [words][gpipe.flush] of\nit: [16 bytes][adm].\n\n[adam]: claim:a.b\n",
            "undefined-reference",
            2,
            5,
            "did you mean 'adam'?",
            id="typo",
        ),
        pytest.param(
            "p.md",
            "It keeps [16 bytes][adam].\n",
            "undefined-reference",
            1,
            10,
            "define it, on a line of its own: [adam]: claim:ID",
            id="no-definition",
        ),
        pytest.param(
            "p.md",
            "It keeps [16 bytes][].\n",
            "undefined-reference",
            1,
            10,
            "define it, on a line of its own: [16 bytes]: claim:ID",
            id="collapsed",
        ),
        pytest.param(
            "p.md",
            "It [flushes][flsh].\n\n[flush]: claim:a.b\n",
            "undefined-reference",
            1,
            4,
            "did you mean 'flush'?",
            id="words",
        ),
        pytest.param(
            "p.md",
            "[16 bytes][r]\n\n[r]: claim:a.b\n\n> [R]: claim:c.d\n",
            "redefined-reference",
            5,
            3,
            "rename one of the two, or delete it",
            id="twice",
        ),
        pytest.param(
            "p.md",
            "[r]: http://h.test/\n[r]: claim:c.d\n",
            "redefined-reference",
            2,
            1,
            "rename one of the two, or delete it",
            id="an-address-first",
        ),
        pytest.param("p.md", "It [flushes](claim: a.b).", "not-a-link", 1, 12, "", id="space-inside"),
        pytest.param("p.md", "It [flushes] (claim:a.b).", "not-a-link", 1, 12, "", id="space-between"),
        pytest.param("p.md", "It [flushes](claim:a.b", "not-a-link", 1, 12, "", id="left-open"),
        pytest.param(
            "p.md", "<div>\nIt [flushes](claim:a.b)\n</div>", "not-a-link", 2, 12, "", id="in-a-block-of-html"
        ),
        pytest.param(
            "p.html", "<p>It [flushes](claim:a.b)</p>", "not-a-link", 1, 15, "", id="markdown-in-html"
        ),
    ],
)
def test_what_was_meant_to_bind_and_does_not(
    path: str, text: str, code: str, line: int, column: int, hint: str
) -> None:
    (fault,) = known(text, path).faults
    assert (fault.code, fault.location.line, fault.location.column) == (code, line, column)
    assert fault.hint == hint or not hint


@pytest.mark.parametrize(
    ("path", "text"),
    [
        pytest.param("p.md", "See [1][2] and `M[16][j]`, $x[16 B][j]$, M[i][j].\n", id="brackets"),
        pytest.param(
            "p.md", "Write `[16 bytes](claim:a.b)`, or \\[x\\](claim:a.b).\n", id="the-syntax-shown"
        ),
        pytest.param("p.md", "```\n[16 bytes][r]\n[x] (claim:a.b)\n```\n", id="code-block"),
        pytest.param("p.md", "[r]: claim:a.b\n[R]: CLAIM:a.b\n", id="the-same-twice"),
        pytest.param("p.md", "[r]: http://a.test\n[r]: http://b.test\n", id="no-claims"),
        pytest.param("p.md", "[r]: claim:a.b\n\n```\n[r]: claim:c.d\n```\n", id="redefined-in-code"),
        pytest.param("p.md", "[r]: claim:a.b\n\nText\n[r]: claim:c.d\n", id="text-of-a-paragraph"),
        pytest.param("p.md", 'Has [16 GB][x]. <!-- ledger: exempt "16 GB" an example -->\n', id="exempt"),
        pytest.param("p.md", "Has [16 GB][^n].\n", id="footnote"),
    ],
)
def test_what_only_looks_like_a_binding(path: str, text: str) -> None:
    assert [fault.code for fault in known(text, path).faults] == []


def test_many_references_without_a_definition_cost_no_square() -> None:
    """Two hundred are told; more would hold each against each label."""
    text = "[16 bytes][adm] " * 2000 + "\n\n" + "".join(f"[adam{n}]: claim:a.b\n" for n in range(2000))
    assert len(known(text).faults) == 200
