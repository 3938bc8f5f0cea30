"""`Model`: what games say about compositions, so that setups that never played can be judged.

A logistic model: the log-odds that a setup wins are a sum over what is in it. How many of each
troop (and the square of that: a third archer is worth less than the first), which commands, and
products of every two of these, for things that help or hinder each other. Amounts are counted from
their mean. Weights have normal priors about 0, of which that of pairs, which are many and mostly do
nothing, is chosen by games that were left out; their posterior is taken to be normal (Laplace's
approximation), so every prediction and every effect has its uncertainty.

    basis = Basis.of(genes(every_setup))
    model = fit(genes(setups), points, games, basis=basis)
    logit, error = model.predict(genes(others))

Setups cost about the same, so things are bought instead of each other, and weights cannot be told
from each other by games alone; the prior decides for small ones. What is said about things and
pairs of them (`effects`) therefore rests on what the model says of setups, not on single weights.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import ClassVar, Final

import numpy as np

from ...arena.stats.logistic import chance, fit_logistic
from ...arena.stats.one_thread import one_thread
from ...engine.rules.stats import LETTERS
from ...setups.setup import COMPONENTS, Setup

PAIRS: Final = tuple(combinations(range(len(COMPONENTS)), 2))

MAIN_PRIOR, PAIR_PRIOR = 1.0, 0.3
"""Standard deviations of the priors, of terms in units of their own standard deviation."""

NO_PAIRS: Final = 1e-4
"""The prior of a model without pairs: they stay at 0."""

_FLAT = 1e-6
"""Variance below which a term says nothing that others do not say."""
SETTLED: Final = 1e-8
ROWS: Final = 16_384
"""Rows that are looked at in one go: 20 megabytes of terms."""


def genes(setups: Sequence[Setup]) -> np.ndarray:
    """Return what setups are made of: how many of each troop, 0 or 1 for each command."""
    return np.array([setup.amounts for setup in setups], float).reshape(-1, len(COMPONENTS))


@dataclass(frozen=True)
class Basis:
    """The terms, and the units in which they are measured.

    Terms are those of single things, their squares, and products; another model of the same form
    has another `terms` and `squares`.
    """

    strengths: ClassVar[Sequence[tuple[float, float]]] = ((0.1, 0.03), (0.3, 0.1), (1.0, 0.3))
    """Standard deviations that the priors of things and of pairs may have, where games choose."""

    centre: np.ndarray
    """Mean amount of each thing."""
    mean: np.ndarray
    scale: np.ndarray
    """Mean and standard deviation of each term."""

    @classmethod
    def of(cls, composition: np.ndarray) -> "Basis":
        """Return the basis of a reference set: in it every term has mean 0 and deviation 1."""
        centre = composition.mean(axis=0)
        count, total, squares = len(composition), 0.0, 0.0
        for rows in chunks(count):
            terms = cls.terms(composition[rows] - centre)
            total, squares = total + terms.sum(axis=0), squares + (terms**2).sum(axis=0)
        mean = np.asarray(total) / count
        scale = np.sqrt(np.maximum(np.asarray(squares) / count - mean**2, 0))
        return cls(centre, mean, np.where(scale > 1e-9, scale, 1.0))

    def design(self, composition: np.ndarray) -> np.ndarray:
        """Return the constant and the terms of setups, in units of their deviation."""
        scaled = (self.terms(composition - self.centre) - self.mean) / self.scale
        return np.hstack([np.ones((len(scaled), 1)), scaled])

    @staticmethod
    def terms(amounts: np.ndarray) -> np.ndarray:
        """Return the terms of amounts that are counted from their mean."""
        troops = amounts[:, : len(LETTERS)]
        first, second = np.array(PAIRS).T
        return np.hstack([amounts, troops**2, amounts[:, first] * amounts[:, second]])

    @property
    def singles(self) -> int:
        """How many terms are of single things."""
        return len(self.centre)

    @property
    def squares(self) -> int:
        """How many are squares of these, which come next."""
        return len(LETTERS)


def chunks(count: int) -> list[slice]:
    """Return slices that cover so many rows."""
    return [slice(first, first + ROWS) for first in range(0, count, ROWS)]


@dataclass(frozen=True)
class Model:
    """Log-odds of winning as a function of what a setup is made of."""

    basis: Basis
    weights: np.ndarray
    """Of the constant and the terms, in the units of the basis."""
    covariance: np.ndarray
    """Of the weights."""

    def predict(self, composition: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return the log-odds of setups, and their standard errors."""
        logit, error = np.empty(len(composition)), np.empty(len(composition))
        for rows in chunks(len(composition)):
            design = self.basis.design(composition[rows])
            logit[rows] = design @ self.weights
            error[rows] = np.linalg.norm(design @ self._root, axis=1)
        return logit, error

    def draws(self, composition: np.ndarray, rng: np.random.Generator) -> Iterator[np.ndarray]:
        """Yield log-odds by weights drawn anew from the posterior each time."""
        design = self.basis.design(composition)
        while True:
            yield design @ (self.weights + self._root @ rng.standard_normal(len(self.weights)))

    @cached_property
    def _root(self) -> np.ndarray:
        return np.linalg.cholesky(self.covariance)


