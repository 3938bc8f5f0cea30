"""`Ranking`: all that is known when a ranking ends, as arrays, and how far it can be trusted."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from ...arena.levels.settings import Levels
from ...arena.stats.rank_correlation import noise_ceiling, rank_correlation
from ...arena.stats.score import Interval, Score, wilson
from ..judging.book import Book
from ..judging.dispersion import Dispersion
from ..judging.model import COMPONENTS, Effect, Model, chunks, effects, log_loss, rate_of
from ..judging.rating import Beta, Judgement
from ..proposals.field import Field
from .roster import Roster


@dataclass(frozen=True, kw_only=True)
class HeldOut:
    """Setups whose games by the judge the model never saw: what was expected, and what they did."""

    numbers: np.ndarray
    expected: Beta
    """Their true rates, by the model and what other agents played of them."""
    scored: Beta
    """What they would score in as many games, by the model: chance comes on top."""
    plain: np.ndarray
    """Rates by a model without pairs."""
    constant: float
    """The mean rate of setups drawn at random."""
    games: np.ndarray
    points: np.ndarray
    noise: np.ndarray
    """Variance of each score by chance."""

    @classmethod
    def of(
        cls,
        numbers: np.ndarray,
        judgement: Judgement,
        plain: np.ndarray,
        constant: float,
        book: Book,
    ) -> "HeldOut":
        """Return those of these numbers; `plain` are rates by the model without pairs."""
        rating = judgement.rating
        expected = rating.only(numbers)
        games, points = book.games[-1, numbers].astype(float), book.points[-1, numbers]
        unit = expected.mean * (1 - expected.mean)
        noise = judgement.dispersion.within[-1] * unit / games
        return cls(
            numbers=numbers,
            expected=expected,
            scored=Beta.of(expected.mean, expected.deviation**2 + noise),
            plain=plain,
            constant=constant,
            games=games,
            points=points,
            noise=noise,
        )

    @property
    def scores(self) -> np.ndarray:
        """What each scored."""
        return self.points / self.games

    @property
    def models(self) -> dict[str, np.ndarray]:
        """What each of three models expected."""
        constant = np.full(len(self.numbers), self.constant)
        return {"constant": constant, "without pairs": self.plain, "with pairs": self.expected.mean}

    def loss(self, model: str) -> float:
        """Return the mean surprise of a game by a model."""
        return log_loss(self.models[model], self.points, self.games)

    def error(self, model: str) -> float:
        """Return by how much true rates differ from a model's, as a standard deviation."""
        squared = np.mean((self.scores - self.models[model]) ** 2 - self.noise)
        return float(np.sqrt(max(squared, 0.0)))

    def slope(self, model: str) -> float:
        """Return by what the model's log-odds should be multiplied: 1 if it is calibrated."""
        chance = np.clip(self.models[model], 1e-4, 1 - 1e-4)
        if np.ptp(chance) == 0:
            return float("nan")
        logit = np.log(chance / (1 - chance))
        design = np.column_stack([np.ones(len(logit)), logit])
        weights = np.array([0.0, 1.0])
        for _ in range(25):
            rate = rate_of(design @ weights)
            curvature = (design * (self.games * rate * (1 - rate))[:, None]).T @ design
            step = design.T @ (self.points - self.games * rate)
            weights = weights + np.linalg.solve(curvature + 1e-6 * np.eye(2), step)
        return float(weights[1])

    @property
    def covered(self) -> float:
        """The share of scores within their 95 % interval.

        Points of a few games are steps, so that an interval of whole steps holds more than it
        says. So a score counts by the part of its own step, from the chance of fewer points to
        that of as many or fewer, that lies between 2.5 and 97.5 %: of ratings that are right, 95 %
        for any number of games.
        """
        from scipy.stats import betabinom  # noqa: PLC0415  (start-up stays light)

        expected = self.expected
        chances: Any = betabinom(
            self.games, expected.mean * expected.size, (1 - expected.mean) * expected.size
        )

        def within(points: np.ndarray) -> np.ndarray:
            fewer, step = chances.cdf(points - 1), np.maximum(chances.pmf(points), 1e-300)
            held = np.minimum(fewer + step, 0.975) - np.maximum(fewer, 0.025)
            return np.clip(held / step, 0.0, 1.0)

        both = within(np.floor(self.points)), within(np.ceil(self.points))
        return float(np.mean(both))

    @property
    def coverage(self) -> Interval:
        """The 95 % interval of the share of scores within their interval."""
        return wilson(self.covered * len(self.numbers), len(self.numbers))


