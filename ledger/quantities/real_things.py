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
TELLS = re.compile(
    r"(?-i:(?<![A-Za-z])[A-Z][A-Za-z]*-?\d"
    r"|(?<![A-Za-z])(?!(?:A|Af|B|E|F|I|O|P|S|T|W)[a-z]{1,5} )[A-Z][a-z]+ \d"
    r"|[a-z,，的在是和与] ?[A-Z][a-z]{2,}|[A-Z][a-z]+[A-Z])"
    r"|(?:19|20)\d\d ?年|\bin (?:19|20)\d\d\b"
    r"|\b(?:the|its|their|our|those|these) \d|\d (?:out )?of (?:the|its|our|their|all)\b"
    r"|\b(?:typical(?:ly)?|average|modern|standard|common(?:ly)?|usual(?:ly)?|most|our|study|studies|the team"
    r"|was|had|took|ran|found|began|made|gave|got|went|came|saw|fell|rose|grew|held|kept|lost|won|sold|spent"
    r"|built)\b"
    r"|(?<!is )(?<!are )(?<!be )\b(?!need|speed|feed|seed)[a-z]{3,}ed\b(?! (?:at|by|among|into|with)\b)"
    r"|[用花跑卖]了|普通|典型|标准|通常|平均每|一般来|大多|我们的|研究|本系统|目前|现有|今年|去年",
    re.I,
)
"""A thing that there is, a thing in general, or what came to pass."""
