"""The claims as CSV, one row an evidence: for spreadsheets and data frames."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping

from ledger.schema.documents import Claim, Evidence
from ledger.schema.ledger import Ledger

_BEFORE = ("id", "ledger", "kind", "outcome")
_BEHIND = (
    *("entity", "qualifiers"),
    *("comparator", "value", "high", "unit", "conditions", "convention", "formula"),
    *("source", "title", "url", "version", "page", "section", "figure", "table", "equation", "anchors"),
    "supports",
)


def write_csv(ledger: Ledger, outcomes: Mapping[str, str]) -> str:
    """Every claim with each of its evidences; *outcomes* by claim are the last verdicts.

    The statement has a column for each language of the ledger. A cell that a spreadsheet would take for a
    formula gets an apostrophe before it.
    """
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    statements = (f"statement_{language}" for language in ledger.configuration.languages)
    columns = (*_BEFORE, *statements, *_BEHIND)
    writer.writerow(columns)
    for claim in ledger.claims.values():
        for evidence in claim.evidence or (None,):
            cells = _claim(ledger, claim, outcomes) | _evidence(ledger, evidence)
            writer.writerow([_safe(cells.get(column, "")) for column in columns])
    return out.getvalue()


def _claim(ledger: Ledger, claim: Claim, outcomes: Mapping[str, str]) -> dict[str, str]:
    quantity = claim.quantity
    cells = {
        "id": claim.id,
        "ledger": ledger.ledger_of.get(claim.id, ""),
        "kind": claim.kind.value,
        "outcome": outcomes.get(claim.id, ""),
        **{f"statement_{language}": text for language, text in claim.statement.texts.items()},
        "entity": claim.entity,
        "qualifiers": "; ".join(f"{name}: {value}" for name, value in claim.qualifiers.items()),
        "conditions": claim.conditions or "",
        "convention": claim.convention or "",
        "formula": claim.recompute.formula if claim.recompute is not None else "",
    }
    if quantity is not None:
        cells |= {"comparator": quantity.comparator.value, "value": quantity.value}
        cells |= {"high": quantity.high or "", "unit": quantity.unit}
    return cells


def _evidence(ledger: Ledger, evidence: Evidence | None) -> dict[str, str]:
    if evidence is None:
        return {}
    source = ledger.sources[evidence.source]
    return {
        "source": source.id,
        "title": source.title,
        "url": source.url or "",
        "version": source.version or "",
        "anchors": " … ".join(evidence.anchors),
        "supports": evidence.supports.value,
        **dict(_places(evidence)),
    }


def _places(evidence: Evidence) -> Iterator[tuple[str, str]]:
    for name in ("page", "section", "figure", "table", "equation"):
        value = getattr(evidence, name)
        yield name, "" if value is None else str(value)


def _safe(cell: str) -> str:
    number = cell.lstrip("+-").replace(".", "", 1).isdigit()
    return (
        f"'{cell}" if cell[:1] in ("=", "+", "-", "@", "\t", "\r") and not number and len(cell) > 1 else cell
    )
