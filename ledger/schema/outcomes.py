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


class ProbeOutcome(StrEnum):
    """The closed set of a URL's states; no two of them ever collapse."""

    ALIVE = "alive"
    """The page or file was seen, at this address."""
    MOVED = "moved"
    """Seen, after a permanent redirect: the link should name the new address."""
    GONE = "gone"
    """The server says that it was removed on purpose (410)."""
    BROKEN = "broken"
    """The link does not do what it should: 404, 5xx, a soft 404, a loop, a missing fragment."""
    BLOCKED = "blocked"
    """Somebody keeps robots or strangers out: 401, 403, 429, a login, a challenge page."""
    TIMEOUT = "timeout"
    """No complete answer within the time for the whole URL."""
    UNREACHABLE = "unreachable"
    """No conversation: the name, the connection or the TLS handshake failed."""
    REFUSED = "refused"
    """Our own policy forbids the address, or a hop of it; it was not contacted."""
    UNSUPPORTED = "unsupported"
    """Not http(s): nothing that this prober can look at."""
    NOT_PROBED = "not-probed"
    """Nobody looked: offline, or the prober itself failed."""

    @property
    def passes(self) -> bool:
        """Whether a reader who follows the link arrives: alive or moved."""
        return self in (ProbeOutcome.ALIVE, ProbeOutcome.MOVED)

    @property
    def is_failure(self) -> bool:
        """Whether this look speaks against the URL; a wall, a policy or no look at all does not."""
        return self in (
            ProbeOutcome.GONE,
            ProbeOutcome.BROKEN,
            ProbeOutcome.TIMEOUT,
            ProbeOutcome.UNREACHABLE,
        )
