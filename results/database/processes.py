"""Whether the process that writes a run is still there.

A process's number is given again after it has ended, so a mark is kept beside it: when it started,
as the kernel reports. Where the kernel does not, the number alone decides.
"""

import os
from pathlib import Path


def mark(process: int) -> str:
    """Return what sets a process apart from others of its number; empty if that is unknown."""
    return (_kernel_fields(process) or [""])[-1]


def alive(process: int, marked: str) -> bool:
    """Return whether the process of that number and mark is running."""
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        pass  # another user's, but there
    fields = _kernel_fields(process)
    if fields is None:
        return True
    state, start = fields
    return state not in "ZX" and marked in ("", start)


def _kernel_fields(process: int) -> tuple[str, str] | None:
    """Return a process's state and the tick it started at; None where the kernel does not say."""
    try:
        text = Path(f"/proc/{process}/stat").read_text(encoding="utf-8")
    except OSError:
        return None
    fields = text.rpartition(")")[2].split()
    return fields[0], fields[19]
