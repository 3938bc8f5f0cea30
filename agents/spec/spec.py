"""`AgentSpec`: an agent as a value, written as text such as `fpu:iterations=1000,k=0.5`.

`kinds.AGENTS` lists what there is. A spec's text names only what differs from the defaults, in the
order of the list, so equal agents have equal texts.
"""

import difflib
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from ...engine.reading.names import LONGEST_SHOWN, shown
from .codes import TREE, TURNS
from .engine_spec import is_engine
from .kinds import AGENTS, Kind
from .parameters import BUDGETS, KIND_WEIGHTS, SCRIPT_WEIGHTS, AgentError, Value
from .presets import PRESETS
from .weights import DEFAULT_WEIGHTS, WEIGHTS

DEFAULT_AGENT: Final = "strong"
MEDIUM_AGENT: Final = "medium"
QUICK_AGENT: Final = "quick"
"""The agents that judge setups, by strength and by cost; docs/reference/agents.md says why."""

CHUNK: Final = 20_000
"""Advances between two looks at the clock, for budgets of time: 2 to 4 ms."""


@dataclass(frozen=True)
class AgentSpec:
    """An agent: a kind and its parameters."""

    kind: Kind
    values: tuple[Value, ...]
    """One for each parameter of the kind."""

    @classmethod
    def parse(cls, text: str) -> "AgentSpec":
        """Return the agent of a text."""
        if not isinstance(text, str):
            raise AgentError(f"an agent is text, such as fpu:advances=500, not {shown(text)}")
        if is_engine(text):
            raise AgentError(
                f"{shown(text)}: another program plays by the clock, so it takes part in match, "
                "tournament and ladder only; give an agent such as strong"
            )
        name, _, rest = text.strip().partition(":")
        preset = PRESETS.get(name.strip().lower(), "") if name.isascii() else ""
        kind_name, _, standard = (preset or name).partition(":")
        kind = AGENTS.get(kind_name.strip().lower()) if name.isascii() else None
        if kind is None:
            names = [*PRESETS, *AGENTS]
            near = difflib.get_close_matches(name.lower()[:LONGEST_SHOWN], names, n=1)
            hint = f"did you mean {near[0]}?" if near else f"agents are {', '.join(names)}"
            raise AgentError(f"unknown agent {shown(name)}; {hint}")
        values: dict[str, Value] = {}
        for part in (p for p in rest.split(",") if p.strip()):
            values |= _read(kind, part, values)
        of_preset: dict[str, Value] = {}
        for part in (p for p in standard.split(",") if p):
            of_preset |= _read(kind, part, of_preset)
        if any(name in values for name in BUDGETS):
            of_preset = {name: v for name, v in of_preset.items() if name not in BUDGETS}
        values = of_preset | values
        budgets = [name for name in BUDGETS if values.get(name)]
        if len(budgets) > 1:
            raise AgentError(
                f"{shown(text)}: give one budget of {', '.join(BUDGETS)}, not {len(budgets)}"
            )
        if budgets:
            values |= {name: 0 for name in BUDGETS if name != budgets[0]}
        standards = _standards(kind, str(values.get("weights", DEFAULT_WEIGHTS)))
        spec = cls(
            kind,
            tuple(
                values.get(p.name, standard)
                for p, standard in zip(kind.parameters, standards, strict=True)
            ),
        )
        limits = [p.name for p in kind.parameters if p.name in BUDGETS or p.field == "playouts"]
        if spec.searches and not any(spec[name] for name in limits):
            raise AgentError(f"{shown(text)}: a search needs {' or '.join(BUDGETS)} above 0")
        return spec

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the parameters."""
        return tuple(p.name for p in self.kind.parameters)

    @property
    def searches(self) -> bool:
        """Whether it takes a budget."""
        return "advances" in self.names

    @property
    def ms(self) -> int:
        """Its budget of time, 0 if it has none."""
        return int(self.get("ms") or 0)

    @property
    def grows_tree(self) -> bool:
        """Whether it grows a tree, so that its search can be resumed."""
        return dict(self.kind.fixed).get("agent") == TREE

    @property
    def plays_turns(self) -> bool:
        """Whether it searches once a turn, among whole turns."""
        return dict(self.kind.fixed).get("agent") == TURNS

    def get(self, name: str) -> Value | None:
        """Return a parameter's value, None if there is no such parameter."""
        return self[name] if name in self.names else None

    def __getitem__(self, name: str) -> Value:
        return self.values[self.names.index(name)]

    def __str__(self) -> str:
        standards = _standards(self.kind, str(self.get("weights")))
        budgets = any(self.get(name) for name in BUDGETS)
        differing = [
            str(v) if p.bare else f"{p.name}={written(v)}"
            for p, v, standard in zip(self.kind.parameters, self.values, standards, strict=True)
            if p.always or (v != standard and not (budgets and p.name in BUDGETS and v == 0))
        ]
        return f"{self.kind.name}:{','.join(differing)}" if differing else self.kind.name

    def with_budget(self, name: str, number: int) -> "AgentSpec":
        """Return the same agent with another budget; agents that do not search have none."""
        if not self.searches:
            return self
        next(p for p in self.kind.parameters if p.name == name).read(str(number))
        budget = {n: number if n == name else 0 for n in BUDGETS}
        values = (budget.get(p, v) for p, v in zip(self.names, self.values, strict=True))
        return AgentSpec(self.kind, tuple(values))

    def pack(self) -> Any:
        """Return the record that the kernels read; equal specs share one."""
        return _pack(self)


