"""The search for counters: setups that beat a setup, several, or a mixture of them.

1. Generations, played by a quick agent: each is a race of its candidates against the field.
2. The shortlist: the best of all generations race on in the hands of the second agent, for what
   beats a setup when both are played quickly need not do so when both are played well.
3. The check: the best of these play on seeds that decided nothing before. Scores and intervals that
   are told come from these games alone, so nobody is praised for the luck by which it was chosen.
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

import pyarrow as pa

from ..arena.board import Board
from ..arena.entrant import Entrant
from ..arena.schedule import Schedule
from ..arena.statistics import Interval, Score
from ..engine.rules import Ruleset
from ..engine.seeds import derive
from ..results import Store
from ..setups.catalogue import catalogue
from ..setups.setup import Setup
from .field import Field
from .population import Candidate, Population
from .racing import Play
from .referee import Nobody, Referee, Watcher, stage_schedule, stage_scores
from .rows import Journal
from .settings import Task

KIND = "counter"

SEARCH_STREAM, SHORTLIST_STREAM, CHECK_STREAM = 1 << 20, (1 << 20) + 1, (1 << 20) + 2
"""Streams of the run's seed; no game of one shares its seed with a game of another."""


@dataclass(frozen=True, kw_only=True)
class Counter:
    """A setup that was found, and how it did on seeds that nobody was chosen by."""

    setup: Setup
    points: int
    """What it costs."""
    score: Score
    """Of the check."""
    opponents: tuple[tuple[str, Score], ...]
    """The same games by opponent."""
    formation: tuple[str, ...]
    """Where its troops stood."""
    searched: Score
    """Of the search, by whose luck it was chosen too."""

    @property
    def interval(self) -> Interval:
        """The 95 % interval of the score."""
        return self.score.interval()

    def to_dict(self) -> dict[str, Any]:
        """Return the counter as plain JSON values."""
        return {
            "setup": str(self.setup),
            "score": self.score.rate,
            "ci95": list(self.interval),
            "games": self.score.games,
            "points": self.points,
            "wins": self.score.wins,
            "draws": self.score.draws,
            "losses": self.score.losses,
            "formation": list(self.formation),
            "opponents": {label: score.rate for label, score in self.opponents},
            "search_score": self.searched.rate,
            "search_games": self.searched.games,
        }


class CounterSearch:
    """A search under way."""

    def __init__(
        self, task: Task, referee: Referee, journal: Journal, watcher: Watcher | None = None
    ) -> None:
        self.task, self._referee, self._journal = task, referee, journal
        self._watcher = watcher or Nobody()
        settings = task.settings
        known = [named.setup for named in catalogue().values()] if settings.catalogue else []
        self.population = Population(
            task.space,
            size=settings.population,
            seed=settings.seed,
            seeds=known,
            formations=settings.formations,
        )

    def run(self) -> list[Counter]:
        """Search, and return the counters, best first by their check."""
        settings = self.task.settings
        self._watcher.stage("search", settings.search_total)
        for _ in range(settings.generations):
            self.evolve()
        self._watcher.stage("check", settings.check_total)
        return self.check(self.shortlist())

    def evolve(self) -> None:
        """Play one generation."""
        began, before, population = time.monotonic(), self._referee.games, self.population
        number = population.generation
        asked = population.ask()
        seed = derive(derive(self.task.settings.seed, SEARCH_STREAM), number)
        play = self._play(self.task.field, self.task.settings.agent, seed)
        population.tell(self.task.settings.race.run(asked, play, population.fitness))
        games, seconds = self._referee.games - before, time.monotonic() - began
        self._referee.flush()
        self._journal.generation(population, asked, games, seconds)
        best = population.candidates[population.ranking()[0]]
        self._watcher.told(
            f"generation {number + 1} of {self.task.settings.generations}: best {best.setup}, "
            f"{100 * best.score.rate:.0f} % of {best.score.games} games"
        )

    def shortlist(self) -> list[int]:
        """Return the best of the search, in the order in which the second agent sees them."""
        settings = self.task.settings
        best = self.population.ranking()[: settings.shortlist]
        seed = derive(settings.seed, SHORTLIST_STREAM)
        field = self.task.field.played_by(settings.check_agent)
        play = self._play(field, settings.check_agent, seed)
        return list(settings.shortlist_race.run(best, play, lambda _, score: score.rate))

    def check(self, chosen: Sequence[int]) -> list[Counter]:
        """Play the first of those chosen on new seeds; return them by what they scored."""
        settings, rules = self.task.settings, self.task.space.rules
        found = [self.population.candidates[number] for number in chosen[: settings.best]]
        field = self.task.field.played_by(settings.check_agent)
        dealt = field.deal(settings.check_pairs, 0.5)
        board = self._referee.play(
            [_entrant(candidate, settings.check_agent) for candidate in found],
            [field.opponents[number] for number in dealt],
            derive(settings.seed, CHECK_STREAM),
        )
        scores = stage_scores(board, len(found))
        counters = [
            _counter(candidate, score, _by_opponent(board, place, len(found)), rules)
            for place, (candidate, score) in enumerate(zip(found, scores, strict=True))
        ]
        self._referee.flush()
        elite = [candidate.number for candidate in found]
        self._journal.summary(self.population, elite, _tables(counters))
        return sorted(counters, key=lambda counter: -counter.score.rate)

    def _play(self, field: Field, agent: str, seed: int) -> Play:
        """Return how candidates are played in the rounds of a race."""

        def play(numbers: Sequence[int], pairs: int, number: int) -> list[Score]:
            round_seed = derive(seed, number)
            dealt = field.deal(pairs, round_seed / (1 << 64))
            entrants = [_entrant(self.population.candidates[n], agent) for n in numbers]
            opponents = [field.opponents[place] for place in dealt]
            return stage_scores(self._referee.play(entrants, opponents, round_seed), len(numbers))

        return play


