"""What is tried: jobs of the command line, each in a folder of its own.

The folder has what was there before; everything below it is watched. What the program acknowledges
goes to a file outside.
"""

import hashlib
import zipfile
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from conquest_opt.arena.play.player import GameResult
from conquest_opt.arena.run.game_writer import GameWriter
from conquest_opt.cli.main import main
from conquest_opt.results import Store

from tests.goldens.digests import is_compared
from tests.run_kinds import KINDS

DB: Final = Path("a.duckdb")

BATCH: Final = 5
"""Games of a batch: where the clock makes them, an operation has another number each time."""

SMALL_RULES: Final = ("max_turns=40", "board.height=8")
"""Games of milliseconds."""

SMALL: Final = (*(word for rule in SMALL_RULES for word in ("--set", rule)), "--threads", "1")
"""In an order that does not depend on the clock."""

EARLIER: Final = ("match", "Rush", "Venom", "--agent", "random", "--games", "4", *SMALL)
"""The run that is in the database before."""

Digests = dict[str, Any]


def command(*words: str) -> None:
    """Run a command in this process; one that fails ends it."""
    try:
        main.main(args=[*words, "--db", str(DB)], prog_name="conquest-opt")
    except SystemExit as end:
        if end.code:
            raise


def write_by_count() -> None:
    """Have batches of so many games written from now on, in this process and its forks."""

    def add(self: GameWriter, results: Sequence[GameResult]) -> None:
        for result in results:
            self._results.append(result)
            if len(self._results) == BATCH:
                self.write()

    GameWriter.add = add


