"""A bundle: runs in one file that another database can take over.

It is a plain zip, with a folder for each run that has what an export of the run has:

    manifest.json               what the file is, and the size and SHA-256 of every other member
    RUN/run.json                how the run was made: settings, rules, agents, version
    RUN/TABLE.parquet           the run's rows in each table that has some, stored as they are
    RUN/report/index.html ...   the report of the run, if its kind has one

Rows are those of the schema's step that the manifest names, `runs` with the run's own row, and
`rulesets`, `agents` and `setups` with those that the run used. A run that was under way ended with
the last batch that is in the file. Rows come in the order in which they are stored, and members
have no times, so the same versions write the same tables with the same bytes.
"""

import re
import zipfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final

import msgspec
import pyarrow as pa

from ...engine.reading.files import parse_json
from ...engine.reading.input_error import InputError
from ..database.errors import StoreError
from ..store import migrations

FORMAT: Final = "conquest-opt bundle"
VERSION: Final = 1
"""Of the form of the file; the tables have the schema's own."""

MANIFEST: Final = "manifest.json"
REPORT: Final = "report"
"""The folder of a run's report."""

LARGEST_MANIFEST: Final = 1 << 24
LARGEST_REPORTS: Final = 1 << 28
"""Bytes of all that is no table; of one of our runs these are a few million."""

_RUN: Final = re.compile(r"[0-9]{8}-[0-9]{6}-[a-z_]+-[0-9a-f]{4}")
_PART: Final = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.-]*")
"""What a member's name is made of: none leads out of its folder, on any system."""


class BundleError(StoreError):
    """A file is no bundle of ours; the message goes on after its name."""


class Member(msgspec.Struct, frozen=True, omit_defaults=True):
    """A file in the zip."""

    bytes: int
    sha256: str
    rows: int | None = None
    """Of a table."""


class Manifest(msgspec.Struct, frozen=True, kw_only=True):
    """What a bundle says of itself."""

    format: str = FORMAT
    version: int = VERSION
    software: str
    """The version of conquest-opt that wrote it."""
    schema: int
    """The step of the schema that the tables have."""
    runs: dict[str, str]
    """The kind of each run, by its identifier."""
    members: dict[str, Member]
    """Every other file, by its name."""


def read_manifest(archive: zipfile.ZipFile) -> Manifest:
    """Return what a zip says of itself, if it is a bundle that this version can read."""
    if MANIFEST not in archive.namelist():
        raise BundleError(f"is a zip without {MANIFEST}, no bundle")
    with archive.open(MANIFEST) as file:
        text = file.read(LARGEST_MANIFEST + 1)
    if len(text) > LARGEST_MANIFEST:
        raise BundleError(f"has a {MANIFEST} of more than {LARGEST_MANIFEST >> 20} MB, the limit")
    try:
        data = parse_json(text.decode())
    except InputError as error:
        raise BundleError(f"has a {MANIFEST} that is {error}") from None
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise BundleError(f"is not a {FORMAT}: {MANIFEST} says something else")
    _check_version(data.get("version"), VERSION, "of the format")
    _check_version(data.get("schema"), migrations.latest(), "of the schema")
    try:
        return msgspec.convert(data, Manifest)
    except msgspec.ValidationError as error:
        raise BundleError(f"has a {MANIFEST} that cannot be read: {error}") from None


def _check_version(version: object, latest: int, what: str) -> None:
    if not isinstance(version, int) or version < 1:
        raise BundleError(f"has a {MANIFEST} without a version {what}")
    if version > latest:
        raise BundleError(
            f"has version {version} {what}, this conquest-opt knows versions up to {latest}: a "
            "newer conquest-opt reads it"
        )


def checked_members(archive: zipfile.ZipFile, manifest: Manifest) -> dict[str, zipfile.ZipInfo]:
    """Return the members, which must be those of the manifest, by names that lead nowhere else."""
    entries = archive.infolist()
    members = {entry.filename: entry for entry in entries if entry.filename != MANIFEST}
    if len(entries) != len(members) + 1:
        raise BundleError("has two members of one name")
    _check_places(entries)
    odd = sorted(set(members) ^ set(manifest.members))
    if odd:
        where = "is missing" if odd[0] in manifest.members else f"is not in {MANIFEST}"
        raise BundleError(f"is no whole bundle: {odd[0]!r} {where}")
    for run in manifest.runs:
        if not _RUN.fullmatch(run):
            raise BundleError(f"has a run of the name {run!r}, which is no run's identifier")
        if f"{run}/runs.parquet" not in members:
            raise BundleError(f"has no row of the run {run}")
    for name, entry in members.items():
        _check_member(name, entry, manifest)
    others = sum(entry.file_size for name, entry in members.items() if table_of(name) is None)
    if others > LARGEST_REPORTS:
        raise BundleError(f"has reports of more than {LARGEST_REPORTS >> 20} MB, the limit")
    return members


def _check_places(entries: Sequence[zipfile.ZipInfo]) -> None:
    """Refuse members that share bytes: one that is read often makes a small file a large one."""
    end = 0
    for entry in sorted(entries, key=lambda one: one.header_offset):
        if entry.header_offset < end:
            raise BundleError(f"has members in each other: {entry.filename!r} begins in another")
        end = entry.header_offset + len(entry.filename) + entry.compress_size


def _check_member(name: str, entry: zipfile.ZipInfo, manifest: Manifest) -> None:
    run, *rest = name.split("/")
    if run not in manifest.runs or not rest or not all(map(_PART.fullmatch, rest)):
        raise BundleError(f"has a member {name!r}, which is no file of its runs")
    if entry.file_size != manifest.members[name].bytes:
        raise BundleError(f"is no whole bundle: {name} has another size than {MANIFEST} says")
    stored = entry.compress_type == zipfile.ZIP_STORED and entry.compress_size == entry.file_size
    if table_of(name) is not None and not stored:
        raise BundleError(f"has {name} compressed; tables are stored as they are")


def counted(
    tables: Iterable[pa.Table], name: str, rows: int | None, on_progress: Callable[[str], object]
) -> Iterator[pa.Table]:
    """Yield the tables of a member, reporting how many of its rows have come."""
    done = 0
    for table in tables:
        on_progress(f"{name}: {done:,} of {rows or 0:,} rows")
        yield table
        done += table.num_rows


def table_of(name: str) -> str | None:
    """Return the table that a member has rows of; None if it has none."""
    _, *rest = name.split("/")
    if rest[0] == REPORT or rest == ["run.json"]:
        return None
    return rest[-1].removesuffix(".parquet")
