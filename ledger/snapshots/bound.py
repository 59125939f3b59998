"""Whether a number that an anchor holds is said of what the anchors name.

A number shares its sentence with others: ``the ring takes 5 ms, the tree 7 ms`` has the ring and 7 ms, and
does not say that the ring takes 7 ms. An anchor whose own words name the number binds it; any other needs an
anchor of its own sentence that nothing parts from it, neither another number of its kind nor a contrast.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from ledger.quantities import Quantity
from ledger.quantities.units import resolve
from ledger.schema.outcomes import Outcome
from ledger.snapshots.anchors import Window
from ledger.snapshots.direction import is_change
from ledger.snapshots.judged import Judged, another, another_thing, shown, weighed_with
from ledger.snapshots.page import Page
from ledger.snapshots.parting import CONTRAST, JOINS, contrasts, is_apart, parted
from ledger.snapshots.rows import Hit, is_row, stands_over
from ledger.snapshots.stated import Weighed, weighed_tokens
from ledger.snapshots.tabled import in_column, in_its_row, is_rival, not_in_row
from ledger.snapshots.window import Reading, reading_of
from ledger.snapshots.words import LATIN, words_of

MAX_AWAY = 200
"""How far before a number the nearest anchor of an earlier sentence may end."""
ENOUGH_WORDS = 2
"""An anchor with so many words beside its number says by itself what the number is."""
_SYMBOL = re.compile(r"[^\W\d_]['′]?\w{0,8}\s?[=≈≤≥<>≪≫]\s?\Z")
_VALUE_OF = re.compile(r"(?<!\S)([^\s,;:()]{1,20})\s?[=≈≤≥<>≪≫]\s?\Z")
_SIGN = re.compile(r"[=≈~≤≥<>≪≫]")
_LONE_SYMBOL = re.compile(r"(?<!\w)(?![aAI](?!\w))[^\W\d_](?!\w)")
_ASIDE = re.compile(
    r"[,，](?! \w{3,20}ed (?:over|across|on|by|in|into|to|among|between|with|for|as|at)\b)"
    r"|[:：()（）?!。？！]|\.(?=\s|[A-Z])|\b(?:and|or)\b|[和与或]"
)
"""What ends the phrase that a number opens; a participle (``, spread over 256 GPUs``) goes on with it."""
_OWNED = re.compile(r"(?:\b(?:the|its|their|his|her|our|this|that|these|those)|['’]s?)\s\Z", re.IGNORECASE)
"""Before a number that is somebody's: the 7 ms of the tree."""
_FROM = re.compile(r"(?P<own>\bfrom|从|由)\s*\Z", re.IGNORECASE)
_OPENS = re.compile(r"from\b|从|由", re.IGNORECASE)
_TO = re.compile(
    r"\d\S{0,6}\s?(?P<arrow>→|->|⇒)\s?\Z|(?:\bfrom|\bby|从|由)\s(?:[^.;:]|\.(?=\d)){0,20}?\d(?:[^.;:]|\.(?=\d)){0,20}?(?P<own>\bto|到|至|为)\s*\Z",
    re.IGNORECASE,
)
_THEN_TO = re.compile(r"\s*(?:to\b|[^，。；]{0,4}[到至])\s*\S{0,3}\d")
_SAID_THAT = re.compile(
    r"\W*(?:we|(?:our|the|these) (?:results?|experiments?|measurements?)|(?:figure|table) \d+)\b.*"
    r"\b(?:show|demonstrat|f[io]u?nd|observ|note|see|saw|report|indicat|confirm|suggest|reveal|verif|mean)\w*\s"
    r"that\b",
    re.DOTALL | re.IGNORECASE,
)
"""What comes before a clause with a subject of its own."""
_DEFINED = re.compile(r"\w\s?[=≈:]\s?\Z")
_ADVERBIAL = re.compile(r"[^,，]{1,60}[,，]\s?", re.DOTALL)
_ARTICLE = re.compile(r"\W*(?:(?:the|an?|our|this)\W*)?", re.IGNORECASE)
_CLAUSE_OPENS = re.compile(r"(?:\A|[.!?]\s|\n\n|\bthat\s)(?:(?:The|the|Our|our|Its|its|An?|an?)\s)?\Z")
_PLACE_AND_BE = re.compile(
    r"(?P<places>(?: ?(?:on|in|at|for|of|with|under|across|over|using)(?: [\w,.-]{1,24}){1,5}){1,3})"
    r" (?:is|was|are|were)(?: only)?"
)
_PREPOSITION = re.compile(r"\b(?:on|in|at|for|of|with|under|across|over|using)\b(?: the| an?| our)?")
_RESPECTIVELY = re.compile(r"\brespectively\b|\bin (?:that|this|the same) order\b|分别|依次", re.IGNORECASE)
_EITHER = re.compile(r"\bor\b|[或]", re.IGNORECASE)
_JOINT = re.compile(r"\s*(?:,|，|、|,?\s*\b(?:and|or)\b|和|与|或)\s*\Z")
_JOINED_BEFORE = re.compile(r"(?:,|，|、|\b(?:and|or)|和|与|或)\s*(?:(?:the|an?|its|their) )?\Z")
_JOINED_AFTER = re.compile(r"\s*(?:,\s[^.;:,]{1,40})?,?\s*(?:(?:and|or)\b|、|和|与|或)")


