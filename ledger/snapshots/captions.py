"""Captions of tables, figures and equations."""

from __future__ import annotations

import re

from ledger.snapshots.anchors import hits_of


def has_caption(text: str, caption: str) -> bool:
    """Whether a folded page has a caption such as ``Table 3``."""
    kind, _, number = caption.partition(" ")
    number = re.sub(r"^\(?(?:tables?|tab|figures?|fig|equations?|eq)?\.? *", "", number, flags=re.IGNORECASE)
    forms = [form.format(number.rstrip(")")) for form in _CAPTIONS[kind]]
    return any(hits_of(form, text) for form in forms)


_CAPTIONS = {
    "Table": ("Table {}", "Tab. {}", "表 {}", "表{}"),
    "Figure": ("Figure {}", "Fig. {}", "图 {}", "图{}"),
    "Equation": ("({})", "Equation {}", "Eq. {}"),
}
