"""The ledger as JSON-LD in schema.org's words: claims, what they rest on, and how they were rated."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from ledger.schema.documents import Claim, Evidence, Source, SourceKind, Support
from ledger.schema.ledger import Ledger

TYPES = {
    SourceKind.PAPER: "ScholarlyArticle",
    SourceKind.REPORT: "Report",
    SourceKind.REPOSITORY: "SoftwareSourceCode",
    SourceKind.DATASET: "Dataset",
    SourceKind.BOOK: "Book",
    SourceKind.WEB: "WebPage",
}


def write_jsonld(ledger: Ledger, outcomes: Mapping[str, str]) -> str:
    """A graph with a ``Claim`` for each claim and a work for each cited source; *outcomes* are verdicts."""
    cited = {evidence.source for claim in ledger.claims.values() for evidence in claim.evidence}
    graph = [_claim(claim, outcomes.get(claim.id)) for claim in ledger.claims.values()]
    graph += [_source(source) for id, source in ledger.sources.items() if id in cited]
    document = {"@context": "https://schema.org", "@graph": graph}
    return json.dumps(document, ensure_ascii=False, indent=2) + "\n"


def _claim(claim: Claim, outcome: str | None) -> dict[str, Any]:
    node: dict[str, Any] = {
        "@type": "Claim",
        "@id": f"#claim/{claim.id}",
        "identifier": claim.id,
        "text": [{"@value": text, "@language": language} for language, text in claim.statement.texts.items()],
        "about": claim.entity,
    }
    if claim.quantity is not None:
        node["mainEntity"] = {
            "@type": "QuantitativeValue",
            "value": claim.quantity.value,
            "unitText": claim.quantity.unit,
            "description": claim.quantity.comparator.value,
        }
    if claim.evidence:
        node["citation"] = [_evidence(one) for one in claim.evidence]
    if outcome is not None:
        node["review"] = {
            "@type": "ClaimReview",
            "reviewRating": {"@type": "Rating", "alternateName": outcome},
        }
    return node


def _evidence(evidence: Evidence) -> dict[str, Any]:
    node: dict[str, Any] = {"@type": "CreativeWork", "isPartOf": {"@id": f"#source/{evidence.source}"}}
    if evidence.page is not None:
        node["pagination"] = str(evidence.page)
    names = ("section", "figure", "table", "equation")
    places = [f"{name} {value}" for name in names if (value := getattr(evidence, name)) is not None]
    node |= {"name": ", ".join(places)} if places else {}
    return node | ({"about": "conditions"} if evidence.supports is Support.CONDITIONS else {})


def _source(source: Source) -> dict[str, Any]:
    node: dict[str, Any] = {
        "@type": TYPES.get(source.kind, "CreativeWork"),
        "@id": f"#source/{source.id}",
        "identifier": source.id,
        "name": source.title,
    }
    facts = {"url": source.url, "version": source.version, "datePublished": source.published}
    node |= {name: value for name, value in facts.items() if value is not None}
    if source.authors:
        node["author"] = [{"@type": "Person", "name": author} for author in source.authors]
    return node
