"""What intervals show of a point and the origin, and how many games would."""

import numpy as np
import pytest
from conquest_opt.balance.measures.against import Comparison, compared


def overlap(one: tuple[float, float, float], two: tuple[float, float, float], by: float) -> bool:
    """Return whether intervals overlap whose reach is a share of what it was."""
    low, high = sorted((one, two))
    return low[0] + by * (low[2] - low[0]) >= high[0] - by * (high[0] - high[1])


def test_the_games_that_are_needed_are_the_fewest_that_do():
    generator = np.random.default_rng(1)
    for _ in range(200):
        one, two = (
            (value, value - reach, value + reach)
            for value, reach in generator.uniform((0, 0.01), (1, 0.4), (2, 2)).tolist()
        )
        comparison = compared(one, two, 264, more=False)
        assert comparison.better == (one[0] < two[0])
        assert comparison.shown != overlap(one, two, 1.0)
        assert compared(one, two, 264, more=True).better != comparison.better
        if comparison.games_needed is not None:
            assert not comparison.shown
            assert comparison.games_needed > 264
            assert not overlap(one, two, (264 / comparison.games_needed) ** 0.5)
            assert overlap(one, two, (264 / (comparison.games_needed - 1)) ** 0.5)


def test_an_interval_that_ends_at_a_limit_counts_by_its_width():
    origin = (1.0, 1.0, 1.0)
    comparison = compared((1.7, 1.0, 2.9), origin, 60, more=True)
    assert not comparison.shown
    assert comparison.games_needed == 60 * (0.95 / 0.7) ** 2 // 1 + 1
    certain = compared((1.7, 1.1, 2.9), origin, 60, more=True)
    assert (certain.shown, certain.better) == (True, True)


@pytest.mark.parametrize("two", [(0.2, 0.1, 0.3), (0.2 + 1e-9, 0.1, 0.3)])
def test_equal_figures_are_never_shown_to_differ(two):
    comparison = compared((0.2, 0.1, 0.3), two, 100, more=False)
    assert not comparison.shown
    assert comparison.games_needed is None
    assert comparison.way == 0


def test_known_figures_need_no_games():
    exact = compared((0.1, 0.1, 0.1), (0.2, 0.2, 0.2), 100, more=False)
    assert exact == Comparison(shown=True, better=True, games_needed=None)
    assert exact.way == 1
