"""What the kernels know of an agent: one record for all of them, and the room a search works in."""

from typing import Final

import numpy as np

from ...engine.kernels.actions import MAX_ACTIONS
from ...engine.kernels.layout import PLACES
from ...engine.rules.board import WORDS
from ...engine.rules.stats import TROOPS
from .codes import KINDS
from .script_names import SCRIPTS

MAX_PATH: Final = 512
"""Longest line from the root that a search follows."""

SCRIPT_BOARDS: Final = 26
"""Sets of squares: one for each enemy's reach and ten more."""

RINGS: Final = 20
"""Distances that two squares can have."""

PARAMS: Final = np.dtype(
    (
        np.record,
        [
            ("agent", np.int64),  # RANDOM .. TURNS
            # budget of a decision; 0: not the budget
            ("advances", np.int64),
            ("iterations", np.int64),
            # the tree
            ("expansion", np.int64),  # ALL .. FAVOURABLE
            ("tree_turns", np.int64),  # whole turns it reaches
            ("tree_actions", np.int64),  # actions it reaches
            ("exploration", np.float64),  # the constant of UCB1
            ("urgency", np.float64),  # value of an action not yet tried
            ("uniform", np.int64),  # 1: every action in turn, no bandit (random search)
            ("reuse", np.int64),  # 1: keep the part of the tree below what was played
            ("merge", np.int64),  # 1: equal positions share a node
            ("late_commands", np.int64),  # 1: only once the turn is planned without them
            ("full_turn", np.int64),  # 1: plan the whole turn, then play it
            ("growth", np.int64),  # budgets such a plan may take
            ("bias", np.int64),  # 1: UCB1 with progressive bias
            ("unprune", np.int64),  # 1: with progressive unpruning
            ("prune_share", np.float64),  # share of edges that pruning leaves
            ("pruned_after", np.float64),  # visits an edge before a node is pruned
            ("unprune_start", np.float64),  # visits an edge before one comes back
            ("unprune_base", np.float64),  # how much more for each further one
            # playouts
            ("policy", np.int64),  # UNIFORM .. HEURISTIC
            ("playouts", np.int64),  # a legal action (monte-carlo)
            ("rollout_turns", np.int64),  # whole turns a playout lasts
            ("rollout_actions", np.int64),  # actions a playout lasts at most
            ("kind_weights", np.float64, (len(KINDS),)),
            ("script_weights", np.float64, (len(SCRIPTS),)),
            # other ways of choosing
            ("depth", np.int64),  # actions, or turns over scripts, that negamax looks ahead
            ("heuristic", np.int64),  # BY_VALUE, BY_MATERIAL
            ("population", np.int64),  # plans that rhea evolves
            ("horizon", np.int64),  # own actions of a plan
            ("scripted", np.int64),  # 1: plans are repaired by scripts, 0: at random
            ("mutation", np.float64),  # share of a plan's actions that change
            ("approach", np.float64),  # what a square nearer to the enemy is worth over scripts
            ("noise", np.float64),  # most that is added to a value over scripts at random
            # whole turns
            ("alphabeta", np.int64),  # 1: alpha-beta instead of Monte Carlo tree search
            ("root_width", np.int64),  # turns looked at, at the root
            ("reply_width", np.int64),  # and below it
            ("reply_wide", np.int64),  # 1: many moves and squares below the root too
            ("root_orders", np.int64),  # turns that are given commands, at the root
            ("reply_orders", np.int64),  # and below it
            ("rounds", np.int64),  # commands that one turn is given at most
            ("calm_share", np.float64),  # of the budget where no attack is in reach
            ("temperature", np.float64),  # difference of values that makes a prior e times larger
            ("mix", np.float64),  # share of minimax in a value, the rest is the mean
            # the state value
            ("material", np.float64),
            ("alive", np.float64),
            ("points", np.float64),
            ("half_points", np.float64),  # command points that are worth half of `points`
            ("cooldown", np.float64),
            ("threat", np.float64),
            ("scale", np.float64),
            ("reward", np.float64),  # the command points of a kill, in an exchange
            # powers of a troop's numbers in its worth (whole turns)
            ("by_cost", np.float64),
            ("by_health", np.float64),
            ("by_damage", np.float64),
            ("by_movement", np.float64),
            ("by_range", np.float64),
        ],
    )
)

WORK: Final = np.dtype(
    (
        np.record,
        [
            ("enemies", np.uint64, (WORDS,)),  # squares of the enemy's troops
            ("aims", np.uint64, (WORDS,)),  # squares from which the selected troop can attack
            ("advances", np.int64),  # spent in this decision
            ("iterations", np.int64),
            ("resume", np.int64),  # 1: resume the last search, do not begin anew
            ("commands", np.int64),  # 1: nodes that were expanded without commands get theirs
            ("path", np.uint32, (MAX_PATH,)),  # edges from the root to the leaf
            ("players", np.uint8, (MAX_PATH,)),  # who chose them
            ("listed", np.uint32, (MAX_ACTIONS,)),
            ("totals", np.float64, (MAX_ACTIONS,)),  # of the listed actions' values
            ("unordered", np.uint32, (MAX_ACTIONS,)),  # the listed actions before they are ordered
            ("ranks", np.uint8, (MAX_ACTIONS,)),
            ("hints", np.float32, (MAX_ACTIONS,)),  # value * weight of the script that listed it
            ("scripts", np.uint8, (MAX_ACTIONS,)),  # that script
            ("boards", np.uint64, (SCRIPT_BOARDS, WORDS)),  # sets of squares the scripts work on
            ("danger", np.float64, (PLACES,)),  # worst attack on an own troop, or by an enemy's
            ("menace", np.uint8, (PLACES,)),  # the enemy that makes an own troop's worst attack
            ("harm", np.float64, (PLACES,)),  # of each enemy's attack on one troop
            ("harm_taken", np.int64),  # damage the troop will have taken, for which `harm` holds
            ("weighed", np.uint64),  # enemies for which `harm` holds
            ("gains", np.float64, (PLACES,)),  # of the selected troop's attack on each enemy
            # Kept, as without it tactician took 1.9 times as long, greedy 1.75 times.
            # the enemy that the boards of reach and the rings are of
            ("seen_troops", np.uint32),  # 0: none was seen
            ("seen_attackers", np.uint32),
            ("seen_x", np.uint8, (PLACES,)),
            ("seen_y", np.uint8, (PLACES,)),
            ("seen_kind", np.uint8, (PLACES,)),
            ("seen_reach", np.int32, (len(TROOPS),)),  # how far each kind moves and attacks
            ("rings", np.uint64, (RINGS, WORDS)),  # squares within k of an enemy
            ("ring_count", np.uint64),  # those that are known
        ],
    )
)
