"""The action spaces that are compared, and what the thesis estimates of them."""

from dataclasses import replace
from typing import Any, Final

from ...engine.rules.ruleset import ActionSpace

PHASES: Final = ("selection", "movement", "moved", "rally")
"""Phases of positions as the reduced space has them; `moved` is its Combat."""


def spaces() -> dict[str, ActionSpace]:
    """Return the spaces compared, by what is switched off in them."""
    thesis = ActionSpace.thesis()
    return {
        "none": thesis,
        "single_move": replace(thesis, single_move=False),
        "trim": replace(thesis, trim=False),
        "command_window": replace(thesis, command_window="any"),
        "all": ActionSpace.full(),
    }


ESTIMATES: Final[dict[str, dict[str, Any]]] = {
    "none": {"factor": None, "text": ""},
    "single_move": {"factor": 4.79e8, "text": "up to 4.79e8 a turn"},
    "trim": {"factor": 2.0, "text": "roughly 2"},
    "command_window": {"factor": 1e6, "text": "1e6 a phase"},
    "all": {"factor": None, "text": ""},
    "merge": {"factor": None, "text": "no major effect"},
    "late": {"factor": 1e5, "text": "1e5 a phase"},
}
"""What section 6.7 of the thesis says of switching each reduction on: estimates, not measured."""
