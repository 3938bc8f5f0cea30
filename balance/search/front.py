"""The front: candidates that no other beats in every respect. Pure functions over arrays.

Values are rows of objectives, all of them smaller is better. Measured values are uncertain, so a
point may be on the front by luck: `stability` says how often it would be there again.
"""

from collections.abc import Sequence

import numpy as np


def front_of(values: np.ndarray) -> list[int]:
    """Return the rows that no other row dominates, in order.

    A row dominates another if it is nowhere worse and somewhere better; of equal rows all stay.
    """
    return [int(row) for row in np.flatnonzero(~dominated(values))]


def dominated(values: np.ndarray) -> np.ndarray:
    """Return for each row whether another dominates it."""
    no_worse = (values[:, None, :] <= values[None, :, :]).all(axis=2)
    better = (values[:, None, :] < values[None, :, :]).any(axis=2)
    return np.asarray((no_worse & better).any(axis=0))


def crowding(values: np.ndarray) -> list[float | None]:
    """Return how far each row's neighbours are on the front; None for those at an end.

    The sum over objectives of the gap between the two neighbours, as a share of the whole range.
    """
    gaps = np.zeros(len(values))
    for column in values.T:
        order = np.argsort(column, kind="stable")
        ordered, reach = column[order], float(np.ptp(column))
        gaps[order[[0, -1]]] = np.inf
        if reach and len(column) > 2:
            gaps[order[1:-1]] += (ordered[2:] - ordered[:-2]) / reach
    return [None if np.isinf(value) else float(value) for value in gaps]


def thinned(values: np.ndarray, most: int, kept: Sequence[int] = ()) -> list[int]:
    """Return at most so many rows of a front, in order: the most crowded go first, one by one."""
    left = list(range(len(values)))
    while len(left) > most:
        near = crowding(values[left])
        gaps = [(gap, row) for gap, row in zip(near, left, strict=True) if row not in kept]
        ends = [row for gap, row in gaps if gap is None]
        inner = [(gap, row) for gap, row in gaps if gap is not None]
        if not inner and not ends:
            break
        left.remove(min(inner)[1] if inner else ends[-1])
    return left


def stability(
    values: np.ndarray, errors: np.ndarray, generator: np.random.Generator, draws: int = 400
) -> np.ndarray:
    """Return how often each row is on the front if all are measured again.

    Values are drawn anew about those measured, with their standard errors (0: known exactly), each
    by itself: objectives of one candidate come from the same games and vary together, so it is an
    estimate that serves to tell firm points from doubtful ones.
    """
    samples = values + errors * generator.standard_normal((draws, *values.shape))
    return np.mean([~dominated(one) for one in samples], axis=0)


def hypervolume(values: np.ndarray, ideal: np.ndarray, worst: np.ndarray) -> float:
    """Return the share of the box from ideal to worst that the rows dominate.

    E. Zitzler and L. Thiele, "Multiobjective evolutionary algorithms: a comparative case study and
    the strength Pareto approach", IEEE Transactions on Evolutionary Computation 3 (1999).
    """
    from pymoo.indicators.hv import HV  # noqa: PLC0415  (reports use this module without it)

    shares = np.clip((values - ideal) / (worst - ideal), 0.0, 1.0)
    return float(HV(ref_point=np.ones(values.shape[1]))(shares) or 0.0)
