"""What stands around a number may make it another one: a noun that goes on, an end, a term, a mark, a past.

Every case is a claim that the text does not make, with the anchors that an author might give; expected values
follow from reading the text.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

import pytest

from ledger.quantities import parse
from ledger.schema.outcomes import Outcome
from ledger.snapshots.extract import Extractor
from ledger.snapshots.locate import locate
from ledger.snapshots.located import Located, Wanted
from ledger.snapshots.page import Document, Page


def claimed(
    extractor: Extractor, document: Document, page: int, anchors: Iterable[str], text: str
) -> Located:
    def second(numbers: Iterable[int]) -> Mapping[int, Page]:
        return extractor.second_opinion(document.digest, numbers)

    wanted = Wanted(tuple(anchors), parse(text), page, strict=True, own=True)
    return locate(document, wanted, second)


IN_TEXT = [
    # a noun that goes on: what is counted is the last noun
    ("It took 300 TPU v3 core-years.", "It took", "300 TPUs"),
    ("It took 300 GPU years.", "It took", "300 GPUs"),
    ("It took 300 MW hours.", "It took", "300 MW"),
    ("It took 300 GPU nodes.", "It took", "300 GPUs"),
    ("共用了 300 卡时。", "共用了", "300 卡"),
    # an end of a range or of a change
    ("It takes five to 7 ms.", "It takes|7 ms", "7 ms"),
    ("It takes anywhere from 5 through 7 ms.", "It takes|7 ms", "7 ms"),
    ("It takes 5 ms up to 7 ms.", "It takes 5 ms", "5 ms"),
    ("It takes 5 ms -> 3 ms.", "It takes", "5 ms"),
    ("Alpha went from 5 ms down to 3 ms.", "Alpha went|5 ms", "5 ms"),
    ("モデルサイズを1.7ー3.2倍縮小", "3.2倍縮小", "3.2倍"),
    # a term of a sum, a share of the number
    ("It takes 3 + 4 GB.", "It takes 3 + 4 GB", "4 GB"),
    ("It takes 7 ms minus 5 ms.", "It takes", "7 ms"),
    ("It takes 7 ms / 3.", "It takes", "7 ms"),
    ("它仅需 7 GB 显存的三分之一。", "它仅需", "7 GB"),
    # per something
    ("It moves 7 GB every 3 seconds.", "It moves 7 GB", "7 GB"),
    ("It takes 7 GB apiece.", "It takes 7 GB", "7 GB"),
    # bounds
    ("It takes just shy of 7 ms.", "It takes|7 ms", "7 ms"),
    ("It takes 7 ms and upwards.", "It takes 7 ms", "7 ms"),
    # no longer, not yet, of others
    ("Alpha used to take 7 GB.", "Alpha|take 7 GB", "7 GB"),
    ("Alpha formerly needed 7 GB.", "Alpha|needed 7 GB", "7 GB"),
    ("Alpha is projected to need 7 GB.", "Alpha|need 7 GB", "7 GB"),
    ("The claim that Alpha takes 7 GB is unfounded.", "Alpha takes 7 GB", "7 GB"),
    ("Alpha 需要 7 GB 的说法是错误的。", "Alpha 需要 7 GB", "7 GB"),
    ("In [3], Alpha takes 7 ms.", "Alpha takes 7 ms", "7 ms"),
    ("Alpha takes 7 ms according to its vendor.", "Alpha takes 7 ms", "7 ms"),
    # turned, in Chinese
    ("Alpha 的延迟降低了 5 ms。", "Alpha 的延迟|5 ms", "5 ms"),
    ("Alpha 慢 5 倍。", "Alpha|5 倍", "5x"),
]  # fmt: skip

HONEST = [
    ("It took 300 TPU v3 core-years.", "It took 300 TPU v3 core-years", "300 core-years"),
    ("It ran at 300 MW for days.", "It ran at 300 MW", "300 MW"),
    ("It has 300 GPUs over two years.", "It has 300 GPUs", "300 GPUs"),
    ("共用了 300 张卡。", "共用了 300 张卡", "300 张"),
    ("It takes five to 7 ms.", "It takes five to 7 ms", "7 ms"),
    ("Alpha went from 5 ms down to 3 ms.", "Alpha went|5 ms down to", "5 ms"),
    ("On 8 nodes it takes 7 ms.", "it takes 7 ms", "7 ms"),
    ("It takes 7 GB and 4 GB go to the cache.", "It takes 7 GB", "7 GB"),
    ("It takes 7 ms / step.", "It takes 7 ms / step", "7 ms/step"),
    ("It takes 7 GB apiece.", "It takes 7 GB apiece", "7 GB"),
    ("It takes just shy of 7 ms.", "It takes just shy of 7 ms", "< 7 ms"),
    ("It takes 7 ms and upwards.", "It takes 7 ms and upwards", ">= 7 ms"),
    ("The GPUs used to train it draw 7 kW.", "it draw 7 kW", "7 kW"),
    ("Alpha formerly needed 7 GB.", "Alpha formerly needed 7 GB", "7 GB"),
    ("Alpha, previously released, needs 7 GB.", "Alpha|needs 7 GB", "7 GB"),
    ("Alpha 过去 3 天的延迟是 5 ms。", "的延迟是 5 ms", "5 ms"),
    ("Alpha 的延迟降低到 5 ms。", "Alpha 的延迟降低到 5 ms", "5 ms"),
    ("Alpha 的延迟降低了 5 ms。", "Alpha 的延迟降低了 5 ms", "5 ms"),
    ("Alpha 最多 5 GB。", "Alpha 最多 5 GB", "<= 5 GB"),
    ("Unlike [3], we find that Alpha takes 7 ms.", "Alpha takes 7 ms", "7 ms"),
    ("Alpha et al. (2020) say much. arXiv has it. Beta takes 7 ms.", "Beta takes 7 ms", "7 ms"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "anchors", "quantity"), HONEST)
def test_evidence_in_a_text(
    extractor: Extractor, read: Callable[..., Document], text: str, anchors: str, quantity: str
) -> None:
    document = read(text.encode(), "text/markdown")
    found = claimed(extractor, document, 1, anchors.split("|"), quantity)
    assert found.outcome is Outcome.VERIFIED, found


@pytest.mark.parametrize(("text", "anchors", "quantity"), IN_TEXT)
def test_no_evidence_in_a_text(
    extractor: Extractor, read: Callable[..., Document], text: str, anchors: str, quantity: str
) -> None:
    document = read(text.encode(), "text/markdown")
    found = claimed(extractor, document, 1, anchors.split("|"), quantity)
    assert found.outcome is not Outcome.VERIFIED, found.text


IN_CORPUS = [
    # 22 core-years, on 2048 cores
    ("gshard.pdf", 2, "a total cost of", "22 TPUs"),
    # the numerator of 1/Nd
    ("zero.pdf", 10, "then only update", "1"),
    # footnote marks
    ("chimera.pdf", 2, "for data parallelism", "1"),
    ("synthetic/superscript.pdf", 1, "accuracy", "15"),
    # the printed page number in the running head
    ("megascale.pdf", 3, "21st USENIX Symposium", "746"),
    # a number of a line of an algorithm
    ("flashattention.pdf", 22, "Algorithm 1 line", "1 line"),
    # titles in the list of references
    ("kimi-k2.txt", 21, "Scaling vision transformers to 22 billion parameters", "22 billion parameters"),
    ("chimera.pdf", 13, "Training imagenet in 1 hour", "1 hour"),
    # what another company's paper demonstrated
    ("horovod.pdf", 2, "training of a ResNet-50 network in one hour on 256 GPUs", "256 GPUs"),
]


@pytest.mark.corpus
@pytest.mark.parametrize(("name", "page", "anchors", "quantity"), IN_CORPUS)
def test_no_evidence_in_the_corpus(
    extractor: Extractor,
    corpus_document: Callable[[str], Document],
    name: str,
    page: int,
    anchors: str,
    quantity: str,
) -> None:
    name = f"robustness/22-{name}" if name == "horovod.pdf" else name
    found = claimed(extractor, corpus_document(name), page, anchors.split("|"), quantity)
    assert found.outcome is not Outcome.VERIFIED, found.text
