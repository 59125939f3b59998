"""Extraction from bytes written in the test, so that every expectation can be read off the drawing."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import pytest

from ledger.errors import SnapshotError
from ledger.schema.outcomes import Outcome
from ledger.snapshots import extract
from ledger.snapshots import pdf as pdf_reader
from ledger.snapshots.extract import BEYOND, DIED, Extractor, Limits, engine_version, read_file
from ledger.snapshots.locate import locate
from ledger.snapshots.located import Wanted
from ledger.snapshots.page import Document
from ledger.snapshots.store import Store
from tests.snapshots.pdfs import Words, lines, pdf

Read = Callable[..., Document]


def spans(document: Document) -> list[tuple[str, str]]:
    page = document.pages[0]
    return [(page.text[span.start : span.end], span.role) for span in page.spans if span.role in "^_"]


def test_lines_of_a_paragraph_and_a_block_apart(read: Read) -> None:
    document = read(pdf([*lines("We use 2048 GPUs", "for two months."), Words("Elsewhere.", y=500)]))
    assert document.pages[0].text == "We use 2048 GPUs\nfor two months.\n\nElsewhere."
    assert document.extractor == engine_version("pdfium")


def test_a_superscript_is_known_from_its_place(read: Read) -> None:
    page = [Words("3.8 x 10"), Words("25", 114.8, 705, 7), Words(" FLOP", 130, 700)]
    document = read(pdf(page))
    assert document.pages[0].text == "3.8 x 1025 FLOP"
    assert spans(document) == [("25", "^")]


def test_a_subscript_is_known_from_its_place(read: Read) -> None:
    assert spans(read(pdf([Words("N"), Words("12", 81, 697, 8)]))) == [("12", "_")]


def test_digits_far_apart_are_cells_and_never_one_number(read: Read) -> None:
    page = [Words("12", 72), Words("288", 95), Words("96", 200)]
    assert read(pdf([page[0], page[1], page[2]])).pages[0].text == "12\t288\t96"


def test_a_row_of_a_table(read: Read) -> None:
    document = read(pdf([Words("GPT-3", 72), Words("175B", 200), Words("96", 300)]))
    assert document.pages[0].text == "GPT-3\t175B\t96"


def test_columns_drawn_row_by_row_are_sorted_apart(read: Read) -> None:
    page = []
    for row in range(4):
        page.append(Words(f"left words stand in line {row} here", 60, 700 - 14 * row, 10))
        page.append(Words(f"right words stand in line {row} there", 320, 700 - 14 * row, 10))
    text = read(pdf(page)).pages[0].text
    assert text.index("left words stand in line 3") < text.index("right words stand in line 0")


def test_positions(read: Read) -> None:
    page = read(pdf([Words("GPUs", 100, 500, 10)])).pages[0]
    box = page.box(0, 4)
    assert box is not None
    assert box[0] == pytest.approx(100, abs=0.2)
    assert box[1] < 500 < box[3]
    assert page.box(0, 0) is None


def test_letter_spaced_text_is_words(read: Read) -> None:
    page = [Words(letter, 72 + 8.3 * index) for index, letter in enumerate("2048")]
    page += [Words(letter, 115 + 9.5 * index) for index, letter in enumerate("GPU")]
    assert read(pdf(page)).pages[0].text == "2048 GPU"


def test_a_page_without_text_says_so(read: Read) -> None:
    assert read(pdf([])).pages[0].fault == "no text layer"


def test_a_challenge_page_saved_as_pdf_is_no_pdf(read: Read) -> None:
    document = read(b"<!doctype html><title>Just a moment...</title>")
    assert document.fault.startswith("not a PDF")
    assert document.pages == ()


def test_page_labels(read: Read) -> None:
    labels = b"/PageLabels<</Nums[0<</S/r>>2<</S/D/St 1>>]>>"
    document = read(pdf(*[[Words(f"page {n}")] for n in range(1, 6)], extra=labels))
    assert [page.label for page in document.pages] == ["i", "ii", "1", "2", "3"]
    assert document.labelled("1") == (3,)


def test_missing_bytes(extractor: Extractor) -> None:
    with pytest.raises(SnapshotError, match="no snapshot"):
        extractor.document("0" * 64, "application/pdf")
    with pytest.raises(SnapshotError, match="no extractor"):
        extractor.document(extractor.store.add_bytes(b"\x89PNG"), "image/png")


def test_the_second_opinion(tmp_path: Path) -> None:
    extractor = Extractor(Store(tmp_path))  # its own: a store that is kept remembers the pages asked for
    digest = extractor.store.add_bytes(pdf([Words("two 2048")], [Words("three 4096")]))
    pages = extractor.second_opinion(digest, [2])
    assert pages[2].text.strip() == "three 4096"
    assert 1 not in pages
    assert extractor.second_opinion(digest, [1, 2])[1].text.strip() == "two 2048"
    assert extractor.second_opinion(digest, [9])[9].fault


def kept_file(store: Store, digest: str) -> Path:
    (path,) = (store.root / "extracts").rglob(f"{digest}.pdfium*")
    return path


UNABLE = Limits(memory=1 << 20, restarts=0)
"""With these no document can be read, so that whatever is known of it comes from the cache."""


def test_the_cache_answers(tmp_path: Path) -> None:
    store = Store(tmp_path)
    digest = store.add_bytes(pdf([Words("once"), Words("x", 300), Words("2", 306, 705, 7)], [Words("twice")]))
    first = Extractor(store).document(digest, "application/pdf")
    again = Extractor(store, UNABLE).document(digest, "application/pdf")
    assert again == first
    assert again.pages[1].box(0, 5) == first.pages[1].box(0, 5) is not None
    assert spans(again) == [("2", "^")]


@pytest.mark.parametrize("share", [0.0, 0.3, 0.9, 0.999])
def test_a_truncated_cache_file_is_no_answer(tmp_path: Path, share: float) -> None:
    store = Store(tmp_path)
    digest = store.add_bytes(pdf([Words("once")]))
    Extractor(store).document(digest, "application/pdf")
    path = kept_file(store, digest)
    data = path.read_bytes()
    path.write_bytes(data[: int(share * len(data))])
    assert Extractor(store, UNABLE).document(digest, "application/pdf").fault
    assert not Extractor(store).document(digest, "application/pdf").fault
    assert path.stat().st_size == len(data)


def test_a_cache_file_with_a_flipped_bit_is_no_answer(tmp_path: Path) -> None:
    store = Store(tmp_path)
    digest = store.add_bytes(pdf([Words("2048 GPUs")]))
    Extractor(store).document(digest, "application/pdf")
    path = kept_file(store, digest)
    data = path.read_bytes()
    assert data.count(b"2048") == 1
    path.write_bytes(data.replace(b"2048", b"2049"))
    assert Extractor(store, UNABLE).document(digest, "application/pdf").fault


def test_the_cache_file_of_another_document_is_no_answer(tmp_path: Path) -> None:
    store = Store(tmp_path)
    one, other = (store.add_bytes(pdf([Words(word)])) for word in ("once", "twice"))
    Extractor(store).document(one, "application/pdf")
    Extractor(store).document(other, "application/pdf")
    kept_file(store, one).write_bytes(kept_file(store, other).read_bytes())
    assert Extractor(store, UNABLE).document(one, "application/pdf").fault
    assert Extractor(store).document(one, "application/pdf").pages[0].text == "once"


def test_changed_and_missing_bytes_are_not_read(tmp_path: Path) -> None:
    store = Store(tmp_path)
    digest = store.add_bytes(pdf([Words("once")]))
    store.path(digest).write_bytes(pdf([Words("twice")]))
    with pytest.raises(SnapshotError, match="was changed"):
        Extractor(store).document(digest, "application/pdf")
    store.path(digest).unlink()
    with pytest.raises(SnapshotError, match="no snapshot"):
        Extractor(store).document(digest, "application/pdf")


def test_a_reader_that_dies_is_an_outcome_and_is_not_kept(tmp_path: Path) -> None:
    path = tmp_path / "x.pdf"
    path.write_bytes(pdf([Words("a")]))
    document, whole = read_file(path, "0" * 64, "application/pdf", Limits(memory=1 << 20, restarts=0))
    assert not whole
    assert document.fault == "the extractor died on this document"


def test_a_reader_out_of_time(tmp_path: Path) -> None:
    path = tmp_path / "x.pdf"
    path.write_bytes(pdf([Words("a")]))
    document, whole = read_file(path, "0" * 64, "application/pdf", Limits(wall_seconds=0.0))
    assert not whole
    assert document.fault or document.pages[0].fault


def test_pages_beyond_those_that_are_read_are_there_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "x.pdf"
    path.write_bytes(pdf(*[[Words(f"page {number}")] for number in range(1, 6)]))
    monkeypatch.setattr(pdf_reader, "MAX_PAGES", 2)
    monkeypatch.setattr(pdf_reader, "MAX_COUNTED", 4)
    records = [*pdf_reader.read_pdfium(path, 1), {"kind": "end"}]
    monkeypatch.setattr(extract, "run_worker", lambda *_: iter(records))
    document, whole = read_file(path, "0" * 64, "application/pdf")
    assert whole
    assert [page.fault for page in document.pages] == ["", "", BEYOND, BEYOND]
    sought = locate(document, Wanted(("page 4",), None, 4))
    assert (sought.outcome, sought.cause) == (Outcome.UNCHECKABLE, "page-unreadable")


def damaged(data: bytes, rng: random.Random) -> bytes:
    """Truncated, bits flipped, or spliced."""
    kind, at = rng.randrange(3), rng.randrange(1, len(data))
    if kind == 0:
        return data[:at]
    if kind == 1:
        copy = bytearray(data)
        for _ in range(rng.randrange(1, 40)):
            copy[rng.randrange(len(copy))] ^= 1 << rng.randrange(8)
        return bytes(copy)
    other = rng.randrange(len(data))
    return data[:at] + data[other : other + rng.randrange(400)] + data[at:]


def test_damaged_copies_never_escape(tmp_path: Path) -> None:
    whole = pdf(lines("We use 2048 GPUs", "and 16 pipeline stages."), [Words("2"), Words("3", 80, 705, 7)])
    rng = random.Random(20240229)
    path = tmp_path / "x.pdf"
    for _ in range(40):
        path.write_bytes(damaged(whole, rng))
        document, _ = read_file(path, "0" * 64, "application/pdf", Limits(cpu_seconds=5, restarts=0))
        assert document.fault or document.pages
        for page in document.pages:
            page.text.encode("utf-8")


HYPHENS = "It reaches 1,048,-\n576 tokens with a band-\nwidth of 3,\n200 Gbps and 2.\n78 trillion parameters."


@pytest.mark.corpus
@pytest.mark.parametrize(
    ("name", "first"),
    [
        ("cjk_gbk_euc_h.pdf", "显存约 30 GB，2048 张"),
        ("cjk_unigb.pdf", "训练使用 2048 张 H800，显存约 30 GB。\n全角 １２８ＧＢ 与 百万 Token"),
        ("enc_empty_user.pdf", "front i"),
        ("kern.pdf", "2048 GPUs at 989 TFLOPS\nabout 671 B parameters"),
        ("labels.pdf", "front i"),
        ("rotated.pdf", "flat 278 W\n\naxis label 312 TFLOPS"),
        ("superscript.pdf", "The run used 103 steps and 86.4% 15 accuracy."),
        ("hyphen.pdf", HYPHENS),
    ],
)
def test_synthetic(corpus_document: Callable[[str], Document], name: str, first: str) -> None:
    assert corpus_document(f"synthetic/{name}").pages[0].text == first


@pytest.mark.corpus
def test_synthetic_scripts_and_columns(corpus_document: Callable[[str], Document]) -> None:
    assert spans(corpus_document("synthetic/superscript.pdf")) == [("3", "^"), ("15", "^")]
    rows = corpus_document("synthetic/twocol.pdf").pages[0].text.split("\n")
    assert [row.split()[0] for row in rows] == ["left"] * 12 + ["right"] * 12


@pytest.mark.corpus
def test_an_expansion_bomb_is_an_outcome(corpus: Path) -> None:
    bomb = corpus / "synthetic" / "xobject_bomb.pdf"
    document, whole = read_file(bomb, "0" * 64, "application/pdf", Limits(cpu_seconds=2, restarts=0))
    assert not whole
    assert [page.fault for page in document.pages] == [DIED]


@pytest.mark.corpus
def test_pypdf_cutting_a_page_is_a_fault(corpus: Path, extractor: Extractor) -> None:
    digest = extractor.store.add_file(corpus / "synthetic" / "xobject_bomb.pdf")
    assert "cut" in extractor.second_opinion(digest, [1])[1].fault


@pytest.mark.corpus
@pytest.mark.parametrize(
    ("name", "fault"),
    [
        ("04-hopfield85-scan-notext.pdf", "no text layer"),
        ("17-kademlia-gnu-gs-lncs.pdf", "no usable Unicode map"),
        ("13-data-compression-distiller-badunicode.pdf", "no usable Unicode map"),
        ("12-mapreduce-encrypted-quarkxpress.pdf", ""),
        ("07-beibao9-chinese.pdf", ""),
        ("09-kafka-word2016.pdf", ""),
        ("24-activation-recomp-quartz-4-revisions.pdf", ""),
    ],
)
def test_robustness(corpus_document: Callable[[str], Document], name: str, fault: str) -> None:
    document = corpus_document(f"robustness/{name}")
    assert document.pages
    for page in document.pages:
        assert fault in page.fault if fault else page.fault == ""
