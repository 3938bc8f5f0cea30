"""Tuning: the configuration of an agent that plays best against an opponent, found by NTBEA.

1. The search: one configuration after the other plays a few pairs against the opponent, both sides
   fielding the same setups in rotation; `ntuple` says what to evaluate next. The algorithm is the
   published one; its evaluation is a batch of side-swapped pairs instead of one game, so that every
   core has something to play. The n-th evaluation of a configuration has the same seeds as the n-th
   of any other.
2. The check: the configuration of the best mean, by the model, plays the opponent on seeds that
   decided nothing before.
3. The comparison: it plays the agent as it was given, on other fresh seeds. Nothing is called
   better    unless the interval of these games says so.

Everybody has the budget that the agent was given (`parameters`); what winner and default really
spent a decision is told with the result.
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, ClassVar

from ...agents.spec.parameters import Value
from ...agents.spec.spec import AgentSpec
from ...arena.play.entrant import Entrant
from ...arena.play.result_board import ResultBoard
from ...arena.play.schedule import Schedule, pairs_for
from ...arena.run.task import Part, RunContext
from ...arena.stats.score import Score
from ...engine.rules.ruleset import Ruleset
from ...engine.rules.seeds import derive
from ..proposals.checks import check_least
from ..proposals.errors import EvolveError
from .ntbea import NTuples, Point, next_point
from .parameters import Parameters
from .tables import Evaluation, TuneJournal

SEARCH_STREAM, WALK_STREAM = 1 << 20, (1 << 20) + 1
CHECK_STREAM, COMPARE_STREAM = (1 << 20) + 2, (1 << 20) + 3
"""Streams of the run's seed; no game of one shares its seed with a game of another."""

TELL_EVERY = 25
"""Evaluations between two sentences on how far it is."""

_LEAST = {"iterations": 1, "games": 2, "neighbours": 1, "check_games": 2}


@dataclass(frozen=True, kw_only=True)
class TuneTask:
    """A tuning: the space, the opponent, the setups that both field, and how much is played."""

    kind: ClassVar[str] = "tune"

    parameters: Parameters
    opponent: str
    fielded: tuple[Entrant, ...]
    """The setups that both sides field; the agents come later."""
    rules: Ruleset
    iterations: int = 200
    """Evaluations of the search."""
    games: int = 12
    """Of each evaluation; rounded up to whole pairs."""
    neighbours: int = 50
    """Mutants that the model chooses among after each evaluation."""
    exploration: float = 0.25
    """How much doubt counts beside the mean (k).

    On sixty made-up spaces of the size of the thesis's, 200 evaluations of a dozen games each came
    from the average to the best as far as 93 % of the way with 0.1, 97 % with 0.25, 90 % with 0.4.
    """
    check_games: int = 400
    """Of the check, and again of the comparison."""
    seed: int = 1

    def __post_init__(self) -> None:
        check_least(self, _LEAST)
        if not 0 <= self.exploration < 1e6:
            raise EvolveError(f"exploration is a number from 0, not {self.exploration}")
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
        return str(self.parameters.base)

    @property
    def agents(self) -> tuple[str, str]:
        """Who is tuned, and against whom."""
        return self.default, self.opponent

    @property
    def pairs(self) -> int:
        """The pairs of an evaluation."""
        return pairs_for(self.games)

    def parts(self) -> list[Part]:
        """Return what it will play: search, check, and comparison if that is another one."""
        check = 2 * pairs_for(self.check_games)
        sample = partial(self.schedule, self.default, self.opponent, pairs=self.pairs, seed=0)
        own = partial(self.schedule, self.default, self.default, pairs=self.pairs, seed=0)
        found = [
            Part(
                name="search",
                games=2 * self.pairs * self.iterations,
                agent=self.default,
                sample=sample,
            ),
            Part(name="check", games=check, agent=self.default, sample=sample),
        ]
        if self.opponent != self.default:
            found.append(Part(name="comparison", games=check, agent=self.default, sample=own))
        return found

    def run(self, desk: RunContext) -> "Tuned":
        """Search, check and compare."""
        return TuneSearch(self, desk).run()

    def schedule(
        self, agent: str, other: str, *, pairs: int, seed: int, start: int = 0
    ) -> Schedule:
        """Return pairs of two agents, both fielding the same setup, one after the other."""
        count = len(self.fielded)
        places = [2 * ((start + pair) % count) for pair in range(pairs)]
        entrants = [replace(setup, agent=who) for setup in self.fielded for who in (agent, other)]
        return Schedule(
            entrants=tuple(entrants),
            matchups=tuple((place, place + 1) for place in places),
            pairs=1,
            rules=self.rules,
            seed=seed,
        )

    def to_dict(self) -> dict[str, Any]:
        """Return the task as plain JSON values."""
        return {
            "parameters": self.parameters.to_dict(),
            "opponent": self.opponent,
            "setups": [entrant.to_dict() for entrant in self.fielded],
            "rules": list(self.rules.edits),
            "iterations": self.iterations,
            "games": self.games,
            "neighbours": self.neighbours,
            "exploration": self.exploration,
            "check_games": self.check_games,
            "seed": self.seed,
        }

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> "TuneTask":
        """Return the task of a dict as `to_dict` makes it."""
        names = ("opponent", "iterations", "games", "neighbours", "exploration", "check_games")
        return cls(
            parameters=Parameters.from_dict(data["parameters"]),
            fielded=tuple(Entrant.from_dict(entrant) for entrant in data["setups"]),
            rules=Ruleset().edit(*data["rules"]),
            seed=data["seed"],
            **{name: data[name] for name in names},
        )


