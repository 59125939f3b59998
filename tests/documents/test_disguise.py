from __future__ import annotations

import time

import pytest

from ledger.documents.page import page
from ledger.documents.read import read


def faults(text: str, path: str) -> list[str]:
    return [fault.code for fault in page(read(path, text)).faults]


@pytest.mark.parametrize(
    ("path", "text", "code"),
    [
        ("p.md", "keeps [&#x202e;16 bytes](claim:a.b)", "direction-override"),
        ("p.md", "keeps \u2067[16 bytes](claim:a.b)", "direction-override"),
        ("p.md", 'keeps <bdo dir="rtl">[16 bytes](claim:a.b)</bdo>', "direction-override"),
        ("p.html", "<p>keeps <BDO dir=rtl data-claim=a.b>16 bytes</BDO>", "direction-override"),
        (
            "p.html",
            "<p>keeps <b style='direction: rtl; unicode-bidi: bidi-override' data-claim=a.b>16 B</b>",
            "direction-override",
        ),
        ("p.md", "keeps [16<i hidden> bytes</i> kilobytes](claim:a.b)", "unshown"),
        ("p.md", 'keeps [16<i style="display:none"> bytes</i> kilobytes](claim:a.b)', "unshown"),
        ("p.html", "<p>keeps <b data-claim=a.b>16<i style='font-size: 0'> bytes</i> KB</b>", "unshown"),
        ("p.astro", "---\n---\n<p><b data-claim='a.b'>16<i hidden> B</i> KB</b></p>", "unshown"),
        ("p.md", "keeps [~~16 bytes~~](claim:a.b)", "struck-out"),
        ("p.md", "keeps [<s>16</s> bytes](claim:a.b)", "struck-out"),
        ("p.html", "<p>keeps <b data-claim=a.b><del>16 bytes</del></b>", "struck-out"),
        ("p.tex", "keeps \\claim{a.b}{\\sout{16 bytes}}", "struck-out"),
        ("p.tex", "keeps \\claim{a.b}{\\phantom{16} bytes}", "unshown"),
        ("p.md", "keeps ~~[16 bytes](claim:a.b)~~", "struck-out"),
        ("p.md", "keeps ~~about [16 bytes][x] of it~~\n\n[x]: claim:a.b", "struck-out"),
        ("p.md", "~~It keeps **[16 bytes](claim:a.b)**.~~", "struck-out"),
        ("p.md", "| a | b |\n|---|---|\n| x | ~~[16 bytes](claim:a.b)~~ |", "struck-out"),
        ("p.md", "keeps <del>[16 bytes](claim:a.b)</del>", "struck-out"),
        ("p.md", "keeps <s>a [16 bytes](claim:a.b) b</s>", "struck-out"),
        ("p.md", "<del>\n\nIt keeps [16 bytes](claim:a.b).\n\n</del>", "struck-out"),
        ("p.md", "<div hidden>\n\nIt keeps [16 bytes](claim:a.b).\n\n</div>", "unshown"),
        ("p.md", '<div style="display:none">\n\n- It keeps [16 bytes](claim:a.b).\n\n</div>', "unshown"),
        ("p.md", 'keeps <span style="text-decoration: line-through">[16 B](claim:a.b)</span>', "struck-out"),
        ("p.md", "keeps <template>[16 bytes](claim:a.b)</template>", "unshown"),
        ("p.md", '~~It keeps 16 bytes.~~ <!-- ledger: claim "16 bytes" a.b -->', "struck-out"),
        ("p.html", "<p hidden>keeps <b data-claim=a.b>16 bytes</b><p>It is", "unshown"),
        ("p.html", "<section style='visibility: hidden'><p>keeps <a href='claim:a.b'>16 B</a>", "unshown"),
        ("p.html", "<p>keeps <strike>some <b data-claim=a.b>16 bytes</b></strike>", "struck-out"),
        ("p.html", "<dialog><p>keeps <b data-claim=a.b>16 bytes</b></dialog>", "unshown"),
        ("p.html", "<p>keeps <b data-claim=a.b hidden>16 bytes</b>", "unshown"),
        ("p.html", "<p>keeps <del data-claim=a.b>16 bytes</del>", "struck-out"),
        ("p.astro", "---\n---\n<p hidden><b data-claim='a.b'>16 bytes</b></p>", "unshown"),
        ("p.astro", "---\n---\n<s><p><b data-claim='a.b'>16 bytes</b></p></s>", "struck-out"),
        ("p.tex", "\\sout{It keeps \\claim{a.b}{16 bytes}.}", "struck-out"),
        ("p.tex", "\\st {keeps \\textbf{\\href{claim:a.b}{16 bytes}}}", "struck-out"),
        ("p.tex", "\\iffalse It keeps \\claim{a.b}{16 bytes}. \\fi Done.", "unshown"),
        ("p.tex", "\\iffalse\n% \\fi\nIt keeps \\claim{a.b}{16 bytes}.\n\\fi", "unshown"),
        ("p.tex", "\\iffalse \\ifnum1=1 x\\else y\\fi \\claim{a.b}{16 bytes} \\fi", "unshown"),
        ("p.tex", "\\iffalse \\verb|\\x| \\claim{a.b}{16 bytes} \\fi", "unshown"),
        ("p.tex", "50\\% \\iffalse \\claim{a.b}{16 bytes} \\fi", "unshown"),
        ("p.tex", "a\\\\\\st{\\claim{a.b}{16 bytes}}", "struck-out"),
        ("p.md", "<div hidden>\n\n<p>It is</p>\n\nIt keeps [16 bytes](claim:a.b).\n\n</div>", "unshown"),
        ("p.md", "keeps \u0968\u096a bytes", "unread-digit"),
        ("p.md", "keeps \U0001fbf2\U0001fbf4 bytes", "unread-digit"),
    ],
)
def test_what_shows_another_number_than_is_read_is_a_fault(path: str, text: str, code: str) -> None:
    assert faults(text, path) == [code]


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("p.md", "keeps [**16** bytes](claim:a.b), ~~[24 bytes](http://a.test)~~ hidden in display: none"),
        ("p.md", "keeps [\uff11\uff16 字节](claim:a.b)"),
        ("p.html", "<p style='opacity: 0.5'>keeps <b data-claim=a.b>16<span class=hidden-xs> B</span></b>"),
        ("p.tex", "keeps \\claim{a.b}{16~~bytes} and \\strut"),
        ("p.txt", "<bdo> is a tag"),
        ("p.md", "~~gone~~ keeps [16 bytes](claim:a.b) ~~gone~~"),
        ("p.md", "<details><summary>More</summary>\n\nIt keeps [16 bytes](claim:a.b).\n\n</details>"),
        ("p.md", "a ~~ b [16 bytes](claim:a.b) ~~ c"),
        ("p.html", "<p hidden>gone<p>keeps <b data-claim=a.b>16 bytes</b> <s>gone</s>"),
        ("p.html", "<dialog open><p>keeps <b data-claim=a.b>16 bytes</b></dialog>"),
        ("p.astro", "---\n---\n<p hidden={!open}><b data-claim='a.b'>16 bytes</b></p>"),
        ("p.md", "<p hidden>gone\n\nIt keeps [16 bytes](claim:a.b)."),
        ("p.md", "<p hidden>gone\n\n- It keeps [16 bytes](claim:a.b)."),
        ("p.md", "- <p hidden>gone\n- It keeps [16 bytes](claim:a.b)."),
        ("p.md", "<p hidden>gone\n\n# It keeps [16 bytes](claim:a.b)."),
        ("p.md", "<p hidden>gone\n\n| a |\n|---|\n| [16 bytes](claim:a.b) |"),
        ("p.tex", "% \\iffalse\nIt keeps \\claim{a.b}{16 bytes}."),
        ("p.tex", "\\%% \\iffalse\nIt keeps \\claim{a.b}{16 bytes}."),
        ("p.tex", "% \\st{\nIt keeps \\claim{a.b}{16 bytes}."),
        ("p.tex", "\\verb|\\iffalse| keeps \\claim{a.b}{16 bytes}."),
        ("p.tex", "\\begin{verbatim}\n\\iffalse\n\\end{verbatim}\nIt keeps \\claim{a.b}{16 bytes}."),
        ("p.tex", "a\\\\iffalse is a word. It keeps \\claim{a.b}{16 bytes}."),
        ("p.tex", "\\iffalse $a \\iff b$ \\fi keeps \\claim{a.b}{16 bytes}."),
        ("p.tex", "\\iffalse a \\ifdraft b \\fi c \\else keeps \\claim{a.b}{16 bytes}.\\fi"),
        ("p.tex", "\\sout{gone} keeps \\claim{a.b}{16 bytes} \\iffalse gone \\fi"),
    ],
)
def test_what_shows_what_it_says_is_none(path: str, text: str) -> None:
    assert faults(text, path) == []


@pytest.mark.parametrize(
    "text", ["<!-- keeps [16 bytes](claim:a.b) -->", "It is.\n\n<!--\n\nkeeps [16 bytes](claim:a.b)\n\n-->"]
)
def test_a_comment_binds_nothing(text: str) -> None:
    assert page(read("p.md", text)).bindings == ()


@pytest.mark.parametrize(
    "text", ["~~It takes 16 bytes.~~", "<p hidden>It takes 16 bytes.", "<s>16 bytes</s>"]
)
def test_striking_or_hiding_a_number_does_not_do_away_with_its_need(text: str) -> None:
    (mention,) = page(read("p.md", text)).unclaimed
    assert mention.surface == "16 bytes"


def test_many_stretches_cost_no_square() -> None:
    text = "~~a~~ [x](claim:a.b) " * 20_000
    started = time.perf_counter()
    assert faults(text, "p.md") == []
    assert time.perf_counter() - started < 20
