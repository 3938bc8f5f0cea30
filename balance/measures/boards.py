"""The games of a round robin as arrays: points, rates and their errors, by pair and match-up.

The unit is the side-swapped pair.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from ...arena.play.result_board import ResultBoard


def pair_points(board: ResultBoard) -> np.ndarray:
    """Return what entrant a scored: an array of [pairs, match-ups, 2 games]; NaN is no game."""
    return board.scores().reshape(board.schedule.pairs, len(board.schedule.matchups), 2)


def matchup_rates(board: ResultBoard) -> np.ndarray:
    """Return the score rate of entrant a in each match-up; NaN where nothing was played."""
    with np.errstate(invalid="ignore"):
        points = pair_points(board)
        mask = ~np.isnan(points)
        return np.where(mask, points, 0.0).sum(axis=(0, 2)) / mask.sum(axis=(0, 2))


def matrix(board: ResultBoard, rates: np.ndarray | None = None) -> np.ndarray:
    """Return the score rates of each setup (row) against each; NaN where two never met."""
    rates = matchup_rates(board) if rates is None else rates
    return rates_matrix(rates, np.array(board.schedule.matchups), len(board.schedule.entrants))


def rates_matrix(rates: np.ndarray, matchups: np.ndarray, count: int) -> np.ndarray:
    """Return the rates of match-ups as those of so many setups against each other."""
    table = np.full((count, count), np.nan)
    one, other = matchups.T
    table[one, other], table[other, one] = rates, 1 - rates
    return table


def merged(boards: Sequence[ResultBoard]) -> ResultBoard:
    """Return boards of the same match-ups as one: rounds follow each other.

    Its schedule has the pairs of all, but not their seeds: it is for counting, not for playing.
    """
    if len(boards) == 1:
        return boards[0]
    pairs = sum(board.schedule.pairs for board in boards)
    whole = ResultBoard(replace(boards[0].schedule, pairs=pairs))
    for name in ("winner", "turns", "actions", "decisions", "advances"):
        setattr(whole, name, np.concatenate([getattr(board, name) for board in boards]))
    return whole


def side_by_side(one: ResultBoard, other: ResultBoard) -> ResultBoard:
    """Return boards of as many pairs as one: the match-ups of the other come after the first's.

    Rules and entrants are the first's. It is for counting, like a merged one.
    """
    matchups = (*one.schedule.matchups, *other.schedule.matchups)
    whole = ResultBoard(replace(one.schedule, matchups=matchups))
    pairs = one.schedule.pairs
    for name in ("winner", "turns", "actions", "decisions", "advances"):
        columns = [getattr(board, name) for board in (one, other)]
        rows = [column.reshape(pairs, -1, *column.shape[1:]) for column in columns]
        setattr(whole, name, np.concatenate(rows, axis=1).reshape(-1, *columns[0].shape[1:]))
    return whole


def stacked_points(rounds: ResultBoard, further: ResultBoard | None) -> np.ndarray:
    """Return the points of rounds and of further pairs, by the match-ups of `matchups_of`."""
    points = pair_points(rounds)
    if further is None:
        return points
    place = {pair: number for number, pair in enumerate(matchups_of(rounds, further))}
    rows, more = Counter[int](), pair_points(further)[0]
    for pair in rounds.schedule.matchups:
        rows[place[pair]] = len(points)
    put = list[tuple[int, int]]()
    for pair in further.schedule.matchups:
        put.append((rows[place[pair]], place[pair]))
        rows[place[pair]] += 1
    stack = np.full((max(rows.values()), len(place), 2), np.nan)
    stack[: len(points), : points.shape[1]] = points
    stack[tuple(np.array(put).T)] = more
    return stack


def matchups_of(rounds: ResultBoard, further: ResultBoard | None) -> tuple[tuple[int, int], ...]:
    """Return the match-ups of rounds and of further pairs, each once."""
    more = further.schedule.matchups if further else ()
    return tuple(dict.fromkeys((*rounds.schedule.matchups, *more)))
