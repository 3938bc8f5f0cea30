"""What tests of several folders share: one finished run of each kind, no setups of the user's."""

import atexit
import contextlib
import fcntl
import os
import shutil
import signal
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest
from conquest_opt.results.store import migrations
from conquest_opt.results.store.migrations import Step, fill, steps

from tests.browsers import NO_CHROMIUM
from tests.goldens.playing import Played, play
from tests.run_kinds import Kind


def pytest_configure(config: pytest.Config) -> None:
    """End workers at once, after all else that they do at their end.

    A thread that still waits at the end of Python holds objects of DuckDB in its frames, and their
    binding (nanobind) then prints pages of "leaked" instances. Nothing grows by them.
    """
    if hasattr(config, "workerinput"):
        atexit.register(_end_at_once)  # first, so it is called last


def _end_at_once() -> None:
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(0)


@pytest.fixture(scope="session", autouse=True)
def no_own_setups(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """No test reads the user's own setups, nor does a process that it starts."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CONQUEST_SETUPS", str(tmp_path_factory.mktemp("own") / "none.toml"))
        yield


@pytest.fixture(scope="session", autouse=True)
def copied_databases(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """A new database is a copy of an empty one: its steps take a quarter of a second each time.

    Every process that a test starts takes them, and some tests of `tests/results` do.
    """
    empty, making = tmp_path_factory.mktemp("empty") / "new.duckdb", threading.Lock()

    def copy(file: Path, plan: Sequence[Step]) -> None:
        if list(plan) == list(steps()):
            with making:
                if not empty.exists():
                    fill(empty, plan)
            shutil.copyfile(empty, file)
        else:
            fill(file, plan)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(migrations, "fill", copy)
        yield


@pytest.fixture(scope="session")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Callable[[Kind], Played]:
    """The small run of a kind, played once for all workers. Its files are for reading only."""
    base = tmp_path_factory.getbasetemp()
    shared = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "finished-runs"
    shared.mkdir(exist_ok=True)

    def get(kind: Kind) -> Played:
        folder = shared / kind.name
        with Path(f"{folder}.lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            kept = Played.kept(folder)
            if kept is None:
                folder.mkdir(exist_ok=True)
                kept = play(kind.words, folder)
                kept.keep()
        return kept

    return get


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with the files that have slow tests: at the end no worker waits for a long one."""
    slow = {item.path for item in items if item.get_closest_marker("slow")}
    items.sort(key=lambda item: item.path not in slow)


def own_processes() -> set[int]:
    """Return the processes that this one has started and not waited for; empty where unknown."""
    found: set[int] = set()
    for file in Path("/proc/self/task").glob("*/children"):
        with contextlib.suppress(OSError):  # a thread that has just ended
            found |= {int(number) for number in file.read_text().split()}
    return found


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call() -> Iterator[None]:
    """End what a failed test has started: it would take a core from all tests after it."""
    before = own_processes()
    try:
        return (yield)
    except Exception:
        for number in own_processes() - before:
            with contextlib.suppress(ProcessLookupError):
                os.kill(number, signal.SIGKILL)
        raise


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say plainly that browser tests were skipped, for want of a browser."""
    skipped = terminalreporter.stats.get("skipped", [])
    without = sum(NO_CHROMIUM in str(report.longrepr) for report in skipped)
    if without:
        terminalreporter.write_line(
            f"{without} browser tests were skipped: {NO_CHROMIUM}", yellow=True
        )
