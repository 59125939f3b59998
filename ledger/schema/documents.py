"""The typed documents: sources, claims with their evidence and recomputation, waivers, configuration.

Every document is frozen and refuses unknown keys. Numbers are quoted strings; their printed digits
are kept, because they decide the rounding interval (see :mod:`ledger.quantities`).
"""

from __future__ import annotations

import re
from enum import StrEnum
from fractions import Fraction
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints, model_validator

from ledger.quantities import from_fields
from ledger.quantities.quantity import Comparator, Quantity
from ledger.schema.languages import language_tag

ID_PATTERN = r"^[a-z0-9]+(?:[.-][a-z0-9]+)*$"
SHA256_PATTERN = r"^[0-9a-f]{64}$"
ADDRESS_PATTERN = r"^https?://[^\s<>\"]+$"
LEDGER_PATTERN = r"^[A-Z0-9]{1,8}$"
Identifier = Annotated[
    str,
    StringConstraints(pattern=ID_PATTERN, max_length=120),
    Field(description="Lower-case words joined by '.' or '-', for example zero.model-state.total"),
]
LedgerName = Annotated[str, StringConstraints(pattern=LEDGER_PATTERN)]
Text = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=4000)]
Word = Annotated[str, StringConstraints(strip_whitespace=True, min_length=1, max_length=200)]
Sha256 = Annotated[str, StringConstraints(pattern=SHA256_PATTERN)]
WebAddress = Annotated[str, StringConstraints(pattern=ADDRESS_PATTERN, max_length=2000)]


def _calendar_date(text: str) -> str:
    if not re.fullmatch(r"\d{4}(-(0[1-9]|1[0-2])(-(0[1-9]|[12]\d|3[01]))?)?", text):
        raise ValueError('write a date as "2019", "2019-10" or "2019-10-04"')
    return text


PartialDate = Annotated[str, AfterValidator(_calendar_date)]


def _full_date(text: str) -> str:
    if len(_calendar_date(text)) != len("2019-10-04"):
        raise ValueError('write a full date, for example "2027-03-31"')
    return text


FullDate = Annotated[str, AfterValidator(_full_date)]


class Document(BaseModel):
    """Base of every document: frozen, strict about types, closed to unknown keys."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True, populate_by_name=True)


class SourceKind(StrEnum):
    """What a source is."""

    PAPER = "paper"
    REPORT = "report"
    REPOSITORY = "repository"
    DOCUMENTATION = "documentation"
    STANDARD = "standard"
    DATASET = "dataset"
    TALK = "talk"
    BOOK = "book"
    WEB = "web"


class ClaimKind(StrEnum):
    """What a claim states; the policy says what each kind needs to be verified."""

    NUMBER = "number"
    FORMULA = "formula"
    MECHANISM = "mechanism"
    CONFIGURATION = "configuration"
    BOUNDARY = "boundary"


class Role(StrEnum):
    """What the cited place is to its source; nobody's own result by default."""

    OWN_RESULT = "own-result"
    DEFINITION = "definition"
    CONFIGURATION = "configuration"
    BACKGROUND = "background"
    UNSTATED = "unstated"


class Support(StrEnum):
    """What a cited place supports: what the claim states, or only what it states it under (a condition, a
    definition, an input of its recomputation)."""

    STATEMENT = "statement"
    CONDITIONS = "conditions"


class Snapshot(Document):
    """The pinned bytes of a source; the bytes themselves stay outside the repository."""

    sha256: Sha256
    media: Literal["application/pdf", "text/html", "text/markdown", "text/plain"]
    pages: Annotated[int, Field(ge=1)] | None = None
    provenance: Text | None = Field(default=None, description="Where these bytes came from, if not from url")


class Source(Document):
    """A document that can support a claim, pinned to one version of itself."""

    id: Identifier
    kind: Annotated[SourceKind, Field(strict=False)]
    primary: bool
    title: Text
    authors: tuple[Word, ...] = Field(default=(), strict=False)
    published: PartialDate | None = None
    url: WebAddress | None = None
    also: tuple[WebAddress, ...] = Field(
        default=(), strict=False, description="Other copies or landing pages"
    )
    version: Word | None = Field(default=None, description="arXiv version, commit, edition: the pin")
    retrieved: FullDate | None = Field(default=None, description="The day the snapshot's bytes were taken")
    snapshot: Snapshot | None = None
    unavailable: Text | None = Field(default=None, description="Why no snapshot of it is at hand")
    corrects: Text | None = Field(default=None, description="Where a well-known listing of it is wrong")
    note: Text | None = None

    @model_validator(mode="after")
    def _pinned(self) -> Source:
        if self.snapshot is None and self.unavailable is None:
            raise ValueError(
                "a source needs 'snapshot' (its pinned bytes) or 'unavailable' (why there are none)"
            )
        return self