def bound(
    page: Page, window: Window, place: Judged, alike: Sequence[Weighed], observed: Quantity, strict: bool
) -> Judged:
    """The *place* of a number inside an anchor, if it belongs to the anchors; else why not.

    Anchors after the sentence or row of the number never bind it; those of earlier sentences do when they
    stand near it in the same block, with no other number of its kind between. A displayed formula has its own
    block; in a table no anchor stands in another row, nor in the header of another column.
    """
    place = in_its_row(page, window, place, observed)
    if place.outcome is not Outcome.VERIFIED:
        return place
    token = place.token or (window.start, window.end)
    own = [hit for hit in window.hits if hit[0] < token[1] and token[0] < hit[1]]
    others = [hit for hit in window.hits if hit not in own]
    home = reading_of(page, *token)
    away = [hit for hit in others if hit[0] < home.start or home.end < hit[1]]
    if strict and not is_row(page.text, token[0]) and _cuts_list(page, home, own, token):
        return _loose(place, f"{place.found!r} is one of a list whose other members an anchor cuts off")
    if not others:
        return place
    if is_row(page.text, token[0]):
        if len(away) == len(others):
            return not_in_row(place)
        place = _not_after(place, away, home)
        if strict and place.outcome is Outcome.VERIFIED:
            place = _row_named(page, place, home, (*own, *others), away)
        return in_column(page, window, place, home, observed) if strict else place
    words = own_words(page, own, token)
    near = [hit for hit in others if hit not in away]
    if words and observed.expression is not None:
        return place

    def in_its_sentence(place: Judged) -> Judged:
        if near:
            adjoining = strict and not words and observed.expression is None
            return _named(page, place, home, own, near, observed, adjoining)
        if any(hit[0] >= home.end for hit in away):
            return _not_after(place, away, home)
        if not words and observed.expression is None:
            return _loose(place, f"no anchor beside {place.found!r} says in its own sentence what it is")
        return _not_far(page, place, max(hit[1] for hit in away), alike, observed)

    if strict and observed.expression is None:
        place = _of_one(page, place, home, own, near, away, words)
    return weighed_with(place, in_its_sentence)


