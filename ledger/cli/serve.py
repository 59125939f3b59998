"""``ledger serve``: publish, and open the result in Datasette."""

from __future__ import annotations

import os
import socket
import sys
from importlib.resources import files
from pathlib import Path

import click

from ledger.cli.options import find_root, root_option
from ledger.errors import UsageError


@click.command("serve", short_help="Publish, and serve the result with Datasette.")
@click.argument("file", required=False, type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option(
    "--port", type=click.IntRange(0, 65535), default=8001, show_default=True, help="Port to listen on."
)
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on.")
@click.option("--open", "open_", is_flag=True, help="Open it in the web browser.")
@root_option
def command(file: Path | None, port: int, host: str, open_: bool, root: Path | None) -> int:
    """Serve the published ledger with Datasette, read-only.

    Without FILE, build/ledger.db under the ledger's root is written first. A datasette.yml in the root is
    used in the place of our own titles, descriptions and queries.

    \b
    Examples:
      ledger serve
      ledger serve build/ledger.db --port 8002 --open
    """
    from ledger.cli.published import publish, unchecked_warning
    from ledger.publish.replace import require_published
    from ledger.schema.read import read_ledger

    folder = find_root(root)
    if file is None:
        file = folder / "build" / "ledger.db"
        unchecked = publish(read_ledger(folder), file)["unchecked"]
        if unchecked:
            click.echo(unchecked_warning(unchecked), err=True)
    own = folder / "datasette.yml"
    metadata = own if own.is_file() else Path(str(files("ledger.publish").joinpath("datasette.yml")))
    require_published(file)
    _require_free(host, port)
    _serve(file, metadata, host, port, open_)
    return 0


def _require_free(host: str, port: int) -> None:
    """Datasette would start, and fail with a page of its own words."""
    try:
        family, kind, protocol, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        with socket.socket(family, kind, protocol) as trial:
            trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            trial.bind(address)
    except OSError as fault:
        raise UsageError(
            f"cannot listen on {host}:{port}: {fault.strerror}; choose another --port"
        ) from fault


def _serve(file: Path, metadata: Path, host: str, port: int, open_: bool) -> None:
    """Become Datasette: its own command line is its stable interface."""
    arguments = ["datasette", "serve", "--immutable", str(file), "--metadata", str(metadata)]
    arguments += ["--setting", "suggest_facets", "off", "--host", host, "--port", str(port)]
    if open_:
        arguments.append("--open")
    os.execv(sys.executable, [sys.executable, "-m", *arguments])
