"""Games of agents that choose one action after the other, inside one kernel."""

from typing import Final

import numpy as np

from ..engine.kernels.compiled import jit
from ..engine.kernels.layout import NO_WINNER
from ..engine.kernels.random import mix
from ..engine.kernels.transitions import apply_action
from .search.choose import choose, forget
from .search.iterate import is_chance
from .search.tree import follow

U64 = np.uint64

# What a call of the kernel is for: a game, one choice, a longer look at the same, more of a game.
PLAY, LOOK, LOOK_LONGER, PLAY_ON = range(4)

NEVER: Final = 2
"""In place of the player at whose turn a kernel stops."""


@jit
def play_actions(
    rules,
    game,
    state,
    scratch,
    work,
    first,
    second,
    memory_0,
    memory_1,
    seed,
    task,
    seen,
    stop,
    out,
    spent,
):
    """Play until the game or `out`, which takes the actions, ends, or until a player's turn.

    Return the number of actions. To look is to choose one action without playing it; to look
    longer, by resuming the same search. `seen` are the actions of another kernel since the last
    call.
    """
    work.resume = task == LOOK_LONGER
    if task in (PLAY, LOOK):
        forget(memory_0)
        forget(memory_1)
        scratch.random = mix(seed)
    for i in range(seen.shape[0]):
        by_chance = is_chance(rules, U64(seen[i]))
        follow(memory_0.tree, U64(seen[i]), by_chance)
        follow(memory_1.tree, U64(seen[i]), by_chance)
    actions = 0
    while game.winner == NO_WINNER and actions < out.shape[0] and np.int64(game.player) != stop:
        player = U64(game.player)
        params = first if player == U64(0) else second
        memory = memory_0 if player == U64(0) else memory_1
        action = choose(rules, game, state, scratch, work, params, memory)
        out[actions] = action
        actions += 1
        spent[player, U64(0)] += 1
        spent[player, U64(1)] += work.advances
        spent[player, U64(2)] += work.iterations
        if task in (LOOK, LOOK_LONGER):
            break
        by_chance = is_chance(rules, action)
        follow(memory_0.tree, action, by_chance)
        follow(memory_1.tree, action, by_chance)
        apply_action(rules, game, action)
    return actions
