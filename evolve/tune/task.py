"""Tuning: the configuration of an agent that plays best against an opponent, found by NTBEA.

1. The search: one configuration after the other plays a few pairs against the opponent, both sides
   fielding the same setups in rotation; `ntbea` says what to evaluate next. The algorithm is the
   published one; its evaluation is a batch of side-swapped pairs instead of one game, so that every
   core has something to play. The n-th evaluation of a configuration has the same seeds as the n-th
   of any other.
2. The check: the configuration of the best mean, by the model, plays the opponent on held-out
   seeds.
3. The comparison: it plays the agent as it was given, on other held-out seeds. Nothing is called
   better unless the interval of these games says so.

All have the budget that the agent was given (`parameters`); what winner and default really spent a
decision is reported with the result.
"""

import time
from collections.abc import Sequence
from functools import partial
from typing import Any, ClassVar

import msgspec

from ...agents.spec.spec import AgentSpec
from ...arena.play.entrant import Entrant
from ...arena.play.result_board import ResultBoard
from ...arena.play.schedule import Schedule, pairs_for
from ...arena.run.context import RunContext
from ...arena.run.parts import Part
from ...arena.run.result import RunResult
from ...arena.run.task import Task
from ...arena.stats.values import ScoreValues
from ...engine.rules.seeds import derive
from ...results.page.words import percent
from ..proposals.errors import EvolveError
from .ntbea import NTuples, Point, next_point
from .parameters import Parameters
from .result import TuneResult
from .settings import TuneSettings
from .tables import Evaluation, EvaluationWriter, rating_table

SEARCH_STREAM, WALK_STREAM = 1 << 20, (1 << 20) + 1
CHECK_STREAM, COMPARE_STREAM = (1 << 20) + 2, (1 << 20) + 3
"""Streams of the run's seed; no game of one shares its seed with a game of another."""

SAY_EVERY = 25
"""Evaluations between two sentences on how far it is."""


class TuneTask(Task, frozen=True, kw_only=True):
    """A tuning: the space, the opponent, the setups that both field, and how much is played."""

    kind: ClassVar[str] = "tune"

    parameters: Parameters
    opponent: str
    fielded: tuple[Entrant, ...] = msgspec.field(name="setups")
    """The setups that both sides field; the agents come later."""
    settings: TuneSettings = msgspec.field(default_factory=TuneSettings)

    def __post_init__(self) -> None:
        if not self.fielded:
            raise EvolveError("a setup is needed that both sides field, such as Default")

    @classmethod
    def of(
        cls, parameters: Parameters, opponent: str, setups: Sequence[str], **values: Any
    ) -> "TuneTask":
        """Return the task of an opponent and setups as text."""
        fielded = tuple(Entrant.of(setup, opponent) for setup in setups)
        opponent = str(AgentSpec.parse(opponent))
        return cls(parameters=parameters, opponent=opponent, fielded=fielded, **values)

    @property
    def default(self) -> str:
        """The agent as it was given."""
        return self.parameters.base

    @property
    def agents(self) -> Sequence[str]:
        """The agent that is tuned, and its opponent."""
        return self.default, self.opponent

    @property
    def pairs(self) -> int:
        """The pairs of an evaluation."""
        return pairs_for(self.settings.games)

    def parts(self) -> Sequence[Part]:
        """Return what it will play: search, check, and comparison if that is another one."""
        search = 2 * self.pairs * self.settings.iterations
        check = 2 * pairs_for(self.settings.check_games)
        planned = [("search", search, self.opponent), ("check", check, self.opponent)]
        if self.opponent != self.default:
            planned.append(("comparison", check, self.default))
        return [
            Part(
                name=name,
                games=games,
                agent=self.default,
                sample=partial(self.schedule, self.default, other, pairs=self.pairs, seed=0),
            )
            for name, games, other in planned
        ]

    def run(self, context: RunContext) -> RunResult[TuneResult]:
        """Search, check and compare."""
        return TuneSearch(self, context).run()

    @classmethod
    def from_form_1(cls, data: dict[str, Any]) -> dict[str, Any]:
        """Return the fields of a task that held its settings itself."""
        names = {field.name for field in msgspec.structs.fields(TuneSettings)}
        settings = {name: value for name, value in data.items() if name in names}
        others = {name: value for name, value in data.items() if name not in names}
        return others | {"settings": settings}

    def schedule(
        self, agent: str, other: str, *, pairs: int, seed: int, start: int = 0
    ) -> Schedule:
        """Return pairs of two agents, both fielding the same setup, one after the other."""
        count = len(self.fielded)
        places = [2 * ((start + pair) % count) for pair in range(pairs)]
        entrants = [setup.played_by(one) for setup in self.fielded for one in (agent, other)]
        return Schedule(
            entrants=tuple(entrants),
            matchups=tuple((place, place + 1) for place in places),
            pairs=1,
            rules=self.rules,
            seed=seed,
        )


