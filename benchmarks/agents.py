"""How fast the search is: `fpu` from the start of the default setup, on one core.

    python -m benchmarks.agents [--json] [--games 20]

Bars: 8 M advances/s, 400,000 iterations/s from the start, and a whole game at 3000 advances a
decision in 0.15 s on average.
"""

import argparse
import json
import time

from conquest_opt.agents.match import Table
from conquest_opt.agents.spec import AgentSpec
from conquest_opt.engine import Ruleset
from conquest_opt.engine.packing import start_state
from conquest_opt.setups import army


def measure(games: int) -> dict[str, float]:
    rules, table, fpu = Ruleset(), Table(), AgentSpec.parse("fpu")
    start = start_state((army("Default"), army("Default")), rules, 1, [])
    table.play(rules, start, fpu, fpu, seed=0, actions=1)
    best = {"fpu_advances_per_s": 0.0, "fpu_iterations_per_s": 0.0}
    deep = AgentSpec.parse("fpu:advances=3000000,reuse=false")
    for seed in range(5):
        begin = time.perf_counter()
        played = table.play(rules, start, deep, deep, seed=seed, actions=1)
        seconds = time.perf_counter() - begin
        best["fpu_advances_per_s"] = max(best["fpu_advances_per_s"], played.advances / seconds)
        best["fpu_iterations_per_s"] = max(
            best["fpu_iterations_per_s"], played.iterations / seconds
        )
    begin = time.perf_counter()
    turns = sum(int(table.play(rules, start, fpu, fpu, seed=s).state.turn) for s in range(games))
    seconds = time.perf_counter() - begin
    return {**best, "fpu_game_s": seconds / games, "fpu_game_turns": turns / games}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else None)
    parser.add_argument("--json", action="store_true", help="one JSON object")
    parser.add_argument("--games", type=int, default=20)
    options = parser.parse_args()
    figures = measure(options.games)
    if options.json:
        print(json.dumps(figures))
        return
    print(f"fpu  {figures['fpu_advances_per_s'] / 1e6:8.1f} M advances/s    bar 8")
    print(f"     {figures['fpu_iterations_per_s'] / 1e3:8.0f} k iterations/s  bar 400")
    print(f"     {figures['fpu_game_s']:8.3f} s a game         bar 0.15")
    print(f"     {figures['fpu_game_turns']:8.0f} turns a game")


if __name__ == "__main__":
    main()
