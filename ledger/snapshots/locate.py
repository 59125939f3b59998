"""Does a document say what a claim says, at the place that the claim cites? (design §5.1)

Two things must hold at one place: the anchors stand there in order, and the quantity parses out of the
text there. The number is part of an anchor; where no anchor holds a number of its kind, it is the one that
stands nearest in the anchors' own sentence or row. Whatever reads in two ways is ``ambiguous``: several
numbers of the kind within reach, a number broken over a line end, two extractors that disagree.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace

from ledger.schema.outcomes import Outcome
from ledger.snapshots.agree import Opinion, opinion
from ledger.snapshots.anchors import windows_of
from ledger.snapshots.folding import folded_page
from ledger.snapshots.judge import judge_page
from ledger.snapshots.judged import RANK, Judged, shown
from ledger.snapshots.located import Located, Wanted, window_digest
from ledger.snapshots.mending import mended
from ledger.snapshots.page import Document, Page
from ledger.snapshots.rows import is_row
from ledger.snapshots.sections import WITHIN, Section, find_section, sections_of
from ledger.snapshots.titled import undone_by
from ledger.snapshots.topics import speaks_of, undoing
from ledger.snapshots.withheld import judge_shown

MAX_ELSEWHERE = 12
SecondOpinion = Callable[[Iterable[int]], Mapping[int, Page]]
"""Physical pages → those pages as another extractor reads them."""


def locate(
    document: Document, wanted: Wanted, second: SecondOpinion | None = None, *, propose: bool = True
) -> Located:
    """Look for *wanted* in *document*.

    Args:
        document: as the main extractor reads it.
        wanted: anchors, quantity and place.
        second: the other extractor; without one a PDF's evidence is never verified.
        propose: whether to look for anchors, and a section, that would settle what these leave open. The
            verdict is the same; it takes several times as long.
    """
    if document.fault:
        return Located(Outcome.UNCHECKABLE, "unreadable", document.fault)
    if not wanted.anchors:
        return Located(Outcome.UNCHECKABLE, "no-anchors", "the evidence has no anchors to look for")
    sections = sections_of(document)
    section = None
    if wanted.section is not None:
        section = find_section(sections, wanted.section)
        if section is None:
            return _no_section(wanted.section, sections)
    pages = _pages(document, wanted, section)
    if isinstance(pages, Located):
        return pages
    best = _best(pages, wanted, section)
    result = _headed(document, _result(*best, sections), wanted, best, sections)
    if result.cause == "no-anchor" and len(pages) > 1:
        result = replace(result, page=None, label="")
    if result.outcome is Outcome.VERIFIED and document.media == "application/pdf":
        result = _confirmed(result, best, second)
    if result.outcome is Outcome.NOT_FOUND:
        return _with_elsewhere(result, document, wanted)
    lasting = ("caption", "extractors-disagree", "no-second-opinion")
    settled = result.outcome is Outcome.VERIFIED and (wanted.strict or wanted.quantity is None)
    unnamed = result.cause == "too-few-anchors" and _stands_once(best[0], wanted)
    unsettled = unnamed or result.outcome in (Outcome.VERIFIED, Outcome.AMBIGUOUS)
    if settled or not unsettled or not propose or result.cause in lasting:
        return result
    return _proposed(document, result, best, wanted, sections)


def _stands_once(page: Page, wanted: Wanted) -> bool:
    """Whether a page has the anchors at one place; which of several is meant, only the author can say."""
    return len(windows_of(wanted.anchors, folded_page(page))) == 1


def _proposed(
    document: Document,
    result: Located,
    best: tuple[Page, Judged],
    wanted: Wanted,
    sections: tuple[Section, ...],
) -> Located:
    """The *result* with the anchors, and the section, with which a claim is found where it is not so far."""
    page, of_claim = best[0], for_a_claim(wanted, best[1])

    def look(anchors: tuple[str, ...], cited: str | None) -> tuple[Judged, Located]:
        again = replace(of_claim, anchors=anchors, section=cited)
        place = judge_page(page, again, None if cited is None else find_section(sections, cited))
        return place, _headed(document, _result(page, place, sections), again, (page, place), sections)

    anchors: tuple[str, ...] = ()
    place, found = look(wanted.anchors, wanted.section)
    if place.outcome is not Outcome.VERIFIED:
        anchors = mended(page, place, wanted.anchors, lambda others: look(others, wanted.section)[0])
        if not anchors:
            return result
        found = look(anchors, wanted.section)[1]
    over = (found.cite, found.section, f"{found.cite}{WITHIN}{found.section}") if found.cite else ()
    tried = (one for one in over if look(anchors or wanted.anchors, one)[1].outcome is Outcome.VERIFIED)
    cite = next(tried, "")
    refused = result.outcome is Outcome.VERIFIED and found.outcome is not Outcome.VERIFIED
    claim = found.message if refused and not result.claim else result.claim
    return replace(result, claim=claim, anchors=anchors, cite=cite)


def for_a_claim(wanted: Wanted, place: Judged) -> Wanted:
    """What a claim would want there: of a number that was asked for without a unit, with the source's own."""
    quantity = wanted.quantity
    if wanted.strict or quantity is None:
        return wanted
    bare = wanted.loose and quantity.unit == "1" and quantity.expression is None
    own = replace(quantity, unit=place.unit) if bare and place.unit else quantity
    return replace(wanted, quantity=own, strict=True, own=True)


