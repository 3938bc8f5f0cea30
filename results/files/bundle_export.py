"""Runs written to one file: a bundle (`bundle`), whole or not at all."""

import hashlib
import os
import shutil
import zipfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from importlib.metadata import version
from io import RawIOBase
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO, Any, BinaryIO

import msgspec

from ..database.atomic_files import whole_file
from ..database.errors import StoreError
from ..store import migrations
from ..store.runs import Run
from ..store.spool import Spool
from ..store.store import Store
from .bundle import MANIFEST, REPORT, Manifest, Member, counted
from .export import RunRows, run_rows, summary_text
from .streams import parquet_rows

Reports = Mapping[str, Mapping[str, bytes]]
"""The files of the report by run: content by name."""


def export_bundle(
    store: Store,
    names: Sequence[str],
    file: Path | BinaryIO,
    *,
    reports: Reports | None = None,
    force: bool = False,
    on_progress: Callable[[str], object] = lambda _: None,
) -> list[Run]:
    """Write runs to a file, or to a stream once all is well; `force` replaces a file.

    `on_progress` is called with what is being written.
    """
    runs = list(dict.fromkeys(store.find_run(one).run for one in names))
    with _destination(file, force) as out, zipfile.ZipFile(out, "w") as archive:
        writer = _Writer(archive, on_progress)
        exported = [writer.run(run_rows(store, run), (reports or {}).get(run, {})) for run in runs]
        writer.manifest(exported)
    return exported


def check_destination(file: Path, *, force: bool = False) -> None:
    """Refuse a file that cannot be written, before the work of making it."""
    if file.exists() and not file.is_file():
        raise StoreError(f"{file} is no file; give the name of one, such as run.zip")
    if file.exists() and not force:
        raise StoreError(f"{file} is there already; --force replaces it")
    if not file.parent.is_dir():
        raise StoreError(f"{file}: there is no folder {file.parent}")


@contextmanager
def _destination(file: Path | BinaryIO, force: bool) -> Iterator[BinaryIO]:
    """Give a file to write to, which becomes the one that was asked for if the block ends well."""
    if isinstance(file, Path):
        check_destination(file, force=force)
        with whole_file(Path(os.path.realpath(file))) as making, making.open("wb") as out:
            yield out  # a link leads to the new file
    else:
        with TemporaryFile() as out:
            yield out
            out.seek(0)
            shutil.copyfileobj(out, file)


class _Writer:
    """Writes the members, and keeps what the manifest says of them."""

    def __init__(self, archive: zipfile.ZipFile, on_progress: Callable[[str], object]) -> None:
        self._archive, self._on_progress = archive, on_progress
        self._members: dict[str, Member] = {}

    def run(self, exported: RunRows, report: Mapping[str, bytes]) -> Run:
        """Write the folder of a run; return it as the file has it."""
        tables = exported.tables
        [row] = [row for table in tables["runs"].tables() for row in table.to_pylist()]
        run = replace(exported.run, status=row["status"], ended=row["ended"])
        for name, rows in tables.items():
            self._table(f"{run.run}/{name}.parquet", rows)
        files = {f"{name}.parquet": rows.num_rows for name, rows in tables.items()}
        self._file(f"{run.run}/run.json", summary_text(run, files).encode())
        for name, content in report.items():
            self._file(f"{run.run}/{REPORT}/{name}", content)
        return run

    def manifest(self, runs: Iterable[Run]) -> None:
        """Write the manifest, last."""
        manifest = Manifest(
            software=version("conquest-opt"),
            schema=migrations.latest(),
            runs={run.run: run.kind for run in runs},
            members=self._members,
        )
        text = msgspec.json.format(msgspec.json.encode(manifest), indent=1)
        self._archive.writestr(_entry(MANIFEST, zipfile.ZIP_DEFLATED), text + b"\n")

    def _table(self, name: str, rows: Spool) -> None:
        """Write a table as it comes: Parquet is compressed already."""
        with self._archive.open(_entry(name), "w", force_zip64=True) as member:
            digesting = _Digesting(member)
            parquet_rows(digesting, counted(rows.tables(), name, rows.num_rows, self._on_progress))
        self._members[name] = digesting.member(rows.num_rows)

    def _file(self, name: str, content: bytes) -> None:
        self._archive.writestr(_entry(name, zipfile.ZIP_DEFLATED), content)
        self._members[name] = Member(len(content), hashlib.sha256(content).hexdigest())


class _Digesting(RawIOBase):
    """A file that is written, with the size and digest of what went through."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file, self._digest, self._size = file, hashlib.sha256(), 0

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        self._digest.update(data)
        self._size += len(data)
        return self._file.write(data)

    def member(self, rows: int) -> Member:
        """Return what was written."""
        return Member(self._size, self._digest.hexdigest(), rows)


def _entry(name: str, method: int = zipfile.ZIP_STORED) -> zipfile.ZipInfo:
    """Return a member with the earliest time that a zip can hold."""
    entry = zipfile.ZipInfo(name)
    entry.compress_type = method
    entry.create_system = 3  # as on every system
    entry.external_attr = 0o644 << 16
    return entry
