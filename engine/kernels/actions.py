"""Actions as numbers.

An action is 32 bits: its kind, whom or where it is about, and for a move what it costs.

    bits 0-8    the square's code (move), the troop's number (select, attack, commands), or 0
    bits 9-12   the kind: END, SELECT, MOVE, ATTACK, or COMMAND + the command's number
    bits 16-23  movement points (move), else 0
"""

from typing import Final

import numpy as np

from .compiled import inline

END: Final = np.uint64(0)
SELECT: Final = np.uint64(1)
MOVE: Final = np.uint64(2)
ATTACK: Final = np.uint64(3)
COMMAND: Final = np.uint64(4)

MAX_ACTIONS: Final = 1024
"""Room for every legal action of any position: at most 400 + 16 + 16 + 9 * 16 + 1."""

KIND_SHIFT: Final = 9
KIND_MASK: Final = 15
SUBJECT_MASK: Final = 511
_KIND_SHIFT, _COST_SHIFT = np.uint64(KIND_SHIFT), np.uint64(16)
_KIND_MASK, _SUBJECT_MASK = np.uint64(KIND_MASK), np.uint64(SUBJECT_MASK)


@inline
def encode(kind, subject):
    """Return the action of a kind about a square or troop."""
    return (kind << _KIND_SHIFT) | subject


@inline
def kind_of(action):
    """Return an action's kind."""
    return (action >> _KIND_SHIFT) & _KIND_MASK


@inline
def subject_of(action):
    """Return the square code or troop number an action is about."""
    return action & _SUBJECT_MASK


@inline
def cost_of(action):
    """Return the movement points a move takes."""
    return action >> _COST_SHIFT
