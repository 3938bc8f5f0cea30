"""SQL stays within its memory: a corpus of queries that want far more, on a real process."""

import os
import re
import threading
import time
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from conquest_opt.results import Store
from conquest_opt.results.database.errors import QueryError, TooMuchMemory
from conquest_opt.results.questions.saved_queries import saved_queries
from conquest_opt.service.common.settings import ServiceLimits
from conquest_opt.service.data.side_process import SideProcess, TookTooLong

BOMBS = tomllib.loads(Path(__file__).with_name("sql_bombs.toml").read_text(encoding="utf-8"))
MOST_RESIDENT = 900
"""Megabytes."""
LIMITS = ServiceLimits()


class Asked:
    """A process that answers queries as the service has it."""

    def __init__(self, db: Path) -> None:
        self.side = SideProcess(memory=LIMITS.sql_memory)
        self._given = {"db": str(db), "rows": 1000, "most_bytes": LIMITS.sql_bytes}
        self._given |= {"memory": LIMITS.sql_memory, "timeout": 30.0, "form": "json"}

    def __call__(self, sql: str, seconds: float = 100.0, **more: Any) -> Any:
        return self.side.call("query", self._given | {"sql": sql} | more, seconds=seconds)


@pytest.fixture(scope="module")
def ask(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Asked]:
    db = tmp_path_factory.mktemp("memory") / "results.duckdb"
    Store(db)
    asked = Asked(db)
    yield asked
    asked.side.stop()


def largest(process: int) -> int:
    """Return the megabytes that a process has had resident at most."""
    try:
        status = Path(f"/proc/{process}/status").read_text()
    except OSError:
        return 0
    found = re.search(r"^VmHWM:\s+(\d+) kB", status, re.MULTILINE)
    return int(found[1]) >> 10 if found else 0


@contextmanager
def watched(process: int) -> Iterator[list[int]]:
    """Yield a list that has a process's largest memory in the end; one beyond all is killed."""
    peak, done = [largest(process)], threading.Event()

    def watch() -> None:
        while not done.wait(0.005):
            peak[0] = max(peak[0], largest(process))
            if peak[0] > 2 * MOST_RESIDENT:
                os.kill(process, 9)
                return

    watching = threading.Thread(target=watch)
    watching.start()
    try:
        yield peak
    finally:
        done.set()
        watching.join()


def answered_within_memory(ask: Asked, sql: str) -> None:
    assert ask("SELECT 1 AS one")["rows"] == b"[[1]]"
    process = ask.side._process
    assert process
    with watched(process.pid) as peak:
        try:
            ask(sql, LIMITS.sql_seconds)
        except QueryError as error:
            assert isinstance(error, TooMuchMemory | TookTooLong) or "range" in str(error), error
    assert peak[0] < MOST_RESIDENT
    assert ask("SELECT 2 AS two")["rows"] == b"[[2]]"


FEW = ("list_of_a_range", "text_formatted", "json_of_a_list", "list_of_rows", "answer_of_one_cell")
"""Some of each way to fail that are quick; before, three of them passed 900 MB."""


@pytest.mark.parametrize("name", FEW)
def test_some_queries_that_want_too_much(ask: Asked, name: str):
    answered_within_memory(ask, BOMBS[name])


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in BOMBS if name not in FEW])
def test_every_query_that_wants_too_much(ask: Asked, name: str):
    answered_within_memory(ask, BOMBS[name])


def test_it_is_said_what_would_be_right(ask: Asked):
    with pytest.raises(TooMuchMemory, match="more memory than 512 MB: ask for fewer rows"):
        ask("SELECT list_aggregate(range(300000000), 'sum')")


def test_queries_that_keep_within_it_are_answered_as_before(ask: Asked):
    for saved in saved_queries():
        ask(saved.sql)
    many = "SELECT count(*) AS n FROM (SELECT DISTINCT i, i::VARCHAR FROM range(1000000) r(i))"
    assert ask(many)["rows"] == b"[[1000000]]"
    for form in ("csv", "parquet"):
        assert len(ask("FROM range(300000)", rows=1_000_000, form=form)) > 100_000


def test_a_process_that_was_full_makes_room(ask: Asked):
    """A query of most of the memory may come after others of most of it."""
    large = "SELECT max(len(l)) AS n FROM (SELECT list(i) AS l FROM range(9000000) r(i))"
    for _ in range(3):
        assert ask(large)["rows"] == b"[[9000000]]"


def test_an_answer_that_is_longer_as_text_than_as_values_is_refused(ask: Asked):
    values = "SELECT list_transform(range(300000), lambda x: x % 2 = 0) AS flags"
    with pytest.raises(QueryError, match="more than 100,000 bytes"):
        ask(values, most_bytes=100_000)


def test_others_are_answered_while_one_wants_too_much(ask: Asked):
    said = list[Any]()

    def bomb() -> None:
        try:
            ask(BOMBS["list_of_rows"])
        except QueryError as error:
            said.append(error)

    asking = threading.Thread(target=bomb)
    asking.start()
    time.sleep(0.2)
    assert ask("SELECT 3 AS three")["rows"] == b"[[3]]"
    asking.join(60)
    assert [type(one) for one in said] == [TooMuchMemory]
