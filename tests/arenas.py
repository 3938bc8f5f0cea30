"""Schedules for tests of the arena, and a program that plays one as a process of its own."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from pathlib import Path

import pyarrow as pa
from conquest_opt.arena.play.entrant import Entrant
from conquest_opt.arena.play.player import Keep
from conquest_opt.arena.play.schedule import Schedule, round_robin
from conquest_opt.arena.play.threads import Threads
from conquest_opt.arena.run.evaluator import Evaluator
from conquest_opt.arena.run.progress import Ended, NoProgress
from conquest_opt.engine import Ruleset
from conquest_opt.results import Store

PROGRAM = [sys.executable, "-c", "from conquest_opt.cli.main import main; main()"]

SETUPS = ("Default", "IAmWarrior", "SSC:charge")

MEASURED = ("run", "batch", "duration")
"""Columns of `games` that say how it was played, not what."""


class StopAfter(NoProgress):
    """Asks a run to stop once so many games have been played now."""

    def __init__(self, limit: int) -> None:
        self.limit, self.before, self.games = limit, 0, 0
        self.stop = threading.Event()

    def known(self, games: int) -> None:
        self.before += games

    def played(self, results: Sequence[Ended]) -> None:
        self.games += len(results)
        if self.games >= self.limit:
            self.stop.set()


def small(
    pairs: int = 3, seed: int = 1, agent: str = "random", setups: Sequence[str] = SETUPS, **values
) -> Schedule:
    """Return a round robin of three setups, quickly played."""
    entrants = tuple(Entrant.of(setup, agent) for setup in setups)
    given = {"entrants": entrants, "rules": Ruleset().edit("max_turns=60")} | values
    return Schedule(**({"matchups": round_robin(3), "pairs": pairs, "seed": seed} | given))


def played(store: Store, schedule: Schedule, *, threads: int, keep: Keep | None = None) -> str:
    """Play a schedule into a store; return the run."""
    run = begun(store, schedule)
    evaluator = Evaluator(Threads(threads), schedule.rules, keep=keep, store=store, run=run)
    assert evaluator.play_schedule(schedule).played == len(schedule)
    evaluator.flush()
    store.end_run(run)
    return run


def begun(store: Store, schedule: Schedule) -> str:
    """Note that a run of a schedule begins; return the run."""
    agents = schedule.agents
    return store.begin_run(kind="match", seed=schedule.seed, ruleset=schedule.rules, agents=agents)


def rows(store: Store, run: str, table: str = "games") -> pa.Table:
    """Return a run's rows in order, without what depends on the clock."""
    order = "game, action" if table == "game_events" else "game"
    records = store.query(f"SELECT * FROM {table} WHERE run = ? ORDER BY {order}", [run])
    return records.drop_columns([name for name in MEASURED if name in records.column_names])


def start(*words: str, db: Path) -> subprocess.Popen[str]:
    """Start conquest-opt as a process that can be killed."""
    return subprocess.Popen(
        [*PROGRAM, *words, "--db", str(db)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "COLUMNS": "80"},
    )


def wait_for_games(db: Path, at_least: int = 1, table: str = "games") -> None:
    """Wait until a database holds games."""
    for _ in range(2400):
        if db.exists():
            count = Store(db).query(f"SELECT count(*) AS n FROM {table}")["n"][0].as_py()
            if count >= at_least:
                return
        time.sleep(0.05)
    raise AssertionError("no games were written within two minutes")


def end(process: subprocess.Popen[str], number: signal.Signals) -> tuple[str, str]:
    """Send a signal and return what the process wrote."""
    process.send_signal(number)
    return process.communicate(timeout=60)
