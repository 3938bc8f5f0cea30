"""`judge`: how good each setup is for the judge, by its own games and what the model expects.

A setup's score rate against the field is taken to be drawn about what the model says, with a
variance that the games tell (a beta distribution). Its own games then move the rate away from the
model, the more the more there are: empirical Bayes. Games of a cheaper agent do so too: what they
say beyond the model's expectation for that agent is taken for the judge, as so many games of the
judge as they are worth (`dispersion`). So every setup has a rating and an interval, also one that
never played.

What the model expects of a setup is always taken without that setup's own games (one step of
Newton's method away from the fit), which would otherwise count twice.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np

from ...arena.stats.one_thread import one_thread
from .book import Book
from .dispersion import Dispersion, doubt_of, estimated
from .levels import LevelGames, LevelModel, fit_levels
from .model import Basis, rate_of

LEAST_SIZE: Final = 2.0
"""Games that it counts for at least what is expected of a setup, however little is known."""

_LEVERAGE = 0.9
"""The most that a setup's own games may count for in what the model says of it."""


@dataclass(frozen=True)
class Beta:
    """Beta distributions of score rates: means, and how many games each is worth."""

    mean: np.ndarray
    size: np.ndarray

    @classmethod
    def of(cls, mean: np.ndarray, variance: np.ndarray) -> "Beta":
        """Return those of these means and variances."""
        return cls(mean, np.maximum(mean * (1 - mean) / variance - 1, LEAST_SIZE))

    def only(self, numbers: np.ndarray | slice) -> "Beta":
        """Return some of them."""
        return Beta(self.mean[numbers], self.size[numbers])

    @property
    def deviation(self) -> np.ndarray:
        """Their standard deviations."""
        return np.sqrt(self.mean * (1 - self.mean) / (self.size + 1))

    def after(self, points: np.ndarray, games: np.ndarray) -> "Beta":
        """Return what they are once so many points of so many independent games are known."""
        size = self.size + games
        return Beta((self.mean * self.size + points) / size, size)

    def interval(self) -> tuple[np.ndarray, np.ndarray]:
        """Return the 95 % intervals, which leave as much below as above.

        Exact: a normal distribution of the log-odds held 91 % of simulated rates, and 87 % of those
        below a tenth. Of a rate near 0 or 1 of which little is known the mean is beyond them; then
        they are wider, so that they hold it.
        """
        from scipy.special import betaincinv  # noqa: PLC0415  (start-up stays light)

        ends = self.mean * self.size, (1 - self.mean) * self.size
        low, high = betaincinv(*ends, 0.025), betaincinv(*ends, 0.975)
        return np.minimum(low, self.mean), np.maximum(high, self.mean)


@dataclass(frozen=True)
class Expectation:
    """What the model expects of setups, each without its own games."""

    rates: np.ndarray
    """[setups, levels]"""
    doubts: np.ndarray
    """[setups, levels] how uncertain a level's bias is, as a share of variance."""
    prior: Beta
    """Of each setup for the judge."""

    @classmethod
    def of(
        cls, logits: np.ndarray, covariance: np.ndarray, dispersion: Dispersion
    ) -> "Expectation":
        """Return that of log-odds [setups, levels] with their covariance."""
        rates = np.clip(mean_rates(logits, covariance), 1e-4, 1 - 1e-4)
        mean = rates[:, -1]
        unit = mean * (1 - mean)
        levels = range(logits.shape[1])
        doubts = np.array([doubt_of(covariance, level) * unit for level in levels]).T
        variance = dispersion.between * unit + unit**2 * covariance[:, -1, -1]
        return cls(rates, doubts, Beta.of(mean, variance))

    @classmethod
    def flat(cls, levels: int, setups: int, size: float) -> "Expectation":
        """Return that of setups of which nothing is known: even, worth so many games."""
        even = np.full((setups, levels), 0.5)
        return cls(even, np.zeros((setups, levels)), Beta(even[:, -1], np.full(setups, size)))

    def extended(self, other: "Expectation") -> "Expectation":
        """Return that of these setups and others behind them."""
        return Expectation(
            np.concatenate([self.rates, other.rates]),
            np.concatenate([self.doubts, other.doubts]),
            Beta(
                np.concatenate([self.prior.mean, other.prior.mean]),
                np.concatenate([self.prior.size, other.prior.size]),
            ),
        )

    def only(self, number: int) -> "Expectation":
        """Return that of one setup."""
        one = slice(number, number + 1)
        return Expectation(self.rates[one], self.doubts[one], self.prior.only(one))

    def after(self, book: Book, dispersion: Dispersion) -> Beta:
        """Return ratings for the judge, once the games of a book are known."""
        rating = self.prior
        unit = np.maximum(self.rates * (1 - self.rates), 1e-4)
        worths = dispersion.worths(book.games, self.doubts)
        for level, games in enumerate(worths):
            beyond = (book.shares[level] - self.rates[:, level]) * unit[:, -1] / unit[:, level]
            share = np.clip(self.rates[:, -1] + beyond, 0.0, 1.0)
            rating = rating.after(share * games, games)
        return rating