def locate_section(document: Document, wanted: Wanted) -> Located:
    """Whether the document has the wanted section, and on the wanted page if one is named."""
    if document.fault:
        return Located(Outcome.UNCHECKABLE, "unreadable", document.fault)
    sections = sections_of(document)
    section = find_section(sections, wanted.section) if wanted.section is not None else None
    if section is None:
        return _no_section(wanted.section or "without a name", sections)
    page = wanted.page if wanted.page is not None else section.start[0]
    if not section.start[0] <= page <= section.end[0] or document.page(page) is None:
        message = f"section {section.name} is not on page {page}"
        return Located(Outcome.NOT_FOUND, "outside-section", message, page)
    digest = window_digest(section.name)
    return Located(Outcome.VERIFIED, "", "the section exists", page, section=section.name, digest=digest)


def _no_section(name: str, sections: tuple[Section, ...]) -> Located:
    if not any(section.title != "Abstract" for section in sections):
        return Located(Outcome.UNCHECKABLE, "no-sections", "no sections are recognised in this document")
    return Located(Outcome.NOT_FOUND, "no-such-section", f"the document has no section {name}")


def _pages(document: Document, wanted: Wanted, section: Section | None) -> list[Page] | Located:
    if wanted.page is not None:
        page = document.page(wanted.page)
        if page is None:
            message = f"the document has no page {wanted.page}; its last one is {len(document.pages)}"
            return Located(Outcome.NOT_FOUND, "no-such-page", message)
        return [page]
    if section is None:
        return list(document.pages)
    return [page for page in document.pages if section.start[0] <= page.number <= section.end[0]]


def _best(pages: list[Page], wanted: Wanted, section: Section | None) -> tuple[Page, Judged]:
    judged = [(page, _judged(page, wanted, section)) for page in pages]
    page, place = min(judged, key=lambda pair: (RANK[pair[1].outcome], pair[1].window is None))
    if place.cause == "no-anchor" and len(pages) > 1:
        place = replace(place, message=f"none of {len(pages)} pages has {_all(wanted.anchors)}")
    return page, place


def _judged(page: Page, wanted: Wanted, section: Section | None) -> Judged:
    """What a page says. A number that is only looked for counts where nothing tells that it is said of
    something else, denied, supposed, or turned round; what a claim's anchors must hold besides is told."""
    place = judge_shown(page, wanted, section)
    if wanted.strict or wanted.quantity is None or place.outcome is not Outcome.VERIFIED:
        return place
    claimed = judge_page(page, for_a_claim(wanted, place), section)
    return replace(place, claim=claimed.message) if claimed.asks else claimed


