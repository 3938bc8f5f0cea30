"""Files of records, for tests that read them."""

from collections.abc import Iterable
from pathlib import Path

from conquest_opt.engine import GameRecord


def write_records(path: Path, records: Iterable[GameRecord]) -> None:
    """Write records to a file, one a line."""
    path.write_text("".join(record.to_json() + "\n" for record in records), encoding="utf-8")
