"""Schedules with different rules as one stage: the games of one after the other, also resumed."""

import threading

import pytest
from conquest_opt.arena.play.errors import ArenaError, Interrupted
from conquest_opt.arena.play.player import Keep
from conquest_opt.arena.play.programme import Programme
from conquest_opt.arena.play.result_board import ResultBoard
from conquest_opt.arena.play.schedule import Schedule
from conquest_opt.arena.play.threads import Threads
from conquest_opt.arena.run.evaluator import Evaluator
from conquest_opt.engine import Ruleset
from conquest_opt.results import Store

from tests.arenas import StopAfter, begun, rows, small


def stage(pairs: int = 3) -> list[Schedule]:
    """Return schedules of different rules, sizes and agents."""
    edits = ("max_turns=60", "max_turns=40", "champion.health=2000")
    rules = [Ruleset().edit("max_turns=60", edit) for edit in edits]
    agents = ("random", "weighted-random", "random")
    return [
        small(pairs=pairs + number, seed=7, agent=agent, rules=one)
        for number, (agent, one) in enumerate(zip(agents, rules, strict=True))
    ]


def evaluator(store: Store, run: str, threads: int = 2, progress: StopAfter | None = None):
    """Return an evaluator that writes to a run and keeps events."""
    stop = progress.stop if progress else threading.Event()
    return Evaluator(
        Threads(threads),
        Ruleset(),
        keep=Keep(events=True),
        store=store,
        run=run,
        progress=progress,
        stop=stop,
    )


def equal(one: ResultBoard, other: ResultBoard) -> bool:
    """Return whether two boards hold the same results."""
    names = ("winner", "turns", "actions", "decisions", "advances")
    return all((getattr(one, name) == getattr(other, name)).all() for name in names)


def one_by_one(store: Store, schedules: list[Schedule]) -> tuple[str, list[ResultBoard]]:
    """Play schedules one after the other."""
    run = begun(store, schedules[0])
    plain = evaluator(store, run, threads=1)
    boards = [plain.play_schedule(schedule) for schedule in schedules]
    plain.flush()
    return run, boards


def test_games_of_a_programme_are_numbered_on():
    schedules = stage()
    programme = Programme(tuple(schedules))
    plain = [(n, game) for n, one in enumerate(schedules) for game in range(len(one))]
    assert [programme.place(game) for game in range(len(programme))] == plain
    with pytest.raises(ArenaError, match="needs a schedule at least"):
        Programme(())


def test_schedules_played_together_give_the_rows_of_one_after_the_other(tmp_path):
    store, schedules = Store(tmp_path / "a.duckdb"), stage()
    alone, plain = one_by_one(store, schedules)
    run = begun(store, schedules[0])
    together = evaluator(store, run)
    boards = together.play_schedules(schedules)
    assert all(equal(a, b) for a, b in zip(boards, plain, strict=True))
    assert together.games == together.played == sum(len(one) for one in schedules)
    assert together.play_schedules([]) == []
    after = together.play_schedule(small(seed=9))  # numbers continue
    together.flush()
    assert after.played == len(after.schedule)
    count = sum(len(one) for one in schedules)
    for table in ("games", "game_events"):
        records = rows(store, run, table).to_pylist()
        assert [r for r in records if r["game"] < count] == rows(store, alone, table).to_pylist()
    assert rows(store, run).num_rows == count + len(after.schedule)


def test_a_programme_that_was_stopped_is_resumed(tmp_path):
    store, schedules = Store(tmp_path / "a.duckdb"), stage(pairs=40)
    alone, plain = one_by_one(store, schedules)
    run, follower = begun(store, schedules[0]), StopAfter(150)
    with pytest.raises(Interrupted):
        evaluator(store, run, threads=1, progress=follower).play_schedules(schedules)
    games_before = rows(store, run).num_rows
    assert 150 <= games_before < sum(len(one) for one in schedules)
    again = StopAfter(1 << 30)
    resumed = evaluator(store, run, progress=again)
    boards = resumed.play_schedules(schedules)
    resumed.flush()
    assert again.before == games_before
    assert all(equal(a, b) for a, b in zip(boards, plain, strict=True))
    for table in ("games", "game_events"):
        assert rows(store, run, table).equals(rows(store, alone, table))
