"""What games of several levels say about the match-ups of candidates, for the judge.

    estimates = judged(records)             # records: a board for each level, for each candidate
    estimates[0].values, estimates[0].variances

A match-up's true rates by two agents differ. All match-ups that both have played, of all
candidates, tell how much: a slope (a better agent makes more of an advantage) and the variance of
what is left, the cheaper agent's own error. `arena.levels.combined` then weighs the levels.

Measured on 102 match-ups (quick 20 games each, strong 6 or 8): a slope of 1.07 by the standard
rules, 0.99 by a Champion of 1200 health, and an error of 0.005 beside it with a standard error of
0.006. So quick is worth some fifty games of strong, and no more.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from ...arena.levels.combined import FEWEST, Figures, for_judge
from ...arena.play.result_board import ResultBoard
from .boards import pair_points

_STEADY: Final = 2.0
"""Sum of squared deviations with a slope of 1 that steadies a slope: that of thirty match-ups."""
_DIGITS: Final = 5
"""Of a rate that is drawn: where all is even, a Nash mixture makes much of any difference."""
_FEW_PAIRS: Final = 30
"""Pairs below which too little is known of how much they differ from independent games."""


@dataclass(frozen=True)
class Estimates:
    """Rates of a candidate's match-ups for the judge."""

    values: np.ndarray
    variances: np.ndarray
    """Of the values about the true rates."""
    excess: np.ndarray
    """What a squared deviation of the values has beyond that of the true rates, on average.

    Noise adds to it. What the cheaper agents do not see of the judge's match-ups is missing.
    """
    doubt: float = 0.0
    """Standard error of the mean of `excess`: how little is known of the cheaper agents' errors."""

    def drawn(self, seed: int, samples: int) -> list[np.ndarray]:
        """Return rates as they might be, once for each sample."""
        generator, errors = np.random.default_rng(seed), np.sqrt(self.variances)
        noise = generator.standard_normal((samples, len(self.values)))
        rates = np.clip(self.values + errors * noise, 0, 1)
        return list(np.round(rates, _DIGITS))


def judged(records: Sequence[Sequence[ResultBoard | None]]) -> list[Estimates]:
    """Return the estimates of each candidate; its boards are by level, the judge's last.

    All have played the first level. Until eight match-ups have been played by the judge, the last
    level that has so many stands for it.
    """
    levels = [_figures(number, records) for number in range(len(records[0]))]
    counts = [int(np.isfinite(level.variances).sum()) for level in levels]
    last = max(n for n, count in enumerate(counts) if count >= min(FEWEST, counts[0]))
    levels = [*(_aligned(level, levels[last]) for level in levels[:last]), levels[last]]
    combined = for_judge(levels)
    excess, doubt = np.zeros(len(combined.values)), np.zeros(len(records))
    ends = np.cumsum([_matchups(record) for record in records])[:-1]
    for level, share in zip(levels, combined.shares, strict=True):
        noise = np.where(share > 0, level.variances, 0.0)
        errors, unsure = _own_errors(level, levels[-1], ends)
        unseen = share * (2 - share)
        excess += share**2 * noise - unseen * np.repeat(errors, _sizes(ends, len(excess)))
        means = np.array([part.mean() for part in np.split(unseen, ends)])
        doubt += (means * unsure) ** 2
    parts = (np.split(one, ends) for one in (combined.values, combined.variances, excess))
    return [
        Estimates(*part, doubt=float(square) ** 0.5)
        for *part, square in zip(*parts, doubt, strict=True)
    ]


def _sizes(ends: np.ndarray, whole: int) -> np.ndarray:
    """Return how long the parts are that end there."""
    return np.diff(np.concatenate([[0], ends, [whole]]))


