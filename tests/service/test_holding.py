"""A server that holds: two jobs at once, a cluster, signals, locks, files that go or cannot be."""

import os
import subprocess
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import duckdb
import httpx
import pytest
from conquest_opt import match
from conquest_opt.results import Store

from tests.clusters import Machines
from tests.locks import held
from tests.servers import API, Server, children_of, ended
from tests.service.test_serve import refused

pytestmark = pytest.mark.slow

MATCH: dict[str, Any] = {"a": "Default", "b": "Rush", "games": 40, "agent": "greedy", "seed": 3}


def settings(**changed: Any) -> dict[str, Any]:
    """Return those of a small match."""
    return MATCH | changed


def rows(db: Path, run: str) -> list[tuple]:
    """Return the games of a run, without what depends on the clock."""
    with duckdb.connect(str(db), read_only=True) as connection:
        return connection.execute(
            "SELECT * EXCLUDE (run, batch, duration) FROM games WHERE run = ? ORDER BY ALL", [run]
        ).fetchall()


def post(server: Server, **changed: Any) -> int:
    answer = server.post("/jobs", {"kind": "match", "settings": settings(**changed)})
    assert answer.status_code == 201, answer.text
    return answer.json()["job"]["job"]


@pytest.mark.slow
def test_two_jobs_run_at_once_with_the_results_of_each_alone(start, tmp_path: Path):
    server: Server = start("--jobs", "2", "--threads", "1")
    seeds = {post(server, seed=seed, games=200): seed for seed in (3, 4)}
    done = {seed: server.wait_for(ended, number) for number, seed in seeds.items()}
    assert max(job["started"] for job in done.values()) < min(job["ended"] for job in done.values())
    assert {job["state"] for job in done.values()} == {"finished"}
    for seed, job in done.items():
        db = tmp_path / f"alone-{seed}.duckdb"
        alone = match(**settings(seed=seed, games=200), db=db, progress=False)
        assert alone.run
        assert rows(tmp_path / "results.duckdb", job["run"]) == rows(db, alone.run)


@pytest.mark.slow
def test_jobs_on_a_cluster_give_the_rows_of_threads(start, tmp_path: Path):
    folder = tmp_path / "cluster"
    folder.mkdir()
    machines = Machines(folder)
    try:
        machines.add_worker()
        server: Server = start("--cluster", machines.address)
        assert server.get("/state").json()["plays_on"] == "a cluster"
        done = server.wait_for(ended, post(server))
        assert (done["state"], done["message"]) == ("finished", None)
        db = tmp_path / "threads.duckdb"
        alone = match(**MATCH, db=db, progress=False)
        assert alone.run
        assert rows(tmp_path / "results.duckdb", done["run"]) == rows(db, alone.run)

        long = post(server, games=200_000)
        server.wait_for(lambda job: job["progress"]["games"] > 0, long)
        machines.end()
        failed = server.wait_for(ended, long)
        assert failed["state"] == "failed"
        assert "cluster" in failed["message"] or "scheduler" in failed["message"]
        unreachable = server.wait_for(ended, post(server))
        assert unreachable["state"] == "failed"
        assert "scheduler" in unreachable["message"]
        assert server.get("/state").status_code == 200
    finally:
        machines.end()


@pytest.mark.slow
def test_a_signal_in_the_middle_of_a_job_ends_everything_that_was_started(start):
    server: Server = start()
    number = post(server, games=50_000)
    server.wait_for(lambda job: job["progress"]["games"] > 0, number)
    assert server.get("/sql", params={"query": "FROM run_summary"}).status_code == 200
    url, cut = f"{server.url}{API}/jobs/{number}/events", threading.Event()

    def follow() -> None:
        try:
            with httpx.stream("GET", url, timeout=120) as stream:
                for _ in stream.iter_lines():
                    pass
        except httpx.HTTPError:
            pass
        cut.set()

    threading.Thread(target=follow, daemon=True).start()
    started = server.children()
    assert any("jobs.worker" in command for command in started.values())
    assert any("side_calls" in command for command in started.values())
    started |= {n: c for child in list(started) for n, c in children_of(child).items()}
    assert server.end() == 0  # and within a minute, even on a busy machine
    assert cut.wait(10)
    assert not [number for number in started if Path(f"/proc/{number}").exists()]
    assert "Traceback" not in server.output


READS = ("/runs", "/runs/latest", "/runs/latest/tables/games", "/setups/known?setup=Rush")


