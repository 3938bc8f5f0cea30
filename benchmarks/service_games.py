"""How quickly the service answers at the board: one player alone, and 50 that play at once.

    python -m benchmarks.service_games alone http://127.0.0.1:8000 [--turns 30]
    python -m benchmarks.service_games players http://127.0.0.1:8000 [--clients 50] [--seconds 30]

The server is one that runs; games are begun in it and forgotten again. `alone` plays games of one
player against agents, one request after another. The bars, on an idle machine: 15 ms for legal
actions and an action, 50 ms for a reply of `quick`, 400 ms for one of `strong`; a reply is a whole
turn, and one action of a turn is shown beside it. `leave` is how long the server needs to end an
analysis of `strong` after its client has left.

`players` has clients that each play a game against `quick` with a short thought between two
requests; the bar is a p95 of 300 ms for everything but the agent's thinking, and no errors. With a
job on all cores beside it (start one first) that is the bar of the board.
"""

import argparse
import asyncio
import os
import random
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import httpx

API = "/api/v1"
Times = defaultdict[str, list[float]]
SETUPS = {"first": "Default", "second": "Rush"}


@contextmanager
def timed(times: Times, name: str) -> Iterator[None]:
    """Note how long the block takes."""
    began = time.perf_counter()
    yield
    times[name].append(time.perf_counter() - began)


def games(url: str, turns: int) -> Times:
    """Play and look, one request after another; return the times by what was asked."""
    times, rng = Times(list), random.Random(1)
    with httpx.Client(base_url=url + API, timeout=60) as client:
        for agent in ("quick", "strong"):
            view = _begun(client, agent)
            _post(client, view["game"], "hint", agent=agent)  # the first has kernels to load
            for _ in range(turns):
                view = _own_turn(client, view["game"], rng, times)
                if view["outcome"]:
                    break
                _looks(client, view["game"], times)
                assert view["sides"][view["player"]] == agent
                with timed(times, f"{agent}, an action"):
                    _post(client, view["game"], "agent")
                _post(client, view["game"], "undo", actions=1)
                with timed(times, f"{agent}, a turn"):
                    view = _reply(client, view["game"])
                if view["outcome"]:
                    break
            client.delete(f"/games/{view['game']}")
        for _ in range(5):
            times["leave"].append(_leaving(client, url))
    return times


def _begun(client: httpx.Client, agent: str) -> dict[str, Any]:
    asked = SETUPS | {"seed": 1, "sides": ["human", agent]}
    return client.post("/games", json=asked).raise_for_status().json()


def _post(client: httpx.Client, game: str, what: str, **body: Any) -> dict[str, Any]:
    return client.post(f"/games/{game}/{what}", json=body).raise_for_status().json()


def _reply(client: httpx.Client, game: str) -> dict[str, Any]:
    return _post(client, game, "agent", whole_turn=True)


def _own_turn(client: httpx.Client, game: str, rng: random.Random, times: Times) -> dict[str, Any]:
    """Play a turn of random actions; every answer has the legal actions."""
    view = client.get(f"/games/{game}").json()
    player = view["player"]
    while view["player"] == player and not view["outcome"]:
        action = rng.choice(view["actions"])["text"]
        with timed(times, "act"):
            view = _post(client, game, "actions", action=action, after=view["after"])
    return view


def _looks(client: httpx.Client, game: str, times: Times) -> None:
    for name in ("", "/reach", "/replay"):
        with timed(times, name.strip("/") or "view"):
            view = client.get(f"/games/{game}{name}").raise_for_status().json()
    action = client.get(f"/games/{game}").json()["actions"][0]["text"]
    with timed(times, "preview"):
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


async def players(url: str, clients: int, seconds: float, think: float) -> tuple[Times, Counter]:
    """Let clients play at once; return the times, and the statuses that are no success."""
    times, wrong = Times(list), Counter[int | str]()
    until = time.monotonic() + seconds
    await asyncio.gather(*(_player(url, n, until, think, times, wrong) for n in range(clients)))
    return times, wrong


async def _player(
    url: str, number: int, until: float, think: float, times: Times, wrong: Counter[int | str]
) -> None:
    rng = random.Random(number)
    async with httpx.AsyncClient(base_url=url + API, timeout=60) as client:

        async def ask(name: str, method: str, path: str, **body: Any) -> dict[str, Any]:
            began = time.perf_counter()
            answer = await client.request(method, path, **body)
            times[name].append(time.perf_counter() - began)
            if not answer.is_success:
                wrong[answer.status_code] += 1
            await asyncio.sleep(rng.expovariate(1 / think))
            return answer.json()

        await asyncio.sleep(rng.random() * think)
        while time.monotonic() < until:
            asked = SETUPS | {"seed": number, "sides": ["human", "quick"]}
            view = await ask("begin", "POST", "/games", json=asked)
            address = f"/games/{view['game']}"
            while time.monotonic() < until and view["actions"]:
                if view["sides"][view["player"]] != "human":
                    body = {"whole_turn": True, "after": view["after"]}
                    view = await ask("quick's turn", "POST", f"{address}/agent", json=body)
                    continue
                if rng.random() < 0.2:
                    await ask("reach", "GET", f"{address}/reach")
                body = {"action": rng.choice(view["actions"])["text"], "after": view["after"]}
                view = await ask("act", "POST", f"{address}/actions", json=body)
            await client.delete(address)


def show(times: Times) -> None:
    """Print the times by what was asked."""
    print(f"{'':20}{'requests':>9}{'least':>8}{'p50':>8}{'p95':>8}{'worst':>8}  ms")
    for name, found in sorted(times.items()):
        print(f"{name:20}{len(found):9}{milliseconds(found)}")


def milliseconds(times: Sequence[float]) -> str:
    """Return the least, p50, p95 and the worst of times."""
    ordered = sorted(times)
    at = [ordered[min(len(ordered) - 1, int(len(ordered) * share))] for share in (0.0, 0.5, 0.95)]
    return "".join(f"{1000 * value:8.1f}" for value in (*at, ordered[-1]))


def main() -> None:
    """Measure, and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    ways = parser.add_subparsers(dest="way", required=True)
    for name in ("alone", "players"):
        ways.add_parser(name).add_argument("url")
    ways.choices["alone"].add_argument("--turns", type=int, default=30)
    ways.choices["players"].add_argument("--clients", type=int, default=50)
    ways.choices["players"].add_argument("--seconds", type=float, default=30.0)
    ways.choices["players"].add_argument("--think", type=float, default=1.0)
    options = parser.parse_args()
    print("load", *(f"{value:.1f}" for value in os.getloadavg()))
    if options.way == "alone":
        show(games(options.url, options.turns))
        return
    times, wrong = asyncio.run(
        players(options.url, options.clients, options.seconds, options.think)
    )
    show(times)
    print("errors:", dict(wrong) or "none")


if __name__ == "__main__":
    main()