def _of_one(
    page: Page,
    place: Judged,
    home: Reading,
    own: Sequence[Hit],
    near: Sequence[Hit],
    away: Sequence[Hit],
    words: int,
) -> Judged:
    """A number with all its anchors said of one thing: nothing that may be another stands between those of
    its sentence, nor, when others stand elsewhere, before them."""
    token = place.token or min((*own, *near))
    whole = min(hit[0] for hit in (token, *own)), max(hit[1] for hit in (token, *own))
    _, paired = _list_of(page, home, token)  # its order tells whose each number is
    between = None if paired else parted(page.text, home.start, near, whole, token[0])
    if between is not None and not _is_subject(page.text, max(near), page.text[max(near)[1] : whole[0]]):
        return another(page, place, between.left_out, between.sure)
    if not away or _DEFINED.search(page.text, whole[0], token[0]):
        return place
    heads = [span.start for span in page.spans if span.role[0] == "h"]
    for hit in away:
        if is_apart(page.text, hit, home.start) or any(hit[1] <= head < home.start for head in heads):
            message = f"{shown(page, *hit)!r} stands in another item or section than {place.found!r}"
            return replace(place, outcome=Outcome.AMBIGUOUS, cause="another-thing", message=message)
    first = min(hit[0] for hit in (whole, *near))
    opening = page.text[home.start : first]
    said = _SAID_THAT.match(opening)
    opening = opening if said is None else opening[said.end() :]
    if words_of(opening) > 0 and not (near and _ADVERBIAL.fullmatch(opening)):
        begins = " ".join(opening.split())
        message = f"the sentence of {place.found!r} begins with {begins!r}, which no anchor holds"
        return another_thing(place, message, (first - len(opening), first))
    chain = sorted(hit for hit in (*near, whole) if hit[1] <= whole[1])
    left_out = next(
        (gap for a, b in pairwise(chain) if words_of(page.text[slice(*(gap := (a[1], b[0])))])), None
    )
    if left_out is not None:
        return another(page, place, left_out)
    if near:
        return place
    alone = not LATIN.search(opening) or _ARTICLE.fullmatch(opening) is not None
    if any(is_name(page.text, hit) for hit in away) or (alone and words >= ENOUGH_WORDS):
        return place
    lone = shown(page, *away[0])
    return _loose(
        place, f"{lone!r} stands in another sentence than {place.found!r} and names nothing by itself"
    )


def _row_named(page: Page, place: Judged, home: Reading, hits: Sequence[Hit], away: Sequence[Hit]) -> Judged:
    """A number of a row: an anchor in the row has words beside its numbers, or one elsewhere is a name or
    stands over the column."""
    token = place.token or hits[0]
    inside = [hit for hit in hits if hit not in away]
    if any(_names(_without_numbers(page, home, hit)) for hit in inside):
        return place
    if not away or any(is_name(page.text, hit) or stands_over(page, hit, token) for hit in away):
        return place
    message = (
        f"{shown(page, *away[0])!r} stands outside the row of {place.found!r} and names nothing by itself"
    )
    return replace(place, outcome=Outcome.AMBIGUOUS, cause="row-not-anchored", message=message)


def _without_numbers(page: Page, home: Reading, hit: Hit) -> str:
    parts, at = [], hit[0]
    for start, end, _ in home.tokens():
        if hit[0] <= start < hit[1]:
            parts.append(page.text[at:start])
            at = min(end, hit[1])
    return " ".join([*parts, page.text[at : hit[1]]])


def _not_after(place: Judged, away: Sequence[Hit], home: Reading) -> Judged:
    if not any(hit[0] >= home.end for hit in away):
        return place
    message = f"an anchor stands after the sentence or row of {place.found!r}"
    return replace(place, outcome=Outcome.AMBIGUOUS, cause="anchor-after", message=message)


