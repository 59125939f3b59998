"""Is every number of the page accounted for, and does the page say what its claims say?

What it checks
    Every number on a page that needs evidence is bound to a claim or exempt with a reason. Bound text
    states exactly one quantity, which restates the claim's: value, unit, comparator, sign; a word in it that
    may change it leaves it unread. It never prints more digits; fewer only as long as the value moves by no
    more than a twentieth, and a bound not inwards. Where ``[tool.ledger] rounding`` is ``marked``, it also
    says that it rounds (``about``, ``≈``, ``约``), or rounds as the claim's statement does. Text bound to a
    claim without a quantity has no digits, and no count in words that the claim's statement has not.
    Bindings name existing claims that no other supersedes. What looks like a binding is one. What the page
    strikes out or hides (``~~…~~``, ``<del>``, ``hidden``, ``display: none``, ``\\sout{…}``) states no claim.
    Exemptions and sidecar entries still apply. In the phrase of a bound text no word denies, supposes or sets
    aside what it states (``does not need``, ``would``, ``instead of``) unless the claim's statement does so.
    Two bindings of one block, each of which could state the other's claim, do not stand each beside the words
    of the other's.

Why
    A reader trusts the number on the page, not the row behind it; and a number that nobody claimed is one
    that nobody checks.

Known limits
    What needs evidence is decided by language and structure (see ``ledger.quantities``). Number words
    (not digits) in text that is bound to a claim without a quantity are held to the claim's statement alone.
    Roman numerals and factors that Chinese says without a numeral (``翻倍``, ``减半``) are not seen.
    Whether the sentence around a number says what the statement says is for people to judge, but for what its
    own phrase takes back: a denial beyond a comma or a conjunction is not seen, nor one that calls the number
    too little (``is not enough``). Exchanged claims are told by the words beside them alone: of two that tell
    of the same in other words nothing is seen. A number that is struck out or hidden needs evidence like any
    other, so that striking answers for nothing. Style sheets and scripts are not asked what they hide;
    ``<details>`` hides nothing.

Example
    ``[24 bytes](claim:zero.total)`` for a claim of 16 bytes is ``contradicted (inconsistent)`` at the
    line and column of the link; ``[2×]`` for a claim of 1.5× is ``contradicted (rounded)``.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from checks import _worded as worded
from ledger import quantities
from ledger.documents.paths import sidecar_path
from ledger.errors import DocumentError, DocumentErrors, Location, did_you_mean
from ledger.quantities.units import resolve
from ledger.registry import Context, Finding, SubjectKind
from ledger.schema.documents import Claim, Rounding
from ledger.schema.ledger import Ledger, digest
from ledger.schema.outcomes import Outcome

if TYPE_CHECKING:
    from ledger.documents.document import Reference
    from ledger.documents.mentions import Mention
    from ledger.documents.page import Binding, Page
    from ledger.documents.suggest import ClaimFacts
    from ledger.quantities import Agreement, Quantity


_DIGIT = re.compile(r"\d")
_MOST = 100
"""Unknown ids of one page that are held against every claim's."""
UNREAD = "bind the number and its noun or a unit that is known, and no other words"


class Problem(NamedTuple):
    """One thing wrong with a page; the fields are those of a finding."""

    cause: str
    message: str
    location: Location
    hint: str = ""
    expected: str = ""
    found: str = ""
    outcome: Outcome = Outcome.CONTRADICTED


def judge(known: Page, claims: Mapping[str, Claim], rounding: Rounding = Rounding.FREE) -> Iterator[Problem]:
    """Everything that is wrong with a page's numbers."""
    for fault in known.faults:
        yield Problem(fault.code, fault.message, fault.location, fault.hint)
    newer = superseded(claims)
    defined = _references(known)
    names = _names(claims.values()) if known.bindings else {}
    unknown = 0
    for binding in known.bindings:
        claim = claims.get(binding.claim)
        problem: Problem | None
        if claim is None:
            unknown += 1
            problem = _unknown(binding, claims if unknown <= _MOST else {})
        else:
            problem = (
                _binding(binding, claim, rounding)
                or _outdated(binding, newer)
                or _misnamed(known, binding, claim, names)
                or _turned(known, binding, claim)
            )
        if problem is not None and problem.cause in ("unknown-claim", "superseded"):
            problem = problem._replace(hint=problem.hint + _defined(known, binding, defined))
        if problem is not None:
            yield problem
    yield from _exchanged(known, claims)
    facts = claim_facts(claims) if known.unclaimed else ()
    hinted = _hinted(len(known.document.source))
    for index, mention in enumerate(known.unclaimed):
        yield _unclaimed(known, mention, facts if index < hinted else ())