class Acknowledged:
    """What the store has said it keeps, a line each."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def record(self) -> None:
        """Note from now on, in this process, what the store acknowledges."""
        self._after("begin_run", lambda run, _: f"run {run}")
        self._after("write", lambda _, words: f"batch {words[0]} {words['batch']}")
        self._after("delete_runs", lambda gone, _: f"deleted {' '.join(gone.runs)}")
        self._after("merge", lambda merged, _: "run " + "\nrun ".join(m.run for m in merged))

    def note(self, line: str) -> None:
        """Note what a client was told."""
        with self._path.open("a") as file:
            file.write(line + "\n")

    def lines(self) -> list[list[str]]:
        """Return what was acknowledged, as words."""
        return [line.split() for line in self._path.read_text().splitlines()]

    def clear(self) -> None:
        """Forget what was acknowledged."""
        self._path.write_text("")

    def _after(self, name: str, line: Callable[[Any, Mapping[Any, Any]], str]) -> None:
        real = getattr(Store, name)

        def noted(store: Store, *values: Any, **named: Any) -> Any:
            answer = real(store, *values, **named)
            self.note(line(answer, dict(enumerate(values)) | named))
            return answer

        setattr(Store, name, noted)


@dataclass(frozen=True, kw_only=True)
class Job:
    """A job of the command line."""

    name: str
    words: tuple[str, ...]
    before: tuple[tuple[str, ...], ...] = (EARLIER,)
    """The commands that make what was there before."""
    stored_as: str = ""
    """The kind of run that it stores, if it can be resumed."""
    makes: str = ""
    """The file or the folder that it makes besides."""

    def prepare(self) -> None:
        """Make what was there before; the folder is the current one."""
        for words in self.before:
            command(*words)

    def act(self, acknowledged: Acknowledged) -> None:
        """Do it, and note what is acknowledged."""
        acknowledged.record()
        write_by_count()
        self._do()

    def resume(self) -> None:
        """Do it to its end: resume what began, or do it again."""
        if self.stored_as and (run := self._begun()):
            names = self.words[: 2 if self.words[0] == "evolve" else 1]
            command(*names, "--resume", run)
        elif self.words[:2] != DELETE or last_earlier() in state():
            self._do()

    def _do(self) -> None:
        command(*(word.format(last=last_earlier()) for word in self.words))

    def state(self) -> dict[str, Digests]:
        """Return what there is now, opened as the program does."""
        return state() | made(Path(self.makes))

    def lost(self, words: list[str], digests: dict[str, Digests]) -> str | None:
        """Return what was acknowledged and is not there."""
        kind, run, *batch = words
        if kind == "deleted":
            return f"the deleted run {run} is there again" if run in digests else None
        if run not in digests:
            return f"the run {run} was acknowledged, and is gone"
        if batch and batch[0] not in digests[run]["batches"]:
            return f"batch {batch[0]} of {run} was acknowledged, and is gone"
        return None

    def _begun(self) -> str | None:
        with suppress(ValueError):
            for run in reversed(Store(DB, create=False).runs()):
                if run.kind == self.stored_as and run.run not in earlier():
                    return run.run
        return None


def last_earlier() -> str:
    """Return the last run that was there before."""
    return (earlier() or [""])[-1]


def earlier() -> list[str]:
    """Return the runs that were there before, oldest first."""
    return Path("../earlier").read_text().split()


def state() -> dict[str, Digests]:
    """Return the digests of every run in the database, by run; opened as the program does."""
    if not DB.exists():
        return {}
    with Store(DB).kept_open() as store:
        rows = row_digests(store)
        return {
            run.run: {
                "kind": run.kind,
                "status": run.status,
                "batches": sorted(store.written_batches(run.run)),
                "rows": rows.get(run.run, {}),
            }
            for run in store.runs()
        }


def made(path: Path) -> dict[str, Digests]:
    """Return the digests of a folder's files, or of those in an archive.

    A hidden file is what a killed process was writing: it never had the name of what it was for.
    """
    if zipfile.is_zipfile(path):
        with zipfile.ZipFile(path) as archive:
            files = {name: archive.read(name) for name in archive.namelist()}
    elif path.name and path.exists():
        files = {
            str(file): file.read_bytes()
            for file in path.rglob("*")
            if file.is_file() and not file.name.startswith(".")
        }
    else:
        return {}
    digests = {name: hashlib.sha256(data).hexdigest() for name, data in files.items()}
    return {str(path): {"kind": "file", "status": "finished", "batches": [], "rows": digests}}


def row_digests(store: Store) -> dict[str, dict[str, str]]:
    """Return the number of rows and the sum of their hashes, by run and table."""
    columns = store.query(
        "SELECT c.table_name AS name, list(column_name) AS columns FROM duckdb_columns() c "
        "JOIN duckdb_tables() USING (table_oid) WHERE NOT c.internal GROUP BY 1 ORDER BY 1"
    ).to_pylist()
    parts = []
    for table in columns:
        name = table["name"]
        compared = [column for column in table["columns"] if is_compared(name, column)]
        if "run" in table["columns"] and compared:
            parts.append(
                f"SELECT run, '{name}' AS name, "
                f"count(*) || ' ' || sum(hash({', '.join(sorted(compared))})) AS digest "
                f"FROM {name} GROUP BY run"
            )
    digests: dict[str, dict[str, str]] = {}
    for row in store.query(" UNION ALL ".join(parts)).to_pylist():
        digests.setdefault(row["run"], {})[row["name"]] = row["digest"]
    return digests


MATCH: Final = ("match", "Default", "IAmWarrior", "--agent", "random", "--games", "12", *SMALL)

DELETE: Final = ("runs", "delete")

EXPORT: Final = ("export", "latest", "--bundle", "run.zip")

[COUNTER] = [kind for kind in KINDS if kind.name == "counter"]

COMMANDS: Final = (
    Job(name="match", words=(*MATCH, "--events", "--save-games"), stored_as="match"),
    Job(name="first", words=MATCH, before=(), stored_as="match"),
    Job(name="counter", words=(*COUNTER.words, "--threads", "1"), stored_as="counter"),
    Job(name="enumerate", words=("enumerate", "--require", "C>=3", "--with", "charge")),
    Job(name="delete", words=(*DELETE, "{last}", "--yes"), before=(EARLIER, MATCH)),
    Job(
        name="export",
        words=("export", "latest", "--bundle", "run.zip", "--force"),
        before=(EARLIER, EXPORT),
        makes="run.zip",
    ),
    Job(
        name="import",
        words=("import", "run.zip"),
        before=(EARLIER, MATCH, EXPORT, (*DELETE, "latest", "--yes")),
    ),
    Job(
        name="report",
        words=("report", "latest", "-o", "out", "--force"),
        before=(EARLIER, ("report", "latest", "-o", "out")),
        makes="out",
    ),
)
