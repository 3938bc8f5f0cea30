"""Tuning: the n-tuple model against a plain one, the walk, spaces of parameters, a real agent."""

import math
from itertools import combinations, product
from random import Random

import msgspec
import numpy as np
import pytest
from conquest_opt.agents.spec.kinds import AGENTS
from conquest_opt.agents.spec.spec import AgentSpec
from conquest_opt.arena.play.threads import Threads
from conquest_opt.arena.run.context import RunContext
from conquest_opt.arena.run.evaluator import Evaluator
from conquest_opt.arena.run.task import read_form, stored_form
from conquest_opt.arena.stats.values import ScoreValues
from conquest_opt.evolve.proposals.errors import EvolveError
from conquest_opt.evolve.tune.evaluations import adjusted
from conquest_opt.evolve.tune.ntbea import NTuples, mutant, next_point
from conquest_opt.evolve.tune.parameters import Parameters, usual
from conquest_opt.evolve.tune.result import TuneResult
from conquest_opt.evolve.tune.settings import TuneSettings
from conquest_opt.evolve.tune.task import TuneTask

SIZES = (5, 4, 3, 3, 2)


def plain(history, point):
    """Return mean and doubt of a point by going through all evaluations anew."""
    dimensions = range(len(point))
    subsets = [*combinations(dimensions, 1), *combinations(dimensions, 2), tuple(dimensions)]
    means, doubts = [], []
    for subset in dict.fromkeys(subsets):
        same = [score for other, score in history if all(other[d] == point[d] for d in subset)]
        if same:
            means.append(sum(same) / len(same))
        doubts.append(math.sqrt(math.log(1 + len(history)) / (len(same) + 0.5)))
    return sum(means) / len(means) if means else 0.5, sum(doubts) / len(doubts)


@pytest.mark.parametrize("sizes", [(3,), (3, 2), SIZES])
def test_the_model_against_plain_counting(sizes):
    generator, model, history = Random(1), NTuples(len(sizes)), []
    for _ in range(60):
        point = tuple(generator.randrange(size) for size in sizes)
        score = generator.random()
        model.add(point, score)
        history.append((point, score))
    for point in product(*(range(size) for size in sizes)):
        mean, doubt = plain(history, point)
        assert model.mean(point) == pytest.approx(mean)
        assert model.bound(point, 0.3) == pytest.approx(mean + 0.3 * doubt)
    best = max(model.mean(point) for point, _ in history)
    assert model.mean(model.best()) == best
    assert sum(model.points.values()) == model.evaluations == 60
    assert NTuples(3).mean((0, 0, 0)) == 0.5


def test_mutants_differ_and_reach_everything():
    generator = Random(2)
    drawn = [mutant((0,) * 5, SIZES, generator) for _ in range(3000)]
    assert (0,) * 5 not in drawn
    assert all(
        0 <= value < size for point in drawn for value, size in zip(point, SIZES, strict=True)
    )
    changed = sum(value > 0 for point in drawn for value in point) / len(drawn)
    assert changed == pytest.approx(1 + 4 / 5, abs=0.05)
    assert {point[0] for point in drawn} == set(range(5))


def test_a_planted_optimum_is_found_through_noise():
    """One pair of values is worth much, the rest little; each evaluation is a dozen games."""

    def chance(point):
        return 0.35 + 0.04 * point[1] + 0.3 * (point[0] == 3 and point[2] == 1) - 0.03 * point[4]

    optima = []
    for seed in range(4):
        noise, model, point = Random(seed), NTuples(len(SIZES)), (0,) * 5
        for number in range(150):
            won = sum(noise.random() < chance(point) for _ in range(12))
            model.add(point, won / 12)
            step = 1000 * seed + number
            point = next_point(model, point, SIZES, neighbours=25, k=0.25, seed=step)
        optima.append(model.best())
    assert sum(best[0] == 3 and best[2] == 1 for best in optima) >= 3
    assert sum(chance(best) for best in optima) / 4 > 0.6


def test_the_space_of_the_thesis():
    space = Parameters.of(AgentSpec.parse("fpu:advances=500"))
    assert space.values["depth"] == (1, 3, 5, 8, 10)
    assert space.values["rollout"] == (4, 6, 8, 10)
    assert space.values["k"] == (0.5, 1.0, 1.4)
    assert len(space.values["urgency"]) == 3
    assert space.values["reuse"] == ("true", "false")
    assert space.count == 5 * 4 * 3 * 3 * 2
    assert str(space.agent(space.start)) == "fpu:advances=500"
    assert msgspec.convert(msgspec.to_builtins(space), Parameters) == space
    every = [space.agent(p) for p in product(*(range(size) for size in space.sizes))]
    assert len(set(map(str, every))) == space.count
    assert {spec["advances"] for spec in every} == {500}


@pytest.mark.parametrize("name", [name for name in AGENTS if name != "random"])
def test_every_agent_has_a_space_within_its_limits_and_budget(name: str):
    base = AgentSpec.parse(name)
    space = Parameters.of(base)
    assert space.agent(space.start) == base
    for parameter, values in usual(base).items():
        assert base[parameter] in values
        for value in values:
            AgentSpec.parse(f"{name}:{parameter}={value}")
    corner = space.agent(tuple(size - 1 for size in space.sizes))
    budgets = ("advances", "iterations", "ms", "growth")
    assert [corner.get(b) for b in budgets] == [base.get(b) for b in budgets]


