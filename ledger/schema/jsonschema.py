"""JSON Schemas for editors, generated from the documents' own types."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pydantic import BaseModel

from ledger.schema.documents import ClaimFile, Configuration, Source, WaiverFile

DOCUMENTS: dict[str, type[BaseModel]] = {
    "source": Source,
    "claims": ClaimFile,
    "waivers": WaiverFile,
    "configuration": Configuration,
}


def json_schema(name: str, languages: Sequence[str] = Configuration().languages) -> dict[str, Any]:
    """The JSON Schema (draft 2020-12) of the document called *name*, one of :data:`DOCUMENTS`.

    *languages* are those of the ledger, in which every statement is written.
    """
    schema = DOCUMENTS[name].model_json_schema(by_alias=True, mode="validation")
    if name == "claims":
        statement = schema["$defs"]["Statement"]
        text = statement.pop("additionalProperties")
        statement |= {"properties": dict.fromkeys(languages, text), "required": list(languages)}
        statement["additionalProperties"] = False
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **schema}