def beside(page: Page, window: Window, place: Judged, strict: bool) -> Judged:
    """The *place* of a number beside the anchors, if no contrast parts them (*strict*: it stands right beside
    them) and it is no end of a change."""
    token = place.token or (window.start, window.end)
    if _change(page.text, token) is not None:
        return _loose(place, f"{place.found!r} is one end of a change")
    gap = page.text[window.end : token[0]] if token[0] >= window.end else page.text[token[1] : window.start]
    parts = f"another clause parts the anchors and {place.found!r}"
    if CONTRAST.search(gap):
        return _loose(place, parts)
    if not strict or is_row(page.text, token[0]):
        return place
    home = reading_of(page, *token)
    near = [hit for hit in window.hits if home.start <= hit[0] and hit[1] <= home.end]
    found = _of_one(page, place, home, [], near, [hit for hit in window.hits if hit not in near], 0)
    aside = _ASIDE.search(gap) is not None
    if found.outcome is not Outcome.VERIFIED and not found.asks:
        return found
    if aside and token[1] <= window.start and is_name(page.text, window.hits[0]):
        return _loose(place, parts)  # next to the 7 ms of Beta, Alpha
    if aside or words_of(gap) > 1 or _OWNED.search(gap):
        return _loose(place, parts, asks=True)
    return found


def _loose(place: Judged, message: str, asks: bool = False) -> Judged:
    hint = f"{message}; let the anchor of the number hold the words that say what it is"
    return replace(place, outcome=Outcome.AMBIGUOUS, cause="another-between", message=hint, asks=asks)


def _not_far(page: Page, place: Judged, low: int, alike: Sequence[Weighed], observed: Quantity) -> Judged:
    """A number whose anchors end at *low*, in an earlier sentence."""
    high = place.token[0] if place.token else low
    between = [item for item in alike if low <= item.start and item.end <= high]
    apart = observed.expression is None and "\n\n" in page.text[low:high]
    if between or apart or high - low > MAX_AWAY:
        other = shown(page, between[0].start, between[0].end) if between else "the end of a block"
        return _loose(place, f"{other!r} stands between the anchors and {place.found!r}")
    return place


def _named(
    page: Page,
    place: Judged,
    home: Reading,
    own: Sequence[Hit],
    near: Sequence[Hit],
    observed: Quantity,
    adjoining: bool,
) -> Judged:
    """A number whose own anchor does not say what it is: one of the anchors *near* it does, with
    *adjoining* one that stands right beside it."""
    token = place.token or near[0]
    listed, paired = _list_of(page, home, token)
    if paired:
        if any(_in_order(page.text, hit, listed, token) for hit in near):
            return place
        return _loose(place, f"{place.found!r} is one of a list whose order tells what each number is")
    rivals = [
        (item.start, item.end)
        for item in weighed_tokens(home, observed, False)
        if is_rival(item, token, observed)
        and not any(item.start < end and start < item.end for start, end in listed)
    ]
    change = _change(page.text, token)
    if change is not None and not any(hit[0] <= change[1] < hit[1] for hit in (*own, *near)):
        return _loose(place, f"{place.found!r} is one end of a change")
    barred = [rival for rival in rivals if change is None or not change[0] <= rival[0] <= token[0]]
    whole = min(hit[0] for hit in (token, *own)), max(hit[1] for hit in (token, *own))
    barred = [rival for rival in barred if not _other_symbol(page.text, rival, token, near)]
    if JOINS.match(page.text, *whole) and own_words(page, own, token) >= ENOUGH_WORDS:
        barred = []  # and stop in 7 ms: whatever has that number, the anchor holds it
    opens = words_of(page.text[whole[0] : token[0]]) > 0
    if any(_reaches(page.text, hit, whole, barred, adjoining, opens) for hit in near):
        return place
    either = _EITHER.search(page.text, listed[0][0], listed[-1][1]) is not None
    asks = not either and any(
        _reaches(page.text, hit, whole, barred, False, opens)
        and not any(rival[1] <= hit[0] for rival in barred)  # 5 ms for the ring and 7 ms
        for hit in near
    )
    if barred:
        message = f"{shown(page, *barred[0])!r} stands in the sentence of {place.found!r} as well"
        return _loose(place, message, asks)
    return _loose(place, f"another clause parts the anchors and {place.found!r}", asks)


