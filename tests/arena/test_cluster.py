"""A real Dask cluster on this machine: a worker killed in the middle changes no row."""

import json
import signal
import socket
import sys
import threading
from collections.abc import Iterator
from contextlib import suppress

import pytest
from click.testing import CliRunner
from conquest_opt.arena.play import cluster as cluster_module
from conquest_opt.arena.play import worker
from conquest_opt.arena.play.cluster import Cluster
from conquest_opt.arena.play.errors import ArenaError
from conquest_opt.arena.play.play_schedule import play_schedule
from conquest_opt.arena.play.player import Keep
from conquest_opt.arena.play.result_board import ResultBoard
from conquest_opt.arena.play.threads import Threads
from conquest_opt.arena.run.evaluator import Evaluator
from conquest_opt.cli.main import main
from conquest_opt.engine import Ruleset
from conquest_opt.results import Store

from tests.arenas import begun, played, rows, small, start, wait_for_games
from tests.clusters import Machines

KEEP = Keep(events=True)


@pytest.fixture
def machines(tmp_path) -> Iterator[Machines]:
    started = Machines(tmp_path)
    yield started
    started.end()


@pytest.mark.slow
def test_a_worker_killed_in_the_middle_changes_no_row(machines: Machines, tmp_path):
    store = Store(tmp_path / "a.duckdb")
    schedule = small(pairs=60, agent="fpu:advances=600")
    machines.add_worker()
    machines.add_worker()
    cluster = Cluster(str(machines.file))
    run = begun(store, schedule)
    evaluator = Evaluator(cluster, schedule.rules, keep=KEEP, store=store, run=run)
    given: list[int] = []
    killed_after: list[int] = []

    def on_results(results):
        given.extend(result.game for result in results)
        if not killed_after:
            machines.workers[0].kill()
            killed_after.append(len(given))

    try:
        board = evaluator.play_schedule(schedule, on_results=on_results)
        evaluator.flush()
    finally:
        cluster.close()
    assert not len(board.missing())
    assert machines.workers[0].wait(60) == -signal.SIGKILL
    assert killed_after[0] < len(schedule)
    assert sorted(given) == list(range(len(schedule)))
    alone = played(store, schedule, threads=2, keep=KEEP)
    for table in ("games", "game_events"):
        assert rows(store, run, table).equals(rows(store, alone, table))


@pytest.mark.slow
def test_schedules_of_different_rules_are_one_stage_of_a_cluster(machines: Machines, tmp_path):
    store = Store(tmp_path / "a.duckdb")
    rules = [Ruleset().edit("max_turns=60", f"champion.health={n}") for n in (500, 1000, 2000)]
    schedules = [small(pairs=20, agent="fpu:advances=300", rules=one) for one in rules]
    machines.add_worker()
    machines.add_worker()
    cluster = Cluster(str(machines.file))
    run = begun(store, schedules[0])
    evaluator = Evaluator(cluster, rules[0], keep=KEEP, store=store, run=run)
    try:
        boards = evaluator.play_schedules(schedules)
        evaluator.flush()
    finally:
        cluster.close()
    assert [board.played for board in boards] == [len(schedule) for schedule in schedules]
    alone = begun(store, schedules[0])
    plain = Evaluator(Threads(1), rules[0], keep=KEEP, store=store, run=alone)
    for schedule in schedules:
        plain.play_schedule(schedule)
    plain.flush()
    for table in ("games", "game_events"):
        assert rows(store, run, table).equals(rows(store, alone, table))


@pytest.mark.slow
def test_a_command_plays_on_a_cluster_and_a_lost_scheduler_is_told(machines: Machines, tmp_path):
    machines.add_worker()
    words = ["match", "Default", "Rush", "--agent", "random", "--json", "--games", "40"]
    messages = []
    for where in (["--cluster", machines.address], []):
        env = {"CONQUEST_DB": str(tmp_path / "a.duckdb")}
        result = CliRunner().invoke(main, [*words, *where], env=env)
        assert result.exit_code == 0, result.output
        messages.append(json.loads(result.stdout) | {"run": ""})
    assert messages[0] == messages[1]
    cluster, schedule = Cluster(machines.address), small(pairs=20_000)
    board = ResultBoard(schedule)

    def kill(results):
        if results:
            machines.scheduler.kill()

    try:
        with pytest.raises(ArenaError, match="the cluster's scheduler was lost"):
            play_schedule(board, cluster, keep=Keep(), stop=threading.Event(), on_results=kill)
    finally:
        cluster.close()


