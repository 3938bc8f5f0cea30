"""Before against after: what is beyond noise, and what pairing is worth."""

import numpy as np
import pytest
from conquest_opt.arena.play.schedule import round_robin
from conquest_opt.balance.measures import swapping
from conquest_opt.balance.measures.change import FAMILIES, Change
from conquest_opt.balance.measures.compare import (
    JudgedChanges,
    difference_error,
    figure_changes,
    judged_changes,
    score_changes,
    share_changes,
)
from conquest_opt.balance.measures.paired import PairedPoints
from conquest_opt.balance.measures.structure import structure_changes
from conquest_opt.balance.measures.swapping import adjusted, swapped_sums, swapped_totals
from conquest_opt.balance.whatif.sizes import LevelPlan

LABELS = tuple("abcde")
MATCHUPS = round_robin(5)
TESTS = len(FAMILIES)


@pytest.fixture(autouse=True)
def fewer_swaps(monkeypatch):
    monkeypatch.setattr(swapping, "SWAPS", 999)


def points(rng: np.random.Generator, rates: np.ndarray, pairs: int) -> np.ndarray:
    """Return points of pairs whose games are won by chance."""
    return (rng.random((pairs, len(MATCHUPS), 2)) < rates[:, None]).astype(float)


def sides(before: np.ndarray, after: np.ndarray) -> PairedPoints:
    return PairedPoints(matchups=MATCHUPS, before=before, after=after)


def changes(
    *levels: PairedPoints, seed: int = 1, tests: int = TESTS
) -> tuple[list[Change], list[Change]]:
    """Return the changes of setups and of match-ups."""
    judged = judged_changes(levels, len(LABELS), MATCHUPS, seed=seed, tests=tests)
    return score_changes(*judged, LABELS, MATCHUPS, tests=tests)


def test_a_planted_change_is_found_and_only_that():
    rng = np.random.default_rng(1)
    rates = np.full(len(MATCHUPS), 0.5)
    better = np.where([0 in matchup for matchup in MATCHUPS], 0.75, 0.5)
    before, after = points(rng, rates, 40), points(rng, better, 40)
    setups, matchups = changes(sides(before, after))
    by_name = {change.name: change for change in setups}
    assert by_name["a"].beyond
    assert by_name["a"].change == pytest.approx(0.25, abs=0.06)
    assert by_name["a"].low < 0.25 < by_name["a"].high
    assert len(matchups) == len(MATCHUPS)
    for place, (one, other) in enumerate(MATCHUPS):
        change = matchups[place]
        assert (change.name, change.opponent) == (LABELS[one], LABELS[other])
        assert change.before == pytest.approx(before[:, place].mean())
        assert change.change == pytest.approx((after - before)[:, place].mean())
        assert not change.beyond or 0 in (one, other)
    second = after[:, [1 in m for m in MATCHUPS]]
    came_first = np.array([m[0] == 1 for m in MATCHUPS if 1 in m])[:, None]
    turned = np.where(came_first, second, 1 - second)
    assert by_name["b"].after == pytest.approx(turned.mean())


def test_the_same_games_show_no_change_at_all():
    before = points(np.random.default_rng(2), np.full(len(MATCHUPS), 0.6), 10)
    same = sides(before, before.copy())
    setups, matchups = changes(same)
    _, judged = judged_changes([same], 5, MATCHUPS, seed=1, tests=TESTS)
    whole = structure_changes(judged, MATCHUPS, 5, seed=1, tests=TESTS, samples=20)
    for change in (*setups, *matchups, *whole):
        assert change.change == 0
        assert change.p_value == 1
        assert not change.beyond
        assert change.low <= 0 <= change.high


def test_the_same_rules_with_other_seeds_seldom_show_a_change():
    """The harder case: nothing is shared, and one false alarm anywhere counts."""
    alarms, trials = 0, 100
    rates = np.linspace(0.2, 0.8, len(MATCHUPS))
    for trial in range(trials):
        rng = np.random.default_rng(trial)
        before, after = points(rng, rates, 12), points(rng, rates, 12)
        setups, matchups = changes(sides(before, after), seed=trial, tests=2)
        alarms += any(change.beyond for change in (*setups, *matchups))
    assert alarms <= 10  # 5 expected at most; 11 or more of 100 at 5 % is a chance of 1 in 90


