"""What a search for balance may change, how it proposes rules, and the fronts it keeps."""

from itertools import product

import numpy as np
import pytest
from conquest_opt.balance.search.candidates import whatif_command
from conquest_opt.balance.search.front import (
    crowding,
    dominated,
    front_of,
    hypervolume,
    stability,
    thinned,
)
from conquest_opt.balance.search.operators import algorithm, moved, nudge, rank_again
from conquest_opt.balance.search.space import RuleSpace
from conquest_opt.engine.rules.ruleset import Ruleset

STANDARD = Ruleset()


# ---- free numbers --------------------------------------------------------------------------------


def test_free_numbers_have_limits_and_steps_about_the_origin():
    space = RuleSpace.of(STANDARD, ["*.cost", "champion.*", "archer.range=2..8:2"])
    names = [number.name for number in space.numbers]
    assert len(names) == len(set(names)) == 16 + 4 + 1
    champion = space.numbers[names.index("champion.cost")]
    assert champion.values == tuple(range(100, 401, 25))
    assert (champion.at(0), champion.at(1), champion.at(-4)) == (200, 225, 100)
    archer = space.numbers[names.index("archer.range")]
    assert archer.values == (2, 4, 6, 8)
    scout = space.numbers[names.index("scout.cost")]
    assert scout.values == (25, 50, 75)  # two steps at least
    small = STANDARD.edit("board.width=6", "board.height=6", "board.home_rows=2")
    assert RuleSpace.of(small, ["*.cost"]).rules == small  # archers reach beyond, as they did


def test_a_planted_number_may_go_back_to_where_it_is_by_the_standard_rules():
    planted = STANDARD.edit("champion.cost=60", "mage.range=12")
    space = RuleSpace.of(planted, ["champion.cost", "mage.range"])
    mage, champion = space.numbers
    assert champion.values[:4] == (25, 50, 60, 75)  # the origin is no multiple of the step
    assert 200 in champion.values
    assert 4 in mage.values


def test_genes_are_edits_and_words():
    space = RuleSpace.of(STANDARD, ["champion.cost", "charge.cooldown"])
    assert space.edits((1, -1)) == ["champion.cost=225", "charge.cooldown=4"]
    assert space.words((1, 0)) == ["Champion costs 225 instead of 200"]
    assert space.rules_of((0, 0)) == STANDARD
    assert space.sizes((1, -1)) == [0.125, 0.2]
    assert whatif_command(space, (1, 0)) == "conquest-opt whatif --set champion.cost=225"
    planted = RuleSpace.of(STANDARD.edit("champion.cost=50"), ["champion.cost"])
    command = "conquest-opt whatif --base champion.cost=50 --set champion.cost=75"
    assert whatif_command(planted, (1,)) == command


@pytest.mark.parametrize(
    ("patterns", "says"),
    [
        ([], "which rules may change"),
        (["champoin.cost"], "names no number of the rules"),
        (["*.cost=25"], "limits are LOW..HIGH"),
        (["*.cost=400..25"], "limits go upwards"),
        (["*.cost=25..400:0"], "limits go upwards"),
        (["champion.cost=210..220:25"], "leaves champion.cost no multiple of 25"),
        (["champion.cost=200..200"], "widen the limits"),
    ],
)
def test_patterns_that_free_nothing_are_refused(patterns, says):
    with pytest.raises(ValueError, match=says):
        RuleSpace.of(STANDARD, patterns)


# ---- operators -----------------------------------------------------------------------------------


def test_genes_stay_within_limits_and_one_changes_at_a_time():
    generator = np.random.default_rng(1)
    lows, highs = np.array([-2, 0, -1, 0]), np.array([3, 5, 0, 0])
    for _ in range(500):
        genes = generator.integers(lows, highs + 1)
        before = genes.copy()
        nudge(genes, lows, highs, generator)
        assert np.all((lows <= genes) & (genes <= highs))
        assert np.count_nonzero(genes != before) <= 1
        gene = int(generator.integers(-3, 4))
        assert -3 <= moved(gene, -3, 3, generator) <= 3
        assert moved(gene, -3, 3, generator) != gene


def searched(seed: int, rounds: int = 25) -> list[np.ndarray]:
    """Return what NSGA-II proposes where two genes matter and edits count against a candidate."""
    made = algorithm(np.full(12, -3), np.full(12, 5), objectives=2, population=12, seed=seed)
    proposals = []
    for _ in range(rounds):
        some = made.ask()
        proposals.append(some.get("X").copy())
        for one in some:
            off = abs(one.X[3] - 2) + abs(one.X[7] + 1)
            one.F, one.G = np.array([off, np.count_nonzero(one.X)], float), np.array([-1.0])
        made.tell(infills=some)
    best = {tuple(one.X) for one in made.opt}
    wanted = [0] * 12
    wanted[3], wanted[7] = 2, -1
    assert {(0,) * 12, tuple(wanted)} <= best
    return proposals


