"""Every kind of agent: its parameters, their defaults and limits, and where it comes from.

Sources: 000 is the Conquest thesis, 002 portfolio MCTS with MAP-Elites, 003 the Risk agent, 004 the
thesis on agents for Dominance. Light: listing agents needs neither numpy nor numba.
"""

from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from .codes import (
    ALL,
    BY_KIND,
    BY_MATERIAL,
    BY_VALUE,
    FAVOURABLE,
    HEURISTIC,
    MONTE_CARLO,
    NEGAMAX,
    RANKED,
    RHEA,
    SCRIPTS,
    TREE,
    TURNS,
    UNIFORM,
    WEIGHTED,
)
from .parameters import (
    ALWAYS,
    APPROACH,
    DEPTH,
    KIND_WEIGHTS,
    MERGE,
    NO_REUSE,
    NOISE,
    REUSE,
    ROLLOUT,
    SCRIPT_WEIGHTS,
    URGENCY,
    Fields,
    K,
    Parameter,
    budget,
    choice,
    exploration,
    fields,
    growth,
    late,
    number,
    playouts,
    turn_weights,
    turns,
    value_weights,
)


@dataclass(frozen=True, kw_only=True)
class Kind:
    """A kind of agent."""

    name: str
    source: str
    about: str
    parameters: tuple[Parameter, ...] = ()
    fixed: Fields = ()
    """Fields of the kernels' record that make this kind what it is."""


