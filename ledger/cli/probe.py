"""``ledger probe``: one row a URL (design §6)."""

from __future__ import annotations

import asyncio
import contextlib
import json
import sys
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path

import click

from ledger.addresses import AddressPolicy
from ledger.cli.options import find_root, root_option
from ledger.errors import UsageError
from ledger.probe.history import NoHistory
from ledger.probe.outcomes import ProbeResult
from ledger.probe.prober import open_prober
from ledger.probe.resolver import names_resolve
from ledger.probe.settings import ProbeSettings
from ledger.probe.watch import hosts_of, open_history
from ledger.reports.counted import counted
from ledger.schema.read import read_ledger

_DEFAULTS = ProbeSettings()


@click.command("probe", short_help="Ask every URL once and tell what it is.")
@click.argument("urls", nargs=-1, metavar="[URL]...")
@click.option(
    "--urls",
    "files",
    multiple=True,
    metavar="FILE",
    help="A file with one URL a line; '-' is standard input.",
)
@click.option(
    "--format",
    "format_",
    type=click.Choice(["text", "jsonl"]),
    default="text",
    show_default=True,
    help="The form of the answer.",
)
@click.option(
    "--concurrency",
    type=int,
    default=_DEFAULTS.concurrency,
    show_default=True,
    help="Requests at a time, to all hosts together.",
)
@click.option(
    "--per-host",
    type=int,
    help=f"Requests to one host at a time.  [default: {_DEFAULTS.per_host}; no limit with --allow-private]",
)
@click.option(
    "--delay",
    type=float,
    help="Least seconds between requests to one host."
    f"  [default: {_DEFAULTS.delay}; 0 with --allow-private or --per-host]",
)
@click.option(
    "--timeout",
    type=float,
    default=_DEFAULTS.timeout,
    show_default=True,
    help="Seconds for one URL as a whole.",
)
@click.option(
    "--allow-private",
    is_flag=True,
    help="Probe private and loopback addresses that a URL itself names; redirects may not lead to others.",
)
@root_option
def command(
    urls: tuple[str, ...],
    files: tuple[str, ...],
    format_: str,
    concurrency: int,
    per_host: int | None,
    delay: float | None,
    timeout: float,
    allow_private: bool,
    root: Path | None,
) -> None:
    """Ask every URL once and tell what it is: alive, moved, gone, broken, blocked, timeout, unreachable, …

    Without any URL, the addresses of the ledger's sources are asked, and their history is kept.

    Exit code 0 when every URL is alive or moved, 1 when any is not.

    \b
    Examples:
      ledger probe https://arxiv.org/abs/1910.02054 --format jsonl
      ledger probe --urls links.txt
      ledger probe
    """
    links = list(dict.fromkeys([*urls, *_read_files(files)]))
    folder = None if urls or files else find_root(root)
    if folder is not None:
        links = _source_urls(folder)
    if not links:
        raise UsageError("nothing to probe; give URLs, or --urls FILE")
    settings = _settings(concurrency, per_host, delay, timeout, allow_private)
    rows = OrderedRows(links, _write_json if format_ == "jsonl" else _write_text)
    asyncio.run(_run(links, settings, AddressPolicy(allow_private=allow_private), folder, rows))
    if format_ == "text":
        click.echo(rows.summary(), err=True)
    click.get_current_context().exit(0 if rows.all_pass else 1)


class OrderedRows:
    """Writes each row as soon as all rows of earlier URLs are written, and counts outcomes."""

    def __init__(self, urls: Iterable[str], write: Callable[[ProbeResult], None]) -> None:
        self._order = iter(list(urls))
        self._next = next(self._order, None)
        self._write = write
        self._waiting: dict[str, ProbeResult] = {}
        self._counts: Counter[str] = Counter()
        self.all_pass = True

    def add(self, result: ProbeResult) -> None:
        """Takes one URL's result."""
        self._counts[result.outcome.value] += 1
        self.all_pass = self.all_pass and result.outcome.passes
        self._waiting[result.url] = result
        while self._next is not None and self._next in self._waiting:
            self._write(self._waiting.pop(self._next))
            self._next = next(self._order, None)

    def summary(self) -> str:
        """``12 URLs: 10 alive, 2 broken``."""
        counts = ", ".join(f"{number} {outcome}" for outcome, number in self._counts.most_common())
        return f"{counted(self._counts.total(), 'URL')}: {counts}"


def _source_urls(root: Path) -> list[str]:
    if not (root / "pyproject.toml").exists():
        return []
    sources = read_ledger(root).sources.values()
    return list(dict.fromkeys(url for source in sources for url in (source.url, *source.also) if url))


async def _run(
    urls: list[str], settings: ProbeSettings, policy: AddressPolicy, root: Path | None, rows: OrderedRows
) -> None:
    """Probes *urls*; those of the ledger at *root* with its history, which no lack of a network may fill."""
    offline = root is not None and not await names_resolve(hosts_of(urls))
    history = contextlib.nullcontext(NoHistory()) if root is None else open_history(root, urls)
    with history as looks:
        async with open_prober(settings, policy, history=looks, offline=offline) as prober:
            await prober.run(urls, rows.add)


def _settings(
    concurrency: int, per_host: int | None, delay: float | None, timeout: float, allow_private: bool
) -> ProbeSettings:
    """The limits: hosts of one's own, and hosts whose limit was given, need no further delay by default."""
    own_pace = allow_private or per_host is not None
    return ProbeSettings(
        concurrency=concurrency,
        per_host=per_host if per_host is not None else (concurrency if allow_private else _DEFAULTS.per_host),
        delay=delay if delay is not None else (0.0 if own_pace else _DEFAULTS.delay),
        timeout=timeout,
    )


def _read_files(files: Iterable[str]) -> list[str]:
    links: list[str] = []
    for name in files:
        try:
            text = sys.stdin.read() if name == "-" else Path(name).read_text("utf-8-sig", errors="replace")
        except OSError as error:
            raise UsageError(f"{name}: {error.strerror}") from error
        links += [line.strip() for line in text.splitlines() if line.strip() and not line.startswith("#")]
    return links


def _write_json(result: ProbeResult) -> None:
    click.echo(json.dumps(result.row()))


def _write_text(result: ProbeResult) -> None:
    status = "" if result.status is None else f" {result.status}"
    notes = [
        f"now at {result.now_at}" if result.now_at is not None else "",
        result.error or "",
        result.title or "" if result.outcome.passes else "",
    ]
    tail = "".join(f"  {_plain(note)}" for note in notes if note)
    click.echo(f"{result.outcome.value:<11}{status:>4}  {_plain(result.url)}{tail}")


def _plain(text: str) -> str:
    """*text* without characters that could steer a terminal."""
    return "".join(ch if ch.isprintable() else "\N{REPLACEMENT CHARACTER}" for ch in text)
