"""One agent's decision: which of the ways of choosing its parameters ask for."""

from typing import NamedTuple

import numpy as np

from ...engine.kernels.compiled import helper, part
from ...engine.kernels.playout import random_action
from ..rollout.policy import weighted_action
from ..spec.codes import MONTE_CARLO, NEGAMAX, RANDOM, RHEA, WEIGHTED
from .iterate import search
from .monte_carlo import monte_carlo
from .negamax import LEVEL, MAX_DEPTH, negamax
from .rhea import PLANS, rhea
from .tree import NO_NODE, Tree, new_tree


class AgentMemory(NamedTuple):
    """What an agent keeps between its decisions, and the room it thinks in."""

    tree: Tree
    plans: np.record
    levels: np.ndarray


def new_memory() -> AgentMemory:
    """Return the empty memory of an agent."""
    return AgentMemory(new_tree(), np.zeros(1, PLANS)[0], np.zeros(MAX_DEPTH + 1, LEVEL))


@helper
def forget(memory):
    """Begin a new game."""
    memory.tree.meta.root = NO_NODE
    memory.tree.meta.planned = 0
    memory.plans.alive = 0


@part
def choose(rules, root_state, state, scratch, work, params, memory):
    """Return an agent's action."""
    work.advances = 0
    work.iterations = 0
    work.commands = 1
    if params.agent == RANDOM:
        return random_action(rules, root_state, scratch)
    if params.agent == WEIGHTED:
        return weighted_action(rules, root_state, scratch, params.kind_weights)
    if params.agent == MONTE_CARLO:
        return monte_carlo(rules, root_state, state, scratch, work, params)
    if params.agent == NEGAMAX:
        return negamax(rules, root_state, scratch, work, params, memory.levels)
    if params.agent == RHEA:
        return rhea(rules, root_state, state, scratch, work, params, memory.plans)
    return search(rules, root_state, state, scratch, work, params, memory.tree)
