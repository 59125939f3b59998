from __future__ import annotations

import time

import pytest

from ledger.documents.page import Page, page
from ledger.documents.parity import parity
from ledger.documents.read import read
from ledger.errors import Location
from ledger.quantities import from_fields

ENGLISH = "Adam keeps [16 bytes](claim:a.b); it ran on [2,048 GPUs](claim:c.d).\n"


def known(text: str, path: str = "p.zh.md") -> Page:
    return page(read(path, text))


@pytest.mark.parametrize(
    ("chinese", "codes"),
    [
        pytest.param("用了 [2048 GPUs](claim:c.d)，每个 [16 bytes](claim:a.b)。", [], id="same"),
        pytest.param("每个 [16 bytes](claim:a.b)。", [("claim-missing", "c.d")], id="one-less"),
        pytest.param(
            "[2048 GPUs](claim:c.d)，[16 bytes](claim:a.b)，[5×](claim:e.f)",
            [("claim-missing", "e.f")],
            id="one-more",
        ),
        pytest.param(
            "[2048 GPUs](claim:c.d)，[18 bytes](claim:a.b)", [("number-differs", "a.b")], id="other-number"
        ),
        pytest.param(
            "[2048 GPUs](claim:c.d)，约 [16 bytes](claim:a.b)",
            [("number-differs", "a.b")],
            id="other-comparator",
        ),
        pytest.param("[2048 张](claim:c.d)卡，[16 字节](claim:a.b)", [], id="a-measure-word-counts-the-noun"),
        pytest.param("[2048](claim:c.d) 张卡，[16 字节](claim:a.b)", [], id="a-noun-outside-the-link"),
        pytest.param(
            "[2048 张](claim:c.d)卡，[16 位](claim:a.b)", [("number-differs", "a.b")], id="another-unit"
        ),
        pytest.param(
            "[2048 张](claim:c.d)卡，[16 个](claim:a.b)", [("number-differs", "a.b")], id="a-count-for-a-unit"
        ),
        pytest.param(
            "[2048 GPUs](claim:c.d)，[16 bytes](claim:a.b)，[16 bytes](claim:a.b)", [], id="said-twice"
        ),
    ],
)
def test_parity(chinese: str, codes: list[tuple[str, str]]) -> None:
    found = parity(known(ENGLISH, "p.en.md"), known(chinese))
    assert [(item.code, item.claim) for item in found] == codes


def test_a_missing_claim_is_reported_in_the_page_that_lacks_it() -> None:
    (item,) = parity(known(ENGLISH, "p.en.md"), known("用了 [2048 GPUs](claim:c.d)"))
    assert item.location.path == "p.zh.md"
    assert "p.en.md:1:12" in item.message


def test_a_percentage_is_no_count() -> None:
    (item,) = parity(known("It saves [70%](claim:a.b).", "p.en.md"), known("省下 [70](claim:a.b)。"))
    assert item.code == "number-differs"


MANY = (
    "Adam [keeps it](claim:a.a) in [16 bytes](claim:b.b) and [moves it](claim:c.c), "
    "then [keeps it](claim:a.a) there; it [waits](claim:d.d), [moves it](claim:c.c), [ends](claim:e.e).\n"
)
CLAIMED = {"b.b": from_fields("16", "B/parameter"), **dict.fromkeys(("a.a", "c.c", "d.d", "e.e"))}


def rebound(text: str, old: str, new: str, occurrence: int) -> str:
    parts = text.split(f"claim:{old})")
    head, tail = f"claim:{old})".join(parts[:occurrence]), f"claim:{old})".join(parts[occurrence:])
    return f"{head}claim:{new}){tail}"


