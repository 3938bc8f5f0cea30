"""Rank correlation: how far two orders of the same things agree."""

from collections.abc import Sequence

import numpy as np

from .score import Interval

Values = Sequence[float] | np.ndarray


def rank_correlation(one: Values, other: Values) -> tuple[float, Interval]:
    """Return Spearman's rank correlation, and its 95 % interval for things drawn at random.

    E. C. Fieller, H. O. Hartley and E. S. Pearson, "Tests for rank correlation coefficients",
    Biometrika 44 (1957): Fisher's transformation with a variance of 1.06 / (n - 3).
    """
    a, b = ranks(one), ranks(other)
    if np.ptp(a) == 0 or np.ptp(b) == 0:
        return 0.0, Interval(-1.0, 1.0)
    value = float(np.corrcoef(a, b)[0, 1])
    middle = np.arctanh(np.clip(value, -0.999999, 0.999999))
    reach = 1.96 * np.sqrt(1.06 / max(len(a) - 3, 1))
    return value, Interval(float(np.tanh(middle - reach)), float(np.tanh(middle + reach)))


def noise_ceiling(variance: float, errors: Values) -> float:
    """Return about which correlation a perfect order would have with rates measured so.

    The root of the reliability: of the variance of what is measured, the share of the true rates.
    """
    noise = float(np.mean(np.square(errors)))
    return float(np.sqrt(variance / (variance + noise))) if variance else 0.0


def ranks(values: Values) -> np.ndarray:
    """Return the rank of each value in its row, from 1; equal ones share the mean of theirs."""
    rows = np.asarray(values)
    order = rows.argsort(axis=-1, kind="stable")
    ordered = np.take_along_axis(rows, order, axis=-1)
    apart = ordered[..., 1:] != ordered[..., :-1]
    edge = np.ones_like(ordered[..., :1], bool)
    places = np.arange(rows.shape[-1])
    begin = np.where(np.concatenate([edge, apart], axis=-1), places, 0)
    end = np.where(np.concatenate([apart, edge], axis=-1), places, len(places))
    first = np.maximum.accumulate(begin, axis=-1)
    last = np.minimum.accumulate(end[..., ::-1], axis=-1)[..., ::-1]
    ranking = np.empty(rows.shape)
    np.put_along_axis(ranking, order, (first + last) / 2 + 1, axis=-1)
    return ranking


def row_correlations(one: np.ndarray, other: np.ndarray) -> np.ndarray:
    """Return the correlation of each two rows; 0 where all values of a row are the same."""
    a, b = (rows - rows.mean(axis=1, keepdims=True) for rows in (one, other))
    spread = np.sqrt((a * a).sum(axis=1) * (b * b).sum(axis=1))
    return (a * b).sum(axis=1) / np.where(spread, spread, np.inf)
