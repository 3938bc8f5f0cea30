"""How far two agents agree about setups: ranks, reliability, correction for noise, intervals."""

import numpy as np
import pytest
from conquest_opt.arena.stats.agreement import (
    LEAST_RELIABILITY,
    SAMPLES,
    JudgedSetups,
    agreement,
    spearman_brown,
)
from conquest_opt.arena.stats.rank_correlation import (
    noise_ceiling,
    rank_correlation,
    ranks,
    row_correlations,
)
from scipy.stats import rankdata, spearmanr


def test_rank_correlation_is_spearmans():
    rng = np.random.default_rng(8)
    one = rng.integers(0, 12, 40).astype(float)
    other = one + rng.integers(0, 9, 40)
    value, interval = rank_correlation(one, other)
    assert value == pytest.approx(spearmanr(one, other)[0])
    assert interval.holds(value)
    assert ranks([3.0, 1.0, 3.0]).tolist() == [2.5, 1.0, 2.5]
    many = rng.integers(0, 5, (6, 9))
    assert (ranks(many) == rankdata(many, axis=1)).all()
    assert rank_correlation(np.ones(5), one[:5])[0] == 0
    rows = np.stack([one, other, np.ones(40)])
    correlations = row_correlations(ranks(rows), ranks(rows[[1, 0, 0]]))
    assert correlations == pytest.approx([value, value, 0.0])


def test_the_noise_ceiling_is_what_a_perfect_order_reaches():
    generator = np.random.default_rng(1)
    truth = generator.normal(0.45, 0.03, 4000)
    errors = np.full(4000, 0.05)
    rates = truth + generator.normal(0, errors)
    reached, _ = rank_correlation(truth, rates)
    assert noise_ceiling(0.03**2, errors) == pytest.approx(reached, abs=0.05)
    assert noise_ceiling(0.03**2, np.zeros(4000)) == 1
    assert noise_ceiling(0.0, np.zeros(5)) == 0


def test_the_formula_of_spearman_and_brown():
    reliabilities = spearman_brown(np.array([0.6, 1.0, 0.0, -0.4]))
    assert reliabilities == pytest.approx([0.75, 1.0, 0.0, 0.0])


MATCHUPS = np.array([(0, 1), (0, 2), (1, 2)])


def test_scores_and_halves_by_hand():
    pairs = np.array([[1.0, 0.75, 0.5], [0.5, 0.75, 0.0], [1.0, 0.25, 0.5], [0.5, 0.25, 0.0]])
    judged = JudgedSetups.of(pairs, MATCHUPS, 3, seed=1)
    first = [(1.0 + 0.5) / 2, (0.0 + 0.5) / 2, (0.5 + 0.5) / 2]
    second = [(0.5 + 0.5) / 2, (0.5 + 0.0) / 2, (0.5 + 1.0) / 2]
    assert judged.halves == pytest.approx(np.array([first, second]))
    assert judged.scores == pytest.approx((np.array(first) + second) / 2)
    assert judged.drawn.shape == (SAMPLES, 2, 3)
    # ranks 3, 1, 2 and 2, 1, 3: a correlation of 1/2 for half the games is 2/3 for all
    assert judged.reliability().value == pytest.approx(2 / 3)
    again = JudgedSetups.of(pairs, MATCHUPS, 3, seed=1)
    assert (again.drawn == judged.drawn).all()
    assert (JudgedSetups.of(pairs, MATCHUPS, 3, seed=2).drawn != judged.drawn).any()


def test_draws_have_the_noise_of_the_games(monkeypatch):
    monkeypatch.setattr("conquest_opt.arena.stats.agreement.SAMPLES", 50)
    world = World(np.random.default_rng(2), 8)
    played = np.array([world.judged(world.one, 4).scores for _ in range(300)])
    drawn = np.array([world.judged(world.one, 4).drawn_scores.var(axis=0) for _ in range(60)])
    assert drawn.mean() == pytest.approx(played.var(axis=0).mean(), rel=0.1)


