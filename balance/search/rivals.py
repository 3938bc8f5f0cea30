"""Rivals: setups evolved under the rules that are judged, against those that play there.

A fixed table of setups would flatter rules that it happens not to exploit: halve a troop's price,
and setups that were made for the old price do not buy it. So players adapt: rivals are evolved
under the rules themselves, and take the places of the weakest.

A search yields the schedule that it wants to be played, and is sent its board. So searches for
several candidates are played side by side, each step of all as one stage.
"""

from collections.abc import Generator, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from ...arena.play.entrant import Entrant
from ...arena.play.result_board import ResultBoard
from ...arena.play.schedule import Schedule
from ...arena.run.evaluator import Evaluator, stage_schedule, stage_scores
from ...arena.stats.score import Score
from ...engine.rules.ruleset import Ruleset
from ...engine.rules.seeds import derive
from ...evolve.proposals.field import Field
from ...evolve.proposals.population import Population
from ...evolve.proposals.racing import Race
from ...evolve.proposals.space import Space
from ...setups.notation import read_text
from ...setups.setup import Setup

T = TypeVar("T")

Steps = Generator[Schedule, ResultBoard, T]
"""A search that yields schedules, is sent their boards, and returns what it found."""


@dataclass(frozen=True, kw_only=True)
class RivalSearch:
    """How much a rival is searched for."""

    population: int
    generations: int
    pairs: int

    @property
    def race(self) -> Race:
        """The race of each generation."""
        return Race(pairs=self.pairs)

    @property
    def games(self) -> int:
        """Games that it takes at most."""
        return self.generations * self.race.games(self.population)


def founding(generations: int) -> RivalSearch:
    """Return the search for a rival that the run begins with."""
    return RivalSearch(population=24, generations=2 * generations - 1, pairs=2)


def adapting(generations: int) -> RivalSearch:
    """Return the search for a rival by a candidate's rules.

    Three generations, 336 games, find what is grossly strong: by a champion that costs 50, setups
    that took 95 % from six others.
    """
    return RivalSearch(population=12, generations=generations, pairs=2)


def rival(
    rules: Ruleset, field: Field, search: RivalSearch, seed: int
) -> Steps[tuple[Setup, Score] | None]:
    """Return the setup that does best against a field, and its score; None if all are in it."""
    agent = field.opponents[0].agent
    opponents = {entrant.setup for entrant in field.opponents}
    population = Population(
        Space(rules),
        size=search.population,
        seed=seed,
        seeds=[Setup(*read_text(text)) for text in sorted(opponents)],
    )
    for generation in range(search.generations):
        race = search.race.steps(population.ask(), population.fitness)
        scores: list[Score] | None = None
        while True:
            try:
                numbers, pairs, round_number = next(race) if scores is None else race.send(scores)
            except StopIteration as ended:
                population.tell(ended.value)
                break
            start = derive(derive(seed, generation), round_number)
            setups = [str(population.candidates[number].setup) for number in numbers]
            entrants = [Entrant(setup=setup, agent=agent) for setup in setups]
            dealt = [field.opponents[place] for place in field.deal(pairs, start / (1 << 64))]
            board = yield stage_schedule(entrants, dealt, rules, start)
            scores = stage_scores(board, len(numbers))
    for number in population.ranking():
        candidate = population.candidates[number]
        if str(candidate.setup) not in opponents:
            return candidate.setup, candidate.score
    return None


def side_by_side(evaluator: Evaluator, searches: Sequence[Steps[T]]) -> list[T]:
    """Return what searches found; the next schedules of all that go on are one stage."""
    results: dict[int, T] = {}
    requests: dict[int, Schedule] = {}

    def step(number: int, board: Any) -> None:
        """Send a search what it asked for; None begins it."""
        try:
            requests[number] = searches[number].send(board)
        except StopIteration as ended:
            results[number] = ended.value

    for number in range(len(searches)):
        step(number, None)
    while requests:
        numbers, schedules = list(requests), list(requests.values())
        requests.clear()
        for number, board in zip(numbers, evaluator.play_schedules(schedules), strict=True):
            step(number, board)
    return [results[number] for number in range(len(searches))]
