"""A client of an application in this process, and real servers in processes of their own."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from conquest_opt.service.app import inner_app
from conquest_opt.service.common.settings import ServiceSettings
from conquest_opt.service.guard.gate import Gate
from conquest_opt.service.shared.shared import Shared
from litestar.testing import TestClient

from tests.servers import API, Server

__all__ = ["API", "Server"]


@pytest.fixture(scope="session")
def settings(tmp_path_factory: pytest.TempPathFactory) -> ServiceSettings:
    return ServiceSettings(db=tmp_path_factory.mktemp("service") / "results.duckdb")


@pytest.fixture(scope="session")
def shared(settings: ServiceSettings) -> Iterator[Shared]:
    """What routes share; nothing goes on in the background."""
    shared = Shared(settings)
    yield shared
    shared.stop()


@pytest.fixture(scope="session")
def app(shared: Shared) -> Any:
    app = inner_app(shared)
    app.on_startup.clear()
    app.on_shutdown.clear()  # each client would stop what they share
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


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Callable[..., Server]]:
    """Start servers on free ports of loopback; all are ended with the test."""
    servers: list[Server] = []

    def make(
        *words: str, db: Path | None = None, starter: tuple[str, ...] = (), **environment: str
    ) -> Server:
        db = db or tmp_path / "results.duckdb"
        servers.append(Server(db, words, environment, starter=starter))
        return servers[-1].start()

    yield make
    for server in servers:
        server.kill()