class TuneSearch:
    """A tuning under way."""

    def __init__(self, task: TuneTask, context: RunContext) -> None:
        self.task, self._evaluator, self._progress = task, context.evaluator, context.progress
        self.model = NTuples(len(task.parameters.sizes))
        self._writer = EvaluationWriter(context, task.settings.iterations)

    def run(self) -> RunResult[TuneResult]:
        """Search, check and compare."""
        search, *_ = self.task.parts()
        self._progress.stage(search.name, search.games)
        point = self.task.parameters.start
        for number in range(self.task.settings.iterations):
            self.evaluate(point, number)
            point = self._next(point, number)
        return self.check(self.model.best())

    def evaluate(self, point: Point, number: int) -> None:
        """Play one configuration, and learn."""
        began, task = time.monotonic(), self.task
        agent = str(task.parameters.agent(point))
        visit = self.model.points.get(point, 0)
        seed = derive(derive(task.seed, SEARCH_STREAM), visit)
        start = number * task.pairs
        board = self._play(agent, task.opponent, task.pairs, seed, start)
        score = board.tally().score
        self.model.add(point, score.rate)
        best = self.model.best()
        self._writer.evaluated(
            Evaluation(
                number=number,
                agent=agent,
                score=score,
                fresh=visit == 0,
                expected=self.model.mean(best),
                seconds=time.monotonic() - began,
            )
        )
        if (number + 1) % SAY_EVERY == 0:
            self._progress.say(
                f"evaluation {number + 1} of {task.settings.iterations}: best "
                f"{task.parameters.agent(best)}, {percent(self.model.mean(best))} expected",
                best=True,
            )

    def check(self, point: Point) -> RunResult[TuneResult]:
        """Play the best configuration on held-out seeds, against the opponent and the default."""
        task, pairs = self.task, pairs_for(self.task.settings.check_games)
        agent = str(task.parameters.agent(point))
        _, check, *others = task.parts()
        self._progress.stage(check.name, check.games)
        board = self._play(agent, task.opponent, pairs, derive(task.seed, CHECK_STREAM))
        boards = [board]
        if agent != task.default and others:
            self._progress.stage(others[0].name, others[0].games)
            boards += [self._play(agent, task.default, pairs, derive(task.seed, COMPARE_STREAM))]
        score = board.tally().score
        compared = boards[-1].tally().score if agent != task.default else None
        self._writer.mark(agent)
        values = TuneResult(
            seed=task.seed,
            default=task.default,
            opponent=task.opponent,
            space=task.parameters.values,
            iterations=task.settings.iterations,
            agent=agent,
            parameters=task.parameters.chosen(point),
            total=ScoreValues.of(score),
            against_default=None if compared is None else ScoreValues.of(compared),
            advances_a_decision={n: s for b in boards for n, s in b.advances_a_decision().items()},
            expected=self.model.mean(point),
            evaluations=self.model.points[point],
            configurations=len(self.model.points),
        )
        return RunResult(values, {"agent_ratings": rating_table(agent, score, compared)})

    def _next(self, point: Point, number: int) -> Point:
        task = self.task
        return next_point(
            self.model,
            point,
            task.parameters.sizes,
            neighbours=task.settings.neighbours,
            k=task.settings.exploration,
            seed=derive(derive(task.seed, WALK_STREAM), number),
        )

    def _play(self, agent: str, other: str, pairs: int, seed: int, start: int = 0) -> ResultBoard:
        schedule = self.task.schedule(agent, other, pairs=pairs, seed=seed, start=start)
        return self._evaluator.play_schedule(schedule)
