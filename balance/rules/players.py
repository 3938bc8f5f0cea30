"""The setups that changed rules are judged by: fitted to them, and improved against each other.

    fielded(entrants, rules, seed)       each refitted; nobody plays what nobody could buy
    rival(referee, rules, field, ...)    a setup that beats a mixture of them, by a short evolution

A fixed table of setups would flatter rules that it happens not to exploit: halve a troop's price,
and setups that were made for the old price do not buy it. So players adapt: rivals are bred under
the rules themselves, and take the places of the weakest.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random

from ...arena.play.entrant import Entrant
from ...arena.run.evaluator import Evaluator, stage_schedule, stage_scores
from ...arena.stats.score import Score
from ...engine.rules.ruleset import Ruleset
from ...engine.rules.seeds import derive
from ...engine.rules.stats import COMMANDS
from ...evolve.proposals.field import Field
from ...evolve.proposals.population import Population
from ...evolve.proposals.racing import Race
from ...evolve.proposals.space import Space
from ...setups.catalogue import legal_catalogue
from ...setups.notation import read_text
from ...setups.setup import Setup
from .errors import BalanceError
from .fitting import refitted_entrant


@dataclass(frozen=True, kw_only=True)
class Player:
    """A setup at a place of the table, and how it came there."""

    entrant: Entrant
    fate: str = "kept"
    """kept, moved, repaired, filled, replaced or adapted."""
    change: str = ""
    """What became of it, in words."""


@dataclass(frozen=True, kw_only=True)
class Breeding:
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


def founding(generations: int) -> Breeding:
    """Return the search for a rival that the run begins with."""
    return Breeding(population=24, generations=2 * generations - 1, pairs=2)


def adapting(generations: int) -> Breeding:
    """Return the search for a rival by a candidate's rules.

    Three generations, 336 games, find what is grossly strong: by a champion that costs 50, setups
    that took 95 % from six others.
    """
    return Breeding(population=12, generations=generations, pairs=2)


def diverse(rules: Ruleset, count: int) -> list[str]:
    """Return so many named setups that are legal by the rules and unlike each other.

    The first is the thesis's default; each further one is as far as can be from those chosen, by
    troops and commands.
    """
    known = legal_catalogue(rules)
    if len(known) < 2:
        raise BalanceError("these rules allow hardly any named setup: give --setups of your own")
    chosen = ["Default" if "Default" in known else next(iter(known))]
    while len(chosen) < min(count, len(known)):
        left = [name for name in known if name not in chosen]
        chosen.append(
            max(left, key=lambda n: min(_apart(known[n].setup, known[c].setup) for c in chosen))
        )
    return chosen


def _apart(one: Setup, other: Setup) -> int:
    """Return how many troops and commands two setups do not share."""
    troops = sum(abs(a - b) for a, b in zip(one.counts, other.counts, strict=True))
    return troops + sum((c in one.commands) != (c in other.commands) for c in COMMANDS)


def fielded(entrants: Sequence[Entrant], rules: Ruleset, seed: int) -> tuple[Player, ...]:
    """Return setups under rules: each refitted, and no two the same."""
    players: list[Player] = []
    taken: set[str] = set()
    for number, entrant in enumerate(entrants):
        fitted, told = refitted_entrant(entrant, rules, fill=True)
        player = Player(entrant=fitted, fate=told.kind, change=told.change)
        if fitted.setup in taken:
            player = _another(player, taken, rules, Random(derive(seed, number)))
        taken.add(player.entrant.setup)
        players.append(player)
    return tuple(players)


def _another(player: Player, taken: set[str], rules: Ruleset, generator: Random) -> Player:
    """Return somebody else in the place of a setup that became the same as another."""
    space = Space(rules)
    for _ in range(100):
        text = str(space.random(generator))
        if text not in taken:
            change = f"became {player.entrant.setup}, which plays already: {text} plays instead"
            entrant = replace(player.entrant, setup=text, formation=None, name=player.entrant.label)
            return Player(entrant=entrant, fate="replaced", change=change)
    raise BalanceError("these rules leave too few different setups to compare")


def rival(
    referee: Evaluator, rules: Ruleset, field: Field, breeding: Breeding, seed: int
) -> tuple[Setup, Score] | None:
    """Return the setup that does best against a field, and its score; None if all are in it."""
    agent = field.opponents[0].agent
    known = {entrant.setup for entrant in field.opponents}
    population = Population(
        Space(rules),
        size=breeding.population,
        seed=seed,
        seeds=[Setup(*read_text(text)) for text in sorted(known)],
    )
    for generation in range(breeding.generations):

        def play(numbers: Sequence[int], pairs: int, round_number: int) -> list[Score]:
            start = derive(derive(seed, generation), round_number)  # noqa: B023  (used at once)
            setups = [str(population.candidates[number].setup) for number in numbers]
            entrants = [Entrant(setup=setup, agent=agent) for setup in setups]
            dealt = [field.opponents[place] for place in field.deal(pairs, start / (1 << 64))]
            board = referee.play_schedule(stage_schedule(entrants, dealt, rules, start))
            return stage_scores(board, len(numbers))

        population.tell(breeding.race.run(population.ask(), play, population.fitness))
    for number in population.ranking():
        candidate = population.candidates[number]
        if str(candidate.setup) not in known:
            return candidate.setup, candidate.score
    return None
