"""Numeric oracles: cases obtained from other implementations and papers, run through the public API.

``python -m tests.oracles FILE.json`` runs a file of cases; ``tests.oracles.adapters`` holds one module
per family of cases, each with a table ``ADAPTERS`` from ``(area, sub)`` to a function that turns a
case's inputs into answers.
"""
