"""Measures of a round robin, beside plain counting and what is known of small games."""

from itertools import combinations

import numpy as np
import pytest
from conquest_opt.arena.levels.combined import Figures
from conquest_opt.arena.play.entrant import Entrant
from conquest_opt.arena.play.player import DRAW
from conquest_opt.arena.play.result_board import ResultBoard
from conquest_opt.arena.play.schedule import Schedule, round_robin
from conquest_opt.balance.measures.boards import matchup_rates, matrix, pair_points
from conquest_opt.balance.measures.composition import usage
from conquest_opt.balance.measures.equilibrium import best_answer, diversity
from conquest_opt.balance.measures.evenness import deviation_of, typical
from conquest_opt.balance.measures.game_figures import draws, first_player, length
from conquest_opt.balance.measures.measured import Measured
from conquest_opt.balance.measures.structure import (
    NAMES,
    dominance_of,
    drawn_rates,
    structure,
    triples,
)
from conquest_opt.engine.rules.ruleset import Ruleset
from conquest_opt.setups import catalogue

from tests.balance.plain_deviation import plain_deviation


def board_of(count: int, pairs: int, chance, seed: int, drawn: float = 0.0) -> ResultBoard:
    """Return a board whose entrant a wins with a chance by match-up."""
    entrants = tuple(Entrant.of(name, "random") for name in list(catalogue())[:count])
    schedule = Schedule(
        entrants=entrants, matchups=round_robin(count), pairs=pairs, rules=Ruleset()
    )
    board, rng = ResultBoard(schedule), np.random.default_rng(seed)
    chances = np.array([chance(a, b) for a, b in schedule.matchups])
    wins = rng.random(len(schedule)) < chances[board.matchup_of()]
    swapped = np.arange(len(schedule)) & 1
    board.winner[:] = np.where(wins, swapped, 1 - swapped)
    board.winner[rng.random(len(schedule)) < drawn] = DRAW
    board.turns[:] = rng.integers(20, 80, len(schedule))
    return board


def again(board: ResultBoard) -> list[np.ndarray]:
    """Return 50 matrices of rates as they might have been measured."""
    means, rng = pair_points(board).mean(axis=2), np.random.default_rng(0)
    pairs, count = means.shape
    rows = rng.integers(0, pairs, (50, pairs, count))
    return [matrix(board, means[row, np.arange(count)].mean(axis=0)) for row in rows]


def test_counting_is_plain_counting():
    board = board_of(4, 3, lambda a, b: 0.7, seed=1, drawn=0.2)
    points: dict[tuple[int, int], list[float]] = {}
    firsts = []
    for game in range(len(board.schedule)):
        fixture, winner = board.schedule.fixture(game), int(board.winner[game])
        first = 0.5 if winner == DRAW else float(winner == 0)
        firsts.append(first)
        points.setdefault((fixture.first, fixture.second), []).append(first)
    rates = matrix(board)
    for a, b in combinations(range(4), 2):
        own = points[a, b] + [1 - p for p in points[b, a]]
        assert rates[a, b] == pytest.approx(np.mean(own))
        assert rates[b, a] == pytest.approx(1 - np.mean(own))
    assert np.isnan(np.diag(rates)).all()
    assert first_player(board).value == pytest.approx(np.mean(firsts))
    assert length(board).value == pytest.approx(board.turns.mean())
    assert draws(board).value == pytest.approx((board.winner == DRAW).mean())
    for figure in (first_player, length, draws, plain_deviation):
        assert figure(board).low <= figure(board).value <= figure(board).high


@pytest.mark.parametrize("pairs", [1, 2, 8])
def test_deviation_is_free_of_noise(pairs: int):
    even = [
        plain_deviation(board_of(6, pairs, lambda a, b: 0.5, seed)).value for seed in range(150)
    ]
    assert abs(np.mean(even)) < 3 * np.std(even) / np.sqrt(len(even)) + 1e-9
    off = [plain_deviation(board_of(6, pairs, lambda a, b: 0.8, seed)).value for seed in range(150)]
    assert np.mean(off) == pytest.approx(0.09, abs=0.01)
    assert typical(Measured(0.09, -1, 0.16)) == pytest.approx((0.3, 0, 0.4))


