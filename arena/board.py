"""`Board`: the results of a schedule's games so far, and what they add up to.

Arrays by game index, so a million games are a few megabytes, and sums do not depend on the order
in which games ended.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyarrow as pa

from .play import DRAW, Result
from .rows import WINNERS
from .schedule import Schedule

UNPLAYED = -1

COLUMNS = "game, winner, turns, actions, {sides}".format(
    sides=", ".join(f"{s}_{n}" for n in ("decisions", "advances") for s in ("first", "second"))
)
"""The columns of `games` that `load` reads."""


@dataclass(frozen=True, kw_only=True)
class Tally:
    """How a did against b over some games."""

    games: int
    wins: int
    draws: int
    losses: int
    games_first: int
    """Games in which a played first."""
    wins_first: int
    draws_first: int
    pairs: tuple[int, int, int, int, int]
    """Side-swapped pairs in which a scored 0, 0.5, 1, 1.5 and 2."""
    turns_mean: float

    @property
    def score(self) -> float:
        """Wins and half the draws, as a share of the games."""
        return (self.wins + self.draws / 2) / self.games if self.games else 0.5

    @property
    def score_first(self) -> float | None:
        """The score in games in which a played first; None if there are none."""
        return (self.wins_first + self.draws_first / 2) / (self.games_first or 1) if (
            self.games_first
        ) else None

    @property
    def score_second(self) -> float | None:
        """The score in games in which a played second; None if there are none."""
        games = self.games - self.games_first
        points = self.wins - self.wins_first + (self.draws - self.draws_first) / 2
        return points / games if games else None


class Board:
    """What is known of a schedule's games."""

    def __init__(self, schedule: Schedule) -> None:
        self.schedule = schedule
        count = len(schedule)
        self.winner = np.full(count, UNPLAYED, np.int8)
        """FIRST, SECOND, DRAW or UNPLAYED, by game."""
        self.turns = np.zeros(count, np.uint16)
        self.actions = np.zeros(count, np.uint32)
        self.decisions = np.zeros((count, 2), np.uint32)
        self.advances = np.zeros((count, 2), np.uint64)

    # ---- filling it ------------------------------------------------------------------------------

    def record(self, results: Iterable[Result]) -> None:
        """Note results."""
        for result in results:
            game = result.game
            self.winner[game] = result.winner
            self.turns[game], self.actions[game] = result.turns, result.actions
            self.decisions[game], self.advances[game] = result.decisions, result.advances

    def load(self, rows: pa.Table) -> None:
        """Note results read from the database: its games, in the columns `COLUMNS`."""
        game = rows["game"].to_numpy()
        codes = {name: code for code, name in enumerate(WINNERS)}
        self.winner[game] = [codes[name] for name in rows["winner"].to_pylist()]
        self.turns[game], self.actions[game] = rows["turns"], rows["actions"]
        for player, side in enumerate(("first", "second")):
            self.decisions[game, player] = rows[f"{side}_decisions"].to_numpy()
            self.advances[game, player] = rows[f"{side}_advances"].to_numpy()

    # ---- asking it -------------------------------------------------------------------------------

    @property
    def played(self) -> int:
        """How many games are known."""
        return int(np.count_nonzero(self.winner != UNPLAYED))

    def missing(self) -> np.ndarray:
        """Return the games that are not known, in order."""
        return np.flatnonzero(self.winner == UNPLAYED)

    def scores(self) -> np.ndarray:
        """Return what entrant a of its matchup scored in each game; NaN where not known."""
        swapped = np.arange(len(self.winner)) & 1
        scores = np.where(self.winner == DRAW, 0.5, (self.winner == swapped).astype(float))
        scores[self.winner == UNPLAYED] = np.nan
        return scores

    def matchup_of(self) -> np.ndarray:
        """Return the matchup of each game."""
        return np.arange(len(self.winner)) // 2 % len(self.schedule.matchups)

    def tally(self, matchups: Iterable[int] | None = None) -> Tally:
        """Return how the entrants a of some matchups (or all) did together against their b."""
        wanted = np.ones(len(self.schedule.matchups), bool)
        if matchups is not None:
            wanted[:] = False
            wanted[list(matchups)] = True
        return _tally(self.scores(), self.turns, wanted[self.matchup_of()])

    def tallies(self) -> list[Tally]:
        """Return the tally of each matchup."""
        m, pairs = len(self.schedule.matchups), self.schedule.pairs
        scores = self.scores().reshape(pairs, m, 2)
        turns = self.turns.reshape(pairs, m, 2)
        every = np.ones(2 * pairs, bool)
        return [_tally(scores[:, i].ravel(), turns[:, i].ravel(), every) for i in range(m)]

    def matchup_rows(self) -> pa.Table:
        """Return rows of the table `matchups`, for those that have games."""
        rows: list[dict[str, Any]] = []
        for number, tally in enumerate(self.tallies()):
            if not tally.games:
                continue
            a, b = (self.schedule.entrants[n] for n in self.schedule.matchups[number])
            named = {"setup": (a.setup, b.setup), "name": (a.name, b.name)}
            named |= {"agent": (a.agent, b.agent)}
            rows.append(
                {"matchup": number, "ruleset": self.schedule.rules.digest()}
                | {f"{key}_{side}": v for key, two in named.items() for side, v in zip("ab", two)}
                | {
                    name: getattr(tally, name)
                    for name in (
                        *("games", "wins", "draws", "losses", "games_first", "wins_first"),
                        *("draws_first", "turns_mean"),
                    )
                }
                | {f"pairs_{n}": count for n, count in enumerate(tally.pairs)}
            )
        return pa.Table.from_pylist(rows)

    def advances_a_decision(self) -> dict[str, float]:
        """Return the state advances each agent spent a decision, over all its games."""
        spent: dict[str, float] = {}
        decided: dict[str, float] = {}
        matchup, swapped = self.matchup_of(), np.arange(len(self.winner)) & 1
        sides = np.array(self.schedule.matchups)
        for player in (0, 1):
            entrant = sides[matchup, swapped ^ player]
            for sums, counted in ((spent, self.advances), (decided, self.decisions)):
                total = np.bincount(entrant, counted[:, player], len(self.schedule.entrants))
                for one, number in zip(self.schedule.entrants, total.tolist(), strict=True):
                    sums[one.agent] = sums.get(one.agent, 0.0) + number
        return {agent: spent[agent] / decided[agent] if decided[agent] else 0.0 for agent in spent}


def _tally(scores: np.ndarray, turns: np.ndarray, wanted: np.ndarray) -> Tally:
    """Return the tally of the wanted and known games; pairs lie side by side."""
    wanted = wanted & ~np.isnan(scores)
    known, first = scores[wanted], scores[wanted & (np.arange(len(scores)) % 2 == 0)]
    together = np.where(wanted, scores, np.nan).reshape(-1, 2).sum(axis=1)
    halves = (2 * together[~np.isnan(together)]).astype(np.int64)
    counts = np.bincount(halves, minlength=5).tolist()
    return Tally(
        games=len(known),
        wins=int(np.count_nonzero(known == 1)),
        draws=int(np.count_nonzero(known == 0.5)),
        losses=int(np.count_nonzero(known == 0)),
        games_first=len(first),
        wins_first=int(np.count_nonzero(first == 1)),
        draws_first=int(np.count_nonzero(first == 0.5)),
        pairs=(counts[0], counts[1], counts[2], counts[3], counts[4]),
        turns_mean=float(turns[wanted].mean()) if len(known) else 0.0,
    )
