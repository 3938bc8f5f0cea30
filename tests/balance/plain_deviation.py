"""How far the match-ups of a board are from even, with the noise of its own pairs or games."""

from conquest_opt.arena.play.result_board import ResultBoard
from conquest_opt.balance.measures.boards import matchup_rates, pair_points
from conquest_opt.balance.measures.evenness import deviation_of
from conquest_opt.balance.measures.measured import Measured


def plain_deviation(board: ResultBoard) -> Measured:
    """Return the mean squared deviation of a board's match-ups."""
    points = pair_points(board)
    pairs = len(points)
    noise = points.mean(axis=2).var(axis=0, ddof=1) if pairs > 1 else points.var(axis=2, ddof=1)[0]
    return deviation_of(matchup_rates(board), noise / (pairs if pairs > 1 else 2))
