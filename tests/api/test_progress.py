"""ProgressLine: an estimate first, one changing line on a terminal, a few lines in a log."""

import sys

import pytest
from conquest_opt.api import progress as module
from conquest_opt.api.progress import ProgressLine, StandardError


@pytest.fixture
def clock(monkeypatch):
    """A clock that a test sets."""
    time = [100.0]
    monkeypatch.setattr(module.time, "monotonic", lambda: time[0])
    return time


def played_for(seconds: int, clock: list[float], progress: ProgressLine) -> None:
    """Let two threads end twenty games of a tenth of a second every second."""
    for _ in range(seconds):
        clock[0] += 1
        progress(20, 2.0)
    progress.close()


def test_lines_in_a_log_become_rare(clock, capsys):
    progress = ProgressLine(10_000, 1_000, "2 threads", 2, StandardError())
    played_for(130, clock, progress)
    lines = capsys.readouterr().err.splitlines()
    assert lines[0] == "9,000 of 10,000 games on 2 threads: about 7 min 30 s"
    assert lines[1] == "1,200 of 10,000 games, 20.0 games/s, 7 min 20 s left"
    assert [line.split()[0] for line in lines[2:]] == ["1,600", "2,200", "3,400"]


def test_the_estimate_counts_the_games_that_the_progress_counts(clock, capsys):
    played_for(12, clock, ProgressLine(23_250, 0, "2 threads", 2, StandardError()))
    estimate, progress = capsys.readouterr().err.splitlines()
    assert estimate.startswith("23,250 games on 2 threads: about ")
    assert " of 23,250 games, " in progress


def test_short_runs_say_nothing(clock, capsys):
    played_for(5, clock, ProgressLine(100, 0, "2 threads", 2, StandardError()))
    assert capsys.readouterr().err == ""


def test_a_terminal_has_one_line_that_is_wiped_in_the_end(clock, capsys, monkeypatch):
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    played_for(4, clock, ProgressLine(10_000, 0, "2 threads", 2, StandardError()))
    err = capsys.readouterr().err
    assert err.count("\n") == 1  # after the estimate
    assert "\r80 of 10,000 games, 20.0 games/s, 8 min 16 s left" in err
    assert err.endswith(" \r")
