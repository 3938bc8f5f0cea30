"""Which setups to choose when the opponent chooses too: Nash mixture and alpha-rank.

Both take a matrix of score rates: row i, column j is what i scores against j, from 0 to 1. What is
not known (the diagonal, setups that never met) may be NaN and counts as even. Measured matrices are
noisy: `nash_support` says how far a mixture hangs on the noise.
"""

import contextlib
import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from .crosstable import CrossTable

_SLACK: Final = 1e-7
"""What a mixture may give away where others are sought that are as good: room for rounding."""
_SOLVED: Final = 1e-6
"""Weights and gains below this are rounding."""
EXACT: Final = 1e-4
"""Exploitability up to which a mixture counts as solved."""
_ROUNDS: Final = 20_000
"""Rounds of regret matching where the solver failed: within 0.01 of a win for 31 setups."""
POPULATION: Final = 50
"""Players in alpha-rank's population, as in its paper."""
_LEAST: Final = 1e-150
"""Chances below this count as this: a chain that never leaves a state has no one solution."""


@dataclass(frozen=True)
class Mixture:
    """How often to choose each setup so that no opponent can gain."""

    weights: np.ndarray
    most: np.ndarray
    """The greatest weight each setup has in any equilibrium; equal to weights if there is one."""
    exploitability: float
    """What the best answer scores against the mixture above one half: 0 but for rounding.

    Above `EXACT` the mixture is approximate: the solver failed.
    """

    @property
    def unique(self) -> bool:
        """Whether there is only this equilibrium."""
        return bool(np.all(self.most - self.weights < 1e-5))


def payoffs(rates: np.ndarray) -> np.ndarray:
    """Return score rates as payoffs of a symmetric zero-sum game: from -1/2 to 1/2, A = -A'."""
    rates = np.asarray(rates, float)
    if rates.ndim != 2 or rates.shape[0] != rates.shape[1] or not len(rates):
        raise ValueError(f"score rates are a square matrix, not one of shape {rates.shape}")
    gains = np.nan_to_num(rates - 0.5, nan=0.0, posinf=0.5, neginf=-0.5)
    return ((gains - gains.T) / 2).round(9)  # finer differences only trouble the solver


def nash(rates: np.ndarray) -> Mixture:
    """Return the Nash mixture of setups, by linear programming (Dantzig, 1951).

    Where there are several equilibria, the mean is taken of those that give each setup in turn the
    greatest weight: a point inside the set of all, in which every setup has weight that has any in
    one of them. `most` says how far they differ. Should the solver fail, the mixture is
    approximate (`_approximate`), and `exploitability` says by how much.
    """
    matrix = payoffs(rates)
    try:
        one = _equilibrium(matrix)
    except ArithmeticError:
        weights = _approximate(matrix)
        return Mixture(weights, weights, max(0.0, float(np.max(matrix @ weights))))
    extremes = np.array([_equilibrium(matrix, favourite=i, otherwise=one) for i in range(len(one))])
    weights = extremes.mean(axis=0)
    exploitability = float(np.max(matrix @ weights))
    most = np.clip(np.diag(extremes), weights, 1.0)
    return Mixture(weights, most, max(0.0, exploitability))


def equilibrium(rates: np.ndarray) -> np.ndarray:
    """Return the weights of one equilibrium, by a single linear programme: for many matrices.

    Raises `ArithmeticError` if the solver fails.
    """
    return _equilibrium(payoffs(rates))


def standard_errors(table: CrossTable) -> np.ndarray:
    """Return the standard errors of the score rates; 0 where two never met."""
    errors = np.zeros((len(table.players),) * 2)
    for i, a in enumerate(table.players):
        for j, b in enumerate(table.players[:i]):
            score = table.between(a, b)
            if score.games:
                low, high = score.interval(0.6827)  # one standard error to each side
                errors[i, j] = errors[j, i] = (high - low) / 2
    return errors


def nash_samples(
    table: CrossTable, *, samples: int = 200, seed: int = 0, errors: np.ndarray | None = None
) -> np.ndarray:
    """Return mixtures, one a row, as they might be if everything were played again.

    Score rates are drawn anew about those measured, with the errors of the pairs (a parametric
    bootstrap) or with others that are given, and each drawn matrix is solved. One that the solver
    fails at is left out; if it fails at all of them, the mixture of the measured rates stands for
    them.
    """
    rng = np.random.default_rng(seed)
    rates = table.rates(unknown=0.5)
    errors = standard_errors(table) if errors is None else errors
    solved: list[np.ndarray] = []
    for _ in range(samples):
        lower = np.tril(rates + errors * rng.standard_normal(rates.shape), -1)
        lower = np.clip(lower, 0, 1)
        sample = lower + np.triu(1 - lower.T, 1)
        np.fill_diagonal(sample, 0.5)
        with contextlib.suppress(ArithmeticError):
            solved.append(equilibrium(sample))
    return np.array(solved or [nash(rates).weights])


def nash_support(
    table: CrossTable, *, samples: int = 200, seed: int = 0
) -> tuple[np.ndarray, np.ndarray]:
    """Return each setup's mean weight, and the share of mixtures that use it, if played again."""
    weights = nash_samples(table, samples=samples, seed=seed)
    return weights.mean(axis=0), (weights > 1e-4).mean(axis=0)


