"""From findings to verdicts: waivers applied, then the policy asked, claim by claim.

Outcomes never collapse: a claim that could not be checked is not ``verified`` and not ``contradicted``.
A verdict of ``verified`` needs what the policy says *and* that no check on the claim found against it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from ledger.errors import ConfigurationError, did_you_mean
from ledger.registry import PARTIAL, Finding, SubjectKind
from ledger.schema.documents import Claim, ClaimKind, Need, Policy, Waiver
from ledger.schema.ledger import Ledger
from ledger.schema.outcomes import Outcome

AGAINST = (Outcome.ERROR, Outcome.CONTRADICTED, Outcome.NOT_FOUND, Outcome.AMBIGUOUS)
"""A check looked, and the claim does not stand (or the check broke): no other check outvotes it."""

UNKNOWN = (Outcome.STALE, Outcome.BLOCKED, Outcome.UNCHECKABLE)
"""Nobody knows. Only among the checks that the policy lists under ``any`` may another one still verify."""

WAIVER_CHECK = "waivers"
"""The name under which findings on waivers themselves are reported."""

NOTHING = "no-check-applies"
"""The cause where no check that the policy asks for had anything to look at."""


@dataclass(frozen=True, slots=True)
class ClaimVerdict:
    """What the ledger says of one claim, and the checks that decided it."""

    claim: str
    kind: ClaimKind
    outcome: Outcome
    cause: str
    message: str
    checks: tuple[str, ...]


def require_known_checks(policy: Policy, known: Collection[str]) -> None:
    """Refuse a policy that names a check nobody has: it could never be met.

    Raises:
        ConfigurationError: with the nearest known name.
    """
    for kind in ClaimKind:
        need = policy.need(kind)
        if not need.any_of and not need.all_of:
            raise ConfigurationError(
                f"pyproject.toml: [tool.ledger.policy.{kind}] needs nothing; name a check in 'any' or 'all'"
            )
        for name in (*need.any_of, *need.all_of):
            if name not in known:
                hint = did_you_mean(name, known) or f"known are {', '.join(sorted(known))}"
                raise ConfigurationError(
                    f"pyproject.toml: [tool.ledger.policy.{kind}]: unknown check '{name}'; {hint}"
                )


def apply_waivers(
    ledger: Ledger,
    findings: Iterable[Finding],
    today: str,
    known_checks: Collection[str],
    complete: Collection[str] = (),
    claims: Collection[str] | None = None,
) -> list[Finding]:
    """The findings with waived problems marked so, and a finding for each bad waiver.

    A waiver is bad when it has expired, names an unknown check, or is unused: its subject passes
    without it. A check's own ``error`` is never waived.

    Args:
        ledger: with the waivers.
        findings: of one run.
        today: ``"2026-11-30"``; a waiver holds to the end of its last day.
        known_checks: every name that a waiver may use.
        complete: the checks that ran on every claim of *claims*, so that their silence means something.
        claims: the claims that the run was about, if not all.
    """
    given = list(findings)
    by_subject: dict[tuple[str, str], list[Finding]] = {}
    for finding in given:
        by_subject.setdefault((finding.check, finding.subject), []).append(finding)
    marked: dict[int, Finding] = {}
    faults: list[Finding] = []
    silent: list[tuple[int, Waiver]] = []
    for index, waiver in enumerate(ledger.waivers):
        matching = by_subject.get((waiver.check, waiver.subject), [])
        bad = _bad_waiver(ledger, index, waiver, matching, today, known_checks)
        if bad is not None:
            faults.append(bad)
        elif not matching and waiver.check in complete and (claims is None or waiver.subject in claims):
            silent.append((index, waiver))
        for one in matching if bad is None else ():
            marked.setdefault(id(one), _waive(one, waiver))
    result = [*(marked.get(id(one), one) for one in given), *faults]
    for index, waiver in silent:  # last, since whether silence matters depends on what else is waived
        result = [*result, _waived_silence(ledger, index, waiver, result)]
    return result


def verdicts(
    ledger: Ledger, findings: Iterable[Finding], claims: Iterable[str] | None = None
) -> dict[str, ClaimVerdict]:
    """The verdict on each claim (or on *claims*) under the ledger's policy; waivers applied before."""
    by_claim: dict[str, list[Finding]] = {}
    for finding in findings:
        if finding.kind is SubjectKind.CLAIM and finding.check != WAIVER_CHECK:
            by_claim.setdefault(finding.subject, []).append(finding)
    wanted = ledger.claims if claims is None else [id for id in ledger.claims if id in set(claims)]
    return {id: judge_claim(ledger, ledger.claims[id], by_claim.get(id, ())) for id in wanted}


