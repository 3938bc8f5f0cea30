"""Readers of the service's pages, and how long each of their requests took."""

import asyncio
import random
import time
from collections.abc import Sequence
from typing import Any, NamedTuple

import httpx

from tests.servers import API

EVENTS = "events"
STALE = "stale"
"""The status of a good answer from before the job that is writing."""

FILTERS: Sequence[dict[str, Any]] = (
    {},
    {"sort": "points", "descending": True},
    {"require": "C>=2"},
    {"require": ["C>=2", "S+F<=4"], "sort": "points"},
    {"require": ["S>=A", "K+M>=1"], "with": "charge", "sort": "troops"},
    {"without": ["charge", "regenerate"], "sort": "commands", "descending": True},
    {"require": "troops>=10", "sort": "S", "offset": 2000},
    {"require": ["points>=990", "A>=1"], "sort": "C", "descending": True, "limit": 500},
)
EDITS = ("champion.cost=225", "mage.range=6", "limits.points=900", "mage.cost=160")
QUERIES = ("FROM run_summary", "SELECT winner, count(*) FROM games GROUP BY ALL")


class Seen(NamedTuple):
    """A request: what was asked, how long it took, its status, and when it began."""

    name: str
    seconds: float
    status: int | str
    at: float = 0.0


def asked(rng: random.Random, runs: Sequence[str]) -> tuple[str, str, dict[str, Any]]:
    """Return what a reader asks for next: what it is called, its address, its parameters."""
    run = rng.choice(runs)
    weighted = {
        ("state", "/state"): (20, {}),
        ("jobs", "/jobs"): (15, {}),
        ("runs", "/runs"): (15, {}),
        ("run", f"/runs/{run}"): (12, {}),
        ("table", f"/runs/{run}/tables/games"): (10, {"offset": rng.randrange(80)}),
        ("setups", "/setups"): (5, {}),
        ("filter", "/setups/maximal"): (10, rng.choice(FILTERS)),
        ("rules", "/rules/check"): (8, {"set": rng.choice(EDITS)}),
        ("kinds", "/kinds"): (2, {}),
        ("sql", "/sql"): (3, {"query": rng.choice(QUERIES)}),
    }
    weights = [weight for weight, _ in weighted.values()]
    (name, path), (_, query) = rng.choices(list(weighted.items()), weights)[0]
    return name, path, query


async def read(
    url: str, runs: Sequence[str], until: float, think: float, number: int
) -> list[Seen]:
    """Be one reader."""
    rng, answers, start = random.Random(number), [], time.perf_counter()
    async with httpx.AsyncClient(base_url=url + API, timeout=60) as client:
        await asyncio.sleep(rng.random() * think)
        while time.monotonic() < until:
            name, path, query = asked(rng, runs)
            began = time.perf_counter()
            try:
                answer = await client.get(path, params=query)
                stale = answer.status_code == 200 and b'"stale":true' in answer.content[:80]
                status: int | str = STALE if stale else answer.status_code
            except httpx.HTTPError as error:
                status = type(error).__name__
            answers.append(Seen(name, time.perf_counter() - began, status, began - start))
            await asyncio.sleep(rng.expovariate(1 / think))
    return answers


async def follow(url: str, until: float) -> list[Seen]:
    """Keep an event stream open; return it as one request, with its events for seconds."""
    events, status = 0, 0
    try:
        async with (
            asyncio.timeout(until - time.monotonic()),
            httpx.AsyncClient(timeout=60) as client,
            client.stream("GET", f"{url}{API}/jobs/events") as stream,
        ):
            status = stream.status_code
            async for line in stream.aiter_lines():
                events += line.startswith("data: ")
    except TimeoutError:
        return [Seen(EVENTS, float(events), status)]
    except httpx.HTTPError as error:
        status = type(error).__name__
    return [Seen(EVENTS, float(events), f"ended early ({status})")]


async def readers(
    url: str, runs: Sequence[str], clients: int, seconds: float, think: float, streams: int
) -> list[Seen]:
    """Return what all readers saw."""
    until = time.monotonic() + seconds
    work = [read(url, runs, until, think, n) for n in range(clients)]
    work += [follow(url, until) for _ in range(streams)]
    return [one for seen in await asyncio.gather(*work) for one in seen]
