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
    UNIFORM,
    WEIGHTED,
)
from .script_names import DEFAULT_WEIGHT
from .script_names import SCRIPTS as LIBRARY

Value = int | float | str
Fields = tuple[tuple[str, Value], ...]
"""Fields of the kernels' record with their values."""


class AgentError(ValueError):
    """An agent's text that cannot be; the message says what would be right."""


@dataclass(frozen=True, kw_only=True)
class Parameter:
    """One number or choice of an agent."""

    name: str
    default: Value
    about: str
    low: float = 0
    high: float = 0
    choices: tuple[str, ...] = ()
    sets: tuple[Fields, ...] = ()
    """What each choice means to the kernels."""
    field: str = ""
    """The field of the kernels' record, if it has another name than the parameter."""
    bare: bool = False
    """Written as the value alone: `portfolio:bias`."""

    def read(self, text: str) -> Value:
        """Return the value of a text."""
        if self.choices:
            if text not in self.choices:
                raise AgentError(f"{self.name} is one of {', '.join(self.choices)}, not {text!r}")
            return text
        whole = isinstance(self.default, int)
        kind = "a whole number" if whole else "a number"
        try:
            value = int(text) if whole else float(text)
        except ValueError:
            raise AgentError(f"{self.name} is {kind}, not {text[:40]!r}") from None
        if not self.low <= value <= self.high:
            raise AgentError(
                f"{self.name} is {kind} from {self.low:g} to {self.high:g}, not {text[:40]}"
            )
        return value

    def fields(self, value: Value) -> Fields:
        """Return what a value means to the kernels."""
        if self.choices:
            return self.sets[self.choices.index(str(value))]
        return ((self.field or self.name, value),)


@dataclass(frozen=True, kw_only=True)
class Kind:
    """A kind of agent."""

    name: str
    source: str
    about: str
    parameters: tuple[Parameter, ...] = ()
    fixed: Fields = ()
    """Fields of the kernels' record that make this kind what it is."""


def _set(**values: Value) -> Fields:
    return tuple(values.items())


def _number(
    name: str, default: Value, low: float, high: float, about: str, field: str = ""
) -> Parameter:
    return Parameter(name=name, default=default, low=low, high=high, about=about, field=field)


def _choice(
    name: str, default: str, about: str, *, bare: bool = False, **choices: Fields
) -> Parameter:
    return Parameter(
        name=name,
        default=default,
        about=about,
        choices=tuple(choices),
        sets=tuple(choices.values()),
        bare=bare,
    )


def _flag(name: str, default: bool, about: str) -> Parameter:
    on, off = ((name, 1),), ((name, 0),)
    return Parameter(
        name=name,
        default="true" if default else "false",
        about=about,
        choices=("true", "false"),
        sets=(on, off),
    )


def _turns(name: str, default: int, about: str, field: str) -> Parameter:
    return _number(name, default, 1, 1000, about, field)


BUDGETS: Final = ("advances", "iterations", "ms")


def _budget(advances: int = 3000, iterations: int = 0) -> tuple[Parameter, ...]:
    return (
        _number("advances", advances, 0, 10**9, "state advances a decision"),
        _number("iterations", iterations, 0, 10**9, "iterations a decision, instead"),
        _number("ms", 0, 0, 3_600_000, "milliseconds, instead; for play against people only"),
    )


_VALUE: Final = {
    "material": (1.0, "health left, by a troop's cost"),
    "alive": (1.0, "a living troop, by its cost"),
    "points": (100.0, "the most that command points can be worth"),
    "half": (200.0, "command points that are worth half of it"),
    "cooldown": (0.1, "commands at rest, by their cost"),
    "threat": (0.0, "the best exchange in reach of the side to move"),
    "scale": (500.0, "lead, in setup points, of value 1/2"),
}
VALUE_NAMES: Final = tuple(_VALUE)
"""The weights of the state value."""
_DIVISORS = ("half", "scale")


def _value(**defaults: float) -> tuple[Parameter, ...]:
    """Return the weights of the state value, some with defaults of their own."""
    return tuple(
        _number(name, defaults.get(name, default), 1e-6 if name in _DIVISORS else 0, 1e6, about)
        for name, (default, about) in _VALUE.items()
    )


KIND_WEIGHTS: Final = (
    _number("attack", 4.0, 0, 1000, "weight of attacks"),
    _number("command", 2.0, 0, 1000, "weight of commands"),
    _number("move", 0.0, 0, 1000, "weight of moves"),
    _number("select", 1.0, 0, 1000, "weight of selections"),
    _number("end", 0.0, 0, 1000, "weight of ending the turn"),
)
SCRIPT_WEIGHTS: Final = tuple(
    _number(script.name, DEFAULT_WEIGHT, 0, 1, script.about) for script in LIBRARY
)

