"""What rankings say of setups: which ranking counts, and its ratings beside a selection's rows.

ratings = RankedRows.of(every, ranking_rows(store, run, RATED))
ratings.of_row(17)      # {"value": 0.61, "low": 0.55, "high": 0.67, "games": 12}, or None
"""

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import msgspec
import numpy as np

from ...agents.spec.presets import PRESETS
from ...agents.spec.spec import called
from ...evolve.proposals.methods import RATED
from ...results.questions.rankings import finished_rankings
from .selection import SetupSelection

if TYPE_CHECKING:
    import pyarrow as pa

    from ...results import Store

COLUMNS = ("rating", "rating_low", "rating_high")


_BY_STRENGTH: Final = tuple(reversed(PRESETS))


class RankingUsed(msgspec.Struct, kw_only=True, frozen=True):
    """The ranking that ratings are from."""

    run: str
    judge: str
    """The agent that the ratings are estimates for, as people call it."""
    setups: int
    """How many it rates."""


def best_ranking(store: "Store", ruleset: str) -> RankingUsed | None:
    """Return the latest finished ranking by some rules, of those by the best judge."""
    found = [
        RankingUsed(run=one["run"], judge=called(one["judge"]), setups=one["setups"])
        for one in finished_rankings(store, ruleset, RATED)
    ]
    return max(found, key=lambda one: (_strength(one.judge), one.run), default=None)


def _strength(judge: str) -> int:
    """Return the place of a judge among the presets; other agents come below them."""
    return _BY_STRENGTH.index(judge) if judge in _BY_STRENGTH else -1


@dataclass(frozen=True)
class RankedRows:
    """Ratings by row of a selection; NaN where a setup was not ranked."""

    values: np.ndarray
    """[3, rows] rating, and the two ends of its 95 % interval."""
    games: np.ndarray

    @classmethod
    def of(cls, every: SetupSelection, rated: "pa.Table") -> "RankedRows":
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
