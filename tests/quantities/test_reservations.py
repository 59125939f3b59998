"""What takes a sentence back, and how far each such word reaches."""

from __future__ import annotations

import re
from itertools import product

import pytest

from ledger.quantities.reservations import _RESERVE, _WORDS, Reservation, reserves

DENIED, ASIDE = Reservation.DENIED, Reservation.SET_ASIDE
CONDITION, SUPPOSED = Reservation.CONDITION, Reservation.SUPPOSED
ASKED, ASCRIBED = Reservation.ASKED, Reservation.ASCRIBED


@pytest.mark.parametrize(
    ("text", "word", "kind"),
    [
        ("It does not take 7 ms.", "not", DENIED),
        ("It doesn’t take 7 ms.", "n’t", DENIED),
        ("It fails to take 7 ms.", "fails to", DENIED),
        ("There is no ring.", "no", DENIED),
        ("它没有用 7 GB。", "没", DENIED),
        ("它并非 7 GB。", "并非", DENIED),
        ("It takes 9 ms instead of 7 ms.", "instead of", ASIDE),
        ("9 GB，而非 7 GB。", "而非", ASIDE),
        ("If it takes 7 ms, we win.", "If", CONDITION),
        ("假设它要 7 ms。", "假设", CONDITION),
        ("It would take 7 ms.", "would", SUPPOSED),
        ("Does it take 7 ms?", "?", ASKED),
        ("Smith et al. [3] report 7 ms.", "et al. [3] report", ASCRIBED),
        ("According to the maker it takes 7 ms.", "According to ", ASCRIBED),
    ],
)
def test_words(text: str, word: str, kind: Reservation) -> None:
    (found,) = reserves(text)
    assert (text[found.start : found.end], found.kind) == (word, kind)


@pytest.mark.parametrize(
    "text",
    [
        "No. 7 takes 7 ms.",
        "不同的环需要 7 GB。",
        "On 7 May it took 7 ms.",
        "The number is chosen according to the load.",
        "As shown in Figure 3, it takes 7 ms.",
        "We use Adam [12] and reach 7x.",
        "Similar to Smith et al. [3], it takes 7 ms.",
        "The set is annotated nowadays.",
    ],
)
def test_words_that_only_look_so(text: str) -> None:
    assert list(reserves(text)) == []


@pytest.mark.parametrize(
    ("text", "reached", "beyond"),
    [
        ("It does not grow, but the tree takes 7 ms.", "grow", "tree"),
        ("It takes 9 ms, while the tree does not grow.", "tree", "9 ms"),
        ("It is not, in any run, the one of 7 ms.", "7 ms", None),
        ("It does not win in speed, in size, in 7 ms.", "7 ms", None),
        ("Instead of waiting, it takes 7 ms.", "waiting", "7 ms"),
        ("It takes 7 ms without waiting.", "waiting", "7 ms"),
        ("Rather than, as said, 7 ms it takes 9 ms.", "7 ms", None),
        ("If the link is free, it takes 7 ms.", "link", "7 ms"),
        ("Workers (not servers) take 7 ms.", "servers", "7 ms"),
        ("It does not need buffers (of 7 GB).", "7 GB", None),
        ("It does not grow; it takes 7 ms.", "grow", "7 ms"),
        ("i) it has no extra cost, ii) it takes 7 ms.", "extra", "7 ms"),
    ],
)
def test_reach(text: str, reached: str, beyond: str | None) -> None:
    low, high = next(reserves(text)).reach
    assert low <= text.index(reached) < high
    assert beyond is None or not low <= text.index(beyond) < high


def test_long_hostile_texts_take_no_time() -> None:
    for text in ("not " * 2_000, "(" * 5_000, "et al. " * 2_000, "from 1 by " * 2_000, "不" * 5_000):
        assert sum(1 for _ in reserves(text)) <= 5_000


def test_what_they_begin_with_leaves_no_word_out() -> None:
    slow = re.compile("|".join(f"(?P<{kind.name}>{words})" for kind, words in _WORDS.items()), re.IGNORECASE)
    plain = re.sub(r"\\[A-Za-z]", " ", " ".join(_WORDS.values()))
    words = set(re.findall(r"[^\W\d_]+|[^\w\s]", plain))
    assert {"not", "fail", "published", "≠", "!", "没", "据称"} <= words
    for before, word, after in product(
        ("", "x", " ", "7", "(", ",", ". ", "没"), sorted(words), ("", "s to ", "ed ", "’t ", "= ", " of ")
    ):
        text = f"a{before}{word}{after}7 GB"
        expected = [(found.span(), found.lastgroup) for found in slow.finditer(text)]
        assert [(found.span(), found.lastgroup) for found in _RESERVE.finditer(text)] == expected, text