def _other_symbol(text: str, rival: Hit, token: Hit, near: Sequence[Hit]) -> bool:
    """Whether two numbers are the values of two symbols (``a = 96, h = 12288``), with nothing else said
    between an anchor and the number."""
    one, other = (_VALUE_OF.search(text, max(0, hit[0] - 24), hit[0]) for hit in (rival, token))
    if one is None or other is None or one[1] == other[1]:
        return False
    low = max((hit[1] for hit in near if hit[1] <= rival[0]), default=rival[0])
    return words_of(text[low : rival[1]]) == 0


def _reaches(text: str, hit: Hit, whole: Hit, barred: Sequence[Hit], adjoining: bool, opens: bool) -> bool:
    """Whether nothing parts an anchor that names something from the *whole* of a number's own."""
    low, high = (hit[1], whole[0]) if hit[1] <= whole[0] else (whole[1], hit[0])
    if any(low <= other[0] and other[1] <= high for other in barred):
        return False
    if barred and not _names(text[slice(*hit)]):
        return False
    gap = text[low:high]
    owned = low == hit[1] and _OWNED.search(gap) is not None  # the 7 ms of the tree
    if adjoining and (words_of(gap) > 1 or owned or _ASIDE.search(gap)) and not _is_subject(text, hit, gap):
        return False
    if low == hit[1]:
        return not contrasts(gap, opens)
    return CONTRAST.search(gap) is None and _ASIDE.search(gap) is None


def _is_subject(text: str, hit: Hit, gap: str) -> bool:
    """Whether an anchor opens its clause and only phrases of place and a form of *be* part it from the
    number: ``the start-up time on 2,048 GPUs is`` 7 s.
    """
    if (
        words_of(text[slice(*hit)]) < ENOUGH_WORDS
        or _CLAUSE_OPENS.search(text, max(0, hit[0] - 40), hit[0]) is None
    ):
        return False
    found = _PLACE_AND_BE.fullmatch(" ".join(gap.split()))
    if found is None:
        return False
    for phrase in _PREPOSITION.split(found["places"])[1:]:
        words = [word for word in phrase.split() if word.islower()]
        if any(word.endswith(("ed", "ing")) for word in words) or any(
            word.endswith("s") for word in words[:-1]
        ):
            return False
    return True


def _change(text: str, token: Hit) -> Hit | None:
    """Where a change (``from 5 to 7``, ``by 5 to 95``) begins, and where the number's preposition stands."""
    before = text[max(0, token[0] - 60) : token[0]]
    match = _TO.search(before)
    if match is None and _THEN_TO.match(text, token[1]):
        match = _FROM.search(before)
    if match is None:
        return None
    skipped = token[0] - len(before)
    return skipped + match.start(), skipped + match.start(match.lastgroup or 0)


def begun_by(text: str, token: Hit, hits: Sequence[Hit]) -> Hit | None:
    """The stretch, from its *from* on, in which a change ends in the number at *token* (``cut from 6 GB to
    3 GB``), where one of *hits* holds it with the word that says that it is a change, and no range."""
    change = _change(text, token)
    if change is None or _OPENS.match(text, change[0]) is None:
        return None
    told = any(
        hit[0] < change[0] and token[1] <= hit[1] and is_change(text[hit[0] : change[0]]) for hit in hits
    )
    return (change[0], token[0]) if told else None


