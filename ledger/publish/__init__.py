"""The published ledger: the file's builder, and the Datasette plugin that shows it.

Datasette loads this package as a plugin (entry point ``datasette``), so that it finds ``templates/``
and ``static/`` here. What the plugin shows is in :mod:`ledger.publish.views`.
"""

from __future__ import annotations

from typing import Any

from datasette import hookimpl

from ledger.publish import security, views


@hookimpl
def startup(datasette: Any) -> None:
    """An address that nothing answers to is told as 404, and no values of the server are printed."""
    security.without_rich()


@hookimpl
def register_routes() -> list[tuple[str, Any]]:
    """Claim pages under ``/claim/ID``, to which a claim's row leads too, and our style sheet."""
    return [
        (r"^/claim/(?P<claim>[a-z0-9.-]+)$", views.claim_page),
        (r"^/[^/]+/claims/(?P<row>[^/.]+)$", views.claim_row),
        (r"^/-/ledger\.css$", views.style_sheet),
    ]


@hookimpl
def extra_template_vars(datasette: Any, view_name: str | None) -> Any:
    """The figures of the front page."""
    if view_name != "index":
        return {}

    async def gather() -> dict[str, Any]:
        return await views.front_page(datasette)

    return gather


@hookimpl
def render_cell(datasette: Any, value: Any, column: str, table: str | None, database: str) -> Any:
    """Outcomes as badges, claim ids as links to their pages."""
    return views.cell(datasette, value, column, table, database)


@hookimpl
def extra_css_urls(datasette: Any) -> list[str]:
    """Our style sheet; its address does not depend on the name that the plugin is installed under."""
    return [datasette.urls.path("/-/ledger.css")]


@hookimpl
def asgi_wrapper() -> Any:
    """A content security policy and its companions on every answer."""
    return security.headers
