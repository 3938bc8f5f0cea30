"""`TournamentTask`: each setup against each other one, or one against all others."""

from collections.abc import Sequence
from functools import cached_property
from typing import Any, ClassVar

from ..play.entrant import Entrant, check_labels
from ..play.errors import ArenaError
from ..play.schedule import Schedule, check_size, gauntlet, pairs_for, round_robin
from ..run.context import RunContext
from ..run.result import RunResult
from ..run.schedule_task import ScheduleTask
from .result import TournamentResult


class TournamentTask(ScheduleTask, frozen=True, kw_only=True):
    """A tournament: setups that are all played by one agent."""

    kind: ClassVar[str] = "tournament"
    takes_engines: ClassVar[bool] = True

    entrants: tuple[Entrant, ...]
    games: int
    """For each two setups; an odd number is rounded up."""
    gauntlet: bool = False
    """Whether only the first meets the others."""

    def __post_init__(self) -> None:
        check_labels(self.entrants)
        if len(self.entrants) < 2:
            raise ArenaError(f"a tournament needs two setups at least, not {len(self.entrants)}")
        _ = self.schedule  # raises if it cannot be played

    @classmethod
    def of(
        cls, setups: Sequence[str], agent: str, *, against: str | None = None, **values: Any
    ) -> "TournamentTask":
        """Return the tournament of setups, each against each other or all against one."""
        others = len(setups)
        meetings = others * (others - 1) // 2 if against is None else others - 1
        check_size(2 * pairs_for(values["games"]) * meetings)
        entrants = [Entrant.of(setup, agent, engines=True) for setup in setups]
        if against is not None:
            one = Entrant.of(against, agent, engines=True)
            entrants = [one, *(entrant for entrant in entrants if entrant.label != one.label)]
        return cls(entrants=tuple(entrants), gauntlet=against is not None, **values)

    @property
    def agents(self) -> Sequence[str]:
        """The agent that plays all setups."""
        return [entrant.agent for entrant in self.entrants]

    @cached_property
    def schedule(self) -> Schedule:
        """Its games."""
        count = len(self.entrants)
        return Schedule(
            entrants=self.entrants,
            matchups=gauntlet(count) if self.gauntlet else round_robin(count),
            pairs=pairs_for(self.games),
            rules=self.rules,
            seed=self.seed,
        )

    def run(self, context: RunContext) -> RunResult[TournamentResult]:
        """Play the games, and rate the setups."""
        board = self.played(context)
        values = TournamentResult.of(board, self.seed)
        tables = {"matchups": board.matchup_rows(), "setup_ratings": values.rating_rows()}
        return RunResult(values, tables)

    @classmethod
    def from_form_1(cls, data: dict[str, Any]) -> dict[str, Any]:
        """Return the fields of a tournament that was stored as a schedule."""
        schedule = data["schedule"]
        return {
            "entrants": schedule["entrants"],
            "games": 2 * schedule["pairs"],
            "gauntlet": len(schedule["matchups"]) < len(round_robin(len(schedule["entrants"]))),
            "rules": schedule["rules"],
            "seed": schedule["seed"],
        }
