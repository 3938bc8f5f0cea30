"""Tune the weights of the evaluation of whole turns by games: SPSA, from a seed.

    python -m benchmarks.weights [--agent medium] [--start w2] [--pairs 20000] [--seed 1]

Simultaneous perturbation, as chess engines are tuned: in every side-swapped pair of games all
weights go up or down at once, the two agents meet on a random maximal setup, and the weights follow
the side that scored more. Half of the pairs are played under rulesets of three random edits each,
so that weights hold for other rules too. In the end the mean of the last quarter meets
the weights it began with on held-out setups, seeds and rulesets: only an interval above one half
there makes it a new set in `agents/spec/weights.py`, with this command line as its provenance.
"""

import argparse
import json
import math
import os
import random
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from statistics import fmean, stdev

from conquest_opt.agents.spec.spec import AgentSpec
from conquest_opt.agents.spec.weights import DEFAULT_WEIGHTS, WEIGHTS
from conquest_opt.balance.rules.edits import edited
from conquest_opt.engine import Ruleset
from conquest_opt.engine.rules.seeds import derive

from .strength import play_pair, play_pairs, random_edits, random_setups

BY_FACTOR = {
    "approach": 0.4,
    "alive": 0.2,
    "points": 0.25,
    "half": 0.3,
    "cooldown": 0.3,
    "threat": 0.15,
    "reward": 0.3,
}
"""Weights that are changed by factors, with the logarithm of a perturbation.

`material` and `scale` only set the unit."""
BY_ADDING = {"cost": 0.15, "health": 0.15, "damage": 0.15, "movement": 0.15, "range": 0.12}
"""Powers, which may be negative, with a perturbation."""
RATE = 0.006
"""How far a pair won by two moves the weights, in perturbations, at the beginning; then less."""
BATCH = 16
"""Pairs that are played with the same weights; small beside what the rate makes of them."""
SETUPS = 400

Weights = Mapping[str, float]
Course = list[tuple[Ruleset, list[str]]]
"""Rulesets, each with setups drawn from its maximal ones."""


def agent_with(text: str, weights: Weights) -> AgentSpec:
    """Return an agent with these weights."""
    texts = ",".join(f"{name}={value:.6f}" for name, value in weights.items())
    return AgentSpec.parse(f"{text}{',' if ':' in text else ':'}{texts}")


def course_of(rulesets: int, setups: int, seed: int) -> Course:
    """Return the usual rules and edited ones, with setups."""
    rules = [Ruleset()]
    rules += [edited(Ruleset(), random_edits(derive(seed, i))) for i in range(rulesets)]
    return [(r, random_setups(r, setups, derive(seed, 1000 + i))) for i, r in enumerate(rules)]


def moved(weights: Weights, steps: Mapping[str, float]) -> dict[str, float]:
    """Return weights after steps in units of their perturbations."""
    factors = {n: weights[n] * math.exp(c * steps[n]) for n, c in BY_FACTOR.items()}
    return factors | {n: weights[n] + c * steps[n] for n, c in BY_ADDING.items()}


def weights_of(name: str) -> dict[str, float]:
    """Return the tuned ones of a set of weights."""
    return {weight: WEIGHTS[name].values[weight] for weight in (*BY_FACTOR, *BY_ADDING)}


def tune(text: str, start: Weights, pairs: int, rulesets: int, seed: int) -> dict[str, float]:
    """Return the mean of the last quarter of weights that follow the better side of every pair."""
    course = course_of(rulesets, SETUPS, seed)
    weights, late, chance = dict(start), [], random.Random(seed)

    def result(signs: Mapping[str, float], pair: int) -> float:
        rules, setups = course[1 + pair // 2 % rulesets if pair % 2 and rulesets else 0]
        back = {name: -sign for name, sign in signs.items()}
        sides = agent_with(text, moved(weights, signs)), agent_with(text, moved(weights, back))
        own = derive(seed, pair)
        return 4 * play_pair(rules, setups[own % len(setups)], sides, own)[0] - 2

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for first in range(0, pairs, BATCH):
            ways = [{name: chance.choice((-1.0, 1.0)) for name in weights} for _ in range(BATCH)]
            results = list(pool.map(result, ways, range(first, first + BATCH)))
            rate = RATE * (1 - 0.75 * first / pairs)
            steps = {
                name: rate * sum(r * way[name] for r, way in zip(results, ways, strict=True))
                for name in weights
            }
            weights = moved(weights, steps)
            if first + BATCH > 0.75 * pairs:
                late.append(weights)
            if first // BATCH % 25 == 24:
                print(f"{first + BATCH} of {pairs} pairs: {shown(weights)}", flush=True)
    return {name: fmean(some[name] for some in late) for name in weights}


def shown(weights: Weights) -> str:
    """Return weights as text."""
    return " ".join(f"{name}={value:.4g}" for name, value in weights.items())


def check(
    text: str, weights: Weights, start: Weights, pairs: int, seed: int
) -> list[dict[str, float | str]]:
    """Return what the weights score against those they began with, on seeds of their own."""
    agents = agent_with(text, weights), agent_with(text, start)
    course = course_of(10, pairs, seed)
    checks = []
    for name, some, count in (
        ("usual", course[:1], pairs),
        ("edited", course[1:], max(pairs // 10, 1)),
    ):
        pair_scores = [
            score
            for rules, setups in some
            for score, _ in play_pairs(rules, setups[:count], agents, derive(seed, count))
        ]
        error = 196 * stdev(pair_scores) / math.sqrt(len(pair_scores))
        score, games = 100 * fmean(pair_scores), 2 * len(pair_scores)
        checks.append({"rules": name, "score": score, "error": error, "games": games})
    return checks


def main() -> None:
    """Tune, check and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--agent", default="medium")
    parser.add_argument("--start", default=DEFAULT_WEIGHTS, choices=list(WEIGHTS))
    parser.add_argument("--pairs", type=int, default=20_000)
    parser.add_argument("--rulesets", type=int, default=12, help="edited ones, for half the pairs")
    parser.add_argument("--check", type=int, default=400, help="pairs of each check, in tens")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    start = weights_of(options.start)
    weights = tune(options.agent, start, options.pairs, options.rulesets, options.seed)
    print(json.dumps(weights))
    for row in check(
        options.agent, weights, start, max(options.check, 2), derive(options.seed, -1)
    ):
        text = "{rules} rules: {score:.1f} +-{error:.1f} % of {games} games against the start"
        print(text.format(**row))


if __name__ == "__main__":
    main()
