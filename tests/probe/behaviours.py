"""What the server of bad manners does at each path, and what a prober should say of it: all of it."""

from __future__ import annotations

from tests.probe import behaviours_of_answers, behaviours_of_bytes, behaviours_of_pages
from tests.probe.behaviours_of_bytes import bomb
from tests.probe.table import ARTICLE, ROUTES, TABLE, Behaviour

__all__ = ["ARTICLE", "PARTS", "ROUTES", "TABLE", "Behaviour", "bomb"]

PARTS = (behaviours_of_answers, behaviours_of_bytes, behaviours_of_pages)
"""The modules that fill the table."""
