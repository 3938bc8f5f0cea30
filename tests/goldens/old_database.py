"""The database of an older version: finished and interrupted runs of every kind.

    python -m tests.goldens.old_database

makes it with this version, under this version's name. A file of a released version is never made
again: later versions have to read it as it is.
"""

import lzma
import signal
import sys
import tempfile
from importlib.metadata import version
from pathlib import Path

import duckdb

from tests.goldens.playing import DATABASE, play
from tests.goldens.stopping import stop
from tests.run_kinds import KINDS

DATA = Path(__file__).parents[1] / "data"
FILE = DATA / "runs-of-0.1.0.duckdb.xz"


def unpack(folder: Path) -> Path:
    """Return a copy of the database, to be written to."""
    db = folder / DATABASE
    db.write_bytes(lzma.decompress(FILE.read_bytes()))
    return db


def make(db: Path) -> None:
    """Play the small run of each kind to its end, and stop the long one with Ctrl-C."""
    for kind in KINDS:
        play(kind.words, db.parent)
        stopped = stop(kind.long_words, db, signal.SIGINT)
        assert stopped.returncode == 130, stopped.stderr
        sys.stdout.write(f"{kind.name}\n")
    with duckdb.connect(str(db)) as connection:
        connection.execute("CHECKPOINT")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        made = Path(folder) / DATABASE
        make(made)
        packed = lzma.compress(made.read_bytes(), preset=9 | lzma.PRESET_EXTREME)
        (DATA / f"runs-of-{version('conquest-opt')}.duckdb.xz").write_bytes(packed)
