"""Setups of many rulesets asked for at once: they hold up neither play nor SQL nor the end."""

import asyncio
import os
import signal
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
from conquest_opt.api.setup_data.selection import SetupSelection
from conquest_opt.engine.rules.ruleset import Ruleset
from conquest_opt.service.common.problems import Refusal
from conquest_opt.service.data.setup_tables import SetupTables

from tests.servers import API, Server, children_of

MAXIMAL = f"{API}/setups/maximal"
RULESETS = 60
IN_TIME = 60.0
"""Seconds: a bound against hanging; 60 enumerations take minutes."""
SIDE = "side_calls"


class Client:
    """A request whose client may leave: what of one the tables of setups know."""

    def __init__(self) -> None:
        self._left: asyncio.Event = asyncio.Event()

    def leave(self) -> None:
        self._left.set()

    async def receive(self) -> dict[str, Any]:
        await self._left.wait()
        return {"type": "http.disconnect"}


def rules_of(points: int) -> Ruleset:
    return Ruleset().edit(f"limits.points={points}")


@pytest.fixture
def tables() -> Iterator[SetupTables]:
    tables = SetupTables(seconds=100.0)
    yield tables
    tables.stop()


Running = Callable[[], set[int]]


def side_processes() -> set[int]:
    """Return the processes that this one has started to call something in."""
    return {number for number, words in children_of(os.getpid()).items() if SIDE in words}


@pytest.fixture
def enumerating() -> Running:
    """Return what tells which of them were started since; other tests have some too."""
    before = side_processes()
    return lambda: side_processes() - before


async def until(test: Callable[[], Any]) -> None:
    ends = time.monotonic() + IN_TIME
    while not test():
        assert time.monotonic() < ends
        await asyncio.sleep(0.02)


def test_those_who_want_the_same_wait_for_one_enumeration(
    tables: SetupTables, enumerating: Running
):
    async def ask() -> None:
        clients: list[Any] = [Client() for _ in range(20)]
        asked = [asyncio.create_task(tables.of(rules_of(600), one)) for one in clients]
        await until(enumerating)
        clients[0].leave()  # the others wait on
        _, *found = await asyncio.gather(*asked, return_exceptions=True)
        assert all(one is found[0] for one in found)
        assert isinstance(found[0], SetupSelection)
        assert len(found[0]) > 1000
        assert await tables.of(rules_of(600), clients[0]) is found[0]
        await until(lambda: not enumerating())  # nothing is left that takes memory

    asyncio.run(ask())


def test_an_enumeration_ends_with_the_last_who_waits_for_it(
    tables: SetupTables, enumerating: Running
):
    async def ask() -> None:
        clients: list[Any] = [Client() for _ in range(2)]
        asked = [asyncio.create_task(tables.of(rules_of(2500), one)) for one in clients]
        await until(enumerating)
        for one in clients:
            one.leave()
        left = await asyncio.gather(*asked, return_exceptions=True)
        assert ["given up" in str(one) for one in left] == [True, True]
        await until(lambda: not enumerating())
        assert len(await tables.of(rules_of(500), Client())) > 0  # pyright: ignore[reportArgumentType]

    asyncio.run(ask())


def test_few_rulesets_wait_and_the_next_is_refused_until_one_has_left(tables: SetupTables):
    async def ask() -> None:
        clients: list[Any] = [Client() for _ in range(9)]
        asked = [
            asyncio.create_task(tables.of(rules_of(2001 + number), one))
            for number, one in enumerate(clients)
        ]
        await asyncio.sleep(0)
        late: Any = Client()
        with pytest.raises(Refusal, match="8 other rulesets") as refused:
            await tables.of(rules_of(400), late)
        assert refused.value.status == 503
        for one in clients:
            one.leave()
        await asyncio.gather(*asked, return_exceptions=True)
        assert len(await tables.of(rules_of(400), late)) > 0

    asyncio.run(ask())


