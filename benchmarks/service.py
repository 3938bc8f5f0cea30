"""How quickly the service answers: to one reader or player, and to 50 while a job uses all cores.

    python -m benchmarks.service alone [--requests 200]
    python -m benchmarks.service load [--clients 50] [--seconds 60] [--think 1.0] [--streams 10]
    python -m benchmarks.service board [--turns 30]
    python -m benchmarks.service players [--clients 50] [--seconds 60] [--think 1.0]
    python -m benchmarks.service memory [--rounds 1] [--seconds 1800] [--think 1.0]

All start a server on loopback with a fresh database, in which three small runs are stored first.

`alone` asks for pages of the 283,717 maximal setups, by filters and sorts of all sorts, one request
after another. The bar is 200 ms.

`load` starts a job that plays on all cores for as long as it lasts. Readers ask for what pages ask
for, each on a connection of its own, with a pause between two requests that is exponential with a
mean of `--think` seconds: 50 readers, not a flood. Some have an event stream open too. Every 10
seconds the memory of the server and of its processes is noted; the slope is that of the second
half. The bars are a p95 of 300 ms, no errors, and memory that does not grow over 10 minutes
(`--seconds 600`).

`board` plays games against agents, one request after another. The bars, on an idle machine: 15 ms
for an action with the legal ones after it, 50 ms for a reply of `quick`, 400 ms for one of
`strong`; a reply is a whole turn, and one action of a turn is shown beside it. `leave` is how long
the server needs to end an analysis of `strong` after its client has left.

`players` is `load` with clients that each play a game against `quick`; all begin in the first
second, after one that loaded the kernels. The bars are a p95 of 300 ms for everything but the
agent's thinking, and no errors.

`memory` notes the memory of the server every 10 seconds while clients do everything at once, each
time with something else (`service_mixed`), beside a job on one core. A round is nine clients: one
round leaves room for other work on two cores. The slope is that of the second half, of the means of
its minutes, with its 95 % interval. The bar is one whose interval holds 0 or less.

Times depend on what else the machine does: its load is printed before and after.
"""

import argparse
import asyncio
import os
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import httpx

from benchmarks.service_board import THINKING, play, players, warm
from benchmarks.service_memory import show_memory, watched
from benchmarks.service_mixed import mixed_clients
from benchmarks.service_readers import EVENTS, FILTERS, STALE, Seen, readers
from tests.servers import API, Server, ended, own_home

RUNS = (
    ("match", {"a": "Default", "b": "Rush", "games": 200, "agent": "greedy"}),
    ("match", {"a": "Default", "b": "Default", "games": 100, "agent": "greedy"}),
    ("tournament", {"setups": ["Default", "Rush", "CC"], "games": 20, "agent": "greedy"}),
)
LONG_JOB = ("match", {"a": "Default", "b": "Rush", "games": 1_000_000, "agent": "quick"})
COLD_SECONDS = 10.0


@contextmanager
def serving(*words: str) -> Iterator[tuple[Server, list[str]]]:
    """Serve a fresh database with a few runs."""
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder, "results.duckdb"), words, own_home(Path(folder)))
        server.start()
        try:
            for kind, settings in RUNS:
                answer = server.post("/jobs", {"kind": kind, "settings": settings})
                assert answer.status_code == 201, answer.text
            jobs = [server.wait_for(ended, number) for number in range(1, len(RUNS) + 1)]
            assert {job["state"] for job in jobs} == {"finished"}, jobs
            while server.get("/state").json()["kernels"] == "compiling":
                time.sleep(0.2)
            yield server, [job["run"] for job in jobs]
        finally:
            server.end()


@contextmanager
def working(server: Server) -> Iterator[None]:
    """Let the server play a job on all cores."""
    kind, settings = LONG_JOB
    number = server.post("/jobs", {"kind": kind, "settings": settings}).json()["job"]["job"]
    server.wait_for(lambda job: job["progress"]["games"] > 0, number)
    print(f"load before {load()}, job by {settings['agent']}")
    yield
    job = server.job(number)
    server.post(f"/jobs/{number}/stop")
    print(f"load after  {load()}, job {job['state']}, {job['progress']['games']:,} games\n")


# ---- times ---------------------------------------------------------------------------------------

HEAD = f"{'':18}{'requests':>9}{'p50':>8}{'p95':>8}{'p99':>8}{'worst':>8}  ms"


