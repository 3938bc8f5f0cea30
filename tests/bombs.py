"""Bundles that are small and claim, or unpack to, far more than memory holds.

    python -m tests.bombs DB FILE ...      import the files one after the other, each into a new DB

It says for each file what it was answered, and the most memory that the process has taken so far.
"""

import json
import re
import struct
import sys
import zipfile
from collections.abc import Callable, Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
from conquest_opt.results import StoreError

from tests.bundles import Bundle, import_bundle

CHUNK = 100_000


def written(tables: Iterator[pa.Table] | list[pa.Table], **options: Any) -> bytes:
    """Return tables of one schema as a Parquet file, each a group of its own."""
    out, file = BytesIO(), None
    for table in tables:
        file = file or pq.ParquetWriter(out, table.schema, compression="zstd", **options)
        file.write_table(table, row_group_size=1 << 40)
    assert file
    file.close()
    return out.getvalue()


def equal(content: Bundle, name: str, rows: int, group: int = CHUNK) -> None:
    """Let a table have its first row again and again."""
    row = content.table(name).slice(0, 1)
    many = row.take(pa.array([0] * min(group, rows), pa.int32())).combine_chunks()
    put(content, name, written([many] * (rows // many.num_rows)), rows)


def put(content: Bundle, name: str, data: bytes, rows: int) -> None:
    """Put a Parquet file into the place of a table."""
    member = f"{content.run}/{name}.parquet"
    content.members[member] = data
    content.manifest["members"][member] = {"rows": rows}


def padded(content: Bundle, name: str, size: int) -> None:
    """Make a table's file longer by bytes that nothing mentions, so that it may have more rows."""
    member = f"{content.run}/{name}.parquet"
    data = content.members[member]
    (length,) = struct.unpack("<I", data[-8:-4])
    at = len(data) - 8 - length
    content.members[member] = data[:at] + bytes(size) + data[at:]


def varint(value: int, length: int = 0) -> bytes:
    """Return a number as a footer has it, in so many bytes at least."""
    value, out = value << 1, b""  # zigzag, of a number that is not negative
    while value or len(out) < length or not out:
        more = value >> 7 or len(out) + 1 < length
        out += bytes([(value & 127) | (128 if more else 0)])
        value >>= 7
    return out


def lying(data: bytes, true: int, said: int) -> bytes:
    """Return a Parquet file whose footer has another number in a number's place."""
    (length,) = struct.unpack("<I", data[-8:-4])
    body, footer = data[: -8 - length], data[-8 - length :]
    mark = varint(true)
    assert b"\x16" + mark in footer
    return body + footer.replace(b"\x16" + mark, b"\x16" + varint(said, len(mark)))


def many_equal(content: Bundle) -> None:
    equal(content, "games", 30_000_000, 1_000_000)


def many_equal_and_long(content: Bundle) -> None:
    equal(content, "games", 30_000_000, 1_000_000)
    padded(content, "games", 30_000_000)


def too_many(content: Bundle) -> None:
    padded(content, "setup_ratings", 60_000_000)
    content.manifest["members"][f"{content.run}/setup_ratings.parquet"] = {"rows": 60_000_000}


def one_group(content: Bundle) -> None:
    equal(content, "games", 1_500_000, 1_500_000)
    padded(content, "games", 1_000_000)


def more_than_there_are(content: Bundle) -> None:
    rows = content.table("games")
    put(content, "games", lying(written([rows]), rows.num_rows, 3), 3)


def more_in_the_footer(content: Bundle) -> None:
    rows = content.table("games")
    data = written([rows])
    footer = len(data) - 8 - struct.unpack("<I", data[-8:-4])[0]
    at = data.index(b"\x16\x04\x19", footer)  # the rows of the file, before its groups
    put(content, "games", data[:at] + b"\x16\x06" + data[at + 2 :], 3)


def long_text(content: Bundle, rows: int, size: int, **options: Any) -> bytes:
    text = pa.array(["x" * size])
    row = content.table("games").slice(0, 1).take(pa.array([0] * rows))
    at = row.column_names.index("first_name")
    names = pa.DictionaryArray.from_arrays(pa.array([0] * rows, pa.int32()), text)
    return written([row.set_column(at, "first_name", names)], **options)


def one_text_again_and_again(content: Bundle) -> None:
    data = long_text(content, 1000, 50_000_000, dictionary_pagesize_limit=1 << 30)
    put(content, "games", data, 1000)


def texts_of_nothing(content: Bundle) -> None:
    row = content.table("games").slice(0, 1).take(pa.array([0] * 20_000))
    at = row.column_names.index("first_name")
    texts = row.set_column(at, "first_name", pa.array(["x" * 2000] * 20_000))
    put(
        content,
        "games",
        written([texts], use_dictionary=False, column_encoding={"first_name": "DELTA_BYTE_ARRAY"}),
        20_000,
    )


def page_that_grows(content: Bundle) -> None:
    rows = content.table("games").slice(0, 1)
    at = rows.column_names.index("first_name")
    rows = rows.set_column(at, "first_name", pa.array(["x" * 200_000_000]))
    data = written([rows], use_dictionary=False, write_statistics=False)
    group = pq.ParquetFile(BytesIO(data)).metadata.row_group(0)
    data = lying(data, group.column(at).total_uncompressed_size, 100)
    put(content, "games", lying(data, group.total_byte_size, 1000), 1)


def many_columns(content: Bundle) -> None:
    rows = content.table("games")
    more = {f"x{number}": pa.nulls(rows.num_rows, pa.int8()) for number in range(10_000)}
    wide = dict(zip(rows.column_names, rows.columns, strict=True)) | more
    put(content, "games", written([pa.table(wide)]), 2)


def long_list(content: Bundle) -> None:
    one = pa.array([0] * 30_000_000, pa.int32())
    names = pa.DictionaryArray.from_arrays(one, pa.array(["random"]))
    agents = pa.ListArray.from_arrays(pa.array([0, len(one)], pa.int32()), names)
    rows = content.table("runs")
    at = rows.column_names.index("agents")
    put(content, "runs", written([rows.set_column(at, "agents", agents)]), 1)


def nested_lists(content: Bundle) -> None:
    kind = pa.string()
    for _ in range(60):
        kind = pa.list_(kind)
    rows = content.table("runs")
    at = rows.column_names.index("agents")
    put(content, "runs", written([rows.set_column(at, "agents", pa.nulls(1, kind))]), 1)


def long_footer(content: Bundle) -> None:
    rows = content.table("games").replace_schema_metadata({"x": "y" * 20_000_000})
    put(content, "games", written([rows]), 2)


def no_more_rows_than_claimed(content: Bundle) -> None:
    equal(content, "games", 200_000)
    content.manifest["members"][f"{content.run}/games.parquet"] = {"rows": -5}


BOMBS: dict[str, tuple[Callable[[Bundle], object], str]] = {
    "equal rows": (many_equal, "claims 30,000,000 rows in .*games.parquet, of .* at most"),
    "equal rows in a long file": (many_equal_and_long, "has a game twice among games"),
    "more rows than are taken": (too_many, "and 50,000,000 are the limit; --most-rows 60000"),
    "one group": (one_group, "1,500,000 rows are in one group, and 1,048,576 are the limit"),
    "more rows than there are": (
        more_than_there_are,
        "there are 2, and manifest.json says 3|is no bundle",
    ),
    "more rows in the footer": (more_in_the_footer, "do not have the 3 rows that its footer"),
    "one text again and again": (one_text_again_and_again, "they unpack to more than"),
    "texts of nothing": (texts_of_nothing, "first_name is written in a way that this program"),
    "a page that grows": (page_that_grows, "first_name has a page of 200,000,0.* claims 100 in"),
    "many columns": (many_columns, "the column 'x0' is none of the table's"),
    "a long list": (long_list, "agents.* claims 30,000,000 values for 1 rows"),
    "nested lists": (
        nested_lists,
        "the column 'agents' has lists of .*, and needs lists of s|is no bundle",
    ),
    "a long footer": (long_footer, "its footer has .* bytes, and 16,777,216 are the limit"),
    "fewer rows than none": (no_more_rows_than_claimed, "claims -5 rows"),
}


# ---- zips ----------------------------------------------------------------------------------------


def entry_that_lies(file: Path) -> None:
    """Let the directory say of a compressed member that it is as short as the manifest says."""
    content = Bundle(file)
    name = f"{content.run}/report/index.html"
    content.members[name] = bytes(100)
    content.write(file)
    long, data = BytesIO(), file.read_bytes()
    with zipfile.ZipFile(long, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("x", b"x" * 300_000_000)
    packed = long.getvalue()[31 : 31 + zipfile.ZipFile(long).getinfo("x").compress_size]
    with zipfile.ZipFile(file) as archive:
        at = archive.getinfo(name).header_offset + 30 + len(name)
    data = bytearray(data[:at] + packed + data[at + 100 :])
    moved, entry = len(packed) - 100, data.rindex(b"PK\1\2", 0, data.rindex(name.encode()))
    struct.pack_into("<H", data, entry + 10, zipfile.ZIP_DEFLATED)
    struct.pack_into("<I", data, entry + 20, len(packed))
    move_directory(data, entry, at, moved)
    file.write_bytes(data)


def move_directory(data: bytearray, entry: int, after: int, moved: int) -> None:
    """Let the directory's offsets fit what was put in."""
    at = data.index(b"PK\1\2")
    while data[at : at + 4] == b"PK\1\2":
        (offset,) = struct.unpack_from("<I", data, at + 42)
        if offset > after:
            struct.pack_into("<I", data, at + 42, offset + moved)
        name, extra, comment = struct.unpack_from("<HHH", data, at + 28)
        at += 46 + name + extra + comment
    (start,) = struct.unpack_from("<I", data, at + 16)
    struct.pack_into("<I", data, at + 16, start + moved)


def members_in_each_other(file: Path) -> None:
    """Let a member begin where another does."""
    data = bytearray(file.read_bytes())
    with zipfile.ZipFile(file) as archive:
        games, other = [
            entry
            for entry in archive.infolist()
            if entry.filename.endswith(("/games.parquet", "/game_events.parquet"))
        ]
    for field, size in ((42, other.header_offset), (20, other.file_size), (24, other.file_size)):
        at = data.rindex(b"PK\1\2", 0, data.rindex(games.filename.encode()))
        struct.pack_into("<I", data, at + field, size)
    file.write_bytes(data)


def long_directory(file: Path) -> None:
    data = bytearray(file.read_bytes())
    struct.pack_into("<I", data, data.rindex(b"PK\5\6") + 12, 1 << 30)
    file.write_bytes(data)


ZIPS: dict[str, tuple[Callable[[Path], object], str]] = {
    "an entry that lies": (entry_that_lies, "is damaged|is no bundle|has another size"),
    "members in each other": (members_in_each_other, "begins in another|has another size"),
    "a long directory": (long_directory, "list of members of 1,073,741,824 bytes; 16,777,216"),
}


def peak() -> int:
    """Return the megabytes that this process had at most; `ru_maxrss` begins with its parent's."""
    [kilobytes] = re.findall(r"VmHWM:\s+(\d+) kB", Path("/proc/self/status").read_text())
    return int(kilobytes) >> 10


def main() -> None:
    """Import the files, and say what came of each."""
    db, *files = map(Path, sys.argv[1:])
    for file in files:
        message = "imported"
        try:
            import_bundle(file, db)
        except StoreError as error:
            message = str(error)
        left = [path.name for path in db.parent.iterdir()]
        print(json.dumps({"said": message, "left": left, "megabytes": peak()}), flush=True)  # noqa: T201
        db.unlink(missing_ok=True)


if __name__ == "__main__":
    main()