def judge_claim(ledger: Ledger, claim: Claim, findings: Sequence[Finding]) -> ClaimVerdict:
    """The verdict on one claim from all findings on it. Pure.

    In this order: a finding against the claim decides; then a finding that nobody knows, unless it
    comes from one of several ``any`` checks of which another verified; then what the policy needs.
    """
    need = ledger.configuration.policy.need(claim.kind)
    by_check = _by_check(findings)
    outvoted = _outvoted(need, by_check)
    decisive = _first(findings, AGAINST) or _first(
        [finding for finding in findings if finding.check not in outvoted], UNKNOWN
    )
    if decisive is not None:
        return _verdict(claim, decisive.outcome, decisive.cause, decisive.message, findings)
    if not _met(need, by_check):
        return _nothing_to_check(claim, need, by_check)
    waived = [one for one in findings if one.outcome is Outcome.WAIVED and one.check not in outvoted]
    if waived:
        return _verdict(claim, Outcome.WAIVED, waived[0].cause, waived[0].message, waived)
    return _verdict(claim, Outcome.VERIFIED, "", "verified", findings)


def _outvoted(need: Need, by_check: Mapping[str, Sequence[Finding]]) -> set[str]:
    """The ``any`` checks whose not knowing does not matter, since another of them verified the claim.

    A waiver excuses a check that does not know; it never hides one that found against the claim.
    """
    if not any(_vouches(by_check.get(name, ())) for name in need.any_of):
        return set()
    return {name for name in need.any_of if not any(_was_against(one) for one in by_check.get(name, ()))} - {
        *need.all_of
    }


def _met(need: Need, by_check: Mapping[str, Sequence[Finding]]) -> bool:
    def passes(name: str) -> bool:
        return _all_are(by_check.get(name, ()), (Outcome.VERIFIED, Outcome.WAIVED))

    def suffices(name: str) -> bool:
        return passes(name) and not any(PARTIAL in one.details for one in by_check[name])

    every = all(passes(name) for name in need.all_of)
    return every and (not need.any_of or any(suffices(name) for name in need.any_of))


def _vouches(findings: Sequence[Finding]) -> bool:
    """Whether a check verified all that the claim states, so that it can stand for another one."""
    return _all_are(findings, (Outcome.VERIFIED,)) and not any(PARTIAL in one.details for one in findings)


def _all_are(findings: Sequence[Finding], outcomes: tuple[Outcome, ...]) -> bool:
    return bool(findings) and all(finding.outcome in outcomes for finding in findings)


def _nothing_to_check(claim: Claim, need: Need, by_check: Mapping[str, Sequence[Finding]]) -> ClaimVerdict:
    missing = [name for name in need.all_of if name not in by_check] or list(need.any_of)
    message = f"a {claim.kind} needs {_words(need)}; {' and '.join(missing)} had nothing to look at"
    return ClaimVerdict(claim.id, claim.kind, Outcome.UNCHECKABLE, NOTHING, message, ())


def _verdict(
    claim: Claim, outcome: Outcome, cause: str, message: str, findings: Iterable[Finding]
) -> ClaimVerdict:
    deciding = sorted({finding.check for finding in findings if finding.outcome is outcome})
    return ClaimVerdict(claim.id, claim.kind, outcome, cause, message, tuple(deciding))


def _by_check(findings: Iterable[Finding]) -> dict[str, list[Finding]]:
    grouped: dict[str, list[Finding]] = {}
    for finding in findings:
        grouped.setdefault(finding.check, []).append(finding)
    return grouped


