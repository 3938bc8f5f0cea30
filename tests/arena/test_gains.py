"""Gains: differences pair by pair, with intervals that hold together."""

import numpy as np
import pytest
from conquest_opt.arena.stats.gains import Gain, paired_gains


def test_a_gain_is_the_mean_difference_of_pairs():
    points = np.array([[0.0, 0.5], [0.5, 1.0], [1.0, 1.0], [0.0, 0.0]])
    [gain] = paired_gains(points)
    assert gain.value == pytest.approx(0.25)
    assert gain.pairs == 4
    assert gain.interval.low < 0.25 < gain.interval.high
    assert gain.interval == gain.at(0.95)


def test_luck_that_is_common_cancels():
    rng = np.random.default_rng(1)
    luck = rng.choice([0.0, 0.5, 1.0], 200)
    better = np.minimum(luck + (rng.random(200) < 0.1) / 2, 1.0)
    [paired] = paired_gains(np.stack([luck, better], axis=1))
    [shuffled] = paired_gains(np.stack([luck, rng.permutation(better)], axis=1))
    assert paired.value == pytest.approx(shuffled.value)
    assert paired.error < shuffled.error / 2
    assert paired.interval.low > 0


def test_few_pairs_that_all_ended_alike_prove_little():
    [gain] = paired_gains(np.array([[0.0, 0.5]] * 4))
    assert gain.value == 0.5
    assert gain.interval.low < 0.25


def test_more_questions_make_wider_intervals():
    points = np.random.default_rng(2).choice([0.0, 0.5, 1.0], (100, 4))
    first = paired_gains(points)[0]
    [alone] = paired_gains(points[:, :2])
    assert first.value == alone.value
    assert first.interval.low < alone.interval.low
    assert first.at(0.95) == alone.interval


def test_differences_between_opponents_are_no_chance():
    """Against one it gains much, against the other it loses as much; that was in the plan."""
    rng = np.random.default_rng(3)
    opponents = np.arange(200) % 2
    chances = np.where(opponents, 0.8, 0.2)
    points = np.stack([rng.random(200) < 0.5, rng.random(200) < chances], axis=1).astype(float)
    [plain], [planned] = paired_gains(points), paired_gains(points, opponents.tolist())
    assert planned.value == plain.value
    assert planned.error < 0.95 * plain.error


def test_an_opponent_of_a_single_pair_counts_with_others_like_it():
    points = np.random.default_rng(4).choice([0.0, 0.5, 1.0], (30, 2))
    [alike] = paired_gains(points)
    [single] = paired_gains(points, list(range(30)))
    assert single == alike


@pytest.mark.parametrize("pairs", [10, 150])
def test_intervals_hold_the_truth_all_together(pairs: int):
    """Three candidates that gain 0, 5 and 10 points: all three intervals hold in 95 % of trials."""
    rng = np.random.default_rng(5)
    chances, gains, trials, held = np.array([0.4, 0.4, 0.45, 0.5]), (0, 0.05, 0.1), 600, 0
    for _ in range(trials):
        points = (rng.random((pairs, 4, 2)) < chances[None, :, None]).mean(axis=2)
        estimates = paired_gains(points)
        held += all(g.interval.holds(true) for g, true in zip(estimates, gains, strict=True))
    assert held / trials > 0.935


def test_an_interval_stays_within_what_is_possible():
    gain = Gain(value=0.95, error=0.2, pairs=5, degrees=7)
    assert gain.interval.high == 1.0
