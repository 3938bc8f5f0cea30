"""Requests to terminate end every command in time, whatever it is busy with."""

import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from conquest_opt.results import Store

from tests.arenas import end, start, wait_for_games

ENDLESS = "SELECT count(*)::VARCHAR AS setup FROM range(100000000) a, range(100000000) b"

THINKING = (
    *("tune", "greedy", "--opponent", "random", "--space", "noise=1,2", "--games", "2"),
    *("--neighbours", "100000", "--set", "max_turns=20"),
)
"""A run that is busy without end after its first games, and does not look whether to stop."""


@pytest.mark.parametrize("words", [("sql", ENDLESS), ("tournament", "--setups", ENDLESS)])
def test_an_endless_query_ends(words: tuple[str, ...], tmp_path: Path):
    db = tmp_path / "a.duckdb"
    Store(db)
    process = start(*words, db=db)
    time.sleep(2)
    assert process.poll() is None
    assert end(process, signal.SIGTERM) == ("", "")
    assert process.returncode == -signal.SIGTERM
    assert Store(db).runs() == []


def test_a_run_that_is_busy_elsewhere_ends_and_says_how_to_resume(tmp_path: Path):
    db = tmp_path / "a.duckdb"
    process = start(*THINKING, db=db)
    while not (db.exists() and Store(db).runs()):
        assert process.poll() is None
        time.sleep(0.1)
    time.sleep(2)
    _, err = end(process, signal.SIGTERM)
    assert process.returncode == 130
    [run] = Store(db).runs()
    assert "To resume:\n" in err
    assert err.endswith(f"tune --resume {run.run} --db {db}\n")
    assert run.status == "interrupted"


@pytest.mark.slow
def test_a_tournament_that_is_terminated_keeps_its_games(tmp_path: Path):
    db = tmp_path / "a.duckdb"
    process = start("tournament", "--agent", "random", "--games", "2000", db=db)
    wait_for_games(db)
    _, err = end(process, signal.SIGTERM)
    assert process.returncode == 130
    [run] = Store(db).runs()
    games = Store(db).query("SELECT count(*) AS n FROM games")["n"][0].as_py()
    assert f"stopped: {games:,} of 930,000 games are in {db}.\nTo resume:\n" in err
    assert run.status == "interrupted"


DEAF = """
import sys, time, duckdb
from conquest_opt.results.database.interruptible import interruptible
print("working", flush=True)
interruptible(duckdb.connect(), lambda: time.sleep(300))
"""
"""Work that does not look whether it is to stop, as a query under load."""


def test_a_second_ctrl_c_ends_what_does_not_stop_by_the_first():
    process = subprocess.Popen([sys.executable, "-c", DEAF], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    assert process.stdout.readline() == "working\n"
    time.sleep(1)
    process.send_signal(signal.SIGINT)
    time.sleep(1)
    assert process.poll() is None
    process.send_signal(signal.SIGINT)
    assert process.wait(60) == 130
