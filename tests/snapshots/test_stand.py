"""Facts of the corpus that stand where said, read off the printed pages by people (issue 5)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

import pytest

from ledger.schema.outcomes import Outcome
from ledger.snapshots.extract import Extractor
from ledger.snapshots.locate import locate
from ledger.snapshots.located import Located, Wanted
from ledger.snapshots.page import Document, Page
from ledger.snapshots.stated import asked

pytestmark = pytest.mark.corpus

RECOMPUTATION = "activation-recomputation.pdf"
FACTS = [
    ("zero.pdf", 8, "Mixed-precision Adam|K = 12", "12"),
    ("zero.pdf", 11, "1.5x", "1.5x"),
    ("zero.pdf", 13, "maximum of 1.5x|communication", "a maximum of 1.5x"),
    ("zero.pdf", 14, "1.5x", "1.5x"),
    ("gpipe.pdf", 4, "bubble overhead|M ≥ 4×K", "M ≥ 4×K"),
    (RECOMPUTATION, 1, "activation memory|5×", "5×"),
    (RECOMPUTATION, 10, "5x reduction", "5×"),
    (RECOMPUTATION, 11, "memory required|5×", "5×"),
    (RECOMPUTATION, 13, "5× reduction", "5×"),
    (RECOMPUTATION, 1, "over 90%", "over 90%"),
    (RECOMPUTATION, 13, "over 90%", "over 90%"),
    (RECOMPUTATION, 2, "we observe|30–40%", "30–40%"),
    (RECOMPUTATION, 9, "30–40%", "30–40%"),
    ("zero-bubble.pdf", 1, "23%|throughput", "up to 23%"),
    ("zero-bubble.pdf", 1, "31%", "31%"),
    ("deepseek-v2.pdf", 12, "16-way|zero-bubble pipeline", "16-way"),
    ("deepseek-v2.pdf", 12, "8-way expert parallelism", "8-way"),
    ("deepseek-v3.pdf", 11, "cluster|2048|H800", "2048 GPUs"),
    ("deepseek-v3.pdf", 12, "16-way Pipeline Parallelism", "16-way"),
    ("deepseek-v3.pdf", 14, "20 SMs", "20 SMs"),
    ("deepseek-v3.pdf", 13, "at most 4 nodes", "at most 4 nodes"),
    ("deepseek-v3.pdf", 13, "at most 4 nodes", "at most 4"),
    ("kimi-k2.txt", 7, "multiple of 32", "32"),
    ("kimi-k2.txt", 8, "6 TB", "approximately 6 TB"),
    ("kimi-k2.txt", 8, "6 TB|256 GPUs", "6 TB"),
    ("kimi-k2.txt", 8, "256 GPUs", "256 GPUs"),
    ("kimi-k2.txt", 8, "30 GB", "approximately 30 GB"),
    ("kimi-k2.txt", 14, "less than 30 seconds", "under 30 s"),
    ("kimi-k3.pdf", 22, "checkpoint|133 ms", "133 ms"),
    ("kimi-k3.pdf", 22, "resume|49 ms", "49 ms"),
    ("kimi-k3.pdf", 22, "as much as 98%|sandbox lifetime", "98%"),
    ("kimi-k3.pdf", 22, "memory overcommit|6.5×", "up to 6.5×"),
    ("kimi-k3.pdf", 22, "51,219,741 sandboxes", "51,219,741 sandboxes"),
    ("kimi-k3.pdf", 22, "1,505,678 images", "1,505,678 images"),
    ("zero-infinity.pdf", 3, "20 bytes", "20 bytes"),
]


Find = Callable[[str, Wanted], Located]


@pytest.fixture(scope="module")
def find(corpus_document: Callable[[str], Document], extractor: Extractor) -> Find:
    def search(name: str, wanted: Wanted) -> Located:
        document = corpus_document(name)

        def second(pages: Iterable[int]) -> Mapping[int, Page]:
            return extractor.second_opinion(document.digest, pages)

        return locate(document, wanted, second)

    return search


@pytest.mark.parametrize(("name", "page", "anchors", "quantity"), FACTS)
def test_stands_where_said(find: Find, name: str, page: int, anchors: str, quantity: str) -> None:
    stated, loose, nouns, _ = asked(quantity)
    located = find(name, Wanted(tuple(anchors.split("|")), stated, page, loose=loose, nouns=nouns))
    assert located.outcome is Outcome.VERIFIED, f"{located.cause}: {located.message}"
    assert located.page == page


def test_zero_prints_another_form(find: Find) -> None:
    stated, *_ = asked("16 B/parameter")
    form = {"printed": "16Ψ", "where": {"Ψ": "1"}, "unit": "B/parameter"}
    wanted = Wanted(("In total", "16Ψ bytes"), stated, 8, "3.1", **form)  # type: ignore[arg-type]  # one dict
    located = find("zero.pdf", wanted)
    assert located.outcome is Outcome.VERIFIED, f"{located.cause}: {located.message}"
    assert located.section.startswith("3.1")


SYNTHETIC = [
    ("kern.pdf", 1, "2048", "2048", Outcome.VERIFIED),
    ("kern.pdf", 1, "about|671", "671B parameters", Outcome.VERIFIED),
    ("superscript.pdf", 1, "103 steps", "103 steps", Outcome.NOT_FOUND),
    ("superscript.pdf", 1, "run used", "103 steps", Outcome.NOT_FOUND),
    ("superscript.pdf", 1, "10^3 steps", "10^3 steps", Outcome.VERIFIED),
    ("superscript.pdf", 1, "86.4%|accuracy", "86.4%", Outcome.VERIFIED),
    ("superscript.pdf", 1, "accuracy", "86.415%", Outcome.NOT_FOUND),
    ("twocol.pdf", 1, "left line 3", "103 GB", Outcome.VERIFIED),
    ("twocol.pdf", 1, "left line 3", "203 ms", Outcome.NOT_FOUND),
    ("twocol.pdf", 1, "right line 3|203 ms", "203 ms", Outcome.VERIFIED),
    ("hyphen.pdf", 1, "reaches", "1,048,576 tokens", Outcome.VERIFIED),
    ("hyphen.pdf", 1, "reaches", "576 tokens", Outcome.NOT_FOUND),
    ("hyphen.pdf", 1, "bandwidth of", "200 Gbps", Outcome.AMBIGUOUS),
    ("hyphen.pdf", 1, "trillion parameters", "78 trillion parameters", Outcome.AMBIGUOUS),
    ("labels.pdf", 3, "body 1", "42 GB", Outcome.VERIFIED),
    ("labels.pdf", 1, "body 1", "42 GB", Outcome.NOT_FOUND),
    ("enc_empty_user.pdf", 3, "body 1", "42 GB", Outcome.VERIFIED),
    ("rotated.pdf", 1, "axis label", "312 TFLOPS", Outcome.VERIFIED),
    ("rotated.pdf", 1, "axis label", "278 W", Outcome.NOT_FOUND),
    ("cjk_unigb.pdf", 1, "显存约", "30 GB", Outcome.VERIFIED),
    ("cjk_unigb.pdf", 1, "全角", "128 GB", Outcome.VERIFIED),
    ("cjk_gbk_euc_h.pdf", 1, "显存", "30 GB", Outcome.VERIFIED),
]


@pytest.mark.parametrize(("name", "page", "anchors", "quantity", "outcome"), SYNTHETIC)
def test_synthetic(
    find: Find,
    name: str,
    page: int,
    anchors: str,
    quantity: str,
    outcome: Outcome,
) -> None:
    stated, loose, nouns, _ = asked(quantity)
    wanted = Wanted(tuple(anchors.split("|")), stated, page, loose=loose, nouns=nouns)
    located = find(f"synthetic/{name}", wanted)
    assert located.outcome is outcome, f"{located.cause}: {located.message}"


def test_a_page_label_is_told_with_the_physical_page(find: Find) -> None:
    located = find("synthetic/labels.pdf", Wanted(("body 1",)))
    assert (located.page, located.label) == (3, "1")


def test_an_image_only_page_lacks_nothing(find: Find) -> None:
    located = find("robustness/04-hopfield85-scan-notext.pdf", Wanted(("neurons",), page=2))
    assert located.outcome is Outcome.UNCHECKABLE
    assert "no text layer" in located.message
