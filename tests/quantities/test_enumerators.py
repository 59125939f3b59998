"""Numbers of headings, of entries of a table of contents, of paragraphs and of items in running text."""

from __future__ import annotations

import pytest

from ledger.documents.read import read
from ledger.quantities import Kind, Token, scan

CONTENTS = """- [1 Memory](#1-memory)
  - [1.1 CPU 内存](#11-cpu-内存)
  - [1.2 kv cache](#12-kv-cache)
  - [1.2.1 prefill](#121-prefill)
- [二 模型](#二-模型)

# 1 Memory

## 1.1 CPU 内存

## 1.2 kv cache

### 1.2.1 prefill

# 一 概览

# 二 模型
"""


def _of(source: str) -> list[Token]:
    return [t for t in scan(read("a.md", source).text) if t.kind is not Kind.REFERENCE]


def test_the_numbers_of_headings_and_of_their_entries_are_ordinals() -> None:
    found = _of(CONTENTS)
    assert [t.surface for t in found] == [
        "1", "1.1", "1.2", "1.2.1", "二", "1", "1.1", "1.2", "1.2.1", "一", "二",
    ]  # fmt: skip
    assert {t.kind for t in found} == {Kind.ORDINAL}
    assert not any(t.needs_evidence for t in found)


def test_a_chinese_comma_may_part_the_number_from_its_title() -> None:
    page = (
        "- [1.1，PCIE](#11pcie)\n- [1.2，NVLINK 和它](#12nvlink-和它)\n\n# 1.1，PCIE\n\n# 1.2，NVLINK 和它\n"
    )
    assert [(t.surface, t.kind) for t in _of(page)] == [(n, Kind.ORDINAL) for n in ("1.1", "1.2") * 2]


@pytest.mark.parametrize(
    ("source", "surface"),
    [
        ("# 2.5 GB of memory\n", "2.5 GB"),
        ("- [2.5 GB of it](#25-gb-of-it)\n", "2.5 GB"),
        ("- [1.5 million users](#15-million-users)\n", "1.5 million users"),
        ("- [64 GPUs are enough](#64-gpus-are-enough)\n", "64 GPUs"),
        ("- 2.1 CPU hours were spent\n- 3.4 CPU hours were saved\n", "2.1 CPU hours"),
        ("# 8 GPUs at work\n\n# Other\n", "8 GPUs"),
    ],
)
def test_a_title_that_measures_is_a_quantity(source: str, surface: str) -> None:
    first = _of(source)[0]
    assert (first.surface, first.kind, first.needs_evidence) == (surface, Kind.QUANTITY, True)


@pytest.mark.parametrize(
    ("source", "ordinals"),
    [
        ("1，权重较大。\n\n`x`\n\n2，其余较小。\n", ["1", "2"]),
        ("3，权重较大。\n", []),
        ("分为：1）快；2）慢；3）停。\n", ["1", "2", "3"]),
        ("分为1)快，2)慢。\n", ["1", "2"]),
        ("包括（1）快，（2）慢。\n", ["（1）", "（2）"]),
        ("It is 1) fast, and 2) slow.\n", ["1", "2"]),
        ("It took (about 1), then (about 2).\n", []),
        ("f(x, 1) and g(y, 2) differ.\n", []),
        ("速度为 $1$ 与（约 2）之间。\n", []),
    ],
)
def test_a_number_enumerates_where_its_neighbour_does(source: str, ordinals: list[str]) -> None:
    assert [t.surface for t in _of(source) if t.kind is Kind.ORDINAL] == ordinals


def test_a_heading_that_measures_has_a_number_only_within_its_chapter() -> None:
    def first(page: str) -> list[bool]:
        return [token.needs_evidence for token in scan(read("a.md", page).text)]

    assert first("# 3 Memory\n\n## 3.1 GB per node\n\n## 3.2 GB per card\n") == [False, False, False]
    assert first("## 3.5 GB per node\n\n## 3.6 GB per card\n") == [True, True]