class Statement(Document):
    """The claim in one sentence, in each language of the ledger.

    A key is a language's tag. Which ones there must be, and that there are no others, is for the reader to
    see: the configuration names them.
    """

    model_config = ConfigDict(extra="allow")
    __pydantic_extra__: dict[str, Text]

    en: Text | None = None
    zh: Text | None = None

    @property
    def texts(self) -> dict[str, str]:
        """The sentence by the tag of its language."""
        return {name: text for name, text in self if text is not None}


class QuantityFields(Document):
    """A quantity as an author writes it: digits in quotes, unit, comparator."""

    value: Word = Field(description='Digits as stated, for example "16", "2.78e12", "1/3", "4*P + 12*P/N_d"')
    unit: Word = Field(description='For example B/parameter, FLOP/s, %, pp; "1" for a pure number')
    comparator: Annotated[Comparator, Field(strict=False)] = Comparator.EQUAL
    high: Word | None = Field(default=None, description="The upper end, for the comparator 'range'")

    @model_validator(mode="after")
    def _range(self) -> QuantityFields:
        if (self.comparator is Comparator.RANGE) != (self.high is not None):
            raise ValueError("'high' goes with the comparator 'range', and only with it")
        return self

    def read(self) -> Quantity:
        """The typed quantity.

        Raises:
            QuantityError: the text is no number or expression, or the unit is no unit.
        """
        return from_fields(self.value, self.unit, self.comparator.value, self.high)


class Evidence(Document):
    """A claim's link to a place in a source.

    ``printed``, ``where`` and ``unit`` say how a form that differs from the claim's reads:
    ``printed: "16Ψ", where: {Ψ: "1"}, unit: B/parameter`` reads the printed 16Ψ, with one parameter
    for Ψ, as 16 B/parameter.
    """

    source: Identifier
    page: Annotated[int, Field(ge=1)] | None = Field(default=None, description="Physical page, from 1")
    section: Word | None = None
    figure: Word | None = None
    table: Word | None = None
    equation: Word | None = None
    anchors: Annotated[tuple[Word, ...], Field(strict=False, max_length=12)] = ()
    role: Annotated[Role, Field(strict=False)] = Role.UNSTATED
    depth: Literal["full-text", "abstract"] = "full-text"
    printed: Word | None = None
    where: dict[Word, Word] = Field(default_factory=dict)
    unit: Word | None = None
    supports: Annotated[Support, Field(strict=False)] = Field(
        default=Support.STATEMENT,
        description=(
            "'statement': the place says what the claim states, its quantity included; 'conditions': it says"
            " only under what the claim holds, and need not have the quantity"
        ),
    )

    @model_validator(mode="after")
    def _place(self) -> Evidence:
        if self.page is None and self.section is None:
            raise ValueError("evidence needs a place: 'page' (1 in a text or a web page), 'section', or both")
        if self.printed is None and (self.where or self.unit is not None):
            raise ValueError("'where' and 'unit' explain a 'printed' form; without one they say nothing")
        if self.supports is Support.CONDITIONS and self.printed is not None:
            raise ValueError("a place that supports 'conditions' has no 'printed' form of the quantity")
        if self.supports is Support.CONDITIONS and not self.anchors:
            raise ValueError("a place that supports 'conditions' needs 'anchors' that state them")
        return self


Input = str | int | bool | list[Any] | dict[str, Any]


def _allowance(text: str) -> str:
    if not re.fullmatch(r"0\.\d{1,6}", text) or not Fraction(0) < Fraction(text) <= MOST_ALLOWED:
        raise ValueError(f'write a share above 0 and at most {float(MOST_ALLOWED)}, for example "0.01"')
    return text


MOST_ALLOWED = Fraction(1, 10)
"""The largest allowance: beyond it, another number would pass."""


class Tolerance(Document):
    """An allowance beyond the rounding of the printed digits, with the reason for it."""

    relative: Annotated[Word, AfterValidator(_allowance)]
    reason: Text


class Recompute(Document):
    """How the shared numeric core arrives at the claim's quantity.

    An input is a literal, or ``{claim: ID}`` for another claim's quantity. For a symbolic quantity,
    ``symbols`` names the formula's input behind each symbol and ``samples`` gives the points at which
    expression and formula must agree exactly.
    """

    formula: Word
    inputs: dict[Word, Input] = Field(default_factory=dict)
    result: Word | None = Field(default=None, description="A key of the formula's details, if not its value")
    unit: Word | None = Field(default=None, description="The unit to read a pure-number result in")
    symbols: dict[Word, Word] = Field(default_factory=dict)
    samples: Annotated[tuple[dict[str, Word], ...], Field(strict=False)] = ()
    tolerance: Tolerance | None = None


