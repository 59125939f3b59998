"""Plan what is due, judge it, keep the results.

:func:`run_checks` works on a ledger in memory and keeps nothing. :func:`run` re-uses what the database
knows and adds what it learns, batch by batch, so that an interruption loses one batch at most.
"""

from ledger.runner.plan import EVERYTHING, Selection
from ledger.runner.run import Outcomes, Progress, run, run_checks

__all__ = ["EVERYTHING", "Outcomes", "Progress", "Selection", "run", "run_checks"]
