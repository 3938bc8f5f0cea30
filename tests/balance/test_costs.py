"""Point values: setups to learn from, the fit against plain sums, a troop made absurdly cheap."""

import math
from random import Random

import numpy as np
import pytest
from conquest_opt.arena.play.threads import Threads
from conquest_opt.arena.run.context import RunContext
from conquest_opt.arena.run.evaluator import Evaluator
from conquest_opt.arena.run.task import read_form, stored_form
from conquest_opt.arena.stats.score import normal_quantile
from conquest_opt.balance.costs.dealing import dealt
from conquest_opt.balance.costs.estimate import judged
from conquest_opt.balance.costs.result import CostsResult, ModelValues, WorthValues, at_once
from conquest_opt.balance.costs.sampling import LEAST, NEAR, meetings, sample
from conquest_opt.balance.costs.settings import CostsSettings
from conquest_opt.balance.costs.task import CostsTask
from conquest_opt.balance.costs.worth import (
    COMPONENTS,
    PRIOR,
    Fit,
    by_copy,
    fit,
    in_points,
    log_loss,
)
from conquest_opt.engine import Ruleset
from conquest_opt.evolve.judging.model import genes
from conquest_opt.evolve.proposals.errors import EvolveError
from conquest_opt.results.page.terminal import terminal_text
from conquest_opt.setups import Setup

RULES = Ruleset()
PRICES = np.array([x.cost for x in (*RULES.troops.values(), *RULES.commands.values())], float)


def drawn(count: int = 300, seed: int = 1) -> list[Setup]:
    return sample(RULES, count, 10, Random(seed))


def test_setups_are_legal_different_and_of_many_totals():
    setups = drawn()
    assert len(set(setups)) == 300
    assert not [setup for setup in setups if setup.faults(RULES) or not sum(setup.counts)]
    costs = [setup.cost(RULES) for setup in setups]
    assert costs == sorted(costs)
    quarters = np.histogram(costs, [0, 550, 700, 850, 1000])[0]
    assert min(quarters) > 30
    assert sum(not setup.is_maximal(RULES) for setup in setups) > 200
    composition = genes(setups)
    assert (np.count_nonzero(composition, axis=0) > 30).all()
    assert np.corrcoef(composition.T)[~np.eye(len(COMPONENTS), dtype=bool)].max() < 0.5
    assert drawn() == setups != drawn(seed=2)
    assert LEAST < 1


def test_too_many_setups_are_refused():
    few = RULES.edit("limits.troops=1", "limits.commands=0")
    with pytest.raises(EvolveError, match="7 different setups are all that could be drawn"):
        sample(few, 20, 10, Random(1))


def test_everybody_meets_somebody_near():
    met = meetings(100, 250, Random(3))
    assert len(met) == 250
    assert all(one != other and abs(one - other) <= 30 for one, other in met)
    assert all(0 <= n < 100 for pair in met for n in pair)
    began = [sum(one == n for one, _ in met) for n in range(100)]
    assert set(began) == {2, 3}


