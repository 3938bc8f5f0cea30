"""`ActionSpaceTask`: what the thesis's reductions of the action space are worth, measured."""

from collections.abc import Callable, Sequence
from typing import Any, ClassVar, TypeVar

from ..play.entrant import Entrant
from ..play.errors import ArenaError
from ..play.schedule import pairs_for
from ..play.threads import Worker
from ..run.context import RunContext
from ..run.parts import SAMPLE_GAMES, Part, WorkPart
from ..run.result import RunResult
from ..run.task import Task
from .duel_player import DuelPlayer
from .duels import DRAWN, Duel, DuelGame, duels, strength_of
from .result import ActionSpaceResult
from .rows import ActionSpaceRows, BatchWriter
from .settings import ActionSpaceSettings
from .sizes import A_GAME, SurveyedGame, space_sizes
from .survey import Surveyor

G = TypeVar("G", SurveyedGame, DuelGame)


class ActionSpaceTask(Task, frozen=True, kw_only=True):
    """Positions of games in which spaces are counted, and games between agents of two spaces."""

    kind: ClassVar[str] = "actionspace"

    entrants: tuple[Entrant, ...]
    """The setups, all played by the agent."""
    settings: ActionSpaceSettings

    def __post_init__(self) -> None:
        if not self.entrants:
            raise ArenaError("the action space is measured with one setup at least")
        for entrant in self.entrants:
            entrant.army(self.rules)  # raises if it does not fit the board
        self.duels()  # raises if the agent is unknown

    @classmethod
    def of(
        cls, setups: Sequence[str], settings: ActionSpaceSettings, **values: Any
    ) -> "ActionSpaceTask":
        """Return the task of setups."""
        entrants = tuple(Entrant.of(setup, settings.agent) for setup in setups)
        return cls(entrants=entrants, settings=settings, **values)

    @property
    def agents(self) -> Sequence[str]:
        """All agents that play."""
        sides = [side.agent for duel in self.duels() for side in (duel.a, duel.b)]
        return [self.settings.agent, *sides]

    def duels(self) -> list[Duel]:
        """Return the comparisons of strength."""
        return duels(self.settings.agent)

    @property
    def surveyed(self) -> int:
        """Games that positions are taken from."""
        return -(-self.settings.positions // A_GAME)

    @property
    def duel_games(self) -> int:
        """Games of each comparison."""
        return 2 * pairs_for(self.settings.games)

    def parts(self) -> Sequence[Part]:
        """Return the games for positions, and those of all comparisons."""
        count, games = len(self.duels()), self.duel_games
        some = range(min(games, SAMPLE_GAMES))
        turn_about = [which * games + game for game in some for which in range(count)]
        return [
            WorkPart(
                name="positions",
                games=self.surveyed,
                agent=self.settings.agent,
                make=self._surveyor,
                numbers=range(self.surveyed),
            ),
            WorkPart(
                name="comparisons",
                games=count * games,
                agent=self.settings.agent,
                make=self._duel_player,
                numbers=turn_about,
            ),
        ]

    def estimate_values(self) -> dict[str, Any]:
        """Return the games for positions, under the name that earlier versions gave them."""
        return {"games_for_positions": self.surveyed}

    def run(self, context: RunContext) -> RunResult[ActionSpaceResult]:
        """Survey the positions, and play the comparisons."""
        rows, meetings, games = self._rows(), self.duels(), self.duel_games
        context.progress.stage("positions", self.surveyed)
        surveyed = _played(
            context,
            self._surveyor,
            rows.surveyed(context),
            range(self.surveyed),
            BatchWriter(context, "positions", rows.surveyed_tables),
        )
        context.progress.stage("comparisons", len(meetings) * games)
        fought = _played(
            context,
            self._duel_player,
            rows.duel_games(context),
            range(len(meetings) * games),
            BatchWriter(context, "comparisons", rows.duel_tables),
        )
        context.evaluator.scored(len(fought), sum(game.points == DRAWN for game in fought))
        values = ActionSpaceResult(
            agent=self.settings.agent,
            setups=tuple(entrant.label for entrant in self.entrants),
            seed=self.seed,
            games=len(surveyed),
            sizes=space_sizes(surveyed),
            strengths={
                duel.off: strength_of(duel, fought[number * games : (number + 1) * games])
                for number, duel in enumerate(meetings)
            },
        )
        return RunResult(values)

    def _rows(self) -> ActionSpaceRows:
        return ActionSpaceRows(self.entrants, self.duels(), self.duel_games, self.seed)

    def _surveyor(self) -> Surveyor:
        return Surveyor(self.rules, self.entrants, self.seed)

    def _duel_player(self) -> DuelPlayer:
        return DuelPlayer(self.rules, self.entrants, self.seed, self.duels(), self.duel_games)


def _played(
    context: RunContext,
    make: Callable[[], Worker[G]],
    earlier: Sequence[G],
    numbers: range,
    writer: BatchWriter,
) -> list[G]:
    """Return all games in their order: those that are stored, and the others, which are played."""
    if earlier:
        context.evaluator.known(len(earlier))
    games = {game.number: game for game in earlier}
    missing = [number for number in numbers if number not in games]
    try:
        for results in context.evaluator.work(make, missing) if missing else ():
            games |= {game.number: game for game in results}
            writer.add(results)
    except KeyboardInterrupt:
        writer.hurry()
        raise
    finally:
        writer.write()
    return [games[number] for number in numbers]
