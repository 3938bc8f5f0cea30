"""Several processes and one file: killed writers, readers beside a writer, two writers."""

import random
import signal
import subprocess
import sys
import threading
import time
from contextlib import ExitStack
from pathlib import Path

import pytest
from conquest_opt.results import Store
from conquest_opt.results.database.connection import duckdb_errors, writing
from conquest_opt.results.database.errors import DatabaseBusy

from tests.stores import ROWS, batch_tables, command_line, hold, start_writer


def check_whole_batches(store: Store, run: str) -> set[str]:
    """Return the run's batches, after checking that the tables hold all of them and no more."""
    written = store.written_batches(run)
    rows = store.query(
        "SELECT batch, count(*) AS games, count(DISTINCT game) AS different FROM games "
        "WHERE run = ? GROUP BY batch",
        [run],
    ).to_pylist()
    assert {row["batch"] for row in rows} == written
    assert all(row["games"] == row["different"] == ROWS for row in rows)
    setups = store.query("SELECT count(*) AS n FROM run_setups WHERE run = ?", [run])
    assert setups["n"][0].as_py() == ROWS * len(written)
    return written


@pytest.mark.slow
def test_a_writer_killed_at_any_moment_leaves_whole_batches(tmp_path):
    db, run, before = tmp_path / "a.duckdb", "new", set[str]()
    moments = random.Random(3)
    for _ in range(8):
        writer, run = start_writer(db, run, 100_000)
        time.sleep(moments.uniform(0.0, 0.7))
        writer.kill()
        writer.wait()
        store = Store(db, create=False)
        assert store.find_run(run).status == "interrupted"
        after = check_whole_batches(store, run)
        assert before <= after
        before = after
    wanted = len(before) + 2
    writer, _ = start_writer(db, run, wanted)
    assert writer.wait() == 0
    assert check_whole_batches(Store(db), run) == {str(n) for n in range(wanted)}
    assert Store(db).find_run(run).status == "finished"
    first = batch_tables(0, run)["games"]["first_setup"].to_pylist()
    kept = Store(db).query("SELECT first_setup FROM games WHERE game < ? ORDER BY game", [ROWS])
    assert kept["first_setup"].to_pylist() == first


def test_a_file_killed_while_it_is_made_does_not_stand_in_the_way(tmp_path):
    for delay in (0.0, 0.1, 0.2, 0.3, 0.4):
        db = tmp_path / f"{delay}.duckdb"
        code = (
            "import sys; from conquest_opt.results.store.store import Store; print(1, flush=True)\n"
        )
        words = [sys.executable, "-c", code + "Store(sys.argv[1])", str(db)]
        maker = subprocess.Popen(words, stdout=subprocess.PIPE)
        assert maker.stdout and maker.stdout.readline()
        time.sleep(delay)
        maker.kill()
        maker.wait()
        maker.stdout.close()
        assert Store(db).runs() == []


def test_sql_is_answered_while_a_run_writes(tmp_path):
    db = tmp_path / "a.duckdb"
    writer, run = start_writer(db, "new", 100_000)
    try:
        counts = []
        for _ in range(4):
            answer = command_line("sql", "SELECT count(*) AS games FROM games", db=db).stdout
            counts.append(int(answer.removeprefix("games\n")))
        assert counts == sorted(counts)
        assert not any(count % ROWS for count in counts)
        assert counts[-1] > counts[0]
        listed = command_line("runs", db=db).stdout
        assert run in listed
        assert "running" in listed
        assert writer.poll() is None
    finally:
        writer.kill()
        writer.wait()


@pytest.mark.slow
def test_two_runs_on_one_file_both_finish(tmp_path):
    db = tmp_path / "a.duckdb"
    writers = [start_writer(db, "new", 12) for _ in range(2)]
    for writer, run in writers:
        assert writer.wait() == 0
        assert len(check_whole_batches(Store(db), run)) == 12
    assert {run.status for run in Store(db).runs()} == {"finished"}


@pytest.fixture
def held(tmp_path):
    """A database that another process keeps open, and that process."""
    db = tmp_path / "a.duckdb"
    Store(db)
    holder = hold(db, read_only=False)
    yield db, holder
    holder.kill()
    holder.wait()


def test_whoever_waits_in_vain_is_told_who_holds_the_file(held: tuple[Path, subprocess.Popen]):
    db, holder = held
    with pytest.raises(DatabaseBusy, match=rf"is held by process {holder.pid} \(.+\)"):
        Store(db, reader_timeout=0.1)
    holder.communicate(b"\n")
    store = Store(db, writer_timeout=0.1)
    reader = hold(db, read_only=True)
    assert store.runs() == []
    with pytest.raises(DatabaseBusy, match=f"is held by process {reader.pid}"):
        store.end_run("any")
    reader.communicate(b"\n")


def test_a_wait_is_reported_and_given_up_at_a_second_ctrl_c(
    held: tuple[Path, subprocess.Popen], monkeypatch
):
    db, holder = held
    monkeypatch.setattr("conquest_opt.results.database.opening.REPORTED_AFTER", 0.1)
    sentences: list[str] = []

    def on_wait(sentence: str) -> None:
        sentences.append(sentence)
        raise KeyboardInterrupt

    holder.communicate(b"\n")
    store = Store(db, on_wait=on_wait)
    again = hold(db, read_only=False)
    with pytest.raises(KeyboardInterrupt):
        store.end_run("any")
    assert f"waiting for {db}, which is held by process {again.pid}" in sentences[0]
    with pytest.raises(DatabaseBusy, match=r"did not become free;"):
        store.end_run("any")  # with the timeout of 600 s
    again.communicate(b"\n")


def test_a_signal_while_duckdb_works_is_a_ctrl_c(tmp_path):
    store = Store(tmp_path / "a.duckdb")
    with ExitStack() as stack:
        before = signal.signal(signal.SIGALRM, signal.default_int_handler)
        stack.callback(signal.signal, signal.SIGALRM, before)
        connection = stack.enter_context(writing(store.path))
        # With a second thread that takes all the work, DuckDB waits for it and sees no signal.
        connection.execute("SET threads = 1")
        stack.enter_context(pytest.raises(KeyboardInterrupt))
        stack.enter_context(duckdb_errors())
        signal.setitimer(signal.ITIMER_REAL, 0.3)
        connection.execute("SELECT count(*) FROM range(100000000) a, range(100000000) b")


def test_timeout_is_short_once_stopped(held: tuple[Path, subprocess.Popen], monkeypatch):
    db, holder = held
    monkeypatch.setattr("conquest_opt.results.database.opening.STOPPED_TIMEOUT", 0.3)
    holder.communicate(b"\n")
    stop = threading.Event()
    store = Store(db, stop=stop)
    again = hold(db, read_only=False)
    threading.Timer(0.2, stop.set).start()  # while it waits
    with pytest.raises(DatabaseBusy):
        store.end_run("any")
    with pytest.raises(DatabaseBusy, match=r"did not become free;"):
        store.end_run("any")  # the seconds are for all calls together
    again.communicate(b"\n")
