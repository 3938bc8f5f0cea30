"""A real Dask cluster on this machine: a scheduler and workers in processes of their own."""

import json
import os
import subprocess
import sys
import time
from pathlib import Path


def dask(*words: str) -> subprocess.Popen:
    """Start a part of a cluster."""
    return subprocess.Popen(
        [sys.executable, "-m", "dask", *words, "--no-dashboard"],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES": "0"},
    )


class Machines:
    """A scheduler and its workers, as processes."""

    def __init__(self, folder: Path) -> None:
        self.file, self._folder = folder / "scheduler.json", folder
        where = ("--host", "127.0.0.1", "--port", "0", "--scheduler-file", str(self.file))
        self.scheduler = dask("scheduler", *where)
        deadline = time.monotonic() + 60
        while not self.file.exists() or not self.file.read_text().strip():
            assert self.scheduler.poll() is None
            assert time.monotonic() < deadline, "the scheduler did not start"
            time.sleep(0.05)
        self.address = json.loads(self.file.read_text())["address"]
        self.workers: list[subprocess.Popen] = []

    def add_worker(self) -> None:
        words = ("--no-nanny", "--nthreads", "1", "--host", "127.0.0.1", "--death-timeout", "60")
        self.workers.append(
            dask("worker", self.address, *words, "--local-directory", str(self._folder))
        )

    def end(self) -> None:
        for process in (*self.workers, self.scheduler):
            process.kill()
            process.wait()
