"""What the engine has to tell a person, kept apart from how it is told.

The rooms below `cli/` do not print. They hand sentences to `listener`, which logs by default; the
command line replaces it by one that writes to the terminal.
"""

import logging
from collections.abc import Callable

listener: Callable[[str], None] = logging.getLogger("conquest_opt").warning

_told: set[str] = set()


def tell(sentence: str) -> None:
    """Pass a sentence on, once a process."""
    if sentence not in _told:
        _told.add(sentence)
        listener(sentence)


def compiling(room: str, *, kept: bool) -> None:
    """Tell that a room's kernels are being compiled."""
    what = "agents" if room == "agents" else "game engine"
    how_often = "once" if kept else "at every start"
    tell(f"Compiling the {what}: this happens {how_often} and takes up to a minute.")
