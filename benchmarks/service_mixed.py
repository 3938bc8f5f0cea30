"""Clients of the service that do everything at once, each time with something else.

Readers who ask the same thing again and again show no cache that grows with what is asked. So
these draw what they send: rules, filters, queries, setups, games, reviews, and what is wrong.
"""

import asyncio
import random
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any

import httpx

from benchmarks.service_readers import EVENTS, FILTERS, Seen, asked
from tests.servers import API

SETUPS = ("Default", "Rush", "AntiRush", "ChampionMage", "TwoTwoTwo", "Venom")
PRICES = ("champion", "mage", "knight", "archer", "charge", "regenerate", "stoicism")

WRONG = "wrong"
"""What cannot be answered, and is refused as it should be."""


@dataclass
class Client:
    """Somebody with a connection, who asks for one thing after the other."""

    http: httpx.AsyncClient
    rng: random.Random
    runs: Sequence[str]
    think: float
    seen: list[Seen]

    async def ask(self, name: str, path: str, method: str = "GET", **given: Any) -> Any:
        """Ask, note how long that took, think; return the answer's values, if it has some."""
        began = time.perf_counter()
        try:
            answer = await self.http.request(method, API + path, **given)
            refused = name == WRONG and answer.is_client_error
            status: int | str = 200 if refused else answer.status_code
            plain = answer.headers.get("content-type", "") == "application/json"
            data = answer.json() if plain and answer.is_success else None
        except httpx.HTTPError as error:
            status, data = type(error).__name__, None
        self.seen.append(Seen(name, time.perf_counter() - began, status))
        await asyncio.sleep(self.rng.expovariate(1 / self.think))
        return data

    async def follow(self, path: str, seconds: float, **given: Any) -> None:
        """Have an event stream open for so long, or until it ends."""
        status: int | str = 0
        try:
            async with asyncio.timeout(seconds), self.http.stream("GET", API + path, **given) as it:
                status = it.status_code
                async for _ in it.aiter_lines():
                    pass
        except TimeoutError:
            pass
        except httpx.HTTPError as error:
            status = type(error).__name__
        self.seen.append(Seen(EVENTS, seconds, status))


Visit = Callable[[Client], Awaitable[None]]


def edits(rng: random.Random) -> list[str]:
    """Return changes of the rules that nobody is likely to have asked for before."""
    changes = [f"limits.points={rng.randrange(600, 1400)}"]
    changes += [f"{name}.cost={rng.randrange(60, 300)}" for name in rng.sample(PRICES, 2)]
    return [*changes, f"max_turns={rng.randrange(100, 900)}"]


async def reads(client: Client) -> None:
    """Look at pages, runs and tables."""
    for _ in range(6):
        name, path, query = asked(client.rng, client.runs)
        await client.ask(name, path, params=query)
    one, other = client.runs[:2]
    await client.ask("report", f"/runs/{client.rng.choice(client.runs)}/report")
    await client.ask("compare", "/compare/page", params={"one": one, "other": other})


async def queries(client: Client) -> None:
    """Ask what has not been asked before."""
    rng = client.rng
    number = rng.randrange(1 << 30)
    sql = f"SELECT {number} AS mark, * FROM games ORDER BY hash(game + {number}) LIMIT 200"
    await client.ask("sql", "/sql", params={"query": sql})
    table = f"/runs/{rng.choice(client.runs)}/tables/games"
    await client.ask("table", table, params={"offset": rng.randrange(90), "limit": 100})
    await client.ask("runs", "/runs", params={"text": f"r{number:x}"})
    least = {"least_turns": rng.randrange(1000), "agent": f"a{number:x}"}
    await client.ask("stored games", "/stored-games", params=least)
    setup = f"{'S' * rng.randrange(1, 5)}{'C' * rng.randrange(1, 3)}"
    query = {"setup": setup, "set": f"champion.cost={rng.randrange(150, 300)}"}
    await client.ask("known", "/setups/known", params=query)


async def filters(client: Client) -> None:
    """Look at the setups of rules of one's own."""
    rules = {"set": edits(client.rng)}
    await client.ask("maximal, other rules", "/setups/maximal", params=rules)
    for query in client.rng.sample(FILTERS, 3):
        await client.ask("maximal, other rules", "/setups/maximal", params=query | rules)
    await client.ask("setups, other rules", "/setups", params=rules)
    await client.ask("rules", "/rules/check", params=rules)
    await client.ask("setup", "/setups/check", params=rules | {"setup": "SSCC:charge"})


