"""The report of an explanation (to be filled)."""

from ...results.page.blocks import Section
from ..run.report import Report, StoredRun


def report(stored: StoredRun) -> Report:
    return Report("x", "y", [("s", lambda: Section("S", stored.summary()))])
