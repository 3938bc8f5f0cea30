"""How long a run would take, before it is started."""

from collections.abc import Iterator
from typing import Any

import pytest
from conquest_opt.service.app import inner_app
from conquest_opt.service.common.settings import ServiceLimits, ServiceSettings
from conquest_opt.service.guard.gate import Gate
from conquest_opt.service.shared.shared import Shared

from tests.service.conftest import client_of

JOBS = "/api/v1/jobs"
ESTIMATE = f"{JOBS}/estimate"
COUNTER = {
    "target": "Rush", "agent": "random", "population": 6, "generations": 2, "games": 2,
    "race_games": 0, "shortlist": 2, "shortlist_games": 4, "check_games": 10, "best": 1,
}  # fmt: skip


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shared]:
    limits = ServiceLimits(estimate_seconds=500)  # on a machine that is busy
    db = tmp_path_factory.mktemp("estimates") / "results.duckdb"
    shared = Shared(ServiceSettings(db=db, limits=limits))
    yield shared
    shared.estimates.stop()


@pytest.fixture(scope="module")
def client(shared: Shared) -> Iterator[Any]:
    app = inner_app(shared)
    app.on_startup.clear()
    app.on_shutdown.clear()
    with client_of(Gate(app, shared.settings)) as client:
        yield client


@pytest.fixture
def compiled(shared: Shared, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shared.kernels, "state", "ready")


def test_no_game_is_timed_while_kernels_compile(client: Any, shared: Shared):
    assert shared.kernels.state == "compiling"
    refused = client.post(ESTIMATE, json={"kind": "counter", "settings": COUNTER})
    assert refused.status_code == 503
    assert refused.headers["retry-after"]
    assert "compiled" in refused.json()["detail"]


@pytest.mark.usefixtures("compiled")
@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({"a": "Rsh", "b": "Rush"}, "did you mean Rush?"),
        ({"a": "mine.json", "b": "Rush"}, "reads no files"),
        ({"a": "Rush", "b": "Venom", "agent": "engine:./bot"}, "starts no other programs"),
        ({"a": "Rush", "b": "Venom", "db": "other.duckdb"}, "one database"),
    ],
)
def test_what_could_not_be_started_is_not_timed(client: Any, given: Any, sentence: str):
    refused = client.post(ESTIMATE, json={"kind": "match", "settings": given})
    assert refused.status_code == 422
    assert sentence in refused.json()["detail"]


@pytest.mark.slow
@pytest.mark.usefixtures("compiled")
def test_a_run_is_timed_part_by_part_and_nothing_is_stored(client: Any):
    before = client.get(JOBS).json(), client.get("/api/v1/runs").json()["data"]
    found = client.post(ESTIMATE, json={"kind": "counter", "settings": COUNTER}).json()
    size = {"a": "Rush", "b": "Venom", "agent": "random", "games": 123_456}
    match = client.post(ESTIMATE, json={"kind": "match", "settings": size}).json()
    parts = found["parts"]
    assert len(parts) > 1
    assert found["games"] == sum(part["games"] for part in parts)
    assert found["seconds"] == pytest.approx(sum(part["seconds"] for part in parts))
    assert all(part["seconds"] > 0 and part["agent"] == "random" for part in parts)
    assert all(part["name"] in found["text"] for part in parts)
    assert match["games"] == 123_456
    assert match["seconds"] > found["seconds"]
    assert match["text"].startswith("123,456 games")
    assert "about" in match["text"]
    assert (client.get(JOBS).json(), client.get("/api/v1/runs").json()["data"]) == before


@pytest.mark.slow
@pytest.mark.usefixtures("compiled")
def test_a_budget_of_time_says_how_many_games_fit(client: Any):
    sizes = {name: COUNTER[name] for name in ("target", "agent")}
    asked = {"kind": "counter", "settings": sizes | {"budget": "10m"}}
    found = client.post(ESTIMATE, json=asked).json()
    assert 60 < found["seconds"] <= 600
    assert found["games"] > 100
