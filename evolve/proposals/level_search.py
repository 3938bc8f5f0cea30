"""`LevelSearch`: generations of candidates that play a field, then a shortlist, by three levels.

1. Generations. Each is a race of its candidates against the field, played by the agent that
   screens; then those of all candidates play on by the race agent whose further games settle most
   about who is to have children. A model of all these games rates every candidate for the judge
   (`judging`), and says which children are worth playing.
2. The shortlist: the best of all generations race on, played by the judge.

What is reported of the best rests on further games, on held-out seeds: these are the search's own.
"""

import time
from collections.abc import Sequence
from functools import partial
from typing import Self

import msgspec
import numpy as np

from ...arena.play.entrant import Entrant
from ...arena.play.schedule import Schedule
from ...arena.run.context import RunContext
from ...arena.run.evaluator import stage_scores
from ...arena.run.parts import Part
from ...arena.run.task import Task
from ...arena.stats.score import Score
from ...engine.rules.seeds import derive
from ...results.page.words import percent
from ...setups.naming import titled
from ...setups.setup import Setup
from ..judging.rating import gain
from .field import Field
from .generation_rows import GenerationWriter
from .population import Candidate, Population
from .racing import Play, Race
from .search_settings import RACE_PAIRS, SearchSettings

SEARCH_STREAM, SHORTLIST_STREAM, CHECK_STREAM, RACE_STREAM = range(1 << 20, (1 << 20) + 4)
"""Streams of the run's seed; no game of one shares its seed with a game of another."""


class SearchTask(Task, frozen=True, kw_only=True):
    """A task that searches so."""

    settings: SearchSettings
    field: Field
    """The opponents."""

    @property
    def agents(self) -> Sequence[str]:
        """The agents, the judge last."""
        return self.settings.levels.distinct

    @property
    def check_total(self) -> int:
        """Games on held-out seeds."""
        return self.settings.check_total

    def parts(self) -> Sequence[Part]:
        """Return what it will play."""
        settings, levels = self.settings, self.settings.levels
        every = [
            ("screen", settings.screen_total, levels.screen),
            ("race", settings.race_total, levels.race),
            ("shortlist", settings.shortlist_total, levels.judge),
            ("check", self.check_total, levels.judge),
        ]
        return [
            Part(name=name, games=games, agent=agent, sample=partial(self.sample, agent))
            for name, games, agent in every
            if games
        ]

    def sample(self, agent: str) -> Schedule:
        """Return games like those that an agent will play."""
        raise NotImplementedError

    def scaled(self, size: float) -> Self:
        """Return a search of so many times the usual games."""
        return msgspec.structs.replace(self, settings=self.settings.scaled(size))


class LevelSearch:
    """A search under way."""

    def __init__(self, task: SearchTask, context: RunContext, population: Population) -> None:
        self.task, self.population = task, population
        self._evaluator, self._progress = context.evaluator, context.progress
        self._writer = GenerationWriter(context)

    def search(self) -> list[int]:
        """Return the best of all generations, once they have played by the judge, best first."""
        settings = self.task.settings
        self._progress.stage("search", settings.screen_total + settings.race_total)
        for _ in range(settings.generations):
            self.evolve()
        self._progress.stage("shortlist", settings.shortlist_total)
        return self.shortlist()

    def evolve(self) -> None:
        """Play one generation."""
        began, before, population = time.monotonic(), self._evaluator.games, self.population
        number, levels = population.generation, self.task.settings.levels
        numbers = population.ask()
        play = self._play(levels.screen, derive(self._stream(SEARCH_STREAM), number))
        self._race(self.task.settings.race, numbers, play, levels.screen)
        if leaders := self.leaders():
            play = self._play(levels.race, derive(self._stream(RACE_STREAM), number))
            self._race(Race(RACE_PAIRS, rounds=1), leaders, play, levels.race)
        population.learn()
        games, seconds = self._evaluator.games - before, time.monotonic() - began
        row = self._writer.generation(population, numbers, games, seconds)
        best = population.candidates[population.ranking()[0]]
        self._progress.say(
            f"generation {number + 1} of {self.task.settings.generations}: best rating "
            f"{percent(row['fitness_best'])}, mean {percent(row['fitness_mean'])}; "
            f"{self._title(best)} leads",
            best=True,
        )

    def _title(self, candidate: Candidate) -> str:
        """Return what a candidate is called, for progress."""
        setup = candidate.setup
        return titled(str(setup), setup.formation, self.task.rules)

    def leaders(self) -> list[int]:
        """Return the candidates whose further games settle most: who leads, who has children."""
        settings = self.task.settings
        count = min(settings.leaders, settings.population, len(self.population.candidates))
        elite = max(settings.population // 4, 1)
        value = gain(self.population.rating, (1, elite))
        value[[not one.score.games for one in self.population.candidates]] = -1
        return np.argsort(-value, kind="stable")[:count].tolist()

    def shortlist(self) -> list[int]:
        """Return the best of the search, once they have played by the judge, best first."""
        settings, population = self.task.settings, self.population
        best = population.ranking()[: settings.shortlist]
        judge = settings.levels.judge
        play = self._play(judge, self._stream(SHORTLIST_STREAM))
        raced = self._race(settings.shortlist_race, best, play, judge)
        population.evidence.learn()
        rates = population.rating.mean
        return sorted(raced, key=lambda number: -rates[number])

    def _race(self, race: Race, runners: Sequence[int], play: Play, agent: str) -> list[int]:
        """Return runners in the order that a race by an agent ends with, and note their scores."""
        level = self.task.settings.levels.number(agent)
        scores = race.run(runners, play, partial(self.population.fitness, level=level))
        self.population.note(level, scores)
        return list(scores)

    def _stream(self, stream: int) -> int:
        return derive(self.task.seed, stream)

    def _play(self, agent: str, seed: int) -> Play:
        """Return how candidates are played in the rounds of a race."""
        field = self.task.field.played_by(agent)

        def play(numbers: Sequence[int], pairs: int, number: int) -> list[Score]:
            round_seed = derive(seed, number)
            dealt = field.deal(pairs, round_seed / (1 << 64))
            entrants = [entrant_of(self.population.candidates[n].setup, agent) for n in numbers]
            opponents = [field.opponents[place] for place in dealt]
            board = self._evaluator.play(entrants, opponents, round_seed, self.task.rules)
            return stage_scores(board, len(numbers))

        return play


def entrant_of(setup: Setup, agent: str) -> Entrant:
    """Return a candidate as it plays."""
    return Entrant(setup=str(setup), agent=agent, formation=setup.formation)