def _equilibrium(
    matrix: np.ndarray, favourite: int | None = None, otherwise: np.ndarray | None = None
) -> np.ndarray:
    """Return an equilibrium of a symmetric game: the one with most of a favourite, if there is one.

    Weights x of 0 or more and of sum 1, that gain v at least against each setup, v being as great
    as possible: 0, as the game is symmetric, which is therefore demanded where x is maximised.
    """
    from ortools.linear_solver import pywraplp  # noqa: PLC0415  (start-up stays light)

    solver: Any = pywraplp.Solver.CreateSolver("GLOP")
    if solver is None:
        raise ArithmeticError("the solver of linear programmes is not there")
    x = [solver.NumVar(0, 1, "") for _ in matrix]
    v = solver.NumVar(-1 if favourite is None else -_SLACK, 1, "")
    one = solver.Constraint(1, 1)
    for weight in x:
        one.SetCoefficient(weight, 1)
    for column in matrix.T:
        row = solver.Constraint(0, solver.infinity())
        row.SetCoefficient(v, -1)
        for weight, gain in zip(x, column, strict=True):
            row.SetCoefficient(weight, float(gain))
    objective = solver.Objective()
    objective.SetCoefficient(v if favourite is None else x[favourite], 1)
    objective.SetMaximization()
    solver.Solve()
    mixture = np.array([weight.solution_value() for weight in x])
    mixture = np.where(mixture > _SOLVED, mixture, 0.0)
    if mixture.sum() > 0.5:  # a solver that gave up leaves zeros
        mixture /= mixture.sum()
        if np.max(matrix @ mixture) < 10 * _SOLVED:
            return mixture
    if otherwise is not None:
        return otherwise
    raise ArithmeticError("the linear programme of the Nash mixture could not be solved")


def _approximate(matrix: np.ndarray) -> np.ndarray:
    """Return a mixture that is nearly an equilibrium, by regret matching against itself.

    It needs no solver and cannot fail. S. Hart and A. Mas-Colell, "A simple adaptive procedure
    leading to correlated equilibrium", Econometrica 68 (2000); regrets are kept at 0 or more and
    later rounds count more, as in O. Tammelin, "Solving large imperfect information games using
    CFR+" (2014).
    """
    count = len(matrix)
    regrets, total = np.zeros(count), np.zeros(count)
    for number in range(1, _ROUNDS + 1):
        weights = regrets / regrets.sum() if regrets.sum() else np.full(count, 1 / count)
        gains = matrix @ weights  # of each setup against the mixture, which gains 0 on itself
        regrets = np.maximum(regrets + gains, 0)
        total += number * weights
    return total / total.sum()


def alpha_rank(rates: np.ndarray, *, alpha: float = 100.0) -> np.ndarray:
    """Return how much of the time an evolving population plays each setup.

    A population plays one setup; now and then a member tries another one, which spreads or dies out
    by how the two score against each other. Alpha is the pressure of selection: at 0 all setups are
    as common as each other, at infinity a setup spreads if and only if it beats the one before. S.
    Omidshafiei and others, "Alpha-rank: multi-agent evaluation by evolution", Scientific Reports 9
    (2019). The chain of a high alpha is all but split into parts, so its stationary distribution is
    found without a subtraction (W. Grassmann, M. Taksar and D. Heyman, "Regenerative analysis and
    steady state distributions for Markov chains", Operations Research 33, 1985).
    """
    if not alpha >= 0:
        raise ValueError(f"alpha is 0 or more, not {alpha}")
    gains = payoffs(rates)
    count = len(gains)
    chain = np.zeros((count, count))
    for i in range(count):
        for j in range(count):
            if i != j:  # a member of a population of i tries j
                chain[i, j] = _fixation(float(gains[j, i]), alpha) / (count - 1)
    return _stationary(chain)


def _fixation(gain: float, alpha: float) -> float:
    """Return the chance that one newcomer, who gains so much, takes over the population."""
    pressure = alpha * gain * POPULATION / (POPULATION - 1) if gain else 0.0
    if pressure == 0:
        return 1 / POPULATION
    if pressure > 0:
        return math.expm1(-pressure) / math.expm1(-POPULATION * pressure)
    # The same fraction, turned so that nothing overflows.
    fall = -pressure
    chance = math.exp(-(POPULATION - 1) * fall) * math.expm1(-fall) / math.expm1(-POPULATION * fall)
    return max(chance, _LEAST)


def _stationary(chain: np.ndarray) -> np.ndarray:
    """Return the stationary distribution of a chain from its chances of moving between states."""
    chain, count = chain.copy(), len(chain)
    leaving = np.ones(count)
    for k in range(count - 1, 0, -1):
        leaving[k] = chain[k, :k].sum()
        chain[:k, :k] += np.outer(chain[:k, k], chain[k, :k] / leaving[k])
    shares = np.zeros(count)
    shares[0] = 1.0
    for k in range(1, count):
        shares[k] = shares[:k] @ chain[:k, k] / leaving[k]
        shares /= shares.sum()
    return shares


def ranked(players: Sequence[str], weights: np.ndarray) -> list[tuple[str, float]]:
    """Return players with their weights, the greatest first, without those of no weight."""
    pairs = [(p, float(w)) for p, w in zip(players, weights, strict=True) if w > 0]
    return sorted(pairs, key=lambda pair: (-pair[1], pair[0]))