def test_the_interval_of_the_deviation_is_that_of_the_same_match_ups_again():
    def chance(a: int, b: int) -> float:
        return 0.05 + 0.9 * ((5 * a + 3 * b) % 7) / 6

    estimates = [plain_deviation(board_of(6, 10, chance, seed)) for seed in range(200)]
    truth = np.mean([(chance(a, b) - 0.5) ** 2 for a, b in combinations(range(6), 2)])
    assert np.mean([one.low <= truth <= one.high for one in estimates]) > 0.88
    reach = np.mean([one.high - one.low for one in estimates]) / 3.92
    assert reach == pytest.approx(np.std([one.value for one in estimates]), rel=0.25)


def test_intervals_hold_the_truth_about_as_often_as_they_say():
    held = dict.fromkeys([plain_deviation, length, first_player], 0)
    for seed in range(100):
        board = board_of(6, 6, lambda a, b: 0.7, seed)
        truth = {plain_deviation: 0.04, length: 49.5, first_player: 0.5}
        for measure, value in truth.items():
            estimate = measure(board)
            held[measure] += estimate.low <= value <= estimate.high
    assert min(held.values()) >= 85


def test_the_mixture_of_a_circle_is_even_and_of_a_best_setup_is_pure():
    circle = {(0, 1): 0.9, (1, 2): 0.9, (0, 2): 0.1}
    board = board_of(3, 200, lambda a, b: circle[a, b], seed=2)
    estimate = diversity(matrix(board), again(board))
    assert estimate.effective.value == pytest.approx(3, abs=0.1)
    assert estimate.support.value == 3
    assert estimate.takes_part == pytest.approx([1, 1, 1])
    assert best_answer(matrix(board), estimate.mixture.weights) < 1e-4
    clear = board_of(3, 50, lambda a, b: 0.95, seed=3)
    pure = diversity(matrix(clear), again(clear))
    assert pure.effective == pytest.approx((1, 1, 1))
    assert pure.entropy.value == 0
    sure = board_of(3, 50, lambda a, b: 1.0, seed=3)
    order = best_answer(matrix(sure), np.full(3, 1 / 3))
    assert order == pytest.approx(1 / 3)  # the best one beats two of three


def test_usage_counts_what_is_in_setups():
    board = board_of(3, 1, lambda a, b: 0.5, seed=4)
    setups = [catalogue()[e.label].setup for e in board.schedule.entrants]
    every = usage(board)
    assert every.troops["champion"] == pytest.approx(np.mean([s.counts[6] for s in setups]))
    assert every.commands["charge"] == np.mean(["charge" in s.commands for s in setups])
    first = usage(board, np.array([1.0, 0, 0]))
    assert set(first.in_use) == {
        "scout", "foot-soldier", "halberdier", "archer", "mage", "knight", "champion",
        "battle-cry", "charge", "chastise",
    }  # fmt: skip


def test_structure_is_that_of_measures():
    board = board_of(6, 5, lambda a, b: 0.7 if (a + b) % 2 else 0.3, seed=6)
    met, variances = np.array(board.schedule.matchups), np.full(15, 0.01)
    result = structure(matchup_rates(board), variances, met, 6)
    figures = dict(zip(NAMES, result.tolist(), strict=True))
    apart = np.mean((matchup_rates(board) - 0.5) ** 2) - 0.01
    assert figures["deviation"] == pytest.approx(apart**0.5)
    assert deviation_of(matchup_rates(board), variances).value == pytest.approx(apart)
    rates = matrix(board)
    plain = sum(
        any(
            rates[x, y] >= 0.58 and rates[y, z] >= 0.58 and rates[z, x] >= 0.58
            for x, y, z in ((a, b, c), (a, c, b))
        )
        for a, b, c in combinations(range(6), 3)
    )
    assert figures["triples"] == triples(rates) == plain


def test_rates_are_drawn_with_their_errors_and_within_their_limits():
    rates = Figures(np.array([0.5, 0.99, 0.3]), np.array([0.01, 0.01, 0.0]))
    drawn = np.array(drawn_rates(rates, 1, 2000))
    assert drawn.min() >= 0
    assert drawn.max() <= 1
    assert drawn[:, 0].std() == pytest.approx(0.1, rel=0.1)
    assert set(drawn[:, 2]) == {0.3}


def test_who_dominates_whom_by_rates_and_where_that_is_certain():
    rates = Figures(np.array([0.58, 0.2, 0.57]), np.array([0.1, 0.05, 0.001]) ** 2)
    matchups = round_robin(3)
    assert set(dominance_of(rates, matchups, 3, certain=False).edges) == {(0, 1), (2, 0)}
    assert set(dominance_of(rates, matchups, 3, certain=True).edges) == {(2, 0)}
