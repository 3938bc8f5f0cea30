"""Limits of what waits and of what is open at a time; sizes and rates are in test_gate."""

import asyncio
import threading
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest
from conquest_opt.results.database.errors import QueryError
from conquest_opt.service.app import inner_app
from conquest_opt.service.common.problems import Refusal
from conquest_opt.service.common.settings import ServiceLimits, ServiceSettings
from conquest_opt.service.data import side_process
from conquest_opt.service.data.side_process import SideProcess
from conquest_opt.service.guard.gate import Gate
from conquest_opt.service.shared.shared import Shared

from tests.servers import API, Server
from tests.service.conftest import client_of

JOB = {"kind": "match", "settings": {"a": "Default", "b": "Rush", "games": 4, "agent": "greedy"}}


def test_more_jobs_than_may_wait_are_refused(tmp_path: Path):
    limits = ServiceLimits(queued_jobs=2)
    shared = Shared(ServiceSettings(db=tmp_path / "results.duckdb", limits=limits))
    app = inner_app(shared)
    app.on_startup.clear()
    with client_of(Gate(app, shared.settings)) as client:
        assert [client.post(f"{API}/jobs", json=JOB).status_code for _ in range(2)] == [201, 201]
        refused = client.post(f"{API}/jobs", json=JOB)
        assert refused.status_code == 429
        assert "2 jobs wait already" in refused.json()["detail"]
        assert client.post(f"{API}/jobs", json=JOB | {"check_only": True}).status_code == 201
        assert client.post(f"{API}/jobs/1/stop").status_code == 200
        assert client.post(f"{API}/jobs", json=JOB).status_code == 201


@pytest.mark.slow
def test_more_event_streams_than_may_be_open_are_refused(start):
    server: Server = start()
    most = ServiceLimits().streams
    url = f"{server.url}{API}/jobs/events"
    limits = httpx.Limits(max_connections=None)
    with httpx.Client(timeout=60, limits=limits) as client:
        with ExitStack() as streams:
            for _ in range(most):
                opened = streams.enter_context(client.stream("GET", url))
                assert opened.status_code == 200
            refused = client.get(url)
            assert refused.status_code == 503
            assert f"{most} event streams are under way" in refused.json()["detail"]
            assert server.get("/state").status_code == 200
        status = 0
        for _ in range(100):  # the server sees that they are closed
            with client.stream("GET", url) as again:
                status = again.status_code
            if status == 200:
                break
        assert status == 200


async def opened_streams(port: int, paths: list[str]) -> list[int]:
    """Ask for streams all at once; return their statuses while they are open."""

    async def ask(path: str) -> tuple[int, asyncio.StreamWriter]:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(f"GET {API}{path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
        return int((await reader.readline()).split()[1]), writer

    asked = await asyncio.wait_for(asyncio.gather(*map(ask, paths)), 60)
    for _, writer in asked:
        writer.close()
    return [status for status, _ in asked]


@pytest.mark.slow
def test_streams_that_are_asked_for_at_once_are_no_more_than_may_be_open(start):
    server: Server = start()
    most = ServiceLimits().streams
    statuses = asyncio.run(opened_streams(server.port, ["/jobs/events"] * 4 * most))
    assert statuses.count(200) == most
    assert statuses.count(503) == 3 * most
    game = server.post("/games", {"first": "Rush", "second": "Default"}).json()["game"]
    path = f"/games/{game}/analysis/events?agent=quick"
    statuses = asyncio.run(opened_streams(server.port, [path] * 40))
    assert statuses.count(200) == ServiceLimits().analyses
    until = time.monotonic() + 60
    while server.get("/state").json()["analyses"]:  # each place is given back
        assert time.monotonic() < until
        time.sleep(0.1)
    assert 200 in asyncio.run(opened_streams(server.port, ["/jobs/events"]))


def test_calls_of_a_side_process_wait_for_each_other_but_not_all(monkeypatch, tmp_path: Path):
    monkeypatch.setattr(side_process, "MOST_WAITING", 2)
    Shared(ServiceSettings(db=tmp_path / "results.duckdb"))
    side, outcomes = SideProcess(), list[Any]()
    given = {"db": str(tmp_path / "results.duckdb"), "rows": 1, "most_bytes": 1 << 20}
    given |= {"sql": "SELECT sum(a.i + b.i) FROM range(1000000) a(i), range(1000000) b(i)"}
    given |= {"memory": 100_000_000, "timeout": 5.0, "form": "csv"}

    def call() -> None:
        try:
            outcomes.append(side.call("query", given, seconds=2))
        except (Refusal, QueryError) as error:
            outcomes.append(error)

    callers = [threading.Thread(target=call) for _ in range(6)]
    try:
        for caller in callers:
            caller.start()
        for caller in callers:
            caller.join(120)
    finally:
        side.stop()
    refused = [one for one in outcomes if isinstance(one, Refusal)]
    ended = [one for one in outcomes if isinstance(one, QueryError)]
    assert [one.status for one in refused] == [503] * 3
    assert len(ended) == 3
    assert all("longer than 2 seconds" in str(one) for one in ended)
