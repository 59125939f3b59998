"""Evidence ledger: every number on a technical page, linked to its place in a primary source."""

__version__ = "0.1.0"