REREAD = 20_000_000
"""How many characters of a page may be read again to try where a binding would fit."""


def _hinted(size: int) -> int:
    """For how many of its unclaimed numbers a page of *size* characters is searched for a claim to bind.

    Each attempt may read the page again: for all numbers of a long page that takes hours, and nobody binds
    thousands at a time. The others are reported all the same, with a general hint.
    """
    return max(5, REREAD // max(1, size))


def _binding(binding: Binding, claim: Claim, rounding: Rounding) -> Problem | None:
    text = binding.text.strip()
    if claim.quantity is None:
        return _unquantified(binding, claim)
    quantity = claim.quantity.read()
    expected = quantity.text()
    stated = binding.stated(quantity)
    if len(stated) != 1:
        what = f"{len(stated)} numbers" if stated else f"no number that can be read{_why_unread(binding)}"
        message = f"the text bound to '{binding.claim}' states {what}"
        hint = "bind one number at a time" if stated else UNREAD
        return Problem("not-one-number", message, binding.location, hint, expected, text)
    agreement = quantities.restates(quantity, stated[0])
    if agreement.agrees:
        marked = rounding is Rounding.FREE or _may_round(claim, stated[0], agreement)
        return None if marked else _rounded(binding, expected, f"{text} says less than {expected}")
    if agreement.grade is quantities.Grade.ROUNDED:
        return _rounded(binding, expected, agreement.reason)
    differs = agreement.grade is quantities.Grade.INCONSISTENT
    reason = f"{text} is not {expected}" if differs else agreement.reason  # with the units of both
    message = f"the page differs from '{binding.claim}': {reason}"
    hint = _mend(quantity, stated[0])
    return Problem(agreement.grade.value, message, binding.location, hint, expected, text)


def _mend(claimed: Quantity, stated: Quantity) -> str:
    """What to do about a number that is not the claim's: of two counts, only the noun may differ."""
    correct = "correct the page, or the claim if its source says so"
    one, other = resolve(claimed.unit), resolve(stated.unit)
    if claimed.unit == stated.unit or not (one.counts and other.counts and one.size == other.size):
        return correct
    if claimed.unit == "1":
        return f"where they count the same, let the claim's unit say what (unit: GPU); else {correct}"
    return f"where they count the same, use the claim's noun ({claimed.unit}) on the page too; else {correct}"


def _may_round(claim: Claim, stated: Quantity, agreement: Agreement) -> bool:
    """Whether the page does not round, says that it does, or prints what the claim's statement prints."""
    if agreement.grade is quantities.Grade.EXACT or stated.comparator is quantities.Comparator.ABOUT:
        return True
    return worded.prints(claim, stated)


def _rounded(binding: Binding, expected: str, reason: str) -> Problem:
    message = f"the page rounds '{binding.claim}': {reason}"
    hint = f"print {expected}, or say that it is rounded (about, ≈, 约); a bound rounds outwards only"
    cause = quantities.Grade.ROUNDED.value
    return Problem(cause, message, binding.location, hint, expected, binding.text.strip())


def _unknown(binding: Binding, claims: Iterable[str]) -> Problem:
    """A binding to an id that no claim has; the nearest of *claims* is told."""
    if binding.claim.startswith("{"):
        hint = 'a program makes the id; write it out: data-claim="ID"'
    else:
        near = did_you_mean(binding.claim.lower().removeprefix("claim:"), claims)
        hint = near or "add the claim, or correct its id"
    message = f"no claim is called '{binding.claim}'"
    return Problem("unknown-claim", message, binding.location, hint, found=binding.text.strip())


def _references(known: Page) -> dict[str, Reference]:
    """The first definition of a link reference that names each claim."""
    from ledger.documents.claim_links import claim_of

    found: dict[str, Reference] = {}
    for one in known.document.references:
        claim = claim_of(one.target)
        if claim is not None:
            found.setdefault(claim, one)
    return found


def _defined(known: Page, binding: Binding, references: Mapping[str, Reference]) -> str:
    """Where the id of a binding stands, if not in the binding itself: in what its reference is defined as."""
    document = known.document
    one = references.get(binding.claim)
    if one is None or binding.claim in document.source[binding.source_start : binding.source_end]:
        return ""
    place = Location(document.path, *document.line_column(one.offset))
    return f" ('[{one.label}]' is defined at {place})"


def superseded(claims: Mapping[str, Claim]) -> dict[str, str]:
    """Every claim that another one supersedes, and which."""
    return {older: claim.id for claim in claims.values() for older in claim.supersedes}


def _outdated(binding: Binding, newer: Mapping[str, str]) -> Problem | None:
    """A binding to what was true: the page may say what the claim says, and yet not what holds now."""
    if binding.claim not in newer:
        return None
    message = f"'{binding.claim}' is superseded by '{newer[binding.claim]}'"
    hint = f"bind '{newer[binding.claim]}', and state what it states"
    text = binding.text.strip()
    return Problem("superseded", message, binding.location, hint, found=text, outcome=Outcome.STALE)


def _names(claims: Iterable[Claim]) -> dict[Hashable, set[str]]:
    """The names of what claims are of, by what they state, and by its unit."""
    from ledger.documents.namesakes import proper_names

    found: dict[Hashable, set[str]] = {}
    for claim in claims:
        if claim.quantity is not None:
            for key in _keys(claim.quantity.read()):
                found.setdefault(key, set()).update(proper_names(claim.entity))
    return found


def _keys(quantity: Quantity) -> tuple[Hashable, Hashable]:
    unit = (quantity.unit, quantity.expression is None)
    return (*unit, quantity.value, quantity.high, quantity.expression), unit


def _misnamed(
    known: Page, binding: Binding, claim: Claim, names: Mapping[Hashable, Collection[str]]
) -> Problem | None:
    """A right number in a sentence that names another thing of the claim's kind, and not the claim's own."""
    from ledger.documents.namesakes import another_name

    said = (*claim.statement.texts.values(), *(one.source for one in claim.evidence))
    keys = ((), ()) if claim.quantity is None else _keys(claim.quantity.read())
    rivals, alike = (names.get(key, frozenset()) for key in keys)
    other, own = another_name(known, binding, claim.entity, said, rivals, alike)
    if not other:
        return None
    message = f"'{binding.claim}' is of {own}, and the page says it where it names {other}"
    hint = f"bind the claim of {other}, or name {own} in the sentence"
    text = binding.text.strip()
    return Problem("another-name", message, binding.location, hint, own, text, outcome=Outcome.AMBIGUOUS)


def _turned(known: Page, binding: Binding, claim: Claim) -> Problem | None:
    """A right number in a sentence that takes it back."""
    from ledger.documents.turned import turning_word

    quantity = None if claim.quantity is None else claim.quantity.read()
    terms = (claim.conditions or "", claim.convention or "")
    word = turning_word(known, binding, quantity, claim.statement.texts.values(), terms)
    if not word:
        return None
    message = f"'{word}' in its sentence takes back what '{binding.claim}' states"
    hint = "say what the claim says, or put what else the sentence says into another phrase"
    text = binding.text.strip()
    return Problem("taken-back", message, binding.location, hint, found=text, outcome=Outcome.AMBIGUOUS)


def _exchanged(known: Page, claims: Mapping[str, Claim]) -> Iterator[Problem]:
    """Two right texts of one block, each bound to the other's claim."""
    from ledger.documents.exchanged import exchanged

    bound = {one.claim for one in known.bindings}
    facts = {one.id: one for one in claim_facts({id: claims[id] for id in bound if id in claims})}
    for one, other in exchanged(known, facts):
        message = f"'{one.claim}' and '{other.claim}' seem exchanged: the words beside each are the other's"
        hint = "let the two bindings change their claims, or name beside each what it is of"
        text = one.text.strip()
        yield Problem("exchanged", message, one.location, hint, found=text, outcome=Outcome.AMBIGUOUS)


def _why_unread(binding: Binding) -> str:
    """The number that has no value and why, or the words that may change it; nothing where there is none."""
    unread = [mention for mention in binding.mentions if mention.quantity is None]
    if unread:
        return f': "{unread[0].surface}" is {unread[0].reason}'
    if binding.overruled:
        return ": what stands right beside it says another thing"
    if len(binding.mentions) != 1:
        return ""
    number = binding.mentions[0].surface
    words = " ".join(binding.text.replace(number, "", 1).split())[:60]
    return f': "{words}" may change what "{number}" states' if words else ""


def _unquantified(binding: Binding, claim: Claim) -> Problem | None:
    """Text bound to a claim without a quantity: no digits that need evidence, no count in words that the
    claim's statement does not have."""
    text = binding.text.strip()
    if any(mention.needs_evidence and _DIGIT.search(mention.surface) for mention in binding.mentions):
        message = f"'{binding.claim}' states no quantity that this number could restate"
        hint = "bind the number to a claim with a quantity, or leave it out of the bound text"
        return Problem("claim-without-quantity", message, binding.location, hint, found=text)
    said = worded.said(claim)
    for mention in binding.mentions:
        quantity = mention.quantity
        if quantity is not None and not worded.is_article(quantity) and not worded.repeats(quantity, said):
            message = f"the statement of '{binding.claim}' does not say \"{mention.surface}\""
            hint = "use the statement's numbers, or leave them out of the bound text"
            return Problem("number-not-stated", message, binding.location, hint, found=text)
    return None


def claim_facts(claims: Mapping[str, Claim]) -> tuple[ClaimFacts, ...]:
    """What the suggestions need of each claim that may be bound."""
    from ledger.documents.suggest import ClaimFacts

    older = superseded(claims)
    return tuple(
        ClaimFacts(
            claim.id,
            None if claim.quantity is None else claim.quantity.read(),
            " ".join((claim.entity, *claim.statement.texts.values())),
        )
        for claim in claims.values()
        if claim.id not in older
    )


def _unclaimed(known: Page, mention: Mention, facts: Iterable[ClaimFacts]) -> Problem:
    from ledger.documents.suggest import suggestions

    found = suggestions(known, mention, facts)
    likely = next((one for one in found if one.likely), None)
    hint = "add a claim and bind the number, or exempt it with a reason"
    path = known.document.path
    if likely is not None and likely.binding:
        hint = f"bind it: {likely.binding}"
    elif likely is not None:
        hint = f"bind it to '{likely.claim}' in {sidecar_path(path)}: 'ledger bind {path} --suggest'"
    elif found:
        hint += f"; 'ledger bind {path} --suggest' lists the claims of the same number"
    location = Location(path, mention.line, mention.column)
    message = f'nobody claims "{mention.surface}" ({mention.reason})'
    return Problem("unclaimed", message, location, hint, found=mention.surface, outcome=Outcome.NOT_FOUND)


_COUNTED = {"claimed": "bound", "exempt": "exempt", "unclaimed": "unclaimed", "not-needed": "free"}


def coverage(known: Page) -> dict[str, int]:
    """The denominator: how many numbers are bound, exempt, unclaimed, and free of any need."""
    counts = dict.fromkeys(_COUNTED.values(), 0)
    for mention in known.mentions:
        counts[_COUNTED[mention.status.value]] += 1
    return counts


class CoveredCheck:
    """See the module's documentation."""

    name = "covered"
    version = "14"
    kind = SubjectKind.PAGE

    def subjects(self, ledger: Ledger) -> Iterable[str]:
        """Every page."""
        return ledger.pages

    def inputs(self, ledger: Ledger, subject: str, context: Context) -> Sequence[str]:
        """The page, its sidecar, all claims (an unclaimed number is held against each), and how it rounds."""
        sidecar = ledger.root / sidecar_path(subject)
        bound = hashlib.sha256(sidecar.read_bytes()).hexdigest() if sidecar.is_file() else ""
        claims = hashlib.sha256("\n".join(digest(claim) for claim in ledger.claims.values()).encode())
        rounding = ledger.configuration.rounding.value
        return [ledger.pages[subject].sha256, bound, claims.hexdigest(), rounding]

    def run(self, ledger: Ledger, subjects: Sequence[str], context: Context) -> Iterator[Finding]:
        """A finding for each problem of a page, or one that it is covered."""
        from ledger.documents.known import known_page  # the readers load only where a page is read

        for subject in subjects:
            try:
                known = known_page(ledger, subject)
            except (DocumentError, DocumentErrors) as fault:
                where = (
                    fault.location if isinstance(fault, DocumentError) else Location(sidecar_path(subject))
                )
                unread = Problem("sidecar", str(fault), where, outcome=Outcome.UNCHECKABLE)
                yield self._finding(subject, unread, {})
            else:
                yield from self._findings(ledger, subject, known)

    def _findings(self, ledger: Ledger, subject: str, known: Page) -> Iterator[Finding]:
        counts = coverage(known)
        problems = list(judge(known, ledger.claims, ledger.configuration.rounding))
        if not problems:
            needed = counts["bound"] + counts["exempt"]
            message = f"all {needed} numbers that need evidence are bound ({counts['bound']}) or exempt"
            problems = [Problem("", message, Location(subject), outcome=Outcome.VERIFIED)]
        for problem in problems:
            yield self._finding(subject, problem, counts)

    def _finding(self, subject: str, problem: Problem, counts: Mapping[str, int]) -> Finding:
        return Finding(
            check=self.name,
            kind=self.kind,
            subject=subject,
            details={"coverage": counts},
            **problem._asdict(),
        )


CHECK = CoveredCheck()
