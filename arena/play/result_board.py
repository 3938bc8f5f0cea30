"""`ResultBoard`: the results of a schedule's games so far, and what they add up to.

Arrays by game index, so a million games are a few megabytes, and sums do not depend on the order
in which games ended.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyarrow as pa

from ..foreign.faults import Forfeit
from ..foreign.lost_games import LostGame
from ..stats.score import Score
from .player import DRAW, FIRST, GameResult
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

    score: Score
    first: Score
    """The games in which a played first."""
    turns_mean: float

    @property
    def second(self) -> Score:
        """The games in which a played second."""
        every, first = self.score, self.first
        return Score(
            every.wins - first.wins, every.draws - first.draws, every.losses - first.losses
        )


class ResultBoard:
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
        self.forfeits: dict[int, Forfeit] = {}
        """Games that an engine's fault decided."""

    # ---- filling it ------------------------------------------------------------------------------

    def record(self, results: Iterable[GameResult]) -> None:
        """Note results."""
        for result in results:
            self.record_as(result.game, result)

    def record_as(self, game: int, result: GameResult) -> None:
        """Note a result as that of a game of this schedule, whatever number it came with."""
        self.winner[game] = result.winner
        self.turns[game], self.actions[game] = result.turns, result.actions
        self.decisions[game], self.advances[game] = result.decisions, result.advances
        if result.forfeit:
            self.forfeits[game] = result.forfeit

    def load(self, rows: pa.Table) -> None:
        """Note results read from the database: its games, in the columns `COLUMNS`."""
        game = rows["game"].to_numpy()
        codes = {name: code for code, name in enumerate(WINNERS)}
        self.winner[game] = [codes[name] for name in rows["winner"].to_pylist()]
        self.turns[game], self.actions[game] = rows["turns"], rows["actions"]
        for player, side in enumerate(("first", "second")):
            self.decisions[game, player] = rows[f"{side}_decisions"].to_numpy()
            self.advances[game, player] = rows[f"{side}_advances"].to_numpy()

    def load_forfeits(self, rows: pa.Table) -> None:
        """Note forfeits read from the database: rows of `game_forfeits`, in the columns given."""
        for row in rows.select(["game", "player", "fault", "detail"]).to_pylist():
            self.forfeits[row["game"]] = Forfeit(
                player=WINNERS.index(row["player"]), reason=row["fault"], detail=row["detail"]
            )

    # ---- asking it -------------------------------------------------------------------------------

    @property
    def played(self) -> int:
        """How many games are known."""
        return int(np.count_nonzero(self.winner != UNPLAYED))

    def missing(self) -> np.ndarray:
        """Return the games that are not known, in order."""
        return np.flatnonzero(self.winner == UNPLAYED).astype(np.uint32)

    def scores(self) -> np.ndarray:
        """Return what entrant a of its matchup scored in each game; NaN where not known."""
        swapped = np.arange(len(self.winner)) & 1
        scores = np.where(self.winner == DRAW, 0.5, (self.winner == swapped).astype(float))
        scores[self.winner == UNPLAYED] = np.nan
        return scores

    def pair_outcome(self, pair: int) -> int:
        """Return twice the points that entrant a took in a pair whose games are both known."""
        first, second = int(self.winner[2 * pair]), int(self.winner[2 * pair + 1])
        return (2, 0, 1)[first] + (0, 2, 1)[second]

    def matchup_of(self) -> np.ndarray:
        """Return the matchup of each game."""
        return np.arange(len(self.winner)) // 2 % len(self.schedule.matchups)

    def first_players(self) -> Score:
        """Return how all first players did against second ones; pairs by their first players."""
        scores = np.where(self.winner == DRAW, 0.5, (self.winner == FIRST).astype(float))
        scores[self.winner == UNPLAYED] = np.nan
        return score_of(scores)

    def tally(self, matchups: Iterable[int] | None = None) -> Tally:
        """Return how the entrants a of some matchups (or all) did together against their b."""
        selection = np.ones(len(self.schedule.matchups), bool)
        if matchups is not None:
            selection[:] = False
            selection[list(matchups)] = True
        return _tally(self.scores(), self.turns, selection[self.matchup_of()])

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
            score = tally.score
            if not score.games:
                continue
            a, b = (self.schedule.entrants[n] for n in self.schedule.matchups[number])
            rows.append(
                {"matchup": number, "ruleset": self.schedule.rules.digest()}
                | {"setup_a": a.setup, "name_a": a.name, "agent_a": a.agent}
                | {"setup_b": b.setup, "name_b": b.name, "agent_b": b.agent}
                | {"games": score.games, "wins": score.wins}
                | {"draws": score.draws, "losses": score.losses}
                | {"games_first": tally.first.games, "wins_first": tally.first.wins}
                | {"draws_first": tally.first.draws, "turns_mean": tally.turns_mean}
                | {f"pairs_{n}": count for n, count in enumerate(score.pairs)}
            )
        return pa.Table.from_pylist(rows)

    def lost_games(self, start: int) -> tuple[LostGame, ...]:
        """Return the games that engines lost by a fault, numbered from `start` on."""
        games = []
        for game, forfeit in sorted(self.forfeits.items()):
            fixture = self.schedule.fixture(game)
            entrant = self.schedule.entrants[(fixture.first, fixture.second)[forfeit.player]]
            games.append(
                LostGame(
                    game=start + game,
                    agent=entrant.agent,
                    player=WINNERS[forfeit.player],
                    fault=forfeit.reason,
                    detail=forfeit.detail,
                )
            )
        return tuple(games)

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


def _tally(scores: np.ndarray, turns: np.ndarray, selection: np.ndarray) -> Tally:
    """Return the tally of the wanted and known games; pairs lie side by side."""
    selection = selection & ~np.isnan(scores)
    even = np.arange(len(scores)) % 2 == 0
    return Tally(
        score=score_of(np.where(selection, scores, np.nan)),
        first=Score(*_counts(scores[selection & even])),
        turns_mean=float(turns[selection].mean()) if selection.any() else 0.0,
    )


def score_of(scores: np.ndarray) -> Score:
    """Return the score of points by game, in which pairs lie side by side and NaN is no game."""
    together = scores.reshape(-1, 2).sum(axis=1)
    halves = (2 * together[~np.isnan(together)]).astype(np.int64)
    pairs = np.bincount(halves, minlength=5).tolist()
    return Score(*_counts(scores), (pairs[0], pairs[1], pairs[2], pairs[3], pairs[4]))


def _counts(scores: np.ndarray) -> tuple[int, int, int]:
    wins, draws, losses = (int(np.count_nonzero(scores == points)) for points in (1, 0.5, 0))
    return wins, draws, losses
