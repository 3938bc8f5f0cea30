"""`SetupRatings`: what a ranking says of every maximal setup, beside the rows of a selection.

ratings = SetupRatings.of(every, ranking_rows(store, run, RATED))
ratings.of_row(17)      # {"value": 0.61, "low": 0.55, "high": 0.67, "games": 12}, or None
"""

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from .setup_selection import SetupSelection

if TYPE_CHECKING:
    import pyarrow as pa

COLUMNS = ("rating", "rating_low", "rating_high")


@dataclass(frozen=True)
class SetupRatings:
    """Ratings by row of a selection; NaN where a setup was not ranked."""

    values: np.ndarray
    """[3, rows] rating, and the two ends of its 95 % interval."""
    games: np.ndarray

    @classmethod
    def of(cls, every: SetupSelection, rated: "pa.Table") -> "SetupRatings":
        """Return the ratings of a table with setups by their codes."""
        codes = rated["code"].to_numpy()
        order = np.argsort(codes)
        place = np.minimum(np.searchsorted(codes, every.codes, sorter=order), len(codes) - 1)
        found = order[place] if len(codes) else np.zeros(len(every), np.int64)
        known = codes[found] == every.codes if len(codes) else np.zeros(len(every), bool)
        values = np.full((len(COLUMNS), len(every)), np.nan, np.float32)
        games = np.zeros(len(every), np.int32)
        for number, name in enumerate(COLUMNS):
            values[number, known] = rated[name].to_numpy()[found[known]]
        games[known] = rated["games"].to_numpy()[found[known]]
        return cls(values, games)

    @property
    def known(self) -> np.ndarray:
        """Which rows have a rating."""
        return ~np.isnan(self.values[0])

    def of_row(self, row: int) -> dict[str, Any] | None:
        """Return the rating of a row."""
        value, low, high = (round(float(one), 6) for one in self.values[:, row])
        if math.isnan(value):
            return None
        return {"value": value, "low": low, "high": high, "games": int(self.games[row])}