def test_an_enumeration_that_takes_too_long_is_ended_and_says_what_would_be_right():
    tables = SetupTables(seconds=0.3)

    async def ask() -> None:
        client: Any = Client()
        with pytest.raises(Refusal, match="or let the command enumerate") as refused:
            await tables.of(rules_of(2500), client)
        assert refused.value.status == 422

    try:
        asyncio.run(ask())
    finally:
        tables.stop()


def test_the_standard_setups_stay_whatever_else_is_asked_for(tables: SetupTables):
    async def ask() -> None:
        client: Any = Client()
        standard = await tables.of(Ruleset(), client)
        other = await tables.of(rules_of(500), client)
        tables._kept._most_bytes = standard.size + other.size
        for points in (450, 400, 350):
            await tables.of(rules_of(points), client)
        assert await tables.of(Ruleset(), client) is standard
        assert await tables.of(rules_of(500), client) is not other

    asyncio.run(ask())


# ---- a real server -------------------------------------------------------------------------------


@contextmanager
def asked_of_many_rules(server: Server) -> Iterator[list[socket.socket]]:
    """Ask for the setups of many rulesets, each on a connection of its own."""
    with ExitStack() as connections:
        asked = []
        for number in range(RULESETS):
            one = connections.enter_context(
                closing(socket.create_connection(("127.0.0.1", server.port)))
            )
            wanted = f"GET {MAXIMAL}?set=limits.points={2001 + number} HTTP/1.1"
            one.sendall(f"{wanted}\r\nHost: 127.0.0.1:{server.port}\r\n\r\n".encode())
            asked.append(one)
        yield asked


def answers_play_and_queries(server: Server) -> None:
    """Check that an action, an agent's answer, SQL and the standard setups come in time."""
    with httpx.Client(base_url=f"{server.url}{API}", timeout=IN_TIME) as client:
        setups = {"first": "Default", "second": "Rush", "seed": 3}
        view = client.post("/games", json=setups).json()
        for _ in range(3):
            action = view["actions"][0]["text"]
            answer = client.post(f"/games/{view['game']}/actions", json={"action": action})
            assert answer.status_code == 200
            played = client.post(f"/games/{view['game']}/agent", json={"agent": "random"})
            assert played.status_code == 200
            view = played.json()
            found = client.post("/sql", json={"query": "SELECT 1 AS one"})
            assert found.json()["rows"] == [[1]]
            assert client.get("/setups/maximal?q=charge").json()["total"] == 283_717


@pytest.mark.slow
@pytest.mark.parametrize("leave", [True, False])
def test_many_rulesets_hold_up_nothing_and_the_server_ends(start, leave: bool):
    server: Server = start()
    httpx.get(f"{server.url}{MAXIMAL}", timeout=4 * IN_TIME).raise_for_status()
    with asked_of_many_rules(server) as asked:
        if leave:
            for one in asked:
                one.close()
        answers_play_and_queries(server)
        if not leave:
            refused = sum(b" 503 " in one.recv(4096, socket.MSG_PEEK)[:20] for one in asked[-40:])
            assert refused == 40
        began = time.monotonic()
        assert server.end(signal.SIGTERM) == 0
        assert time.monotonic() - began < IN_TIME
    assert "Traceback" not in server.output


@pytest.mark.slow
def test_queries_that_wait_do_not_hold_up_the_end(start, tmp_path: Path):
    server: Server = start()
    endless = "SELECT sum(a.i + b.i) FROM range(1000000) a(i), range(1000000) b(i)"

    def ask() -> None:
        with suppress(httpx.HTTPError):  # the connection is cut
            httpx.post(f"{server.url}{API}/sql", json={"query": endless}, timeout=200)

    asking = [threading.Thread(target=ask) for _ in range(8)]
    for one in asking:
        one.start()
    while not any(SIDE in words for words in server.children().values()):
        time.sleep(0.05)
    began = time.monotonic()
    assert server.end(signal.SIGTERM) == 0
    assert time.monotonic() - began < 30  # 8 that take 10 seconds each
    for one in asking:
        one.join(60)
    assert "Traceback" not in server.output