def test_agents_without_noise_agree_with_themselves_and_with_each_other():
    sure = JudgedSetups.of(np.tile([1.0, 1.0, 1.0], (4, 1)), MATCHUPS, 3, seed=1)
    turned = JudgedSetups.of(np.tile([0.0, 0.0, 0.0], (4, 1)), MATCHUPS, 3, seed=2)
    assert sure.reliability().value == 1
    assert sure.reliability().interval == (1, 1)
    same, reverse = agreement(sure, sure), agreement(sure, turned)
    assert same.corrected is not None
    assert same.rho.value == same.corrected.value == pytest.approx(1)
    assert [one.value for one in same.differences] == [0, 0, 0]
    assert reverse.rho.value == pytest.approx(-1)
    assert [one.value for one in reverse.differences] == [-1, 0, 1]


def test_noise_alone_is_not_corrected():
    """Without a difference between setups the halves agree by chance only."""
    rng = np.random.default_rng(4)
    some = [np.zeros(66) + (rng.random((4, 66)) < 0.5) for _ in range(2)]
    one, other = (JudgedSetups.of(pairs, round_robin(12), 12, seed=3) for pairs in some)
    assert min(one.reliability().value, other.reliability().value) < LEAST_RELIABILITY
    estimate = agreement(one, other)
    assert estimate.corrected is None
    assert estimate.rho.interval.holds(0)


def round_robin(count: int) -> np.ndarray:
    return np.array(np.triu_indices(count, 1)).T


class World:
    """Setups whose chances by two agents are known, and games of theirs."""

    def __init__(self, rng: np.random.Generator, setups: int, alike: float = 0.8) -> None:
        self.rng, self.setups, self.matchups = rng, setups, round_robin(setups)
        strength = rng.normal(size=setups)
        other = alike * strength + np.sqrt(1 - alike**2) * rng.normal(size=setups)
        self.one, self.other = self._chances(strength), self._chances(other)

    def _chances(self, strength: np.ndarray) -> np.ndarray:
        a, b = self.matchups.T
        return 1 / (1 + np.exp(strength[b] - strength[a]))

    def truth(self, chances: np.ndarray) -> np.ndarray:
        a, b = self.matchups.T
        points = np.bincount(a, chances, self.setups) + np.bincount(b, 1 - chances, self.setups)
        return points / (self.setups - 1)

    def judged(self, chances: np.ndarray, pairs: int) -> JudgedSetups:
        """Play; of a fifth of the pairs both games end the same."""
        shape = pairs, len(chances)
        first = self.rng.random(shape) < chances
        second = np.where(self.rng.random(shape) < 0.2, first, self.rng.random(shape) < chances)
        points = (first + 0.0 + second) / 2
        return JudgedSetups.of(points, self.matchups, self.setups, seed=1)


def test_correlations_are_corrected_to_those_without_noise_and_intervals_hold(monkeypatch):
    monkeypatch.setattr("conquest_opt.arena.stats.agreement.SAMPLES", 200)
    rng = np.random.default_rng(6)
    estimates, held, differences = [], [], []
    for _ in range(60):
        world = World(rng, 16)
        truths = world.truth(world.one), world.truth(world.other)
        truth, _ = rank_correlation(*truths)
        one, other = (world.judged(chances, 2) for chances in (world.one, world.other))
        measured = agreement(one, other)
        assert measured.corrected is not None
        estimates.append((truth, measured.rho.value, measured.corrected.value))
        held.append(measured.corrected.interval.holds(truth))
        differences += [
            one.interval.holds(change)
            for one, change in zip(measured.differences, truths[1] - truths[0], strict=True)
        ]
    truth, raw, corrected = np.mean(estimates, axis=0)
    assert raw < truth - 0.05
    assert corrected == pytest.approx(truth, abs=0.03)
    assert np.mean(held) >= 0.92
    assert 0.9 <= np.mean(differences) <= 0.97
