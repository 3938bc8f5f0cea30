"""How quickly the service answers: alone, and to 50 readers while a job uses all cores.

    python -m benchmarks.service alone [--requests 200]
    python -m benchmarks.service load [--clients 50] [--seconds 60] [--think 1.0] [--streams 10]

Both start a server on loopback with a fresh database, in which three small runs are stored first.

`alone` asks for pages of the 283,717 maximal setups, by filters and sorts of all sorts, one request
after another. The bar is 200 ms.

`load` starts a job that plays on all cores for as long as it lasts. Then readers in a process of
their own ask for what pages ask for, each on a connection of its own, with a pause between two
requests that is exponential with a mean of `--think` seconds: 50 readers, not a flood. Some have an
event stream open too. Every 10 seconds the memory of the server and of its processes is noted; the
slope is that of the second half. The bars are a p95 of 300 ms, no errors, and memory that does not
grow over 10 minutes (`--seconds 600`).

Times depend on what else the machine does: its load is printed before and after.
"""

import argparse
import asyncio
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from statistics import fmean
from typing import Any

import httpx

from tests.servers import API, Server, ended, own_home

RUNS = (
    ("match", {"a": "Default", "b": "Rush", "games": 200, "agent": "greedy"}),
    ("match", {"a": "Default", "b": "Default", "games": 100, "agent": "greedy"}),
    ("tournament", {"setups": ["Default", "Rush", "CC"], "games": 20, "agent": "greedy"}),
)
LONG_JOB = ("match", {"a": "Default", "b": "Rush", "games": 1_000_000, "agent": "quick"})

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
STALE = "stale"
"""The status of a good answer from before the job that is writing."""
SAMPLE_SECONDS = COLD_SECONDS = 10.0


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
    (name, path), (_, given) = rng.choices(list(weighted.items()), weights)[0]
    return name, path, given


# ---- the readers' process ------------------------------------------------------------------------


async def read(url: str, runs: Sequence[str], until: float, think: float, number: int) -> list:
    """Be one reader; return what was asked, how long it took, the status, and when it was."""
    rng, done, start = random.Random(number), [], time.perf_counter()
    async with httpx.AsyncClient(base_url=url + API, timeout=60) as client:
        await asyncio.sleep(rng.random() * think)
        while time.monotonic() < until:
            name, path, given = asked(rng, runs)
            began = time.perf_counter()
            try:
                answer = await client.get(path, params=given)
                stale = answer.status_code == 200 and b'"stale":true' in answer.content[:80]
                status: int | str = STALE if stale else answer.status_code
            except httpx.HTTPError as error:
                status = type(error).__name__
            done.append((name, time.perf_counter() - began, status, began - start))
            await asyncio.sleep(rng.expovariate(1 / think))
    return done


async def follow(url: str, until: float) -> list:
    """Keep an event stream open; return it as if it were one request, with its events."""
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
        return [("events", float(events), status, 0.0)]
    except httpx.HTTPError as error:
        status = type(error).__name__
    return [("events", float(events), f"ended early ({status})", 0.0)]


async def readers(url: str, runs: Sequence[str], options: argparse.Namespace) -> list:
    """Return what all readers saw."""
    until = time.monotonic() + options.seconds
    work = [read(url, runs, until, options.think, n) for n in range(options.clients)]
    work += [follow(url, until) for _ in range(options.streams)]
    return [one for seen in await asyncio.gather(*work) for one in seen]


# ---- the server's side ---------------------------------------------------------------------------


@contextmanager
def serving() -> Iterator[tuple[Server, list[str]]]:
    """Serve a fresh database with a few runs."""
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder, "results.duckdb"), (), own_home(Path(folder)))
        server.start()
        try:
            for kind, settings in RUNS:
                answer = server.post("/jobs", {"kind": kind, "settings": settings})
                assert answer.status_code == 201, answer.text
            done = [server.wait_for(ended, number) for number in range(1, len(RUNS) + 1)]
            assert {job["state"] for job in done} == {"finished"}, done
            while server.get("/state").json()["kernels"] == "compiling":
                time.sleep(0.2)
            yield server, [job["run"] for job in done]
        finally:
            server.end()


def megabytes(server: Server) -> dict[str, float]:
    """Return the resident memory of the server and of the processes that it has started."""
    found = {"server": resident(server.process.pid), "side": 0.0, "worker": 0.0}
    for number, command in server.children().items():
        found["worker" if "jobs.worker" in command else "side"] += resident(number)
    return found


def resident(process: int) -> float:
    try:
        pages = int(Path(f"/proc/{process}/statm").read_text().split()[1])
    except OSError:
        return 0.0
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


