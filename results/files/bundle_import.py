"""A bundle that is taken over by a database, by its form and not by trust.

    with staged(Path("run.zip"), beside=Path("conquest.duckdb")) as rows:
        Store("conquest.duckdb").merge(rows)

Nothing in the file is believed. Its rows first go into a database of their own, hidden beside the
other, with the tables of the schema's step that the file names. Columns, types, keys and conditions
are checked there, missing steps are taken there, and the runs are read from there once. Only then
the other database takes them over, in one transaction. No member is unpacked under its own name,
and tables are stored in the zip as they are, so they are no larger than the file.
"""

import hashlib
import shutil
import zipfile
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from errno import EINVAL
from os.path import realpath
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO, BinaryIO, Final

import duckdb
import pyarrow as pa

from ...engine.reading.files import open_bytes, parse_json
from ...engine.reading.input_error import InputError
from ...engine.rules.ruleset import Ruleset
from ...engine.rules.values import digest
from ..database.atomic_files import hidden_file
from ..database.connection import duckdb_errors
from ..database.doors import check_file, is_there
from ..database.errors import StoreError
from ..store import migrations
from ..store.merge import MEMORY
from ..store.rows import agent_row, fetch, ruleset_row
from ..store.store import Store
from .bundle import (
    MANIFEST,
    BundleError,
    Manifest,
    Member,
    checked_members,
    read_manifest,
    table_of,
)
from .bundle_limits import STANDARD, BundleLimits, check_claims, check_directory
from .bundle_stage import Stage, StagedTable

_CHUNK: Final = 1 << 20

_UNREADABLE: Final = (
    zipfile.BadZipFile, zlib.error, pa.ArrowException, EOFError, NotImplementedError, OSError,
    OverflowError, RuntimeError, ValueError,
)  # fmt: skip
"""What reading a broken file ends with; zipfile has no error of its own for most of them."""


@contextmanager
def staged(
    file: Path | BinaryIO,
    *,
    beside: Path,
    limits: BundleLimits = STANDARD,
    on_progress: Callable[[str], object] = lambda _: None,
) -> Iterator[Path]:
    """Give a database with the runs of a bundle alone, which is removed at the end.

    `beside` is the database that will take them; `on_progress` is called with what is being read.
    """
    if is_there(beside):
        check_file(beside)
    beside = Path(realpath(beside))
    if not beside.parent.is_dir():
        raise StoreError(f"{beside} cannot be made: there is no directory {beside.parent}")
    name = str(file) if isinstance(file, Path) else "standard input"
    with hidden_file(beside.with_name(f"{beside.name}.import")) as rows, _seekable(file) as whole:
        try:
            _stage(whole, rows, limits, on_progress)
        except BundleError as error:
            raise BundleError(f"{name} {error}; nothing was imported") from None
        except StoreError:
            raise
        except _UNREADABLE as error:
            if isinstance(error, OSError) and error.errno not in (None, EINVAL):
                raise StoreError(f"{name} cannot be imported: {error.strerror}") from None
            raise BundleError(
                f"{name} is no bundle, or was cut short; nothing was imported"
            ) from None
        yield rows


@contextmanager
def _seekable(file: Path | BinaryIO) -> Iterator[IO[bytes]]:
    """Give a file that can be read from anywhere; what comes through a pipe is kept first."""
    with open_bytes(file) if isinstance(file, Path) else nullcontext(file) as source:
        if source.seekable():
            yield source
        else:
            with TemporaryFile() as whole:
                shutil.copyfileobj(source, whole)
                yield whole


def _stage(
    file: IO[bytes], rows: Path, limits: BundleLimits, on_progress: Callable[[str], object]
) -> None:
    """Make a database of the schema's latest step with the rows of a bundle."""
    check_directory(file)
    with zipfile.ZipFile(file) as archive:
        manifest = read_manifest(archive)
        members = checked_members(archive, manifest)
        check_claims(manifest, limits)
        steps = [step for step in migrations.steps() if step.number <= manifest.schema]
        migrations.create(rows, steps)
        with duckdb.connect(str(rows)) as connection, duckdb_errors():
            connection.execute(MEMORY)
            stage = Stage(connection, on_progress)
            for work in (stage.check, stage.read):  # of no table a row before all are checked
                for name, entry in members.items():
                    with TemporaryFile() as copy:
                        _copy(archive, entry, copy, manifest.members[name])
                        if (table := table_of(name)) is not None:
                            work(StagedTable(copy, name, table, manifest.members[name]))
            stage.check_keys()
            _check_rows(connection)
    migrations.prepare(rows)
    _check_runs(rows, manifest)


def _copy(
    archive: zipfile.ZipFile, entry: zipfile.ZipInfo, copy: IO[bytes], member: Member
) -> None:
    """Copy a member, which must be what the manifest says; the copy can be read from anywhere."""
    sha256, size = hashlib.sha256(), 0
    with archive.open(entry) as file:
        while chunk := file.read(_CHUNK):
            sha256.update(chunk)
            size += len(chunk)
            copy.write(chunk)
    if (size, sha256.hexdigest()) != (member.bytes, member.sha256):
        raise BundleError(f"is damaged: {entry.filename} is not what {MANIFEST} says")


# ---- what rows say -------------------------------------------------------------------------------


def _check_rows(connection: duckdb.DuckDBPyConnection) -> None:
    """Refuse facts that are none, which other runs would share."""
    for row in fetch(connection, "FROM rulesets").to_pylist():
        try:
            rules = parse_json(row["rules"])
        except InputError as error:
            raise BundleError(f"has rules that are {error}") from None
        if digest(rules) != row["ruleset"]:
            raise BundleError(f"has other rules under the digest {row['ruleset']!r}")
        try:
            expected = ruleset_row(Ruleset.from_dict(rules))
        except InputError:
            continue  # of another version, so no run of this one shares them
        if expected["ruleset"] == row["ruleset"] and expected["edits"] != row["edits"]:
            raise BundleError(f"has other rules under the edits {', '.join(row['edits'])}")
    for row in fetch(connection, "FROM agents").to_pylist():
        if agent_row(row["agent"])["name"] != row["name"]:
            raise BundleError(f"has another agent under the text {row['agent']!r}")


def _check_runs(rows: Path, manifest: Manifest) -> None:
    """Refuse runs that this program could not list, or that seem to be under way here."""
    store = Store(rows, create=False)
    runs = store.runs()
    if {run.run: run.kind for run in runs} != manifest.runs:
        raise BundleError(f"has other runs than its {MANIFEST} says")
    for run in runs:
        if not isinstance(run.arguments, dict):
            raise BundleError(f"has the run {run.run} without its settings")
        _ = run.to_dict(), run.players()  # what `runs` shows
        if not run.clock_dependent and any(map(_names_a_program, run.agents)):
            raise BundleError(f"does not say that other programs played in the run {run.run}")
    under_way = store.query("SELECT run FROM runs WHERE status = 'running'")["run"].to_pylist()
    if under_way:
        raise BundleError(f"says that the run {under_way[0]} is under way")


def _names_a_program(agent: str) -> bool:
    return agent_row(agent)["name"] == "engine"
