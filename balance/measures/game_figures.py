"""Figures of the games themselves: what first players score, how long games are, draws."""

import math
from collections.abc import Callable
from typing import Final

import numpy as np

from ...arena.play.player import DRAW
from ...arena.play.result_board import UNPLAYED, ResultBoard
from ...arena.stats.score import normal_quantile
from .measured import Measured

_REACH: Final = normal_quantile(0.95)


def first_player(board: ResultBoard) -> Measured:
    """Return what first players score."""
    score = board.first_players()
    return Measured(score.rate, *score.interval())


def length(board: ResultBoard) -> Measured:
    """Return the mean number of turns."""
    return _mean(board, lambda: board.turns.astype(float))


def draws(board: ResultBoard) -> Measured:
    """Return the share of games that are drawn."""
    share = _mean(board, lambda: (board.winner == DRAW).astype(float))
    games = board.played
    if games and not share.value:
        return Measured(0.0, 0.0, min(1.0, 3 / games))  # the rule of three
    return Measured(share.value, max(0.0, share.low), min(1.0, share.high))


def _mean(board: ResultBoard, figures: Callable[[], np.ndarray]) -> Measured:
    """Return the mean of a figure of games, with the error of whole pairs about their match-up."""
    values = figures()
    if np.any(board.winner == UNPLAYED):
        values = values[board.winner != UNPLAYED]
        error = float(values.std(ddof=1)) / math.sqrt(len(values)) if len(values) > 1 else 0.0
    else:
        pairs = board.schedule.pairs
        means = values.reshape(pairs, -1, 2).mean(axis=2)
        within = means - means.mean(axis=0) if pairs > 1 else means - means.mean()
        degrees = (pairs - 1) * means.shape[1] if pairs > 1 else means.size - 1
        error = math.sqrt(float((within**2).sum()) / max(degrees, 1) / means.size)
    value = float(values.mean()) if len(values) else math.nan
    return Measured(value, value - _REACH * error, value + _REACH * error)
