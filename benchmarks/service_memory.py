"""The resident memory of a server and of its processes, sampled while clients are at work."""

import asyncio
import os
import time
from collections.abc import Awaitable, Sequence
from itertools import groupby
from pathlib import Path
from statistics import fmean
from typing import Any

from scipy.stats import linregress, t

from benchmarks.service_readers import Seen
from tests.servers import Server

SAMPLE_SECONDS = 10.0
KINDS = "server", "side", "worker"
"""The server itself, the processes that answer for it, and those that run its jobs."""

Samples = list[tuple[float, dict[str, float]]]
"""Seconds, and megabytes of each kind of process."""


def megabytes(server: Server) -> dict[str, float]:
    """Return the resident memory of the server and of the processes that it has started."""
    sizes = dict.fromkeys(KINDS, 0.0) | {"server": resident(server.process.pid)}
    for number, command in server.children().items():
        sizes["worker" if "jobs.worker" in command else "side"] += resident(number)
    return sizes


def resident(process: int) -> float:
    try:
        pages = int(Path(f"/proc/{process}/statm").read_text().split()[1])
    except OSError:
        return 0.0
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


async def watched(server: Server, clients: Awaitable[list[Seen]]) -> tuple[list[Seen], Samples]:
    """Note the server's memory until clients have done; return what they saw too."""
    began, samples = time.monotonic(), Samples()
    work = asyncio.ensure_future(clients)
    while not work.done():
        samples.append((time.monotonic() - began, megabytes(server)))
        memory = "  ".join(f"{name} {mb:5.0f} MB" for name, mb in samples[-1][1].items())
        print(f"{samples[-1][0]:6.0f} s  {memory}", flush=True)
        await asyncio.wait([work], timeout=SAMPLE_SECONDS)
    return work.result(), samples


def by_minute(samples: Samples) -> Samples:
    """Return the mean of each minute: single samples hang together too closely for an interval."""
    minutes = groupby(samples, key=lambda sample: int(sample[0] // 60))
    return [
        (60.0 * minute, {name: fmean(mb[name] for _, mb in ones) for name in KINDS})
        for minute, ones in ((minute, list(sizes)) for minute, sizes in minutes)
    ]


def slope(points: Sequence[tuple[float, float]]) -> tuple[float, float]:
    """Return the slope of the second half of (seconds, MB), in MB a minute, and its 95 % reach."""
    half = points[len(points) // 2 :]
    if len(half) < 3:
        return float("nan"), float("nan")
    fitted: Any = linregress([at / 60 for at, _ in half], [mb for _, mb in half])
    return float(fitted.slope), float(fitted.stderr * t.ppf(0.975, len(half) - 2))


def show_memory(samples: Samples) -> None:
    """Print how much each kind of process had in the end, and how fast the second half grew."""
    minutes = by_minute(samples)
    for name in KINDS:
        grows, reach = slope([(at, memory[name]) for at, memory in minutes])
        last = f"{minutes[-1][1][name]:6.0f} MB"
        print(f"memory of {name:8} {last} {grows:+7.2f} MB a minute (95 %: ±{reach:.2f})")
