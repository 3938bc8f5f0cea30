"""Tune the weights of the evaluation of whole turns by games: SPSA, from a seed.

    python -m benchmarks.weights [--agent medium] [--steps 200] [--pairs 8] [--seed 1] [--check 200]

Simultaneous perturbation: every step moves all weights up or down at once, by factors, plays the
two agents against each other in side-swapped pairs on random maximal setups, and follows the side
that scored more. Every second step plays under three random rule edits, so that weights hold for
rules other than the usual ones. Steps and shares shrink as Spall's schedule says. In the end the
result meets the weights it began with on held-out setups and seeds, under the usual rules and
under edited ones: only an interval above one half there makes it a new set in
`agents/spec/weights.py`, with this command line as its provenance.
"""

import argparse
import json
import math
import random
from collections.abc import Mapping
from statistics import fmean, stdev

from conquest_opt.agents.spec.spec import AgentSpec
from conquest_opt.agents.spec.weights import DEFAULT_WEIGHTS, WEIGHTS
from conquest_opt.balance.rules.edits import edited
from conquest_opt.engine import Ruleset
from conquest_opt.engine.rules.seeds import derive

from .strength import play_pairs, random_edits, random_setups

TUNED = ("approach", "alive", "points", "half", "cooldown", "threat", "reward")
"""`material` and `scale` only set the unit."""
SHIFT, STEP = 0.2, 0.3
"""Perturbation and step of the first round, in logarithms of a weight."""

Weights = Mapping[str, float]


def agent_with(text: str, weights: Weights) -> AgentSpec:
    """Return an agent with these weights."""
    given = ",".join(f"{name}={value:.5g}" for name, value in weights.items())
    return AgentSpec.parse(f"{text}{',' if ':' in text else ':'}{given}")


def scores(
    agents: tuple[AgentSpec, AgentSpec], rules: Ruleset, pairs: int, seed: int
) -> list[float]:
    """Return the first agent's score in each pair."""
    setups = random_setups(rules, pairs, seed)
    return [score for score, _ in play_pairs(rules, setups, agents, seed)]


def rules_of(step: int, seed: int) -> Ruleset:
    """Return the usual rules for even steps, edited ones for odd steps."""
    return edited(Ruleset(), random_edits(derive(seed, step))) if step % 2 else Ruleset()


def tune(text: str, steps: int, pairs: int, seed: int) -> dict[str, float]:
    """Return weights that follow the better side of every step."""
    weights = {name: WEIGHTS[DEFAULT_WEIGHTS].values[name] for name in TUNED}
    chance = random.Random(seed)
    for step in range(steps):
        shift = SHIFT / (step + 1) ** 0.101
        size = STEP / (step + 1 + 0.1 * steps) ** 0.602
        signs = {name: chance.choice((-1, 1)) for name in TUNED}
        sides = [
            agent_with(text, {n: w * math.exp(way * shift * signs[n]) for n, w in weights.items()})
            for way in (1, -1)
        ]
        score = fmean(scores((sides[0], sides[1]), rules_of(step, seed), pairs, derive(seed, step)))
        gain = size * (score - 0.5) / shift
        weights = {n: w * math.exp(gain * signs[n]) for n, w in weights.items()}
        print(f"step {step + 1}/{steps}: {shown(weights)}", flush=True)
    return weights


def shown(weights: Weights) -> str:
    """Return weights as text."""
    return " ".join(f"{name}={value:.4g}" for name, value in weights.items())


def check(text: str, weights: Weights, pairs: int, seed: int) -> list[dict[str, float | str]]:
    """Return what the weights score against those they began with, on seeds of their own."""
    agents = agent_with(text, weights), AgentSpec.parse(text)
    found = []
    for step, name in enumerate(("usual rules", "edited rules")):
        parts = [(rules_of(step, derive(seed, i)), derive(seed, i)) for i in range(10)]
        pair_scores = [s for rules, own in parts for s in scores(agents, rules, pairs // 10, own)]
        error = 1.96 * stdev(pair_scores) / math.sqrt(len(pair_scores))
        score, games = 100 * fmean(pair_scores), 2 * len(pair_scores)
        found.append({"rules": name, "score": score, "error": 100 * error, "games": games})
    return found


def main() -> None:
    """Tune, check and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--agent", default="medium")
    parser.add_argument("--steps", type=int, default=200)
    parser.add_argument("--pairs", type=int, default=8, help="a step")
    parser.add_argument("--check", type=int, default=200, help="pairs of each check, in tens")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    weights = tune(given.agent, given.steps, given.pairs, given.seed)
    print(json.dumps(weights))
    for row in check(given.agent, weights, given.check, derive(given.seed, -1)):
        text = "{rules}: {score:.1f} +-{error:.1f} % of {games} games against the start"
        print(text.format(**row))


if __name__ == "__main__":
    main()
