"""An anchor with or without a ligature stands in a source with or without it, whatever the source's format.

The pairs are Unicode's decompositions of U+FB00–FB06, by hand; what only resembles a plain sign stays apart.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from ledger.schema.outcomes import Outcome
from ledger.snapshots.folding import folded_page
from ledger.snapshots.locate import locate
from ledger.snapshots.located import Located, Wanted
from ledger.snapshots.page import Document, Page
from ledger.snapshots.stated import asked
from tests.snapshots.pdfs import Raw, Words, pdf

Read = Callable[..., Document]
SPELT = {
    "di\ufb00erent": "different",
    "\ufb01nal": "final",
    "\ufb02ow": "flow",
    "e\ufb03cient": "efficient",
    "wa\ufb04e": "waffle",
    "la\ufb05": "last",
    "fa\ufb06er": "faster",
}
MEDIA = ("text/plain", "text/markdown", "text/html")
WORDS = [form for pair in SPELT.items() for form in pair]


def written(words: str, media: str) -> bytes:
    """A source of a few words."""
    return f"<p>{words}</p>".encode() if media == "text/html" else f"{words}\n".encode()


def drawn(words: str) -> bytes:
    """A PDF that draws each sign beyond ASCII as one glyph of a font that names it by its code point."""
    foreign = sorted({sign for sign in words if not sign.isascii()})
    codes = {sign: 128 + index for index, sign in enumerate(foreign)}
    text = "".join(f"\\{codes[sign]:o}" if sign in codes else sign for sign in words)
    names = "".join(f"/uni{ord(sign):04X}" for sign in foreign)
    font = f"/F3<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding<</Differences[128{names}]>>>>"
    return pdf([Raw(f"BT /F3 12 Tf 72 700 Td ({text}) Tj ET")], fonts=font.encode())


def found(document: Document, *anchors: str, quantity: str = "") -> Located:
    """What comes of a search; the second extractor, where asked, reads the letters spelt out or not."""
    wanted = Wanted(anchors, asked(quantity).quantity if quantity else None, loose=bool(quantity))
    return locate(document, wanted, lambda pages: {number: Page(number, SECOND) for number in pages})


SECOND = "a very e\ufb03cient way of 16 GB that is di\ufb00erent"


@pytest.mark.parametrize("media", MEDIA)
@pytest.mark.parametrize("word", WORDS)
def test_every_ligature_matches_its_letters_both_ways(read: Read, word: str, media: str) -> None:
    document = read(written(f"a very {word} way", media), media)
    spelt = SPELT.get(word, word)
    for anchor in (form for form in WORDS if SPELT.get(form, form) == spelt):
        place = found(document, f"very {anchor}")
        assert (place.outcome, place.text) == (Outcome.VERIFIED, f"very {spelt}")


@pytest.mark.parametrize("word", SPELT)
def test_a_pdf_draws_one_glyph_for_several_letters(read: Read, word: str) -> None:
    document = read(drawn(f"a very {word} way"))
    assert folded_page(document.pages[0]) == f"a very {SPELT[word]} way"
    for anchor in (word, SPELT[word]):
        wanted = Wanted((f"very {anchor} way",))
        second = Page(1, f"a very {word} way")
        assert locate(document, wanted, lambda _, page=second: {1: page}).outcome is Outcome.VERIFIED


@pytest.mark.parametrize("media", MEDIA)
def test_places_and_quantities_behind_a_ligature(read: Read, media: str) -> None:
    document = read(written("a di\ufb00erent, e\ufb03cient way keeps 16 GB of state", media), media)
    place = found(document, "e\ufb03cient way keeps 16 GB", quantity="16 GB")
    assert (place.outcome, place.text) == (Outcome.VERIFIED, "efficient way keeps 16 GB")
    assert document.pages[0].text[place.start : place.end] == place.text
    assert found(document, "efficient way keeps", quantity="17 GB").outcome is not Outcome.VERIFIED


def test_a_reference_in_html_is_the_sign_itself(read: Read) -> None:
    document = read(
        b"<title>&#64257;nal</title><p>an e&#xFB03;cient <b>di&#xfb00;</b>erence</p>", "text/html"
    )
    assert document.title == "final"
    assert found(document, "efficient difference").outcome is Outcome.VERIFIED


def test_raised_digits_keep_their_places_behind_a_ligature(read: Read) -> None:
    document = read("<p>e\ufb03cient 10<sup>25</sup> FLOP</p>".encode(), "text/html")
    assert found(document, "efficient 10^25").outcome is Outcome.VERIFIED
    assert found(document, "1025").outcome is Outcome.NOT_FOUND


@pytest.mark.parametrize("word", ["ef-\n\ufb01cient", "e\ufb00-\nicient", "e\u00ad\ufb03cient"])
@pytest.mark.parametrize("media", MEDIA)
def test_a_word_divided_at_a_ligature(read: Read, word: str, media: str) -> None:
    document = read(written(f"a very {word} way", media), media)
    assert found(document, "very efficient way").outcome is Outcome.VERIFIED


@pytest.mark.parametrize("media", MEDIA)
@pytest.mark.parametrize(
    ("source", "anchor"),
    [
        ("x²", "x2"),
        ("x2", "x²"),
        ("10²⁵", "1025"),
        ("1025", "10²⁵"),
        ("x₂", "x2"),
        ("½", "1/2"),
        ("1½", "11/2"),
        ("①", "1"),
        ("⑿", "12"),
        ("Ⅻ", "XII"),
        ("㎏", "kg"),
        ("㎡", "m2"),
        ("Å", "A"),
        ("ﬁ²", "fi2"),
        ("®", "R"),
        ("…", "..."),
        ("Æ", "AE"),
        ("œ", "oe"),
        ("ĳ", "ij"),
        ("ß", "ss"),
    ],
)
def test_nothing_else_is_compatible(read: Read, source: str, anchor: str, media: str) -> None:
    document = read(written(f"the value {source} holds", media), media)
    assert found(document, f"value {anchor}").outcome is Outcome.NOT_FOUND


@pytest.mark.parametrize("word", ["efficient", "e\ufb03cient"])
def test_the_second_reader_may_spell_it_otherwise(read: Read, word: str) -> None:
    document = read(pdf([Words("a very efficient way of 16 GB that is different")]))
    place = found(document, f"{word} way of 16 GB", quantity="16 GB")
    assert place.outcome is Outcome.VERIFIED


def test_what_is_proposed_is_found(read: Read) -> None:
    """Longer anchors out of the source's own text are found there as they are."""
    text = "The e\ufb03cient variant keeps 16 GB. The di\ufb00erent variant keeps 17 GB."
    document = read(written(text, "text/plain"), "text/plain")
    wanted = Wanted(("variant", "16 GB"), asked("16 GB").quantity, strict=True)
    place = locate(document, wanted)
    proposed = place.anchors or wanted.anchors
    again = locate(document, Wanted(proposed, wanted.quantity, strict=True))
    assert again.outcome is Outcome.VERIFIED