def test_the_algorithm_begins_at_the_origin_finds_few_edits_and_reads_no_global_state():
    state = np.random.get_state(legacy=False)["state"]["key"].copy()
    first, again, other = searched(5), searched(5), searched(6)
    assert not first[0][0].any()
    assert np.count_nonzero(first[0][1:], axis=1).max() <= 3
    assert all(np.array_equal(a, b) for a, b in zip(first, again, strict=True))
    assert not np.array_equal(first[0], other[0])
    assert np.array_equal(np.random.get_state(legacy=False)["state"]["key"], state)


def test_the_first_generation_leaves_no_number_out():
    made = algorithm(np.full(16, -2), np.full(16, 9), objectives=2, population=30, seed=3)
    genes = made.ask().get("X")
    assert np.all((genes >= -2) & (genes <= 9))
    assert np.any(genes > 0, axis=0).all()
    assert np.any(genes < 0, axis=0).sum() >= 12
    one_way = algorithm(np.array([0, -3]), np.array([4, 0]), objectives=2, population=9, seed=1)
    genes = one_way.ask().get("X")
    assert genes[:, 0].min() == genes[:, 1].max() == 0
    assert genes[:, 0].max() > 0 > genes[:, 1].min()


def test_a_space_of_three_rules_is_soon_exhausted_and_goes_on():
    made = algorithm(np.array([-1]), np.array([1]), objectives=2, population=8, seed=1)
    some = made.ask()
    assert sorted(int(one.X[0]) for one in some) == [-1, 0, 1]
    for one in some:
        infeasible = one.X[0] == 1
        one.F = np.full(2, 1e6) if infeasible else np.array([1.0 + one.X[0], abs(one.X[0])])
        one.G = np.array([1.0 if infeasible else -1.0])
    made.tell(infills=some)
    assert sorted(int(one.X[0]) for one in made.opt) == [-1, 0]
    assert made.ask() is None
    rank_again(made)
    assert made.ask() is None
    assert len(made.pop) == 3


# ---- fronts --------------------------------------------------------------------------------------


def test_fronts_against_a_plain_oracle():
    generator = np.random.default_rng(2)
    for _ in range(50):
        values = generator.integers(0, 4, (12, 3)).astype(float)
        plain = [
            any(
                all(b <= a for a, b in zip(row, other, strict=True)) and tuple(other) != tuple(row)
                for other in values
            )
            for row in values
        ]
        assert dominated(values).tolist() == plain
        assert front_of(values) == [n for n, beaten in enumerate(plain) if not beaten]


def test_crowding_and_thinning_keep_the_ends_and_the_origin():
    values = np.array([[0, 10], [1, 8], [1.1, 7.9], [5, 5], [10, 0]], float)
    near = crowding(values)
    assert near[0] is None
    assert near[4] is None
    assert near[2] == pytest.approx((5 - 1) / 10 + (8 - 5) / 10)
    assert thinned(values, 3) == [0, 3, 4]
    assert 1 in thinned(values, 3, kept=[1])
    assert thinned(values, 9) == [0, 1, 2, 3, 4]


def test_hypervolume_against_counting():
    values = np.array([[0.2, 0.7, 0.5], [0.6, 0.1, 0.5], [0.9, 0.9, 0.9]])
    grid = (np.array(list(product(range(20), repeat=3))) + 0.5) / 20
    counted = np.mean([np.any(np.all(values <= cell, axis=1)) for cell in grid])
    volume = hypervolume(values, np.zeros(3), np.ones(3))
    assert volume == pytest.approx(counted, abs=0.01)
    assert hypervolume(10 * values - 5, np.full(3, -5.0), np.full(3, 5.0)) == pytest.approx(volume)


def test_stability_tells_firm_points_from_doubtful_ones():
    values = np.array([[0.0, 1.0], [1.0, 0.0], [0.55, 0.55], [2.0, 2.0]])
    errors = np.array([[0.1, 0.0], [0.1, 0.0], [0.5, 0.0], [0.1, 0.0]])
    shares = stability(values, errors, np.random.default_rng(1))
    assert shares[0] > 0.8
    assert shares[3] == 0
    assert 0.3 < shares[2] < 0.99
