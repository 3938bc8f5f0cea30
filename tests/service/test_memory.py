"""What clients can make a server keep is bounded, and memory that is free goes back."""

import asyncio
import json
import random
import time
import tracemalloc
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import httpx
import pytest
from conquest_opt.arena.inputs.errors import RequestError
from conquest_opt.service.common.last_used import LastUsed
from conquest_opt.service.common.settings import ServiceLimits
from conquest_opt.service.data.answers import MOST_BYTES, LastAnswers
from conquest_opt.service.jobs.asking import MOST_SETTINGS, checked
from conquest_opt.service.jobs.queue import KEPT_SETTINGS, JobQueue

from benchmarks.service_memory import resident
from tests.servers import API, Server


def test_values_that_were_used_longest_ago_go_first():
    kept = LastUsed[str, int](100, most=3)
    for name in "abc":
        kept.put(name, ord(name), 20)
    assert kept.get("a") == ord("a")
    kept.put("d", 4, 20)  # the fourth
    assert [kept.get(name) for name in "abcd"] == [ord("a"), None, ord("c"), 4]
    kept.put("e", 5, 70)
    assert [kept.get(name) for name in "acde"] == [None, None, 4, 5]
    assert (len(kept), kept.size) == (2, 90)
    kept.put("e", 6, 10)
    kept.forget("d")
    assert (len(kept), kept.size, kept.get("e")) == (1, 10, 6)
    kept.put("f", 7, 1000)  # larger than all may be: it is the last, and alone
    assert (len(kept), kept.size, kept.get("f")) == (1, 1000, 7)
    kept.clear()
    assert (len(kept), kept.size) == (0, 0)


def test_answers_to_long_questions_take_no_more_than_others(tmp_path: Path):
    async def ask() -> None:
        answers = LastAnswers(tmp_path / "results.duckdb", ServiceLimits())
        for number in range(1200):
            await answers.made(("page", f"{number}{'x' * 40_000}"), lambda: b"1", 30)

    tracemalloc.start()
    try:
        asyncio.run(ask())
        assert tracemalloc.get_traced_memory()[1] < 1.3 * MOST_BYTES
    finally:
        tracemalloc.stop()


def test_jobs_with_long_settings_are_refused_and_forgotten_sooner(tmp_path: Path):
    match = {"a": "Default", "b": "Rush", "games": 2, "agent": "greedy"}
    long = match | {"set": ["max_turns=500"] * (MOST_SETTINGS // 20)}
    assert checked("match", long, tmp_path / "results.duckdb").title
    with pytest.raises(RequestError, match=r"settings have .* 65,536 at most"):
        checked("match", long | {"b": " " * MOST_SETTINGS}, tmp_path / "results.duckdb")
    queue = JobQueue(tmp_path / "results.jobs.sqlite")
    for _ in range(60):
        queue.change(queue.add("match", long, "long"), state="finished")
    kept = queue.jobs()
    assert [job.job for job in kept] == list(range(60, 60 - len(kept), -1))
    assert len(kept) == KEPT_SETTINGS // len(json.dumps(long)) + 1  # the last is counted later


def others(number: int) -> dict[str, Any]:
    """Return rules that were not asked for before, with about 400,000 maximal setups."""
    return {"set": [f"limits.points={1050 + number}", f"champion.cost={200 + number}"]}


def visit(server: Server, number: int) -> None:
    """Ask for much that was not asked for before."""
    rng = random.Random(number)
    with httpx.Client(base_url=server.url + API, timeout=60) as client:
        for given in ({}, {"sort": "points"}, {"require": "C>=2"}):
            answer = client.get("/setups/maximal", params=others(number) | given)
            assert answer.status_code in (200, 503), answer.text
        for turns in range(100 + 4 * number, 104 + 4 * number):
            body = {"first": "Default", "second": "Rush", "set": [f"max_turns={turns}"]}
            view = client.post("/games", json=body).raise_for_status().json()
            action = {"action": rng.choice(view["actions"])["text"]}
            client.post(f"/games/{view['game']}/actions", json=action).raise_for_status()
            client.get(f"/games/{view['game']}/replay").raise_for_status()
        client.get("/runs", params={"text": f"{number}"})
        client.get(f"/runs/{rng.random()}")
    connection = HTTPConnection("127.0.0.1", server.port, timeout=60)
    for place in range(40):  # httpx asks no such address
        connection.request("GET", f"{API}/rules/check?none={number}-{place}{'x' * 300_000}")
        connection.getresponse().read()
    connection.close()


@pytest.mark.slow
def test_memory_stands_still_whatever_is_asked(start):
    """Before, it grew by some 300 MB: freed arrays stayed with the threads, addresses with all."""
    server: Server = start("--jobs", "1")
    with ThreadPoolExecutor(3) as clients:
        list(clients.map(lambda number: visit(server, number), range(2)))
        time.sleep(1)
        warm = resident(server.process.pid)
        list(clients.map(lambda number: visit(server, number), range(2, 8)))
    assert resident(server.process.pid) - warm < 120, warm
