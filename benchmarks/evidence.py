"""Evidence at work: reading the corpus cold, locating warm, cost by claims, and damaged copies.

    python -m benchmarks.evidence [CORPUS] [--copies N]

Beside the cold reading runs ``pdftotext`` over the same PDFs with a search of one word in each text, where
it is installed. Reading here gives positions, scripts, sections and a second extractor's opinion of every
page; the rival gives text.

The anchors of the claims are a word and a number, as careless as can be, so that about half of the claims are
found to need longer ones. The verdicts are timed by themselves, and once more with the search for those
longer anchors, which a check makes for what it does not verify and ``ledger locate`` for all.
"""

from __future__ import annotations

import argparse
import random
import resource
import shutil
import subprocess
import time
from collections import Counter
from collections.abc import Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks import yardstick
from ledger.quantities import Kind
from ledger.schema.outcomes import Outcome
from ledger.snapshots.extract import Extractor, Limits, read_file
from ledger.snapshots.locate import locate
from ledger.snapshots.located import Wanted
from ledger.snapshots.media import media_of
from ledger.snapshots.page import Page
from ledger.snapshots.store import Store
from ledger.snapshots.window import reading_of

PDF = "application/pdf"
Item = tuple[str, str, Wanted]


def read_all(store: Store, files: list[Path], jobs: int = 2) -> tuple[Extractor, list[tuple[str, str]]]:
    extractor = Extractor(store)
    documents = [(store.add_file(path), media_of(path)) for path in files]

    def read(item: tuple[str, str]) -> None:
        digest, media = item
        document = extractor.document(digest, media)
        if media == PDF:
            extractor.second_opinion(digest, [page.number for page in document.pages])

    with ThreadPoolExecutor(jobs) as pool:
        list(pool.map(read, documents))
    return extractor, documents


def rival(files: list[Path]) -> float | None:
    if shutil.which("pdftotext") is None:
        return None
    started = time.perf_counter()

    def one(path: Path) -> None:
        text = subprocess.run(["pdftotext", str(path), "-"], capture_output=True, check=False).stdout
        subprocess.run(["grep", "-c", "memory"], input=text, capture_output=True, check=False)

    with ThreadPoolExecutor(2) as pool:
        list(pool.map(one, [path for path in files if path.suffix == ".pdf"]))
    return time.perf_counter() - started


def wanted(extractor: Extractor, documents: list[tuple[str, str]], count: int) -> list[Item]:
    """Located facts: a word, the number after it, its page."""
    found = []
    rng = random.Random(1)
    for digest, media in documents:
        for page in extractor.document(digest, media).pages:
            tokens = reading_of(page, 0, min(1500, len(page.text)), False).tokens()
            for start, end, token in tokens:
                words = page.text[max(0, start - 40) : start].split()
                if token.kind is not Kind.QUANTITY or not words or not words[-1].isalpha():
                    continue
                number = " ".join(page.text[start:end].split())
                found.append((digest, media, Wanted((words[-1], number), token.quantity, page.number)))
    return rng.sample(found, min(count, len(found)))


def find(extractor: Extractor, facts: list[Item], *, propose: bool = False) -> Counter[Outcome]:
    """The verdicts on *facts*, with what to write instead where *propose* asks for it."""
    outcomes: Counter[Outcome] = Counter()
    for digest, media, one in facts:
        document = extractor.document(digest, media)

        def second(pages: Iterable[int], digest: str = digest) -> Mapping[int, Page]:
            return extractor.second_opinion(digest, pages)

        outcomes[locate(document, one, second, propose=propose).outcome] += 1
    return outcomes


def damaged(data: bytes, rng: random.Random) -> bytes:
    kind, at = rng.randrange(3), rng.randrange(1, len(data))
    if kind == 0:
        return data[:at]
    if kind == 1:
        copy = bytearray(data)
        for _ in range(rng.randrange(1, 200)):
            copy[rng.randrange(len(copy))] ^= 1 << rng.randrange(8)
        return bytes(copy)
    other = rng.randrange(len(data))
    return data[:at] + data[other : other + rng.randrange(20_000)] + data[at:]


def torture(files: list[Path], copies: int) -> None:
    rng = random.Random(20240229)
    small = [path for path in files if path.suffix == ".pdf" and path.stat().st_size < 600_000]
    limits = Limits(cpu_seconds=10, wall_seconds=30, restarts=0)
    tally: Counter[str] = Counter()
    slowest = 0.0
    with TemporaryDirectory() as folder:
        path = Path(folder) / "copy.pdf"
        for _ in range(copies):
            path.write_bytes(damaged(rng.choice(small).read_bytes(), rng))
            started = time.perf_counter()
            document, whole = read_file(path, "0" * 64, PDF, limits)
            slowest = max(slowest, time.perf_counter() - started)
            faulty = document.fault or any(page.fault for page in document.pages)
            tally["died" if not whole else "with faults" if faulty else "read"] += 1
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    took = f"slowest {slowest:.1f} s, largest child {peak:.0f} MiB"
    print(f"damaged copies     {copies}: {dict(tally)}; {took}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("corpus", nargs="?", type=Path, default=Path("../shared/corpus"))
    parser.add_argument("--copies", type=int, default=500)
    arguments = parser.parse_args()
    yardstick.show()
    files = sorted(path for path in arguments.corpus.iterdir() if path.suffix in (".pdf", ".md", ".txt"))
    with TemporaryDirectory() as folder:
        started = time.perf_counter()
        extractor, documents = read_all(Store(Path(folder)), files)
        cold = time.perf_counter() - started
        pages = sum(len(extractor.document(*item).pages) for item in documents)
        beside = rival(files)
        ratio = f"; pdftotext + grep {beside:.1f} s, ratio {cold / beside:.1f}" if beside else ""
        print(f"cold               {len(files)} documents, {pages} pages, twice read: {cold:.1f} s{ratio}")
        facts = wanted(extractor, documents, 500)
        warm_extractor = Extractor(Store(Path(folder)))
        for name in ("warm from disk", "warm in memory", "with proposals"):
            started, cpu = time.perf_counter(), time.process_time()
            found = find(warm_extractor, facts, propose=name == "with proposals")
            wall, busy = time.perf_counter() - started, time.process_time() - cpu
            outcomes = {outcome.value: count for outcome, count in found.items()}
            print(f"{name}     {len(facts)} claims: {wall:.2f} s, {busy:.2f} s of processor; {outcomes}")
    one = max((path for path in files if path.suffix == ".pdf"), key=lambda path: path.stat().st_size)
    for count in (1, 100):
        with TemporaryDirectory() as folder:
            started = time.perf_counter()
            extractor = Extractor(Store(Path(folder)))
            digest = extractor.store.add_file(one)
            some = wanted(extractor, [(digest, PDF)], count)
            extractor.second_opinion(digest, {fact.page or 1 for _, _, fact in some})
            find(extractor, some)
            took = time.perf_counter() - started
            print(f"cold, one document {len(some)} claims: {took:.2f} s ({one.name})")
    torture(files, arguments.copies)


if __name__ == "__main__":
    main()
