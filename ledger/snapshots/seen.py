"""HTML as a reader sees it: without what is hidden or struck out, mathematics with its raised digits.

A number that the page hides, or that it strikes out for another one, is not what the page states. Style
sheets count as far as their selectors name a tag, a class or an id; a colour that is the background's is not
known.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import lxml.html
from lxml.html import HtmlElement

from ledger import styles

STRUCK = "\u200b"
"""Stands between the digits that a struck one parted; a reader of numbers calls them ambiguous."""
NEVER_SEEN = (
    "script", "style", "template", "noscript", "head", "svg", "iframe", "object", "select", "datalist",
    "audio", "video", "canvas", "annotation", "annotation-xml", "mphantom", "rp",
)  # fmt: skip
_RULE = re.compile(r"([^{}]{1,2000})\{([^{}]{0,5000})\}")
_SELECTOR = re.compile(r"([a-z][a-z0-9]*)?(?:\.([\w-]+)|#([\w-]+))?", re.IGNORECASE)
MAX_STYLE = 500_000

Selector = tuple[str, str, str]
"""Tag, class and id, each ``""`` for any."""
Rules = dict[Selector, bool]
"""Selector → whether it strikes out; otherwise it hides."""


def as_seen(root: HtmlElement) -> None:
    """Remove what is not seen below *root* and mark what is raised, lowered and divided in mathematics."""
    rules = dict(_rules(root))
    with_math = _around_math(root)
    for element in list(root.iter()):
        if element is root or not isinstance(element.tag, str) or element.getparent() is None:
            continue
        if _is_unseen(element, rules) or _is_second_math(element, with_math):
            element.drop_tree()
        elif element.tag in styles.STRIKING_TAGS or _styled(element, rules, strikes=True):
            _strike(element)
    for element in list(root.iter("msup", "msub", "msubsup", "munder", "mover", "munderover")):
        _scripts(element)
    for element in list(root.iter("mfrac", "msqrt")):
        _divide(element)


def _rules(root: HtmlElement) -> Iterator[tuple[Selector, bool]]:
    for style in root.iter("style"):
        for rule in _RULE.finditer((style.text or "")[:MAX_STYLE]):
            strikes = styles.strikes(rule[2])
            if not strikes and not styles.hides(rule[2]):
                continue
            for text in rule[1].split(","):
                selector = _SELECTOR.fullmatch(text.strip())
                if selector is not None and any(selector.groups()):
                    tag, name, identifier = (part or "" for part in selector.groups())
                    yield (tag.lower(), name, identifier), strikes


def _is_unseen(element: HtmlElement, rules: Rules) -> bool:
    return element.tag in NEVER_SEEN or "hidden" in element.attrib or _styled(element, rules, strikes=False)


def _styled(element: HtmlElement, rules: Rules, strikes: bool) -> bool:
    """Whether its own style, or one for its tag, class or id, hides it or strikes it out."""
    style = element.get("style")
    if style and (styles.strikes if strikes else styles.hides)(style):
        return True
    if not rules:
        return False
    names = ["", *(element.get("class") or "").split()[:50]]
    selectors = (
        (tag, name, identifier)
        for tag in ("", element.tag)
        for name in names
        for identifier in {"", element.get("id") or ""}
    )
    return any(rules.get(selector) is strikes for selector in selectors)


def _around_math(root: HtmlElement) -> set[HtmlElement]:
    """The elements that have mathematics in them."""
    found: set[HtmlElement] = set()
    for math in root.iter("math"):
        for element in math.iterancestors():
            if element in found:
                break
            found.add(element)
    return found


def _is_second_math(element: HtmlElement, with_math: set[HtmlElement]) -> bool:
    """Whether it shows to the eye what the mathematics beside it says: drawn, it has lost what is raised."""
    return element.get("aria-hidden") == "true" and element.getparent() in with_math


def _strike(element: HtmlElement) -> None:
    before = element.getprevious()
    left = element.getparent().text if before is None else before.tail
    right = element.tail or ""
    parted = bool(left and not left[-1].isspace()) or bool(right and not right[0].isspace())
    tail = element.tail
    element.clear()
    element.tag, element.tail, element.text = "span", tail, STRUCK if parted else None


def _scripts(element: HtmlElement) -> None:
    roles = {"msup": ("sup",), "msub": ("sub",), "mover": ("sup",), "munder": ("sub",)}
    for child, role in zip(list(element)[1:], roles.get(element.tag, ("sub", "sup")), strict=False):
        script = lxml.html.Element(role)
        element.replace(child, script)
        script.append(child)
        script.tail, child.tail = child.tail, None


def _divide(element: HtmlElement) -> None:
    """A fraction and a root in one line, in brackets."""
    children = list(element)
    if element.tag == "mfrac" and len(children) == 2:
        element.text, children[0].tail, children[1].tail = "(", ")/(", ")"
    elif element.tag == "msqrt" and children:
        element.text, children[-1].tail = "√(", ")"
