from __future__ import annotations

import pytest

from ledger.documents import expressions
from ledger.documents.astro import read_astro
from ledger.documents.document import Document
from ledger.quantities import Token, scan
from ledger.quantities.text import Role
from tests.documents.reading import marked, source_of

PAGE = """---
import Card from "../Card2.astro";
const rows = [
  ["FP32 \\u00d7", "16P", 'it\\'s 3'], // the 4 rows
  { title: "99.9% uptime", "key5": 6 },
];
---
<Card cols={3} title="Fleet of 8" on={() => { a > 7 }}>{gpus} GPUs, 99.9% up</Card>
{rows.map(([a, b]) => (
  <li class={`c${a}`}>{b} <b data-claim="x.y">5 GB</b></li>
))}
{big ? "12 nodes" : `${n} racks of 13`} {/* ledger: exempt "5" why */}
<style>.a { width: 760px }</style>
"""


def test_front_matter_strings_are_data() -> None:
    document = read_astro("a.astro", PAGE)
    data = marked(document, Role.STRING_DATA)
    assert ("FP32 ×", "") in data
    assert ("16P", "") in data
    assert ("it's 3", "") in data
    assert ("99.9% uptime", "title") in data
    assert not any("Card2" in words or "key5" in words for words, _ in data)


def test_template_reads_as_html_without_its_expressions() -> None:
    lines = read_astro("a.astro", PAGE).text.plain.split("\n")
    assert " GPUs, 99.9% up" in " " + "\n ".join(lines)
    assert any(line.strip() == "5 GB" for line in lines)


def test_expressions_and_styles_are_code() -> None:
    code = [words for words, _ in marked(read_astro("a.astro", PAGE), Role.CODE)]
    assert any("760px" in words for words in code)
    assert "{3}" in code
    assert any("a > 7" in words for words in code)


def test_strings_that_an_expression_shows_are_data() -> None:
    data = [words for words, _ in marked(read_astro("a.astro", PAGE), Role.STRING_DATA)]
    assert "12 nodes" in data
    assert " racks of 13" in data
    assert "Fleet of 8" in data


@pytest.mark.parametrize(
    ("attribute", "shown"),
    [
        ("rows={[['a', '16P bytes']]}", True),
        ('label={"16P bytes"}', True),
        ("title={`16P bytes`}", True),
        ('class={"16P bytes"}', False),
        ('onClick={() => f("16P bytes")}', False),
        ("{...props}", False),
        ('desc="16P bytes"', True),
        ('set:html="16P bytes"', True),
        ('class="16P bytes"', False),
        ('sizes="16P bytes"', False),
        ('data-size="16P bytes"', False),
        ('desc="16P-bytes"', False),
    ],
)
def test_strings_that_a_component_is_given(attribute: str, shown: bool) -> None:
    document = read_astro("a.astro", f"---\n---\n<Card {attribute}>x</Card>")
    assert ("16P bytes" in {words for words, _ in marked(document, Role.STRING_DATA)}) is shown


def test_an_element_shows_only_what_its_attributes_are_for() -> None:
    document = read_astro("a.astro", '---\n---\n<p desc="16P bytes" title="8 GB each">x</p>')
    assert [words for words, _ in marked(document, Role.STRING_DATA)] == ["8 GB each"]


def test_bindings_and_comments_in_the_template() -> None:
    document = read_astro("a.astro", PAGE)
    (bound,) = document.bound
    assert bound.claim == "x.y"
    assert {comment.words for comment in document.comments} == {"the 4 rows", 'ledger: exempt "5" why'}


def test_a_number_in_braces_is_what_the_page_shows() -> None:
    document = read_astro("a.astro", '---\n---\n<b data-claim="x.y">{5} GB</b> and {n} GB\n')
    assert "5 GB" in document.text.plain
    ((start, end),) = document.computed
    assert document.source[start:end] == "{n}"


def test_places_are_those_of_the_file() -> None:
    document = read_astro("a.astro", PAGE)
    for words in ("16P", "99.9% uptime", "99.9% up<", "12 nodes"):
        words = words.rstrip("<")
        assert source_of(document, words) == words
    assert source_of(document, "FP32 ×") == "FP32 \\u00d7"


def test_a_printed_page_with_rules_between_its_lines() -> None:
    printed = "owner\n3 lines\n" + PAGE.replace("\n", "\n|\n||\n")
    document = read_astro("a.txt", printed)
    assert source_of(document, "99.9% uptime") == "99.9% uptime"
    assert document.text.plain.startswith("owner\n3 lines\n")
    assert "||" not in document.text.plain


def test_what_a_printed_page_has_above_its_fences_states_nothing() -> None:
    above = "owner\n3 lines\n64 KiB\n"
    assert not any(token.needs_evidence for token in _above(read_astro("a.txt", above + PAGE)))
    assert all(token.needs_evidence for token in _above(read_astro("a.astro", above + PAGE)))


def _above(document: Document) -> list[Token]:
    found = [token for token in scan(document.text) if token.start < document.text.plain.index("64 KiB") + 6]
    assert len(found) == 2
    return found


@pytest.mark.parametrize(
    ("data", "sizes"),
    [
        ('const a = ["x", "y, [z", `w]`];', {"3"}),
        ("const a = [[1, 2, 3], [4, 5, 6], ];", {"2", "3"}),
        ("const a = f([1], { b: [2, 3], c: 4 }); // [5, 6, 7]", {"1", "2"}),
        ("const a = [];", {"0"}),
        ("const a = ]][{;", set()),
    ],
)
def test_lists_in_the_data_have_their_sizes(data: str, sizes: set[str]) -> None:
    document = read_astro("a.astro", f"---\n{data}\n---\n<p>x</p>\n")
    assert {mark.note for mark in document.text.marks if mark.role is Role.DATA_ROWS} == sizes


@pytest.mark.parametrize(
    ("template", "left"),
    [
        ("<a b={1}>x</a>", '<a b=" ">x</a>'),
        ("{a && <b>x</b>} y", "      <b>x</b>  y"),
        ("{`}`}z", "     z"),
        ('{"}"}z', "     z"),
        ("{/* } */}z", "         z"),
        ("{a < b}z", "       z"),
        ("<>x</>", "  x   "),
        ("<!-- {1} -->{n}", "<!-- {1} -->   "),
        ("{open", "     "),
        ("<b>{24} GB, {0.5}%</b> {7}.", "<b> 24  GB,  0.5 %</b>  7 ."),
        ("1{24} GB", "1     GB"),
        ("{24}GB", "    GB"),
        ("{24}.5", "    .5"),
        ("-{24} {0.50} {010} {1e3} {n}", "-" + " " * 27),
        ("<a b={24}>x</a>", '<a b="  ">x</a>'),
        ("<A value={24}>x</A>", "<A value={24}>x</A>"),
        ("<A value={n}>x</A>", '<A value=" ">x</A>'),
    ],
)
def test_hiding(template: str, left: str) -> None:
    assert expressions.hide(template, 0, len(template)).text == left


def test_escapes_in_the_strings_of_an_expression_are_what_they_stand_for() -> None:
    source = "<p>{[{ title: '200\\u2013300 mW', size: \"5\\xa0GB\", bad: '\\ud800' }].map((x) => x)}</p>"
    page = read_astro("a.astro", source)
    shown = [page.text.plain[m.start : m.end] for m in page.text.marks if m.role is Role.STRING_DATA]
    assert shown == ["200–300 mW", "5\xa0GB", "\ufffd"]
    start = page.text.plain.index("300")
    first, last = page.offsets.span(start, start + 3)
    assert source[first:last] == "300"
