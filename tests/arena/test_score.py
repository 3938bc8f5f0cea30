"""Scores, intervals, Elo, ratings and sequential tests: known figures, and simulations."""

import math

import numpy as np
import pytest
from conquest_opt.arena.stats.logistic import chance, fit_logistic
from conquest_opt.arena.stats.ratings import ratings
from conquest_opt.arena.stats.score import (
    Interval,
    Score,
    elo,
    first_player,
    normal_quantile,
    rate_of_elo,
    wilson,
)
from conquest_opt.arena.stats.sprt import Sprt, log_likelihood_ratio
from hypothesis import given
from hypothesis import strategies as st

POINTS = st.sampled_from([0, 0.5, 1])
SCORES = st.builds(
    Score.of_pairs,
    st.lists(st.tuples(POINTS, POINTS), max_size=30),
    st.lists(POINTS, max_size=10),
)


def pairs_of(counts: tuple[int, int, int, int, int]) -> Score:
    """Return a score of such counts of pairs, one half as win and loss."""
    ll, ld, even, wd, ww = counts
    return Score(2 * ww + wd + even, wd + ld, 2 * ll + ld + even, counts)


# ---- shares and scores ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("successes", "trials", "low", "high"),
    [
        # the table of Newcombe (1998), Statistics in Medicine 17, method 3
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0000, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_wilson_as_published(successes: int, trials: int, low: float, high: float):
    interval = wilson(successes, trials)
    assert interval.low == pytest.approx(low, abs=5e-5)
    assert interval.high == pytest.approx(high, abs=5e-5)


def test_wilson_without_trials_says_nothing():
    assert wilson(0, 0) == (0, 1)


@pytest.mark.parametrize(("successes", "trials"), [(-1, 3), (4, 3), (1, 0)])
def test_more_successes_than_trials_are_refused(successes: int, trials: int):
    with pytest.raises(ValueError, match="number of trials"):
        wilson(successes, trials)


@pytest.mark.parametrize("confidence", [0, 1, 95])
def test_a_confidence_in_per_cent_is_refused(confidence: float):
    with pytest.raises(ValueError, match=r"0\.95"):
        normal_quantile(confidence)


@given(SCORES, SCORES)
def test_scores_add_up_and_swap(a: Score, b: Score):
    both = a + b
    assert both.games == a.games + b.games
    assert both.points == a.points + b.points
    assert ~~a == a
    assert ~both == ~a + ~b
    assert (~a).points == a.games - a.points
    assert a + Score() == a


@given(SCORES)
def test_an_interval_holds_its_rate_and_swaps_with_it(score: Score):
    low, high = score.interval()
    assert 0 <= low <= score.rate <= high <= 1
    other = (~score).interval()
    assert (1 - other.high, 1 - other.low) == pytest.approx((low, high))
    assert score.interval(0.99).low <= low


def test_pairs_of_a_score():
    score = Score.of_pairs([(1, 1), (1, 0), (0.5, 1), (0, 0), (0.5, 0.5)], single=[1])
    assert score == Score(5, 3, 3, (1, 0, 2, 1, 1))
    assert score.rate == 6.5 / 11


@pytest.mark.parametrize(
    "counts", [(0, 0, 0, (0, 0, 0, 0, 1)), (2, 0, 0, (1, 0, 0, 0, 0)), (-1, 0, 0, (0,) * 5)]
)
def test_pairs_that_do_not_fit_are_refused(counts: tuple):
    with pytest.raises(ValueError, match=r"fit|negative"):
        Score(*counts)


def test_points_between_the_possible_ones_are_refused():
    with pytest.raises(ValueError, match=r"0\.5 or 1"):
        Score.of_pairs([(0.25, 1)])


@pytest.mark.parametrize(
    ("counts", "difference", "error"),
    [
        # of fastchess's own tests
        ((34, 54, 63, 64, 75), 55.58, 27.65),
        ((332, 433, 498, 333, 334), -8.64, 10.33),
        ((7895, 8757, 5685, 568, 9999), -21.04, 2.95),
    ],
)
def test_elo_of_pairs_as_fastchess_has_it(counts: tuple, difference: float, error: float):
    score = pairs_of(counts)
    assert score.elo() == pytest.approx(difference, abs=0.01)
    low, high = score.elo_interval()
    assert (high - low) / 2 == pytest.approx(error, rel=0.01)
    delta = normal_quantile(0.95) * score.standard_error
    assert (elo(score.rate + delta) - elo(score.rate - delta)) / 2 == pytest.approx(error, rel=0.01)


@given(st.floats(-2000, 2000))
def test_elo_and_rate_are_inverse(difference: float):
    assert elo(rate_of_elo(difference)) == pytest.approx(difference, abs=1e-6)


def test_elo_figures_everybody_knows():
    assert rate_of_elo(200) == pytest.approx(0.7597, abs=1e-4)
    assert elo(0.75) == pytest.approx(190.85, abs=0.01)
    assert (elo(0), elo(1)) == (-math.inf, math.inf)


def test_a_perfect_score_has_an_error_still():
    score = Score.of_pairs([(1, 1)] * 25)
    assert score.interval() == wilson(50, 50)
    assert math.isfinite(score.elo_interval().low)
    assert score.elo_interval().high == math.inf
    even = Score.of_pairs([(1, 0)] * 25)
    assert even.standard_error == 0
    assert 0.4 < even.interval().low < 0.49


def simulated(rng: np.random.Generator, pairs: int, strength: float, side: float) -> Score:
    """Play pairs: a setup's strength and the first player's advantage, in shares of wins."""
    wins = rng.random((pairs, 2)) < np.array([0.5 + strength + side, 0.5 + strength - side])
    return Score.of_pairs([(float(a), float(b)) for a, b in wins])


@pytest.mark.parametrize("pairs", [10, 25, 100])
@pytest.mark.parametrize(
    ("strength", "side"), [(0, 0), (0.1, 0), (0, 0.3), (0.2, 0.25), (0.4, 0.05), (0, 0.45)]
)
def test_the_interval_covers_what_it_says(pairs: int, strength: float, side: float):
    rng = np.random.default_rng([pairs, int(100 * strength), int(100 * side)])
    runs = 600
    held = sum(
        simulated(rng, pairs, strength, side).interval().holds(0.5 + strength) for _ in range(runs)
    )
    assert 0.92 <= held / runs <= (0.98 if pairs == 100 else 1)


@pytest.mark.parametrize(
    ("wins", "losses", "exact"), [(29, 21, 0.3222), (4, 0, 0.125), (35, 15, 0.0066)]
)
def test_p_values_are_near_those_of_the_binomial_test(wins: int, losses: int, exact: float):
    assert Score(wins, 0, losses).p_value() == pytest.approx(exact, rel=0.1)
    assert Score().p_value() == 1
    assert Score(25, 0, 25).p_value() == 1


def test_pairs_that_stand_or_fall_together_widen_the_interval():
    rng = np.random.default_rng(5)
    both = Score.of_pairs([(float(w), float(w)) for w in rng.random(200) < 0.5])
    split = Score.of_pairs([(float(w), 1 - float(w)) for w in rng.random(200) < 0.5])
    alone = wilson(200, 400)
    assert both.design_effect == pytest.approx(2, abs=0.03)
    assert both.interval().high - both.interval().low > 1.35 * (alone.high - alone.low)
    assert split.interval().high - split.interval().low < 0.2 * (alone.high - alone.low)


# ---- who plays first -----------------------------------------------------------------------------


def test_the_first_player_is_found_out_at_99_per_cent():
    assert first_player(Score(560, 0, 440)).advantage == "first"
    assert first_player(Score(440, 0, 560)).advantage == "second"
    # 530 of 1000 would pass at 90 % but not at 99 %
    fair = first_player(Score(530, 0, 470))
    assert fair.advantage == "none"
    assert fair.p_value == pytest.approx(0.062, abs=0.001)
    assert first_player(Score(530, 0, 470), confidence=0.9).advantage == "first"
    assert fair.interval.holds(0.5)
    assert first_player(Score()).advantage == "none"


def test_the_first_player_test_errs_as_seldom_as_it_says():
    rng = np.random.default_rng(11)
    alarms = [first_player(simulated(rng, 100, 0, 0)).advantage != "none" for _ in range(1000)]
    assert sum(alarms) / 1000 < 0.02
    power = [first_player(simulated(rng, 100, 0.15, 0)).advantage == "first" for _ in range(200)]
    assert sum(power) / 200 > 0.9


# ---- sequential stopping -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("counts", "elo0", "elo1", "llr"),
    [
        # of fastchess's own tests, logistic model
        ((223, 9863, 21279, 10037, 246), 0.5, 2.5, -3.07),
        ((871, 26175, 55983, 26678, 821), 0, 2, -4.98),
    ],
)
def test_llr_as_fastchess_has_it(counts: tuple, elo0: float, elo1: float, llr: float):
    ratio = log_likelihood_ratio(counts, rate_of_elo(elo0), rate_of_elo(elo1))
    assert ratio == pytest.approx(llr, abs=0.01)


