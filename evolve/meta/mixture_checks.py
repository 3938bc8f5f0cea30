"""What the final mixture is measured by: the named setups, and a second agent.

1. Each named setup plays the mixture; so does the Nash mixture of the named setups alone. No setup
   was chosen by these games.
2. A second agent plays the mixture's setups with each other: would it mix them in the same way?
3. All known setups race against the mixture, played by that agent, and the best of them plays on
   held-out seeds: how far do responses to the first agent exploit the mixture?
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ...arena.play.entrant import Entrant
from ...arena.play.schedule import Schedule
from ...arena.run.evaluator import Evaluator, stage_scores
from ...arena.stats.nash import standard_errors
from ...arena.stats.score import Interval, Score, normal_quantile
from ...engine.rules.ruleset import Ruleset
from ...engine.rules.seeds import derive
from ...setups.catalogue import catalogue
from ..proposals.field import Field
from ..proposals.racing import Race
from .payoffs import Payoffs, spread, trimmed
from .settings import MetaSettings
from .values import MixtureCheck, MixtureEstimate, NamedScore

NAMED_STREAM, MIXTURES_STREAM, MATRIX_STREAM, RACE_STREAM, FRESH_STREAM = range(
    (1 << 20) + 32, (1 << 20) + 37
)
"""Streams of the run's seed, apart from those of the rounds."""


def named_entrants(agent: str) -> list[Entrant]:
    """Return the catalogue's setups, as the thesis played them."""
    return [Entrant.of(name, agent) for name in catalogue()]


