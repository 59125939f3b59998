"""One grammar from text to typed quantities, for pages and sources alike.

* :func:`scan` finds and classifies every numeric token of a text.
* :func:`parse` reads a text that states exactly one quantity; :func:`from_fields` reads a claim's fields.
* :func:`compare` says whether an observed quantity agrees with a claimed one, and how well.
* :func:`equivalent` and :func:`evaluate` work on the expressions of symbolic quantities.

The names load when first used, so that importing the package costs nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ledger.quantities.evaluation import equivalent, evaluate
    from ledger.quantities.fields import from_fields
    from ledger.quantities.interval import Agreement, Grade, compare, restates
    from ledger.quantities.parsing import parse
    from ledger.quantities.quantity import Comparator, Form, Quantity
    from ledger.quantities.scanner import scan
    from ledger.quantities.text import Mark, Role, Text
    from ledger.quantities.token import Kind, Token

__all__ = [
    "Agreement",
    "Comparator",
    "Form",
    "Grade",
    "Kind",
    "Mark",
    "Quantity",
    "Role",
    "Text",
    "Token",
    "compare",
    "equivalent",
    "evaluate",
    "from_fields",
    "parse",
    "restates",
    "scan",
]

_HOMES = {
    "evaluation": ("equivalent", "evaluate"),
    "fields": ("from_fields",),
    "interval": ("Agreement", "Grade", "compare", "restates"),
    "parsing": ("parse",),
    "quantity": ("Comparator", "Form", "Quantity"),
    "scanner": ("scan",),
    "text": ("Mark", "Role", "Text"),
    "token": ("Kind", "Token"),
}


def __getattr__(name: str) -> object:
    for home, names in _HOMES.items():
        if name in names:
            module = import_module(f"ledger.quantities.{home}")
            for export in names:
                globals()[export] = getattr(module, export)
            return globals()[name]
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
