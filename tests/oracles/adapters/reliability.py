"""Cases of checkpoint intervals, failure rates, the step bound and the parameter server."""

from __future__ import annotations

from tests.oracles.case import Adapter

ADAPTERS: dict[tuple[str, str], Adapter] = {}