async def plays(client: Client) -> None:
    """Play some turns by rules of one's own; leave the game, or forget it."""
    rng = client.rng
    begun = {"first": rng.choice(SETUPS), "second": rng.choice(SETUPS)}
    begun |= {"seed": rng.randrange(1 << 40), "sides": ["human", "quick"]}
    begun |= {"set": [f"max_turns={rng.randrange(100, 900)}", "limits.points=1400"]}
    view = await client.ask("begin", "/games", "POST", json=begun)
    game = f"/games/{view['game']}" if view else ""
    for _ in range(rng.randrange(8, 30)):
        if not view or not view["actions"]:
            break
        if view["sides"][view["player"]] != "human":
            view = await client.ask("agent", f"{game}/agent", "POST", json={"whole_turn": True})
            continue
        action = rng.choice(view["actions"])["text"]
        await client.ask("preview", f"{game}/preview", params={"action": action})
        view = await client.ask("act", f"{game}/actions", "POST", json={"action": action})
    if game:
        for what in ("reach", "replay", "record"):
            await client.ask(what, f"{game}/{what}")
        if rng.random() < 0.5:
            await client.ask("forget", game, "DELETE")


async def studies(client: Client) -> None:
    """Let agents play a few turns, then ask what they think of it."""
    rng = client.rng
    begun = {"first": rng.choice(SETUPS), "second": rng.choice(SETUPS), "seed": rng.randrange(9999)}
    view = await client.ask("begin", "/games", "POST", json=begun)
    if not view:
        return
    game = f"/games/{view['game']}"
    turn = {"agent": "quick", "whole_turn": True}
    for _ in range(rng.randrange(2, 8)):
        await client.ask("agent", f"{game}/agent", "POST", json=turn)
    asking = {"agent": rng.choice(("quick", "medium")), "seed": rng.randrange(1 << 40)}
    await client.ask("hint", f"{game}/hint", "POST", json=asking)
    await client.ask("analyse", f"{game}/analyse", "POST", json=asking)
    await client.follow(f"{game}/analysis/events", rng.uniform(1, 4), params={"agent": "quick"})
    await client.follow(f"{game}/review/events", 30, params={"agent": "quick"})


async def starts(client: Client) -> None:
    """Start a small job, follow it, and look at what it found."""
    rng = client.rng
    settings = {"a": "Default", "b": "Rush", "games": 20, "agent": "greedy"}
    asked_for = {"kind": "match", "settings": settings | {"seed": rng.randrange(1 << 30)}}
    job = await client.ask("start a job", "/jobs", "POST", json=asked_for)
    if job:
        number = job["job"]["job"]
        await client.follow(f"/jobs/{number}/events", 30)
        ended = await client.ask("job", f"/jobs/{number}")
        if ended and ended["state"] == "finished":  # one that is under way is not deleted
            await client.ask("run", f"/runs/{ended['run']}")
            await client.ask("delete", f"/runs/{ended['run']}", "DELETE")
    await asyncio.sleep(20 * client.think)


async def listens(client: Client) -> None:
    """Have the stream of all jobs open, now and then anew."""
    await client.follow("/jobs/events", client.rng.uniform(5, 30))


async def errs(client: Client) -> None:
    """Ask for what cannot be."""
    word = f"{client.rng.randrange(1 << 60):x}"
    await client.ask(WRONG, f"/games/{word}")
    await client.ask(WRONG, f"/runs/{word}")
    await client.ask(WRONG, f"/{word}/{word}")
    await client.ask(WRONG, "/setups/check", params={"setup": word * 20})
    await client.ask(WRONG, "/rules/check", params={"set": f"{word}=1"})
    await client.ask(WRONG, "/agents/check", params={"agent": f"quick:{word}=1"})
    await client.ask(WRONG, "/games", "POST", json={"record": word * 500})


VISITS: tuple[Visit, ...] = (reads, queries, filters, plays, plays, studies, starts, listens, errs)
"""What one round of clients does: so many clients, each with a visit of its own."""


async def mixed_clients(
    url: str, runs: Sequence[str], rounds: int, seconds: float, think: float
) -> list[Seen]:
    """Let rounds of clients visit again and again; return what all saw."""
    until, seen = time.monotonic() + seconds, list[Seen]()

    async def visits(visit: Visit, number: int) -> None:
        rng = random.Random(number)
        await asyncio.sleep(rng.random() * think)
        while time.monotonic() < until:
            async with httpx.AsyncClient(base_url=url, timeout=60) as http:
                await visit(Client(http, rng, runs, think, seen))

    work = [visits(visit, number) for number, visit in enumerate(VISITS * rounds)]
    await asyncio.gather(*work)
    return seen