@dataclass(frozen=True)
class Judgement:
    """What is known at a time."""

    model: LevelModel
    dispersion: Dispersion
    expectation: Expectation
    """Of each setup without its own games."""
    rating: Beta
    """Of each setup for the judge, with them."""


@one_thread()
def judge(
    composition: np.ndarray,
    book: Book,
    basis: Basis,
    prior: float | None,
    before: Dispersion,
) -> Judgement:
    """Return what the games in the book say of every setup.

    `prior` is that of pairs of things (`fit_levels`). `before` says how much the games of a setup
    that played often tell the model about others; it is estimated anew afterwards, where setups
    were drawn for that.
    """
    shares = book.shares
    worths = before.effective(book.games)
    played = [np.flatnonzero(games) for games in book.games]
    model = fit_levels(
        [
            LevelGames(composition[some], (worth * share)[some], worth[some])
            for some, worth, share in zip(played, worths, shares, strict=True)
        ],
        pairs=prior,
        basis=basis,
    )
    logits, covariance = model.predict(composition)
    some = np.flatnonzero(book.games.any(axis=0))
    logits[some], covariance[some] = without_own(
        logits[some], covariance[some], shares[:, some].T, worths[:, some].T
    )
    dispersion = estimated(book, mean_rates(logits, covariance), covariance, before)
    expected = Expectation.of(logits, covariance, dispersion)
    return Judgement(model, dispersion, expected, expected.after(book, dispersion))


def mean_rates(logits: np.ndarray, covariance: np.ndarray) -> np.ndarray:
    """Return the mean rates of log-odds [setups, levels] that are uncertain.

    Nearer to one half than the rates of their means (D. MacKay, "The evidence framework applied to
    classification networks", Neural Computation 4, 1992).
    """
    variance = np.diagonal(covariance, axis1=1, axis2=2)
    return rate_of(logits / np.sqrt(1 + np.pi / 8 * variance))


def without_own(
    logits: np.ndarray, covariance: np.ndarray, shares: np.ndarray, worths: np.ndarray
) -> tuple[np.ndarray, np.ndarray]:
    """Return log-odds and covariances of setups by a model without each one's own games.

    All are by setup, then by level: what the model says, and the share and worth of its games.
    """
    mean = rate_of(logits)
    weights = worths * mean * (1 - mean)
    leverage = np.einsum("il,ill->i", weights, covariance)
    weights *= np.minimum(1.0, _LEVERAGE / np.maximum(leverage, 1e-12))[:, None]
    levels = logits.shape[1]
    left = np.eye(levels) - weights[:, :, None] * covariance
    pull = np.linalg.solve(left, (worths * (shares - mean))[:, :, None])
    rest = np.linalg.solve(left.transpose(0, 2, 1), covariance)
    return logits - (covariance @ pull)[:, :, 0], (rest + rest.transpose(0, 2, 1)) / 2


def gain(rating: Beta, levels: tuple[int, ...]) -> np.ndarray:
    """Return how much a further game of each setup settles who is above and below some ranks.

    A setup on the wrong side of a rank's threshold t costs as much as it lies beyond it. The
    expected cost of a rate that is normal about m with deviation s falls with s by the density of
    (m - t) / s, and s falls with a game by s³ / 2 m (1 - m): great where the place is uncertain,
    and small once much has been played. (The one-step gain of ranking and selection: P. Frazier, W.
    Powell and S. Dayanik, "A knowledge-gradient policy for sequential information collection",
    SIAM Journal on Control and Optimization 47, 2008.)
    """
    mean, deviation = rating.mean, rating.deviation
    ordered = np.sort(mean)[::-1]
    value = np.zeros(len(mean))
    for level in levels:
        if level < len(mean):
            threshold = (ordered[level - 1] + ordered[level]) / 2
            value += np.exp(-(((mean - threshold) / deviation) ** 2) / 2)
    return value * deviation**3 / (mean * (1 - mean))
