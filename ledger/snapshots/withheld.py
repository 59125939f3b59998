"""A page's verdict, with an explanation where only text that it does not show has what is looked for."""

from __future__ import annotations

from ledger.schema.outcomes import Outcome
from ledger.snapshots.judge import judge_page
from ledger.snapshots.judged import Judged
from ledger.snapshots.located import Wanted
from ledger.snapshots.page import Page, Why
from ledger.snapshots.sections import Section

CAUSE = "not-shown"
_SAID = {
    Why.HIDDEN: "is not shown",
    Why.STRUCK: "is struck out",
    Why.RECOGNISED: "a machine recognised in a picture",
    Why.UNSURE: "may not be shown",
}
_FOUND = (Outcome.VERIFIED, Outcome.AMBIGUOUS)


def judge_shown(page: Page, wanted: Wanted, section: Section | None) -> Judged:
    """As :func:`judge_page`; cause ``not-shown`` where the rest of the file's text would change the outcome.

    Text that is certainly not shown leaves it ``not-found``; where a picture may show the same, or where that
    could not be told, it is ``uncheckable``.
    """
    place = judge_page(page, wanted, section)
    if page.behind is None or place.outcome not in (Outcome.NOT_FOUND, Outcome.UNCHECKABLE):
        return place
    whole = Page(page.number, page.behind.text, page.label, page.behind.spans)
    if judge_page(whole, wanted, None).outcome not in _FOUND:
        return place
    whys = page.behind.whys
    certain = not {Why.RECOGNISED, Why.UNSURE} & set(whys)
    said = " or ".join(_SAID[why] for why in whys)
    message = f"page {page.number} holds it only in text that {said}"
    return Judged(Outcome.NOT_FOUND if certain else Outcome.UNCHECKABLE, CAUSE, message)
