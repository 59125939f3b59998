"""``ledger publish``: write the file that readers query."""

from __future__ import annotations

from pathlib import Path

import click

from ledger.cli.options import find_root, root_option


@click.command("publish", short_help="Write the published SQLite file for Datasette.")
@click.argument("out", type=click.Path(dir_okay=False, path_type=Path))
@root_option
def command(out: Path, root: Path | None) -> int:
    """Write the ledger as one SQLite file for Datasette, with the results of its last checks.

    An existing file is replaced only when the new one is whole. Run 'ledger check' first: what no
    run has judged is published as unchecked.

    \b
    Examples:
      ledger publish build/ledger.db
      ledger --root ../other publish /tmp/other.db
    """
    from ledger.cli.published import publish, unchecked_warning
    from ledger.reports.counted import counted
    from ledger.schema.read import read_ledger

    folder = find_root(root)
    counts = publish(read_ledger(folder), out)
    told = ", ".join(counted(counts[f"{noun}s"], noun) for noun in ("claim", "source", "mention"))
    click.echo(f"{out}: {told}")
    if counts["unchecked"]:
        click.echo(unchecked_warning(counts["unchecked"]))
    return 0
