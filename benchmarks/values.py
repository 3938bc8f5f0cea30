"""What the values of an analysis mean: how often the side that is ahead goes on to win.

    python -m benchmarks.values [--agent strong] [--games 400] [--seed 5]

The agent plays setups of the catalogue, drawn at random, against itself. At the beginning of every
turn its value is noted; the table shows what the side ahead scored, by the size of the value and by
the turn. `arena/review/win_chance.py` puts values into words by it, and takes its curve from the
last line: the logistic curve of the chance to win over the value that fits these turns best.
"""

import argparse
import os
import random
from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor
from statistics import mean
from typing import Any

import numpy as np
from conquest_opt.agents.spec.spec import AgentSpec
from conquest_opt.engine import Game
from conquest_opt.engine.rules.seeds import derive
from conquest_opt.setups import army
from conquest_opt.setups.catalogue import catalogue
from scipy.optimize import minimize_scalar

from .strength import runner

SIZES = (0.0, 0.05, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.9)
TURNS = (1, 3, 9, 15, 25)
"""Where rows and columns of the table begin."""


def play(setups: list[str], agent: AgentSpec, seed: int) -> list[tuple[int, float, float]]:
    """Return each turn of a game, the size of its value, and the score of the side ahead."""
    game, seen = Game.new(*map(army, setups), seed=seed), []
    while game.winner is None:
        own = derive(seed, len(game.history))
        best = runner().analyse(game.rules, game.state, agent, seed=own).tried[0]
        seen.append((game.turn, best.value, game.player if best.value > 0 else 1 - game.player))
        for action in best.actions:
            game.apply(action)
    scores = {player: 0.5 if game.winner == "draw" else game.winner == player for player in (0, 1)}
    return [(turn, abs(value), float(scores[ahead])) for turn, value, ahead in seen]


def main() -> None:
    """Play the games and print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--agent", default="strong", help="one that searches whole turns")
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--seed", type=int, default=5)
    options = parser.parse_args()
    agent, draw, names = (
        AgentSpec.parse(options.agent),
        random.Random(options.seed),
        list(catalogue()),
    )
    tasks = [(draw.sample(names, 2), agent, game) for game in range(options.games)]
    cells: dict[tuple[float, int], list[float]] = defaultdict(list)
    later: list[tuple[float, float]] = []
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for played in pool.map(lambda task: play(*task), tasks):
            for turn, size, score in played:
                row = max(s for s in SIZES if s <= size)
                cells[row, max(t for t in TURNS if t <= turn)].append(score)
                if turn >= TURNS[2]:
                    later.append((size, score))
                    cells[row, 0].append(score)
    heads = [f"from turn {turn}" for turn in TURNS] + [f"all from {TURNS[2]}"]
    print(f"{'value from':>10}" + "".join(f"{head:>16}" for head in heads))
    for row in SIZES:
        columns = [cells[row, turn] for turn in (*TURNS, 0)]
        print(f"{row:>10.2f}" + "".join(f"{_cell(scores):>16}" for scores in columns))
    print(f"steepness of the chance to win from turn {TURNS[2]} on: {steepness(later):.2f}")


def steepness(seen: list[tuple[float, float]]) -> float:
    """Return the k of 1 / (1 + exp(-k * value)) that makes the scores likeliest."""
    values, scores = np.array(seen).T

    def surprise(k: float) -> float:
        return float(np.sum(np.logaddexp(0, -k * values) + (1 - scores) * k * values))

    minimum: Any = minimize_scalar(surprise, bounds=(0.1, 50), method="bounded")
    return float(minimum.x)


def _cell(scores: list[float]) -> str:
    return f"{100 * mean(scores):.0f} % ({len(scores):,})" if scores else "-"


if __name__ == "__main__":
    main()
