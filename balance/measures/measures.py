"""What a round robin says about its rules: pure functions of a `ResultBoard`, with intervals.

    deviation(board)        how far match-ups are from even, without what noise adds
    diversity(board)        the Nash mixture: who is in it, and how many setups that amounts to
    usage(board)            troops and commands in what is played, and in equilibrium
    first_player(board), length(board), draws(board)

The unit is the side-swapped pair. Intervals are 95 %; where there is no formula they come from the
bootstrap: the pairs of each match-up are drawn again with replacement. With fewer than
`FEW_PAIRS` pairs a match-up there is too little to draw from, and rates are drawn about those
measured instead, with the errors of the pairs.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

import numpy as np

from ...arena.play.player import DRAW
from ...arena.play.result_board import UNPLAYED, ResultBoard
from ...arena.stats.crosstable import CrossTable
from ...arena.stats.nash import Mixture, equilibrium, nash, payoffs
from ...arena.stats.score import PRIOR_PAIRS, normal_quantile
from ...engine.rules.stats import COMMANDS, TROOPS
from ...setups.notation import read_text

FEW_PAIRS: Final = 4
"""Pairs a match-up below which the bootstrap draws rates, not pairs."""
IN_USE: Final = 0.05
"""Share of what is played, by weight, from which a troop or command counts as in use."""
SAMPLES: Final = 200
"""Draws of the bootstrap."""
_REACH: Final = normal_quantile(0.95)


class Estimate(NamedTuple):
    """A figure and its 95 % interval."""

    value: float
    low: float
    high: float

    def to_dict(self) -> dict[str, float | list[float]]:
        """Return it as plain JSON values."""
        return {"value": self.value, "ci95": [self.low, self.high]}


# ---- games as arrays -----------------------------------------------------------------------------


def pair_points(board: ResultBoard) -> np.ndarray:
    """Return what entrant a scored: an array of [pairs, match-ups, 2 games]; NaN is no game."""
    return board.scores().reshape(board.schedule.pairs, len(board.schedule.matchups), 2)


def matchup_rates(board: ResultBoard) -> np.ndarray:
    """Return the score rate of entrant a in each match-up; NaN where nothing was played."""
    with np.errstate(invalid="ignore"):
        points = pair_points(board)
        known = ~np.isnan(points)
        return np.where(known, points, 0.0).sum(axis=(0, 2)) / known.sum(axis=(0, 2))


def matrix(board: ResultBoard, rates: np.ndarray | None = None) -> np.ndarray:
    """Return the score rates of everybody (row) against everybody; NaN where two never met."""
    rates = matchup_rates(board) if rates is None else rates
    return rates_matrix(rates, np.array(board.schedule.matchups), len(board.schedule.entrants))


def rates_matrix(rates: np.ndarray, matchups: np.ndarray, count: int) -> np.ndarray:
    """Return the rates of match-ups as those of so many setups against each other."""
    found = np.full((count, count), np.nan)
    one, other = matchups.T
    found[one, other], found[other, one] = rates, 1 - rates
    return found


def merged(boards: Sequence[ResultBoard]) -> ResultBoard:
    """Return boards of the same match-ups as one: rounds follow each other.

    Its schedule has the pairs of all, but not their seeds: it is for counting, not for playing.
    """
    if len(boards) == 1:
        return boards[0]
    pairs = sum(board.schedule.pairs for board in boards)
    whole = ResultBoard(replace(boards[0].schedule, pairs=pairs))
    for name in ("winner", "turns", "actions", "decisions", "advances"):
        setattr(whole, name, np.concatenate([getattr(board, name) for board in boards]))
    return whole


def cross_table(board: ResultBoard) -> CrossTable:
    """Return the results by name, each match-up once."""
    labels = [entrant.label for entrant in board.schedule.entrants]
    results = {
        (labels[a], labels[b]): tally.score
        for (a, b), tally in zip(board.schedule.matchups, board.tallies(), strict=True)
    }
    return CrossTable(tuple(labels), results)


def rate_variances(points: np.ndarray) -> np.ndarray:
    """Return the variance of each match-up's rate, from its pairs.

    A few pairs of independent games steady it, as in `arena.statistics`: two pairs that ended alike
    are no proof that all would.
    """
    pairs = points.shape[0]
    means = points.mean(axis=2)
    rates = means.mean(axis=0)
    squares = ((means - rates) ** 2).sum(axis=0)
    prior = (rates * (1 - rates) + 1 / (8 * pairs)) / 2  # of the mean of two games
    degrees = pairs - 1 + PRIOR_PAIRS
    return (squares + PRIOR_PAIRS * prior) / degrees / pairs


# ---- the bootstrap -------------------------------------------------------------------------------


def resampled(board: ResultBoard, seed: int, samples: int = SAMPLES) -> list[np.ndarray]:
    """Return match-up rates as they might have been measured, once for each sample."""
    points = pair_points(board)
    rng = np.random.default_rng(seed)
    means = points.mean(axis=2)
    pairs, count = means.shape
    if pairs >= FEW_PAIRS:
        columns = np.arange(count)
        return [
            means[rng.integers(0, pairs, (pairs, count)), columns].mean(axis=0)
            for _ in range(samples)
        ]
    errors, rates = np.sqrt(rate_variances(points)), means.mean(axis=0)
    return [np.clip(rates + errors * rng.standard_normal(count), 0, 1) for _ in range(samples)]


def bootstrapped(value: float, drawn: Sequence[float]) -> Estimate:
    """Return a figure with the middle 95 % of how it came out when drawn again."""
    low, high = np.percentile(np.asarray(drawn, float), [2.5, 97.5]).tolist()
    return Estimate(value, min(low, value), max(high, value))


# ---- how far from even ---------------------------------------------------------------------------


def deviation(board: ResultBoard) -> Estimate:
    """Return the mean squared deviation of match-ups from 50 %, without what noise adds.

    Measured rates deviate by the square of their error even if every match-up is even; that much,
    estimated without bias from the spread of the pairs (from the games, where a match-up has one
    pair), is taken off. So the figure may be below 0, and is 0 on average where all is even.

    The interval is that of these match-ups played again, not of others: the variance of the square
    of a deviation that is measured with an error. (The spread of match-ups instead would make it
    2.5 times as wide at the size of a check, and hold the truth in 87 % where 15 of them are even.)
    """
    points = pair_points(board)
    pairs = points.shape[0]
    rates = points.mean(axis=(0, 2))
    if pairs > 1:
        noise = points.mean(axis=2).var(axis=0, ddof=1) / pairs
    else:
        noise = points.var(axis=2, ddof=1)[0] / 2
    value = float(((rates - 0.5) ** 2 - noise).mean())
    steady = rate_variances(points)
    far = np.maximum((rates - 0.5) ** 2 - steady, 0.0)
    error = math.sqrt(float((4 * far * steady + 2 * steady**2).sum())) / len(rates)
    return Estimate(value, value - _REACH * error, value + _REACH * error)


def typical(squared: Estimate) -> Estimate:
    """Return a mean squared deviation as a typical one: its root, 0 where it is below 0."""
    return Estimate(*(math.sqrt(max(0.0, part)) for part in squared))


# ---- the Nash mixture ----------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class Diversity:
    """How many setups a Nash mixture amounts to."""

    mixture: Mixture
    entropy: Estimate
    """In nats; 0 if one setup is always best."""
    effective: Estimate
    """The number of setups that, played equally often, have this entropy: e to the power of it."""
    support: Estimate
    """Setups that have weight."""
    takes_part: np.ndarray
    """Of each setup, the share of resampled mixtures that it has weight in."""


def entropy(weights: np.ndarray) -> float:
    """Return Shannon's entropy in nats."""
    held = weights[weights > 0]
    return float(max(0.0, -(held * np.log(held)).sum()))


