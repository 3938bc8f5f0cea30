"""What the kernels know of an agent: one record for all of them, and the room a search works in."""

from typing import Final

import numpy as np

from ..engine.actions import MAX_ACTIONS
from ..engine.board import WORDS
from .codes import KINDS

MAX_PATH: Final = 512
"""Longest line from the root that a search follows."""

PARAMS: Final = np.dtype(
    (
        np.record,
        [
            ("agent", np.int64),  # RANDOM .. TREE
            ("advances", np.int64),  # state advances a decision, 0: not the budget
            ("iterations", np.int64),  # iterations a decision, 0: not the budget
            ("policy", np.int64),  # of playouts: UNIFORM .. HEURISTIC
            ("playouts", np.int64),  # a legal action (monte-carlo)
            ("tree_turns", np.int64),  # whole turns the tree reaches
            ("tree_actions", np.int64),  # actions the tree reaches
            ("rollout_turns", np.int64),  # whole turns a playout lasts
            ("exploration", np.float64),  # the constant of UCB1
            ("urgency", np.float64),  # value of an action not yet tried
            ("ordered", np.int64),  # 1: try actions by the heuristic's order
            ("even", np.int64),  # 1: every action in turn, no bandit (random search)
            ("reuse", np.int64),  # 1: keep the part of the tree below what was played
            ("kind_weights", np.float64, (len(KINDS),)),
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
            ("path", np.uint32, (MAX_PATH,)),  # edges from the root to the leaf
            ("listed", np.uint32, (MAX_ACTIONS,)),
            ("ranks", np.uint8, (MAX_ACTIONS,)),
        ],
    )
)

NODE: Final = np.dtype(
    (
        np.record,
        [
            ("first", np.uint32),  # its first edge
            ("count", np.uint16),  # its edges; UNEXPANDED until its second visit
            ("tried", np.uint16),  # edges with at least one visit: always the first ones
            ("visits", np.uint32),
            ("player", np.uint32),  # who is to move
        ],
    )
)

EDGE: Final = np.dtype(
    (
        np.record,
        [
            ("action", np.uint32),
            ("child", np.uint32),  # NO_CHILD until its first visit
            ("visits", np.uint32),
            ("total", np.float32),  # of values for the player who chooses it
        ],
    )
)

TREE_META: Final = np.dtype(
    (
        np.record,
        [("root", np.uint32), ("nodes", np.uint32), ("edges", np.uint32), ("padding", np.uint32)],
    )
)

UNEXPANDED: Final = 65535
NO_CHILD: Final = 0
"""Node 0 is never a child."""
NO_ROOT: Final = 0
