"""Scores the scanner against hand-labelled pages: ``python -m tests.gold_labels FILE.jsonl --seeds DIR``.

Each line of FILE labels one token of one page: ``{"doc", "line", "col", "token", "label",
"needs_evidence"}``; the page is ``DIR/<doc>_*`` or ``DIR/<doc>``, ``line`` counts from 1, ``col`` from 0.

A labelled token is matched with the scanned token that overlaps it most; the constants of a formula are
matched one by one. Of the numbers that the scanner says need evidence, each constant that does counts once,
and one that overlaps no labelled token counts as wrong.

``LABELS`` is the mapping from the scanner's kinds to the labels. A formula may carry the label ``quantity``
(``16P``) or ``formula-constant`` (``16P/N``): the labels use both for the same thing. So may a literal of a
formula that needs evidence (the 80 of ``2 × 80 × h``); one that only gives it its shape is a constant.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter, defaultdict
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from ledger.documents.document import Document
from ledger.documents.read import read
from ledger.quantities import Kind, Token, scan

Rows = list[dict[str, Any]]
LABELS: dict[Kind, frozenset[str]] = {
    Kind.QUANTITY: frozenset({"quantity"}),
    Kind.EXAMPLE: frozenset({"quantity"}),
    Kind.QUOTED: frozenset({"quantity"}),
    Kind.FORMULA: frozenset({"quantity", "formula-constant"}),
    Kind.CONSTANT: frozenset({"formula-constant"}),
    Kind.LIST_COUNT: frozenset({"count-of-list"}),
    Kind.IDENTIFIER: frozenset({"identifier"}),
    Kind.CODE: frozenset({"identifier"}),
    Kind.ORDINAL: frozenset({"ordinal"}),
    Kind.DATE: frozenset({"date"}),
    Kind.REFERENCE: frozenset({"reference"}),
    Kind.VERSION: frozenset({"version"}),
}


@dataclass(frozen=True)
class Scanned:
    """A scanned token, or one constant of a scanned formula, in the file."""

    start: int
    end: int
    surface: str
    labels: frozenset[str]
    needs: bool
    rule: str


@dataclass
class Score:
    """Counts over all pages and the disagreements, for reading."""

    labelled: int = 0
    found: int = 0
    right_label: int = 0
    needed: int = 0
    needed_found: int = 0
    claimed: int = 0
    claimed_right: int = 0
    faults: list[str] | None = None

    @property
    def recall(self) -> float:
        return self.needed_found / max(self.needed, 1)

    @property
    def precision(self) -> float:
        return self.claimed_right / max(self.claimed, 1)

    @property
    def accuracy(self) -> float:
        return self.right_label / max(self.labelled, 1)


def scanned(document: Document) -> list[Scanned]:
    """The tokens of a page, formulas split into their constants."""
    found = []
    for token in scan(document.text):
        labels = LABELS[token.kind]
        if not token.parts:
            stated = token.kind is Kind.CONSTANT and token.needs_evidence
            both = LABELS[Kind.FORMULA] if stated else labels
            found.append(_placed(document, token, both, token.needs_evidence))
        for part in token.parts:
            both = labels if part.needs_evidence else LABELS[part.kind]
            found.append(_placed(document, part, both, part.needs_evidence and token.needs_evidence))
    return found


def _placed(document: Document, token: Token, labels: frozenset[str], needs: bool) -> Scanned:
    start, end = document.offsets.span(token.start, token.end)
    return Scanned(start, end, token.surface, labels, needs, token.rule)


def _page(seeds: Path, name: str) -> Path:
    exact = seeds / name
    return exact if exact.is_file() else next(iter(sorted(seeds.glob(f"{name}_*"))))


def score(labels: list[dict[str, Any]], seeds: Path, *, sample: bool = False) -> Score:
    """Compare every labelled page (or, of a sample, every labelled line) with what the scanner says of it."""
    total = Score(faults=[])
    by_page: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for label in labels:
        by_page[label["doc"]].append(label)
    for name, rows in by_page.items():
        path = _page(seeds, name)
        document = read(path.name, path.read_text(encoding="utf-8"))
        _score_page(total, name, document, rows, sample=sample)
    return total


def _score_page(
    total: Score, name: str, document: Document, rows: list[dict[str, Any]], *, sample: bool
) -> None:
    lines = [0]
    for index, character in enumerate(document.source):
        if character == "\n":
            lines.append(index + 1)
    tokens = scanned(document)
    faults = total.faults if total.faults is not None else []
    covered: dict[int, list[bool]] = defaultdict(list)
    for row in rows:
        start = lines[row["line"] - 1] + row["col"]
        end = start + len(row["token"])
        over = [(min(end, t.end) - max(start, t.start), i) for i, t in enumerate(tokens)]
        over = [(size, i) for size, i in over if size > 0]
        total.labelled += 1
        total.needed += row["needs_evidence"]
        where = f"{name}:{row['line']}:{row['col']} {row['token']!r}"
        for _, index in over:
            covered[index].append(row["needs_evidence"])
        if not over:
            faults.append(f"not found     {where} [{row['label']}{' E' * row['needs_evidence']}]")
            continue
        total.found += 1
        best = tokens[max(over, key=lambda pair: (pair[0], -pair[1]))[1]]
        _judge(total, row, where, best, any(tokens[i].needs for _, i in over))
    if sample:
        seen = {row["line"] for row in rows}
        tokens = [t if document.line_column(t.start)[0] in seen else replace(t, needs=False) for t in tokens]
    _claimed(total, name, document, tokens, covered)


def _judge(total: Score, row: dict[str, Any], where: str, best: Scanned, needs: bool) -> None:
    faults = total.faults if total.faults is not None else []
    if row["label"] in best.labels:
        total.right_label += 1
    else:
        faults.append(f"label         {where} [{row['label']}] is {sorted(best.labels)} by {best.rule}")
    if row["needs_evidence"] and needs:
        total.needed_found += 1
    elif row["needs_evidence"]:
        faults.append(f"missed        {where} [{row['label']}] by {best.rule}: {best.surface!r}")


def _claimed(
    total: Score, name: str, document: Document, tokens: list[Scanned], covered: dict[int, list[bool]]
) -> None:
    faults = total.faults if total.faults is not None else []
    for index, token in enumerate(tokens):
        if not token.needs:
            continue
        total.claimed += 1
        if any(covered.get(index, [])):
            total.claimed_right += 1
            continue
        line, column = document.line_column(token.start)
        kind = "not needed    " if index in covered else "not labelled  "
        faults.append(f"{kind}{name}:{line}:{column - 1} {token.surface!r} by {token.rule}")


def main() -> int:
    """Print the scores and, with ``--faults``, every disagreement."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("file", type=Path)
    parser.add_argument("--seeds", type=Path, required=True)
    parser.add_argument("--faults", action="store_true", help="list every disagreement")
    parser.add_argument("--sample", action="store_true", help="only some lines of the pages are labelled")
    options = parser.parse_args()
    rows = [
        json.loads(line) for line in options.file.read_text(encoding="utf-8").splitlines() if line.strip()
    ]
    result = score(rows, options.seeds, sample=options.sample)
    if options.faults:
        sys.stdout.writelines(f"{fault}\n" for fault in result.faults or ())
    kinds = ", ".join(f"{label} {count}" for label, count in Counter(r["label"] for r in rows).most_common())
    sys.stdout.write(
        f"labelled {result.labelled} ({kinds})\n"
        f"found {result.found}, needs-evidence recall {result.recall:.4f} "
        f"({result.needed_found}/{result.needed}), "
        f"precision {result.precision:.4f} ({result.claimed_right}/{result.claimed}), "
        f"label accuracy {result.accuracy:.4f} ({result.right_label}/{result.labelled})\n"
    )
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
