"""A full disk, a real one: what cannot be written is said, what can be read is still answered."""

import errno
from collections.abc import Iterator
from pathlib import Path

import pytest
from conquest_opt.service.app import inner_app
from conquest_opt.service.common.problems import problem_of
from conquest_opt.service.common.settings import ServiceSettings
from conquest_opt.service.guard.gate import Gate
from conquest_opt.service.shared.shared import Shared

from tests.disks import small_disk
from tests.service.board import GAMES, begin, post
from tests.service.conftest import API, client_of

JOB = {"kind": "match", "settings": {"a": "Default", "b": "Rush", "games": 4, "agent": "greedy"}}


@pytest.fixture(name="small_disk")
def _small_disk(tmp_path: Path) -> Iterator[Path]:
    with small_disk(tmp_path / "disk", "8m") as disk:
        yield disk


def test_a_full_disk_is_said_and_reads_are_answered(small_disk: Path):
    shared = Shared(ServiceSettings(db=small_disk / "results.duckdb"))
    app = inner_app(shared)
    app.on_startup.clear()
    app.on_shutdown.clear()
    with client_of(Gate(app, shared.settings)) as client:
        assert client.post(f"{API}/jobs", json=JOB).status_code == 201
        filler = small_disk / "filler"
        with pytest.raises(OSError, match="No space left"), filler.open("wb", 0) as file:
            while True:
                file.write(b"x" * 512)
        refused = [client.post(f"{API}/jobs", json=JOB) for _ in range(40)][-1]
        assert refused.status_code == 507
        assert "the disk is full" in refused.json()["detail"]
        assert client.get(f"{API}/state").json()["disk_free_bytes"] < 4096
        assert client.get(f"{API}/jobs").status_code == 200
        assert client.get(f"{API}/runs").json()["data"]["runs"] == []
        filler.unlink()
        assert client.post(f"{API}/jobs", json=JOB).status_code == 201


def test_on_a_full_disk_a_game_stays_as_it_was(small_disk: Path):
    shared = Shared(ServiceSettings(db=small_disk / "results.duckdb"))
    app = inner_app(shared)
    app.on_startup.clear()
    app.on_shutdown.clear()
    with client_of(Gate(app, shared.settings)) as client:
        view = begin(client)
        with (
            pytest.raises(OSError, match="No space left"),
            (small_disk / "filler").open("wb", 0) as f,
        ):
            while True:
                f.write(b"x" * 512)
        last, answer = view, post(client, view, "agent", agent="random")
        while answer.status_code == 200:  # what was free in the file is used first
            last = client.get(f"{GAMES}/{view['game']}").json()
            answer = post(client, view, "agent", agent="random")
        assert answer.status_code == 507
        assert client.get(f"{GAMES}/{view['game']}").json() == last
        (small_disk / "filler").unlink()
        later = post(client, view, "agent", agent="random", after=last["after"])
        assert later.status_code == 200
        assert later.json()["after"] == last["after"] + 1


def test_an_operating_system_without_room_is_a_problem_of_its_own():
    assert problem_of(OSError(errno.ENOSPC, "No space left on device")).status == 507
    assert problem_of(OSError(errno.EACCES, "Permission denied")).status == 500
