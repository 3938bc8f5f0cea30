"""Counts of behaviour in games, made by hand."""

import numpy as np
from conquest_opt.evolve.styles.features import COUNTS


def counted(**columns: list[float]) -> np.ndarray:
    """Return rows of games with these columns; all others are 0."""
    rows = np.zeros((len(next(iter(columns.values()))), len(COUNTS)))
    for name, values in columns.items():
        rows[:, COUNTS.index(name)] = values
    return rows