def test_p_values_are_those_of_the_greatest_swap():
    rng = np.random.default_rng(3)
    differences = rng.normal(size=(4, 2))
    swapped = swapped_sums(differences, 20_000, 5)
    totals = swapped_totals(differences, 20_000, 5)
    exact = []
    for number in range(1 << 4):
        signs = np.array([1 if number >> bit & 1 else -1 for bit in range(4)])
        exact.append(signs @ differences[:, 0])
    for level in (0.5, 1.0, 2.0):
        share = np.mean(np.abs(exact) >= level)
        assert np.mean(np.abs(swapped[:, 0]) >= level) == pytest.approx(share, abs=0.02)
        assert np.mean(np.abs(totals[:, 0]) >= level) == pytest.approx(share, abs=0.02)
    together = np.corrcoef(totals.T)[0, 1]
    expected = differences[:, 0] @ differences[:, 1] / np.prod(np.linalg.norm(differences, axis=0))
    assert together == pytest.approx(expected, abs=0.03)
    observed = np.array([1.0, 3.0])
    drawn = np.array([[0.5, 2.0], [1.5, 0.1], [0.2, 0.3], [3.5, 0.0]])
    assert adjusted(observed, drawn, 1).tolist() == [4 / 5, 2 / 5]
    assert adjusted(observed, drawn, 2).tolist() == [1.0, 4 / 5]


def test_pairing_narrows_the_interval_where_luck_is_shared():
    rng = np.random.default_rng(4)
    luck = rng.random((200, 1))
    before, after = (luck < 0.50).astype(float), (luck < 0.56).astype(float)
    apart = (rng.random((200, 1)) < 0.56).astype(float)
    paired, unpaired = difference_error(before, after), difference_error(before, apart)
    assert unpaired / paired > 2
    assert difference_error(before, before) == pytest.approx(3 / 200)


def test_intervals_of_changes_hold_the_truth():
    held = 0
    for trial in range(200):
        rng = np.random.default_rng(trial)
        luck = rng.random((8, 6, 2))
        before, after = (luck < 0.4).mean(axis=2), (luck < 0.6).mean(axis=2)
        reach = difference_error(before, after)
        held += abs((after - before).mean() - 0.2) <= reach
    assert held >= 0.91 * 200


def test_figures_and_shares_change_as_counted():
    rng = np.random.default_rng(5)
    before = rng.poisson(20, (1, 60, 3)).astype(float)
    after = before + rng.poisson(5, (1, 60, 3)) * np.array([1, 0, 0])
    shares = share_changes("xyz", before, after, seed=1, tests=TESTS)
    for place, change in enumerate(shares):
        assert change.before == pytest.approx(before[:, :, place].sum() / before.sum())
        assert change.after == pytest.approx(after[:, :, place].sum() / after.sum())
        assert change.low <= change.change <= change.high
        assert change.beyond
    figures = figure_changes("xyz", before, after, seed=1, tests=TESTS)
    assert [change.beyond for change in figures] == [True, False, False]
    assert figures[0].change == pytest.approx((after - before)[:, :, 0].mean())


def test_a_circle_that_appears_is_beyond_noise():
    rng = np.random.default_rng(6)
    matchups = round_robin(3)
    order, circle = np.array([0.9, 0.9, 0.9]), np.array([0.9, 0.1, 0.9])

    def drawn(rates: np.ndarray) -> np.ndarray:
        return (rng.random((30, 3, 2)) < rates[:, None]).astype(float)

    pairs = PairedPoints(matchups=matchups, before=drawn(order), after=drawn(circle))
    _, judged = judged_changes([pairs], 3, matchups, seed=1, tests=TESTS)
    structures = structure_changes(judged, matchups, 3, seed=1, tests=TESTS)
    changed = {change.name: change for change in structures}
    assert changed["entropy"].beyond
    assert changed["triples"].change == 1
    assert not changed["deviation"].beyond


