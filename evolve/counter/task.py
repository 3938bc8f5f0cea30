"""The search for counters: setups that beat a setup, several, or a mixture of them.

1. Generations, played by a quick agent: each is a race of its candidates against the field.
2. The shortlist: the best of all generations race on in the hands of the second agent, for what
   beats a setup when both are played quickly need not do so when both are played well.
3. The check: the best of these play on seeds that decided nothing before. Scores and intervals that
   are told come from these games alone, so nobody is praised for the luck by which it was chosen.
"""

import time
from collections.abc import Sequence
from dataclasses import asdict, dataclass, fields
from functools import partial
from random import Random
from typing import Any, ClassVar

import pyarrow as pa

from ...arena.play.entrant import Entrant
from ...arena.play.result_board import ResultBoard
from ...arena.play.schedule import Schedule
from ...arena.run.evaluator import stage_schedule, stage_scores
from ...arena.run.task import Part, RunContext
from ...arena.stats.score import Interval, Score
from ...engine.rules.ruleset import Ruleset
from ...engine.rules.seeds import derive
from ...setups.catalogue import catalogue
from ...setups.setup import Setup
from ..proposals.field import Field
from ..proposals.generation_rows import Journal
from ..proposals.methods import CHECK
from ..proposals.population import Candidate, Population
from ..proposals.racing import Play
from ..proposals.space import Space, query_of
from .settings import Settings

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


@dataclass(frozen=True, kw_only=True)
class CounterTask:
    """A search for counters: its settings, the opponents, and the setups to choose from."""

    kind: ClassVar[str] = "counter"

    settings: Settings
    field: Field
    """The opponents, in the hands of the search's agent."""
    space: Space

    @property
    def seed(self) -> int:
        """What all its randomness derives from."""
        return self.settings.seed

    @property
    def rules(self) -> Ruleset:
        """The rules it is played by."""
        return self.space.rules

    @property
    def agents(self) -> tuple[str, str]:
        """Who plays the search, and who the check."""
        return self.settings.agent, self.settings.check_agent

    def parts(self) -> list[Part]:
        """Return what it will play: the search, and the check with the shortlist before it."""
        totals = self.settings.search_total, self.settings.check_total
        named = zip(("search", "check"), totals, self.agents, strict=True)
        return [
            Part(name=name, games=games, agent=agent, sample=partial(self._sample, agent))
            for name, games, agent in named
        ]

    def run(self, desk: RunContext) -> list[Counter]:
        """Search, and return the counters, best first by their check."""
        return CounterSearch(self, desk).run()

    def to_dict(self) -> dict[str, Any]:
        """Return the task as plain JSON values."""
        return {
            "settings": asdict(self.settings),
            "field": self.field.to_dict(),
            "rules": list(self.space.rules.edits),
            "query": self.space.query.to_dict(),
        }

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> "CounterTask":
        """Return the task of a dict as `to_dict` makes it."""
        known = {field.name for field in fields(Settings)}
        settings = {name: value for name, value in data["settings"].items() if name in known}
        return cls(
            settings=Settings(**settings),
            field=Field.from_dict(data["field"]),
            space=Space(Ruleset().edit(*data["rules"]), query_of(data["query"])),
        )

    def _sample(self, agent: str) -> Schedule:
        """Return games of setups at random with the opponents."""
        generator, settings = Random(self.settings.seed), self.settings
        field = self.field.played_by(agent)
        setups = [self.space.random(generator) for _ in range(settings.population)]
        candidates = [Entrant(setup=str(setup), agent=agent) for setup in setups]
        dealt = field.deal(settings.check_pairs, 0.5)
        opponents = [field.opponents[number] for number in dealt]
        return stage_schedule(candidates, opponents, self.space.rules, settings.seed)


class CounterSearch:
    """A search under way."""

    def __init__(self, task: CounterTask, desk: RunContext, known: Sequence[Setup] = ()) -> None:
        """Begin; `known` setups are among the first generation, with named ones if wanted."""
        self.task, self._referee, self._watcher = task, desk.referee, desk.watcher
        self._journal = Journal(desk)
        settings = task.settings
        named = [named.setup for named in catalogue().values()] if settings.catalogue else []
        self.population = Population(
            task.space,
            size=settings.population,
            seed=settings.seed,
            seeds=[*known, *named],
            formations=settings.formations,
        )

    def run(self) -> list[Counter]:
        """Search, and return the counters, best first by their check."""
        settings = self.task.settings
        search, check = self.task.parts()
        self._watcher.stage(search.name, search.games)
        for _ in range(settings.generations):
            self.evolve()
        self._watcher.stage(check.name, check.games)
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
            rules,
        )
        scores = stage_scores(board, len(found))
        counters = [
            _counter(candidate, score, _by_opponent(board, place, len(found)), rules)
            for place, (candidate, score) in enumerate(zip(found, scores, strict=True))
        ]
        elite = [candidate.number for candidate in found]
        counters.sort(key=lambda counter: -counter.score.rate)
        self._journal.summary(self.population, elite, _tables(counters))
        return counters

    def _play(self, field: Field, agent: str, seed: int) -> Play:
        """Return how candidates are played in the rounds of a race."""

        def play(numbers: Sequence[int], pairs: int, number: int) -> list[Score]:
            round_seed = derive(seed, number)
            dealt = field.deal(pairs, round_seed / (1 << 64))
            entrants = [_entrant(self.population.candidates[n], agent) for n in numbers]
            opponents = [field.opponents[place] for place in dealt]
            board = self._referee.play(entrants, opponents, round_seed, self.task.rules)
            return stage_scores(board, len(numbers))

        return play


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


def _by_opponent(board: ResultBoard, place: int, candidates: int) -> tuple[tuple[str, Score], ...]:
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
            "method": CHECK,
            "entrant": f"{number}. {counter.setup}",
            "setup": str(counter.setup),
            "rating": counter.score.rate,
            "rating_low": counter.interval.low,
            "rating_high": counter.interval.high,
            "games": counter.score.games,
            "formation": "/".join(counter.formation),
        }
        for number, counter in enumerate(counters, start=1)
    ]
    return {"setup_ratings": pa.Table.from_pylist(rows)}
