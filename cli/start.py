"""Where the program begins: what signals do is settled before anything else is loaded.

A server may be asked to end at any moment, and loading takes seconds. Until it can be asked it has
promised nothing, so it leaves at once. Only in what comes before this file, some 50 ms of Python
itself, the signal ends the process.
"""

import os
import signal
import sys
from types import FrameType


def main() -> None:
    """Run the program."""
    if sys.argv[1:2] == ["serve"]:
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, _leave)
    from .main import main as program  # noqa: PLC0415

    program()


def _leave(_number: int, _frame: FrameType | None) -> None:
    os._exit(0)  # an exception might be caught on its way, in the middle of an import