def first_stage(task: Task, agent: str) -> Schedule:
    """Return games of setups at random with the opponents, to see how long such games take."""
    generator = Random(task.settings.seed)
    field = task.field.played_by(agent)
    setups = [task.space.random(generator) for _ in range(task.settings.population)]
    candidates = [Entrant(setup=str(setup), agent=agent) for setup in setups]
    dealt = field.deal(task.settings.check_pairs, 0.5)
    opponents = [field.opponents[number] for number in dealt]
    return stage_schedule(candidates, opponents, task.space.rules, task.settings.seed)


def begin(task: Task, store: Store, **values: Any) -> str:
    """Note that a search begins; return its run. Further values are stored with its arguments."""
    settings = task.settings
    return store.begin_run(
        kind=KIND,
        arguments=task.to_dict() | values,
        seed=settings.seed,
        ruleset=task.space.rules,
        agents=list(dict.fromkeys((settings.agent, settings.check_agent))),
    )


def _entrant(candidate: Candidate, agent: str) -> Entrant:
    setup = candidate.setup
    return Entrant(setup=str(setup), agent=agent, formation=setup.formation)


def _counter(
    candidate: Candidate, score: Score, opponents: tuple[tuple[str, Score], ...], rules: Ruleset
) -> Counter:
    setup = candidate.setup
    return Counter(
        setup=setup,
        points=setup.cost(rules),
        score=score,
        opponents=opponents,
        formation=setup.army(rules).formation,
        searched=candidate.score,
    )


def _by_opponent(board: Board, place: int, candidates: int) -> tuple[tuple[str, Score], ...]:
    """Return what a candidate of a stage scored against each opponent."""
    found: dict[str, Score] = {}
    for tally, (_, other) in list(zip(board.tallies(), board.schedule.matchups, strict=True))[
        place::candidates
    ]:
        label = board.schedule.entrants[other].label
        found[label] = found.get(label, Score()) + tally.score
    return tuple(found.items())


def _tables(counters: Sequence[Counter]) -> dict[str, pa.Table]:
    """Return what was found as rows of `setup_ratings`."""
    rows = [
        {
            "method": "score of the check",
            "entrant": f"{number}. {counter.setup}",
            "setup": str(counter.setup),
            "rating": counter.score.rate,
            "rating_low": counter.interval.low,
            "rating_high": counter.interval.high,
            "games": counter.score.games,
        }
        for number, counter in enumerate(counters, start=1)
    ]
    return {"setup_ratings": pa.Table.from_pylist(rows)}
