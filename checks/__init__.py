"""One rule a file. A check is a pure ``judge()`` and thin I/O around it; see ``ledger.registry``."""
