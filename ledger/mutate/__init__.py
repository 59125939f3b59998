"""Mutation: the proof that the checks would notice.

Every bound number of a page (digit, sign, unit, divisor, scale, exponent, comparator, denial, factor, range,
decimal point, operator) and every claim (value, unit, comparator, page, section, source, formula input) is
changed, one change at a time, in memory; the checks must report each change. A control that changes nothing
must leave them as they were.

:mod:`~ledger.mutate.numbers`  changes of one printed number: pure, text to text
:mod:`~ledger.mutate.words`    changes of the words of one
:mod:`~ledger.mutate.pages`    the mutants of a page
:mod:`~ledger.mutate.claims`   the mutants of a claim
:mod:`~ledger.mutate.run`      runs the checks on mutants, in parallel, and tells who survived
"""
