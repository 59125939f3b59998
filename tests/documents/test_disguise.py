from __future__ import annotations

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
        ("p.tex", "keeps \\claim{a.b}{\\phantom{16} bytes}", "struck-out"),
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
    ],
)
def test_what_shows_what_it_says_is_none(path: str, text: str) -> None:
    assert faults(text, path) == []