_REUSE = _flag("reuse", True, "keep the tree between decisions")
_NO_REUSE = _flag("reuse", False, "keep the tree between decisions")
_MERGE = _flag("merge", False, "equal positions share a node of the tree")
_LATE = "plan without commands first, with them later"
_DEPTH = _turns("depth", 3, "whole turns the tree reaches", "tree_turns")
_ROLLOUT = _turns("rollout", 4, "whole turns a playout lasts", "rollout_turns")


def _playouts(default: str) -> Parameter:
    return _choice(
        "policy",
        default,
        "how playouts are played",
        random=_set(policy=UNIFORM),
        weighted=_set(policy=BY_KIND),
        heuristic=_set(policy=HEURISTIC),
    )


def _growth(default: int) -> Parameter:
    return _number("growth", default, 1, 1000, "budgets that one plan may take at most")


_APPROACH = _number("approach", 0.003, 0.0, 1.0, "what a square nearer to the enemy is worth")
_NOISE = _number("noise", 0.01, 0.0, 10.0, "most that is added to a value at random")
_ALWAYS = 1e9
"""Urgency that tries every action before any a second time."""
_K = _number("k", 0.5, 0, 100, "exploration of UCB1", "exploration")
_URGENCY = _number("urgency", 0.6, -10, 10, "value of an action not yet tried")


def _c(default: float = 1.414) -> Parameter:
    return _number("c", default, 0, 100, "exploration of UCB1", "exploration")


