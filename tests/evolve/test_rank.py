"""The ranking's parts: the model, ratings, gain, deals and plans, against plain ways of working."""

import math
from itertools import combinations
from typing import Any

import msgspec
import numpy as np
import pytest
from conquest_opt.arena.play.entrant import Entrant
from conquest_opt.arena.play.errors import ArenaError
from conquest_opt.arena.play.schedule import Schedule, round_robin
from conquest_opt.arena.play.threads import Threads
from conquest_opt.arena.run.context import RunContext
from conquest_opt.arena.run.evaluator import Evaluator
from conquest_opt.arena.run.task import read_form, stored_form
from conquest_opt.engine import Ruleset
from conquest_opt.engine.rules.stats import LETTERS
from conquest_opt.evolve.judging.model import (
    COMPONENTS,
    NO_PAIRS,
    Basis,
    best_prior,
    effects,
    fit,
    genes,
    log_loss,
    rate_of,
)
from conquest_opt.evolve.judging.rating import Beta
from conquest_opt.evolve.proposals.errors import EvolveError
from conquest_opt.evolve.proposals.field import Field
from conquest_opt.evolve.proposals.mixture import mixture
from conquest_opt.evolve.proposals.space import Space
from conquest_opt.evolve.rank.plan import Plan
from conquest_opt.evolve.rank.ranking import HeldOut
from conquest_opt.evolve.rank.result import RankResult
from conquest_opt.evolve.rank.result_values import TopCheck, overlap_text
from conquest_opt.evolve.rank.roster import Roster, dealt
from conquest_opt.evolve.rank.search import RankSearch, evenly
from conquest_opt.evolve.rank.settings import RankSettings
from conquest_opt.evolve.rank.task import RankTask
from conquest_opt.setups.enumerate import Query
from conquest_opt.setups.query_text import QueryText
from conquest_opt.setups.setup import Setup

SPACE = Space(Ruleset(), Query(troops=(3, 5)))


@pytest.fixture(scope="module")
def roster() -> Roster:
    return Roster.of(SPACE)


@pytest.fixture(scope="module")
def composition(roster: Roster) -> np.ndarray:
    return roster.composition.astype(float)


def plain_terms(row: np.ndarray, centre: np.ndarray) -> list[float]:
    amounts = [float(a - c) for a, c in zip(row, centre, strict=True)]
    squares = [a * a for a in amounts[: len(LETTERS)]]
    return amounts + squares + [a * b for a, b in combinations(amounts, 2)]


# ---- the roster ----------------------------------------------------------------------------------


def test_a_roster_is_every_maximal_setup_within_the_constraints(roster):
    assert len(roster) == 45 + 528 + 2774
    assert len(set(roster.texts)) == len(roster)
    for number in range(0, len(roster), 97):
        setup = Setup.from_text(roster.texts[number])
        assert SPACE.accepts(setup)
        assert (genes([setup])[0] == roster.composition[number]).all()
        assert roster.points[number] == setup.cost(Ruleset())


def test_opponents_come_as_often_as_their_weights_say_after_any_number_of_pairs():
    entrants = tuple(Entrant.of(name, "random") for name in ("Rush", "Venom", "Default"))
    field = Field(opponents=entrants, weights=(5.0, 3.0, 2.0))
    offsets = np.random.default_rng(1).random(400)
    one = dealt(field, offsets, np.zeros(400, int), 1)
    assert np.abs(np.bincount(one.ravel()) / 400 - [0.5, 0.3, 0.2]).max() < 0.07
    many = dealt(field, offsets, np.zeros(400, int), 40)
    for row in many:
        assert np.abs(np.bincount(row, minlength=3) / 40 - [0.5, 0.3, 0.2]).max() <= 0.06
    later = dealt(field, offsets, np.full(400, 15), 25)
    assert (later == many[:, 15:]).all()


# ---- the model -----------------------------------------------------------------------------------


def test_terms_are_measured_from_their_mean_in_their_own_deviation(composition):
    basis = Basis.of(composition)
    design = basis.design(composition)
    assert np.allclose(design[:, 1:].mean(axis=0), 0, atol=1e-9)
    deviations = design[:, 1:].std(axis=0)
    assert np.allclose(deviations[deviations > 1e-6], 1)
    plain = np.array([plain_terms(row, basis.centre) for row in composition[:50]])
    assert np.allclose(design[:50, 1:] * basis.scale + basis.mean, plain)


