"""A ledger's documents as rows of the tables in :mod:`ledger.models`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ledger.models import (
    CLAIMS,
    EVIDENCE,
    PAGES,
    RELATIONS,
    SOURCES,
)
from ledger.schema.crossref import recompute_references
from ledger.schema.documents import Claim, Source
from ledger.schema.ledger import Ledger, digest

Row = dict[str, Any]


def source_rows(ledger: Ledger) -> Iterator[Row]:
    """A row of ``sources`` for each source."""
    for source in ledger.sources.values():
        yield _source(source) | _place(ledger, "source", source.id) | {"digest": digest(source)}


def claim_rows(ledger: Ledger) -> Iterator[Row]:
    """A row of ``claims`` for each claim."""
    for claim in ledger.claims.values():
        name = {"ledger": ledger.ledger_of.get(claim.id, "")}
        yield _claim(claim) | name | _place(ledger, "claim", claim.id) | {"digest": digest(claim)}


def page_rows(ledger: Ledger) -> Iterator[Row]:
    """A row of ``pages`` for each page."""
    for page in ledger.pages.values():
        yield {"path": page.path, "sha256": page.sha256}


def waiver_rows(ledger: Ledger) -> Iterator[Row]:
    """A row of ``waivers`` for each waiver."""
    for position, waiver in enumerate(ledger.waivers):
        where = ledger.where("waiver", str(position))
        yield {
            "position": position,
            "subject": waiver.subject,
            "check_name": waiver.check,
            "owner": waiver.owner,
            "reason": waiver.reason,
            "expires": waiver.expires,
            "path": where.path,
            "line": where.line,
        }


def evidence_rows(claim: Claim) -> Iterator[Row]:
    """A row of ``evidence`` for each of the claim's links."""
    for position, evidence in enumerate(claim.evidence):
        yield {
            "claim_id": claim.id,
            "position": position,
            "source_id": evidence.source,
            "page": evidence.page,
            "section": evidence.section,
            "figure": evidence.figure,
            "table_label": evidence.table,
            "equation": evidence.equation,
            "anchors": list(evidence.anchors),
            "role": evidence.role.value,
            "depth": evidence.depth,
            "supports": evidence.supports.value,
            "printed": evidence.printed,
            "printed_symbols": dict(evidence.where),
            "printed_unit": evidence.unit,
        }


def relation_rows(claim: Claim) -> Iterator[Row]:
    """A row of ``relations`` for each other claim that *claim* names."""
    named = {
        "bounds": claim.bounds,
        "conflicts": claim.conflicts,
        "supersedes": claim.supersedes,
        "input": recompute_references(claim),
    }
    for kind, others in named.items():
        for other in sorted(set(others)):
            yield {"claim_id": claim.id, "kind": kind, "other_id": other}


TABLES = (
    (SOURCES, source_rows),
    (CLAIMS, claim_rows),
    (PAGES, page_rows),
)
"""The tables whose rows are retired, never deleted; in the order that references need."""

DEPENDENT = ((EVIDENCE, evidence_rows), (RELATIONS, relation_rows))
"""The tables whose rows belong to a claim."""


def _source(source: Source) -> Row:
    snapshot = source.snapshot
    return {
        "id": source.id,
        "kind": source.kind.value,
        "is_primary": source.primary,
        "title": source.title,
        "authors": list(source.authors),
        "published": source.published,
        "url": source.url,
        "also": list(source.also),
        "version": source.version,
        "retrieved": source.retrieved,
        "snapshot_sha256": snapshot.sha256 if snapshot is not None else None,
        "snapshot_media": snapshot.media if snapshot is not None else None,
        "snapshot_pages": snapshot.pages if snapshot is not None else None,
        "snapshot_provenance": snapshot.provenance if snapshot is not None else None,
        "unavailable": source.unavailable,
        "corrects": source.corrects,
        "note": source.note,
    }


def _claim(claim: Claim) -> Row:
    quantity, recompute = claim.quantity, claim.recompute
    return {
        "id": claim.id,
        "kind": claim.kind.value,
        "statement_en": claim.statement.en,
        "statement_zh": claim.statement.zh,
        "statements": claim.statement.texts,
        "entity": claim.entity,
        "qualifiers": dict(claim.qualifiers),
        "value": quantity.value if quantity is not None else None,
        "high": quantity.high if quantity is not None else None,
        "unit": quantity.unit if quantity is not None else None,
        "comparator": quantity.comparator.value if quantity is not None else None,
        "symbols": dict(claim.symbols),
        "conditions": claim.conditions,
        "convention": claim.convention,
        "formula": recompute.formula if recompute is not None else None,
        "recompute": recompute.model_dump(mode="json", exclude_defaults=True) if recompute else None,
        "unsupported": claim.unsupported,
        "must_not": list(claim.must_not),
        "corrects": claim.corrects,
    }


def _place(ledger: Ledger, kind: str, id: str) -> Row:
    where = ledger.where(kind, id)
    return {"path": where.path, "line": where.line, "col": where.column}
