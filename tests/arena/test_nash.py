"""Nash mixtures, alpha-rank and dominance cycles."""

import json
import math
from fractions import Fraction
from pathlib import Path

import networkx as nx
import numpy as np
import pytest
from conquest_opt.arena.stats import nash as metagame
from conquest_opt.arena.stats.crosstable import CrossTable
from conquest_opt.arena.stats.cycles import (
    certain_wins,
    circles,
    count_circles,
    cycles_by_chance,
    cycles_by_threshold,
    dominance,
    find_cycles,
    holm,
    parse_threshold,
)
from conquest_opt.arena.stats.nash import alpha_rank, nash, nash_support, payoffs, ranked
from conquest_opt.arena.stats.score import Score
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

THESIS = Path(__file__).parents[2] / "arena" / "reports" / "thesis.json"
CIRCLE = np.array([[0.5, 1, 0], [0, 0.5, 1], [1, 0, 0.5]])
"""Rock, scissors, paper."""


def tables(**results: tuple[int, int]) -> CrossTable:
    """Return a cross-table of wins and losses such as ab=(29, 21)."""
    players = tuple(sorted(set("".join(results))))
    scores = {(name[0], name[1]): Score(w, 0, n) for name, (w, n) in results.items()}
    return CrossTable(players, scores)


# ---- cross-table ---------------------------------------------------------------------------------


def test_a_cross_table_is_seen_from_both_sides():
    table = tables(ab=(3, 1), bc=(2, 2))
    assert table.between("b", "a") == Score(1, 0, 3)
    assert table.between("a", "c") == Score()
    assert table.total("b") == Score(3, 0, 5)
    assert (table.games, table.games_a_matchup) == (8, 4)
    assert table.rates(unknown=0.5).tolist() == [[0.5, 0.75, 0.5], [0.25, 0.5, 0.5], [0.5] * 3]
    assert CrossTable(()).games_a_matchup == 0


@pytest.mark.parametrize(
    ("results", "word"),
    [
        ({("a", "a"): Score()}, "itself"),
        ({("a", "b"): Score(), ("b", "a"): Score()}, "once"),
        ({("a", "z"): Score()}, "players are"),
    ],
)
def test_a_cross_table_that_says_things_twice(results: dict, word: str):
    with pytest.raises(ValueError, match=word):
        CrossTable(("a", "b"), results)


# ---- Nash ----------------------------------------------------------------------------------------


def test_nash_of_games_everybody_knows():
    assert nash(CIRCLE).weights == pytest.approx([1 / 3] * 3)
    assert nash(CIRCLE).unique
    # rock counts double: paper gains by it (Fudenberg and Tirole; weights 1/4, 1/4, 1/2)
    gains = np.array([[0, 2, -1], [-2, 0, 1], [1, -1, 0]]) / 4
    assert nash(gains + 0.5).weights == pytest.approx([0.25, 0.25, 0.5])
    dominant = np.array([[0.5, 0.6, 0.9], [0.4, 0.5, 0.7], [0.1, 0.3, 0.5]])
    assert nash(dominant).weights == pytest.approx([1, 0, 0])


def test_setups_that_are_as_good_have_weight():
    same = nash(np.full((5, 5), 0.5))
    assert same.weights == pytest.approx([0.2] * 5)
    assert not same.unique
    assert same.most == pytest.approx([1] * 5)
    twice = np.block([[CIRCLE, CIRCLE], [CIRCLE, CIRCLE]])
    weights = nash(twice).weights
    assert weights[:3] + weights[3:] == pytest.approx([1 / 3] * 3, abs=1e-6)
    assert np.all(weights > 0.05)


def test_one_setup_and_unknown_cells():
    assert nash(np.array([[np.nan]])).weights == [1]
    assert nash(np.full((3, 3), np.nan)).weights == pytest.approx([1 / 3] * 3)
    with pytest.raises(ValueError, match="square"):
        nash(np.zeros((2, 3)))
    with pytest.raises(ValueError, match="square"):
        nash(np.zeros((0, 0)))


SQUARES = st.integers(1, 9).flatmap(
    lambda n: arrays.arrays(
        float, (n, n), elements=st.one_of(st.floats(0, 1), st.sampled_from([0, 0.5, 1, np.nan]))
    )
)


@settings(max_examples=150, deadline=None)
@given(SQUARES)
def test_nobody_gains_against_the_mixture(rates: np.ndarray):
    mixture = nash(rates)
    assert mixture.weights.sum() == pytest.approx(1)
    assert np.all(mixture.weights >= 0)
    assert np.max(payoffs(rates) @ mixture.weights) < 1e-5
    assert np.all(mixture.most >= mixture.weights - 1e-9)