def _list_of(page: Page, home: Reading, token: Hit) -> tuple[list[Hit], bool]:
    """The list (``5, 6 and 7 ms``) that has the number, and whether another list of the sentence is paired
    with it, item by item: the sentence says so, or has one as long (``4, 8 and 16 cards``)."""
    runs: list[list[Hit]] = []
    for start, end, _ in home.tokens():
        if runs and _JOINT.fullmatch(page.text[runs[-1][-1][1] : start]):
            runs[-1].append((start, end))
        else:
            runs.append([(start, end)])
    own = next((run for run in runs if any(a < token[1] and token[0] < b for a, b in run)), [token])
    others = [len(run) for run in runs if run is not own]
    if len(own) == 1:
        return own, False
    return own, len(own) in others or _RESPECTIVELY.search(home.text.plain) is not None


def _cuts_list(page: Page, home: Reading, own: Sequence[Hit], token: Hit) -> bool:
    """Whether the number's own anchor begins with a later one of several things that share a list of numbers
    (``zinc melt at 327 °C`` of ``Tin and zinc melt at 327 °C and 420 °C``), and it is not the last number."""
    listed, _ = _list_of(page, home, token)
    last = len(listed) > 1 and not (listed[-1][0] < token[1] and token[0] < listed[-1][1])
    return last and any(
        _JOINED_BEFORE.search(page.text[max(0, hit[0] - 12) : hit[0]]) is not None
        for hit in own
        if hit[0] < listed[0][0]
    )


def _in_order(text: str, hit: Hit, listed: Sequence[Hit], token: Hit) -> bool:
    """Whether an anchor has the place among its own neighbours that the number has in its list."""
    before = _JOINED_BEFORE.search(text[max(0, hit[0] - 12) : hit[0]]) is not None
    before = before or JOINS.match(text, *hit) is not None
    after = _JOINED_AFTER.match(text, hit[1]) is not None
    place = next(at for at, (start, end) in enumerate(listed) if start < token[1] and token[0] < end)
    if hit[1] > listed[0][0]:
        return False
    if place == 0:
        return after and not before
    if place == len(listed) - 1:
        return before and not after
    return len(listed) == 3 and before and after


def own_words(page: Page, own: Sequence[Hit], token: Hit) -> int:
    """How many words of meaning the anchors of a number have beside it; a symbol that it is the value of
    (``K = 12``) is enough."""
    count = 0
    for start, end in own:
        before, after = page.text[start : max(start, token[0])], page.text[min(end, token[1]) : end]
        signed = _SIGN.match(page.text, token[0]) is not None and before.strip()[-1:].isalpha()
        if signed or _SYMBOL.search(before):
            return ENOUGH_WORDS
        words = words_of(before) + words_of(after)
        joined = words > 0 and JOINS.match(before) is not None  # goes on from what stands before it
        count += words + joined
    return count


def _names(text: str) -> bool:
    """Whether an anchor names anything: by a word, or by a symbol."""
    return words_of(text) > 0 or _LONE_SYMBOL.search(text) is not None


def is_name(text: str, hit: Hit) -> bool:
    """Whether an anchor names something by itself, wherever it stands: by words, by one that is a name
    (``MegaRing``, ``H800``, a capital inside a sentence), or by a symbol."""
    own = text[slice(*hit)]
    if words_of(own) != 1:
        return _names(own)
    if any(sign.isdigit() for sign in own) or any(word[1:] != word[1:].lower() for word in own.split()):
        return True
    before = text[: hit[0]].rstrip()[-1:]
    return any(word[0].isupper() for word in own.split()) and before not in ("", ".", "!", "?", ":")


def names_any(page: Page, window: Window, token: Hit, unit: str) -> bool:
    """Whether the anchors say anything but the number; what it counts (``7 images``) is something."""
    own = [hit for hit in window.hits if hit[0] < token[1] and token[0] < hit[1]]
    others = [hit for hit in window.hits if hit not in own]
    counted = resolve(unit).counts and unit != "1"
    if counted or own_words(page, own, token) > 0:
        return True
    home = reading_of(page, *token)
    return any(
        _names(page.text[slice(*hit)]) and (home.start <= hit[0] < home.end or is_name(page.text, hit))
        for hit in others
    )
