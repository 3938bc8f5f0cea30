"""Stopping a run in the middle: a process of its own, and a real signal."""

import signal
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path

import duckdb

from tests.arenas import end, start

TABLES = ("games", "action_space_games", "action_space_duels")
"""Tables with a row for each game."""

PATIENCE = 120.0
"""Seconds within which a run has to write its first games."""


def stop(words: Sequence[str], db: Path, number: signal.Signals) -> subprocess.CompletedProcess:
    """Start a command, send it a signal once it has written games, and return how it ended.

    It is held while the database is looked at: a fast machine would play all games meanwhile.
    """
    before = _runs_with_games(db)
    process = start(*words, "--threads", "1", db=db)
    deadline = time.monotonic() + PATIENCE
    while True:
        if db.exists():
            process.send_signal(signal.SIGSTOP)
            if _runs_with_games(db) - before:
                break
            process.send_signal(signal.SIGCONT)
        assert process.poll() is None, process.communicate()
        assert time.monotonic() < deadline, "no games were written"
        time.sleep(0.1)
    process.send_signal(number)
    out, err = end(process, signal.SIGCONT)
    return subprocess.CompletedProcess(words, process.returncode, out, err)


def games_of(db: Path, run: str) -> int:
    """Return how many games of a run are stored."""
    return _games(db).get(run, 0)


def _runs_with_games(db: Path) -> set[str]:
    """Return the runs that have games; none while another process writes."""
    try:
        return set(_games(db))
    except duckdb.Error:
        return set()


def _games(db: Path) -> dict[str, int]:
    """Return how many games are stored of each run that has some."""
    every = " UNION ALL ".join(f"SELECT run FROM {table}" for table in TABLES)
    with duckdb.connect(str(db), read_only=True) as connection:
        return dict(
            connection.execute(f"SELECT run, count(*) FROM ({every}) GROUP BY run").fetchall()
        )
