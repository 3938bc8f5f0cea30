"""Real servers: `conquest-opt serve` in a process of its own, on a free port of loopback."""

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import platformdirs

API = "/api/v1"
STARTS = 60.0
"""Seconds for a server to start on a machine that is busy."""
NOT_YET = 503
"""What is not known yet, because another process has the database or the machine is busy."""
ENDED = ("finished", "failed", "stopped")


@dataclass
class Server:
    """A server in a process of its own; it is ended by its own number."""

    db: Path
    words: tuple[str, ...] = ()
    environment: Mapping[str, str] = field(default_factory=dict)
    port: int = 0
    starter: tuple[str, ...] = ()
    """A program that becomes the server, such as a shell that lowers a limit first."""
    process: subprocess.Popen[bytes] = field(init=False)
    url: str = field(init=False, default="")

    @property
    def log(self) -> Path:
        """What it and its workers write. A file: a pipe that is not read would stop them."""
        return self.db.with_suffix(".log")

    @property
    def output(self) -> str:
        return self.log.read_text(errors="replace")

    def begin(self) -> "Server":
        """Begin to start it; return at once."""
        command = [sys.executable, "-m", "conquest_opt.cli", "serve", "--port", str(self.port)]
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(
                [*self.starter, *command, "--db", str(self.db), *self.words],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                env=os.environ | dict(self.environment),
                process_group=0,
            )
        return self

    def start(self) -> "Server":
        """Start it; return once it can be asked."""
        self.begin()
        until = time.monotonic() + STARTS
        while not self.serves():
            assert self.process.poll() is None, self.output
            if time.monotonic() > until:
                self.kill()
                raise AssertionError(f"it did not start in {STARTS} s: {self.output}")
            time.sleep(0.05)
        return self

    def serves(self) -> bool:
        """Return whether it has said its address, which is noted."""
        match = re.search(r"^serving (http://\S+:(\d+))/ ", self.output, re.M)
        if match:
            self.url, self.port = match[1], int(match[2])
        return match is not None

    def end(self, number: int = signal.SIGTERM) -> int:
        """End the process by a signal; return its exit code."""
        self.process.send_signal(number)
        return self.process.wait(60)

    def kill(self) -> None:
        """End the process without a warning; nothing if it has ended already."""
        if self.process.poll() is None:
            self.end(signal.SIGKILL)

    def restart(self) -> "Server":
        """Start it again, with the same port and database."""
        self.kill()
        return self.start()

    # ---- asking ----------------------------------------------------------------------------------

    def get(self, path: str, **more: Any) -> httpx.Response:
        return httpx.get(f"{self.url}{API}{path}", timeout=30, **more)

    def known(self, path: str, **params: Any) -> Any:
        """Return the data of a read; a server that does not know it yet says when to come again."""
        until = time.monotonic() + STARTS
        while (answer := self.get(path, params=params)).status_code == NOT_YET:
            assert time.monotonic() < until, answer.text
            time.sleep(float(answer.headers["retry-after"]))
        return answer.raise_for_status().json()["data"]

    def post(self, path: str, body: Any = None) -> httpx.Response:
        return httpx.post(f"{self.url}{API}{path}", json=body, timeout=60)

    def job(self, number: int = 1) -> dict[str, Any]:
        return self.get(f"/jobs/{number}").json()

    def wait_for(self, test: Callable[[dict[str, Any]], Any], number: int = 1) -> dict[str, Any]:
        """Return a job once it is as wanted; within four minutes, kernels may have to compile."""
        until = time.monotonic() + 240
        while not test(job := self.job(number)):
            assert time.monotonic() < until, job
            time.sleep(0.2)
        return job

    def children(self) -> dict[int, str]:
        """Return the processes that it has started and that live, with their commands."""
        return children_of(self.process.pid)


def ended(job: dict[str, Any]) -> bool:
    """Return whether a job has ended."""
    return job["state"] in ENDED


def children_of(parent: int) -> dict[int, str]:
    """Return the processes that a process has started and that live, with their commands."""
    children = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, its_parent = stat.read_text().rpartition(")")[2].split()[:2]
            command = stat.with_name("cmdline").read_bytes().replace(b"\0", b" ").decode()
        except OSError:  # it has just ended
            continue
        if int(its_parent) == parent and state != "Z":
            children[int(stat.parent.name)] = command
    return children


def own_home(folder: Path) -> dict[str, str]:
    """Return an environment with an empty home; compiled kernels are still those of the user."""
    home = folder / "home"
    home.mkdir()
    kernels = os.environ.get("CONQUEST_OPT_CACHE") or str(
        platformdirs.user_cache_path("conquest-opt")
    )
    return {
        "HOME": str(home),
        "CONQUEST_SETUPS": str(home / "setups.toml"),
        "CONQUEST_OPT_CACHE": kernels,
    }