def test_bounds_of_the_test():
    test = Sprt(elo0=0, elo1=5, alpha=0.05, beta=0.05)
    assert (test.lower, test.upper) == pytest.approx((-2.944, 2.944), abs=1e-3)
    assert test.decide(Score()).llr == 0
    assert test.decide(Score()).verdict == ""


@given(st.tuples(*[st.integers(0, 200)] * 5))
def test_swapping_sides_and_hypotheses_turns_the_ratio(counts: tuple):
    there = log_likelihood_ratio(counts, 0.5, 0.6)
    back = log_likelihood_ratio(counts[::-1], 0.5, 0.4)
    assert there == pytest.approx(back, abs=1e-6)
    assert log_likelihood_ratio(counts, 0.6, 0.5) == pytest.approx(-there, abs=1e-6)


@pytest.mark.parametrize(
    ("values", "word"),
    [
        ({"elo0": 5, "elo1": 5}, "below"),
        ({"elo0": 0, "elo1": math.inf}, "from -1000 to 1000"),
        ({"elo0": math.nan, "elo1": 5}, "from -1000 to 1000"),
        ({"elo0": -1001, "elo1": 0}, "from -1000 to 1000"),
        ({"elo0": 0, "elo1": 5, "alpha": 0}, "above 0"),
        ({"elo0": 0, "elo1": 5, "alpha": 0.6, "beta": 0.5}, "below 1"),
    ],
)
def test_hypotheses_that_cannot_be_told_apart(values: dict, word: str):
    with pytest.raises(ValueError, match=word):
        Sprt(**values)