@dataclass(frozen=True, kw_only=True)
class Tuned:
    """What a tuning ended with."""

    agent: str
    """The best configuration."""
    chosen: dict[str, Value]
    """Its values of the parameters that were tuned."""
    score: Score
    """Against the opponent, on seeds that nobody was chosen by."""
    against_default: Score | None
    """Against the agent as given, on fresh seeds; None if it is the agent as given."""
    spent: dict[str, float]
    """Advances a decision of winner, default and opponent, in those games."""
    expected: float
    """What the model expected of it, by whose luck it was chosen too."""
    evaluations: int
    """How many of the search's evaluations were of it."""
    configurations: int
    """How many different ones were evaluated."""

    @property
    def verdict(self) -> str:
        """Better, worse, no difference shown, or the default itself."""
        if self.against_default is None:
            return "default"
        low, high = self.against_default.interval()
        return "better" if low > 0.5 else "worse" if high < 0.5 else "no difference shown"

    def to_dict(self) -> dict[str, Any]:
        """Return it as plain JSON values."""
        compared = self.against_default
        return {
            "agent": self.agent,
            "parameters": self.chosen,
            **_told(self.score),
            "against_default": None if compared is None else _told(compared),
            "verdict": self.verdict,
            "advances_a_decision": self.spent,
            "expected": self.expected,
            "evaluations": self.evaluations,
            "configurations": self.configurations,
        }


class TuneSearch:
    """A tuning under way."""

    def __init__(self, task: TuneTask, desk: RunContext) -> None:
        self.task, self._desk = task, desk
        self.model = NTuples(len(task.parameters.sizes))
        self._journal = TuneJournal(desk, task.iterations)

    def run(self) -> Tuned:
        """Search, check and compare."""
        search, *_ = self.task.parts()
        self._desk.watcher.stage(search.name, search.games)
        point = self.task.parameters.start
        for number in range(self.task.iterations):
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
        self._journal.evaluated(
            Evaluation(
                number=number,
                agent=agent,
                score=score,
                fresh=visit == 0,
                expected=self.model.mean(best),
                seconds=time.monotonic() - began,
            )
        )
        if (number + 1) % TELL_EVERY == 0:
            self._desk.watcher.told(
                f"evaluation {number + 1} of {task.iterations}: best {task.parameters.agent(best)}"
                f", {100 * self.model.mean(best):.0f} % expected"
            )

    def check(self, point: Point) -> Tuned:
        """Play the best configuration on fresh seeds, against the opponent and the default."""
        task, pairs = self.task, pairs_for(self.task.check_games)
        agent = str(task.parameters.agent(point))
        _, check, *others = task.parts()
        self._desk.watcher.stage(check.name, check.games)
        board = self._play(agent, task.opponent, pairs, derive(task.seed, CHECK_STREAM))
        boards, compared = [board], None
        if agent != task.default and others:
            self._desk.watcher.stage(others[0].name, others[0].games)
            boards += [self._play(agent, task.default, pairs, derive(task.seed, COMPARE_STREAM))]
        if agent != task.default:
            compared = boards[-1].tally().score
        found = Tuned(
            agent=agent,
            chosen=task.parameters.chosen(point),
            score=board.tally().score,
            against_default=compared,
            spent={name: s for b in boards for name, s in b.advances_a_decision().items()},
            expected=self.model.mean(point),
            evaluations=self.model.points[point],
            configurations=len(self.model.points),
        )
        self._journal.found(found.agent, found.score, found.against_default)
        return found

    def _next(self, point: Point, number: int) -> Point:
        task = self.task
        return next_point(
            self.model,
            point,
            task.parameters.sizes,
            neighbours=task.neighbours,
            k=task.exploration,
            seed=derive(derive(task.seed, WALK_STREAM), number),
        )

    def _play(self, agent: str, other: str, pairs: int, seed: int, start: int = 0) -> ResultBoard:
        schedule = self.task.schedule(agent, other, pairs=pairs, seed=seed, start=start)
        return self._desk.referee.play_schedule(schedule)


def _told(score: Score) -> dict[str, Any]:
    return {
        "score": score.rate,
        "ci95": list(score.interval()),
        "games": score.games,
        "wins": score.wins,
        "draws": score.draws,
        "losses": score.losses,
    }
