"""The parameters of agents: what one is, and those that several kinds of agents share.

A parameter's name is what agent texts say; its field is what the kernels' record calls it.
"""

from dataclasses import dataclass
from typing import Final

from ...engine.reading.input_error import InputError
from ...engine.reading.names import shown
from ...engine.reading.numbers import real_number, whole_number
from .codes import BY_KIND, HEURISTIC, UNIFORM
from .script_names import DEFAULT_WEIGHT
from .script_names import SCRIPTS as LIBRARY
from .weights import DEFAULT_WEIGHTS, WEIGHTS

Value = int | float | str
Fields = tuple[tuple[str, Value], ...]
"""Fields of the kernels' record with their values."""


class AgentError(InputError):
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
    always: bool = False
    """Written also if it is the default."""

    def read(self, text: str) -> Value:
        """Return the value of a text."""
        if self.choices:
            if text not in self.choices:
                choices = ", ".join(self.choices)
                raise AgentError(f"{self.name} is one of {choices}, not {shown(text)}")
            return text
        whole = isinstance(self.default, int)
        kind = "a whole number" if whole else "a number"
        try:
            value = whole_number(text) if whole else real_number(text)
        except InputError:
            limits = f"from {self.low:g} to {self.high:g}"
            raise AgentError(f"{self.name} is {kind}, not {shown(text)}; {limits}") from None
        if not self.low <= value <= self.high:
            raise AgentError(
                f"{self.name} is {kind} from {self.low:g} to {self.high:g}, not {shown(value)}"
            )
        return value

    def fields(self, value: Value) -> Fields:
        """Return what a value means to the kernels."""
        if self.choices:
            return self.sets[self.choices.index(str(value))]
        return ((self.field or self.name, value),)


def fields(**values: Value) -> Fields:
    """Return fields of the kernels' record with their values."""
    return tuple(values.items())


def number(
    name: str, default: Value, low: float, high: float, about: str, field: str = ""
) -> Parameter:
    """Return a parameter that is a number."""
    return Parameter(name=name, default=default, low=low, high=high, about=about, field=field)


def choice(
    name: str, default: str, about: str, *, bare: bool = False, **choices: Fields
) -> Parameter:
    """Return a parameter that is one of several words, each with what it means to the kernels."""
    return Parameter(
        name=name,
        default=default,
        about=about,
        choices=tuple(choices),
        sets=tuple(choices.values()),
        bare=bare,
    )


def flag(name: str, default: bool, about: str, field: str = "") -> Parameter:
    """Return a parameter that is true or false."""
    on, off = ((field or name, 1),), ((field or name, 0),)
    return Parameter(
        name=name,
        default="true" if default else "false",
        about=about,
        choices=("true", "false"),
        sets=(on, off),
    )


def turns(name: str, default: int, about: str, field: str) -> Parameter:
    """Return a parameter that is a number of turns."""
    return number(name, default, 1, 1000, about, field)


BUDGETS: Final = ("advances", "iterations", "ms")


def budget(advances: int = 3000, iterations: int = 0) -> tuple[Parameter, ...]:
    """Return the budget of a decision, in each of its units."""
    return (
        number("advances", advances, 0, 10**9, "state advances a decision"),
        number("iterations", iterations, 0, 10**9, "iterations a decision, instead"),
        number("ms", 0, 0, 3_600_000, "milliseconds, instead; for play against people only"),
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
_VALUE_FIELDS = {"half": "half_points"}


def value_weights(**defaults: float) -> tuple[Parameter, ...]:
    """Return the weights of the state value, some with defaults of their own."""
    weights = []
    for name, (default, about) in _VALUE.items():
        low = 1e-6 if name in _DIVISORS else 0
        field = _VALUE_FIELDS.get(name, "")
        weights.append(number(name, defaults.get(name, default), low, 1e6, about, field))
    return tuple(weights)


KIND_WEIGHTS: Final = (
    number("attack", 4.0, 0, 1000, "weight of attacks"),
    number("command", 2.0, 0, 1000, "weight of commands"),
    number("move", 0.0, 0, 1000, "weight of moves"),
    number("select", 1.0, 0, 1000, "weight of selections"),
    number("end", 0.0, 0, 1000, "weight of ending the turn"),
)
SCRIPT_WEIGHTS: Final = tuple(
    number(script.name, DEFAULT_WEIGHT, 0, 1, script.about) for script in LIBRARY
)

REUSE = flag("reuse", True, "keep the tree between decisions")
NO_REUSE = flag("reuse", False, "keep the tree between decisions")
MERGE = flag("merge", False, "equal positions share a node of the tree")
DEPTH = turns("depth", 3, "whole turns the tree reaches", "tree_turns")
ROLLOUT = turns("rollout", 4, "whole turns a playout lasts", "rollout_turns")


def playouts(default: str) -> Parameter:
    """Return the choice of a playout policy."""
    return choice(
        "policy",
        default,
        "how playouts are played",
        random=fields(policy=UNIFORM),
        weighted=fields(policy=BY_KIND),
        heuristic=fields(policy=HEURISTIC),
    )


def late(default: bool) -> Parameter:
    """Return whether commands are planned late."""
    return flag("late", default, "plan without commands first, with them later", "late_commands")


def growth(default: int) -> Parameter:
    """Return how many budgets a plan may take."""
    return number("growth", default, 1, 1000, "budgets that one plan may take at most")


APPROACH = number("approach", 0.003, 0.0, 1.0, "what a square nearer to the enemy is worth")
NOISE = number("noise", 0.01, 0.0, 10.0, "most that is added to a value at random")
ALWAYS = 1e9
"""Urgency that tries every action before any a second time."""
K = number("k", 0.5, 0, 100, "exploration of UCB1", "exploration")
# The best of six values tried; the 10 of the thesis is on the scale of its own values.
URGENCY = number("urgency", 0.6, -10, 10, "value of an action not yet tried")


def exploration(default: float = 1.414) -> Parameter:
    """Return the constant of UCB1."""
    return number("c", default, 0, 100, "exploration of UCB1", "exploration")


_POWERS: Final = {name: f"by_{name}" for name in ("cost", "health", "damage", "movement", "range")}


def turn_weights() -> tuple[Parameter, ...]:
    """Return the choice of a set of weights, and each of them by itself."""
    values = WEIGHTS[DEFAULT_WEIGHTS].values
    own = (
        number("approach", values["approach"], 0.0, 1.0, APPROACH.about),
        *value_weights(**{name: values[name] for name in VALUE_NAMES}),
        number("reward", values["reward"], 0.0, 1e6, "the points for a kill, by the dead's cost"),
        *(
            number(name, values[name], -4.0, 4.0, f"power of a troop's {name} in its worth", by)
            for name, by in _POWERS.items()
        ),
    )
    which = Parameter(
        name="weights",
        default=DEFAULT_WEIGHTS,
        about="the set of weights that the others are taken from",
        choices=tuple(WEIGHTS),
        sets=tuple(() for _ in WEIGHTS),
        always=True,
    )
    return which, *own
