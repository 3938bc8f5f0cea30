"""What a bundle may claim, checked against itself before a row of it is read.

A file of a few megabytes can claim a hundred million equal rows, texts that repeat one long value,
or pages that unpack to gigabytes. So the manifest, the zip's directory, the footer of each table
and the heads of its pages are compared with each other and with these limits first. Ours are far
below: the largest run so far, 283,717 setups ranked by 4 million games, has 10 million rows, in
groups of 100,000 rows and 64 MB.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from os import SEEK_END
from typing import IO, Any, Final

from .bundle import MANIFEST, BundleError, Manifest
from .parquet_pages import PageError, check_column

FREE_ROWS: Final = 1_000_000
"""Rows that a table may have whatever its size; of more, each takes a byte or more. Rows of games
take 20 to 40."""
LARGEST_FOOTER: Final = 1 << 24
MOST_GROUP_ROWS: Final = 1 << 20
LARGEST_GROUP: Final = 1 << 27
"""Bytes of the rows of a Parquet file that are compressed together."""
MOST_LISTED: Final = 1000
"""Values of lists, for each row of a group, beside so many that any group may have."""
FREE_LISTED: Final = 1_000_000
FREE_BYTES: Final = 1 << 26
MOST_GROWTH: Final = 200
"""So many times its size a table may be as plain values, beside `FREE_BYTES`."""

LARGEST_DIRECTORY: Final = 1 << 24
"""Bytes of the zip's list of its members; of one of ours about 100 for each."""
LARGEST_END: Final = (1 << 16) + 200
"""Bytes at the end of a zip that have the size of that list, with the longest comment."""
_IN_ZIP64: Final = (1 << 32) - 1
"""Says that the size stands in the record of larger zips."""

_TAIL: Final = 8
"""Bytes at the end of a Parquet file: the length of the footer, and PAR1."""


@dataclass(frozen=True, kw_only=True)
class BundleLimits:
    """What an import takes."""

    rows: int = 50_000_000
    """Of all tables of all runs together."""


STANDARD: Final = BundleLimits()


def check_directory(file: IO[bytes]) -> None:
    """Refuse a zip whose list of members is longer than an import reads into memory."""
    end = file.seek(0, SEEK_END)
    file.seek(max(0, end - LARGEST_END))
    tail = file.read(LARGEST_END)
    file.seek(0)
    for mark, size in ((b"PK\5\6", slice(12, 16)), (b"PK\6\6", slice(40, 48))):
        at = tail.rfind(mark)
        if at < 0:
            continue
        length = int.from_bytes(tail[at:][size], "little")
        if length > LARGEST_DIRECTORY and length != _IN_ZIP64:
            raise BundleError(
                f"has a list of members of {length:,} bytes; {LARGEST_DIRECTORY:,} are the limit"
            )


def check_claims(manifest: Manifest, limits: BundleLimits) -> None:
    """Refuse a manifest that claims more rows than an import takes, or than its tables can have."""
    members = manifest.members.items()
    for name, member in members:
        most = FREE_ROWS + member.bytes
        if member.rows is not None and not 0 <= member.rows <= most:
            raise BundleError(
                f"claims {member.rows:,} rows in {name}, of {member.bytes:,} bytes; a table of "
                f"that size has {most:,} at most"
            )
    rows = sum(member.rows or 0 for _, member in members)
    if rows > limits.rows:
        raise BundleError(
            f"has {rows:,} rows, and {limits.rows:,} are the limit; --most-rows {rows} takes them"
        )


def check_tail(file: IO[bytes], size: int) -> None:
    """Refuse a file whose footer is none, or too long to be read."""
    file.seek(max(0, size - _TAIL))
    tail = file.read(_TAIL)
    length = int.from_bytes(tail[:4], "little")
    if tail[4:] != b"PAR1" or length > size - _TAIL:
        raise BundleError("it is no Parquet file")
    if length > LARGEST_FOOTER:
        raise BundleError(f"its footer has {length:,} bytes, and {LARGEST_FOOTER:,} are the limit")
    file.seek(0)


def check_footer(about: Any, rows: int | None, size: int) -> None:
    """Refuse a table whose footer claims what its manifest, or its size, does not allow."""
    if about.num_rows != rows:
        raise BundleError(f"there are {about.num_rows:,}, and {MANIFEST} says {rows}")
    groups = [about.row_group(number) for number in range(about.num_row_groups)]
    if sum(group.num_rows for group in groups) != rows:
        raise BundleError(f"its groups do not have the {rows:,} rows that its footer claims")
    for group in groups:
        columns = [group.column(number) for number in range(group.num_columns)]
        _check_group(group, columns)
        if sum(max(0, column.total_compressed_size) for column in columns) > size:
            raise BundleError(f"a group claims to be longer than the {size:,} bytes of the table")


def _check_group(group: Any, columns: Iterable[Any]) -> None:
    if not 0 <= group.num_rows <= MOST_GROUP_ROWS:
        raise BundleError(
            f"{group.num_rows:,} rows are in one group, and {MOST_GROUP_ROWS:,} are the limit"
        )
    claimed = sum(column.total_uncompressed_size for column in columns)
    if max(claimed, group.total_byte_size) > LARGEST_GROUP:
        raise BundleError(f"more than {LARGEST_GROUP >> 20} MB are compressed together")
    most = FREE_LISTED + MOST_LISTED * group.num_rows
    for column in columns:
        listed = "." in column.path_in_schema
        if column.num_values != group.num_rows and not (listed and column.num_values <= most):
            raise BundleError(
                f"{column.path_in_schema} claims {column.num_values:,} values for "
                f"{group.num_rows:,} rows"
            )


def check_pages(file: IO[bytes], about: Any) -> None:
    """Refuse a table with a page that unpacks to more than its footer claims."""
    for number in range(about.num_row_groups):
        group = about.row_group(number)
        for at in range(group.num_columns):
            column = group.column(at)
            try:
                check_column(file, column)
            except PageError as error:
                raise BundleError(f"{column.path_in_schema} {error}") from None
    file.seek(0)


class Growth:
    """How large a table is as plain values, while it is read."""

    def __init__(self, size: int) -> None:
        self._most, self._bytes = FREE_BYTES + MOST_GROWTH * size, 0

    def add(self, count: int) -> None:
        """Count bytes; refuse more than a table of its size has."""
        self._bytes += count
        if self._bytes > self._most:
            raise BundleError(
                f"they unpack to more than {self._most >> 20} MB, the limit for a table of its size"
            )
