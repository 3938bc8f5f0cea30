"""How often troops are chosen and commands used: counted in games whose events are kept.

Every action of every game would be 15 million rows for a default comparison, and most of its time.
Shares over all games need far fewer: one pair of each match-up, 930 games of the 31 named setups,
has about 45,000 selections. So the first pair of each match-up is played with events, before and
after, and these are stored as a tournament with --events stores them: they survive an interruption
together with their games, and can be asked in SQL.
"""

from collections.abc import Sequence

import numpy as np

from ...arena.play.player import GameResult
from ...engine.notation.events import KINDS
from ...engine.rules.stats import COMMANDS, TROOPS
from ...results import Store

FIGURES = (*TROOPS, *COMMANDS)
"""What is counted, in order: selections of each troop, uses of each command."""

_SELECT, _COMMAND = KINDS.index("select"), KINDS.index("command")


class UsageCounts:
    """Counts of one stage's games: [games, figures], filled as results come."""

    def __init__(self, games: int) -> None:
        self.counts = np.zeros((games, len(FIGURES)))
        self._present = np.zeros(games, bool)

    def record(self, results: Sequence[GameResult]) -> None:
        """Count what happened in games."""
        for result in results:
            if result.events is not None:
                self.counts[result.game] = counted(result.events)
                self._present[result.game] = True

    def complete(self, store: Store | None, run: str | None, first: int) -> None:
        """Take the games that were played before the run was resumed from the database.

        `first` is the number within the run of this stage's first game.
        """
        if self._present.all() or store is None or run is None:
            return
        sql = (
            "SELECT game, coalesce(command::VARCHAR, troop::VARCHAR) AS name, count(*) AS times "
            "FROM game_events WHERE run = ? AND kind IN ('select', 'command') "
            "AND game >= ? AND game < ? GROUP BY ALL"
        )
        rows = store.query(sql, [run, first, first + len(self.counts)])
        columns = (rows[name].to_pylist() for name in ("game", "name", "times"))
        for game, name, times in zip(*columns, strict=True):
            if not self._present[game - first]:
                self.counts[game - first, FIGURES.index(name)] = times


def counted(events: np.ndarray) -> np.ndarray:
    """Return how often each troop was selected and each command used."""
    chosen = events["troop"][events["kind"] == _SELECT]
    used = events["command"][events["kind"] == _COMMAND]
    return np.concatenate(
        [
            np.bincount(chosen, minlength=len(TROOPS))[: len(TROOPS)],
            np.bincount(used, minlength=len(COMMANDS))[: len(COMMANDS)],
        ]
    )


def by_pair(counts: np.ndarray, matchups: int) -> np.ndarray:
    """Return counts of games as those of pairs: [rounds, match-ups, figures]."""
    return counts.reshape(-1, matchups, 2, counts.shape[1]).sum(axis=2)
