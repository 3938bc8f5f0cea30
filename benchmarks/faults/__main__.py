"""Starts the program with the shim before the C library: `python -m benchmarks.faults --help`."""

import os
import sys
import tempfile
from pathlib import Path

from .board import VARIABLE, build, lay_out


def main() -> int:
    """Build the shim, lay out the board, and start `program`."""
    with tempfile.TemporaryDirectory() as folder:
        lay_out(Path(folder, "board"))
        environment = os.environ | {
            "LD_PRELOAD": str(build(Path(folder))),
            VARIABLE: str(Path(folder, "board")),
        }
        words = [sys.executable, "-m", "benchmarks.faults.program", *sys.argv[1:]]
        return os.spawnvpe(os.P_WAIT, sys.executable, words, environment)


if __name__ == "__main__":
    sys.exit(main())
