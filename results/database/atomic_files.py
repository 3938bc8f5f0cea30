"""Files appear whole: they are made under a hidden name beside their own."""

import os
import re
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from .errors import StoreError
from .processes import alive
from .replacing import LOGS, force

_FORGOTTEN: Final = 600.0
"""Seconds without a change after which a dead process's file is removed.

Processes of another machine that shares the folder look dead from here.
"""


@contextmanager
def hidden_file(path: Path) -> Iterator[Path]:
    """Give a name to make a file under; however the block ends, nothing of that name is left."""
    if not path.name:
        raise StoreError("an empty text names no file")
    making = path.with_name(f".{path.name}.{os.getpid()}.new")
    _sweep(path)
    _remove(making)  # in a container the number may be that of a process that was killed
    try:
        yield making
    finally:
        _remove(making)


@contextmanager
def whole_file(path: Path) -> Iterator[Path]:
    """Give a name to write to; the file gets its own name if the block ends well."""
    with hidden_file(path) as making:
        try:
            yield making
            force(making)
            making.replace(path)
        except OSError as error:
            raise StoreError(f"{path} cannot be written: {reason(error, making, path)}") from None


def reason(error: Exception, making: Path, path: Path) -> str:
    """Return why a file could not be made, without its hidden name."""
    if isinstance(error, OSError) and error.errno:
        return os.strerror(error.errno)  # Arrow's own text has the name in it
    return str(error).replace(making.name, path.name)


def _sweep(path: Path) -> None:
    """Remove what processes left that were killed while they made this file."""
    left = re.compile(rf"\.{re.escape(path.name)}\.(\d+)\.new({'|'.join(map(re.escape, LOGS))})?")
    with suppress(OSError):
        for other in path.parent.iterdir():
            match = left.fullmatch(other.name)
            if match and not alive(int(match[1]), "") and _age(other) > _FORGOTTEN:
                _remove(other)


def _age(path: Path) -> float:
    return time.time() - path.stat().st_mtime


def _remove(path: Path) -> None:
    """Remove a file and a database's logs; where that fails, the error that matters came before."""
    for end in ("", *LOGS):
        file = path.with_name(path.name + end)
        with suppress(OSError):
            if file.exists():
                file.unlink()