@pytest.mark.parametrize("edited", ["first", "second"])
@pytest.mark.parametrize(
    ("old", "new", "occurrence"),
    [
        ("a.a", "c.c", 1), ("a.a", "d.d", 2), ("c.c", "a.a", 1), ("c.c", "e.e", 2), ("e.e", "a.a", 1),
        ("d.d", "c.c", 1), ("a.a", "b.b", 1), ("b.b", "a.a", 1),
    ],
)  # fmt: skip
def test_text_bound_to_another_claim_is_told_with_both_places(
    old: str, new: str, occurrence: int, edited: str
) -> None:
    changed = rebound(MANY, old, new, occurrence)
    first, second = (changed, MANY) if edited == "first" else (MANY, changed)
    found = parity(known("\n" + first, "p.en.md"), known(second), CLAIMED)
    column = 1 + next(at for at in range(len(changed)) if changed[at] != MANY[at])
    column = 1 + changed.rfind("[", 0, column)
    (item,) = [one for one in found if one.code == "other-claim"]
    assert item.location == Location("p.zh.md", 1, column)
    assert f"p.en.md:2:{column}" in item.message
    assert f"p.zh.md:1:{column}" in item.message
    assert {one.code for one in found} <= {"other-claim", "number-differs"}


def test_two_that_stand_elsewhere_are_counted() -> None:
    changed = "It [waits](claim:d.d), [moves it](claim:c.c), [keeps it](claim:a.a), [ends](claim:e.e), "
    changed += "[keeps it](claim:a.a), [16 bytes](claim:b.b), [keeps it](claim:a.a)."
    (item,) = parity(known(MANY, "p.en.md"), known(changed), CLAIMED)
    assert item.code == "other-claim"
    assert "'c.c' is bound 2 times in p.en.md (p.en.md:1:" in item.message
    assert "and once in p.zh.md (p.zh.md:1:24)" in item.message


def test_a_missing_claim_is_told_at_its_neighbour() -> None:
    (item,) = parity(known(MANY, "p.en.md"), known(MANY.replace("[waits](claim:d.d)", "waits")), CLAIMED)
    assert (item.code, item.claim) == ("claim-missing", "d.d")
    assert item.location.line == 1
    assert item.location.path == "p.zh.md"


@pytest.mark.parametrize(
    ("english", "chinese", "path"),
    [
        pytest.param("18 bytes", "16 字节", "p.en.md", id="the-first"),
        pytest.param("16 bytes", "18 字节", "p.zh.md", id="the-second"),
        pytest.param("16.0 bytes each, 18 bytes", "16 字节", "p.en.md", id="one-of-two"),
    ],
)
def test_a_number_that_differs_is_told_where_it_is_not_the_claim_s(
    english: str, chinese: str, path: str
) -> None:
    texts = (" ".join(f"[{one}](claim:b.b)" for one in text.split(", ")) for text in (english, chinese))
    first, second = texts
    (item,) = parity(known(first, "p.en.md"), known(second), CLAIMED)
    assert item.location.path == path


@pytest.mark.parametrize(
    "kept_back",
    ["~~[waits](claim:d.d)~~", "<del>[waits](claim:d.d)</del>", "<i hidden>[waits](claim:d.d)</i>"],
)
def test_what_is_struck_out_or_hidden_is_not_said(kept_back: str) -> None:
    changed = MANY.replace("[waits](claim:d.d)", kept_back)
    assert changed != MANY
    (item,) = parity(known(MANY, "p.en.md"), known(changed), CLAIMED)
    assert (item.code, item.claim) == ("claim-missing", "d.d")


def placed(*sections: str) -> str:
    """Sections of blocks (``/``), each of which binds the claims that its letters name."""
    return "".join("## S\n\n" + "".join(bound(block) for block in section.split("/")) for section in sections)


def bound(block: str) -> str:
    return "Words " + " and ".join(f"[so it is](claim:{letter}.{letter})" for letter in block) + ".\n\n"