class Claim(Document):
    """One row of the ledger: a number, formula, mechanism, configuration or boundary."""

    id: Identifier
    kind: Annotated[ClaimKind, Field(strict=False)]
    statement: Statement
    entity: Word = Field(description="What the claim is about: a system, a method, a model")
    qualifiers: dict[Word, Word] = Field(default_factory=dict)
    quantity: QuantityFields | None = None
    symbols: dict[Word, Word] = Field(default_factory=dict, description="Symbol → what it stands for")
    conditions: Text | None = None
    convention: Word | None = Field(default=None, description="What the number means, where rivals differ")
    evidence: Annotated[tuple[Evidence, ...], Field(strict=False)] = ()
    recompute: Recompute | None = None
    unsupported: Text | None = Field(
        default=None, description="Why no evidence can be cited (then uncheckable)"
    )
    must_not: Annotated[tuple[Text, ...], Field(strict=False, alias="not")] = ()
    bounds: Annotated[tuple[Identifier, ...], Field(strict=False)] = ()
    conflicts: Annotated[tuple[Identifier, ...], Field(strict=False)] = ()
    supersedes: Annotated[tuple[Identifier, ...], Field(strict=False)] = ()
    corrects: Text | None = Field(default=None, description="What a widespread statement gets wrong")

    @model_validator(mode="after")
    def _supported(self) -> Claim:
        if self.kind in (ClaimKind.NUMBER, ClaimKind.FORMULA) and self.quantity is None:
            raise ValueError(f"a {self.kind} claim needs 'quantity'")
        if not self.evidence and self.recompute is None and self.unsupported is None:
            raise ValueError("a claim needs 'evidence', 'recompute', or 'unsupported' (why there is neither)")
        return self


class ClaimFile(Document):
    """A file under ``claims/``: a ledger's name and its claims."""

    ledger: LedgerName
    claims: Annotated[tuple[Claim, ...], Field(strict=False)]


class Waiver(Document):
    """A named acceptance of one check's failure on one subject, until a day."""

    subject: Word = Field(description="A claim id, source id, or page path")
    check: Word
    owner: Word
    reason: Text
    expires: FullDate


class WaiverFile(Document):
    """``claims/waivers.yaml``."""

    waivers: Annotated[tuple[Waiver, ...], Field(strict=False)]


class Need(Document):
    """What a kind of claim needs: any of some checks, all of some checks, or both."""

    any_of: Annotated[tuple[Word, ...], Field(strict=False, alias="any")] = ()
    all_of: Annotated[tuple[Word, ...], Field(strict=False, alias="all")] = ()


class Policy(Document):
    """``[tool.ledger.policy]``: kind → the checks that must verify it (design §5.3)."""

    number: Need = Need(any_of=("located", "recompute"))
    configuration: Need = Need(any_of=("located", "recompute"))
    formula: Need = Need(all_of=("located", "recompute"))
    mechanism: Need = Need(all_of=("located",))
    boundary: Need = Need(all_of=("located",))

    def need(self, kind: ClaimKind) -> Need:
        """What claims of *kind* need."""
        needs: dict[ClaimKind, Need] = {
            ClaimKind.NUMBER: self.number,
            ClaimKind.CONFIGURATION: self.configuration,
            ClaimKind.FORMULA: self.formula,
            ClaimKind.MECHANISM: self.mechanism,
            ClaimKind.BOUNDARY: self.boundary,
        }
        return needs[kind]


LanguageTag = Annotated[str, AfterValidator(language_tag)]


def _different(tags: tuple[str, ...]) -> tuple[str, ...]:
    if not tags:
        raise ValueError("'languages' names none; write languages = [\"en\"]")
    for at, tag in enumerate(tags):
        if tag in tags[:at]:
            raise ValueError(f"'languages' names '{tag}' twice")
    return tags


class Rounding(StrEnum):
    """How a page may print fewer digits than its claims have (design §4: rounding-aware)."""

    FREE = "free"
    MARKED = "marked"


class Configuration(Document):
    """``[tool.ledger]`` of the ledger's ``pyproject.toml``."""

    name: Word = "Evidence ledger"
    pages: Annotated[tuple[Word, ...], Field(strict=False)] = ("pages/**",)
    ledgers: dict[LedgerName, Word] = Field(
        default_factory=dict, description="What each ledger accounts for, by its name"
    )
    languages: Annotated[tuple[LanguageTag, ...], Field(strict=False), AfterValidator(_different)] = Field(
        default=("en", "zh"), description="The languages that every statement is written in, the first first"
    )
    rounding: Annotated[Rounding, Field(strict=False)] = Field(
        default=Rounding.FREE,
        description=(
            "'free': a page may print a claim's number with fewer digits; 'marked': only where it says so"
            " (about, ≈, 约), or where the claim's statement prints the same"
        ),
    )
    policy: Policy = Policy()
