"""A slip in a unit's word is told from a noun that the table does not know."""

from __future__ import annotations

import pytest

from ledger.quantities.unit_spelling import misspelt
from ledger.quantities.unit_table import CJK, FOLDED, SPELLINGS


@pytest.mark.parametrize(
    ("unit", "word", "meant"),
    [
        pytest.param("B/parmeter", "parmeter", "parameter", id="a-letter-too-few"),
        pytest.param("B/parameeter", "parameeter", "parameter", id="a-letter-too-many"),
        pytest.param("B/parametar", "parametar", "parameter", id="another-letter"),
        pytest.param("B/paramteer", "paramteer", "parameter", id="two-turned"),
        pytest.param("bytes per paramter", "paramter", "parameter", id="behind-per"),
        pytest.param("toekn/s", "toekn", "token", id="a-short-word-turned"),
        pytest.param("milisecond", "milisecond", "millisecond", id="a-measure"),
        pytest.param("Seqeunce", "Seqeunce", "sequence", id="capital"),
    ],
)
def test_a_slip(unit: str, word: str, meant: str) -> None:
    assert misspelt(unit) == (word, meant)


OWN = """
slot state patch chunk round tensor component assignment element/link kernel matrix vector player neutron
bullet clock massage passage SM segment % B 1 GB/s 张 B/参数 GPU-hour
"""


@pytest.mark.parametrize("unit", OWN.split())
def test_a_noun_of_its_own(unit: str) -> None:
    assert misspelt(unit) is None


def test_a_noun_of_two_words() -> None:
    assert misspelt("feature map") is None


def test_no_known_unit_is_a_slip() -> None:
    known = [one for one in (*SPELLINGS, *FOLDED, *CJK) if one.isalpha()]
    assert [one for one in known if misspelt(one) is not None] == []


def test_a_long_word_costs_little() -> None:
    assert misspelt("a" * 40) is None
