"""A server that is asked to end: at any moment of its start and after, it leaves with 0 and says no
more than it should; what it has acknowledged is there at the next start.
"""

import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from conquest_opt.service.jobs.queue import JobQueue

from tests.servers import API, Server, children_of

pytestmark = pytest.mark.slow

MOMENTS = 20
PARTS = 4
"""Tests among which the moments are dealt."""
AFTER = 2.0
"""Seconds after it can be asked until the last moment."""
JOB = {"kind": "match", "settings": {"a": "Default", "b": "Rush", "games": 5000, "agent": "greedy"}}
WAITS = 60.0
"""Seconds that are a hang."""


def until(holds: Callable[[], Any]) -> None:
    """Wait until something holds."""
    latest = time.monotonic() + WAITS
    while not holds():
        assert time.monotonic() < latest
        time.sleep(0.01)


def caught(process: int) -> bool:
    """Return whether a process catches SIGTERM: the first lines of ours have run."""
    status = Path(f"/proc/{process}/status").read_text()
    return bool(int(status.partition("SigCgt:")[2].split()[0], 16) >> (signal.SIGTERM - 1) & 1)


def lives(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


class Asking:
    """Clients that ask for all kinds of things until the server is gone."""

    def __init__(self, server: Server) -> None:
        self.server, self.jobs = server, list[int]()
        """Those that were acknowledged."""
        points = range(2001, 2040)
        self._threads = [
            threading.Thread(target=self._ask, args=(one,))
            for one in (
                [("GET", f"/setups/maximal?set=limits.points={number}", None) for number in points],
                [("POST", "/jobs", JOB)] * 20,
                [("POST", "/jobs/estimate", JOB), ("POST", "/sql", {"sql": "SELECT 1"})] * 20,
                [("GET", "/jobs/events", None)] * 20,
            )
        ]
        for thread in self._threads:
            thread.start()

    def _ask(self, requests: list[tuple[str, str, Any]]) -> None:
        with httpx.Client(base_url=f"{self.server.url}{API}", timeout=WAITS) as client:
            try:
                for method, path, body in requests:
                    answer = client.request(method, path, json=body)
                    if answer.status_code == 201:
                        self.jobs.append(answer.json()["job"]["job"])
            except httpx.HTTPError:  # it is gone
                return

    def join(self) -> list[int]:
        """Return the jobs that were acknowledged."""
        for thread in self._threads:
            thread.join(WAITS)
            assert not thread.is_alive()
        return self.jobs


@pytest.fixture
def begin(tmp_path: Path) -> Iterator[Callable[..., Server]]:
    """Begin to start servers, each in a folder of its own."""
    servers: list[Server] = []

    def make(**environment: str) -> Server:
        folder = tmp_path / str(len(servers))
        folder.mkdir()
        servers.append(Server(folder / "results.duckdb", (), environment).begin())
        until(lambda: caught(servers[-1].process.pid))
        return servers[-1]

    yield make
    for server in servers:
        server.kill()


def end_at(server: Server, moment: float, number: int, *, busy: bool) -> None:
    """Ask a server to end at a moment, by a signal to its group, as a terminal does, or to it."""
    began, asking = time.monotonic(), None
    while time.monotonic() - began < moment:
        if server.serves() and busy and not asking:
            asking = Asking(server)
        time.sleep(0.01)
    children = children_of(server.process.pid)
    if number == signal.SIGINT:
        os.killpg(server.process.pid, number)
    code = server.end(signal.SIGTERM if number == signal.SIGTERM else 0)
    jobs = asking.join() if asking else []
    said = f"{signal.Signals(number).name} after {moment:.2f} s, busy: {busy}: {server.output}"
    assert code == 0, said
    for word in ("Traceback", "terminate", "Aborted", "Error", "Exception"):
        assert word not in server.output, said
    if server.serves():
        assert "stopped; jobs that were running are resumed" in server.output, said
    until(lambda: not any(map(lives, children)))
    if jobs:
        queue = JobQueue(server.db.with_suffix(".jobs.sqlite"))
        found = {job.job: job.state for job in queue.jobs()}
        assert set(jobs) <= set(found), said
        assert set(found.values()) <= {"queued", "finished"}, said


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("kernels", ["compiled", "to be compiled"])
def test_a_server_ends_with_0_at_any_moment(begin, tmp_path: Path, kernels: str, part: int):
    """Parts 0 and 2 end it by SIGTERM, 1 and 3 by SIGINT; in 2 and 3 it is busy by then."""

    def started(number: int) -> Server:
        if kernels == "compiled":
            return begin()
        return begin(CONQUEST_OPT_CACHE=str(tmp_path / f"kernels-{number}"))

    server, began = started(-1), time.monotonic()
    until(server.serves)
    span = time.monotonic() - began + AFTER
    server.end()
    for number in range(part, MOMENTS, PARTS):
        moment = span * number / (MOMENTS - 1)
        signal_of = (signal.SIGTERM, signal.SIGINT)[part % 2]
        end_at(started(number), moment, signal_of, busy=part > 1)


def test_a_server_ends_with_0_as_soon_as_it_says_that_it_serves(begin):
    for number in (signal.SIGTERM, signal.SIGINT) * 2:
        server = begin()
        until(server.serves)
        end_at(server, 0, number, busy=False)
