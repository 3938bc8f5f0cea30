"""`AgentSpec`: an agent as a value, written as text such as `fpu:iterations=1000,k=0.5`.

`AGENTS` lists every kind of agent with its parameters, their defaults and limits, and where it
comes from (000: the Conquest thesis, 004: agents for Dominance). A spec's text names only what
differs from the defaults, in the order of the list, so equal agents have equal texts.
"""

import difflib
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType
from typing import Any, Final

from .codes import BY_KIND, HEURISTIC, KINDS, MONTE_CARLO, TREE, UNIFORM, WEIGHTED

Value = int | float | str


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
    field: str = ""
    """The field of the kernels' record, if it has another name."""

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
                f"{self.name} is {kind} from {self.low:g} to {self.high:g}, not {text}"
            )
        return value


@dataclass(frozen=True, kw_only=True)
class Kind:
    """A kind of agent."""

    name: str
    source: str
    about: str
    parameters: tuple[Parameter, ...] = ()
    fixed: tuple[tuple[str, Value], ...] = ()
    """Fields of the kernels' record that make this kind what it is."""


def _number(name: str, default: Value, low: float, high: float, about: str, field: str = "") -> Any:
    return Parameter(name=name, default=default, low=low, high=high, about=about, field=field)


_BUDGET = (
    _number("advances", 3000, 0, 10**9, "state advances a decision; 0 with iterations"),
    _number("iterations", 0, 0, 10**9, "iterations a decision, in place of advances"),
)
_WEIGHTS = (
    _number("attack", 4.0, 0, 1000, "weight of attacks"),
    _number("command", 2.0, 0, 1000, "weight of commands"),
    _number("move", 0.0, 0, 1000, "weight of moves"),
    _number("select", 1.0, 0, 1000, "weight of selections"),
    _number("end", 0.0, 0, 1000, "weight of ending the turn"),
)
_REUSE = Parameter(
    name="reuse", default="true", choices=("true", "false"), about="keep the tree between decisions"
)


def _turns(name: str, default: int, about: str, field: str) -> Parameter:
    return _number(name, default, 1, 1000, about, field)


def _fields(**values: Value) -> tuple[tuple[str, Value], ...]:
    return tuple(values.items())


_ALWAYS = 1e9
"""Urgency that tries every action before any a second time."""

AGENTS: Final = MappingProxyType(
    {
        kind.name: kind
        for kind in (
            Kind(name="random", source="004 §4.1", about="uniform over legal actions"),
            Kind(
                name="weighted-random",
                source="004 §4.1",
                about="a kind of action by weight, then uniform within it",
                parameters=_WEIGHTS,
                fixed=_fields(agent=WEIGHTED),
            ),
            Kind(
                name="monte-carlo",
                source="004 §4.2",
                about="k playouts for each action, the best average",
                parameters=(
                    _number("k", 100, 1, 10**6, "playouts an action", "playouts"),
                    Parameter(
                        name="rollout",
                        default="weighted",
                        choices=("random", "weighted"),
                        about="how playouts are played",
                        field="policy",
                    ),
                    _turns("turns", 30, "turns a playout lasts before the value", "rollout_turns"),
                ),
                fixed=_fields(agent=MONTE_CARLO),
            ),
            Kind(
                name="mcts",
                source="004 §4.4, 000 §7",
                about="plain UCT with weighted random playouts",
                parameters=(
                    *_BUDGET,
                    _number("c", 1.414, 0, 100, "exploration of UCB1", "exploration"),
                    _turns("turns", 10, "turns a playout lasts before the value", "rollout_turns"),
                ),
                fixed=_fields(agent=TREE, policy=BY_KIND, urgency=_ALWAYS, tree_turns=1000),
            ),
            Kind(
                name="random-search",
                source="000 §7.3",
                about="a tree of depth one, every action alike, heuristic playouts of whole turns",
                parameters=(
                    *_BUDGET,
                    _turns("rollout", 4, "whole turns a playout lasts", "rollout_turns"),
                ),
                fixed=_fields(
                    agent=TREE, policy=HEURISTIC, even=1, tree_turns=1000, tree_actions=1
                ),
            ),
            Kind(
                name="fpu",
                source="000 §7.2",
                about="first-play urgency, actions ordered by a heuristic, tree in whole turns",
                parameters=(
                    *_BUDGET,
                    _turns("depth", 3, "whole turns the tree reaches", "tree_turns"),
                    _turns("rollout", 4, "whole turns a playout lasts", "rollout_turns"),
                    _number("k", 0.5, 0, 100, "exploration of UCB1", "exploration"),
                    _number("urgency", 0.6, -10, 10, "value of an action not yet tried"),
                    _REUSE,
                ),
                fixed=_fields(agent=TREE, policy=HEURISTIC, ordered=1),
            ),
        )
    }
)
"""Every kind of agent by name."""

