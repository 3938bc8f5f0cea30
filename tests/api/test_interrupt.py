"""Ctrl-C in a Python program: what was played is kept, and the run is resumed from there."""

import signal
import subprocess
import sys
import time

import conquest_opt as cq
import pytest

PROGRAM = """
import conquest_opt as cq
try:
    cq.tournament(["Default", "Rush", "Venom"], agent="mcts:advances=2000", games=20, db="a.duckdb")
except KeyboardInterrupt as stopped:
    print("stopped:", stopped)
"""


@pytest.mark.slow
def test_a_stopped_run_is_resumed_to_the_same_end(tmp_path):
    process = subprocess.Popen(
        [sys.executable, "-c", PROGRAM], cwd=tmp_path, stdout=subprocess.PIPE, text=True
    )
    file = tmp_path / "a.duckdb"
    deadline = time.monotonic() + 240
    while time.monotonic() < deadline and process.poll() is None:
        time.sleep(0.2)
        if file.exists() and _games(file) >= 2:
            break
    process.send_signal(signal.SIGINT)
    out, _ = process.communicate(timeout=60)
    assert "stopped: the run was stopped; to resume it: tournament(resume='" in out
    assert 0 < _games(file) < 60
    resumed = cq.tournament(resume="latest", db=file)
    assert _games(file) == 60
    whole = cq.tournament(["Default", "Rush", "Venom"], agent="mcts:advances=2000", games=20)
    assert resumed.json() | {"run": None} == whole.json()


def _games(file) -> int:
    try:
        return cq.open(file).sql("SELECT count(*) AS n FROM games").dicts()[0]["n"]
    except cq.StoreError:
        return 0
