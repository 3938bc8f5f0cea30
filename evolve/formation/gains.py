"""By how much one candidate of a stage scores more than another: pair by pair of games."""

import math

import numpy as np

from ...arena.play.result_board import ResultBoard
from ...arena.stats.score import PRIOR_PAIRS


def pair_points(board: ResultBoard, candidates: int) -> np.ndarray:
    """Return the share of the points of each pair, for each candidate of a stage: a row each."""
    return board.scores().reshape(-1, candidates, 2).mean(axis=2).T


def gain_values(one: np.ndarray, other: np.ndarray) -> dict:
    from scipy.special import stdtrit

    apart = one - other
    count, gain = len(apart), float(apart.mean())
    rates = float(one.mean()), float(other.mean())
    usual = sum(rate * (1 - rate) / 2 for rate in rates)
    degrees = count - 1 + PRIOR_PAIRS
    variance = (float(((apart - gain) ** 2).sum()) + PRIOR_PAIRS * usual) / degrees
    reach = float(stdtrit(degrees, 0.975)) * math.sqrt(variance / count)
    return {
        "gain": gain,
        "ci95": (max(gain - reach, -1.0), min(gain + reach, 1.0)),
        "pairs": count,
    }
