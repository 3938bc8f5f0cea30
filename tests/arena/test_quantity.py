"""Figures with intervals: other confidences, and the differences of two."""

import math

import numpy as np
import pytest
from conquest_opt.arena.stats.quantity import (
    Quantity,
    difference,
    first_player_quantity,
    matchup_quantities,
    score_quantity,
    trials_of,
)
from conquest_opt.arena.stats.score import Score, first_player, wilson
from conquest_opt.arena.stats.values import FirstPlayerValues, MatchupCounts, ScoreValues


@pytest.mark.parametrize("confidence", [0.9, 0.95, 0.999])
@pytest.mark.parametrize("share", [0.0, 0.003, 0.2, 0.5, 0.97, 1.0])
@pytest.mark.parametrize("trials", [0.7, 4, 25.5, 5000])
def test_an_interval_gives_back_the_trials_that_it_is_worth(share, trials, confidence):
    interval = wilson(share * trials, trials, confidence)
    assert trials_of(share, interval, confidence) == pytest.approx(trials)


def test_an_interval_from_0_to_1_is_worth_nothing():
    assert trials_of(0.5, (0.0, 1.0)) == 0
    assert trials_of(0.0, (0.0, 1.0)) == 0
    assert Quantity("g", "n", 0.5, (0.0, 1.0), scale="share").at(0.99) == (0.0, 1.0)


@pytest.mark.parametrize("pairs", [(9, 4, 30, 10, 50), (0, 0, 0, 0, 40), (30, 0, 0, 0, 0)])
def test_a_wider_interval_of_a_score_is_that_of_its_counts(pairs):
    ll, ld, even, wd, ww = pairs
    score = Score(2 * ww + wd + even, wd + ld, 2 * ll + ld + even, pairs)
    share = Quantity("g", "n", score.rate, score.interval(), scale="share")
    for confidence in (0.8, 0.95, 0.9999):
        assert share.at(confidence) == pytest.approx(score.interval(confidence))
    few = score_quantity("g", "n", score)
    assert few.at(0.999).low <= share.at(0.999).low
    assert few.at(0.999).high >= share.at(0.999).high


def test_a_score_without_games_is_not_known():
    assert not score_quantity("g", "n", Score()).known
    assert score_quantity("g", "n", ScoreValues.of(Score(1, 0, 1, (0, 0, 1, 0, 0)))).known


def test_an_interval_without_width_says_nothing():
    assert not Quantity("g", "n", 3.0, (3.0, 3.0)).known
    assert not Quantity("g", "n", 3.0, None).known
    assert not Quantity("g", "n", math.nan, (math.nan, math.nan)).known


def test_an_interval_that_ends_at_a_limit_counts_half_its_width_there():
    one = Quantity("g", "n", 1.0, (1.0, 3.0))
    assert one.at(0.95) == pytest.approx((0.0, 3.0))
    assert one.at(0.9973).low == pytest.approx(1 - 3 / 1.96, abs=1e-3)


def test_a_correlation_stays_between_its_limits():
    rho = Quantity("g", "n", 0.9, (0.7, 0.97), scale="correlation")
    assert rho.at(0.95) == pytest.approx((0.7, 0.97), abs=0.01)
    low, high = rho.at(1 - 1e-9)
    assert -1 <= low < 0.7
    assert 0.97 < high <= 1
    certain = Quantity("g", "n", 1.0, (0.8, 1.0), scale="correlation")
    assert certain.at(0.99).high == 1


def test_few_degrees_of_freedom_reach_farther():
    many, few = (Quantity("g", "n", 0.0, (-1.0, 1.0), degrees=d) for d in (None, 2))
    assert few.at(0.95).high == pytest.approx(4.3027 / 1.95996, rel=1e-4)
    assert many.at(0.95).high == pytest.approx(1.0)


def test_a_difference_adds_the_squares_of_what_the_two_reach_towards_each_other():
    one = Quantity("g", "n", 10.0, (8.0, 13.0))
    other = Quantity("g", "n", 20.0, (15.5, 24.0))
    low, high = difference(one, other, 0.95)
    assert low == pytest.approx(10 - math.hypot(4.5, 3.0))
    assert high == pytest.approx(10 + math.hypot(4.25, 2.5))
    assert difference(other, one, 0.95) == pytest.approx((-high, -low))


def test_first_players_have_their_interval_at_95_of_that_at_99():
    score = Score.of_pairs([(1, 0)] * 15 + [(1, 0.5)] * 5 + [(0, 0)] * 4)
    values = FirstPlayerValues.of(first_player(score))
    quantity = first_player_quantity("games", values, score.games)
    assert quantity.interval == pytest.approx(score.interval())


def test_a_match_up_has_one_name_whichever_stands_first():
    score, players = Score(3, 0, 1, (0, 0, 1, 0, 1)), {"Rush": "S", "Venom": "H"}
    one = matchup_quantities("m", MatchupCounts.of({("Venom", "Rush"): score}), players)
    other = matchup_quantities("m", MatchupCounts.of({("Rush", "Venom"): ~score}), players)
    assert one == other
    assert (one[0].name, one[0].value) == ("Rush against Venom", 0.25)


def drawn(rng: np.random.Generator, rate: float, pairs: int, alike: float) -> Score:
    """Return a score of side-swapped pairs, of which a share ends alike in both games."""
    games = rng.choice([0.0, 0.5, 1.0], (pairs, 2), p=[0.95 * (1 - rate), 0.05, 0.95 * rate])
    games[:, 1] = np.where(rng.random(pairs) < alike, games[:, 0], games[:, 1])
    return Score.of_pairs([(float(a), float(b)) for a, b in games])


def false_alarms(
    rng: np.random.Generator, rate: float, pairs: int, alike: float, many: int
) -> float:
    """Return the share of comparisons of equals in which one of so many scores differs."""
    pool = [score_quantity("g", "n", drawn(rng, rate, pairs, alike)) for _ in range(800)]
    ends = np.array([(q.value, *q.at(1 - 0.05 / many)) for q in pool])
    comparisons = 800
    one, other = (ends[rng.integers(0, len(pool), (comparisons, many))] for _ in range(2))
    apart = other[..., 0] - one[..., 0]
    below = np.hypot(other[..., 0] - other[..., 1], one[..., 2] - one[..., 0])
    above = np.hypot(other[..., 2] - other[..., 0], one[..., 0] - one[..., 1])
    return float(((apart > below) | (-apart > above)).any(axis=1).mean())


@pytest.mark.slow
@pytest.mark.parametrize("alike", [0.0, 0.5])
@pytest.mark.parametrize("rate", [0.5, 0.8, 0.97])
@pytest.mark.parametrize("pairs", [3, 10, 40])
def test_equal_scores_are_rarely_said_to_differ(pairs: int, rate: float, alike: float):
    rng = np.random.default_rng(1000 * pairs + round(100 * rate) + round(alike))
    for many in (1, 30, 400):
        assert false_alarms(rng, rate, pairs, alike, many) <= 0.07, many
