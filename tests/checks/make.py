"""Small documents for the tests of checks."""

from __future__ import annotations

from pathlib import Path
from types import MappingProxyType
from typing import Any

from ledger.schema.documents import Claim, Configuration, Source
from ledger.schema.ledger import Ledger


def source(id: str = "paper", **fields: Any) -> Source:
    defaults: dict[str, Any] = {
        "kind": "paper",
        "primary": True,
        "title": "A Paper",
        "version": "v1",
        "snapshot": {"sha256": "a" * 64, "media": "application/pdf", "pages": 24},
    }
    return Source.model_validate({"id": id, **defaults, **fields})


def claim(id: str = "a.claim", **fields: Any) -> Claim:
    defaults: dict[str, Any] = {
        "kind": "number",
        "statement": {"en": "It is sixteen.", "zh": "是十六。"},
        "entity": "A recipe",
        "quantity": {"value": "16", "unit": "B/parameter"},
        "evidence": [{"source": "paper", "page": 8, "anchors": ["16"]}],
    }
    return Claim.model_validate({"id": id, **defaults, **fields})


def ledger(*documents: Claim | Source, root: Path = Path(), **fields: Any) -> Ledger:
    return Ledger(
        root=root,
        configuration=Configuration(),
        sources=MappingProxyType({d.id: d for d in documents if isinstance(d, Source)}),
        claims=MappingProxyType({d.id: d for d in documents if isinstance(d, Claim)}),
        waivers=(),
        pages=MappingProxyType(fields.pop("pages", {})),
        places=MappingProxyType({}),
        **fields,
    )
