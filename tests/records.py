"""Files of records, for tests that read them."""

from collections.abc import Iterable
from pathlib import Path

from conquest_opt.engine import GameRecord


def write_records(path: Path, records: Iterable[GameRecord]) -> None:
    """Append records to a file, one a line."""
    with path.open("a", encoding="utf-8") as file:
        file.writelines(record.to_json() + "\n" for record in records)