def line(name: str, times: Sequence[float]) -> str:
    """Return how many there are, p50, p95, p99 and the worst of times."""
    ordered = sorted(times)
    at = [ordered[min(len(ordered) - 1, int(len(ordered) * share))] for share in (0.5, 0.95, 0.99)]
    cells = "".join(f"{1000 * value:8.1f}" for value in (*at, ordered[-1]))
    return f"{name:18}{len(ordered):9}{cells}"


def by_name(seen: Sequence[Seen]) -> dict[str, list[float]]:
    times = defaultdict[str, list[float]](list)
    for one in sorted(seen, key=lambda one: one.name):
        times[one.name].append(one.seconds)
    return times


def show(seen: Sequence[Seen]) -> None:
    """Print the times by what was asked, and what was not answered as it should be."""
    requests = [one for one in seen if one.name != EVENTS]
    print(HEAD)
    for name, times in by_name(requests).items():
        print(line(name, times))
    answered = [one for one in requests if one.name not in THINKING]
    print(line("all but thinking", [one.seconds for one in answered]), "  (bar: p95 300)")
    if warm := [one.seconds for one in answered if one.at > COLD_SECONDS]:
        print(line("after 10 s", warm))
    if streams := [one.seconds for one in seen if one.name == EVENTS]:
        print(f"event streams: {len(streams)}, with {min(streams):.0f} events at least")
    stale = sum(one.status == STALE for one in requests)
    print(f"of the last known data: {stale} of {len(requests)} answers")
    good = 200, 201, 204, STALE
    wrong = Counter((one.name, one.status) for one in seen if one.status not in good)
    print("errors:", ", ".join(f"{n} x {what}" for what, n in wrong.items()) or "none")


def load() -> str:
    return " ".join(f"{value:.1f}" for value in os.getloadavg())


# ---- the five ways -------------------------------------------------------------------------------


def alone(requests: int) -> None:
    with serving() as (server, _), httpx.Client(base_url=server.url + API, timeout=60) as client:
        print(f"load {load()}")
        began = time.perf_counter()
        client.get("/setups/maximal").raise_for_status()
        print(f"the first request, which lists them: {time.perf_counter() - began:.2f} s\n{HEAD}")
        everything = []
        for query in FILTERS:
            times = []
            for _ in range(requests // len(FILTERS)):
                began = time.perf_counter()
                client.get("/setups/maximal", params=query).raise_for_status()
                times.append(time.perf_counter() - began)
            print(line("", times), f" {query or 'all'}")
            everything += times
        print(line("all", everything), "  (bar: 200)")


def under_load(clients: int, seconds: float, think: float, streams: int) -> None:
    with serving() as (server, runs):
        with working(server):
            work = readers(server.url, runs, clients, seconds, think, streams)
            seen, samples = asyncio.run(watched(server, work))
        show(seen)
        show_memory(samples)


def mixed(rounds: int, seconds: float, think: float) -> None:
    with serving("--jobs", "2", "--threads", "1") as (server, runs):
        with working(server):
            work = mixed_clients(server.url, runs, rounds, seconds, think)
            seen, samples = asyncio.run(watched(server, work))
        show(seen)
        show_memory(samples)


def at_the_board(turns: int) -> None:
    with serving() as (server, _):
        print(f"load {load()}\n{HEAD}")
        for name, times in by_name(play(server.url, turns)).items():
            print(line(name, times))


def many_players(clients: int, seconds: float, think: float) -> None:
    with serving() as (server, _):
        warm(server.url)
        with working(server):
            seen = asyncio.run(players(server.url, clients, seconds, think))
        show(seen)


def main() -> None:
    """Measure, and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    ways = parser.add_subparsers(dest="way", required=True)
    ways.add_parser("alone").add_argument("--requests", type=int, default=200)
    ways.add_parser("board").add_argument("--turns", type=int, default=30)
    for name in ("load", "players"):
        way = ways.add_parser(name)
        way.add_argument("--clients", type=int, default=50)
        way.add_argument("--seconds", type=float, default=60.0)
        way.add_argument("--think", type=float, default=1.0, metavar="SECONDS")
    ways.choices["load"].add_argument("--streams", type=int, default=10)
    memory = ways.add_parser("memory")
    memory.add_argument("--rounds", type=int, default=1)
    memory.add_argument("--seconds", type=float, default=1800.0)
    memory.add_argument("--think", type=float, default=1.0, metavar="SECONDS")
    options = vars(parser.parse_args())
    measure = {"alone": alone, "load": under_load, "board": at_the_board, "players": many_players}
    measure["memory"] = mixed
    measure[options.pop("way")](**options)


if __name__ == "__main__":
    main()