@pytest.mark.slow
def test_no_read_of_a_page_waits_for_a_lock(start, tmp_path: Path):
    """Twenty reads at once, of what is known and of what is not, while another has the file."""
    server: Server = start()
    server.wait_for(ended, post(server))
    known = {path: server.get(path).json() for path in READS}
    others = [f"/runs?offset={n}" for n in range(1, 17)]
    answers: dict[str, httpx.Response] = {}

    def ask(path: str) -> None:
        answers[path] = server.get(path)

    with held(tmp_path / "results.duckdb"):
        time.sleep(2)  # answers are given again for a moment
        askers = [threading.Thread(target=ask, args=[path]) for path in (*READS, *others)]
        for asker in askers:
            asker.start()
        for path in ("/state", "/jobs", "/setups", "/rules/check", "/kinds"):
            assert server.get(path).status_code == 200
        for asker in askers:
            asker.join(60)
        for path in READS:
            assert answers[path].json() == known[path] | {"stale": True}
        for path in others:
            assert answers[path].status_code == 503
            assert answers[path].headers["retry-after"]
            assert "busy" in answers[path].json()["detail"]
        # The lock is held for as long as this takes: an answer that came did not wait for it.
    until = time.monotonic() + 30
    while (again := server.get("/runs")).json().get("stale", True):
        assert time.monotonic() < until
    assert again.json()["data"] == known["/runs"]["data"]


@pytest.mark.slow
def test_a_database_that_is_deleted_is_said_and_made_anew_by_the_next_job(start, tmp_path: Path):
    db = tmp_path / "results.duckdb"
    server: Server = start()
    server.wait_for(ended, post(server))
    assert server.get("/runs").json()["data"]["matching"] == 1
    db.unlink()
    assert server.get("/runs").status_code == 404
    assert "there is no database" in server.get("/runs").json()["detail"]
    assert server.get("/sql", params={"query": "FROM runs"}).status_code == 404
    assert server.get("/state").json()["database_bytes"] is None
    done = server.wait_for(ended, post(server))
    assert done["state"] == "finished"
    assert server.get("/runs").json()["data"]["matching"] == 1


@pytest.mark.slow
def test_a_job_that_fails_while_it_runs_says_why(start, tmp_path: Path):
    """The place of its database is taken by a folder."""
    server: Server = start()
    db = tmp_path / "results.duckdb"
    db.unlink()
    db.mkdir()
    failed = server.wait_for(ended, post(server))
    assert failed["state"] == "failed"
    assert "is a directory, no database" in failed["message"]
    assert server.get("/state").json()["jobs"] == {"failed": 1}
    db.rmdir()
    assert server.post(f"/jobs/{failed['job']}/resume").status_code == 200
    assert server.wait_for(ended)["state"] == "finished"


def test_a_new_database_has_no_runs(start):
    server: Server = start()
    listed = server.get("/runs").json()
    assert (listed["stale"], listed["data"]) == (False, {"matching": 0, "offset": 0, "runs": []})
    assert server.get("/runs/latest").status_code == 404
    assert server.get("/jobs").json() == []
    found = server.get("/sql", params={"query": "SELECT count(*) AS n FROM games"}).json()
    assert found["rows"] == [[0]]


def test_a_database_of_a_newer_version_is_refused_and_left_alone(tmp_path: Path):
    db = tmp_path / "results.duckdb"
    Store(db)
    with duckdb.connect(str(db)) as connection:
        columns = connection.execute("DESCRIBE schema_versions").fetchall()
        names = [name for name, *_ in columns if name not in ("version", "file")]
        connection.execute(
            f"INSERT INTO schema_versions BY NAME SELECT 999 AS version, '999_later.sql' AS file"
            f"{''.join(f', {name}' for name in names)} FROM schema_versions LIMIT 1"
        )
    before = db.read_bytes()
    said = refused("--port", "0", "--db", str(db))
    assert "has version 999 of the schema" in said
    assert db.read_bytes() == before


def test_an_empty_file_is_no_database(tmp_path: Path):
    db = tmp_path / "results.duckdb"
    db.touch()
    assert "is no DuckDB database" in refused("--port", "0", "--db", str(db))


@pytest.fixture
def read_only(tmp_path: Path) -> Iterator[Path]:
    """A folder into which this user can write nothing, root too."""
    folder = tmp_path / "read-only"
    folder.mkdir()
    if os.getuid():
        folder.chmod(0o500)
        yield folder
        folder.chmod(0o700)
        return
    command = ["mount", "-t", "tmpfs", "-o", "ro,size=1m", "tmpfs", str(folder)]
    if subprocess.run(command, capture_output=True, check=False).returncode:
        pytest.skip("no read-only folder can be mounted by this user")
    yield folder
    subprocess.run(["umount", "-l", str(folder)], check=True)


def test_a_folder_that_cannot_be_written_is_said(read_only: Path):
    said = refused("--port", "0", "--db", str(read_only / "results.duckdb"))
    assert "Read-only file system" in said or "Permission denied" in said
    assert len(said.splitlines()) <= 2


def test_rows_are_compared_as_the_library_reads_them(tmp_path: Path):
    """The comparison of rows above sees a difference of one game."""
    one, other = (
        match(**settings(seed=seed), db=tmp_path / "a.duckdb", progress=False).run
        for seed in (1, 2)
    )
    assert one and other
    assert rows(tmp_path / "a.duckdb", one) != rows(tmp_path / "a.duckdb", other)
