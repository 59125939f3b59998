"""The adapters, one module per family of cases; a module's table ``ADAPTERS`` is found by itself."""

from __future__ import annotations

import importlib
import pkgutil

from tests.oracles.case import Adapter


def all_adapters() -> dict[tuple[str, str], Adapter]:
    """Every adapter by ``(area, sub)``.

    Raises:
        ValueError: two modules claim the same family.
    """
    found: dict[tuple[str, str], Adapter] = {}
    for module in sorted(info.name for info in pkgutil.iter_modules(__path__)):
        table = importlib.import_module(f"{__name__}.{module}").ADAPTERS
        if clash := found.keys() & table.keys():
            raise ValueError(f"{module}: already claimed {sorted(clash)}")
        found.update(table)
    return found
