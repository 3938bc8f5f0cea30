"""What is called in a process of its own: `python -m ...data.side_calls FD NICENESS MEMORY`."""

import contextlib
import io
import os
import pickle
import sys
from functools import partial
from multiprocessing.connection import Connection
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import msgspec

from ...results import Store
from ...results.database.errors import QueryError, TooMuchMemory
from ...results.files.streams import parquet_rows
from ...results.files.tables import csv_texts, rows_of
from ...results.store.rows import fetch_first
from .memory_limit import data_bytes, limit_memory

if TYPE_CHECKING:
    from ...api.setup_data.selection import SetupSelection
    from ...engine.rules.ruleset import Ruleset

MEGABYTE: Final = 10**6


def query(*, memory: int, **asked: Any) -> Any:
    """Return the first rows of a query: as JSON with their columns, or as a file."""
    try:
        return _answer(memory=memory, **asked)
    except (MemoryError, TooMuchMemory):
        raise TooMuchMemory(
            f"it takes more memory than {memory // MEGABYTE:,} MB: ask for fewer rows, or for "
            "shorter lists and texts; on the machine itself the command sql may take more"
        ) from None


def _answer(
    *, db: str, sql: str, rows: int, most_bytes: int, memory: int, timeout: float, form: str
) -> Any:
    limit = f"{memory // MEGABYTE}MB"
    store = Store(Path(db), create=False, reader_timeout=timeout, memory_limit=limit)
    found = store.query(sql, read=partial(fetch_first, rows=rows + 1))
    if found.nbytes > most_bytes:
        raise _too_long(most_bytes)
    cut, found = found.num_rows > rows, found.slice(0, rows)
    if form == "csv":
        return "".join(csv_texts([found])).encode()
    if form == "parquet":
        file = io.BytesIO()
        parquet_rows(file, [found])
        return file.getvalue()
    body = msgspec.json.encode([list(row.values()) for row in rows_of(found)])
    if len(body) > most_bytes:
        raise _too_long(most_bytes)
    return {
        "columns": [{"name": one.name, "type": str(one.type)} for one in found.schema],
        "rows": body,
        "cut": cut,
    }


def _too_long(most: int) -> QueryError:
    return QueryError(f"the result has more than {most:,} bytes: ask for less of it")


def report(*, db: str, run: str, timeout: float) -> str:
    """Return the page of a run's report."""
    from ...arena.run.report import build_page  # noqa: PLC0415  (queries need none of it)
    from ...balance.kinds import KINDS  # noqa: PLC0415

    store = Store(Path(db), create=False, reader_timeout=timeout)
    return build_page(store, run, KINDS, elsewhere=True).html()


def comparison(*, db: str, one: str, other: str, timeout: float) -> str:
    """Return the page of two runs side by side."""
    from ...arena.comparison.page import comparison_page  # noqa: PLC0415
    from ...arena.comparison.runs import compare_runs  # noqa: PLC0415
    from ...balance.kinds import KINDS  # noqa: PLC0415

    store = Store(Path(db), create=False, reader_timeout=timeout)
    return comparison_page(compare_runs(store, one, other, KINDS), lambda _: None).html()


def estimate(*, kind: str, settings: dict[str, Any]) -> dict[str, Any]:
    """Return how long a run would take, by a sample of its games."""
    from ...agents.spec.spec import called  # noqa: PLC0415
    from ...api import running  # noqa: PLC0415  (brings numba)
    from ...api.options import read_options  # noqa: PLC0415
    from ...api.progress import NoDisplay  # noqa: PLC0415

    follower = running.Follower(display=NoDisplay())
    _, found = running.estimate(kind, read_options(kind, (), settings), follower)
    return {
        "text": "\n".join(found.lines()),
        "games": found.games,
        "seconds": found.seconds,
        "at_most": found.at_most,
        "parts": [
            {
                "name": one.part.name,
                "agent": called(one.part.agent),
                "games": one.part.games,
                "seconds": one.seconds(found.width),
            }
            for one in found.parts
        ],
    }


def maximal_setups(*, rules: "Ruleset") -> "SetupSelection":
    """Return every maximal setup of a ruleset."""
    from ...api.setup_data.selection import SetupSelection  # noqa: PLC0415  (brings OR-Tools)

    return SetupSelection.of(rules)


CALLS: Final = {
    "query": query,
    "maximal_setups": maximal_setups,
    "report": report,
    "comparison": comparison,
    "estimate": estimate,
}


def answer_calls(connection: Connection, memory: int = 0) -> None:
    """Say that it is ready, then answer calls until the other end is closed.

    With an answer goes whether the process had better be replaced: memory that it has once had is
    not all of use for other queries, and one that wanted too much may have left it in any state.
    """
    idle = limit_memory(memory) if memory else 0
    connection.send(True)
    while True:
        try:
            name, given = connection.recv()
        except EOFError:
            return
        failed = full = False
        try:
            answer = CALLS[name](**given)
        except Exception as error:  # raised again where it was called
            failed, full = True, isinstance(error, MemoryError | TooMuchMemory)
            answer = error if _is_whole(error) else RuntimeError(f"{type(error)}: {error}")
        worn = full or bool(memory and data_bytes() - idle > memory // 2)
        with contextlib.suppress(BrokenPipeError):
            connection.send((failed, answer, worn))
        del answer


def _is_whole(error: Exception) -> bool:
    """Return whether an error arrives as it was sent."""
    try:
        return type(pickle.loads(pickle.dumps(error))) is type(error)
    except Exception:
        return False


if __name__ == "__main__":
    os.nice(int(sys.argv[2]))
    answer_calls(Connection(int(sys.argv[1])), int(sys.argv[3]))