def test_the_fit_is_where_the_posterior_is_highest_and_its_errors_are_the_curvature(composition):
    rng = np.random.default_rng(2)
    some = composition[rng.permutation(len(composition))[:300]]
    games = rng.integers(2, 9, 300).astype(float)
    points = rng.binomial(games.astype(int), 0.4).astype(float)
    model = fit(some, points, games, pairs=0.2)
    design = model.basis.design(some)
    priors = np.array([3.0] + [1.0] * 16 + [0.2] * 127)

    def height(weights: np.ndarray) -> float:
        total = -0.5 * sum((w / p) ** 2 for w, p in zip(weights, priors, strict=True))
        for x, won, played in zip(design @ weights, points, games, strict=True):
            total += won * x - played * math.log1p(math.exp(x))
        return total

    best, step = height(model.weights), 1e-3
    precision = np.linalg.inv(model.covariance)
    for at in (0, 3, 20, 77, 143):
        moved = np.zeros(144)
        moved[at] = step
        up, down = height(model.weights + moved), height(model.weights - moved)
        assert abs(up - down) / (2 * step) < 1e-3
        assert (2 * best - up - down) / step**2 == pytest.approx(precision[at, at], rel=1e-2)
    logit, error = model.predict(some[:5])
    variance = [x @ model.covariance @ x for x in design[:5]]
    assert np.allclose(logit, design[:5] @ model.weights)
    assert np.allclose(error**2, variance)
    draws = model.draws(some[:5], rng)
    drawn = np.array([next(draws) for _ in range(600)])
    assert np.allclose(drawn.std(axis=0), error, rtol=0.15)


def planted(composition: np.ndarray, **raw: float) -> np.ndarray:
    """Return log-odds with effects of one more of a thing or, as `a__b`, of two."""
    centred = composition - composition.mean(axis=0)
    logit = np.zeros(len(composition))
    for name, weight in raw.items():
        columns = [COMPONENTS.index(part.replace("_", "-")) for part in name.split("__")]
        logit += weight * np.prod(centred[:, columns], axis=1)
    return logit


def test_planted_effects_are_found_in_elo_for_one_more(composition):
    rng = np.random.default_rng(3)
    logit = planted(composition, K=0.4, charge=0.5, K__charge=0.6, M__bombard=-0.5)
    games = np.full(len(composition), 20.0)
    points = rng.binomial(20, rate_of(logit)).astype(float)
    basis = Basis.of(composition)
    prior = best_prior(composition, points, games, basis=basis, rng=rng)
    assert prior > NO_PAIRS
    model = fit(composition, points, games, pairs=prior)
    by_things = {(e.first, e.second): e for e in effects(model, composition)}
    assert len(by_things) == 16 + 7 + 120
    elo = 400 / math.log(10)
    pairs = sorted((e for e in by_things.values() if e.kind == "pair"), key=lambda e: e.strength)
    assert {pairs[-1].first, pairs[-1].second} == {"K", "charge"}
    assert {pairs[0].first, pairs[0].second} == {"M", "bombard"}
    for things, truth in ((("K", "charge"), 0.6), (("M", "bombard"), -0.5)):
        effect = by_things[things]
        assert effect.certain
        assert effect.elo == pytest.approx(truth * elo, abs=0.15 * elo)
    assert by_things["charge", None].elo > 0

    # The same by plain regressions of what the model says over all setups.
    says, design = elo * model.predict(composition)[0], model.basis.design(composition)
    alone = np.cov(composition[:, 0], says)[0, 1] / composition[:, 0].var(ddof=1)
    assert by_things["S", None].elo == pytest.approx(alone)
    place = 24 + list(combinations(range(16), 2)).index((5, 12))
    columns = np.column_stack([design[:, :24], design[:, place]])
    slope = np.linalg.lstsq(columns, says, rcond=1e-10)[0][-1] / model.basis.scale[place - 1]
    assert by_things["K", "charge"].elo == pytest.approx(slope, rel=1e-3)


def test_pairs_are_kept_down_where_there_are_none(composition):
    rng = np.random.default_rng(4)
    logit = planted(composition, K=0.5, charge=0.5)
    games = np.full(len(composition), 4.0)
    points = rng.binomial(4, rate_of(logit)).astype(float)
    assert best_prior(composition, points, games, basis=Basis.of(composition), rng=rng) <= 0.03
    one = log_loss(np.array([0.8, 0.5]), np.array([3.0, 1.0]), np.array([4.0, 2.0]))
    plain = -(3 * math.log(0.8) + math.log(0.2) + 2 * math.log(0.5)) / 6
    assert one == pytest.approx(plain)


