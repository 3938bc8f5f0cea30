"""The one runner: begin, resume, verify, stop, note failures, finish; for Python users too."""

import json
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest
from conquest_opt.arena.match.result import MatchResult
from conquest_opt.arena.match.task import MatchTask
from conquest_opt.arena.play.entrant import Entrant
from conquest_opt.arena.play.errors import ArenaError, Interrupted
from conquest_opt.arena.play.threads import Threads
from conquest_opt.arena.run.report import build_page, stored_values
from conquest_opt.arena.run.runner import StoredTask, run_task, stored_task
from conquest_opt.arena.run.task import FORM, read_form, stored_form
from conquest_opt.balance.kinds import KINDS
from conquest_opt.results import Store, StoreError

MANY = 4000
"""Games: more than may wait to be taken, so that none who plays them can be done too soon."""


def match(**values: Any) -> MatchTask:
    """Return a small match."""
    given: dict[str, Any] = {
        "a": Entrant.of("SSC:charge", "random"),
        "b": Entrant.of("CC", "random"),
        "games": 12,
        "edits": ("max_turns=60",),
        "seed": 5,
    }
    return MatchTask(**(given | values))


class Stopping:
    """A progress that asks to stop once games have ended, or fails."""

    def __init__(self, stop: threading.Event, error: Exception | None = None) -> None:
        self.stop, self.error = stop, error
        self.known_games = 0

    def stage(self, name: str, games: int) -> None:
        """Do nothing."""

    def known(self, games: int) -> None:
        """Count what was stored."""
        self.known_games += games

    def played(self, results: Sequence[object]) -> None:
        """Stop after the first results."""
        if results:
            self.stop.set()
            if self.error:
                raise self.error

    def say(self, sentence: str, *, best: bool = False) -> None:
        """Do nothing."""


def interrupted(store: Store, task: MatchTask) -> StoredTask:
    """Return the task of a run that was stopped in the middle."""
    stop = threading.Event()
    with pytest.raises(Interrupted):
        run_task(task, Threads(1), store=store, progress=Stopping(stop), stop=stop)
    return stored_task(store, "latest", KINDS)


def test_a_task_runs_with_and_without_a_database(tmp_path):
    plain = run_task(match(), Threads(2))
    assert plain.run is None
    store = Store(tmp_path / "a.duckdb")
    begun: list[str] = []
    stored = run_task(match(), Threads(1), store=store, on_begin=begun.append)
    assert stored.values == plain.values
    assert begun == [stored.run]
    run = store.find_run("latest")
    assert (run.status, run.kind, run.seed, run.agents) == ("finished", "match", 5, ["random"])
    assert stored_values(store, run, MatchResult) == stored.values
    assert stored.games == plain.games == 12


def test_a_run_that_was_stopped_is_resumed_by_its_identifier(tmp_path):
    store, task = Store(tmp_path / "a.duckdb"), match(games=MANY)
    stored = interrupted(store, task)
    assert store.find_run(stored.run).status == "interrupted"
    assert stored.task == task
    assert 0 < stored.games < 400
    follower = Stopping(threading.Event())
    outcome = run_task(stored.task, Threads(2), store=store, resumed=stored, progress=follower)
    assert follower.known_games == stored.games
    assert outcome.run == stored.run
    assert outcome.values == run_task(task, Threads(2)).values
    assert store.find_run(stored.run).status == "finished"


def test_stored_games_are_verified(tmp_path):
    store = Store(tmp_path / "a.duckdb")
    stored = interrupted(store, match(games=MANY))
    store.change("UPDATE games SET seed = seed + 1 WHERE game = (SELECT min(game) FROM games)")
    with pytest.raises(ArenaError, match="has other games than this program would play"):
        run_task(stored.task, Threads(1), store=store, resumed=stored)
    assert store.find_run(stored.run).status == "failed"


def test_a_failure_is_noted_with_the_run(tmp_path):
    store, stop = Store(tmp_path / "a.duckdb"), threading.Event()
    with pytest.raises(OSError, match="no light"):
        run_task(
            match(),
            Threads(1),
            store=store,
            progress=Stopping(stop, OSError("no light")),
            stop=stop,
        )
    run = store.find_run("latest")
    assert (run.status, run.message) == ("failed", "OSError: no light")


def test_a_run_that_cannot_be_noted_still_ends_as_stopped(tmp_path, monkeypatch):
    store, stop = Store(tmp_path / "a.duckdb"), threading.Event()

    def full(*_: object) -> None:
        raise StoreError("the disk is full")

    monkeypatch.setattr(Store, "end_run", full)
    with pytest.raises(Interrupted):
        run_task(match(games=MANY), Threads(1), store=store, progress=Stopping(stop), stop=stop)


def test_a_finished_run_is_reported_again_and_changes_nothing(tmp_path):
    store = Store(tmp_path / "a.duckdb")
    first = run_task(match(), Threads(1), store=store)
    before = store.runs()
    stored = stored_task(store, first.run or "", KINDS, "match")
    again = run_task(stored.task, Threads(1), store=store, resumed=stored)
    assert stored.finished
    assert again.values == first.values
    assert again.seconds == 0
    assert store.runs() == before


def change_form(db: Path, change: dict[str, object]) -> Store:
    """Store an interrupted run whose stored form was changed."""
    store = Store(db)
    run = interrupted(store, match(games=MANY)).run
    form = store.find_run(run).arguments | change
    store.change(f"UPDATE runs SET arguments = '{json.dumps(form)}' WHERE run = '{run}'")
    return store


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"gmaes": 3}, "unknown field `gmaes`"),
        ({"games": "many"}, "Expected `int`, got `str`"),
        ({"form": FORM + 1}, f"form {FORM + 1}; this version reads up to {FORM}"),
    ],
)
def test_a_stored_form_is_read_strictly(change: dict[str, object], says: str, tmp_path):
    with pytest.raises(ArenaError, match=says):
        stored_task(change_form(tmp_path / "a.duckdb", change), "latest", KINDS)


def test_stored_forms_carry_a_version_and_come_back():
    form = stored_form(match())
    assert form["form"] == FORM
    assert read_form(MatchTask, json.loads(json.dumps(form))) == match()


def test_a_run_of_another_kind_names_its_command(tmp_path):
    store = Store(tmp_path / "a.duckdb")
    run = run_task(match(), Threads(1), store=store).run
    with pytest.raises(ArenaError, match=f"is no ladder; conquest-opt match --resume {run}"):
        stored_task(store, "latest", KINDS, "ladder")


def test_every_kind_names_what_there_is():
    for kind in KINDS.values():
        assert kind.task_class().kind == kind.name
        assert issubclass(kind.result_class(), msgspec.Struct)
        assert callable(kind.report_function())


def test_the_page_begins_with_the_words_of_the_terminal(tmp_path):
    store = Store(tmp_path / "a.duckdb")
    outcome = run_task(match(), Threads(1), store=store)
    page = build_page(store, "latest", KINDS)
    assert page.sections[0].parts == outcome.values.full_summary()
    store.change("DELETE FROM run_results")
    text, limit = build_page(store, "latest", KINDS).sections[0].parts
    assert "were drawn at the turn limit" in str(limit)
    again = f"conquest-opt match --resume {outcome.run} --db {store.path}"
    assert f"{again} adds its summary" in str(text)