def fit(
    composition: np.ndarray,
    points: np.ndarray,
    games: np.ndarray,
    *,
    pairs: float = PAIR_PRIOR,
    basis: Basis | None = None,
) -> Model:
    """Return the model of setups that scored so many points in so many games each.

    `pairs` is the standard deviation of the prior of pairs and squares; neither points nor games
    need be whole. Without a basis the setups make one. Newton's method, which a prior keeps from
    running away where everything was won.
    """
    basis = basis or Basis.of(composition)
    precision = np.diag(priors_of(basis, pairs) ** -2)
    weights, information = fit_logistic(
        basis.design(composition), points, games, precision, settled=SETTLED, rows=ROWS
    )
    covariance = np.linalg.inv(information)
    return Model(basis, weights, (covariance + covariance.T) / 2)


def priors_of(basis: Basis, pairs: float, main: float = MAIN_PRIOR) -> np.ndarray:
    """Return the standard deviations of the priors of the constant and the terms."""
    priors = np.full(1 + len(basis.scale), pairs)
    priors[0], priors[1 : 1 + basis.singles] = 3.0, main
    return priors


def rate_of(logit: np.ndarray) -> np.ndarray:
    """Return chances of log-odds."""
    return chance(logit)


def log_loss(chance: np.ndarray, points: np.ndarray, games: np.ndarray) -> float:
    """Return the mean surprise of a game, in nats, for setups of which each had these chances."""
    chance = np.clip(chance, 1e-9, 1 - 1e-9)
    surprise = points * np.log(chance) + (games - points) * np.log(1 - chance)
    return float(-surprise.sum() / games.sum())


# ---- what it says --------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class Effect:
    """What goes with one more of a thing, or of two together, in Elo."""

    kind: str
    """main, square or pair."""
    first: str
    second: str | None
    elo: float
    low: float
    high: float
    strength: float
    """Elo for a standard deviation of what is measured: how much it decides in the space."""

    @property
    def name(self) -> str:
        """Its things as text."""
        return f"{self.first} + {self.second}" if self.second else self.first

    @property
    def certain(self) -> bool:
        """Whether its interval leaves out 0."""
        return self.low > 0 or self.high < 0


ELO: Final = 400 / math.log(10)
"""Elo of a unit of log-odds."""


def effects(model: Model, composition: np.ndarray) -> list[Effect]:
    """Return the effect of every term over these setups, in the order of their weights.

    Weights themselves cannot be read: what is bought for one thing is missing for others, so very
    different weights say the same of every setup that there is. An effect is therefore what the
    model says of the setups, put as a regression. Main effects: the slope over one thing, with
    whatever is bought less with it. Pairs: the slope over the product of two, beyond everything
    that single things, each by its number, explain. Being linear in the weights, effects have
    normal posteriors too.
    """
    gram = _gram(model.basis, composition)
    single = 1 + len(COMPONENTS) + len(LETTERS)
    columns = {"main": [0], "square": list(range(1 + len(COMPONENTS))), "pair": list(range(single))}
    named: list[tuple[str, str, str | None]] = [("main", thing, None) for thing in COMPONENTS]
    named += [("square", letter, letter) for letter in LETTERS]
    named += [("pair", COMPONENTS[a], COMPONENTS[b]) for a, b in PAIRS]
    inverses = {kind: np.linalg.pinv(gram[np.ix_(at, at)]) for kind, at in columns.items()}
    rows = []
    for place, (kind, first, second) in enumerate(named, start=1):
        at = columns[kind]
        beyond = np.zeros(len(gram))
        beyond[place] = 1.0
        beyond[at] -= inverses[kind] @ gram[at, place]
        spread = float(beyond @ gram @ beyond)
        slope = gram @ beyond / spread if spread > _FLAT else np.zeros(len(gram))
        value = ELO * float(slope @ model.weights)
        error = ELO * math.sqrt(max(float(slope @ model.covariance @ slope), 0.0))
        unit = float(model.basis.scale[place - 1])
        rows.append(
            Effect(
                kind=kind,
                first=first,
                second=second,
                elo=value / unit,
                low=(value - 1.96 * error) / unit,
                high=(value + 1.96 * error) / unit,
                strength=value * math.sqrt(max(spread, 0.0)),
            )
        )
    return rows


def _gram(basis: Basis, composition: np.ndarray) -> np.ndarray:
    """Return the mean products of terms over setups."""
    parts = (basis.design(composition[rows]) for rows in chunks(len(composition)))
    return np.sum([design.T @ design for design in parts], axis=0) / len(composition)


@one_thread()
def best_prior(
    composition: np.ndarray,
    points: np.ndarray,
    games: np.ndarray,
    *,
    basis: Basis,
    rng: np.random.Generator,
    choices: Sequence[float] = (0.01, 0.03, 0.1, 0.3),
    most: int = 40_000,
) -> float:
    """Return the prior of pairs that does best on a fifth of the setups, left out for this.

    At most so many setups are looked at: beyond that the priors hardly differ.
    """
    order = rng.permutation(len(composition))[:most]
    left_out, used = np.split(order, [max(len(order) // 5, 1)])
    losses = []
    for pairs in choices:
        model = fit(composition[used], points[used], games[used], pairs=pairs, basis=basis)
        logit, _ = model.predict(composition[left_out])
        losses.append(log_loss(rate_of(logit), points[left_out], games[left_out]))
    return choices[int(np.argmin(losses))]