AGENTS: Final = MappingProxyType(
    {
        kind.name: kind
        for kind in (
            Kind(name="random", source="004 §4.1", about="uniform over legal actions"),
            Kind(
                name="weighted-random",
                source="004 §4.1",
                about="a kind of action by weight, then uniform within it",
                parameters=KIND_WEIGHTS,
                fixed=_set(agent=WEIGHTED),
            ),
            Kind(
                name="monte-carlo",
                source="004 §4.2",
                about="k playouts for each action, the best average",
                parameters=(
                    *_budget(advances=0),
                    _number("k", 100, 0, 10**6, "playouts an action; 0: by budget", "playouts"),
                    _choice(
                        "rollout",
                        "weighted",
                        "how playouts are played",
                        random=_set(policy=UNIFORM),
                        weighted=_set(policy=BY_KIND),
                    ),
                    _turns("turns", 30, "turns a playout lasts before the value", "rollout_turns"),
                    *_value(),
                ),
                fixed=_set(agent=MONTE_CARLO),
            ),
            Kind(
                name="negamax",
                source="004 §4.3",
                about="alpha-beta, deeper and deeper as far as the budget goes",
                parameters=(
                    *_budget(),
                    _number("depth", 8, 1, 16, "actions it looks ahead at most"),
                    _choice(
                        "heuristic",
                        "value",
                        "the state value, or own and enemy material 3 : 5",
                        value=_set(heuristic=BY_VALUE),
                        material=_set(heuristic=BY_MATERIAL),
                    ),
                    *_value(),
                ),
                fixed=_set(agent=NEGAMAX),
            ),
            Kind(
                name="mcts",
                source="004 §4.4, 000 §7",
                about="plain UCT with weighted random playouts",
                parameters=(
                    *_budget(),
                    _c(),
                    _turns("turns", 10, "turns a playout lasts before the value", "rollout_turns"),
                    _playouts("weighted"),
                    _NO_REUSE,
                    _MERGE,
                    *_value(),
                ),
                fixed=_set(agent=TREE, expansion=ALL, urgency=_ALWAYS, tree_turns=1000),
            ),
            Kind(
                name="random-search",
                source="000 §7.3",
                about="a tree of depth one, every action alike, heuristic playouts of whole turns",
                parameters=(*_budget(), _ROLLOUT, *_value()),
                fixed=_set(agent=TREE, policy=HEURISTIC, even=1, tree_turns=1000, tree_actions=1),
            ),
            Kind(
                name="fpu",
                source="000 §7.2",
                about="first-play urgency, actions ordered by a heuristic, tree in whole turns",
                parameters=(
                    *_budget(),
                    _DEPTH,
                    _ROLLOUT,
                    _K,
                    _URGENCY,
                    _playouts("heuristic"),
                    _REUSE,
                    _MERGE,
                    *_value(),
                ),
                fixed=_set(agent=TREE, expansion=RANKED),
            ),
            Kind(
                name="full-turn",
                source="000 §7.1, §6.6",
                about="plans the whole turn, commands late, and plays the plan",
                parameters=(
                    *_budget(),
                    _growth(8),
                    _DEPTH,
                    _ROLLOUT,
                    _c(0.5),
                    _playouts("weighted"),
                    _flag("late", True, _LATE),
                    _NO_REUSE,
                    _MERGE,
                    *_value(),
                ),
                fixed=_set(agent=TREE, full_turn=1, expansion=ALL, urgency=_ALWAYS),
            ),
            Kind(
                name="fpu-full-turn",
                source="000 §10.1",
                about="plans the whole turn with first-play urgency, and plays the plan",
                parameters=(
                    *_budget(),
                    _growth(8),
                    _DEPTH,
                    _ROLLOUT,
                    _K,
                    _URGENCY,
                    _playouts("heuristic"),
                    _flag("late", False, _LATE),
                    _REUSE,
                    _MERGE,
                    *_value(),
                ),
                fixed=_set(agent=TREE, full_turn=1, expansion=RANKED),
            ),
            Kind(
                name="portfolio",
                source="002 §III",
                about="a tree of scripts assigned to troops, plain or with bias or unpruning",
                parameters=(
                    _choice(
                        "mode",
                        "plain",
                        "progressive bias, progressive unpruning, or neither",
                        bare=True,
                        plain=_set(bias=0, unprune=0),
                        bias=_set(bias=1, unprune=0),
                        unprune=_set(bias=1, unprune=1),
                    ),
                    *_budget(),
                    _c(),
                    _turns("rollout", 4, "whole turns a playout lasts", "rollout_turns"),
                    _number("k0", 0.5, 0, 1, "unprune: share of actions kept", "kept"),
                    _number("t", 2.0, 0, 1000, "unprune: visits an action before", "pruned_after"),
                    _number("beta1", 3.0, 0.01, 1000, "unprune: visits an action", "schedule"),
                    _number("beta2", 1.3, 1.01, 100, "unprune: growth of that", "base"),
                    _playouts("weighted"),
                    _NO_REUSE,
                    _MERGE,
                    *_value(),
                    *SCRIPT_WEIGHTS,
                ),
                fixed=_set(agent=TREE, expansion=SCRIPTS, urgency=_ALWAYS, tree_turns=1000),
            ),
            Kind(
                name="rhea",
                source="002 §II.B",
                about="evolves plans of own actions, repaired where they are not legal",
                parameters=(
                    *_budget(),
                    _number("population", 8, 1, 32, "plans"),
                    _number("horizon", 12, 1, 64, "own actions of a plan"),
                    _number("mutation", 0.2, 0.0, 1.0, "share of a plan's actions that change"),
                    _playouts("heuristic"),
                    _choice(
                        "repair",
                        "script",
                        "what takes the place of an action that is not legal",
                        script=_set(scripted=1),
                        random=_set(scripted=0),
                    ),
                    *_value(),
                ),
                fixed=_set(agent=RHEA),
            ),
            Kind(
                name="fun",
                source="003",
                about="a tree of favourable actions, playouts cut at 128 actions",
                parameters=(
                    *_budget(advances=0, iterations=1000),
                    _number("cut", 128, 1, 10**6, "actions a playout lasts", "rollout_actions"),
                    _c(),
                    _playouts("weighted"),
                    _MERGE,
                    *_value(),
                ),
                fixed=_set(
                    agent=TREE,
                    expansion=FAVOURABLE,
                    urgency=_ALWAYS,
                    tree_turns=1000,
                    rollout_turns=1000,
                ),
            ),
            Kind(
                name="greedy",
                source="-",
                about="the turn of scripted actions that ends best by the state value",
                parameters=(_APPROACH, _NOISE, *_value(threat=0.5), *SCRIPT_WEIGHTS),
                fixed=_set(agent=NEGAMAX, expansion=SCRIPTS, depth=1),
            ),
            Kind(
                name="tactician",
                source="-",
                about="alpha-beta over scripted actions, whole turns deep",
                parameters=(
                    *_budget(),
                    _number("depth", 3, 1, 16, "whole turns it looks ahead at most"),
                    _APPROACH,
                    _NOISE,
                    *_value(threat=0.5),
                    *SCRIPT_WEIGHTS,
                ),
                fixed=_set(agent=NEGAMAX, expansion=SCRIPTS),
            ),
        )
    }
)
"""Every kind of agent by name."""