def dealt_meetings(pairs: int, seed: int = 3) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return setups, weights, and who meets whom by those."""
    composition = genes(drawn(600))
    weights = PRICES / 150
    fit = Fit(weights, *np.zeros((2, len(weights), len(weights))))
    paid = float((composition @ PRICES).sum())
    return composition, weights, np.array(dealt(composition, paid, fit, pairs, Random(seed)))


def test_dealt_meetings_are_near_and_everyone_plays_once_before_anyone_plays_twice():
    _, _, met = dealt_meetings(400)
    assert len(met) == 400
    assert (np.abs(met[:, 0] - met[:, 1]) <= NEAR * 600).all()
    assert (met[:, 0] != met[:, 1]).all()
    _, played = np.unique(met[:250], return_counts=True)
    assert played.max() == 1
    _, played = np.unique(met, return_counts=True)
    assert set(played) <= {1, 2}
    assert dealt_meetings(400)[2].tolist() == met.tolist() != dealt_meetings(400, 4)[2].tolist()


def test_dealt_meetings_say_more_about_every_worth():
    composition, weights, met = dealt_meetings(250)
    bought, paid = composition.sum(axis=0), float((composition @ PRICES).sum())

    def errors(some: np.ndarray) -> np.ndarray:
        apart = composition[some[:, 0]] - composition[some[:, 1]]
        chance = 1 / (1 + np.exp(-apart @ weights))
        matrix = (apart * (2 * chance * (1 - chance))[:, None]).T @ apart
        slope = in_points(weights, bought, paid)
        return np.sqrt(np.diag(slope @ np.linalg.inv(matrix) @ slope.T))

    usual = errors(np.array(meetings(len(composition), 250, Random(3))))
    assert np.mean(errors(met) / usual) < 0.87
    assert np.max(errors(met) / usual) < 1.0


def simulated(seed: int, pairs: int = 1500, odd: float = 0.0):
    """Return setups, meetings and outcomes by known weights; `odd` is a setup's own deviation."""
    generator = np.random.default_rng(seed)
    setups = drawn(seed=seed)
    composition = genes(setups)
    weights = np.linspace(0.1, 0.9, len(COMPONENTS))
    met = np.array(meetings(len(setups), pairs, Random(seed)))
    strength = composition @ weights + odd * generator.standard_normal(len(setups))
    chance = 1 / (1 + np.exp(strength[met[:, 1]] - strength[met[:, 0]]))
    shares = generator.binomial(2, chance) / 2
    return composition, weights, met, shares


def test_the_fit_is_where_the_slope_is_nought():
    composition, _, met, shares = simulated(1, 400)
    estimate = fit(composition, met, shares)
    slope = [-PRIOR * weight for weight in estimate.weights]
    for (a, b), share in zip(met, shares, strict=True):
        lead = sum(
            w * (x - y)
            for w, x, y in zip(estimate.weights, composition[a], composition[b], strict=True)
        )
        for n in range(len(COMPONENTS)):
            slope[n] += (composition[a, n] - composition[b, n]) * (
                share - 1 / (1 + math.exp(-lead))
            )
    assert slope == pytest.approx([0] * len(COMPONENTS), abs=1e-6)


@pytest.mark.parametrize("odd", [0.0, 0.7])
def test_intervals_hold_the_truth_also_where_setups_are_odd(odd: float):
    held, scaled = [], []
    for seed in range(8):
        composition, weights, met, shares = simulated(seed, odd=odd)
        bought = composition.sum(axis=0)
        estimate = fit(composition, met, shares)
        # A setup's own deviation flattens the curve, so the truth is known up to a factor.
        worths = estimate.worths(bought, paid=float(bought @ weights))
        held += list(np.abs(worths.weights - weights) < 1.96 * worths.errors)
        scaled.append(float(bought @ worths.weights) / float(bought @ weights))
    assert scaled == pytest.approx([1] * 8)
    assert 0.87 < np.mean(held) <= 1


def levels_of(
    seed: int, off: float, *, deal: bool = False
) -> tuple[list[Fit], np.ndarray, np.ndarray, float]:
    """Return the fits of a cheap level that is off and of the judge, terms, truth, and the price.

    Each has setups of its own. A level is off alike in what a thing does to a setup's strength. The
    judge's games may be dealt by the worths of the cheap level.
    """
    generator = np.random.default_rng(seed)
    weights, fits, terms = np.linspace(0.1, 0.9, len(COMPONENTS)), [], []
    for number, (pairs, error) in enumerate(((3000, off), (500, 0.0))):
        composition = genes(drawn(seed=100 * seed + number))
        met = meetings(len(composition), pairs, Random(seed))
        if deal and fits:
            paid = float(composition.sum(axis=0) @ weights)
            met = dealt(composition, paid, fits[0], pairs, Random(seed))
        met = np.array(met)
        own = weights + error * generator.standard_normal(len(weights)) / composition.std(axis=0)
        strength = composition @ own
        chance = 1 / (1 + np.exp(strength[met[:, 1]] - strength[met[:, 0]]))
        fits.append(fit(composition, met, generator.binomial(2, chance) / 2))
        terms.append(composition)
    every = np.vstack(terms)
    return fits, every, weights, float(every.sum(axis=0) @ weights)


