"""`Parameters`: the configurations of an agent that a search chooses among.

For each parameter a few values; a configuration is the agent as it was given, with one value of
each. The values are those of the thesis for `fpu` (section 7.4), others are derived from the agent:
all choices of a choice, half and double of a number. What decides how much an agent may think
(its budget) has no place among them: tuning must not win by spending more.

    Parameters.of(AgentSpec.parse("fpu:advances=500"), given={"k": ("0.3", "0.5")})
"""

import math
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Final

import msgspec

from ...agents.spec.parameters import BUDGETS, SCRIPT_WEIGHTS, VALUE_NAMES, Parameter, Value
from ...agents.spec.spec import AgentSpec, written
from ...arena.play.entrant import repeatable
from ..proposals.errors import EvolveError
from .ntbea import Point

THESIS: Final = {
    "fpu": {
        "depth": (1, 3, 5, 8, 10),
        "rollout": (4, 6, 8, 10),
        "k": (0.5, 1.0, 1.4),
        "urgency": (0.2, 0.6, 10.0),
        "reuse": ("true", "false"),
    }
}
"""Section 7.4 of the thesis. Its urgencies, 10, 100 and 1000, are on the scale of its own values.

On ours, from -1 to 1, all three try everything once before anything twice, as 10 does here. So 10
is kept for that, beside the agent's own 0.6 and a smaller one that goes deeper sooner.
"""

FEW = 3
"""Up to so many parameters of its own, an agent's weights of the state value are tuned as well."""

_SCRIPTS = frozenset(script.name for script in SCRIPT_WEIGHTS)
_GROWTH = "growth"


class Parameters(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, dict=True):
    """An agent and the values of its parameters to choose from."""

    base: str
    """The agent as it was given: the configuration that others are compared with."""
    values: dict[str, tuple[Value, ...]]
    """Parameters with their values, two at least, in the order of the agent's list."""

    def __post_init__(self) -> None:
        repeatable(self.spec)
        if not self.values:
            raise EvolveError(f"{self.spec.kind.name} has nothing to tune: no parameter varies")

    @cached_property
    def spec(self) -> AgentSpec:
        """The agent as it was given, read."""
        return AgentSpec.parse(self.base)

    @classmethod
    def of(
        cls,
        base: AgentSpec,
        given: Mapping[str, Sequence[str]] | None = None,
        *,
        only: bool = False,
    ) -> "Parameters":
        """Return the usual space of an agent, changed by what is given, or only that.

        A parameter of which one value is given is fixed to it and leaves the space.
        """
        values_by_name: dict[str, tuple[Value, ...]] = {} if only else usual(base)
        for name, texts in (given or {}).items():
            values_by_name[name] = _read(base, name, texts)
        fixed = {name: values[0] for name, values in values_by_name.items() if len(values) == 1}
        free = {
            name: values_by_name[name]
            for name in base.names
            if len(values_by_name.get(name, ())) > 1
        }
        return cls(base=str(changed(base, fixed)), values=free)

    @property
    def sizes(self) -> tuple[int, ...]:
        """How many values each parameter has."""
        return tuple(len(values) for values in self.values.values())

    @property
    def count(self) -> int:
        """How many configurations there are."""
        return math.prod(self.sizes)

    @property
    def start(self) -> Point:
        """The configuration nearest to the agent as given: its own value, or else the first."""
        return tuple(
            values.index(self.spec[name]) if self.spec[name] in values else 0
            for name, values in self.values.items()
        )

    def chosen(self, point: Point) -> dict[str, Value]:
        """Return the values of a configuration by name."""
        pairs = zip(self.values.items(), point, strict=True)
        return {name: values[number] for (name, values), number in pairs}

    def agent(self, point: Point) -> AgentSpec:
        """Return a configuration as an agent."""
        return changed(self.spec, self.chosen(point))


def changed(spec: AgentSpec, values: Mapping[str, Value]) -> AgentSpec:
    """Return an agent with some parameters changed."""
    pairs = zip(spec.names, spec.values, strict=True)
    return AgentSpec(spec.kind, tuple(values.get(name, own) for name, own in pairs))


def is_budget(parameter: Parameter) -> bool:
    """Return whether a parameter says how much an agent may think."""
    return parameter.name in (*BUDGETS, _GROWTH) or parameter.field == "playouts"


def usual(base: AgentSpec) -> dict[str, tuple[Value, ...]]:
    """Return the values that are tried when nothing else is asked for."""
    if base.kind.name in THESIS:
        return dict(THESIS[base.kind.name])
    tunable = [p for p in base.kind.parameters if not is_budget(p) and p.name not in _SCRIPTS]
    own = [p for p in tunable if p.name not in VALUE_NAMES]
    chosen = tunable if len(own) <= FEW else own
    return {p.name: _around(p, base[p.name]) for p in chosen}


def _around(parameter: Parameter, value: Value) -> tuple[Value, ...]:
    """Return all choices, or half, whole and double of a number as far as its limits go."""
    if parameter.choices:
        return parameter.choices
    number = float(value)
    near = (number / 2, number, 2 * number) if number else (0.0, 0.5, 1.0)
    if isinstance(parameter.default, int):
        near = (number // 2, number, 2 * number) if number else (0, 1, 2)
    values = [min(max(one, parameter.low), parameter.high) for one in near]
    kind = int if isinstance(parameter.default, int) else float
    return tuple(sorted({kind(one) for one in values}))


def _read(base: AgentSpec, name: str, texts: Sequence[str]) -> tuple[Value, ...]:
    """Return the values of a parameter that were given as text."""
    parameter = next((p for p in base.kind.parameters if p.name == name), None)
    if parameter is None:
        AgentSpec.parse(f"{base.kind.name}:{name}=0")  # raises, and names the nearest one
        raise EvolveError(f"{base.kind.name} has no parameter {name!r}")
    if is_budget(parameter):
        raise EvolveError(
            f"{name} is what {base.kind.name} may spend, the same for every configuration: "
            f"write it with the agent, such as {base.kind.name}:{name}="
            f"{written(parameter.default) if parameter.default else 1000}"
        )
    values = tuple(dict.fromkeys(parameter.read(text.strip()) for text in texts if text.strip()))
    if not values:
        raise EvolveError(f"{name} has no value; give some, such as {name}=1,2,3")
    return values


def read_space(text: str) -> dict[str, list[str]]:
    """Return the values of each parameter of text such as `k=0.1,0.3 reuse=true,false`."""
    space: dict[str, list[str]] = {}
    for part in text.split():
        name, equals, values = part.partition("=")
        if not equals or not name:
            raise EvolveError(f"{part!r}: a parameter is NAME=V1,V2,..., such as k=0.1,0.3,1")
        if name in space:
            raise EvolveError(f"{name} is there twice")
        space[name] = values.split(",")
    return space
