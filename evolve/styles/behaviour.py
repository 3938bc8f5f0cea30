"""`Behaviour`: what the candidates of a stage did in their games, counted from the events.

It is to features what `ResultBoard` is to results: arrays by game, filled as results come or by
rows of a run that is resumed. It is a `GameNotes` of the evaluator: the counts of a game are
written in the very batch that the game is written in, so a resumed run has both or neither. Counts
are kept, not events: a row of a game in place of some two hundred, and nothing to play again.

The candidate of a game is entrant a of its matchup, which plays first in games of even number.
"""

from collections.abc import Sequence
from typing import Any, Final

import numpy as np
import pyarrow as pa

from ...arena.play.player import GameResult
from ...arena.play.rows import WINNERS
from ...arena.play.schedule import Schedule
from ...engine.notation.events import KINDS
from ...engine.rules.squares import code_at, place_of
from .features import COUNTS

_END, _MOVE, _ATTACK, _COMMAND = map(KINDS.index, ("end", "move", "attack", "command"))
_PLACES: Final = np.array([place_of(code) for code in range(512)], np.int64)
"""(x, y) by a square's code."""

Squares = tuple[set[int], set[int]]
"""Codes of the squares that the first and the second player's troops stand on."""


class Behaviour:
    """Counts of the candidates' behaviour, by game of a schedule."""

    table = "behaviour"
    columns: Sequence[str] = COUNTS

    def __init__(self, schedule: Schedule) -> None:
        self._schedule = schedule
        self._armies = [entrant.army(schedule.rules) for entrant in schedule.entrants]
        self.counts = np.full((len(schedule), len(COUNTS)), np.nan)
        """A row of `COUNTS` for each game; NaN where it is not known."""

    def record(self, results: Sequence[GameResult]) -> None:
        """Count what happened in games that come with their events."""
        for result in results:
            assert result.events is not None
            player = result.game & 1
            counted = _counted(result.events, self._standing(result.game), player)
            won = result.winner == player
            counted |= {"wins": won, "winning_turns": result.turns if won else 0}
            self.counts[result.game] = [counted[name] for name in COUNTS]

    def load(self, rows: pa.Table) -> None:
        """Note counts read from the database."""
        games = rows["game"].to_numpy()
        for place, name in enumerate(COUNTS):
            self.counts[games, place] = rows[name].to_numpy()

    def rows(self, games: Sequence[int]) -> pa.Table:
        """Return rows of the table `behaviour`."""
        chosen = np.asarray(games, np.int64)
        numbers = {name: pa.array(self.counts[chosen, n]) for n, name in enumerate(COUNTS)}
        sides = pa.array([WINNERS[game & 1] for game in games])
        return pa.table({"game": pa.array(chosen.astype(np.uint32)), "player": sides} | numbers)

    def of_candidates(self, candidates: int) -> np.ndarray:
        """Return the counts as (candidate, game, count), where a stage has so many candidates."""
        paired = self.counts.reshape(-1, candidates, 2, len(COUNTS))
        return paired.transpose(1, 0, 2, 3).reshape(candidates, -1, len(COUNTS))

    def _standing(self, game: int) -> Squares:
        """Return the squares that the two sides begin a game on."""
        fixture, rules = self._schedule.fixture(game), self._schedule.rules
        first, second = (
            {code_at(x, y) for x, y in self._armies[entrant].places(player, rules)}
            for player, entrant in enumerate((fixture.first, fixture.second))
        )
        return first, second


def _counted(events: np.ndarray, standing: Squares, player: int) -> dict[str, Any]:
    """Return what a player did in a game that began with these squares taken."""
    own = events["player"] == player
    attacks = events["kind"] == _ATTACK
    far = np.zeros(len(events), bool)
    far[attacks] = _apart(events["square"][attacks], events["target_square"][attacks]) > 1
    blows = attacks & own, attacks & ~own
    dealt, received = events["damage_dealt"], events["damage_received"]
    ends, distance, spread = _measured(events, standing, player)
    return {
        "turns": len(np.unique(events["turn"][own])),
        "attacks": np.count_nonzero(blows[0]),
        "commands": np.count_nonzero(own & (events["kind"] == _COMMAND)),
        "damage": dealt[blows[0]].sum() + received[blows[1]].sum(),
        "ranged_damage": dealt[blows[0] & far].sum() + received[blows[1] & far].sum(),
        "damage_received": received[blows[0]].sum() + dealt[blows[1]].sum(),
        "ends": ends,
        "distance": distance,
        "spread": spread,
    }


def _apart(squares: np.ndarray, others: np.ndarray) -> np.ndarray:
    """Return the distances in steps between squares by their codes."""
    return np.abs(_PLACES[squares] - _PLACES[others]).max(axis=-1)


def _measured(events: np.ndarray, standing: Squares, player: int) -> tuple[int, float, float]:
    """Return how many turns a player ended, and the sums of distance and spread at their ends."""
    sides, ends, distance, spread = standing, 0, 0.0, 0.0
    names = ("kind", "player", "square", "target_square", "kill", "death")
    columns = (events[name].tolist() for name in names)
    for kind, mover, square, target, kill, death in zip(*columns, strict=True):
        if kind == _MOVE:
            sides[mover].remove(square)
            sides[mover].add(target)
        if kill:
            sides[1 - mover].remove(target)
        if death:
            sides[mover].remove(square)
        if kind == _END and mover == player:
            ends += 1
            own, enemies = (np.array(sorted(sides[n]), np.int64) for n in (player, 1 - player))
            distance += _apart(own[:, None], enemies[None]).min(axis=1).sum() / len(own)
            pairs = len(own) * (len(own) - 1)
            spread += _apart(own[:, None], own[None]).sum() / pairs if pairs else 0.0
    return ends, float(distance), float(spread)