def named_total(settings: MetaSettings) -> int:
    """Return the most games that measuring by the named setups takes."""
    if not settings.named_games:
        return 0
    count = len(catalogue())
    own = count * 2 * ((settings.named_games + 1) // 2) + 2 * ((settings.response_games + 1) // 2)
    return own + settings.start_total(count)


@dataclass(frozen=True, kw_only=True)
class MixtureChecks:
    """Measures one mixture."""

    settings: MetaSettings
    rules: Ruleset
    seed: int
    evaluator: Evaluator
    field: Field
    """The mixture, heaviest first, played by the first agent."""

    # ---- the named setups ------------------------------------------------------------------------

    def named(self, payoffs: Payoffs) -> tuple[list[NamedScore], Score | None]:
        """Return what the named setups and the mixture of them score, best first."""
        settings = self.settings
        if not settings.named_games:
            return [], None
        entrants = named_entrants(settings.agent)
        numbers = [payoffs.add(entrant) for entrant in entrants]
        payoffs.complete(numbers, settings.pairs)
        weights = payoffs.solve(numbers).weights
        scores = self._against(entrants, (settings.named_games + 1) // 2, NAMED_STREAM)
        measured = [
            NamedScore(entrant=entrant, weight=float(weight), score=score)
            for entrant, weight, score in zip(entrants, weights, scores, strict=True)
        ]
        together = self._mixtures(entrants, weights)
        return sorted(measured, key=lambda one: -one.score.rate), together

    def _against(self, entrants: Sequence[Entrant], pairs: int, stream: int) -> list[Score]:
        """Return what entrants score against the mixture, all with the same luck."""
        field = self.field.played_by(entrants[0].agent)
        opponents = [field.opponents[place] for place in field.deal(pairs, 0.5)]
        board = self.evaluator.play(entrants, opponents, derive(self.seed, stream))
        return stage_scores(board, len(entrants))

    def _mixtures(self, entrants: Sequence[Entrant], weights: np.ndarray) -> Score:
        """Return what a mixture of entrants scores against the mixture."""
        pairs = (self.settings.response_games + 1) // 2
        cells = product_deal(weights, np.array(self.field.weights), pairs)
        count = len(entrants)
        schedule = Schedule(
            entrants=(*entrants, *self.field.opponents),
            matchups=tuple((one, count + other) for one, other in cells),
            pairs=1,
            rules=self.rules,
            seed=derive(self.seed, MIXTURES_STREAM),
        )
        return self.evaluator.play_schedule(schedule).tally().score

    # ---- the second agent ------------------------------------------------------------------------

    @property
    def _pairs(self) -> int:
        """The pairs of each of the three parts of the check."""
        return self.settings.check_games // 6

    def matrix(self) -> tuple[list[MixtureEstimate], np.ndarray] | None:
        """Return what the mixture's setups score against it, and how the second agent mixes them.

        Nothing if there are too few games for every two to meet.
        """
        agent, count = self.settings.check_agent, len(self.field.opponents)
        cells = count * (count - 1) // 2
        if not cells or cells > self._pairs:
            return None
        payoffs = Payoffs(self.evaluator, self.rules, derive(self.seed, MATRIX_STREAM))
        numbers = [payoffs.add(one) for one in self.field.played_by(agent).opponents]
        weights = np.array(self.field.weights) / sum(self.field.weights)
        squares = np.tile(weights**2, (count, 1))
        importance = np.triu(squares + squares.T, 1)
        more = spread(self._pairs - cells, importance, np.ones((count, count)))
        payoffs.meet({(a, b): 1 + int(more[a, b]) for a in numbers for b in numbers if a < b})
        return estimates(payoffs, numbers, weights), payoffs.solve(numbers).weights

    def check(self, challengers: Sequence[Entrant]) -> MixtureCheck:
        """Return the best of some challengers; where games are few, only the first are tried."""
        settings = self.settings
        race, count = race_for(len(challengers), 2 * self._pairs)
        tried = [one.played_by(settings.check_agent) for one in challengers[:count]]

        def play(numbers: Sequence[int], pairs: int, number: int) -> list[Score]:
            seed = derive(derive(self.seed, RACE_STREAM), number)
            field = self.field.played_by(settings.check_agent)
            opponents = [field.opponents[place] for place in field.deal(pairs, seed / (1 << 64))]
            board = self.evaluator.play([tried[n] for n in numbers], opponents, seed)
            return stage_scores(board, len(numbers))

        order = race.run(range(count), play, lambda _, score: score.rate)
        best = tried[next(iter(order))]
        [score] = self._against([best], self._pairs, FRESH_STREAM)
        rows = best.army(self.rules).formation
        agent = settings.check_agent
        return MixtureCheck(agent=agent, challenger=best, formation=rows, score=score)


def estimates(
    payoffs: Payoffs, numbers: Sequence[int], weights: np.ndarray
) -> list[MixtureEstimate]:
    """Return what setups score against a mixture of them, whose weights are given."""
    table = payoffs.table(numbers)
    rates = table.rates(unknown=0.5) @ weights
    errors = normal_quantile(0.95) * np.sqrt(standard_errors(table) ** 2 @ weights**2)
    return [
        MixtureEstimate(
            rate=rate, interval=Interval(max(rate - error, 0.0), min(rate + error, 1.0))
        )
        for rate, error in zip(rates.tolist(), errors.tolist(), strict=True)
    ]


def race_for(runners: int, games: int) -> tuple[Race, int]:
    """Return a race that takes so many games at most, and how many can run in it."""
    count = runners
    while count > 1 and Race(1).games(count) > games:
        count -= 1
    pairs = max(games // Race(1).games(count), 1)
    return Race(pairs), count


def product_deal(one: np.ndarray, other: np.ndarray, pairs: int) -> list[tuple[int, int]]:
    """Return who meets whom in so many pairs of two mixtures, by the product of their weights."""
    ends = np.cumsum(np.outer(trimmed(one), trimmed(other / other.sum())).ravel())
    places = (np.arange(pairs) + 0.5) / pairs * ends[-1]
    flat = np.minimum(np.searchsorted(ends, places, side="right"), len(ends) - 1)
    return [divmod(place, len(other)) for place in flat.tolist()]
