"""Rolling horizon evolution: plans of own actions, evolved decision by decision (002 section II.B).

A plan is `horizon` own actions. To judge it, it is played from the position, the opponent's turns
by the playout policy, and the value at the end is its fitness. An action that is not legal there is
repaired, by the best script or at random, and the repair is kept in the plan.

Each step changes a copy of one plan, chosen by a tournament of two: it may be crossed with another,
and a share `mutation` of its places gets any action that a script would do, or any legal one. If it
is no worse than the worst plan it takes its place; if it looks the best it is judged once more, for
opponents that happened to play badly. Between decisions plans lose their first action and are kept.
The first plan begins as the scripts would play, the others at random.
"""

from typing import Final

import numpy as np

from ...engine.kernels.actions import ATTACK, COMMAND, END, MOVE, SELECT, kind_of, subject_of
from ...engine.kernels.compiled import helper, inline, part
from ...engine.kernels.layout import NO_WINNER
from ...engine.kernels.options import bit, find_options, move_to
from ...engine.kernels.playout import random_action
from ...engine.kernels.random import draw
from ...engine.kernels.transitions import apply_action
from ..evaluation.evaluate import evaluate
from ..rollout.playout import policy_action
from ..scripts.library import assign_scripts, scripted_action
from .iterate import within_budget
from .root import restart

U64 = np.uint64
_0, _1, _6, _63 = (np.uint64(n) for n in (0, 1, 6, 63))

MAX_POPULATION: Final = 32
MAX_HORIZON: Final = 64
NO_GENE: Final = np.uint32(0xFFFFFFFF)
"""An action still open: repair chooses it."""
ANY_GENE: Final = np.uint32(0xFFFFFFFE)
"""An action still open: chosen at random."""

PLANS: Final = np.dtype(
    (
        np.record,
        [
            ("genes", np.uint32, (MAX_POPULATION + 1, MAX_HORIZON)),  # the last row is the trial
            ("fitness", np.float64, (MAX_POPULATION,)),
            ("alive", np.int64),  # 1 once there are plans for this game
        ],
    )
)


@helper
def is_legal(scratch, action):
    """Return whether an action is among those `find_options` found."""
    kind, subject = kind_of(action), subject_of(action)
    if kind == END:
        return scratch.end != 0
    if kind == SELECT:
        return (U64(scratch.selects) & bit(subject)) != _0
    if kind == ATTACK:
        return (U64(scratch.attacks) & bit(subject)) != _0
    if kind == MOVE:
        return (
            scratch.move_count != 0
            and ((scratch.moves[subject >> _6] >> (subject & _63)) & _1) != _0
        )
    command = kind - COMMAND
    usable = (U64(scratch.commands) >> command) & _1
    return usable != _0 and (U64(scratch.targets[command]) & bit(subject)) != _0


@helper
def new_gene(rules, state, scratch, work, params, anything):
    """Return an action for a plan: the best script's, or any of theirs; or any legal one."""
    if not params.scripted:
        return random_action(rules, state, scratch)
    if anything:
        count = assign_scripts(rules, state, scratch, work, params.script_weights)
        return U64(work.listed[draw(scratch, U64(count))])
    return scripted_action(rules, state, scratch, work, params.script_weights)


@helper
def judge(rules, root_state, state, scratch, work, params, plans, row):
    """Play a plan, repair it, and return its fitness."""
    restart(rules, state, root_state, scratch)
    player = root_state.player
    place = 0
    while place < params.horizon and state.winner == NO_WINNER:
        if state.player == player:
            gene = plans.genes[row, place]
            action = U64(gene)
            find_options(rules, state, scratch)
            if gene >= ANY_GENE or not is_legal(scratch, action):
                anything = gene == ANY_GENE
                action = new_gene(rules, state, scratch, work, params, anything)
                plans.genes[row, place] = action
            elif kind_of(action) == MOVE:
                action = priced(scratch, action)
            place += 1
        else:
            action = policy_action(rules, state, scratch, work, params)
        apply_action(rules, state, action)
        work.advances += 1
    work.iterations += 1
    return evaluate(rules, state, scratch, params, U64(player))


@inline
def priced(scratch, action):
    """Return a legal move with what it costs in this position."""
    return move_to(scratch, subject_of(action))


@helper
def breed(scratch, params, plans):
    """Write a changed copy of a good plan to the trial's row."""
    size = U64(params.population)
    a, b = draw(scratch, size), draw(scratch, size)
    if plans.fitness[b] > plans.fitness[a]:
        a = b
    other = draw(scratch, size)
    cross = draw(scratch, U64(2)) == _0
    changes = max(params.mutation * float(params.horizon), 1.0)
    limit = U64(changes / float(params.horizon) * 4294967296.0)
    for i in range(params.horizon):
        source = other if cross and draw(scratch, U64(2)) == _0 else a
        plans.genes[size, i] = plans.genes[source, i]
        if draw(scratch, U64(4294967295)) < limit:
            plans.genes[size, i] = ANY_GENE


@inline
def best_plan(plans, size):
    """Return the row of the fittest plan."""
    best = 0
    for row in range(size):
        if plans.fitness[row] > plans.fitness[best]:
            best = row
    return best


@part
def rhea(rules, root_state, state, scratch, work, params, plans):
    """Return the first action of the best plan."""
    size = params.population
    for row in range(size):
        for i in range(params.horizon):
            if plans.alive and i + 1 < params.horizon:
                plans.genes[row, i] = plans.genes[row, i + 1]
            elif plans.alive or row == 0:
                plans.genes[row, i] = NO_GENE
            else:
                plans.genes[row, i] = ANY_GENE
        plans.fitness[row] = -np.inf
        if row == 0 or within_budget(work, params, 1):
            plans.fitness[row] = judge(rules, root_state, state, scratch, work, params, plans, row)
    while within_budget(work, params, 1):
        breed(scratch, params, plans)
        fitness = judge(rules, root_state, state, scratch, work, params, plans, size)
        if fitness > plans.fitness[best_plan(plans, size)]:
            again = judge(rules, root_state, state, scratch, work, params, plans, size)
            fitness = 0.5 * (fitness + again)
        worst = 0
        for row in range(size):
            if plans.fitness[row] < plans.fitness[worst]:
                worst = row
        if fitness >= plans.fitness[worst]:
            for i in range(params.horizon):
                plans.genes[worst, i] = plans.genes[size, i]
            plans.fitness[worst] = fitness
    plans.alive = 1
    find_options(rules, root_state, scratch)
    action = U64(plans.genes[best_plan(plans, size), 0])
    return priced(scratch, action) if kind_of(action) == MOVE else action
