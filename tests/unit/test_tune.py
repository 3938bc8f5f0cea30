"""Tuning: the n-tuple model against a plain one, the walk, spaces of parameters, a real agent."""

import math
from itertools import combinations, product
from random import Random

import numpy as np
import pytest
from conquest_opt.agents.spec.kinds import AGENTS
from conquest_opt.agents.spec.spec import AgentSpec
from conquest_opt.arena.play.threads import Threads
from conquest_opt.arena.run.evaluator import Evaluator
from conquest_opt.arena.run.task import RunContext
from conquest_opt.engine import Ruleset
from conquest_opt.evolve.proposals.errors import EvolveError
from conquest_opt.evolve.tune.ntbea import NTuples, mutant, next_point
from conquest_opt.evolve.tune.parameters import Parameters, usual
from conquest_opt.evolve.tune.report_values import adjusted
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

    found = []
    for seed in range(4):
        noise, model, point = Random(seed), NTuples(len(SIZES)), (0,) * 5
        for number in range(150):
            won = sum(noise.random() < chance(point) for _ in range(12))
            model.add(point, won / 12)
            step = 1000 * seed + number
            point = next_point(model, point, SIZES, neighbours=25, k=0.25, seed=step)
        found.append(model.best())
    assert sum(best[0] == 3 and best[2] == 1 for best in found) >= 3
    assert sum(chance(best) for best in found) / 4 > 0.6


def test_the_space_of_the_thesis():
    space = Parameters.of(AgentSpec.parse("fpu:advances=500"))
    assert dict(space.values)["depth"] == (1, 3, 5, 8, 10)
    assert dict(space.values)["rollout"] == (4, 6, 8, 10)
    assert dict(space.values)["k"] == (0.5, 1.0, 1.4)
    assert len(dict(space.values)["urgency"]) == 3
    assert dict(space.values)["reuse"] == ("true", "false")
    assert space.count == 5 * 4 * 3 * 3 * 2
    assert str(space.agent(space.start)) == "fpu:advances=500"
    assert Parameters.from_dict(space.to_dict()) == space
    every = [space.agent(p) for p in product(*(range(size) for size in space.sizes))]
    assert len(set(map(str, every))) == space.count
    assert {spec["advances"] for spec in every} == {500}


@pytest.mark.parametrize("name", [name for name in AGENTS if name != "random"])
def test_every_agent_has_a_space_within_its_limits_and_budget(name: str):
    base = AgentSpec.parse(name)
    space = Parameters.of(base)
    assert str(space.agent(space.start)) == name
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
    assert [name for name, _ in changed.values] == ["rollout", "k", "urgency", "reuse"]
    assert str(changed.base) == "fpu:depth=5"
    only = Parameters.of(base, {"k": ["0.1", "0.3", "0.1"]}, only=True)
    assert only.values == (("k", (0.1, 0.3)),)
    assert only.start == (0,)


def test_variance_explained_is_adjusted_for_chance():
    scores = np.array([0.0, 0.0, 1.0, 1.0])
    assert adjusted(["a", "a", "b", "b"], scores) == 1
    assert adjusted(["a", "b", "a", "b"], scores) < 0
    assert adjusted(["a", "b", "c", "d"], scores) == 0


def test_a_parameter_that_matters_is_found_in_a_real_agent():
    """With noise beyond all values greedy chooses at random, without it well."""
    rules = Ruleset().edit("max_turns=60")
    space = Parameters.of(
        AgentSpec.parse("greedy:noise=10"),
        {"noise": ["10", "5", "0.01"], "material": ["1", "2"]},
        only=True,
    )
    task = TuneTask.of(
        space, "greedy:noise=10", ["Rush", "CCCSS"], rules=rules, iterations=20, check_games=60
    )
    tuned = task.run(RunContext(referee=Evaluator(Threads(2), rules)))
    assert tuned.chosen["noise"] == 0.01
    assert tuned.verdict == "better"
    assert tuned.against_default and tuned.against_default.interval().low > 0.55
    assert tuned.score.games == tuned.against_default.games == 60
    assert TuneTask.from_dict(task.to_dict()) == task
    assert sum(part.games for part in task.parts()) == 20 * 12 + 60


@pytest.mark.parametrize(
    ("values", "says"),
    [
        ({"iterations": 0}, "iterations is 1 at least, not 0"),
        ({"check_games": 1}, "check-games is 2 at least"),
        ({"exploration": -1}, "exploration is a number from 0"),
        ({"opponent": "gredy"}, "did you mean greedy"),
        ({"opponent": "fpu:ms=5"}, "thinks by the clock"),
        ({"setups": []}, "a setup is needed"),
    ],
)
def test_tasks_that_cannot_be_are_told(values, says):
    given = {"opponent": "greedy", "setups": ["Rush"]} | values
    with pytest.raises(ValueError, match=says):
        TuneTask.of(Parameters.of(AgentSpec.parse("greedy")), rules=Ruleset(), **given)
    assert issubclass(EvolveError, ValueError)