# ---- plans ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("games", "size"), [(500, 20), (500, 573), (5000, 45), (150_000, 283_717), (4_000_000, 283_717)]
)
def test_a_plan_spends_what_it_was_given(games: int, size: int):
    settings = RankSettings(games=games)
    plan = Plan.of(settings, size, 31, field_known=False)
    levels = settings.levels
    by_agent: dict[str, int] = {}
    for name, count, agent in plan.games(levels):
        if name not in ("field", "confirm", "held out") and not name.endswith("calibration"):
            by_agent[agent] = by_agent.get(agent, 0) + count
    given = {levels.screen: games, levels.race: 10_000, levels.judge: 12_000}
    for agent, count in by_agent.items():
        assert 0.75 * given[agent] < count <= given[agent] + 40
    assert plan.calibrated + plan.held_out <= plan.screened <= size
    for _, rounds in plan.rounds:
        assert all(width <= size - plan.held_out for width, _ in rounds)
        pairs = [each for _, each in rounds]
        assert pairs == sorted(pairs)
    assert {width for width, _ in plan.finals} == {plan.top}
    assert plan.field == 465 * 20
    assert plan.confirmed == (plan.top + plan.spread + 31) * 30
    assert Plan.of(settings, size, 31, field_known=True).field == 0


def test_one_agent_for_everything_is_not_calibrated():
    settings = RankSettings(agent="greedy")
    plan = Plan.of(settings, 5000, 31, field_known=True)
    assert plan.calibrated == 0
    assert {agent for _, _, agent in plan.games(settings.levels)} == {"greedy"}


def test_a_larger_ranking_plays_more_of_everything():
    plans = [
        Plan.of(RankSettings().scaled(size), 283_717, 31, field_known=False)
        for size in (0.01, 0.1, 1.0, 4.0, 100.0)
    ]
    levels = RankSettings().levels
    totals = [sum(count for _, count, _ in plan.games(levels)) for plan in plans]
    assert totals == sorted(totals)
    assert totals[2] * 3 < totals[3]


def test_settings_say_what_is_wrong():
    with pytest.raises(ArenaError, match="games= must be at least 500, not 3"):
        RankSettings(games=3)
    with pytest.raises(ValueError, match="thinks by the clock"):
        RankSettings(games=500, judge="tactician:ms=5")
    with pytest.raises(EvolveError, match="leave 3 setups"):
        Plan.of(RankSettings(games=500), 3, 31, field_known=True)


# ---- the search ----------------------------------------------------------------------------------


def task(*edits: str) -> RankTask:
    sizes: dict[str, Any] = {
        "games": 800,
        "rounds": 2,
        "race_games": 80,
        "judge_games": 40,
        "confirm_games": 4,
    }
    sizes |= {"top": 8, "spread": 6, "calibrated": 20, "held_out": 10}
    settings = RankSettings(screen_agent="greedy:noise=0.3", agent="greedy", **sizes)
    return RankTask(
        settings=settings,
        field=Field.of([("Rush", 2.0), ("AntiRush", 1.0)], "greedy"),
        edits=("max_turns=60", *edits),
        query=QueryText(troops=(3, 4)),
        seed=3,
    )


