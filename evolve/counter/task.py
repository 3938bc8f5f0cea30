"""The search for counters: setups that beat a setup, several, or a mixture of them.

1. Generations, played by a quick agent: each is a race of its candidates against the field.
2. The shortlist: the best of all generations race on, played by the second agent, for what beats a
   setup when both are played quickly need not do so when both are played well.
3. The check: the best of these play on held-out seeds. Scores and intervals that are reported come
   from these games alone, so no setup profits from the luck by which it was chosen.
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from random import Random
from typing import Any, ClassVar

import msgspec
import pyarrow as pa

from ...arena.play.entrant import Entrant
from ...arena.play.result_board import ResultBoard
from ...arena.play.schedule import Schedule
from ...arena.run.context import RunContext
from ...arena.run.evaluator import stage_schedule, stage_scores
from ...arena.run.parts import Part
from ...arena.run.result import RunResult
from ...arena.run.task import Task
from ...arena.stats.score import Score
from ...engine.rules.seeds import derive
from ...results.page.words import percent
from ...setups.catalogue import catalogue
from ...setups.query_text import QueryText
from ...setups.setup import Setup
from ..proposals.field import Field
from ..proposals.form_1 import without_seed
from ..proposals.generation_rows import GenerationWriter
from ..proposals.methods import CHECK
from ..proposals.population import Candidate, Population
from ..proposals.racing import Play
from ..proposals.space import Space
from .result import CounterResult, CounterValues
from .settings import CounterSettings

SEARCH_STREAM, SHORTLIST_STREAM, CHECK_STREAM = 1 << 20, (1 << 20) + 1, (1 << 20) + 2
"""Streams of the run's seed; no game of one shares its seed with a game of another."""


class CounterTask(Task, frozen=True, kw_only=True):
    """A search for counters: its settings, the opponents, and the setups to choose from."""

    kind: ClassVar[str] = "counter"

    settings: CounterSettings
    field: Field
    """The opponents, played by the search's agent."""
    query: QueryText = msgspec.field(default_factory=QueryText)

    @cached_property
    def space(self) -> Space:
        """The setups that may be proposed."""
        return Space(self.rules, self.query.read())

    @property
    def agents(self) -> Sequence[str]:
        """The agents of the search and of the check."""
        return self.settings.agent, self.settings.check_agent

    def parts(self) -> Sequence[Part]:
        """Return what it will play: the search, and the check with the shortlist before it."""
        totals = self.settings.search_total, self.settings.check_total
        named = zip(("search", "check"), totals, self.agents, strict=True)
        return [
            Part(name=name, games=games, agent=agent, sample=partial(self._sample, agent))
            for name, games, agent in named
        ]

    def run(self, context: RunContext) -> RunResult[CounterResult]:
        """Search; the counters come best first by their check."""
        counters = CounterSearch(self, context).run()
        values = CounterResult(
            target=self.field.label,
            check_agent=self.settings.check_agent,
            counters=tuple(counter.values() for counter in counters),
            edits=self.edits,
        )
        return RunResult(values, _tables(counters))

    @classmethod
    def from_form_1(cls, data: dict[str, Any]) -> dict[str, Any]:
        """Return the fields of a task whose settings held the seed."""
        return without_seed(data, CounterSettings)

    def _sample(self, agent: str) -> Schedule:
        """Return games of setups at random with the opponents."""
        generator, settings = Random(self.seed), self.settings
        field = self.field.played_by(agent)
        setups = [self.space.random(generator) for _ in range(settings.population)]
        candidates = [Entrant(setup=str(setup), agent=agent) for setup in setups]
        dealt = field.deal(settings.check_pairs, 0.5)
        opponents = [field.opponents[number] for number in dealt]
        return stage_schedule(candidates, opponents, self.rules, self.seed)


