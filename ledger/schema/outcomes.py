"""The closed set of outcomes. Only ``verified`` counts as verified; no two of them ever collapse."""

from __future__ import annotations

from enum import StrEnum


class Outcome(StrEnum):
    """What a check says of one subject."""

    VERIFIED = "verified"
    """The check looked and the claim holds."""
    CONTRADICTED = "contradicted"
    """The check looked and found something that the claim cannot agree with."""
    NOT_FOUND = "not-found"
    """The check looked at the whole of the named place and it is not there."""
    AMBIGUOUS = "ambiguous"
    """The evidence reads in more than one way (two extractors disagree; two conventions fit)."""
    UNCHECKABLE = "uncheckable"
    """It cannot be looked at: no snapshot, no text layer, a partial page."""
    BLOCKED = "blocked"
    """Somebody refused: a robot wall, a login, a policy."""
    STALE = "stale"
    """The last look is too old, or the thing looked at has changed since."""
    WAIVED = "waived"
    """A named person accepted it, with a reason and an expiry."""
    ERROR = "error"
    """The check itself failed; never stored as knowledge about the claim."""

    @property
    def passes(self) -> bool:
        """Whether CI may stay green: verified, or waived by name."""
        return self in (Outcome.VERIFIED, Outcome.WAIVED)
