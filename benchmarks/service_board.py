"""Players at the service's board, and how long each of their requests took."""

import asyncio
import random
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx

from benchmarks.service_readers import Seen
from tests.servers import API

SETUPS = {"first": "Default", "second": "Rush"}
TURN = "{}, a turn"
THINKING = TURN.format("quick"), TURN.format("strong")
"""What takes as long as the agent thinks."""


@contextmanager
def timed(seen: list[Seen], name: str) -> Iterator[None]:
    """Note how long the block takes, which asks and is answered well."""
    began = time.perf_counter()
    yield
    seen.append(Seen(name, time.perf_counter() - began, 200))


def play(url: str, turns: int) -> list[Seen]:
    """Play and look, one request after another."""
    seen, rng = list[Seen](), random.Random(1)
    with httpx.Client(base_url=url + API, timeout=60) as client:
        for agent in ("quick", "strong"):
            view = _begun(client, agent)
            _post(client, view["game"], "hint", agent=agent)  # the first has kernels to load
            for _ in range(turns):
                view = _own_turn(client, view["game"], rng, seen)
                if view["outcome"]:
                    break
                _looks(client, view["game"], seen)
                assert view["sides"][view["player"]] == agent
                with timed(seen, f"{agent}, an action"):
                    _post(client, view["game"], "agent")
                _post(client, view["game"], "undo", actions=1)
                with timed(seen, TURN.format(agent)):
                    view = _reply(client, view["game"])
                if view["outcome"]:
                    break
            client.delete(f"/games/{view['game']}")
        for _ in range(5):
            seen.append(Seen("leave", _leaving(client, url), 200))
    return seen


def _begun(client: httpx.Client, agent: str) -> dict[str, Any]:
    request = SETUPS | {"seed": 1, "sides": ["human", agent]}
    return client.post("/games", json=request).raise_for_status().json()


def _post(client: httpx.Client, game: str, what: str, **body: Any) -> dict[str, Any]:
    return client.post(f"/games/{game}/{what}", json=body).raise_for_status().json()


def _reply(client: httpx.Client, game: str) -> dict[str, Any]:
    return _post(client, game, "agent", whole_turn=True)


def _own_turn(
    client: httpx.Client, game: str, rng: random.Random, seen: list[Seen]
) -> dict[str, Any]:
    """Play a turn of random actions; every answer has the legal actions."""
    view = client.get(f"/games/{game}").json()
    player = view["player"]
    while view["player"] == player and not view["outcome"]:
        action = rng.choice(view["actions"])["text"]
        with timed(seen, "act"):
            view = _post(client, game, "actions", action=action, after=view["after"])
    return view


def _looks(client: httpx.Client, game: str, seen: list[Seen]) -> None:
    for name in ("", "/reach", "/replay"):
        with timed(seen, name.strip("/") or "view"):
            view = client.get(f"/games/{game}{name}").raise_for_status().json()
    action = client.get(f"/games/{game}").json()["actions"][0]["text"]
    with timed(seen, "preview"):
        client.get(f"/games/{game}/preview", params={"action": action}).raise_for_status()
    assert view["steps"]


def _leaving(client: httpx.Client, url: str) -> float:
    """Return how long an analysis goes on after its client has left."""
    view = _begun(client, "quick")
    ask = f"{url}{API}/games/{view['game']}/analysis/events"
    with httpx.stream("GET", ask, params={"agent": "strong"}, timeout=60) as stream:
        lines = stream.iter_lines()
        for _ in range(5):  # steps of the search
            next(line for line in lines if line.startswith("data:"))
    began = time.perf_counter()
    while client.get("/state").json()["analyses"]:
        time.sleep(0.01)
    return time.perf_counter() - began


# ---- many players --------------------------------------------------------------------------------


def warm(url: str) -> None:
    """Begin a game and let an agent answer: the first has kernels to load."""
    with httpx.Client(base_url=url + API, timeout=60) as client:
        view = _begun(client, "quick")
        _post(client, view["game"], "hint", agent="quick")
        client.delete(f"/games/{view['game']}")


async def players(url: str, clients: int, seconds: float, think: float) -> list[Seen]:
    """Let clients play at once."""
    until = time.monotonic() + seconds
    work = (_player(url, number, until, think) for number in range(clients))
    return [one for seen in await asyncio.gather(*work) for one in seen]


async def _player(url: str, number: int, until: float, think: float) -> list[Seen]:
    rng, seen, start = random.Random(number), list[Seen](), time.perf_counter()
    async with httpx.AsyncClient(base_url=url + API, timeout=60) as client:

        async def ask(name: str, method: str, path: str, **body: Any) -> dict[str, Any]:
            began = time.perf_counter()
            answer = await client.request(method, path, **body)
            seconds = time.perf_counter() - began
            seen.append(Seen(name, seconds, answer.status_code, began - start))
            await asyncio.sleep(rng.expovariate(1 / think))
            return answer.json()

        await asyncio.sleep(rng.random() * think)
        while time.monotonic() < until:
            request = SETUPS | {"seed": number, "sides": ["human", "quick"]}
            view = await ask("begin", "POST", "/games", json=request)
            address = f"/games/{view['game']}"
            while time.monotonic() < until and view["actions"]:
                if view["sides"][view["player"]] != "human":
                    body = {"whole_turn": True, "after": view["after"]}
                    view = await ask(TURN.format("quick"), "POST", f"{address}/agent", json=body)
                    continue
                if rng.random() < 0.2:
                    await ask("reach", "GET", f"{address}/reach")
                body = {"action": rng.choice(view["actions"])["text"], "after": view["after"]}
                view = await ask("act", "POST", f"{address}/actions", json=body)
            await client.delete(address)
    return seen