@dataclass(frozen=True, kw_only=True)
class CarriedOver:
    """How ratings agree with the judge's scores on held-out seeds."""

    rho: float
    interval: Interval
    ceiling: float
    """About what a perfect order would reach on these scores, which have noise."""
    setups: int

    @classmethod
    def of(cls, ratings: Beta, scores: Sequence[Score]) -> "CarriedOver":
        """Return the agreement of ratings and scores of the same setups.

        How much true rates differ is what ratings say, with their own uncertainty: scores of a few
        games, which have mostly noise, may show anything.
        """
        rates = [score.rate for score in scores]
        rho, interval = rank_correlation(ratings.mean, rates)
        true = float(np.var(ratings.mean, ddof=1) + np.mean(ratings.deviation**2))
        ceiling = noise_ceiling(true, [score.standard_error for score in scores])
        return cls(rho=rho, interval=interval, ceiling=ceiling, setups=len(rates))


@dataclass(frozen=True, kw_only=True)
class NamedSetupScore:
    """A named setup in its published formation, and where it stands."""

    name: str
    setup: str
    score: Score
    """Against the field."""
    above: int
    """So many setups of the space are rated above that score."""
    number: int | None
    """The setup of the space that has the same troops and commands, if one does."""


@dataclass(frozen=True, kw_only=True)
class Ranking:
    """Ratings of every setup, and what they rest on."""

    roster: Roster
    field: Field
    model: Model
    prior: float
    dispersion: Dispersion
    rating: Beta
    games: np.ndarray
    """[levels, setups] that ratings rest on."""
    order: np.ndarray
    """Setups by number, best first."""
    top: np.ndarray
    confirmed: tuple[Score, ...]
    """Of the top, by the judge on held-out seeds."""
    spread: np.ndarray
    """Setups from all over the ranking."""
    spread_confirmed: tuple[Score, ...]
    named: tuple[NamedSetupScore, ...]
    held_out: HeldOut
    levels: Levels

    @cached_property
    def interval(self) -> tuple[np.ndarray, np.ndarray]:
        """The 95 % interval of every setup's rating."""
        return self.rating.interval()

    @cached_property
    def effects(self) -> list[Effect]:
        """What the model says of things and pairs of them."""
        return effects(self.model, self.roster.composition.astype(float))

    def synergies(self, count: int, *, sign: int = 1) -> list[Effect]:
        """Return the strongest pairs whose intervals leave out 0; with -1 those that hinder."""
        pairs = [e for e in self.effects if e.kind == "pair" and e.certain and sign * e.elo > 0]
        return sorted(pairs, key=lambda e: -abs(e.strength))[:count]

    def carried_over(self) -> dict[str, CarriedOver]:
        """Return how ratings and the judge's scores on held-out seeds agree."""
        places, scores = {"top": self.top}, {"top": self.confirmed}
        if len(self.spread) > 3:
            places |= {"spread": self.spread, "both": np.concatenate([self.top, self.spread])}
            scores |= {
                "spread": self.spread_confirmed,
                "both": [*self.confirmed, *self.spread_confirmed],
            }
        return {
            name: CarriedOver.of(self.rating.only(places[name]), some)
            for name, some in scores.items()
            if len(some) > 3
        }

    def overlapping(self) -> int:
        """Return how many other setups have an interval that overlaps that of the first."""
        low, high = self.interval
        return int(np.count_nonzero(high >= low[self.order[0]])) - 1

    def promised(self) -> tuple[float, Score]:
        """Return the mean rating of the top, and what it scored on held-out seeds."""
        return float(self.rating.mean[self.top].mean()), sum(self.confirmed, Score())

    def contents(self) -> list[dict[str, Any]]:
        """Return the mean rating of all setups with a number of a thing, for each of both.

        The intervals are those of the model: what chance there is in single setups cancels out.
        """
        composition, mean = self.roster.composition, self.rating.mean
        groups = [
            (thing, int(n))
            for t, thing in enumerate(COMPONENTS)
            for n in np.unique(composition[:, t])
        ]
        column = {thing: t for t, thing in enumerate(COMPONENTS)}
        counts, sums = np.zeros(len(groups)), np.zeros(len(groups))
        slopes = np.zeros((len(groups), len(self.model.weights)))
        for rows in chunks(len(mean)):
            some = composition[rows]
            member = np.column_stack([some[:, column[t]] == n for t, n in groups]).astype(float)
            counts += member.sum(axis=0)
            sums += member.T @ mean[rows]
            unit = mean[rows] * (1 - mean[rows])
            slopes += (member * unit[:, None]).T @ self.model.basis.design(some.astype(float))
        slopes /= counts[:, None]
        errors = np.sqrt(np.einsum("gi,ij,gj->g", slopes, self.model.covariance, slopes))
        rated = zip(groups, counts.tolist(), (sums / counts).tolist(), errors.tolist(), strict=True)
        return [
            {
                "thing": thing,
                "number": number,
                "setups": int(count),
                "rating": rate,
                "rating_low": max(rate - 1.96 * error, 0.0),
                "rating_high": min(rate + 1.96 * error, 1.0),
            }
            for (thing, number), count, rate, error in rated
        ]
