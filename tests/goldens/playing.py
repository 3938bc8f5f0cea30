"""Playing the runs of the table, in this process: kernels are loaded once for all of them."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import duckdb
from click.testing import CliRunner, Result
from conquest_opt.cli.main import main

from tests.goldens.digests import Story
from tests.run_kinds import Kind

DATABASE = "runs.duckdb"


def invoke(words: Sequence[str], db: Path, **env: str) -> Result:
    """Run a command on a database."""
    return CliRunner().invoke(
        main, list(words), env={"CONQUEST_DB": str(db), "COLUMNS": "80", **env}
    )


@dataclass(frozen=True)
class Played:
    """A run that has come to its end."""

    folder: Path
    output: str
    """What --json printed."""
    text: str
    """What it wrote on standard error."""

    @property
    def db(self) -> Path:
        """The database; there is none if the kind stores nothing."""
        return self.folder / DATABASE

    @property
    def run(self) -> str | None:
        """The run's identifier; None if nothing was stored."""
        return only_run(self.db) if self.db.exists() else None

    @property
    def story(self) -> Story:
        """Digests of all that it left, as in golden files."""
        return Story.of(self.output, self.db, self.run)

    @property
    def exact_story(self) -> Story:
        """The same with every digit, to compare with a run on the same machine."""
        return Story.of(self.output, self.db, self.run, exact=True)

    def keep(self) -> None:
        """Write what was printed beside the database, for other processes."""
        printed = json.dumps({"output": self.output, "text": self.text})
        (self.folder / "printed.json").write_text(printed)

    @classmethod
    def kept(cls, folder: Path) -> "Played | None":
        """Return a run that was kept; None if there is none."""
        file = folder / "printed.json"
        return cls(folder, **json.loads(file.read_text())) if file.exists() else None


def only_run(db: Path) -> str:
    """Return the run of a database that holds one."""
    with duckdb.connect(str(db), read_only=True) as connection:
        [[run]] = connection.execute("SELECT run FROM runs").fetchall()
    return run


def play(words: Sequence[str], folder: Path, threads: int = 2) -> Played:
    """Play a run into a new database."""
    result = invoke([*words, "--json", "--threads", str(threads)], folder / DATABASE)
    assert result.exit_code == 0, result.output
    return Played(folder, result.stdout, result.stderr)


def resume(kind: Kind, run: str, db: Path) -> Result:
    """Resume a run with its result as JSON."""
    return invoke([*kind.command, "--resume", run, "--json"], db)
