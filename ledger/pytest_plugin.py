"""A pytest plugin: each claim × check, and each claim's verdict, as a test item.

Off unless asked for: ``pytest --ledger ROOT`` adds the items of the ledger at ROOT to the run. What must be
dealt with fails; what a person waived, and what another check outweighs, is skipped with its reason.
Everything is judged offline and anew; no database is read or written.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from ledger.registry import Finding
    from ledger.reports import Report

VERDICT = "verdict"


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add ``--ledger``."""
    group = parser.getgroup("ledger")
    group.addoption("--ledger", metavar="ROOT", help="Collect every claim × check of the ledger at ROOT.")


def pytest_collection_modifyitems(session: pytest.Session, items: list[pytest.Item]) -> None:
    """Add the ledger's items after the others."""
    root = session.config.getoption("--ledger")
    if root is not None:
        node: LedgerNode = LedgerNode.from_parent(session, name="ledger", path=Path(root).resolve())
        items.extend(node.collect())


class NotVerified(Exception):
    """A subject that must be dealt with; the findings say why."""

    def __init__(self, findings: Sequence[Finding]) -> None:
        self.findings = findings
        super().__init__(findings)


class LedgerNode(pytest.Collector):
    """One ledger; its checks run once, when the first item asks."""

    def collect(self) -> Iterator[LedgerItem]:
        """An item for each subject of each check, then one for each claim's verdict."""
        for name, subjects in self._subjects.items():
            for subject in subjects:
                yield LedgerItem.from_parent(self, name=f"{subject}[{name}]", check=name, subject=subject)

    @cached_property
    def report(self) -> Report:
        """Everything the checks found."""
        from ledger.cli.session import judge_in_memory

        return judge_in_memory(self._ledger, self._context)

    @cached_property
    def findings(self) -> dict[tuple[str, str], list[Finding]]:
        """Everything found, by check and subject."""
        return _grouped(self.report.findings)

    @cached_property
    def problems(self) -> dict[tuple[str, str], list[Finding]]:
        """What must be dealt with, by check and subject."""
        return _grouped(self.report.problems())

    @cached_property
    def _ledger(self) -> Any:
        from ledger.errors import LedgerError
        from ledger.schema.read import read_ledger

        try:
            return read_ledger(self.path)
        except LedgerError as fault:
            raise pytest.UsageError(str(fault)) from fault

    @cached_property
    def _context(self) -> Any:
        from ledger.cli.options import today
        from ledger.registry import Context
        from ledger.snapshots.store import store_path

        return Context(store=store_path(self.path), today=today())

    @cached_property
    def _subjects(self) -> dict[str, list[str]]:
        from ledger.cli.session import select

        found = {check.name: list(check.subjects(self._ledger)) for check in select(None, self._ledger)}
        return found | {VERDICT: list(self._ledger.claims)}


def _grouped(findings: Iterable[Finding]) -> dict[tuple[str, str], list[Finding]]:
    groups: dict[tuple[str, str], list[Finding]] = {}
    for finding in findings:
        groups.setdefault((finding.check, finding.subject), []).append(finding)
    return groups


class LedgerItem(pytest.Item):
    """One check on one subject, or (under the name ``verdict``) the policy's verdict on a claim."""

    def __init__(self, *, check: str, subject: str, **options: Any) -> None:
        super().__init__(**options)
        self.check = check
        self.subject = subject

    @property
    def _node(self) -> LedgerNode:
        node = self.parent
        if not isinstance(node, LedgerNode):
            raise TypeError(f"{self.nodeid} stands outside a ledger")
        return node

    def runtest(self) -> None:
        """Fail with what must be dealt with; skip what is waived or outweighed."""
        if self.check == VERDICT:
            self._verdict()
            return
        problems = self._node.problems.get((self.check, self.subject))
        if problems:
            raise NotVerified(problems)
        for finding in self._node.findings.get((self.check, self.subject), ()):
            if finding.outcome.value != "verified":
                pytest.skip(f"{finding.outcome} ({finding.cause}): {finding.message}")

    def _verdict(self) -> None:
        verdict = (self._node.report.verdicts or {})[self.subject]
        if verdict.outcome.value == "waived":
            pytest.skip(f"waived: {verdict.message}")
        if not verdict.outcome.passes:
            own = [key for key in self._node.problems if key[1] == self.subject]
            raise NotVerified([one for key in own for one in self._node.problems[key]])

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> str:
        """The findings as the text report shows them."""
        from ledger.errors import LedgerError

        if isinstance(excinfo.value, LedgerError):
            return str(excinfo.value)
        if not isinstance(excinfo.value, NotVerified):
            return str(super().repr_failure(excinfo, style))
        from ledger.reports.text import problem_lines

        return "\n".join(line for finding in excinfo.value.findings for line in problem_lines(finding))

    def reportinfo(self) -> tuple[Path, int | None, str]:
        """The subject's file and line."""
        from ledger.registry import SubjectKind
        from ledger.runner.plan import subject_location

        ledger = self._node._ledger
        kind = SubjectKind.CLAIM if self.subject in ledger.claims else SubjectKind.PAGE
        if self.subject in ledger.sources:
            kind = SubjectKind.SOURCE
        place = subject_location(ledger, kind, self.subject)
        return self._node.path / place.path, max(place.line - 1, 0), self.name
