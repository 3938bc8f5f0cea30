"""The report of a mirror match."""

from conquest_opt.arena.run.report import Report, StoredRun
from conquest_opt.results.page.blocks import Section


def report(stored: StoredRun) -> Report:
    """Return the report."""
    return Report(
        "Mirror match", "One setup.", [("score", lambda: Section("Score", stored.summary()))]
    )
