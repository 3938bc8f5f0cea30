"""`MatchTask`: two entrants, a number of games or as many as a sequential test needs."""

from collections.abc import Sequence
from functools import cached_property
from typing import Any, ClassVar

from ..play.entrant import Entrant
from ..play.result_board import ResultBoard
from ..play.schedule import Schedule, pairs_for
from ..run.context import RunContext
from ..run.result import RunResult
from ..run.schedule_task import ScheduleTask
from ..stats.score import Score
from ..stats.sprt import Sprt
from .result import MatchResult


class MatchTask(ScheduleTask, frozen=True, kw_only=True):
    """A match; with a test, it has at most so many games."""

    kind: ClassVar[str] = "match"
    takes_engines: ClassVar[bool] = True

    a: Entrant
    b: Entrant
    games: int
    sprt: Sprt | None = None

    def __post_init__(self) -> None:
        _ = self.schedule  # raises if it cannot be played

    @property
    def agents(self) -> Sequence[str]:
        """The agents of the two sides."""
        return self.a.agent, self.b.agent

    @property
    def at_most(self) -> bool:
        """A test may decide before all games are played."""
        return self.sprt is not None

    @cached_property
    def schedule(self) -> Schedule:
        """Its games."""
        return Schedule(
            entrants=(self.a, self.b),
            matchups=((0, 1),),
            pairs=pairs_for(self.games),
            rules=self.rules,
            seed=self.seed,
        )

    def run(self, context: RunContext) -> RunResult[MatchResult]:
        """Play the games, or as many as decide."""
        board = self.played(context, SprtRule(self.sprt) if self.sprt else None)
        values = MatchResult.of(board, self.sprt, self.seed)
        return RunResult(values, {"matchups": board.matchup_rows()})

    @classmethod
    def from_form_1(cls, data: dict[str, Any]) -> dict[str, Any]:
        """Return the fields of a match that was stored as a schedule."""
        schedule = data["schedule"]
        a, b = schedule["entrants"]
        fields = {"a": a, "b": b, "games": 2 * schedule["pairs"]}
        return fields | {"rules": schedule["rules"], "seed": schedule["seed"]} | data["options"]


class SprtRule:
    """Ends a match once its sequential test has decided."""

    def __init__(self, test: Sprt) -> None:
        self._test = test
        self._counts = [0] * 5

    def enough(self, board: ResultBoard, pairs: int) -> bool:
        """Return whether the pairs so far decide; to be asked once after each pair."""
        self._counts[board.pair_outcome(pairs - 1)] += 1
        ll, ld, even, wd, ww = self._counts
        wins, losses = 2 * ww + wd + even, 2 * ll + ld + even  # even as if never two draws
        score = Score(wins, wd + ld, losses, (ll, ld, even, wd, ww))
        return bool(self._test.decide(score).verdict)