def _first(findings: Iterable[Finding], order: tuple[Outcome, ...]) -> Finding | None:
    """The finding whose outcome stands first in *order*; ``None`` when no outcome is in it."""
    found = [finding for finding in findings if finding.outcome in order]
    return min(found, key=lambda finding: order.index(finding.outcome), default=None)


def _was_against(finding: Finding) -> bool:
    return finding.details.get("waived_outcome") in AGAINST


def _words(need: Need) -> str:
    parts = (" or ".join(need.any_of), " and ".join(need.all_of))
    return ", and ".join(part for part in parts if part)


def _expired(waiver: Waiver, today: str) -> bool:
    return waiver.expires < today


def _waive(finding: Finding, waiver: Waiver) -> Finding:
    if finding.outcome.passes or finding.outcome is Outcome.ERROR:
        return finding
    kept = _signed(waiver) | {"waived_outcome": finding.outcome.value}
    return replace(finding, outcome=Outcome.WAIVED, details={**finding.details, **kept})


def _signed(waiver: Waiver) -> dict[str, str]:
    return {"owner": waiver.owner, "reason": waiver.reason, "expires": waiver.expires}


def _bad_waiver(
    ledger: Ledger,
    index: int,
    waiver: Waiver,
    matching: Sequence[Finding],
    today: str,
    known_checks: Collection[str],
) -> Finding | None:
    if waiver.check not in known_checks:
        hint = did_you_mean(waiver.check, known_checks) or f"known are {', '.join(sorted(known_checks))}"
        message = f"no check is named '{waiver.check}'"
        return _on_waiver(ledger, index, Outcome.CONTRADICTED, "unknown-check", message, hint, "check")
    if _expired(waiver, today):
        message = f"the waiver of {waiver.check} expired on {waiver.expires}"
        hint = "mend what it excuses, or have it renewed by name"
        return _on_waiver(ledger, index, Outcome.STALE, "expired-waiver", message, hint, "expires")
    if matching and all(one.outcome is Outcome.VERIFIED for one in matching):
        message = f"the waiver is unused: {waiver.check} is verified without it"
        return _on_waiver(ledger, index, Outcome.CONTRADICTED, "unused-waiver", message, "delete it")
    return None


def _waived_silence(ledger: Ledger, index: int, waiver: Waiver, findings: Sequence[Finding]) -> Finding:
    """A check with nothing to look at: excused where the claim needs it, else the waiver is unused."""
    claim = ledger.claims.get(waiver.subject)
    if claim is not None:
        need = ledger.configuration.policy.need(claim.kind)
        own = [one for one in findings if one.kind is SubjectKind.CLAIM and one.subject == claim.id]
        needed = waiver.check in (*need.any_of, *need.all_of)
        if needed and judge_claim(ledger, claim, own).cause == NOTHING:
            return Finding(
                check=waiver.check,
                kind=SubjectKind.CLAIM,
                subject=claim.id,
                outcome=Outcome.WAIVED,
                cause=NOTHING,
                message=f"{waiver.check} has nothing to look at",
                location=ledger.where("claim", claim.id),
                details=_signed(waiver) | {"waived_outcome": Outcome.UNCHECKABLE.value},
            )
    message = f"the waiver is unused: {waiver.check} has nothing to say of '{waiver.subject}'"
    return _on_waiver(ledger, index, Outcome.CONTRADICTED, "unused-waiver", message, "delete it")


def _on_waiver(
    ledger: Ledger, index: int, outcome: Outcome, cause: str, message: str, hint: str, field: str = "subject"
) -> Finding:
    waiver = ledger.waivers[index]
    return Finding(
        check=WAIVER_CHECK,
        kind=_kind_of(ledger, waiver.subject),
        subject=waiver.subject,
        outcome=outcome,
        cause=cause,
        message=message,
        location=ledger.where("waiver", str(index), field),
        expected=f"{waiver.check} waived by {waiver.owner} until {waiver.expires}",
        hint=hint,
    )


def _kind_of(ledger: Ledger, subject: str) -> SubjectKind:
    if subject in ledger.claims:
        return SubjectKind.CLAIM
    return SubjectKind.SOURCE if subject in ledger.sources else SubjectKind.PAGE