def test_the_mixture_of_a_noisy_matrix():
    rng = np.random.default_rng(2)
    rates = np.clip(rng.binomial(50, 0.5, (31, 31)) / 50, 0, 1)
    mixture = nash(rates)
    assert mixture.exploitability < 1e-6
    mean, share = nash_support(
        CrossTable(("a", "b", "c"), {("a", "b"): Score(40, 0, 10), ("b", "c"): Score(26, 0, 24)}),
        samples=50,
    )
    assert mean.sum() == pytest.approx(1)
    assert share[0] > share[1]
    again = nash_support(tables(ab=(40, 10)), samples=20, seed=1)
    assert again[0].tolist() == nash_support(tables(ab=(40, 10)), samples=20, seed=1)[0].tolist()


def test_a_solver_that_fails_ends_no_report(monkeypatch):
    solve, calls = metagame._equilibrium, []

    def failing(matrix, favourite=None, otherwise=None):
        calls.append(matrix)
        if len(calls) % 2 or always:
            raise ArithmeticError("could not be solved")
        return solve(matrix, favourite, otherwise)

    monkeypatch.setattr(metagame, "_equilibrium", failing)
    table, always = tables(ab=(40, 10), bc=(40, 10), ca=(40, 10)), False
    mean, share = nash_support(table, samples=20)
    assert len(calls) == 20
    assert mean.sum() == pytest.approx(1)
    always = True
    mean, share = nash_support(table, samples=5)
    assert mean == pytest.approx([1 / 3] * 3, abs=0.01)
    assert share.tolist() == [1, 1, 1]
    rng = np.random.default_rng(3)
    mixture = nash(rng.random((31, 31)))
    assert mixture.weights.sum() == pytest.approx(1)
    assert mixture.exploitability < 0.01


# ---- alpha-rank ----------------------------------------------------------------------------------


def test_alpha_rank_of_known_games():
    assert alpha_rank(CIRCLE, alpha=10) == pytest.approx([1 / 3] * 3)
    assert alpha_rank(np.array([[0.5]])) == [1]
    # two setups: the chain's stationary odds are those of the two fixation chances
    for alpha in (0.05, 0.5, 2):
        weak, strong = alpha_rank(np.array([[0.5, 0.4], [0.6, 0.5]]), alpha=alpha)
        assert math.log(strong / weak) == pytest.approx(alpha * 0.1 * 50, rel=1e-6)


def test_no_pressure_makes_all_alike_and_pressure_sharpens():
    rates = np.array([[0.5, 0.6, 0.9], [0.4, 0.5, 0.7], [0.1, 0.3, 0.5]])
    assert alpha_rank(rates, alpha=0) == pytest.approx([1 / 3] * 3)
    tops = [alpha_rank(rates, alpha=alpha)[0] for alpha in (0, 0.1, 1, 10)]
    assert tops == sorted(tops)
    assert tops[-1] == pytest.approx(1)
    with pytest.raises(ValueError, match="0 or more"):
        alpha_rank(rates, alpha=-1)


@settings(max_examples=100, deadline=None)
@given(SQUARES, st.sampled_from([0, 0.01, 1, 100, 1e4, 1e9, 1e308, math.inf]))
def test_alpha_rank_is_a_distribution_at_any_pressure(rates: np.ndarray, alpha: float):
    shares = alpha_rank(rates, alpha=alpha)
    assert np.all(np.isfinite(shares))
    assert np.all(shares >= 0)
    assert shares.sum() == pytest.approx(1)


def test_alpha_rank_is_stationary_for_its_own_chain():
    rng = np.random.default_rng(8)
    half = rng.random((6, 6))
    rates = np.tril(half, -1) + np.triu(1 - half.T, 1) + np.eye(6) / 2
    shares = alpha_rank(rates, alpha=0.3)
    gain, alpha, m = payoffs(rates), 0.3 * 50 / 49, 50
    chain = np.array(
        [[0 if i == j else _chance(alpha * gain[j, i], m) / 5 for j in range(6)] for i in range(6)]
    )
    chain += np.diag(1 - chain.sum(axis=1))
    assert shares @ chain == pytest.approx(shares)


def _chance(pressure: float, population: int) -> float:
    return (1 - math.exp(-pressure)) / (1 - math.exp(-population * pressure))


def test_a_circle_above_all_others_keeps_the_weight_at_infinite_pressure():
    rates = np.full((5, 5), 0.5)
    rates[:3, :3] = CIRCLE
    rates[:3, 3:], rates[3:, :3] = 0.9, 0.1
    assert alpha_rank(rates, alpha=math.inf) == pytest.approx([1 / 3] * 3 + [0, 0], abs=1e-6)
    names = [name for name, _ in ranked("abcde", nash(rates).weights)]
    assert sorted(names) == ["a", "b", "c"]


# ---- cycles --------------------------------------------------------------------------------------


def test_the_eleven_cycles_of_the_thesis():
    """The win matrix is not published as numbers; its dominances are: those of the cycles."""
    published = [tuple(c) for c in json.loads(THESIS.read_text())["cycles"]["list"]]
    links = {link for c in published for link in zip(c, c[1:] + c[:1], strict=True)}
    players = tuple(dict.fromkeys(p for c in published for p in c))
    table = CrossTable(players, {link: Score(29, 0, 21) for link in links})
    cycles = find_cycles(table)
    assert len(cycles) == 11
    assert {_turned(c.players) for c in cycles} == {_turned(c) for c in published}
    # 29 of 50 is not certain at 95 %
    assert not any(c.certain for c in cycles)
    assert [c.p_value for c in cycles] == pytest.approx([0.3222] * 11, abs=1e-3)
    assert not find_cycles(table, Fraction(30, 50))


