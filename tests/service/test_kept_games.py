"""No action of a kept game is lost: read, changed, evicted and deleted by many threads at once."""

import json
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
import uvicorn
from conquest_opt.api.board.board_game import BoardGame
from conquest_opt.api.setups import game as new_game
from conquest_opt.service.app import create_app
from conquest_opt.service.common.problems import Refusal
from conquest_opt.service.common.settings import ServiceLimits, ServiceSettings
from conquest_opt.service.games.kept import KeptGame, KeptGames
from conquest_opt.service.games.shelf import Shelf, ShelvedGame

from tests.servers import API

MOMENT = 0.5
"""Seconds for a thread that is not held up to be done."""
BOUND = 30.0


class HeldShelf(Shelf):
    """A file whose next reader is held after it has read, until it is let go."""

    def __init__(self, path: Path, most: int = 100) -> None:
        super().__init__(path, most)
        self.has_read, self.let_go = threading.Event(), threading.Event()
        self.hold = False

    def read(self, game: str) -> ShelvedGame | None:
        found = super().read(game)
        if self.hold:
            self.hold = False
            self.has_read.set()
            assert self.let_go.wait(BOUND)
        return found


@pytest.fixture
def shelf(tmp_path: Path) -> HeldShelf:
    return HeldShelf(tmp_path / "games.sqlite")


@pytest.fixture
def games(shelf: HeldShelf) -> KeptGames:
    """Games of which memory holds one."""
    return KeptGames(shelf, 1, 20_000)


@pytest.fixture
def number(games: KeptGames) -> str:
    """A game that is in the file and not in memory."""
    first, _ = (games.add(BoardGame(new_game("Default", "Rush")), ("a", "b")) for _ in range(2))
    play_one(first).shelved()  # kernels are loaded: who is not held up is quick
    return first.number


def play_one(kept: KeptGame) -> KeptGame:
    return kept.played(kept.board.game.legal_actions()[:1])


def in_thread(call: Callable[..., Any], *given: Any) -> tuple[threading.Thread, list[Any]]:
    """Begin a call; return its thread, and a list for what it returned or refused."""
    said: list[Any] = []

    def run() -> None:
        try:
            said.append(call(*given))
        except Refusal as refusal:
            said.append(refusal.status)

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    return thread, said


@contextmanager
def reader_held(shelf: HeldShelf, games: KeptGames, number: str) -> Iterator[None]:
    """Hold a reader of a game that has read the file, for as long as the block takes."""
    shelf.hold = True
    reader, _ = in_thread(games.get, number)
    assert shelf.has_read.wait(BOUND)
    yield
    shelf.let_go.set()
    reader.join(BOUND)
    assert not reader.is_alive()


def played_in(games: KeptGames, number: str) -> tuple[list[str], list[str]]:
    """Return the actions of a game, as it is in memory and as it is in the file."""
    shelved = games.shelf.read(number)
    assert shelved
    return games.get(number).board.game.history, json.loads(shelved.record)["actions"]


def test_who_reads_the_file_meanwhile_does_not_undo_an_action(shelf, games, number):
    with reader_held(shelf, games, number):
        player, said = in_thread(games.change, number, 0, play_one)
        player.join(MOMENT)
    player.join(BOUND)
    [changed] = said
    in_memory, in_file = played_in(games, number)
    assert in_memory == in_file == changed.board.game.history
    assert len(in_memory) == 1
    later = games.change(number, 1, play_one)
    assert later.after == 2


def test_who_reads_the_file_meanwhile_does_not_bring_a_game_back(shelf, games, number):
    with reader_held(shelf, games, number):
        deleter, _ = in_thread(games.delete, number)
        deleter.join(MOMENT)
    deleter.join(BOUND)
    with pytest.raises(Refusal, match="there is no game"):
        games.get(number)
    assert shelf.read(number) is None


def test_a_delete_waits_for_the_action_beside_it(shelf, games, number):
    """The action was answered before the delete, or there was no game: never neither."""
    changing, let_go = threading.Event(), threading.Event()

    def slowly(kept: KeptGame) -> KeptGame:
        changing.set()
        assert let_go.wait(BOUND)
        return play_one(kept)

    player, played = in_thread(games.change, number, 0, slowly)
    assert changing.wait(BOUND)
    deleter, deleted = in_thread(games.delete, number)
    deleter.join(MOMENT)
    let_go.set()
    for thread in (player, deleter):
        thread.join(BOUND)
    assert played[0].after == 1
    assert deleted == [None]
    assert shelf.read(number) is None
    with pytest.raises(Refusal, match="there is no game"):
        games.get(number)
    assert games.get(games.shelf.listed(0, 9)[1][0].game).after == 0  # the other one is there