def test_workers_with_other_software_are_refused(machines: Machines, monkeypatch):
    machines.add_worker()
    cluster = Cluster(machines.address)
    try:
        for module in (cluster_module, worker):
            monkeypatch.setattr(module, "fingerprint", lambda: "conquest-opt 99")
        with pytest.raises(ArenaError, match=r"has conquest-opt .*; it needs conquest-opt 99"):
            list(cluster.play(small(), range(4), Keep(), threading.Event()))
    finally:
        cluster.close()


@pytest.mark.parametrize(
    ("address", "says"),
    [
        ("tcp://127.0.0.1:9", "no scheduler answers at tcp://127.0.0.1:9"),
        ("nowhere.json", "neither an address such as tcp://host:8786 nor a scheduler file"),
        ("what://ever", "no scheduler answers at what://ever"),
        ("tcp://", "answers at tcp://: an address is such as tcp://host:8786"),
        ("tcp://127.0.0.1:many", "an address is such as tcp://host:8786"),
        ("tcp://[::1", "an address is such as tcp://host:8786"),
        ("tcp://nowhere.invalid:8786", "no scheduler answers at tcp://nowhere.invalid:8786: "),
        (__file__, "is no scheduler file"),
        ("", "'.' is neither an address such as tcp://host:8786 nor a scheduler file"),
    ],
)
def test_a_cluster_that_is_not_there(address: str, says: str):
    with pytest.raises(ArenaError, match=says):
        Cluster(address)


@pytest.mark.parametrize("answer", [b"", b"HTTP/1.1 400 Bad Request\r\n\r\n"])
def test_what_listens_is_no_scheduler(answer: bytes, monkeypatch):
    monkeypatch.setattr(cluster_module, "_ANSWER", 1)
    with socket.create_server(("127.0.0.1", 0)) as server:
        address = f"tcp://127.0.0.1:{server.getsockname()[1]}"
        threading.Thread(target=_answer, args=(server, answer), daemon=True).start()
        with pytest.raises(ArenaError, match="does not answer as a scheduler does"):
            Cluster(address)


def _answer(server: socket.socket, text: bytes) -> None:
    """Answer each connection; say nothing and keep the connection if the text is empty."""
    kept = []
    with suppress(OSError):  # the server is closed in the end
        while True:
            kept.append(server.accept()[0])
            if text:
                kept[-1].sendall(text)


def test_an_empty_text_names_no_cluster():
    words = ["match", "Default", "Rush", "--quick", "--no-db", "--cluster", ""]
    result = CliRunner().invoke(main, words)
    assert result.exit_code == 2
    assert "--cluster names a scheduler: tcp://host:8786, or its file" in result.stderr


@pytest.mark.slow
def test_a_scheduler_that_is_lost_is_told_in_a_line(machines: Machines, tmp_path):
    machines.add_worker()
    db = tmp_path / "a.duckdb"
    words = ("match", "Default", "Rush", "--agent", "random", "--games", "200000")
    process = start(*words, "--cluster", machines.address, db=db)
    wait_for_games(db)
    machines.scheduler.kill()
    _, err = process.communicate(timeout=60)
    assert process.returncode == 1
    [run] = Store(db).runs()
    *_, first, second, third = err.splitlines()
    assert first == "To resume:"
    assert second.endswith(f"match --resume {run.run} --cluster {machines.address} --db {db}")
    assert third.startswith("Error: the connection with the cluster's scheduler was lost")
    assert "Traceback" not in err


def test_a_cluster_without_workers(machines: Machines, monkeypatch):
    monkeypatch.setattr(cluster_module, "_CONNECT", 1)
    with pytest.raises(ArenaError, match=r"has no workers; dask worker .* starts one"):
        Cluster(machines.address)


def test_dask_is_an_extra(monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(ArenaError, match=r"pip install 'conquest-opt\[cluster\]'"):
        Cluster("tcp://127.0.0.1:9")
