"""Flat Monte Carlo: playouts for every legal action, the best average (004 section 4.2).

Rounds of one playout for each action, in random order, so that a budget that ends within a round
favours no kind of action.
"""

import numpy as np

from ...engine.kernels.compiled import part
from ...engine.kernels.options import find_options, list_options
from ...engine.kernels.transitions import apply_action
from ..evaluation.evaluate import evaluate
from ..rollout.order import shuffle
from ..rollout.playout import play_out
from .iterate import within_budget
from .root import restart

U64 = np.uint64


@part
def monte_carlo(rules, root_state, state, scratch, work, params):
    """Return the action whose playouts end best on average."""
    find_options(rules, root_state, scratch)
    count = list_options(scratch, work.listed)
    shuffle(scratch, work.listed, count)
    for i in range(count):
        work.totals[i] = 0.0
    played = 0
    while (params.playouts == 0 or played < params.playouts * count) and (
        within_budget(work, params, 1)
    ):
        i = played % count
        restart(rules, state, root_state, scratch)
        apply_action(rules, state, U64(work.listed[i]))
        work.advances += 1
        play_out(rules, state, scratch, work, params)
        work.totals[i] += evaluate(rules, state, scratch, params, U64(root_state.player))
        work.iterations += 1
        played += 1
    best, best_action = -np.inf, U64(work.listed[0])
    for i in range(min(played, count)):
        mean = work.totals[i] / float(played // count + (1 if i < played % count else 0))
        if mean > best:
            best, best_action = mean, U64(work.listed[i])
    return best_action
