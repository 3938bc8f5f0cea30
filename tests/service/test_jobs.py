"""Jobs in real processes: run, followed, stopped, resumed, killed."""

import json
import os
import signal
import time
from pathlib import Path

import httpx
import pytest
from conquest_opt import counter
from conquest_opt.api.database import Database

from tests.servers import API, Server, ended

MATCH = {"kind": "match", "settings": {"a": "Default", "b": "Rush", "games": 20, "agent": "greedy"}}
SEARCH = {
    "target": "Rush",
    "population": 8,
    "generations": 4,
    "games": 40,
    "race_games": 160,
    "shortlist": 4,
    "shortlist_games": 20,
    "best": 2,
    "check_games": 40,
    "agent": "greedy",
    "screen_agent": "weighted-random",
    "race_agent": "greedy:noise=1",
    "set": ["max_turns=60"],
    "seed": 5,
}


def test_a_job_runs_to_its_end_and_is_followed(start, tmp_path: Path):
    server = start()
    accepted = server.post("/jobs", MATCH)
    assert accepted.status_code == 201
    assert accepted.json()["job"]["state"] == "queued"
    assert "20" in accepted.json()["plan"]
    states, games = [], []
    with httpx.stream("GET", f"{server.url}{API}/jobs/1/events", timeout=240) as stream:
        assert stream.headers["content-type"].startswith("text/event-stream")
        for line in stream.iter_lines():
            if line.startswith("data: "):
                job = json.loads(line.removeprefix("data: "))
                states.append(job["state"])
                games.append(job["progress"]["games"])
    assert states[-1] == "finished"
    assert games == sorted(games)
    assert games[-1] == 20
    assert server.job()["title"] == "Default against Rush"
    assert server.job()["progress"]["share"] == 1.0
    run = server.job()["run"]
    result = Database(tmp_path / "results.duckdb").result(run)
    assert result.task.kind == "match"
    assert server.end() == 0


@pytest.mark.slow
def test_a_job_that_cannot_be_run_says_why(start, tmp_path: Path):
    """Its run is deleted while it is stopped: there is nothing to resume."""
    server = start()
    server.post("/jobs", MATCH | {"settings": MATCH["settings"] | {"games": 20_000}})
    server.wait_for(lambda job: job["progress"]["games"] > 0)
    server.post("/jobs/1/stop")
    stopped = server.wait_for(ended)
    assert stopped["state"] == "stopped"
    from conquest_opt.results import Store

    Store(tmp_path / "results.duckdb").delete_runs([stopped["run"]])
    assert server.post("/jobs/1/resume").json()["state"] == "queued"
    failed = server.wait_for(lambda job: job["state"] == "failed")
    assert "no run" in failed["message"]
    assert server.get("/state").json()["jobs"] == {"failed": 1}


@pytest.mark.slow
def test_a_run_is_resumed_by_the_job_that_began_it_or_by_a_new_one(start):
    server = start()
    server.post("/jobs", {"kind": "counter", "settings": SEARCH})
    server.wait_for(lambda job: job["progress"]["games"] > 0)
    run = server.job()["run"]
    assert server.post(f"/runs/{run}/resume").status_code == 409  # it is running
    server.post("/jobs/1/stop")
    server.wait_for(ended)
    assert server.post(f"/runs/{run}/resume").json()["job"] == 1
    server.wait_for(lambda job: job["state"] == "running")
    server.post("/jobs/1/stop")
    server.wait_for(ended)
    assert httpx.delete(f"{server.url}{API}/jobs/1").status_code == 204
    resumed = server.post(f"/runs/{run}/resume").json()
    assert resumed["job"] == 2
    assert resumed["title"] == "Counter-setups against Rush, by changed rules (max_turns=60)"
    done = server.wait_for(ended, 2)
    assert (done["state"], done["run"]) == ("finished", run)


@pytest.mark.slow
def test_jobs_wait_for_each_other_and_can_be_stopped_while_they_wait(start):
    server = start()
    long = MATCH | {"settings": MATCH["settings"] | {"games": 50_000}}
    server.post("/jobs", long)
    server.post("/jobs", MATCH)
    server.wait_for(lambda job: job["progress"]["games"] > 0)
    assert server.job(2)["state"] == "queued"
    assert httpx.delete(f"{server.url}{API}/jobs/1").status_code == 409
    assert server.post("/jobs/2/stop").json()["state"] == "stopped"
    assert server.post("/jobs/2/stop").status_code == 409
    assert server.post("/jobs/1/resume").status_code == 409
    assert server.post("/jobs/1/stop").json()["stopping"]
    stopped = server.wait_for(ended)
    assert stopped["state"] == "stopped"
    assert stopped["run"]
    assert server.post("/jobs/2/resume").json()["state"] == "queued"
    assert server.wait_for(ended, 2)["state"] == "finished"
    assert httpx.delete(f"{server.url}{API}/jobs/2").status_code == 204


@pytest.mark.slow
def test_a_killed_server_and_a_killed_worker_lose_nothing(start, tmp_path: Path):
    """The server is killed in the middle of a search, then the worker of the next server."""
    alone = counter(**SEARCH, progress=False)
    server = start()
    server.post("/jobs", {"kind": "counter", "settings": SEARCH})
    server.post("/jobs", MATCH)
    before = server.wait_for(lambda job: job["progress"]["games"] > 100)
    assert server.end(signal.SIGKILL) == -signal.SIGKILL

    server = start()
    assert server.job(2)["state"] == "queued"  # as it was
    again = server.wait_for(
        lambda job: job["state"] == "running" and job["attempts"] == 2 and job["progress"]["games"]
    )
    assert again["run"] == before["run"]
    worker = _worker(server)
    os.kill(worker, signal.SIGKILL)
    done = server.wait_for(ended)
    assert (done["state"], done["attempts"]) == ("finished", 3)
    assert done["run"] == before["run"]
    assert server.wait_for(ended, 2)["state"] == "finished"
    stored = Database(tmp_path / "results.duckdb").result(before["run"])
    assert stored.values == alone.values


@pytest.mark.slow
def test_a_server_that_is_asked_to_end_leaves_its_job_for_the_next(start):
    server = start()
    server.post("/jobs", MATCH | {"settings": MATCH["settings"] | {"games": 4_000}})
    server.wait_for(lambda job: job["progress"]["games"] > 0)
    worker = _worker(server)
    assert server.end(signal.SIGTERM) == 0
    assert not Path(f"/proc/{worker}").exists()
    server = start()
    assert server.wait_for(lambda job: job["attempts"] == 2)["run"]
    assert server.wait_for(ended)["state"] == "finished"


@pytest.mark.slow
def test_a_worker_ends_with_its_server(start):
    server = start()
    server.post("/jobs", MATCH | {"settings": MATCH["settings"] | {"games": 50_000}})
    server.wait_for(lambda job: job["progress"]["games"] > 0)
    worker = _worker(server)
    server.end(signal.SIGKILL)
    until = time.monotonic() + 30
    while Path(f"/proc/{worker}").exists():
        assert time.monotonic() < until
        time.sleep(0.1)


def _worker(server: Server) -> int:
    """Return the process of the worker that a server has started."""
    workers = [number for number, command in server.children().items() if "jobs.worker" in command]
    assert len(workers) == 1
    return workers[0]