def _own_errors(level: Figures, judge: Figures, ends: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Return the variance of a level's own error for each candidate, and its standard error.

    An agent may misjudge the match-ups of some rules more than of others. A candidate that the
    judge has played has an estimate of its own, drawn towards that of all as far as candidates do
    not differ by more than chance; for the others that of all stands, with how much they differ.
    """
    count = len(ends) + 1
    both = np.isfinite(level.variances) & np.isfinite(judge.variances)
    if level is judge or np.count_nonzero(both) < FEWEST:
        return np.zeros(count), np.zeros(count)
    with np.errstate(invalid="ignore"):
        apart = (level.values - judge.values) ** 2 - level.variances - judge.variances
    everyone = apart[both]
    mean, spread = float(everyone.mean()), float(everyone.var())
    parts = [
        part[usable]
        for part, usable in zip(np.split(apart, ends), np.split(both, ends), strict=True)
    ]
    own = np.array([part.mean() if len(part) else mean for part in parts])
    noise = np.array([spread / len(part) if len(part) else np.inf for part in parts])
    some = np.isfinite(noise)
    degrees, usual = max(int(some.sum()) - 1, 1), float(noise[some].mean())
    differ = float(((own - mean)[some] ** 2).sum()) / degrees - usual
    differ = max(0.0, differ + usual * (2 / degrees) ** 0.5)  # with its standard error
    share = differ / (differ + noise) if differ else np.zeros(count)
    errors = mean + share * (own - mean)
    return errors, np.sqrt((1 - share) * differ + spread / len(everyone))


def _matchups(record: Sequence[ResultBoard | None]) -> int:
    first = record[0]
    assert first is not None
    return len(first.schedule.matchups)


def _figures(level: int, records: Sequence[Sequence[ResultBoard | None]]) -> Figures:
    """Return the rates of all match-ups by one level; the variance is infinite without games.

    Variances are those of independent games, times how much more or less the pairs of all
    match-ups differ. They go by the first level's rates: by its own, a match-up that ended 4:0
    would seem certain, count for more than it should, and make all look less even.
    """
    values, variances, expected, observed, pairs = [], [], 0.0, 0.0, 0
    for record in records:
        board, count = record[level], _matchups(record)
        if board is None:
            values.append(np.full(count, 0.5))
            variances.append(np.full(count, np.inf))
            continue
        points = pair_points(board)
        values.append(points.mean(axis=(0, 2)))
        variances.append(_unit(record) / (2 * len(points)))
        expected += float(variances[-1].sum())
        observed += float(_noise(points).sum())
        pairs += points.shape[0] * points.shape[1]
    # By the games of each match-up alone one that ended 4:0 seemed certain: 0.02 too even, of 0.05.
    ratio = observed / expected if pairs >= _FEW_PAIRS else 1.0
    return Figures(np.concatenate(values), ratio * np.concatenate(variances))


def _unit(record: Sequence[ResultBoard | None]) -> np.ndarray:
    """Return the variance of one game of each match-up, by the first level's rates."""
    first = record[0]
    assert first is not None
    points = pair_points(first)
    games = 2 * len(points)
    rates = (points.sum(axis=(0, 2)) + 1) / (games + 2)  # by Laplace: none is certain
    return rates * (1 - rates)


def _noise(points: np.ndarray) -> np.ndarray:
    """Return the variance of each match-up's rate without bias, however rough."""
    pairs = len(points)
    if pairs > 1:
        return points.mean(axis=2).var(axis=0, ddof=1) / pairs
    return points.var(axis=2, ddof=1)[0] / 2


def _aligned(level: Figures, judge: Figures) -> Figures:
    """Return a level's rates as those to expect of the judge."""
    both = np.isfinite(level.variances) & np.isfinite(judge.variances)
    own, other = level.values[both] - 0.5, judge.values[both] - 0.5
    moment = max(float((own**2 - level.variances[both]).sum()), 0.0)
    slope = max(float(own @ other) + _STEADY, 0.0) / (moment + _STEADY)
    return Figures(0.5 + slope * (level.values - 0.5), slope**2 * level.variances)
