"""`Weights`: styles of play, as weights of an agent's scripts (002 section IV).

A weight has five levels, 0 to 1 in steps of a quarter (002 section V.B), so a genome is a row of
small integers. The first are the agent as it is, each script alone, and some at random; a child is
one of those who hold a cell with a weight changed, sometimes more.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cached_property
from random import Random
from typing import Any, ClassVar

from ...agents.spec.script_names import SCRIPTS
from ...agents.spec.spec import AgentSpec
from ...arena.play.entrant import repeatable
from ..proposals.errors import EvolveError
from .features import BEHAVIOUR
from .map_domain import Child, Founder, Meeting, fielding

LEVELS = 4
"""Steps from a weight of 0 to one of 1."""


@dataclass(frozen=True, kw_only=True)
class Weights:
    """Styles: the weights of an agent's scripts. Both sides field the same setup, in rotation."""

    over: ClassVar[str] = "weights"
    features: ClassVar = BEHAVIOUR

    agent: str
    """Whose weights they are."""
    opponent: str
    setups: tuple[str, ...]
    """Fielded in the search."""
    others: tuple[str, ...]
    """Fielded in the check only."""
    baselines: tuple[str, ...]
    """Whom those checked meet besides."""
    scripts: tuple[str, ...] = ("*",)
    """Patterns of the scripts whose weights are sought; others keep the agent's."""

    def __post_init__(self) -> None:
        for name in ("agent", "opponent"):
            object.__setattr__(self, name, str(repeatable(getattr(self, name))))
        object.__setattr__(self, "baselines", tuple(str(repeatable(one)) for one in self.baselines))
        spec = AgentSpec.parse(self.agent)
        if SCRIPTS[0].name not in spec.names:
            raise EvolveError(
                f"{spec.kind.name} has no scripts to weigh; portfolio:unprune, greedy and "
                "tactician have"
            )
        if spec.get("mode") == "plain":
            raise EvolveError(
                f"{spec} does not look at the weights of its scripts; take portfolio:unprune or "
                "portfolio:bias"
            )
        for pattern in self.scripts:
            if not any(fnmatchcase(script.name, pattern) for script in SCRIPTS):
                raise EvolveError(
                    f"no script is called {pattern!r}; conquest-opt agents portfolio lists them"
                )
        if not self.setups:
            raise EvolveError("styles are played on a setup at least, such as Default")

    @cached_property
    def genes(self) -> tuple[str, ...]:
        """The scripts whose weights are sought."""
        return tuple(
            script.name
            for script in SCRIPTS
            if any(fnmatchcase(script.name, pattern) for pattern in self.scripts)
        )

    @property
    def agents(self) -> list[str]:
        """Everybody who plays, but the candidates."""
        return [self.agent, self.opponent, *self.baselines]

    def search(self) -> Meeting:
        """Return whom candidates meet in the search."""
        return Meeting(
            name="fresh games", agent=None, opponents=fielding(self.setups, self.opponent)
        )

    def checks(self) -> list[Meeting]:
        """Return the search's games, those on other setups, and those with the baselines."""
        others = fielding(self.others, self.opponent)
        found = [self.search()]
        if others:
            found.append(Meeting(name="other setups", agent=None, opponents=others))
        return found + [
            Meeting(name=f"against {agent}", agent=None, opponents=fielding(self.setups, agent))
            for agent in self.baselines
        ]

    def text(self, levels: Sequence[int]) -> str:
        """Return the agent whose scripts have these levels."""
        spec = AgentSpec.parse(self.agent)
        given = dict(zip(self.genes, levels, strict=True))
        values = zip(spec.names, spec.values, strict=True)
        new = (given[name] / LEVELS if name in given else value for name, value in values)
        return str(AgentSpec(spec.kind, tuple(new)))

    def levels(self, text: str) -> list[int]:
        """Return the levels of an agent's scripts."""
        spec = AgentSpec.parse(text)
        return [round(LEVELS * float(spec[name])) for name in self.genes]

    def founders(self, number: int, generator: Random) -> list[Founder]:
        """Return the agent itself, each script alone, and some at random."""
        count = len(self.genes)
        alone = [[LEVELS * (place == one) for place in range(count)] for one in range(count)]
        chance = [[generator.randint(0, LEVELS) for _ in range(count)] for _ in range(number)]
        return [
            (self.agent, "seed"),
            *((self.text(levels), "one script") for levels in alone),
            *((self.text(levels), "random") for levels in chance),
        ]

    def child(self, parents: Sequence[str], generator: Random) -> Child:
        """Return the first parent with a weight changed, or two, or more, each half as often."""
        levels = self.levels(parents[0])
        changes = 1
        while changes < len(levels) and generator.random() < 0.5:
            changes += 1
        for place in generator.sample(range(len(levels)), changes):
            other = [level for level in range(LEVELS + 1) if level != levels[place]]
            levels[place] = generator.choice(other)
        return Child(self.text(levels), "mutation", parents[:1])

    def to_dict(self) -> dict[str, Any]:
        """Return it as plain JSON values."""
        names = ("agent", "opponent", "setups", "others", "baselines", "scripts")
        values = {name: getattr(self, name) for name in names}
        return {n: list(v) if isinstance(v, tuple) else v for n, v in values.items()}

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> "Weights":
        """Return what a dict says as `to_dict` makes it."""
        values: dict[str, Any] = {
            name: tuple(value) if isinstance(value, list) else value for name, value in data.items()
        }
        return cls(**values)