AGENTS: Final = MappingProxyType(
    {
        kind.name: kind
        for kind in (
            Kind(name="random", source="Dominance paper §4.1", about="uniform over legal actions"),
            Kind(
                name="weighted-random",
                source="Dominance paper §4.1",
                about="a kind of action by weight, then uniform within it",
                parameters=KIND_WEIGHTS,
                fixed=fields(agent=WEIGHTED),
            ),
            Kind(
                name="monte-carlo",
                source="Dominance paper §4.2",
                about="k playouts for each action, the best average",
                parameters=(
                    *budget(advances=0),
                    number("k", 100, 0, 10**6, "playouts an action; 0: by budget", "playouts"),
                    choice(
                        "rollout",
                        "weighted",
                        "how playouts are played",
                        random=fields(policy=UNIFORM),
                        weighted=fields(policy=BY_KIND),
                    ),
                    # The paper plays to the end: here random games take hundreds of turns.
                    turns("turns", 30, "turns a playout lasts before the value", "rollout_turns"),
                    *value_weights(),
                ),
                fixed=fields(agent=MONTE_CARLO),
            ),
            Kind(
                name="negamax",
                source="Dominance paper §4.3",
                about="alpha-beta, deeper and deeper as far as the budget goes",
                parameters=(
                    *budget(),
                    number("depth", 8, 1, 16, "actions it looks ahead at most"),
                    choice(
                        "heuristic",
                        "value",
                        "the state value, or own and enemy material 3 : 5",
                        value=fields(heuristic=BY_VALUE),
                        material=fields(heuristic=BY_MATERIAL),
                    ),
                    *value_weights(),
                ),
                fixed=fields(agent=NEGAMAX),
            ),
            Kind(
                name="mcts",
                source="Dominance paper §4.4, Conquest thesis §7",
                about="plain UCT with weighted random playouts",
                parameters=(
                    *budget(),
                    exploration(),
                    turns("turns", 10, "turns a playout lasts before the value", "rollout_turns"),
                    playouts("weighted"),
                    NO_REUSE,
                    MERGE,
                    *value_weights(),
                ),
                fixed=fields(agent=TREE, expansion=ALL, urgency=ALWAYS, tree_turns=1000),
            ),
            Kind(
                name="random-search",
                source="Conquest thesis §7.3",
                about="a tree of depth one, every action alike, heuristic playouts of whole turns",
                parameters=(*budget(), ROLLOUT, *value_weights()),
                fixed=fields(
                    agent=TREE, policy=HEURISTIC, uniform=1, tree_turns=1000, tree_actions=1
                ),
            ),
            Kind(
                name="fpu",
                source="Conquest thesis §7.2",
                about="first-play urgency, actions ordered by a heuristic, tree in whole turns",
                parameters=(
                    *budget(),
                    DEPTH,
                    ROLLOUT,
                    K,
                    URGENCY,
                    playouts("heuristic"),
                    REUSE,
                    MERGE,
                    *value_weights(),
                ),
                fixed=fields(agent=TREE, expansion=RANKED),
            ),
            Kind(
                name="full-turn",
                source="Conquest thesis §7.1, §6.6",
                about="plans the whole turn, commands late, and plays the plan",
                parameters=(
                    *budget(),
                    growth(8),
                    DEPTH,
                    ROLLOUT,
                    exploration(0.5),
                    playouts("weighted"),
                    late(True),
                    NO_REUSE,
                    MERGE,
                    *value_weights(),
                ),
                fixed=fields(agent=TREE, full_turn=1, expansion=ALL, urgency=ALWAYS),
            ),
            Kind(
                name="fpu-full-turn",
                source="Conquest thesis §10.1",
                about="plans the whole turn with first-play urgency, and plays the plan",
                parameters=(
                    *budget(),
                    growth(8),
                    DEPTH,
                    ROLLOUT,
                    K,
                    URGENCY,
                    playouts("heuristic"),
                    late(False),
                    REUSE,
                    MERGE,
                    *value_weights(),
                ),
                fixed=fields(agent=TREE, full_turn=1, expansion=RANKED),
            ),
            Kind(
                name="portfolio",
                source="portfolio paper §III",
                about="a tree of scripts assigned to troops, plain or with bias or unpruning",
                parameters=(
                    choice(
                        "mode",
                        "plain",
                        "progressive bias, progressive unpruning, or neither",
                        bare=True,
                        plain=fields(bias=0, unprune=0),
                        bias=fields(bias=1, unprune=0),
                        unprune=fields(bias=1, unprune=1),
                    ),
                    *budget(),
                    exploration(),
                    turns("rollout", 4, "whole turns a playout lasts", "rollout_turns"),
                    number("k0", 0.5, 0, 1, "unprune: share of actions kept", "prune_share"),
                    number("t", 2.0, 0, 1000, "unprune: visits an action before", "pruned_after"),
                    # By beta2 * beta1^k, as the paper prints it, nothing would come back.
                    number("beta1", 3.0, 0.01, 1000, "unprune: visits an action", "unprune_start"),
                    number("beta2", 1.3, 1.01, 100, "unprune: growth of that", "unprune_base"),
                    playouts("weighted"),
                    NO_REUSE,
                    MERGE,
                    *value_weights(),
                    *SCRIPT_WEIGHTS,
                ),
                fixed=fields(agent=TREE, expansion=SCRIPTS, urgency=ALWAYS, tree_turns=1000),
            ),
            Kind(
                name="rhea",
                source="portfolio paper §II.B",
                about="evolves plans of own actions, repaired where they are not legal",
                parameters=(
                    *budget(),
                    number("population", 8, 1, 32, "plans"),
                    number("horizon", 12, 1, 64, "own actions of a plan"),
                    number("mutation", 0.2, 0.0, 1.0, "share of a plan's actions that change"),
                    playouts("heuristic"),
                    choice(
                        "repair",
                        "script",
                        "what takes the place of an action that is not legal",
                        script=fields(scripted=1),
                        random=fields(scripted=0),
                    ),
                    *value_weights(),
                ),
                fixed=fields(agent=RHEA),
            ),
            Kind(
                name="fun",
                source="Risk paper",
                about="a tree of favourable actions, playouts cut at 128 actions",
                parameters=(
                    *budget(advances=0, iterations=1000),
                    number("cut", 128, 1, 10**6, "actions a playout lasts", "rollout_actions"),
                    exploration(),
                    playouts("weighted"),
                    MERGE,
                    *value_weights(),
                ),
                fixed=fields(
                    agent=TREE,
                    expansion=FAVOURABLE,
                    urgency=ALWAYS,
                    tree_turns=1000,
                    rollout_turns=1000,
                ),
            ),
            Kind(
                name="greedy",
                source="-",
                about="the turn of scripted actions that ends best by the state value",
                parameters=(APPROACH, NOISE, *value_weights(threat=0.5), *SCRIPT_WEIGHTS),
                fixed=fields(agent=NEGAMAX, expansion=SCRIPTS, depth=1),
            ),
            Kind(
                name="tactician",
                source="-",
                about="alpha-beta over scripted actions, whole turns deep",
                parameters=(
                    *budget(),
                    number("depth", 3, 1, 16, "whole turns it looks ahead at most"),
                    APPROACH,
                    NOISE,
                    *value_weights(threat=0.5),
                    *SCRIPT_WEIGHTS,
                ),
                fixed=fields(agent=NEGAMAX, expansion=SCRIPTS),
            ),
            Kind(
                name="strategist",
                source="-",
                about="a tree of whole turns with priors and values from the evaluation",
                parameters=(
                    choice(
                        "search",
                        "mcts",
                        "how the tree grows",
                        mcts=fields(alphabeta=0),
                        alphabeta=fields(alphabeta=1),
                    ),
                    *budget(advances=30_000),
                    number(
                        "calm",
                        0.25,
                        0.01,
                        1,
                        "share of advances where no attack is in reach",
                        "calm_share",
                    ),
                    # Other constants, priors and ways to back up scored 45.6 to 50.8 %.
                    number("c", 1.0, 0, 100, "exploration of PUCT", "exploration"),
                    number("temperature", 0.1, 0.001, 100, "how far priors follow values"),
                    number("mix", 0.6, 0, 1, "share of minimax in a value, the rest is the mean"),
                    number("root", 40, 2, 160, "turns looked at, at the root", "root_width"),
                    # Nine rather than five was a gain; 14 were none (51.2 +-2.9 %).
                    number("reply", 9, 1, 160, "turns looked at, below the root", "reply_width"),
                    choice(
                        "lists",
                        "full",
                        "how many moves, squares and commands are tried",
                        full=fields(reply_wide=1, root_orders=24, reply_orders=3, rounds=3),
                        lean=fields(reply_wide=0, root_orders=4, reply_orders=1, rounds=2),
                    ),
                    NOISE,
                    *turn_weights(),
                ),
                fixed=fields(agent=TURNS),
            ),
        )
    }
)
"""Every kind of agent by name."""
