"""The list of commands. A command is imported when it is called, so that ``ledger --help`` stays quick.

``ledger/cli/NAME.py`` holds the command ``NAME`` in its attribute ``command`` (``import_.py`` for
``import``, a word that Python keeps for itself). A test holds this list against the folder, and each
summary against the command's own.
"""

from __future__ import annotations

from types import MappingProxyType

COMMANDS = MappingProxyType(
    {
        "check": "Check the ledger and report what is not verified.",
        "status": "Show where the ledger stands: counts, gaps, waivers, age.",
        "show": "Show one claim with its evidence, results and history.",
        "diff": "Show what the change since a revision does to verification.",
        "scan": "List every number of a page: where, what, how much.",
        "mutate": "Change every number, one at a time: do the checks notice?",
        "compute": "Run one formula, exactly, or list them.",
        "fetch": "Bring the sources' snapshots into the store.",
        "locate": "Find where a source says something.",
        "lock": "Remake the lock of found evidence.",
        "publish": "Write the published SQLite file for Datasette.",
        "serve": "Publish, and serve the result with Datasette.",
        "probe": "Ask every URL once and tell what it is.",
        "new": "Add a claim or a source to the ledger's files.",
        "bind": "Show a page's numbers, and suggest claims for them.",
        "import": "Add the sources of a BibTeX or CSL JSON file.",
        "export": "Print the ledger as JSON-LD, CSV or BibTeX.",
        "schema": "Print a document's JSON Schema, or write all of them.",
        "init": "Make a new ledger with one source, claim and page.",
    }
)
"""Name → one-line summary, in the order of ``ledger --help``."""


def module_of(name: str) -> str:
    """The module of the command of that name."""
    return f"ledger.cli.{'import_' if name == 'import' else name}"