@pytest.mark.parametrize(
    ("first", "second", "claims"),
    [
        pytest.param(["ab/c", "d/e"], ["ab/c", "d/e"], [], id="the-same"),
        pytest.param(["ab/c", "d/e"], ["ba/c", "d/e"], [], id="another-order-in-a-block"),
        pytest.param(["ab/c", "d/e"], ["aab/c", "d/e"], [], id="said-twice-in-a-block"),
        pytest.param(["ab/c", "d/e"], ["a/bc", "d/e"], ["b.b"], id="another-block"),
        pytest.param(["ab/c", "d/e"], ["a/c", "db/e"], ["b.b"], id="another-section"),
        pytest.param(["ab/c", "d/e"], ["db/c", "a/e"], ["a.a", "d.d"], id="exchanged-between-sections"),
        pytest.param(["ab/c", "d/a"], ["b/c", "d/a"], ["a.a"], id="not-said-again"),
        pytest.param(["ab/c", "d/e"], ["a/b/c", "d/e"], [], id="other-blocks-of-a-section"),
        pytest.param(["ab/c", "d/e"], ["a//c", "db/e"], ["b.b"], id="other-blocks-yet-another-section"),
        pytest.param(["ab/c", "d/e"], ["ab/c/d/e"], [], id="other-sections"),
    ],
)
def test_a_claim_is_said_in_the_same_place(first: list[str], second: list[str], claims: list[str]) -> None:
    found = parity(known(placed(*first), "p.en.md"), known(placed(*second)))
    assert [(one.code, one.claim) for one in found] == [("other-place", claim) for claim in claims]
    assert all(one.location.line > 2 for one in found)


def test_comments_and_targets_are_no_blocks() -> None:
    first = "## S <!-- a note -->\n\nSee [it](http://a.test/1 'x').\n\n[So](claim:a.a).\n\n[Or](claim:b.b).\n"
    second = "## S\n\n见。\n\n[如此](claim:a.a)。<!-- 注 -->\n\n[或](claim:b.b)。\n"
    assert parity(known(first, "p.en.md"), known(second)) == []
    moved = "## S\n\n见。\n\n[如此](claim:a.a)[或](claim:b.b)。<!-- 注 -->\n\n无。\n"
    (item,) = parity(known(first, "p.en.md"), known(moved))
    assert (item.code, item.claim, item.location.line) == ("other-place", "b.b", 5)


def test_a_hostile_page_costs_no_square() -> None:
    same = "[x](claim:a.a)[y](claim:b.b)" * 20_000
    other = "[x](claim:a.a)[y](claim:c.c)" * 20_000
    started = time.perf_counter()
    parity(known(same, "p.en.md"), known(other))
    assert time.perf_counter() - started < 20


@pytest.mark.parametrize(
    ("english", "chinese", "told"),
    [
        ("GPipe takes [16 bytes](claim:a.b).", "DualPipe 占 [16 字节](claim:a.b)。", ["DualPipe"]),
        ("In FP16 it is [16 bytes](claim:a.b).", "FP32 时占 [16 字节](claim:a.b)。", ["FP32"]),
        ("1F1B takes [16 bytes](claim:a.b).", "ZB-H1 占 [16 字节](claim:a.b)。", ["ZB-H1"]),
        ("Kimi K2 takes [16 bytes](claim:a.b).", "Kimi K2.5 占 [16 字节](claim:a.b)。", ["K2.5"]),
        ("FP16, not FP32: [16 bytes](claim:a.b).", "FP32 而非 FP32：[16 字节](claim:a.b)。", ["FP32"]),
        ("In Megatron it takes [16 bytes](claim:a.b).", "Switch 里占 [16 字节](claim:a.b)。", ["Switch"]),
        (
            "Megatron takes [16 bytes](claim:a.b).",
            "Switch 占 [16 字节](claim:a.b)。",
            [],
        ),  # any word begins so
        ("GPipe takes [16 bytes](claim:a.b).", "GPipe 占 [16 字节](claim:a.b)。", []),
        ("GPipe takes [16 bytes](claim:a.b).", "它占 [16 字节](claim:a.b)。", []),  # plain from what it says
        ("GPUs take [16 bytes](claim:a.b).", "GPU 用 GPipe，占 [16 字节](claim:a.b)。", []),
        ("FP8-aware GPipe: [16 bytes](claim:a.b).", "FP8 的 GPipe 用 P2P：[16 字节](claim:a.b)。", []),
        ("Each AllReduce sends [16 bytes](claim:a.b).", "all-reduce 发 [16 字节](claim:a.b)，P2P。", []),
        ("GPipe it is.\n\nIt takes [16 bytes](claim:a.b).", "DualPipe。\n\n占 [16 字节](claim:a.b)。", []),
        ("See Figure 2: it takes [16 bytes](claim:a.b).", "见图 2，它（EP）占 [16 字节](claim:a.b)。", []),
        ("It took, in March, [16 bytes](claim:a.b).", "三月它（EP）占 [16 字节](claim:a.b)。", []),
        ("In 3D it takes [16 bytes](claim:a.b).", "EP 占 [16 字节](claim:a.b)。", []),
        ("In 2F4A it takes [16 bytes](claim:a.b).", "EP 占 [16 字节](claim:a.b)。", ["EP"]),
        (f"{'aB' * 20} takes [16 bytes](claim:a.b).", "EP 占 [16 字节](claim:a.b)。", ["EP"]),
        (f"{'aB' * 20}C takes [16 bytes](claim:a.b).", "EP 占 [16 字节](claim:a.b)。", []),  # data
        ("See Megatron: it takes [16 bytes](claim:a.b).", "它（EP）占 [16 字节](claim:a.b)。", ["EP"]),
        ("GPipe takes [16 bytes](claim:a.b).\n\nMore.", "DualPipe 占 [16 字节](claim:a.b)。", []),
    ],
)
def test_a_name_in_the_place_of_another_one(english: str, chinese: str, told: list[str]) -> None:
    found = parity(known(english, "p.en.md"), known(chinese))
    assert [one.code for one in found] == ["other-name"] * len(told)
    for one, name in zip(found, told, strict=True):
        assert one.message.startswith(f"'{name}' stands here, and ")
        assert one.location.path == "p.zh.md"
        assert chinese.find(name) == one.location.column - 1