@pytest.mark.parametrize(("difference", "wrong"), [(0, "H1"), (100, "H0")])
def test_the_test_errs_as_seldom_as_it_says(difference: float, wrong: str):
    rng = np.random.default_rng(int(difference))
    test = Sprt(elo0=0, elo1=100, alpha=0.05, beta=0.05)
    verdicts = []
    for _ in range(100):
        score, verdict = Score(), ""
        while not verdict:
            score += simulated(rng, 4, rate_of_elo(difference) - 0.5, 0.1)
            verdict = test.decide(score).verdict
        verdicts.append(verdict)
    assert verdicts.count(wrong) / 100 < 0.10


# ---- ratings -------------------------------------------------------------------------------------


def test_two_players_are_as_far_apart_as_their_score():
    many = Score.of_pairs([(1, 1)] * 900 + [(1, 0)] * 1200 + [(0, 0)] * 300)
    best, worst = ratings(["b", "a"], {("a", "b"): many})
    assert (best.player, worst.player) == ("a", "b")
    assert best.elo - worst.elo == pytest.approx(many.elo(), abs=0.5)
    assert best.score == many
    assert worst.score == ~many
    half = (best.interval.high - best.interval.low) / 2
    low, high = many.elo_interval()
    assert 2 * half == pytest.approx((high - low) / 2, rel=0.02)


def test_perfect_scores_and_strangers_have_finite_ratings():
    rated = ratings(["a", "b", "c"], {("a", "b"): Score.of_pairs([(1, 1)] * 25)})
    assert [r.player for r in rated] == ["a", "c", "b"]
    assert 200 < rated[0].elo < 1500
    assert rated[0].interval.low < rated[0].elo < rated[0].interval.high < 3000
    assert rated[1].elo == pytest.approx(0, abs=1)
    assert ratings([], {}) == []
    assert ratings(["a"], {})[0].elo == 0


def test_ratings_find_the_strengths_that_made_the_games():
    rng = np.random.default_rng(3)
    names = [f"p{i}" for i in range(8)]
    held, tries = 0, 60
    for _ in range(tries):
        truth = rng.normal(0, 120, len(names))
        truth -= truth.mean()
        results = {
            (names[i], names[j]): simulated(rng, 15, rate_of_elo(truth[i] - truth[j]) - 0.5, 0)
            for i in range(8)
            for j in range(i)
        }
        for rating in ratings(names, results):
            held += rating.interval.holds(truth[names.index(rating.player)])
    assert 0.92 <= held / (tries * len(names)) <= 0.98


def test_an_interval_is_two_numbers():
    low, high = Interval(0.1, 0.2)
    assert Interval(low, high).holds(0.15)
    assert not Interval(low, high).holds(0.25)


def test_a_logistic_fit_is_the_summit_of_the_likelihood():
    rng = np.random.default_rng(5)
    design, truth = rng.normal(size=(400, 3)), np.array([0.8, -0.4, 0.0])
    games = rng.integers(1, 20, 400)
    points = rng.binomial(games, chance(design @ truth))
    precision = 0.1 * np.eye(3)
    weights, information = fit_logistic(design, points, games, precision, settled=1e-10)
    slope = design.T @ (points - games * chance(design @ weights)) - precision @ weights
    assert np.abs(slope).max() < 1e-6
    errors = np.sqrt(np.diag(np.linalg.inv(information)))
    assert (np.abs(weights - truth) < 4 * errors).all()
    in_parts, _ = fit_logistic(design, points, games, precision, settled=1e-10, rows=37)
    assert in_parts == pytest.approx(weights, abs=1e-9)


def test_a_logistic_fit_stays_finite_where_everything_was_won():
    weights, _ = fit_logistic(np.ones((5, 1)), np.full(5, 2.0), 2.0, np.eye(1), settled=1e-9)
    assert 0 < weights[0] < 5
