"""Notices for the person at the terminal, kept apart from how they are shown.

The packages below `cli/` do not print. They hand sentences to `on_notice`, which logs by default;
the command line replaces it by a function that writes to the terminal.
"""

import logging
from collections.abc import Callable

on_notice: Callable[[str], None] = logging.getLogger("conquest_opt").warning

_reported: set[str] = set()


def report(sentence: str) -> None:
    """Pass a sentence to `on_notice`, once a process."""
    if sentence not in _reported:
        _reported.add(sentence)
        on_notice(sentence)


def compiling(package: str, *, kept: bool) -> None:
    """Report that a package's kernels are being compiled."""
    what = "agents" if package == "agents" else "game engine"
    how_often = "once" if kept else "at every start"
    report(f"Compiling the {what}: this happens {how_often} and takes up to a minute.")
