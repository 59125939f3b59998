"""A small ledger, checked and published, and a Datasette on it in this process."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
import yaml
from datasette.app import Datasette
from datasette.plugins import pm

import checks
import ledger.publish
from ledger.cli.published import publish
from ledger.db import open_database
from ledger.loader import sync
from ledger.probe.outcomes import ProbeOutcome, ProbeResult
from ledger.probe.records import DatabaseHistory
from ledger.registry import Context
from ledger.runner import run
from ledger.schema.read import read_ledger

ROOT = Path(__file__).parents[2]
CHECKS = ("sources", "consistent", "recompute")

SOURCES = {
    "paper": 'id: paper\nkind: paper\nprimary: true\ntitle: "A <Paper>"\nversion: v1\n'
    "url: https://a.test/x\n"
    "snapshot: {sha256: %s, media: application/pdf, pages: 9}\n" % ("a" * 64),
    "talk": 'id: talk\nkind: talk\nprimary: false\ntitle: A Talk\nunavailable: "not recorded"\n',
}
CLAIMS = """\
ledger: L5
claims:
  - id: ring.sent
    kind: number
    statement: {en: "A rank sends at 5 GB/s <script>alert(1)</script>.", zh: "每个 rank 的发送带宽为 5 GB/s"}
    entity: Ring
    quantity: {value: "5", unit: GB/s}
    evidence: [{source: paper, page: 3, anchors: ["5 GB/s"]}]
    not: ["a figure for every network"]
  - id: ring.sent.other
    kind: number
    statement: {en: "Each rank sends at 6 GB/s.", zh: "每个 rank 以 6 GB/s 发送，流水线气泡不计。"}
    entity: Ring
    quantity: {value: "6", unit: GB/s}
    evidence: [{source: talk, section: Intro}]
  - id: ring.limit
    kind: boundary
    statement: {en: "Only for large messages.", zh: "只适用于大消息。"}
    entity: Ring
    bounds: [ring.sent]
    evidence: [{source: paper, page: 3}]
"""


WAIVERS = """\
waivers:
  - {subject: ring.limit, check: located, owner: A. Person, reason: "no <copy> yet", expires: "2999-01-31"}
"""

LOOKS = (
    ("https://a.test/x", "alive", "broken", "broken"),
    ("https://a.test/y", "alive"),
    ("https://b.test/", "blocked", "alive"),
)


@pytest.fixture(scope="session")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("published")
    for name in ("sources", "claims", "pages"):
        (folder / name).mkdir()
    (folder / "pyproject.toml").write_text(
        '[tool.ledger]\nname = "Small"\n[tool.ledger.ledgers]\nL5 = "Rings"\n'
    )
    for id, text in SOURCES.items():
        (folder / "sources" / f"{id}.yaml").write_text(text)
    (folder / "claims" / "l5.yaml").write_text(CLAIMS)
    (folder / "claims" / "waivers.yaml").write_text(WAIVERS)
    (folder / "pages" / "page.md").write_text("# Ring\n\nIt sends [5 GB/s](claim:ring.sent), or 99 GB.\n")
    return folder


@pytest.fixture(scope="session")
def published(root: Path) -> Path:
    small = read_ledger(root)
    database = open_database(root)
    with database.write() as connection:
        sync(connection, small)
    run(database, small, [checks.load(name) for name in CHECKS], Context(store=root, today="2026-01-01"))
    history = DatabaseHistory(database)
    for url, *outcomes in LOOKS:
        for day, outcome in enumerate(outcomes, start=1):
            history.record(ProbeResult(url, ProbeOutcome(outcome), datetime(2026, 1, day, tzinfo=UTC)))
    history.save()
    database.close()
    out = root / "build" / "ledger.db"
    publish(small, out)
    return out


@pytest.fixture(scope="session")
def metadata() -> dict[str, Any]:
    loaded: dict[str, Any] = yaml.safe_load((ROOT / "datasette.yml").read_text(encoding="utf-8"))
    return loaded


Get = Callable[[str], Any]


@pytest.fixture(scope="session")
def get(published: Path, metadata: dict[str, Any]) -> Get:
    """GET a path of a Datasette on the published file."""
    if not pm.is_registered(ledger.publish):
        pm.register(ledger.publish)
    datasette = Datasette(
        [], immutables=[str(published)], metadata=metadata, settings={"suggest_facets": False}
    )

    async def fetch(path: str) -> Any:
        await datasette.invoke_startup()
        return await datasette.client.get(path)

    return lambda path: asyncio.run(fetch(path))
