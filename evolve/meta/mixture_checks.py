"""What the judge measures the final mixture by, on held-out seeds: named setups, and the rival.

1. Each named setup plays the mixture, and so does the Nash mixture of the named setups alone.
2. So does the response that an agent of another kind has evolved.

No setup was chosen by these games.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ...arena.play.entrant import Entrant
from ...arena.play.schedule import Schedule
from ...arena.run.evaluator import Evaluator, stage_scores
from ...arena.stats.score import Score
from ...engine.rules.ruleset import Ruleset
from ...engine.rules.seeds import derive
from ...setups.catalogue import catalogue
from ..proposals.field import Field
from .payoffs import Payoffs, trimmed
from .screen import Screen, passed
from .settings import MetaSettings
from .values import NamedScore, Response, RivalResponse

NAMED_STREAM, MIXTURES_STREAM, RIVAL_STREAM = range((1 << 20) + 32, (1 << 20) + 35)
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


def named_screen_total(settings: MetaSettings, start: Sequence[Entrant]) -> int:
    """Return the games of the named setups' screen beside those of the start's."""
    if not settings.named_games:
        return 0
    named = named_entrants(settings.levels.judge)
    shared = len(set(named) & set(start)) if settings.screens(len(start)) else 0
    return settings.screen_total(len(named)) - shared * (shared - 1) * settings.screen_pairs


@dataclass(frozen=True, kw_only=True)
class MixtureChecks:
    """Measures one mixture."""

    settings: MetaSettings
    rules: Ruleset
    seed: int
    evaluator: Evaluator
    field: Field
    """The mixture, heaviest first, played by the judge."""

    def named(self, payoffs: Payoffs, screen: Screen) -> tuple[list[NamedScore], Score | None]:
        """Return what the named setups and the mixture of them score, best first.

        Those that the screen leaves out have no weight in their mixture.
        """
        settings = self.settings
        if not settings.named_games:
            return [], None
        entrants = named_entrants(settings.levels.judge)
        members = passed(entrants, screen.run(entrants))
        numbers = [payoffs.add(entrant) for entrant in members]
        payoffs.complete(numbers, settings.pairs)
        shares = dict(zip(members, payoffs.solve(numbers).weights.tolist(), strict=True))
        weights = np.array([shares.get(entrant, 0.0) for entrant in entrants])
        scores = self._against(entrants, (settings.named_games + 1) // 2, NAMED_STREAM)
        measured = [
            NamedScore(entrant=entrant, weight=float(weight), score=score)
            for entrant, weight, score in zip(entrants, weights, scores, strict=True)
        ]
        together = self._mixtures(entrants, weights)
        return sorted(measured, key=lambda one: -one.score.rate), together

    def _against(self, entrants: Sequence[Entrant], pairs: int, stream: int) -> list[Score]:
        """Return what entrants score against the mixture, all with the same luck."""
        opponents = [self.field.opponents[place] for place in self.field.deal(pairs, 0.5)]
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

    def rival(self, response: Response) -> RivalResponse:
        """Return the rival's response, measured by the judge as well."""
        settings = self.settings
        entrant = response.entrant.played_by(settings.levels.judge)
        [score] = self._against([entrant], (settings.rival_games + 1) // 2, RIVAL_STREAM)
        judged = Response(entrant=entrant, formation=response.formation, score=score)
        return RivalResponse(agent=settings.rival_agent, response=response, judged=judged)


def product_deal(one: np.ndarray, other: np.ndarray, pairs: int) -> list[tuple[int, int]]:
    """Return who meets whom in so many pairs of two mixtures, by the product of their weights."""
    ends = np.cumsum(np.outer(trimmed(one), trimmed(other / other.sum())).ravel())
    places = (np.arange(pairs) + 0.5) / pairs * ends[-1]
    flat = np.minimum(np.searchsorted(ends, places, side="right"), len(ends) - 1)
    return [divmod(place, len(other)) for place in flat.tolist()]
