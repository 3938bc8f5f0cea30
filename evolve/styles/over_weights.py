"""`WeightsDomain`: styles of play, as weights of an agent's scripts (002 section IV).

A weight has five levels, 0 to 1 in steps of a quarter (002 section V.B), so a genome is a row of
small integers. The first are the agent as it is, each script alone, and some at random; a child is
a candidate that a cell keeps with a weight changed, sometimes more.
"""

from collections.abc import Sequence
from fnmatch import fnmatchcase
from functools import cached_property
from random import Random
from typing import ClassVar

from msgspec.structs import force_setattr

from ...agents.spec.script_names import SCRIPTS
from ...agents.spec.spec import AgentSpec
from ...arena.play.entrant import repeatable
from ...results.text.command_lines import command_line
from ...setups.catalogue import SIX_UNLIKE, catalogue
from ..proposals.errors import EvolveError
from ..proposals.space import Space
from .features import BEHAVIOUR
from .map_domain import Child, Founder, MapDomain, Meeting, SearchMeetings, fielding
from .settings import STYLE_AGENT

LEVELS = 4
"""Steps from a weight of 0 to one of 1."""


class WeightsDomain(MapDomain, frozen=True, kw_only=True, tag="weights"):
    """Styles: the weights of an agent's scripts. Both sides field the same setup, in rotation."""

    over: ClassVar[str] = "weights"
    features: ClassVar = BEHAVIOUR

    agent: str
    """Its scripts are weighed."""
    opponent: str
    others: tuple[str, ...]
    """Fielded in the check only."""
    baselines: tuple[str, ...]
    """Agents that checked candidates meet besides."""
    scripts: tuple[str, ...] = ("*",)
    """Patterns of the scripts whose weights are searched; others keep the agent's."""

    @classmethod
    def of(
        cls,
        *,
        agent: str | None = None,
        opponent: str | None = None,
        setups: Sequence[str] = (),
        baselines: Sequence[str] = (),
        scripts: Sequence[str] = (),
    ) -> "WeightsDomain":
        """Return what is usual where nothing is given: the agent as it is for an opponent."""
        agent, fielded = agent or STYLE_AGENT, tuple(setups or SIX_UNLIKE)
        return cls(
            agent=agent,
            opponent=opponent or agent,
            setups=fielded,
            others=tuple(name for name in catalogue() if name not in fielded),
            baselines=tuple(baselines) or usual_baselines(agent),
            scripts=tuple(scripts) or ("*",),
        )

    def __post_init__(self) -> None:
        super().__post_init__()
        for name in ("agent", "opponent"):
            force_setattr(self, name, str(repeatable(getattr(self, name))))
        force_setattr(self, "baselines", tuple(str(repeatable(one)) for one in self.baselines))
        self._check_scripts()
        if not self.setups:
            raise EvolveError("styles are played on a setup at least, such as Default")

    def _check_scripts(self) -> None:
        """Refuse an agent without scripts, and patterns that no script has."""
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
                lists = command_line("agents portfolio")
                raise EvolveError(f"no script is called {pattern!r}; {lists} lists them")

    @cached_property
    def genes(self) -> tuple[str, ...]:
        """The scripts whose weights are searched."""
        return tuple(
            script.name
            for script in SCRIPTS
            if any(fnmatchcase(script.name, pattern) for pattern in self.scripts)
        )

    @property
    def agents(self) -> Sequence[str]:
        """The agents that play, but for candidates."""
        return [self.agent, self.opponent, *self.baselines]

    def search(self) -> SearchMeetings:
        """Return what candidates meet in the search, the same from first to last."""
        opponents = fielding(self.setups, self.opponent)
        meeting = Meeting(name="fresh games", agent=None, opponents=opponents)
        return SearchMeetings(meeting, meeting, meeting)

    def checks(self) -> list[Meeting]:
        """Return the search's games, those on other setups, and those with the baselines."""
        others = fielding(self.others, self.opponent)
        meetings = [self.search().elites]
        if others:
            meetings.append(Meeting(name="other setups", agent=None, opponents=others))
        return meetings + [
            Meeting(name=f"against {agent}", agent=None, opponents=fielding(self.setups, agent))
            for agent in self.baselines
        ]

    def text(self, levels: Sequence[int]) -> str:
        """Return the agent whose scripts have these levels."""
        spec = AgentSpec.parse(self.agent)
        weights = dict(zip(self.genes, levels, strict=True))
        values = zip(spec.names, spec.values, strict=True)
        new = (weights[name] / LEVELS if name in weights else value for name, value in values)
        return str(AgentSpec(spec.kind, tuple(new)))

    def levels(self, text: str) -> list[int]:
        """Return the levels of an agent's scripts."""
        spec = AgentSpec.parse(text)
        return [round(LEVELS * float(spec[name])) for name in self.genes]

    def founders(self, number: int, space: Space, generator: Random) -> list[Founder]:
        """Return the agent itself, each script alone, and some at random."""
        count = len(self.genes)
        alone = [[LEVELS * (place == one) for place in range(count)] for one in range(count)]
        chance = [[generator.randint(0, LEVELS) for _ in range(count)] for _ in range(number)]
        return [
            (self.agent, "seed"),
            *((self.text(levels), "one script") for levels in alone),
            *((self.text(levels), "random") for levels in chance),
        ]

    def child(self, parents: Sequence[str], space: Space, generator: Random) -> Child:
        """Return the first parent with a weight changed, or two, or more, each half as often."""
        levels = self.levels(parents[0])
        changes = 1
        while changes < len(levels) and generator.random() < 0.5:
            changes += 1
        for place in generator.sample(range(len(levels)), changes):
            other = [level for level in range(LEVELS + 1) if level != levels[place]]
            levels[place] = generator.choice(other)
        return Child(self.text(levels), "mutation", parents[:1])


def usual_baselines(agent: str) -> tuple[str, ...]:
    """Return the agents to check another against: with its budget where it has one."""
    budget = AgentSpec.parse(agent).get("advances")
    named = (AgentSpec.parse(name) for name in ("portfolio", "mcts"))
    specs = [spec.with_budget("advances", int(budget)) if budget else spec for spec in named]
    return (*map(str, specs), "greedy")
