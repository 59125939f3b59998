"""The command line: the only place that turns errors into exit codes."""

from ledger.cli.app import main

__all__ = ["main"]