def slope(samples: Sequence[tuple[float, float]]) -> float:
    """Return the least-squares slope of the second half of (seconds, MB), in MB a minute."""
    half = samples[len(samples) // 2 :]
    middle, mean = fmean(t for t, _ in half), fmean(mb for _, mb in half)
    spread = sum((t - middle) ** 2 for t, _ in half)
    return 60 * sum((t - middle) * (mb - mean) for t, mb in half) / spread if spread else 0.0


def milliseconds(times: Sequence[float]) -> str:
    """Return p50, p95, p99 and the worst of times."""
    ordered = sorted(times)
    at = [ordered[min(len(ordered) - 1, int(len(ordered) * share))] for share in (0.5, 0.95, 0.99)]
    return "".join(f"{1000 * value:8.0f}" for value in (*at, ordered[-1]))


HEAD = f"{'':14}{'requests':>9}{'p50':>8}{'p95':>8}{'p99':>8}{'worst':>8}  ms"


def alone(options: argparse.Namespace) -> None:
    with serving() as (server, _), httpx.Client(base_url=server.url + API, timeout=60) as client:
        print(f"load {load()}")
        began = time.perf_counter()
        client.get("/setups/maximal").raise_for_status()
        print(f"the first request, which lists them: {time.perf_counter() - began:.2f} s\n{HEAD}")
        everything = []
        for given in FILTERS:
            times = []
            for _ in range(options.requests // len(FILTERS)):
                began = time.perf_counter()
                client.get("/setups/maximal", params=given).raise_for_status()
                times.append(time.perf_counter() - began)
            print(f"{'':14}{len(times):9}{milliseconds(times)}  {given or 'all'}")
            everything += times
        print(f"{'all':14}{len(everything):9}{milliseconds(everything)}   (bar: 200)")


def under_load(options: argparse.Namespace) -> None:
    with serving() as (server, runs):
        kind, settings = LONG_JOB
        number = server.post("/jobs", {"kind": kind, "settings": settings}).json()["job"]["job"]
        server.wait_for(lambda job: job["progress"]["games"] > 0, number)
        print(f"load before {load()}, job {settings['agent']}, {options.clients} readers")
        words = ["--clients", options.clients, "--seconds", options.seconds]
        words += ["--think", options.think, "--streams", options.streams]
        command = [sys.executable, "-m", "benchmarks.service", "readers", server.url, *runs]
        with tempfile.TemporaryFile("w+") as said:  # a pipe would be full before they have ended
            process = subprocess.Popen([*command, *map(str, words)], stdout=said)
            samples = watch(server, process)
            said.seek(0)
            seen = json.load(said)
        job = server.job(number)
        server.post(f"/jobs/{number}/stop")
    print(f"load after  {load()}, job {job['state']}, {job['progress']['games']:,} games\n")
    show(seen)
    for name in ("server", "side", "worker"):
        grows = slope([(at, memory[name]) for at, memory in samples])
        print(f"memory of {name:8} {samples[-1][1][name]:6.0f} MB {grows:+7.2f} MB a minute")


def watch(server: Server, process: subprocess.Popen[bytes]) -> list[tuple[float, dict[str, float]]]:
    """Note the server's memory until a process has ended."""
    began, samples = time.monotonic(), []
    while True:
        samples.append((time.monotonic() - began, megabytes(server)))
        memory = "  ".join(f"{name} {mb:5.0f} MB" for name, mb in samples[-1][1].items())
        print(f"{samples[-1][0]:6.0f} s  {memory}", flush=True)
        try:
            process.wait(SAMPLE_SECONDS)
        except subprocess.TimeoutExpired:
            continue
        return samples


def show(seen: Sequence[tuple[str, float, int | str, float]]) -> None:
    """Print the times by what was asked, and what was not answered as it should be."""
    times = defaultdict[str, list[float]](list)
    for name, seconds, *_ in seen:
        times[name].append(seconds)
    streams = times.pop("events", [])
    print(HEAD)
    for name in sorted(times):
        print(f"{name:14}{len(times[name]):9}{milliseconds(times[name])}")
    everything = [one for found in times.values() for one in found]
    print(f"{'all':14}{len(everything):9}{milliseconds(everything)}   (bar: p95 300)")
    warm = [seconds for name, seconds, _, at in seen if at > COLD_SECONDS and name != "events"]
    print(f"{'after 10 s':14}{len(warm):9}{milliseconds(warm or [0.0])}")
    if streams:
        print(f"event streams: {len(streams)}, with {min(streams):.0f} events at least")
    stale = sum(status == STALE for _, _, status, _ in seen)
    print(f"of the last known data: {stale} of {len(everything)} answers")
    wrong = Counter((name, status) for name, _, status, _ in seen if status not in (200, STALE))
    print("errors:", ", ".join(f"{n} x {what}" for what, n in wrong.items()) or "none")


def load() -> str:
    return " ".join(f"{value:.1f}" for value in os.getloadavg())


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    ways = parser.add_subparsers(dest="way", required=True)
    ways.add_parser("alone").add_argument("--requests", type=int, default=200)
    for name in ("load", "readers"):
        way = ways.add_parser(name)
        if name == "readers":  # the process of the readers
            way.add_argument("url")
            way.add_argument("runs", nargs="+")
        way.add_argument("--clients", type=int, default=50)
        way.add_argument("--seconds", type=float, default=60.0)
        way.add_argument("--think", type=float, default=1.0, metavar="SECONDS")
        way.add_argument("--streams", type=int, default=10)
    options = parser.parse_args()
    if options.way == "readers":
        print(json.dumps(asyncio.run(readers(options.url, options.runs, options))))
    else:
        {"alone": alone, "load": under_load}[options.way](options)


if __name__ == "__main__":
    main()
