"""What an author does about evidence that was not found."""

from __future__ import annotations

import json

from ledger.snapshots.located import Located

_CORRECT = "correct the claim, or cite the place that says so"
_LOOK = "look at the page itself; where it is as claimed, another place or source must show it"
_IN_ANCHOR = "make the number a part of an anchor, with a word beside it"
ADVICE = {
    "no-anchor": "quote an anchor letter for letter, as the source prints it",
    "anchors-apart": "name anchors that stand near each other, in the order of the text",
    "several-places": "add an anchor that stands at one of these places only",
    "several-numbers": "let an anchor hold the number that is meant, and none hold another",
    "not-in-anchor": _IN_ANCHOR,
    "anchor-after": _IN_ANCHOR,
    "another-row": "take the anchors from the number's own row, and from the header of its column",
    "row-not-anchored": "let an anchor name the number's row",
    "another-unit": (
        "where the claim means that, give it and the evidence the source's unit, and the pages its word;"
        " else cite the place that says what is claimed"
    ),
    "no-quantity": (
        "cite the place that prints it; where its unit stands apart from it, as in a table's header,"
        " give the form that is 'printed' and the 'unit' that it is in"
    ),
    "not-printed": "copy 'printed' from the source, with all that belongs to the number",
    "printed-unreadable": "copy 'printed' from the source, with all that belongs to the number",
    "mapping": "say in 'where' and 'unit' what the printed form stands for",
    "no-anchors": "add 'anchors': short fragments that stand there, in their order",
    "no-such-caption": "cite the caption as it is numbered there",
    "another-caption": "cite the table, figure or equation that it stands in, or the page alone",
    "no-sections": "cite the page alone",
    "no-such-section": "cite the section by the number or the words of its heading",
    "no-such-page": "count pages from 1 in the file, whatever is printed on them",
    "outside-section": "cite the section that it stands in, or the page alone",
    "inconsistent": _CORRECT,
    "more-digits": _CORRECT,
    "different-unit": _CORRECT,
    "different-sign": _CORRECT,
    "different-comparator": "let the claim state the comparator that the source has, or cite another place",
    "page-unreadable": _LOOK,
    "not-shown": _LOOK,
    "unreadable": _LOOK,
    "broken-number": _LOOK,
    "sign-or-dash": _LOOK,
    "digit-grouping": _LOOK,
    "no-second-opinion": _LOOK,
    "extractors-disagree": _LOOK,
}
"""By cause; other causes say it in their message."""


def advice(located: Located) -> str:
    """What to do about it: ``""`` where it was found, or where the message says it."""
    if located.elsewhere:
        return f"cite page {located.elsewhere[0]}"
    fields = [f"section: {_quoted(located.cite)}"] if located.cite else []
    fields += [f"anchors: {_quoted(located.anchors)}"] if located.anchors else []
    if fields:
        return f"where the source says what the claim says: {', '.join(fields)}"
    if located.cause == "unit-not-printed":
        return f"where it is in the claim's unit: printed: {_quoted(located.found)}, unit: the claim's"
    return ADVICE.get(located.cause, "")


def _quoted(value: str | tuple[str, ...]) -> str:
    """A text, or a list of them, to be pasted into a claim."""
    return json.dumps(value, ensure_ascii=False)