def _turned(cycle: tuple[str, ...]) -> tuple[str, ...]:
    first = cycle.index(min(cycle))
    return cycle[first:] + cycle[:first]


def test_the_threshold_is_exact_and_draws_are_half_points():
    assert dominance(tables(ab=(29, 21))).has_edge("a", "b")
    assert not dominance(tables(ab=(28, 22))).edges
    drawn = CrossTable(("a", "b"), {("a", "b"): Score(20, 17, 13)})
    assert not dominance(drawn).edges
    drawn = CrossTable(("a", "b"), {("a", "b"): Score(20, 18, 12)})
    assert list(dominance(drawn).edges) == [("a", "b")]
    assert list(dominance(tables(ab=(21, 29))).edges) == [("b", "a")]


def test_cycles_that_are_certain_and_those_that_are_not():
    table = tables(ab=(45, 5), bc=(45, 5), ca=(45, 5), cd=(30, 20), da=(30, 20))
    short, long = find_cycles(table)
    assert short.players == ("a", "b", "c")
    assert short.certain
    assert short.corrected
    assert long.players == ("a", "b", "c", "d")
    assert not long.certain
    assert long.weakest in {("c", "d"), ("d", "a")}
    assert long.p_value == pytest.approx(0.203, abs=0.001)
    assert set(circles(certain_wins(table))) == {("a", "b", "c")}


def test_cycles_at_each_threshold():
    table = tables(ab=(8, 2), bc=(7, 3), ca=(6, 4))
    assert cycles_by_threshold(table) == [(6, 10, 1), (7, 10, 0)]
    assert cycles_by_threshold(tables(ab=(0, 0))) == []


def test_of_many_thresholds_some_are_counted():
    table = tables(ab=(9000, 1000), bc=(9000, 1000), ca=(9000, 1000))
    counted = cycles_by_threshold(table)
    assert counted[0] == (5001, 10_000, 1)
    assert [wins for wins, _, cycles in counted if not cycles] == [9001]
    assert len(counted) == 41


def test_of_too_many_cycles_the_certain_and_the_shortest_are_found():
    names = "abcdefghij"
    results = {(a, b): Score(29, 0, 21) for i, a in enumerate(names) for b in names[i + 1 :]}
    for a, b in ("ad", "be", "cf", "aj"):
        results[a, b] = Score(21, 0, 29)
    results |= {
        ("a", "b"): Score(45, 0, 5),
        ("b", "c"): Score(45, 0, 5),
        ("a", "c"): Score(5, 0, 45),
    }
    table = CrossTable(tuple(names), results)
    every = find_cycles(table)
    some = find_cycles(table, most=10)
    assert len(some) < len(every)
    assert some[0] == every[0]
    assert some[0].players == ("a", "b", "c")
    assert some[0].certain
    assert all(len(c.players) == 3 for c in some)


def test_counting_stops_where_there_are_too_many():
    everyone = nx.complete_graph(12, create_using=nx.DiGraph)
    assert count_circles(everyone, most=500) == 500


def test_chance_alone_makes_cycles_among_equals_and_not_among_unequals():
    names = tuple("abcdefgh")
    pairs = [(a, b) for i, a in enumerate(names) for b in names[i + 1 :]]
    equals = CrossTable(names, {pair: Score(25, 0, 25) for pair in pairs})
    unequals = CrossTable(names, {pair: Score(50, 0, 0) for pair in pairs})
    at_threshold, certain = cycles_by_chance(equals, Fraction(26, 50), samples=20).T
    assert np.mean(at_threshold) > 5
    assert np.all(certain <= at_threshold)
    assert not cycles_by_chance(unequals, samples=20).any()


def test_holm_rejects_from_the_smallest_on():
    p_values = {("a", "b"): 0.01, ("a", "c"): 0.02, ("b", "c"): 0.06}
    assert holm(p_values) == {("a", "b"), ("b", "a"), ("a", "c"), ("c", "a")}
    assert holm({("a", "b"): 0.02, ("a", "c"): 0.02, ("b", "c"): 0.02}) == set()
    assert holm({}) == set()


@pytest.mark.parametrize("text", ["29/50", "0.58", "58%", " 58 % "])
def test_thresholds_as_text(text: str):
    assert parse_threshold(text) == Fraction(29, 50)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "much",
        "29/0",
        "0.5",
        "21/50",
        "1.01",
        "nan",
        "0.5_8",
        "\u0662\u0669/50",
        "1e99999999",
        "58%%",
    ],
)
def test_bad_thresholds_are_told(text: str):
    with pytest.raises(ValueError, match="29/50"):
        parse_threshold(text)