@dataclass(frozen=True, kw_only=True)
class CheckedCounter:
    """A setup that was chosen, and how it did on held-out seeds."""

    candidate: Candidate
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
        score, searched = self.score, self.candidate.score
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
            search_score=searched.rate,
            search_games=searched.games,
        )


class CounterSearch:
    """A search under way."""

    def __init__(self, task: CounterTask, context: RunContext, known: Sequence[Setup] = ()) -> None:
        """Begin; `known` setups are among the first generation, with named ones if wanted."""
        self.task, self._evaluator, self._progress = task, context.evaluator, context.progress
        self._writer = GenerationWriter(context)
        settings = task.settings
        named = [named.setup for named in catalogue().values()] if settings.catalogue else []
        self.population = Population(
            task.space,
            size=settings.population,
            seed=task.seed,
            seeds=[*known, *named],
            formations=settings.formations,
        )

    def run(self) -> list[CheckedCounter]:
        """Search, and return the counters, best first by their check."""
        settings = self.task.settings
        search, check = self.task.parts()
        self._progress.stage(search.name, search.games)
        for _ in range(settings.generations):
            self.evolve()
        self._progress.stage(check.name, check.games)
        return self.check(self.shortlist())

    def evolve(self) -> None:
        """Play one generation."""
        began, before, population = time.monotonic(), self._evaluator.games, self.population
        number = population.generation
        asked = population.ask()
        seed = derive(derive(self.task.seed, SEARCH_STREAM), number)
        play = self._play(self.task.field, self.task.settings.agent, seed)
        population.tell(self.task.settings.race.run(asked, play, population.fitness))
        games, seconds = self._evaluator.games - before, time.monotonic() - began
        row = self._writer.generation(population, asked, games, seconds)
        best = population.candidates[population.ranking()[0]]
        self._progress.say(
            f"generation {number + 1} of {self.task.settings.generations}: best fitness so far "
            f"{percent(row['fitness_best'])}, mean {percent(row['fitness_mean'])}; "
            f"{best.setup} leads"
        )

    def shortlist(self) -> list[int]:
        """Return the best of the search, ordered by the second agent's games."""
        settings = self.task.settings
        best = self.population.ranking()[: settings.shortlist]
        seed = derive(self.task.seed, SHORTLIST_STREAM)
        field = self.task.field.played_by(settings.check_agent)
        play = self._play(field, settings.check_agent, seed)
        return list(settings.shortlist_race.run(best, play, lambda _, score: score.rate))

    def check(self, numbers: Sequence[int]) -> list[CheckedCounter]:
        """Play the first of those chosen on new seeds; return them by what they scored."""
        settings, rules = self.task.settings, self.task.space.rules
        chosen = [self.population.candidates[number] for number in numbers[: settings.best]]
        field = self.task.field.played_by(settings.check_agent)
        dealt = field.deal(settings.check_pairs, 0.5)
        board = self._evaluator.play(
            [_entrant(candidate, settings.check_agent) for candidate in chosen],
            [field.opponents[number] for number in dealt],
            derive(self.task.seed, CHECK_STREAM),
            rules,
        )
        scores = stage_scores(board, len(chosen))
        counters = [
            CheckedCounter(
                candidate=candidate,
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

    def _play(self, field: Field, agent: str, seed: int) -> Play:
        """Return how candidates are played in the rounds of a race."""

        def play(numbers: Sequence[int], pairs: int, number: int) -> list[Score]:
            round_seed = derive(seed, number)
            dealt = field.deal(pairs, round_seed / (1 << 64))
            entrants = [_entrant(self.population.candidates[n], agent) for n in numbers]
            opponents = [field.opponents[place] for place in dealt]
            board = self._evaluator.play(entrants, opponents, round_seed, self.task.rules)
            return stage_scores(board, len(numbers))

        return play


def _entrant(candidate: Candidate, agent: str) -> Entrant:
    setup = candidate.setup
    return Entrant(setup=str(setup), agent=agent, formation=setup.formation)


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
