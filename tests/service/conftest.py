"""A client of an application in this process, and real servers in processes of their own."""

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import httpx
import pytest
from conquest_opt.service.app import inner_app
from conquest_opt.service.common.settings import ServiceSettings
from conquest_opt.service.guard.gate import Gate
from conquest_opt.service.routes.shared import Shared
from litestar.testing import TestClient

API = "/api/v1"
STARTS = 60.0
"""Seconds for a server to start on a machine that is busy."""


@pytest.fixture(scope="session")
def settings(tmp_path_factory: pytest.TempPathFactory) -> ServiceSettings:
    return ServiceSettings(db=tmp_path_factory.mktemp("service") / "results.duckdb")


@pytest.fixture(scope="session")
def shared(settings: ServiceSettings) -> Shared:
    """What routes share; nothing goes on in the background."""
    return Shared(settings)


@pytest.fixture(scope="session")
def app(shared: Shared) -> Any:
    app = inner_app(shared)
    app.on_startup.clear()
    return app


def client_of(gate: Any) -> TestClient[Any]:
    """Return a client of the whole application, gate and all."""
    return TestClient(gate, base_url="http://127.0.0.1:8000")


@pytest.fixture(scope="session")
def client(app: Any, settings: ServiceSettings) -> Iterator[TestClient[Any]]:
    with client_of(Gate(app, settings)) as client:
        yield client


@pytest.fixture
def gated(app: Any, settings: ServiceSettings) -> Callable[..., Any]:
    """Make a client of the application behind a gate with other settings."""

    def make(**changed: Any) -> TestClient[Any]:
        return client_of(Gate(app, replace(settings, **changed)))

    return make


@dataclass
class Server:
    """A server in a process of its own."""

    process: subprocess.Popen[str]
    url: str
    output: list[str]

    def get(self, path: str, **more: Any) -> httpx.Response:
        return httpx.get(f"{self.url}{API}{path}", timeout=30, **more)

    def post(self, path: str, body: Any = None) -> httpx.Response:
        return httpx.post(f"{self.url}{API}{path}", json=body, timeout=60)

    def job(self, number: int = 1) -> dict[str, Any]:
        return self.get(f"/jobs/{number}").json()

    def wait_for(self, test: Callable[[dict[str, Any]], bool], number: int = 1) -> dict[str, Any]:
        """Return a job once it is as wanted; within four minutes, kernels may have to compile."""
        until = time.monotonic() + 240
        while not test(job := self.job(number)):
            assert time.monotonic() < until, job
            time.sleep(0.2)
        return job

    def end(self, number: int = signal.SIGTERM) -> int:
        """End the process by its own number; return its exit code."""
        self.process.send_signal(number)
        return self.process.wait(60)


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Callable[..., Server]]:
    """Start servers on free ports of loopback; all are ended with the test."""
    servers: list[Server] = []

    def make(*words: str, db: Path | None = None, **environment: str) -> Server:
        command = [sys.executable, "-m", "conquest_opt.cli", "serve", "--port", "0"]
        process = subprocess.Popen(
            [*command, "--db", str(db or tmp_path / "results.duckdb"), *words],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            env=os.environ | environment,
        )
        output: list[str] = []
        assert process.stdout
        servers.append(Server(process, "", output))
        for line in process.stdout:
            output.append(line)
            if found := re.match(r"serving (http://\S+)/ ", line):
                servers[-1].url = found[1]
                break
        assert servers[-1].url, "".join(output)
        return servers[-1]

    yield make
    for server in servers:
        if server.process.poll() is None:
            server.process.kill()
            server.process.wait(30)
        if server.process.stdout:
            server.process.stdout.close()