def _spelled(number: int) -> str:
    return "".join(chr(ord("a") + number // 26**place % 26) for place in range(4))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        pytest.param("of Name{}", "of a", id="capitals"),
        pytest.param("of NaMe{}", "of xyNaMe{}z", id="parts-of-words"),
        pytest.param("of a-a-a-a-a", "of b", id="words"),
        pytest.param("-a-a-a-a-a", "of b", id="one-long-word"),
    ],
)
def test_many_names_cost_no_square(one: str, other: str) -> None:
    first, second = (
        "[16 bytes](claim:a.b) x" + "".join(f" {text}".replace(" -", "-") for text in texts) + "-B.\n"
        for texts in ([text.format(_spelled(at)) for at in range(100_000)] for text in (one, other))
    )
    pages = known(first, "p.en.md"), known(second)
    started = time.perf_counter()
    parity(*pages)
    assert time.perf_counter() - started < 20


ROW = "| a | b | c |\n|---|---|---|\n| [16 bytes](claim:{}) | [16 bytes](claim:{}) | {} |\n"


@pytest.mark.parametrize(
    ("first", "second", "codes"),
    [
        (("a.b", "c.d", "x"), ("a.b", "c.d", "x"), []),
        (("a.b", "c.d", "x"), ("c.d", "a.b", "x"), ["other-place", "other-place"]),
        (("a.b", "c.d", "[it](claim:a.b)"), ("c.d", "a.b", "[it](claim:a.b)"), ["other-place"]),
    ],
)
def test_a_claim_stands_in_the_same_column(
    first: tuple[str, ...], second: tuple[str, ...], codes: list[str]
) -> None:
    """The third has ``a.b`` twice in either row, so that nothing can be told of it."""
    found = parity(known(ROW.format(*first), "p.en.md"), known(ROW.format(*second)))
    assert [one.code for one in found] == codes


def test_of_two_tables_of_other_widths_no_column_is_told() -> None:
    wider = "| a | b | c | d |\n|---|---|---|---|\n| z | [16 bytes](claim:a.b) | y | x |\n"
    narrow = "| a | b | c |\n|---|---|---|\n| [16 bytes](claim:a.b) | y | x |\n"
    assert parity(known(wider, "p.en.md"), known(narrow)) == []
