"""How strong one agent is against another, and what both cost, on setups that nothing was tuned on.

    python -m benchmarks.strength strong tactician [--pairs 200] [--seed 1] [--rulesets 0] [--json]

Random maximal setups, mirrored, side-swapped pairs. The cost is the processor time of self-play
games on the same setups in the same run, one thread. With `--rulesets 10` each of ten rulesets has
three random edits, and `--pairs` of its own.
"""

import argparse
import json
import math
import os
import random
import time
from concurrent.futures import ThreadPoolExecutor
from statistics import fmean, stdev
from threading import local
from typing import Any

import numpy as np
from conquest_opt.agents.game_runner import GameRunner
from conquest_opt.agents.spec.spec import AgentSpec
from conquest_opt.balance.rules.edits import edited, rule_numbers
from conquest_opt.engine import Ruleset
from conquest_opt.engine.kernels.layout import DRAW
from conquest_opt.engine.kernels.packing import start_state
from conquest_opt.engine.reading.input_error import InputError
from conquest_opt.engine.rules.seeds import derive
from conquest_opt.setups import army
from conquest_opt.setups.enumerate import Query, enumerate_setups

_OWN = local()


def runner() -> GameRunner:
    """Return this thread's game runner."""
    if not hasattr(_OWN, "runner"):
        _OWN.runner = GameRunner()
    return _OWN.runner


def random_setups(rules: Ruleset, count: int, seed: int) -> list[str]:
    """Return random maximal setups, all equally likely."""
    enumeration = enumerate_setups(rules, Query())
    blocks = [(block, np.flatnonzero(block.maximal)) for block in enumeration.blocks()]
    sizes = np.cumsum([len(rows) for _, rows in blocks])
    drawn = np.random.default_rng(seed).integers(0, sizes[-1], count)
    texts = []
    for n in drawn.tolist():
        i = int(np.searchsorted(sizes, n, side="right"))
        block, rows = blocks[i]
        row = rows[n - (sizes[i - 1] if i else 0)]
        troops = enumeration.troops[block.troop_rows[row]].tolist()
        commands = enumeration.commands[block.command_rows[row]]
        slugs = [c for c, on in zip(rules.commands, commands, strict=True) if on]
        letters = "".join(k * t for k, t in zip("SFHAMKC", troops, strict=True))
        texts.append(f"{letters}:{','.join(slugs)}" if slugs else letters)
    return texts


def random_edits(seed: int, count: int = 3) -> list[str]:
    """Return random edits of the troops' and commands' numbers, each by a quarter to a double."""
    chance, rules = random.Random(seed), Ruleset()
    numbers = [n for n in rule_numbers(rules) if n.name.split(".")[0] not in ("limits", "board")]
    numbers = [n for n in numbers if "." in n.name]
    while True:
        edits = []
        for number in chance.sample(numbers, count):
            target = number.value * chance.choice((0.5, 0.75, 1.25, 1.5, 2.0))
            values = [v for v in number.values() if v != number.value]
            edits.append(f"{number.name}={min(values, key=lambda v: abs(v - target))}")
        try:
            edited(rules, edits)
        except InputError:
            continue
        return edits


def play_pair(
    rules: Ruleset, setup: str, agents: tuple[AgentSpec, AgentSpec], seed: int
) -> tuple[float, int]:
    """Return the first agent's mean result of two games with sides swapped, and the draws."""
    troops = army(setup, rules)
    score, draws = 0.0, 0
    for side in (0, 1):
        start = start_state((troops, troops), rules, derive(seed, side), [])
        order = agents if side == 0 else agents[::-1]
        winner = int(runner().play(rules, start, *order, seed=derive(seed, side)).state.winner)
        score += 0.5 if winner == DRAW else float(winner == side)
        draws += winner == DRAW
    return score / 2, draws


def play_pairs(
    rules: Ruleset, setups: list[str], agents: tuple[AgentSpec, AgentSpec], seed: int
) -> list[tuple[float, int]]:
    """Return the score and the draws of one pair for each setup, on all cores."""
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        jobs = [
            pool.submit(play_pair, rules, setup, agents, derive(seed, i))
            for i, setup in enumerate(setups)
        ]
        return [job.result() for job in jobs]


def self_play_seconds(rules: Ruleset, setups: list[str], agents: list[AgentSpec]) -> list[float]:
    """Return the mean processor time of a self-play game of each agent, taken in turns."""
    spent = [0.0] * len(agents)
    for i, setup in enumerate(setups):
        troops = army(setup, rules)
        start = start_state((troops, troops), rules, i, [])
        for k, agent in enumerate(agents):
            begin = time.thread_time()
            runner().play(rules, start, agent, agent, seed=i)
            spent[k] += time.thread_time() - begin
    return [s / len(setups) for s in spent]


def compare(texts: tuple[str, str], rules: Ruleset, pairs: int, seed: int, costs: int) -> Any:
    """Return the first agent's score against the second, with its interval, and their costs."""
    agents = AgentSpec.parse(texts[0]), AgentSpec.parse(texts[1])
    setups = random_setups(rules, pairs, seed)
    for order in (agents, agents[::-1], agents[:1] * 2, agents[1:] * 2):  # compiles
        troops = army(setups[0], rules)
        start = start_state((troops, troops), rules, 1, [])
        runner().play(rules, start, *order, seed=1, actions=1)
    cost: dict[str, Any] = {}
    if costs:
        seconds = self_play_seconds(rules, setups[:costs], list(agents))
        cost["ms"] = [round(1000 * s, 2) for s in seconds]
        cost["cost"] = round(seconds[0] / seconds[1], 3)
    results = play_pairs(rules, setups, agents, seed)
    scores = [score for score, _ in results]
    return {
        "agents": [str(a) for a in agents],
        "games": 2 * pairs,
        "score": round(100 * fmean(scores), 1),
        "interval": round(196 * stdev(scores) / math.sqrt(pairs), 1),
        "draws": sum(draws for _, draws in results),
    } | cost


def main() -> None:
    """Compare and print, one line for each set of rules."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("agents", nargs=2)
    parser.add_argument("--pairs", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rulesets", type=int, default=0)
    parser.add_argument("--costs", type=int, default=40, help="self-play games for the cost")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    rulesets = [random_edits(derive(options.seed, i)) for i in range(options.rulesets)] or [[]]
    for edits in rulesets:
        rules = edited(Ruleset(), edits) if edits else Ruleset()
        result = compare(tuple(options.agents), rules, options.pairs, options.seed, options.costs)
        if options.json:
            print(json.dumps({"edits": edits} | result), flush=True)
            continue
        text = "{score} ±{interval} % of {games}, {draws} draws".format(**result)
        if options.costs:
            first, second = result["ms"]
            text += f", {first} : {second} ms a self-play game, {result['cost']} x"
        print(f"{' '.join(edits) or 'standard rules'}: {text}", flush=True)


if __name__ == "__main__":
    main()
