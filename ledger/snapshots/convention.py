"""Numbers that another language groups and divides the other way round: ``16.181`` is 16,181 in German.

Sources do not say in which convention they print their numbers. They are read as English and Chinese print
them; where the claim is what the other convention makes of the digits, whoever looks can tell, and no rule.
"""

from __future__ import annotations

import re
from dataclasses import replace

from ledger.errors import QuantityError
from ledger.quantities import Grade, Quantity, compare, parse

_GROUPED = re.compile(
    r"(?<![\d.,])[1-9]\d{0,2}(?:\.\d{3})+(?:,\d+)?(?![\d.,]\d)|(?<![\d.,])\d{1,3},\d{3}(?![\d,.]\d)"
)
_SWAPPED = str.maketrans(".,", ",.")


def agrees_elsewhere(quantity: Quantity, claimed: Quantity) -> bool:
    """Whether the printed digits are the claim's if a point groups digits and a comma divides them."""
    if _GROUPED.search(quantity.printed) is None:
        return False
    try:
        other = parse(_GROUPED.sub(lambda found: found.group().translate(_SWAPPED), quantity.printed))
    except QuantityError:
        return False
    return compare(claimed, replace(other, unit=quantity.unit)).grade is Grade.EXACT