def diversity(board: ResultBoard, *, seed: int = 0, samples: int = SAMPLES) -> Diversity:
    """Return the Nash mixture of the measured rates, and how it comes out when drawn again."""
    mixture = nash(matrix(board))
    drawn = [nash_weights(matrix(board, rates)) for rates in resampled(board, seed, samples)]
    every = np.array(drawn)
    entropies = [entropy(weights) for weights in every]
    own = entropy(mixture.weights)
    return Diversity(
        mixture=mixture,
        entropy=bootstrapped(own, entropies),
        effective=bootstrapped(math.exp(own), np.exp(entropies).tolist()),
        support=bootstrapped(_support(mixture.weights), [_support(weights) for weights in every]),
        takes_part=(every > 1e-4).mean(axis=0),
    )


def best_answer(rates: np.ndarray, weights: np.ndarray) -> float:
    """Return what the best setup gains, above one half, on opponents of such weights.

    The exploitability of a mixture: 0 for a Nash mixture, and the more the worse it is to play
    equally often what is not equally good.
    """
    return max(0.0, float(np.max(payoffs(rates) @ weights)))


def exploitability(board: ResultBoard, drawn: Sequence[np.ndarray]) -> Estimate:
    """Return what the best setup gains where all are played equally often.

    The interval is that of rates drawn anew (`resampled`).
    """
    count = len(board.schedule.entrants)
    even = np.full(count, 1 / count)
    gains = [best_answer(matrix(board, rates), even) for rates in drawn]
    return bootstrapped(best_answer(matrix(board), even), gains)


