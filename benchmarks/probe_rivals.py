"""Three other link checkers as subprocesses over one HTML file of links: what they say of each URL."""

from __future__ import annotations

import asyncio
import contextlib
import csv
import html
import io
import json
import os
import shutil
import tempfile
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

URL_TIMEOUT_S = 5


@dataclass(frozen=True)
class Rival:
    """How to call a checker and read its report: URL → whether it passes the link."""

    name: str
    variable: str
    arguments: Callable[[str, int], list[str]]
    read: Callable[[str], dict[str, bool]]

    def find(self) -> str | None:
        """The program's path, from its environment variable or PATH."""
        return shutil.which(os.environ.get(self.variable) or self.name)


@dataclass(frozen=True)
class Report:
    """What a run gave; ``passed`` is empty and ``hung`` set when it was ended by force."""

    seconds: float
    passed: dict[str, bool]
    hung: bool = False


def _lychee(page: str, concurrency: int) -> list[str]:
    limits = ["--max-concurrency", str(concurrency), "--host-concurrency", str(concurrency)]
    pace = ["--host-request-interval", "0ms", "--timeout", str(URL_TIMEOUT_S)]
    return [
        "--no-progress",
        "--format",
        "json",
        "-v",
        "--include-fragments=anchor-only",
        *limits,
        *pace,
        page,
    ]


def _read_lychee(text: str) -> dict[str, bool]:
    report = json.loads(text)
    passed: dict[str, bool] = {}
    for name, value in report.items():
        if name.endswith("_map") and name not in ("suggestion_map", "excluded_map"):
            links = [link["url"] for group in value.values() for link in group if "url" in link]
            passed.update(dict.fromkeys(links, name in ("success_map", "redirect_map")))
    return passed


def _linkinator(page: str, concurrency: int) -> list[str]:
    limits = ["--concurrency", str(concurrency), "--timeout", str(URL_TIMEOUT_S * 1000)]
    return [page, "--format", "json", "--check-fragments", *limits]


def _read_linkinator(text: str) -> dict[str, bool]:
    links = json.loads(text[text.index("{") :])["links"]
    return {link["url"]: link["state"] == "OK" for link in links if link["state"] != "SKIPPED"}


def _linkchecker(page: str, concurrency: int) -> list[str]:
    limits = ["-t", str(concurrency), "--timeout", str(URL_TIMEOUT_S)]
    return ["--no-status", "--check-extern", "-r1", "--no-robots", "-v", "-o", "csv", *limits, page]


def _read_linkchecker(text: str) -> dict[str, bool]:
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    rows = csv.DictReader(io.StringIO("\n".join(lines)), delimiter=";")
    return {row["urlname"]: row["valid"] == "True" for row in rows if row.get("urlname")}


RIVALS = (
    Rival("lychee", "PROBE_RIVAL_LYCHEE", _lychee, _read_lychee),
    Rival("linkinator", "PROBE_RIVAL_LINKINATOR", _linkinator, _read_linkinator),
    Rival("linkchecker", "PROBE_RIVAL_LINKCHECKER", _linkchecker, _read_linkchecker),
)


def write_page(folder: Path, urls: Iterable[str]) -> Path:
    """An HTML page with one link a URL."""
    links = "\n".join(f'<p><a href="{html.escape(url)}">x</a></p>' for url in urls)
    page = folder / "links.html"
    page.write_text(f'<!DOCTYPE html><html><meta charset="utf-8"><body>{links}</body></html>', "utf-8")
    return page


async def run(rival: Rival, program: str, urls: list[str], *, concurrency: int, limit_s: float) -> Report:
    """Runs *rival* on *urls*; ended by force after *limit_s* seconds."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)  # LinkChecker reads as another user
        page = write_page(folder, urls)
        start = time.perf_counter()
        out = folder / "report"  # a file: linkinator ends before a pipe has taken all of its report
        with out.open("wb") as stream:
            process = await asyncio.create_subprocess_exec(
                program,
                *rival.arguments(str(page), concurrency),
                stdout=stream,
                stderr=asyncio.subprocess.DEVNULL,
                cwd=folder,
            )
        try:
            await asyncio.wait_for(process.wait(), limit_s)
        except TimeoutError:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()
            return Report(time.perf_counter() - start, {}, hung=True)
        return Report(time.perf_counter() - start, rival.read(out.read_text("utf-8", "replace")))