@pytest.mark.parametrize("deal", [False, True])
def test_worths_for_the_judge_hold_the_truth_where_the_cheap_level_does_not(deal: bool):
    held, cheap, errors = [], [], []
    for seed in range(30):
        fits, every, weights, paid = levels_of(seed, 0.12, deal=deal)
        judgement = judged(fits, every, paid)
        assert float(every.sum(axis=0) @ judgement.values) == pytest.approx(paid)
        held.append(np.abs(judgement.values - weights) < 1.96 * judgement.errors)
        alone = [one.worths(every.sum(axis=0), paid) for one in fits]
        cheap.append(np.abs(alone[0].weights - weights) < 1.96 * alone[0].errors)
        errors.append(judgement.errors / alone[1].errors)
    assert 0.92 <= np.mean(held) <= 0.98
    assert np.mean(cheap) < 0.8
    assert np.mean(errors) < 0.95


def test_a_cheap_level_that_is_right_counts_for_most():
    fits, every, _, paid = levels_of(1, 0.0)
    judgement = judged(fits, every, paid)
    assert judgement.shares[0].mean() > 0.5
    [alone] = [one.worths(every.sum(axis=0), paid) for one in fits[1:]]
    assert np.mean(judgement.errors / alone.errors) < 0.8


def test_levels_play_as_many_games_as_asked_and_a_budget_scales_them():
    settings = CostsSettings.started(screen_games=300, race_games=200, games=100)
    task = CostsTask(settings=settings)
    assert [(part.name, part.games) for part in task.parts()] == [
        ("screen", 300), ("race", 200), ("judge", 100),
    ]  # fmt: skip
    assert [part.games for part in task.scaled(3).parts()] == [900, 600, 300]
    assert [part.games for part in task.scaled(0.1).parts()] == [100, 100, 100]
    assert task.scaled(1) == task
    assert read_form(CostsTask, stored_form(task)) == task
    with pytest.raises(ValueError, match="begun by an earlier version"):
        read_form(CostsTask, stored_form(task) | {"form": 3})  # played other games
    for agent, games in (("quick", 80_000), ("greedy", 4200)):
        [alone] = CostsTask(settings=CostsSettings.started(agent=agent)).parts()
        assert (alone.name, alone.games) == ("games", games)
    with pytest.raises(ValueError, match="screen_games= counts for nothing"):
        CostsSettings.started(agent="greedy", screen_games=300)
    setups = [task.drawn(level) for level in range(3)]
    assert len({str(some[0]) + str(some[-1]) for some in setups}) == 3


def test_copies_are_told_apart():
    composition = genes([Setup((0, 1, 2, 3, 5, 0, 0), ("charge",))])
    [row] = by_copy(composition).tolist()
    assert row[:15] == [0, 0, 0, 1, 0, 0, 1, 1, 0, 1, 1, 1, 1, 1, 3]
    assert len(row) == 21 + 9
    assert sum(row[21:]) == 1


def test_loss_is_that_of_pairs_not_fitted_to():
    composition, _, met, shares = simulated(2)
    even = log_loss(np.zeros((len(composition), 1)), met, shares)
    assert even == pytest.approx(np.full(len(met), math.log(2)))
    prices = np.array([s.cost for s in (*RULES.troops.values(), *RULES.commands.values())], float)
    by_price = log_loss((composition @ prices)[:, None] / 100, met, shares).mean()
    assert log_loss(composition, met, shares).mean() < by_price < math.log(2)
    noise = np.random.default_rng(1).standard_normal((len(composition), 30))
    assert log_loss(noise, met, shares).mean() > math.log(2)


