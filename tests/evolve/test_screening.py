"""Which children are played: those that a model of the games expects most of."""

from random import Random

import numpy as np
import pytest
from conquest_opt.arena.stats.score import Score
from conquest_opt.engine import Ruleset
from conquest_opt.evolve.proposals.population import Population
from conquest_opt.evolve.proposals.screening import promising
from conquest_opt.evolve.proposals.space import Space
from conquest_opt.setups import Setup

SPACE = Space(Ruleset())


def chance(setup: Setup) -> float:
    """Knights win, and win more with Charge; archers lose."""
    knights, archers, charge = setup.counts[5], setup.counts[3], "charge" in setup.commands
    return 1 / (1 + np.exp(2 - 0.5 * knights * (1 + charge) + 0.5 * archers))


def scored(setup: Setup, games: int, rng: np.random.Generator) -> Score:
    wins = int(rng.binomial(games, chance(setup)))
    return Score(wins, 0, games - wins)


@pytest.fixture(scope="module")
def known() -> list[tuple[Setup, Score]]:
    generator, rng = Random(5), np.random.default_rng(5)
    setups = [SPACE.random(generator) for _ in range(150)]
    return [(setup, scored(setup, 12, rng)) for setup in setups]


def test_those_chosen_are_better_than_those_left(known):
    generator = Random(6)
    pool = [SPACE.random(generator) for _ in range(100)]
    chosen = promising(known, pool, 20, seed=1)
    assert len(set(chosen)) == len(chosen) == 20
    left = set(range(100)) - set(chosen)
    hopes = [float(np.mean([chance(pool[n]) for n in some])) for some in (chosen, left)]
    assert hopes[0] > hopes[1] + 0.2


def test_choices_follow_from_the_seed_and_differ_between_seeds(known):
    pool = [SPACE.random(Random(n)) for n in range(60)]
    assert promising(known, pool, 8, seed=1) == promising(known, pool, 8, seed=1)
    assert promising(known, pool, 8, seed=1) != promising(known, pool, 8, seed=2)


def test_a_small_pool_is_taken_whole(known):
    pool = [setup for setup, _ in known[:3]]
    assert sorted(promising(known, pool, 10, seed=1)) == [0, 1, 2]
    assert promising(known, [], 10, seed=1) == []


def test_evolution_finds_more_with_a_model_than_chance_does():
    """Both see the same number of noisy games; the best of each is judged by its true chance."""
    found, drawn = [], []
    for seed in range(3):
        people, rng = Population(SPACE, size=24, seed=seed), np.random.default_rng(seed)
        for _ in range(6):
            asked = people.ask()
            people.tell({n: scored(people.candidates[n].setup, 8, rng) for n in asked})
        found.append(chance(people.candidates[people.ranking()[0]].setup))
        lucky = [SPACE.random(Random(1000 * seed + n)) for n in range(6 * 24)]
        drawn.append(max(lucky, key=lambda setup: scored(setup, 8, rng).rate))
    assert np.mean(found) > np.mean([chance(setup) for setup in drawn])
    assert min(found) > 0.9
