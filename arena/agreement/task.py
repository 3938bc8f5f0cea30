"""`AgreementTask`: each agent plays a round robin of the same setups, both sides of every game."""

from collections.abc import Sequence
from functools import cached_property, partial
from typing import ClassVar, Final

import pyarrow as pa

from ...agents.spec.spec import AgentSpec, called
from ...engine.rules.seeds import derive
from ...results.page.words import plural
from ..play.entrant import Entrant, check_labels, repeatable
from ..play.errors import ArenaError
from ..play.player import Keep, Player
from ..play.schedule import Schedule, check_size, pairs_for, round_robin
from ..run.context import RunContext
from ..run.parts import Part
from ..run.result import RunResult
from ..run.task import Task
from .compare import compare
from .result import AgreementResult
from .tables import tables

LEAST_SETUPS: Final = 4
"""The orders of fewer are nearly all alike."""

_TOO_FEW: Final = "agreement is between two agents at least, not {}"


class AgreementTask(Task, frozen=True, kw_only=True):
    """Setups, and the agents that judge them. An agent may be there twice: its seeds differ."""

    kind: ClassVar[str] = "agreement"

    entrants: tuple[Entrant, ...]
    """The setups, as the first agent plays them."""
    judges: tuple[str, ...]
    """The agents as canonical text."""
    games: int
    """For each two setups, by each agent; rounded up to a multiple of four."""

    def __post_init__(self) -> None:
        check_labels(self.entrants)
        if len(self.judges) < 2:
            raise ArenaError(_TOO_FEW.format(len(self.judges)))
        if len(self.entrants) < LEAST_SETUPS:
            setups = plural(len(self.entrants), "setup")
            raise ArenaError(f"agreement is about {LEAST_SETUPS} setups at least, not {setups}")
        _ = self.schedules  # raises if they cannot be played

    @classmethod
    def of(
        cls,
        setups: Sequence[str],
        agents: Sequence[AgentSpec | str],
        *,
        games: int,
        edits: tuple[str, ...] = (),
        seed: int = 1,
    ) -> "AgreementTask":
        """Return the task of setups and agents."""
        judges = tuple(str(repeatable(agent)) for agent in agents)
        if len(judges) < 2:
            raise ArenaError(_TOO_FEW.format(len(judges)))
        meetings = len(setups) * (len(setups) - 1) // 2
        check_size(len(judges) * 2 * _pairs(games) * meetings)
        entrants = tuple(Entrant.of(setup, judges[0]) for setup in setups)
        return cls(entrants=entrants, judges=judges, games=games, edits=edits, seed=seed)

    @property
    def agents(self) -> Sequence[str]:
        """The agents."""
        return self.judges

    @cached_property
    def schedules(self) -> tuple[Schedule, ...]:
        """The games of each agent, each on seeds of its own."""
        return tuple(
            Schedule(
                entrants=tuple(entrant.played_by(agent) for entrant in self.entrants),
                matchups=round_robin(len(self.entrants)),
                pairs=_pairs(self.games),
                rules=self.rules,
                seed=derive(self.seed, number),
            )
            for number, agent in enumerate(self.judges, start=1)
        )

    def parts(self) -> Sequence[Part]:
        """Return the round robin of each agent."""
        return [
            Part(
                name=f"agent_{number}",
                games=len(schedule),
                agent=schedule.agents[0],
                sample=partial(_itself, schedule),
            )
            for number, schedule in enumerate(self.schedules, start=1)
        ]

    def run(self, context: RunContext) -> RunResult[AgreementResult]:
        """Play all round robins, compare the agents, and keep the games that show differences."""
        boards = []
        for part, schedule in zip(self.parts(), self.schedules, strict=True):
            context.progress.stage(called(part.agent), part.games)
            boards.append(context.evaluator.play_schedule(schedule))
        values = compare(boards, self.seed)
        rows = tables(values, boards)
        return RunResult(values, rows | {"game_records": self._records(context, values)})

    def _records(self, context: RunContext, values: AgreementResult) -> pa.Table:
        """Return the games that values name, whole: those that are not stored are played again."""
        missing: list[int] = []
        if context.store and context.run:
            context.evaluator.flush()
            query = "SELECT game FROM game_records WHERE run = ?"
            stored_games = set(context.store.query(query, [context.run])["game"].to_pylist())
            missing = sorted(set(values.games_shown()) - stored_games)
        each, records = len(self.schedules[0]), []
        for number, schedule in enumerate(self.schedules):
            own = [game - number * each for game in missing if game // each == number]
            player = Player(schedule, Keep(records=True)) if own else None
            records += [player.play(game).record for game in own] if player else []
        columns = {"game": pa.array(missing, pa.uint32()), "record": pa.array(records, pa.string())}
        return pa.table(columns)


def _pairs(games: int) -> int:
    """Return the pairs of so many games, in two halves of the same number."""
    return 2 * pairs_for(pairs_for(games))


def _itself(schedule: Schedule) -> Schedule:
    return schedule