def test_a_champion_for_fifty_points_is_underpriced():
    rules = Ruleset().edit("champion.cost=50", "max_turns=120")
    task = CostsTask(
        edits=rules.edits, settings=CostsSettings(agent="quick", setups=200, games=700)
    )
    costs = task.run(RunContext(evaluator=Evaluator(Threads(2), rules))).values
    by_thing = {worth.thing: worth for worth in costs.things}
    champion = by_thing["champion"]
    assert champion.verdict == "underpriced"
    assert champion.ci95[0] > 60
    assert max(by_thing[t].worth for t in ("scout", "foot-soldier", "knight")) < champion.worth
    loss = {model.model: model.log_loss for model in costs.models}
    assert loss["worth"] < loss["price"]
    composition = genes(task.drawn(0))
    worths = np.array([by_thing[thing].worth for thing in COMPONENTS])
    paid = sum(setup.cost(rules) for setup in task.drawn(0))
    assert float((composition @ worths).sum()) == pytest.approx(paid)
    assert read_form(CostsTask, stored_form(task)) == task
    assert [one.copy for one in costs.copies[:3]] == ["first", "second", "third"]


@pytest.mark.parametrize(
    ("values", "says"),
    [
        ({"setups": 5}, "setups= must be at least 20, not 5"),
        ({"games": 5}, "games= must be at least 100, not 5"),
        ({"agent": "gredy"}, "did you mean greedy"),
        ({"agent": "fpu:ms=5"}, "thinks by the clock"),
    ],
)
def test_settings_that_cannot_be_are_refused(values: dict, says: str):
    with pytest.raises(ValueError, match=says):
        CostsSettings(**values)


def worth(thing: str, verdict: str, difference: float) -> WorthValues:
    return WorthValues(
        thing=thing,
        copy="each",
        price=100.0,
        worth=100.0 + difference,
        ci95=(90.0 + difference, 110.0 + difference),
        difference=difference,
        verdict=verdict,
        setups=30,
    )


@pytest.mark.parametrize(
    ("error", "says"),
    [
        (0.01, "Worth foretells games better"),
        (0.03, "Worth was not shown to foretell games better"),
    ],
)
def test_the_words_follow_the_intervals(error: float, says: str):
    losses = {"chance": 0.693, "price": 0.68, "worth": 0.65, "worth by copy": 0.66}
    result = CostsResult(
        seed=1,
        agent="greedy",
        things=(worth("scout", "not shown", -5), worth("knight", "overpriced", -58)),
        copies=(),
        models=tuple(
            ModelValues(model=name, terms=1, log_loss=loss, error=error)
            for name, loss in losses.items()
        ),
        setups=60,
        games=400,
    )
    text = " ".join(terminal_text(result.summary(), 80).split())
    assert result.headline() == "Overpriced: knight (-58)."
    assert "in line" not in text
    assert says in text
    assert "falls by 0.0300" in text


@pytest.mark.parametrize(
    ("difference", "verdict", "alone"),
    [(11, "not shown", True), (11, "in line", True), (5, "not shown", False)],
)
def test_a_verdict_says_that_it_is_of_all_prices_at_once(
    difference: float, verdict: str, alone: bool
):
    things = [worth(f"thing-{n}", "not shown", 0.0) for n in range(15)]
    result = CostsResult(
        seed=1,
        agent="greedy",
        things=(*things, worth("chastise", verdict, difference)),
        copies=(),
        models=tuple(
            ModelValues(model=name, terms=1, log_loss=0.6, error=0.1)
            for name in ("chance", "price", "worth", "worth by copy")
        ),
        setups=60,
        games=400,
    )
    lines = terminal_text(result.summary(), 80).splitlines()
    [row] = [line for line in lines if line.startswith("chastise")]
    assert row.endswith("not shown")
    text = " ".join(" ".join(lines).split())
    assert "Verdicts ask about all 16 prices at once" in text
    assert ("Asked alone, these would lie outside: chastise." in text) == alone
    low, high = at_once(100.0 + difference, 90.0 + difference, 16)
    assert low < 100 < high
    assert f"[{low:.0f}, {high:.0f}]" in row


def test_the_interval_of_all_is_the_one_that_verdicts_are_given_by():
    low, high = at_once(100.0, 100.0 - normal_quantile(0.95), 16)
    assert (low, high) == pytest.approx(
        (100 - normal_quantile(1 - 0.05 / 16), 100 + normal_quantile(1 - 0.05 / 16))
    )
