"""Where the game's position enters a search: each iteration, playout or plan begins with `restart`.

What the player to move cannot know is drawn here, anew each time. Today that is what Winds of Fate
will bring where it is random: the game's secret, so every restart gets a stream of its own. A
search of whole turns restarts once.

Beside this, searches read of the game's own position only what its player knows: the turn, whose it
is, the phase, and the legal actions (`monte_carlo` lists them, `rhea` prices a move by them).
"""

from ...engine.kernels.bits import copy_record
from ...engine.kernels.compiled import inline
from ...engine.kernels.random import advance, mix


@inline
def restart(rules, state, root_state, scratch):
    """Make the state the root's again, with another future of Winds of Fate if that is random."""
    copy_record(state, root_state)
    if rules.random_winds:
        scratch.random = advance(scratch.random)
        state.stream = mix(scratch.random)