_POLICIES = {"random": UNIFORM, "weighted": BY_KIND}


@dataclass(frozen=True)
class AgentSpec:
    """An agent: a kind and its parameters."""

    kind: Kind
    values: tuple[Value, ...]
    """One for each parameter of the kind."""

    @classmethod
    def parse(cls, text: str) -> "AgentSpec":
        """Return the agent of a text."""
        name, _, rest = text.strip().partition(":")
        kind = AGENTS.get(name.strip().lower())
        if kind is None:
            near = difflib.get_close_matches(name.lower(), AGENTS, n=1)
            hint = f"did you mean {near[0]}?" if near else f"agents are {', '.join(AGENTS)}"
            raise AgentError(f"unknown agent {name[:40]!r}; {hint}")
        given: dict[str, Value] = {}
        for part in (p for p in rest.split(",") if p.strip()):
            given |= cls._read(kind, part, given)
        if "iterations" in given and "advances" not in given:
            given["advances"] = 0
        values = tuple(given.get(p.name, p.default) for p in kind.parameters)
        spec = cls(kind, values)
        budget = [spec[name] for name in ("advances", "iterations") if name in spec.names]
        if budget and not any(budget):
            raise AgentError(f"{text!r}: a search needs advances or iterations above 0")
        return spec

    @staticmethod
    def _read(kind: Kind, part: str, given: dict[str, Value]) -> dict[str, Value]:
        name, equals, value = (word.strip() for word in part.partition("="))
        parameter = next((p for p in kind.parameters if p.name == name), None)
        if parameter is None:
            known = ", ".join(p.name for p in kind.parameters) or "none"
            raise AgentError(f"{kind.name} has no parameter {name[:40]!r}; it has {known}")
        if not equals:
            raise AgentError(f"{part.strip()!r}: a parameter is NAME=VALUE")
        if name in given:
            raise AgentError(f"{name} is there twice")
        return {name: parameter.read(value)}

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the parameters."""
        return tuple(p.name for p in self.kind.parameters)

    def __getitem__(self, name: str) -> Value:
        return self.values[self.names.index(name)]

    def __str__(self) -> str:
        pairs = zip(self.kind.parameters, self.values, strict=True)
        told = [
            f"{p.name}={v:g}" if isinstance(v, float) else f"{p.name}={v}"
            for p, v in pairs
            if v != p.default and not (p.name == "advances" and v == 0)
        ]
        return f"{self.kind.name}:{','.join(told)}" if told else self.kind.name

    def with_budget(self, name: str, number: int) -> "AgentSpec":
        """Return the same agent with another budget; agents that do not search have none."""
        if name not in self.names:
            return self
        budget = {"advances": 0, "iterations": 0, name: number}
        values = (budget.get(p, v) for p, v in zip(self.names, self.values, strict=True))
        return AgentSpec(self.kind, tuple(values))

    def pack(self) -> Any:
        """Return the record that the kernels read; equal specs share one."""
        return _pack(self)


@lru_cache(maxsize=256)
def _pack(spec: AgentSpec) -> Any:
    import numpy as np  # noqa: PLC0415  (listing agents needs no kernels)

    from .params import MAX_PATH, PARAMS  # noqa: PLC0415

    record = np.zeros(1, PARAMS)[0]
    record.tree_actions = MAX_PATH
    record.kind_weights = [p.default for p in _WEIGHTS]
    for field, value in spec.kind.fixed:
        record[field] = value
    for parameter, value in zip(spec.kind.parameters, spec.values, strict=True):
        if parameter.name in KINDS:
            record.kind_weights[KINDS.index(parameter.name)] = value
        elif parameter.choices == ("true", "false"):
            record[parameter.name] = value == "true"
        else:
            record[parameter.field or parameter.name] = _POLICIES.get(str(value), value)
    return record
