"""Won endings: does an agent win where one side is far ahead, and how soon?

    python -m benchmarks.endings [--agent strong] [--games 20] [--turns 300] [--seed 1]

The agent plays both sides of twelve endings, side-swapped: a force that can win, against a few
troops that are faster than it or out of its reach. A draw is a won game thrown away.
"""

import argparse
import os
from concurrent.futures import ThreadPoolExecutor
from statistics import median

from conquest_opt.agents.spec.spec import AgentSpec
from conquest_opt.engine import Ruleset
from conquest_opt.engine.kernels.packing import start_state
from conquest_opt.engine.rules.seeds import derive
from conquest_opt.setups import army

from .strength import runner

ENDINGS = (
    ("CCCCC", "SSC:charge"),
    ("CCCC", "SS"),
    ("CCCC", "SSK:charge"),
    ("CCCKK", "SSA"),
    ("KKKKKK", "SSF"),
    ("KKKKK", "SSM:charge"),
    ("MMMMM", "SSK"),
    ("AAAAAA", "SSC"),
    ("HHHHHHH", "SSK"),
    ("FFFFFFFF", "SSH"),
    ("CCMM", "SSA:stoicism"),
    ("CCAA:chastise", "SSK:charge,vigilance"),
)
"""The side that should win, and the other."""


def play(ending: tuple[str, str], agent: AgentSpec, game: int, seed: int) -> tuple[bool, int]:
    """Return whether the stronger side wins a game, and its turns."""
    rules, own = Ruleset(), derive(seed, game)
    strong, weak = (army(text, rules) for text in ending)
    side = game % 2
    setups = (strong, weak) if side == 0 else (weak, strong)
    last = runner().play(rules, start_state(setups, rules, own, []), agent, agent, seed=own).state
    return int(last.winner) == side, int(last.turn)


def main() -> None:
    """Play the endings and print what came of them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--agent", default="strong")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--turns", type=int, default=300, help="a later win does not count")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    agent = AgentSpec.parse(options.agent)
    total = 0
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for ending in ENDINGS:
            jobs = [
                pool.submit(play, ending, agent, game, options.seed)
                for game in range(options.games)
            ]
            results = [job.result() for job in jobs]
            won = sum(wins and turns <= options.turns for wins, turns in results)
            total += won
            print(
                f"{ending[0]:<14} {ending[1]:<22} {won:3} of {options.games} within "
                f"{options.turns} turns, median length {median(turns for _, turns in results):.0f}",
                flush=True,
            )
    print(f"{total} of {options.games * len(ENDINGS)}")


if __name__ == "__main__":
    main()