def nash_weights(rates: np.ndarray) -> np.ndarray:
    """Return the weights of one Nash mixture: quickly, for many matrices."""
    try:
        return equilibrium(rates)
    except ArithmeticError:
        return nash(rates).weights


def _support(weights: np.ndarray) -> int:
    return int(np.count_nonzero(weights > 1e-4))


# ---- what is played ------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class Usage:
    """How common troops and commands are in setups of given weights."""

    troops: dict[str, float]
    """Mean number of each troop in a setup."""
    commands: dict[str, float]
    """Share of setups that have each command."""
    having: dict[str, float]
    """Share of setups that have each troop at all."""

    @property
    def in_use(self) -> tuple[str, ...]:
        """Troops and commands that enough of what is played has."""
        shares = self.having | self.commands
        return tuple(name for name, share in shares.items() if share >= IN_USE)


def usage(board: ResultBoard, weights: np.ndarray | None = None) -> Usage:
    """Return what setups are made of: of all alike, or by weight, such as the Nash mixture's."""
    read = [read_text(entrant.setup) for entrant in board.schedule.entrants]
    weights = np.full(len(read), 1 / len(read)) if weights is None else weights
    counts = np.array([counted for counted, _ in read], float)
    chosen = np.array([[slug in commands for slug in COMMANDS] for _, commands in read], float)
    return Usage(
        troops=_named(TROOPS, weights @ counts),
        commands=_named(COMMANDS, weights @ chosen),
        having=_named(TROOPS, weights @ (counts > 0)),
    )


def _named(names: Sequence[str], values: np.ndarray) -> dict[str, float]:
    return dict(zip(names, values.tolist(), strict=True))


# ---- the games -----------------------------------------------------------------------------------


def first_player(board: ResultBoard) -> Estimate:
    """Return what first players score."""
    score = board.first_players()
    return Estimate(score.rate, *score.interval())


def length(board: ResultBoard) -> Estimate:
    """Return the mean number of turns."""
    return _mean(board, lambda: board.turns.astype(float))


def draws(board: ResultBoard) -> Estimate:
    """Return the share of games that nobody wins."""
    found = _mean(board, lambda: (board.winner == DRAW).astype(float))
    games = board.played
    if games and not found.value:
        return Estimate(0.0, 0.0, min(1.0, 3 / games))  # the rule of three
    return Estimate(found.value, max(0.0, found.low), min(1.0, found.high))


def _mean(board: ResultBoard, figures: Callable[[], np.ndarray]) -> Estimate:
    """Return the mean of a figure of games, with the error of whole pairs about their match-up."""
    values = figures()
    if np.any(board.winner == UNPLAYED):
        values = values[board.winner != UNPLAYED]
        error = float(values.std(ddof=1)) / math.sqrt(len(values)) if len(values) > 1 else 0.0
    else:
        pairs = board.schedule.pairs
        means = values.reshape(pairs, -1, 2).mean(axis=2)
        within = means - means.mean(axis=0) if pairs > 1 else means - means.mean()
        degrees = (pairs - 1) * means.shape[1] if pairs > 1 else means.size - 1
        error = math.sqrt(float((within**2).sum()) / max(degrees, 1) / means.size)
    value = float(values.mean()) if len(values) else math.nan
    return Estimate(value, value - _REACH * error, value + _REACH * error)
