"""The schema in numbered steps: creating the file, checking its version, taking missing steps.

A file's version is the number of the last step it has taken. Steps are never edited once they have
been released; a change is a new step. Those that a file lacks are taken in a copy, each together
with the note that it was taken.
"""

import os
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from importlib import resources
from pathlib import Path

import duckdb

from ..database.atomic_files import hidden_file, reason
from ..database.checkpoints import renewed
from ..database.connection import READER_TIMEOUT, WRITER_TIMEOUT, duckdb_errors, reading
from ..database.errors import NoDatabase, StoreError
from ..database.opening import Waiter
from ..database.replacing import force, logs


@dataclass(frozen=True)
class Step:
    """One .sql file."""

    number: int
    file: str
    sql: str


@cache
def steps() -> tuple[Step, ...]:
    """Return the steps in order."""
    folder = resources.files("conquest_opt.results.store").joinpath("schema")
    files = sorted((f for f in folder.iterdir() if f.name.endswith(".sql")), key=lambda f: f.name)
    return tuple(Step(int(f.name[:3]), f.name, f.read_text(encoding="utf-8")) for f in files)


def latest() -> int:
    """Return the version this program writes."""
    return steps()[-1].number


def take(connection: duckdb.DuckDBPyConnection, step: Step) -> None:
    """Take a step, within the caller's transaction."""
    connection.execute(step.sql)
    now = datetime.now(UTC).replace(tzinfo=None)
    connection.execute(
        "INSERT INTO schema_versions VALUES (?, ?, ?)", [step.number, step.file, now]
    )


def create(path: Path, plan: Sequence[Step] | None = None) -> None:
    """Make the file with every step (or those of a plan) taken, unless it exists.

    It is made under another name and appears whole: a process killed meanwhile leaves no half-made
    database, and of two processes that make it at once one wins.
    """
    path = Path(os.path.realpath(path))  # a link may name a file that is not there yet
    if not path.parent.is_dir():
        raise StoreError(f"{path} cannot be made: there is no directory {path.parent}")
    _refuse_foreign_log(path)
    with hidden_file(path) as making:
        try:
            fill(making, plan or steps())
            force(making)
            _put(making, path)
            force(path.parent)
        except (OSError, duckdb.Error) as error:
            raise StoreError(f"{path} cannot be made: {reason(error, making, path)}") from None


def fill(making: Path, plan: Sequence[Step]) -> None:
    """Take the steps of a plan in a new file."""
    with duckdb.connect(str(making)) as connection:
        connection.begin()
        for step in plan:
            take(connection, step)
        connection.commit()
        connection.execute("CHECKPOINT")  # closed, it would make one too, and say no error


def _refuse_foreign_log(path: Path) -> None:
    """Refuse to make a file beside the log of another one, which would not be read any more."""
    for log in logs(path):
        if not path.exists():
            raise StoreError(
                f"{log} is the log of a database that is not here: put {path.name} back beside it, "
                "or remove the log too"
            )


def _put(making: Path, path: Path) -> None:
    """Give the file its name unless something has it already."""
    try:
        os.link(making, path)
    except FileExistsError:
        pass
    except OSError:  # a file system without links
        if not path.exists():
            making.rename(path)


def prepare(
    path: Path,
    timeout: float = READER_TIMEOUT,
    plan: Sequence[Step] | None = None,
    waiter: Waiter | None = None,
) -> None:
    """Check that the file is ours and take the steps it lacks; a newer file is not touched."""
    with reading(path, timeout, waiter) as connection:
        have = version(connection, path)
    plan = plan or steps()
    if have < plan[-1].number:
        with renewed(path, WRITER_TIMEOUT, waiter) as connection, duckdb_errors():
            have = version(connection, path)
            for step in plan:
                if step.number > have:
                    take(connection, step)


def version(connection: duckdb.DuckDBPyConnection, path: Path) -> int:
    """Return the version of an open file; refuse one that is newer than we are, or not ours."""
    try:
        rows = connection.execute("SELECT version, file FROM schema_versions").fetchall()
    except duckdb.Error:
        rows = []
    if not rows or not all(_is_step(number, file) for number, file in rows):
        raise NoDatabase(f"{path} is a database, but not one of conquest-opt; it was left as it is")
    highest = max(number for number, _ in rows)
    if highest > latest():
        raise StoreError(
            f"{path} has version {highest} of the schema, this conquest-opt knows versions up to "
            f"{latest()}; it was left as it is. A newer conquest-opt reads it"
        )
    return highest


def _is_step(number: object, file: object) -> bool:
    """Return whether a row of `schema_versions` is ours: others may have a table of that name."""
    return isinstance(number, int) and isinstance(file, str) and file.startswith(f"{number:03}_")