def test_a_planted_advantage_is_found():
    rank_task = task("mage.health=1500", "mage.damage=600")
    assert read_form(RankTask, stored_form(rank_task)) == rank_task
    evaluator = Evaluator(Threads(1), rank_task.rules)
    ranking = RankSearch(rank_task, RunContext(evaluator=evaluator)).run()
    assert evaluator.games == sum(part.games for part in rank_task.parts())
    assert len(ranking.order) == len(ranking.roster) == 573
    left_out = sum(part.games for part in rank_task.parts() if part.name == "confirm")
    assert ranking.games.sum() == evaluator.games - left_out
    assert len(ranking.games) == 2
    mages = ranking.roster.composition[:, LETTERS.index("M")]
    assert (mages[ranking.top] > 0).mean() >= 0.8 > (mages > 0).mean() + 0.2
    [main] = [e for e in ranking.effects if e.kind == "main" and e.first == "M"]
    assert main.certain
    assert main.elo > 0
    means = {(c["thing"], c["number"]): c for c in ranking.contents()}
    assert means["M", 1]["rating"] > means["M", 0]["rating"] + 0.2
    with_it = np.flatnonzero(mages == 1)
    assert means["M", 1]["rating"] == pytest.approx(ranking.rating.mean[with_it].mean())
    held = ranking.held_out
    assert held.loss("with pairs") < held.loss("constant")
    assert np.all(np.diff(ranking.rating.mean[ranking.order]) <= 0)

    values = RankResult.of(ranking, evaluator.games)
    assert msgspec.json.decode(msgspec.json.encode(values), type=RankResult) == values
    low, high = ranking.interval
    others = [high[n] >= low[ranking.order[0]] for n in ranking.order[1:]]
    assert values.overlapping == sum(others) > 0
    assert f"{sum(others)} of the 572 other setups are not shown to be worse" in values.headline()
    alone = msgspec.structs.replace(values, overlapping=0)
    assert "no other setup's interval reaches its own" in alone.headline()


def test_sentences_claim_what_intervals_show():
    assert overlap_text((0.6, 0.8), [(0.1, 0.5), (0.2, 0.59)]).startswith("no other's interval")
    assert overlap_text((0.6, 0.8), [(0.1, 0.7)]).startswith(
        "none of the others is shown to be worse"
    )
    assert overlap_text((0.6, 0.8), [(0.1, 0.7), (0, 0.1)]).startswith("1 of the others is not")
    for rating, says in ((0.5, "no difference shown"), (0.9, "less than"), (0.1, "more than")):
        check = TopCheck(rating=rating, score=0.5, ci95=(0.4, 0.6), games=100)
        assert says in check.text


def test_setups_to_compare_agents_by_are_spread_over_the_ratings():
    rated = np.concatenate([np.linspace(0.9, 0.1, 30), np.full(970, 0.01)])
    places = evenly(rated, 5, 9)
    assert places[0] == 5
    assert len(set(places)) == 9
    assert (np.diff(places) > 0).all()
    assert np.abs(np.diff(rated[places])).max() < 0.15
    assert evenly(np.full(8, 0.5), 3, 5).tolist() == [3, 4, 5, 6, 7]
    assert len(evenly(rated, 5, 0)) == 0


def test_the_field_is_the_mixture_that_nobody_beats():
    names = ("Rush", "Venom", "IAmWarrior")
    entrants = [Entrant.of(name, "greedy") for name in names]
    schedule = Schedule(
        entrants=tuple(entrants), matchups=round_robin(3), pairs=10, rules=Ruleset(), seed=1
    )
    board = Evaluator(Threads(1), Ruleset()).play_schedule(schedule)
    field = mixture(entrants, board)
    assert sum(field.weights) == pytest.approx(1, abs=1e-5)
    weights = {e.label: w for e, w in zip(field.opponents, field.weights, strict=True)}
    rates = {
        (names[a], names[b]): t.score.rate
        for (a, b), t in zip(schedule.matchups, board.tallies(), strict=True)
    }
    for one in names:
        against = [
            weight * (rates[one, other] if (one, other) in rates else 1 - rates[other, one])
            for other, weight in weights.items()
            if other != one
        ]
        assert sum(against) + weights.get(one, 0) / 2 <= 0.5 + 1e-4


@pytest.mark.parametrize("games", [6, 10, 40])
@pytest.mark.parametrize(("surer", "least", "most"), [(1.0, 0.94, 0.96), (8.0, 0.5, 0.94)])
def test_intervals_that_are_right_hold_95_per_cent_of_the_scores(games, surer, least, most):
    """Whatever the number of games; ratings that are surer than they should be hold fewer."""
    rng, setups = np.random.default_rng(games), 4000
    mean, size = rng.uniform(0.05, 0.6, setups), 12.0
    rates = rng.beta(mean * size, (1 - mean) * size)
    played = np.full(setups, float(games))
    held = HeldOut(
        numbers=np.arange(setups),
        expected=Beta(mean, np.full(setups, size * surer)),
        scored=Beta(mean, np.full(setups, size)),
        plain=mean,
        constant=0.3,
        games=played,
        points=rng.binomial(games, rates).astype(float),
        noise=np.zeros(setups),
    )
    assert least < held.covered < most
    assert held.coverage[0] < held.covered < held.coverage[1]
