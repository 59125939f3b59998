"""What tells a thing that there is, by its name and number, from one that a text makes up."""

from __future__ import annotations

import re

REAL = (
    r"(?-i:(?:[Tt]he |[Aa]n? |[Yy]our |[Mm]y )?(?:[A-Z][\w-]{1,20} ){0,2}[A-Z][A-Za-z]{0,20}"
    r"(?:-| ?(?=\d))\d[\w.-]{0,12})"
)
"""A model by its name and number (``GPT-3``, ``Llama 3``, ``an H100``): a thing that there is."""
IS_REAL = re.compile(
    rf"{REAL}(?: (?:GPU|card|chip|node|server|model)s?)?"
    r"(?:,? (?:which )?(?:has|have|had|offers?|provides?|delivers?)\b|,? with (?:its )?\d[^,.;]{0,24}?"
    r"(?:parameters?|params|layers|[KMGT]i?B|FLOPS)\b)",
    re.I,
)
"""``an A100, which has 80 GB``: what such a thing has is a fact wherever it is said."""
