"""Settings for the property tests of the core."""

from __future__ import annotations

from hypothesis import settings

# A shared machine's pauses are no fault of a formula; speed is measured in benchmarks/.
settings.register_profile("core", deadline=None)
settings.load_profile("core")
