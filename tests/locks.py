"""A database that another process holds."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

_HOLD = """
import duckdb, sys
connection = duckdb.connect(sys.argv[1])
print("held", flush=True)
sys.stdin.read()
"""


@contextmanager
def held(db: Path) -> Iterator[None]:
    """Let another process hold the file."""
    command = [sys.executable, "-c", _HOLD, str(db)]
    holder = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert holder.stdout
    try:
        assert holder.stdout.readline() == "held\n"
        yield
    finally:
        holder.communicate("")
