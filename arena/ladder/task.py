"""`LadderTask`: agents against each other on several setups, each setup against itself."""

from collections.abc import Sequence
from functools import cached_property
from typing import Any, ClassVar

from ..play.entrant import Entrant
from ..play.errors import ArenaError
from ..play.schedule import Schedule, agents_on_setups, gauntlet, pairs_for, round_robin
from ..run.context import RunContext
from ..run.result import RunResult
from ..run.schedule_task import ScheduleTask
from .result import LadderResult


class LadderTask(ScheduleTask, frozen=True, kw_only=True):
    """A ladder: every two agents, or each and a reference, meet on every setup."""

    kind: ClassVar[str] = "ladder"
    takes_engines: ClassVar[bool] = True

    entrants: tuple[Entrant, ...]
    """Each agent on each setup: all agents of the first setup, then those of the next."""
    games: int
    """For each two agents, on all setups together; rounded up to whole pairs on each."""
    reference: str | None = None
    """The agent that meets all others, if only it does."""

    def __post_init__(self) -> None:
        agents = self.players
        if len(agents) < 2:
            raise ArenaError(f"a ladder needs two agents at least, not {len(agents)}")
        if self.reference is not None and self.reference not in agents:
            raise ArenaError(f"the reference {self.reference} is none of the agents")
        if [entrant.agent for entrant in self.entrants] != agents * self._setups:
            raise ArenaError("each agent of a ladder plays each setup, in the same order")
        _ = self.schedule  # raises if it cannot be played

    @classmethod
    def of(
        cls,
        agents: Sequence[str],
        setups: Sequence[str],
        *,
        reference: str | None = None,
        **values: Any,
    ) -> "LadderTask":
        """Return the ladder of agents on setups; a reference takes part in any case."""
        if reference is not None and reference not in agents:
            agents = [reference, *agents]
        twice = [agent for agent in agents if agents.count(agent) > 1]
        if twice:
            raise ArenaError(f"{twice[0]} is there twice; agents of a ladder differ")
        if len(agents) < 2:
            raise ArenaError(f"a ladder needs two agents at least, not {len(agents)}")
        entrants, _ = agents_on_setups(agents, setups, reference, engines=True)
        return cls(entrants=entrants, reference=reference, **values)

    @property
    def players(self) -> list[str]:
        """The agents, each once."""
        return list(dict.fromkeys(entrant.agent for entrant in self.entrants))

    @property
    def agents(self) -> Sequence[str]:
        """The agents."""
        return self.players

    @property
    def _setups(self) -> int:
        return len(self.entrants) // len(self.players)

    @cached_property
    def schedule(self) -> Schedule:
        """Its games."""
        agents = self.players
        meeting = round_robin(len(agents))
        if self.reference is not None:
            meeting = gauntlet(len(agents), agents.index(self.reference))
        firsts = range(0, len(self.entrants), len(agents))
        return Schedule(
            entrants=self.entrants,
            matchups=tuple((first + a, first + b) for first in firsts for a, b in meeting),
            pairs=-(-pairs_for(self.games) // self._setups),
            rules=self.rules,
            seed=self.seed,
        )

    def run(self, context: RunContext) -> RunResult[LadderResult]:
        """Play the games, and rate the agents."""
        board = self.played(context)
        values = LadderResult.of(board, self.seed)
        tables = {"matchups": board.matchup_rows(), "agent_ratings": values.rating_rows()}
        return RunResult(values, tables)

    @classmethod
    def from_form_1(cls, data: dict[str, Any]) -> dict[str, Any]:
        """Return the fields of a ladder that was stored as a schedule."""
        schedule = data["schedule"]
        entrants, matchups = schedule["entrants"], schedule["matchups"]
        agents = list(dict.fromkeys(entrant["agent"] for entrant in entrants))
        setups = len(entrants) // len(agents)
        reference = None
        if len(matchups) < setups * len(round_robin(len(agents))):
            reference = agents[matchups[0][0]]
        return {
            "entrants": entrants,
            "games": 2 * schedule["pairs"] * setups,
            "reference": reference,
            "rules": schedule["rules"],
            "seed": schedule["seed"],
        }
