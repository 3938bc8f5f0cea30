"""The search for counters: setups that beat a setup, several, or a mixture of them.

1. Generations, and a shortlist of the best that plays by the judge (`proposals.level_search`).
2. The check: the best of these play on held-out seeds. Scores and intervals that are reported come
   from these games of the judge alone, so no setup profits from the luck by which it was chosen.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import ClassVar

import msgspec
import pyarrow as pa

from ...arena.play.entrant import Entrant
from ...arena.play.result_board import ResultBoard
from ...arena.play.schedule import Schedule
from ...arena.run.context import RunContext
from ...arena.run.evaluator import stage_schedule, stage_scores
from ...arena.run.result import RunResult
from ...arena.stats.score import Score
from ...setups.catalogue import catalogue, legal_catalogue
from ...setups.query_text import QueryText
from ...setups.setup import Setup
from ..proposals.level_search import CHECK_STREAM, LevelSearch, SearchTask, entrant_of
from ..proposals.methods import CHECK
from ..proposals.population import Candidate, Population
from ..proposals.space import Space
from .result import CounterResult, CounterValues
from .settings import CounterSettings


class CounterTask(SearchTask, frozen=True, kw_only=True):
    """A search for counters: its settings, the opponents, and the setups to choose from."""

    kind: ClassVar[str] = "counter"
    first_form: ClassVar[int] = 3

    settings: CounterSettings
    query: QueryText = msgspec.field(default_factory=QueryText)

    @cached_property
    def space(self) -> Space:
        """The setups that may be proposed."""
        return Space(self.rules, self.query.read())

    def run(self, context: RunContext) -> RunResult[CounterResult]:
        """Search; the counters come best first by their check."""
        counters = CounterSearch(self, context).run()
        values = CounterResult(
            target=self.field.label,
            check_agent=self.settings.levels.judge,
            counters=tuple(counter.values() for counter in counters),
            edits=self.edits,
        )
        return RunResult(values, _tables(counters))

    def sample(self, agent: str) -> Schedule:
        """Return games with the opponents: of named setups, for the screen of random ones too.

        The games of good setups, which most are about, take longest.
        """
        generator, settings = Random(self.seed), self.settings
        field = self.field.played_by(agent)
        candidates = [Entrant.of(name, agent) for name in legal_catalogue(self.rules)]
        if agent == settings.levels.screen or not candidates:
            setups = [self.space.random(generator) for _ in range(32)]
            candidates += [Entrant(setup=str(setup), agent=agent) for setup in setups]
        dealt = field.deal(settings.check_pairs, 0.5)
        opponents = [field.opponents[number] for number in dealt]
        return stage_schedule(candidates, opponents, self.rules, self.seed)


@dataclass(frozen=True, kw_only=True)
class CheckedCounter:
    """A setup that was chosen, and how it did on held-out seeds."""

    candidate: Candidate
    rated: float
    """What the search expected of it, by whose luck it was chosen too."""
    points: int
    """What it costs."""
    score: Score
    """Of the check."""
    opponents: tuple[tuple[str, Score], ...]
    """The same games by opponent."""
    formation: tuple[str, ...]
    """Where its troops stood."""

    @property
    def setup(self) -> Setup:
        """The setup."""
        return self.candidate.setup

    def values(self) -> CounterValues:
        """Return it as plain values."""
        score = self.score
        return CounterValues(
            setup=str(self.setup),
            score=score.rate,
            ci95=score.interval(),
            games=score.games,
            points=self.points,
            wins=score.wins,
            draws=score.draws,
            losses=score.losses,
            formation=self.formation,
            opponents={label: score.rate for label, score in self.opponents},
            search_score=self.rated,
            search_games=self.candidate.score.games,
        )


# At the same processor time 19 points [11, 28] above random search over all maximal setups.
class CounterSearch(LevelSearch):
    """A search under way."""

    def __init__(
        self, task: CounterTask, context: RunContext, start_setups: Sequence[Setup] = ()
    ) -> None:
        """Begin; `known` setups are among the first generation, with named ones if wanted."""
        settings = task.settings
        named = [named.setup for named in catalogue().values()] if settings.catalogue else []
        population = Population(
            task.space,
            size=settings.population,
            seed=task.seed,
            seeds=[*start_setups, *named],
            formations=settings.formations,
            levels=len(settings.levels.distinct),
        )
        super().__init__(task, context, population)

    def run(self) -> list[CheckedCounter]:
        """Search, and return the counters, best first by their check."""
        chosen = self.search()
        self._progress.stage("check", self.task.settings.check_total)
        return self.check(chosen)

    def check(self, numbers: Sequence[int]) -> list[CheckedCounter]:
        """Play the first of those chosen on new seeds; return them by what they scored."""
        settings, rules = self.task.settings, self.task.rules
        chosen = [self.population.candidates[number] for number in numbers[: settings.best]]
        judge, rates = settings.levels.judge, self.population.rating.mean
        field = self.task.field.played_by(judge)
        dealt = field.deal(settings.check_pairs, 0.5)
        board = self._evaluator.play(
            [entrant_of(candidate.setup, judge) for candidate in chosen],
            [field.opponents[number] for number in dealt],
            self._stream(CHECK_STREAM),
            rules,
        )
        scores = stage_scores(board, len(chosen))
        counters = [
            CheckedCounter(
                candidate=candidate,
                rated=float(rates[candidate.number]),
                points=candidate.setup.cost(rules),
                score=score,
                opponents=_by_opponent(board, place, len(chosen)),
                formation=candidate.setup.army(rules).formation,
            )
            for place, (candidate, score) in enumerate(zip(chosen, scores, strict=True))
        ]
        elite = [candidate.number for candidate in chosen]
        self._writer.update(self.population, elite)
        return sorted(counters, key=lambda counter: -counter.score.rate)


def _by_opponent(board: ResultBoard, place: int, candidates: int) -> tuple[tuple[str, Score], ...]:
    """Return what a candidate of a stage scored against each opponent."""
    scores: dict[str, Score] = {}
    for tally, (_, other) in list(zip(board.tallies(), board.schedule.matchups, strict=True))[
        place::candidates
    ]:
        label = board.schedule.entrants[other].label
        scores[label] = scores.get(label, Score()) + tally.score
    return tuple(scores.items())


def _tables(counters: Sequence[CheckedCounter]) -> dict[str, pa.Table]:
    """Return the counters as rows of `setup_ratings`."""
    rows = [
        {
            "method": CHECK,
            "entrant": f"{number}. {counter.setup}",
            "setup": str(counter.setup),
            "rating": counter.score.rate,
            "rating_low": counter.score.interval().low,
            "rating_high": counter.score.interval().high,
            "games": counter.score.games,
            "formation": "/".join(counter.formation),
        }
        for number, counter in enumerate(counters, start=1)
    ]
    return {"setup_ratings": pa.Table.from_pylist(rows)}
