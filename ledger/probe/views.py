"""Questions that people ask of the table ``probes``, as SQL that both engines and Datasette take.

Each is the text of a view: the publisher makes them with ``CREATE VIEW name AS text``.
"""

from __future__ import annotations

from types import MappingProxyType

_LATEST = "SELECT MAX(id) FROM probes GROUP BY url"

VIEWS = MappingProxyType(
    {
        "probe_latest": f"""
            SELECT url, host, outcome, cause, status, now_at, checked_at, title, error
            FROM probes WHERE id IN ({_LATEST})
        """,
        "probe_state_by_host": f"""
            SELECT host, outcome, COUNT(*) AS urls, MIN(checked_at) AS oldest, MAX(checked_at) AS newest
            FROM probes WHERE id IN ({_LATEST}) GROUP BY host, outcome
        """,
        "probe_changes": """
            SELECT later.url, earlier.outcome AS was, later.outcome AS became, later.cause, later.checked_at
            FROM probes AS later JOIN probes AS earlier
              ON earlier.id = (SELECT MAX(id) FROM probes WHERE url = later.url AND id < later.id)
            WHERE earlier.outcome <> later.outcome
        """,
        "probe_oldest": f"""
            SELECT url, host, outcome, checked_at FROM probes WHERE id IN ({_LATEST})
        """,
    }
)
"""Name → query: the last look at each URL, states by host, what changed, and the looks by age (sort by
``checked_at``)."""