NAMES = tuple("abcdefghijklm")
EVERY = round_robin(len(NAMES))


class Planted:
    """Levels of which the cheap one sees another change than the judge; all is known."""

    def __init__(self, seed: int, moved: float, off: float, opponents: int | None = None) -> None:
        rng = np.random.default_rng(seed)
        count, met = len(NAMES), np.array(EVERY)

        def rates(strength: np.ndarray) -> np.ndarray:
            return 1 / (1 + np.exp(strength[met[:, 1]] - strength[met[:, 0]]))

        old = rng.normal(size=count) / 2
        change, error = moved * rng.normal(size=count), off * rng.normal(size=count)
        self.change = rates(old + change) - rates(old)
        judge = LevelPlan(agent="judge", games=4 if opponents is None else 2, opponents=opponents)
        held = [place for place, pair in enumerate(EVERY) if pair in set(judge.met(count, 1))]
        after = (rates(old + change + error), rates(old + change))
        self.levels = [
            PairedPoints(
                matchups=[EVERY[place] for place in some],
                before=(luck < rates(old)[some][:, None]).astype(float),
                after=(luck < new[some][:, None]).astype(float),
            )
            for some, pairs, new in zip(
                (list(range(len(EVERY))), held), (12, judge.pairs), after, strict=True
            )
            for luck in [rng.random((pairs, len(some), 2))]
        ]

    def judged(self) -> tuple[JudgedChanges, JudgedChanges]:
        return judged_changes(self.levels, len(NAMES), EVERY, seed=1, tests=2)

    @property
    def setup_changes(self) -> np.ndarray:
        truth = np.zeros(len(NAMES))
        for (one, other), change in zip(EVERY, self.change.tolist(), strict=True):
            truth[one] += change / (len(NAMES) - 1)
            truth[other] -= change / (len(NAMES) - 1)
        return truth


@pytest.mark.parametrize("opponents", [None, 6])
@pytest.mark.parametrize("off", [0.1, 0.6])
def test_changes_for_the_judge_hold_the_truth(off: float, opponents: int | None):
    held, each = [], []
    for seed in range(40):
        planted = Planted(seed, 0.5, off, opponents)
        for figure, truth, kept in zip(
            planted.judged(), (planted.setup_changes, planted.change), (held, each), strict=True
        ):
            low, high = figure.change.interval()
            kept.append((low <= truth) & (truth <= high))
    assert 0.92 <= np.mean(held) <= 0.995
    assert 0.92 <= np.mean(each) <= 0.995


def test_a_change_that_only_the_cheap_level_sees_is_not_claimed():
    claims, alone = 0, 0
    for seed in range(30):
        planted = Planted(seed, 0.0, 0.6)
        setups, matchups = planted.judged()
        changes = score_changes(setups, matchups, NAMES, EVERY, tests=2)
        claims += any(change.beyond for some in changes for change in some)
        cheap = judged_changes(planted.levels[:1], len(NAMES), EVERY, seed=1, tests=2)
        alone += any(c.beyond for c in score_changes(*cheap, NAMES, EVERY, tests=2)[0])
    assert claims <= 4  # 1.5 are expected at most; 5 or more of 30 at 5 % is a chance of 1 in 60
    assert alone == 30


def test_a_change_that_both_levels_see_is_found_by_more_than_the_judge_alone():
    together, alone = 0, 0
    for seed in range(10):
        planted = Planted(seed, 0.4, 0.0)
        for levels in (planted.levels, planted.levels[1:]):
            both = judged_changes(levels, len(NAMES), EVERY, seed=1, tests=2)
            beyond = sum(c.beyond for c in score_changes(*both, NAMES, EVERY, tests=2)[0])
            together, alone = (
                (together + beyond, alone) if len(levels) > 1 else (together, alone + beyond)
            )
    assert together > 1.3 * alone
