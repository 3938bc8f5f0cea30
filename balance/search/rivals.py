"""Rivals: setups evolved under the rules that are judged, against those that play there.

A fixed table of setups would flatter rules that it happens not to exploit: halve a troop's price,
and setups that were made for the old price do not buy it. So players adapt: rivals are evolved
under the rules themselves, and take the places of the weakest.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from ...arena.play.entrant import Entrant
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
    evaluator: Evaluator, rules: Ruleset, field: Field, search: RivalSearch, seed: int
) -> tuple[Setup, Score] | None:
    """Return the setup that does best against a field, and its score; None if all are in it."""
    agent = field.opponents[0].agent
    known = {entrant.setup for entrant in field.opponents}
    population = Population(
        Space(rules),
        size=search.population,
        seed=seed,
        seeds=[Setup(*read_text(text)) for text in sorted(known)],
    )
    for generation in range(search.generations):

        def play(numbers: Sequence[int], pairs: int, round_number: int) -> list[Score]:
            start = derive(derive(seed, generation), round_number)  # noqa: B023  (used at once)
            setups = [str(population.candidates[number].setup) for number in numbers]
            entrants = [Entrant(setup=setup, agent=agent) for setup in setups]
            dealt = [field.opponents[place] for place in field.deal(pairs, start / (1 << 64))]
            board = evaluator.play_schedule(stage_schedule(entrants, dealt, rules, start))
            return stage_scores(board, len(numbers))

        population.tell(search.race.run(population.ask(), play, population.fitness))
    for number in population.ranking():
        candidate = population.candidates[number]
        if str(candidate.setup) not in known:
            return candidate.setup, candidate.score
    return None