def test_a_copy_that_is_deleted_while_it_is_opened_again_is_made_anew(games):
    def add() -> KeptGame:
        return games.add(BoardGame(new_game("Default", "Rush")), ("a", "b"), stored="run 0")

    record = add().record.to_json()
    shelf = games.shelf
    [known] = [game.game for game in shelf.listed(0, 9)[1]]
    assert games.open_stored("run 0", record, add)[0].number == known
    find = shelf.unchanged

    def found_and_deleted(place: str, line: str) -> str | None:
        number = find(place, line)
        games.delete(known)
        return number

    shelf.unchanged = found_and_deleted
    opened, new = games.open_stored("run 0", record, add)
    assert new
    assert opened.number != known
    assert games.get(opened.number).after == 0


# ---- over HTTP -------------------------------------------------------------------------------


@pytest.fixture
def forgetful(tmp_path: Path) -> Iterator[str]:
    """The address of a server that holds one game in memory, and forgets it for the next."""
    limits = ServiceLimits(games=1, requests_per_second=1e6, requests_at_once=1e6)
    app = create_app(ServiceSettings(db=tmp_path / "results.duckdb", limits=limits))
    config = uvicorn.Config(app, port=0, log_level="error", access_log=False, lifespan="off")
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    until = threading.Event()
    while not server.started:
        assert thread.is_alive()
        until.wait(0.02)
    port = server.servers[0].sockets[0].getsockname()[1]
    yield f"http://127.0.0.1:{port}{API}/games"
    server.should_exit = True
    thread.join(BOUND)


def test_no_answered_action_is_lost_beside_readers(forgetful: str, tmp_path: Path):
    """Six readers of an evicted game beside each action."""
    with httpx.Client(timeout=BOUND) as client, ThreadPoolExecutor(8) as tabs:
        begun = [client.post(forgetful, json={"first": "Default", "second": "Rush"}).json()
                 for _ in range(2)]  # fmt: skip
        number, other = (view["game"] for view in begun)
        for after in range(40):
            client.get(f"{forgetful}/{other}").raise_for_status()  # the game is evicted
            action = _next_action(client, f"{forgetful}/{number}", f"{forgetful}/{other}")
            asked = [tabs.submit(client.get, f"{forgetful}/{number}/record") for _ in range(3)]
            body = {"action": action, "after": after}
            posted = tabs.submit(client.post, f"{forgetful}/{number}/actions", json=body)
            asked += [tabs.submit(client.get, f"{forgetful}/{number}/record") for _ in range(3)]
            assert posted.result().status_code == 200, posted.result().text
            assert {one.result().status_code for one in asked} == {200}
            history = posted.result().json()["history"]
            assert len(history) == after + 1
            shown = client.get(f"{forgetful}/{number}").json()["history"]
            line = json.loads(client.get(f"{forgetful}/{number}/record").text)["actions"]
            kept = Shelf(tmp_path / "results.games.sqlite", 100).read(number)
            assert kept
            assert shown == line == json.loads(kept.record)["actions"] == history


def _next_action(client: httpx.Client, game: str, other: str) -> str:
    """Return a legal action that goes on with the game; it is evicted again."""
    actions = client.get(game).json()["actions"]
    client.get(other).raise_for_status()
    kinds = ("move", "end", "select")
    return min(
        (one for one in actions if one["kind"] in kinds), key=lambda one: kinds.index(one["kind"])
    )["text"]


def test_a_deleted_game_does_not_come_back(forgetful: str):
    with httpx.Client(timeout=BOUND) as client, ThreadPoolExecutor(8) as tabs:
        for _ in range(15):
            view, other = (
                client.post(forgetful, json={"first": "Default", "second": "Rush"}).json()
                for _ in range(2)
            )
            game, action = f"{forgetful}/{view['game']}", view["actions"][0]["text"]
            client.get(f"{forgetful}/{other['game']}").raise_for_status()
            readers = [tabs.submit(client.get, f"{game}/record") for _ in range(3)]
            posted = tabs.submit(client.post, f"{game}/actions", json={"action": action})
            deleted = tabs.submit(client.delete, game)
            readers += [tabs.submit(client.get, f"{game}/record") for _ in range(3)]
            assert deleted.result().status_code == 204
            assert posted.result().status_code in (200, 404)
            assert {one.result().status_code for one in readers} <= {200, 404}
            assert client.get(game).status_code == 404
            assert client.post(f"{game}/actions", json={"action": action}).status_code == 404
            assert view["game"] not in {
                one["game"] for one in client.get(forgetful).json()["games"]
            }