def _headed(
    document: Document,
    result: Located,
    wanted: Wanted,
    best: tuple[Page, Judged],
    sections: tuple[Section, ...],
) -> Located:
    """What is found of a claim's number, unless a heading over it may undo it."""
    if result.outcome is not Outcome.VERIFIED or not wanted.strict or best[1].token is None:
        return result
    held = [*wanted.anchors, *([] if wanted.section is None else [wanted.section])]
    page, place = best[0], (result.start, result.end)
    over = undoing(document, sections, page, place, held)
    if over is not None:
        message = (
            f"{over.word!r} in the heading {over.title!r} may undo {result.found!r};"
            " where it does not, cite the section by the words of that heading"
        )
        cite = over.title
        return replace(result, outcome=Outcome.AMBIGUOUS, cause="heading", message=message, cite=cite)
    if not is_row(page.text, best[1].token[0]):
        return result
    word = undone_by(page, best[1].token, held, speaks_of(document, sections, page, place))
    if word is None:
        return result
    message = f"{shown(page, *word)!r} is what the table says of {result.found!r}; let an anchor hold it"
    return replace(result, outcome=Outcome.AMBIGUOUS, cause="caption", message=message)


def _all(anchors: tuple[str, ...]) -> str:
    return repr(anchors[0]) if len(anchors) == 1 else f"all {len(anchors)} anchors"


def _result(page: Page, place: Judged, sections: tuple[Section, ...]) -> Located:
    located = Located(
        place.outcome,
        place.cause,
        place.message,
        page.number,
        page.label,
        found=place.found,
        comparator=place.comparator,
        unit=place.unit,
        claim=place.claim,
    )
    if place.window is None:
        return located
    start = min(place.window.start, place.token[0]) if place.token else place.window.start
    end = max(place.window.end, place.token[1]) if place.token else place.window.end
    text = shown(page, start, end)
    around = [section for section in sections if section.covers(page.number, start, end)]
    return replace(
        located,
        section=max(around, key=lambda section: section.start).name if around else "",
        box=page.box(start, end),
        start=start,
        end=end,
        text=text,
        digest=window_digest(text),
    )


def _confirmed(result: Located, best: tuple[Page, Judged], second: SecondOpinion | None) -> Located:
    page, place = best
    if second is None or place.window is None:
        message = "only one extractor read this page"
        return replace(result, outcome=Outcome.UNCHECKABLE, cause="no-second-opinion", message=message)
    other = second([page.number])[page.number]
    numeric = [hit for hit in place.window.hits if any(sign.isdigit() for sign in page.text[slice(*hit)])]
    tokens = [place.token] if place.token else numeric or list(place.window.hits)
    opinions = [opinion(page, start, end, other, place.window.hits) for start, end in tokens]
    if Opinion.SILENT in opinions:
        message = f"the second extractor cannot read page {page.number}: {other.fault}"
        return replace(result, outcome=Outcome.UNCHECKABLE, cause="no-second-opinion", message=message)
    if Opinion.DIFFERS in opinions:
        message = f"the second extractor reads page {page.number} differently at this place"
        return replace(result, outcome=Outcome.AMBIGUOUS, cause="extractors-disagree", message=message)
    return result


def _with_elsewhere(result: Located, document: Document, wanted: Wanted) -> Located:
    others = (page for page in document.pages if page.number != result.page)
    found = [page.number for page in others if _judged(page, wanted, None).outcome is Outcome.VERIFIED]
    if not found:
        return result
    pages = tuple(found[:MAX_ELSEWHERE])
    message = f"{result.message}; it stands on page {', '.join(map(str, pages))}"
    return replace(result, elsewhere=pages, message=message)