@pytest.mark.parametrize(
    ("agent", "given", "says"),
    [
        ("fpu", {"advances": ["500", "5000"]}, "advances is what fpu may spend"),
        ("fpu", {"iterations": ["5"]}, "the same for every configuration"),
        ("full-turn", {"growth": ["1", "8"]}, "growth is what full-turn may spend"),
        ("monte-carlo", {"k": ["1", "8"]}, "k is what monte-carlo may spend"),
        ("fpu", {"urgncy": ["1", "2"]}, "did you mean urgency"),
        ("fpu", {"k": ["much"]}, "k is a number, not 'much'"),
        ("fpu", {"k": [""]}, "k has no value"),
        ("random", {}, "random has nothing to tune"),
        ("fpu:ms=5", {}, "thinks by the clock"),
    ],
)
def test_spaces_that_cannot_be(agent: str, given: dict, says: str):
    with pytest.raises(ValueError, match=says):
        Parameters.of(AgentSpec.parse(agent), given)


def test_a_space_of_ones_own():
    base = AgentSpec.parse("fpu")
    changed = Parameters.of(base, {"k": ["0.1", "0.3"], "depth": ["5"]})
    assert list(changed.values) == ["rollout", "k", "urgency", "reuse"]
    assert changed.base == "fpu:depth=5"
    only = Parameters.of(base, {"k": ["0.1", "0.3", "0.1"]}, only=True)
    assert only.values == {"k": (0.1, 0.3)}
    assert only.start == (0,)


def test_variance_explained_is_adjusted_for_chance():
    scores = np.array([0.0, 0.0, 1.0, 1.0])
    assert adjusted(["a", "a", "b", "b"], scores) == 1
    assert adjusted(["a", "b", "a", "b"], scores) < 0
    assert adjusted(["a", "b", "c", "d"], scores) == 0


def test_a_parameter_that_matters_is_found_in_a_real_agent():
    """With noise beyond all values greedy chooses at random, without it well."""
    space = Parameters.of(
        AgentSpec.parse("greedy:noise=10"),
        {"noise": ["10", "5", "0.01"], "material": ["1", "2"]},
        only=True,
    )
    task = TuneTask.of(
        space,
        "greedy:noise=10",
        ["Rush", "CCCSS"],
        settings=TuneSettings(iterations=20, check_games=60),
        edits=("max_turns=60",),
    )
    result = task.run(RunContext(evaluator=Evaluator(Threads(2), task.rules)))
    tuned = result.values
    assert tuned.parameters["noise"] == 0.01
    assert tuned.verdict == "better"
    assert tuned.against_default and tuned.against_default.ci95[0] > 0.55
    assert tuned.total.games == tuned.against_default.games == 60
    assert msgspec.json.decode(msgspec.json.encode(tuned), type=TuneResult) == tuned
    assert f"{tuned.agent} is better than the default" in tuned.headline()
    assert result.tables["agent_ratings"].num_rows == 2
    assert read_form(TuneTask, stored_form(task)) == task
    assert sum(part.games for part in task.parts()) == 20 * 12 + 60


@pytest.mark.parametrize(
    ("ci95", "says"),
    [
        ((0.51, 0.7), "is better than the default"),
        ((0.2, 0.49), "Keep the default"),
        ((0.49, 0.7), "No difference of greedy:noise=1 to the default is shown"),
        ((0.5, 0.7), "No difference of greedy:noise=1 to the default is shown"),
        (None, "nothing better than the default was found"),
    ],
)
def test_the_headline_claims_what_the_interval_shows(ci95, says):
    counts = {"games": 100, "wins": 50, "draws": 0, "losses": 50, "score": 0.5}
    total = ScoreValues(**counts, ci95=(0.4, 0.6))
    tuned = TuneResult(
        seed=1,
        default="greedy",
        opponent="greedy",
        space={"noise": (0.01, 1.0)},
        iterations=3,
        agent="greedy:noise=1",
        parameters={"noise": 1.0},
        total=total,
        against_default=None if ci95 is None else ScoreValues(**counts, ci95=ci95),
        advances_a_decision={"greedy": 1.0},
        expected=0.5,
        evaluations=1,
        configurations=2,
    )
    assert says in tuned.headline()


def test_tunings_stored_before_are_read():
    space = Parameters.of(AgentSpec.parse("greedy"), {"noise": ["0.01", "1"]}, only=True)
    task = TuneTask.of(
        space, "random", ["Rush"], settings=TuneSettings(iterations=7, exploration=0.5), seed=4
    )
    before = stored_form(task)
    del before["form"]
    before |= before.pop("settings")
    assert read_form(TuneTask, before) == task


@pytest.mark.parametrize(
    ("values", "says"),
    [
        ({"iterations": 0}, "iterations= must be at least 1, not 0"),
        ({"check_games": 1}, "check_games= must be at least 2"),
        ({"exploration": -1}, "exploration is a number from 0"),
        ({"exploration": math.nan}, "exploration is a number from 0"),
        ({"opponent": "gredy"}, "did you mean greedy"),
        ({"opponent": "fpu:ms=5"}, "thinks by the clock"),
        ({"setups": []}, "a setup is needed"),
    ],
)
def test_tasks_that_cannot_be_are_refused(values, says):
    given = {"opponent": "greedy", "setups": ["Rush"]} | values
    task = {name: given.pop(name) for name in ("opponent", "setups")}
    with pytest.raises(ValueError, match=says):
        TuneTask.of(
            Parameters.of(AgentSpec.parse("greedy")), settings=TuneSettings(**given), **task
        )
    assert issubclass(EvolveError, ValueError)
