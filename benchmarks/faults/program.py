"""Tries the jobs that are asked for, and prints what did not hold. `__main__` starts it."""

import argparse
import sys
import tempfile
import time
from pathlib import Path

from conquest_opt.agents.game_runner import GameRunner
from conquest_opt.agents.spec.spec import AgentSpec
from conquest_opt.engine import Game
from conquest_opt.setups import army

from .board import FAULTS, Board
from .jobs import COMMANDS
from .service import SERVICE
from .trials import Trials


def main() -> int:
    """Try the jobs that are asked for, and print what did not hold."""
    jobs = {job.name: job for job in (*COMMANDS, *SERVICE)}
    parser = argparse.ArgumentParser(prog="python -m benchmarks.faults")
    parser.add_argument("jobs", nargs="*", metavar="JOB", help=", ".join(jobs))
    parser.add_argument("--fault", choices=FAULTS, action="append")
    parser.add_argument("--operation", type=int)
    options = parser.parse_args()
    if unknown := set(options.jobs) - set(jobs):
        parser.error(f"there is no job {', '.join(unknown)}; jobs are {', '.join(jobs)}")
    load()
    wrong = 0
    for name in options.jobs or jobs:
        with tempfile.TemporaryDirectory() as folder:
            tried = Trials(jobs[name], Path(folder), Board())
            print(f"{name}: {len(tried.operations)} operations", flush=True)
            for fault in options.fault or FAULTS:
                wrong += try_all(tried, fault, options.operation)
    return int(bool(wrong))


def try_all(tried: Trials, fault: str, only: int | None) -> int:
    """Let each operation fail so; print and count what did not hold."""
    began, count, failed = time.monotonic(), 0, 0
    for failure in tried.failures(fault, only):
        count += 1
        if failure:
            failed += 1
            print(failure, flush=True)
    seconds = time.monotonic() - began
    print(f"  {fault}: {count} tried, {failed} did not hold; {seconds:.0f} s", flush=True)
    return failed


def load() -> None:
    """Load the kernels, so that children have them."""
    game, runner = Game.new(army("Default"), army("Default")), GameRunner()
    for text in ("random", "greedy"):
        agent = AgentSpec.parse(text)
        runner.play(game.rules, game.state, agent, agent, seed=0, actions=1)


if __name__ == "__main__":
    sys.exit(main())
