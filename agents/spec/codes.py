"""Numbers by which specs and kernels mean the same things; needs no numpy."""

from typing import Final

# Agents by number: which way of choosing the kernels take.
RANDOM, WEIGHTED, MONTE_CARLO, TREE, NEGAMAX, RHEA, TURNS = range(7)

# Playout policies.
UNIFORM, BY_KIND, HEURISTIC = range(3)

# Which actions a node of the tree gets, and in which order they are tried.
ALL, RANKED, SCRIPTS, FAVOURABLE = range(4)

# What negamax values positions by.
BY_VALUE, BY_MATERIAL = range(2)

# Kinds of actions that weighted random play distinguishes, in the order of `kind_weights`.
ATTACKS, COMMANDS, MOVES, SELECTS, ENDS = range(5)
KINDS: Final = ("attack", "command", "move", "select", "end")