def _standards(kind: Kind, weights: str) -> tuple[Value, ...]:
    """Return the parameters' defaults, weights by their set."""
    own = WEIGHTS[weights].values if "weights" in {p.name for p in kind.parameters} else {}
    return tuple(own.get(p.name, p.default) for p in kind.parameters)


def called(text: str) -> str:
    """Return an agent's text for people to read: a preset by its name."""
    return _preset_names().get(text, text)


@lru_cache(maxsize=1)
def _preset_names() -> dict[str, str]:
    return {str(AgentSpec.parse(name)): name for name in PRESETS}


def written(value: Value) -> str:
    """Return a parameter's value as text: all digits of a number, and none for nothing."""
    return repr(value).removesuffix(".0") if isinstance(value, float) else str(value)


def _read(kind: Kind, part: str, values: dict[str, Value]) -> dict[str, Value]:
    name, equals, value = (word.strip() for word in part.partition("="))
    if not equals:
        for p in kind.parameters:
            if p.bare and name in p.choices:
                name, equals, value = p.name, "=", name
                break
    parameter = next((p for p in kind.parameters if p.name == name), None)
    if parameter is None:
        names = [p.name for p in kind.parameters]
        near = difflib.get_close_matches(name[:LONGEST_SHOWN], names, n=1)
        hint = f"did you mean {near[0]}?" if near else f"it has {', '.join(names) or 'none'}"
        raise AgentError(f"{kind.name} has no parameter {shown(name)}; {hint}")
    if not equals:
        raise AgentError(f"{shown(part.strip())}: a parameter is NAME=VALUE")
    if name in values:
        raise AgentError(f"{name} is there twice")
    return {name: parameter.read(value)}


@lru_cache(maxsize=256)
def _pack(spec: AgentSpec) -> Any:
    import numpy as np  # noqa: PLC0415  (listing agents needs no kernels)

    from .kernel_records import MAX_PATH, PARAMS  # noqa: PLC0415

    record = np.zeros(1, PARAMS)[0]
    record.tree_actions = MAX_PATH
    record.rollout_actions = np.iinfo(np.int64).max
    weights = {
        p.name: (field, i)
        for field, group in (("kind_weights", KIND_WEIGHTS), ("script_weights", SCRIPT_WEIGHTS))
        for i, p in enumerate(group)
    }
    record.kind_weights = [p.default for p in KIND_WEIGHTS]
    record.script_weights = [p.default for p in SCRIPT_WEIGHTS]
    for field, value in spec.kind.fixed:
        record[field] = value
    for parameter, value in zip(spec.kind.parameters, spec.values, strict=True):
        if parameter.name in weights:
            field, i = weights[parameter.name]
            record[field][i] = value
        elif parameter.name != "ms":
            for field, number in parameter.fields(value):
                record[field] = number
    if spec.ms:
        record.advances = CHUNK
    return record
