"""JSON Schemas for editors, generated from the documents' own types."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel

from ledger.schema.documents import ClaimFile, Configuration, Source, WaiverFile

DOCUMENTS: dict[str, type[BaseModel]] = {
    "source": Source,
    "claims": ClaimFile,
    "waivers": WaiverFile,
    "configuration": Configuration,
}


def json_schema(name: str) -> dict[str, Any]:
    """The JSON Schema (draft 2020-12) of the document called *name*, one of :data:`DOCUMENTS`."""
    schema = DOCUMENTS[name].model_json_schema(by_alias=True, mode="validation")
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **schema}
