"""Functions in processes of their own that have everything loaded.

A new Python that loads the kernels takes two seconds. A fork of one that has loaded them takes
milliseconds, and there are thousands. This process itself therefore starts no thread and opens no
database.
"""

import ctypes
import json
import os
import select
import signal
import sys
import time
import traceback
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

_SUBREAPER: Final = 36
"""Linux's name for a process that the children of its dead children belong to."""

LONGEST: Final = 120.0
"""Seconds after which a child hangs, and is ended."""


@dataclass(frozen=True)
class Ended:
    """How a child ended."""

    answer: Any
    """What its function returned; None if it did not come so far."""
    code: int
    """Its exit code; less than 0 if a signal ended it."""
    output: str

    @property
    def killed(self) -> bool:
        """Whether the fault ended it."""
        return self.code == -signal.SIGKILL


def in_child(function: Callable[[], Any], folder: Path) -> Ended:
    """Call a function in a child; its output goes to a file of the folder.

    It has ended when the processes that it started have.
    """
    _adopt_orphans()
    output = folder / "output.txt"
    read, write = os.pipe()
    sys.stdout.flush()
    child = os.fork()
    if not child:
        os.close(read)
        _be_child(function, write, output)
    os.close(write)
    answer = _read(read, child)
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    with suppress(ChildProcessError):
        while True:
            os.waitpid(-child, 0)  # its own children, which may outlive it
    return Ended(json.loads(answer or "null"), code, output.read_text(errors="replace"))


def _adopt_orphans() -> None:
    ctypes.CDLL(None).prctl(_SUBREAPER, 1)


def _read(pipe: int, child: int) -> bytes:
    """Read what a child answers; end one that takes too long."""
    parts, until = [], time.monotonic() + LONGEST
    with os.fdopen(pipe, "rb", buffering=0) as file:
        while True:
            ready, _, _ = select.select([file], [], [], max(0.0, until - time.monotonic()))
            if not ready:
                os.killpg(child, signal.SIGABRT)
                break
            if not (part := file.read(1 << 16)):
                break
            parts.append(part)
    return b"".join(parts)


def _be_child(function: Callable[[], Any], answer: int, output: Path) -> None:
    """Call the function, hand over what it returns, and end without what a new process would do."""
    code = 0
    try:
        os.setpgid(0, 0)
        shown = os.open(output, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        os.dup2(shown, 1)
        os.dup2(shown, 2)
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        returned = json.dumps(function()).encode()
        while returned:
            returned = returned[os.write(answer, returned) :]
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else int(end.code is not None)
    except BaseException:
        traceback.print_exc()
        code = 70
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)
