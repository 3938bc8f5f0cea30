"""How a game is reviewed where nothing else is asked for; it imports no kernel."""

from typing import Final

REVIEWER: Final = "strong:advances=240000"
"""The agent that reviews: `strong` with eight times its budget, so that it sees more than `strong`
itself, whose turns may be reviewed."""

TOP: Final = 5
"""Marked turns that are shown."""
