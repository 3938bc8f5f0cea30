"""`EngineProcess`: a program that is started, written to, read with a limit of time, and ended.

Threads read what it writes all the time, so that it never waits for us, and what it writes is kept
up to a limit. It is in a session of its own, which is ended with it.
"""

import contextlib
import os
import queue
import signal
import subprocess
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import IO, Final

from ...engine.reading.names import printable
from .faults import CRASH, PROTOCOL, TIME_OUT, EngineFault

LONGEST_LINE: Final = 1 << 16
"""Bytes of a line that an engine may write."""
MOST_LINES: Final = 1000
"""Lines that may wait to be read."""
LAST_WORDS: Final = 2000
"""Bytes of its standard error that are kept, from the end."""

_CHUNK: Final = 1 << 16
_SETTLE: Final = 0.2
"""Seconds that a program which has ended has for its last words and its exit code."""


class EngineProcess:
    """A program in a session of its own."""

    def __init__(self, command: Sequence[str]) -> None:
        """Start it; raises OSError if there is no such program."""
        with _own_signals():
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                start_new_session=True,
            )
        assert self._process.stdin and self._process.stdout and self._process.stderr
        self._input = self._process.stdin
        self._lines: queue.SimpleQueue[str | EngineFault | None] = queue.SimpleQueue()
        self._last_words = bytearray()
        self._readers = [
            threading.Thread(target=read, args=(stream,), daemon=True)
            for read, stream in (
                (self._read_lines, self._process.stdout),
                (self._read_errors, self._process.stderr),
            )
        ]
        for reader in self._readers:
            reader.start()

    # ---- lines -----------------------------------------------------------------------------------

    def write(self, line: str) -> None:
        """Write a line."""
        try:
            self._input.write(f"{line}\n".encode())
        except (OSError, ValueError):  # it reads no more, or was ended
            raise self._ended() from None

    def read(self, end: float) -> str:
        """Return its next line; raise a fault if none comes until a time of the monotonic clock."""
        try:
            line = self._lines.get(timeout=max(0.0, end - time.monotonic()))
        except queue.Empty:
            raise EngineFault(TIME_OUT, "no answer") from None
        if isinstance(line, str):
            return line
        self._lines.put(line)  # for the next reader
        raise self._ended() if line is None else line

    def waiting(self) -> bool:
        """Return whether there is a line that was not read."""
        return not self._lines.empty()

    # ---- its end ---------------------------------------------------------------------------------

    def wait(self, seconds: float) -> bool:
        """Return whether it ends by itself within a time."""
        try:
            self._process.wait(seconds)
        except subprocess.TimeoutExpired:
            return False
        return True

    def close_input(self) -> None:
        """Close its standard input."""
        with contextlib.suppress(OSError):
            self._input.close()

    def kill(self) -> None:
        """End it and what it started, at once."""
        self.close_input()
        with contextlib.suppress(OSError):  # it has ended already
            if hasattr(os, "killpg"):
                os.killpg(self._process.pid, signal.SIGKILL)
            else:
                self._process.kill()
        self._process.wait()

    @property
    def exit_code(self) -> int | None:
        """What it ended with; None while it runs."""
        return self._process.poll()

    def last_words(self) -> str:
        """Return the last lines that it wrote to standard error, on one line."""
        text = bytes(self._last_words).decode(errors="replace")
        return printable(
            " | ".join(line.strip() for line in text.splitlines()[-5:] if line.strip())
        )

    def _ended(self) -> EngineFault:
        """Return the fault of a program that has ended, or has closed its streams."""
        self.wait(_SETTLE)
        self._readers[1].join(_SETTLE)
        code = self.exit_code
        if code is None:
            return EngineFault(CRASH, "it closed its output")
        how = f"by signal {-code}" if code < 0 else f"with exit code {code}"
        return EngineFault(CRASH, f"it ended {how}")

    # ---- threads ---------------------------------------------------------------------------------

    def _read_lines(self, stream: IO[bytes]) -> None:
        """Take over lines until its output ends or goes beyond a limit: the life of a thread."""
        begun = b""
        for chunk in _chunks(stream):
            *lines, begun = (begun + chunk).split(b"\n")
            for line in lines:
                self._lines.put(line[:LONGEST_LINE].decode(errors="replace").rstrip("\r"))
            if len(begun) > LONGEST_LINE or any(len(line) > LONGEST_LINE for line in lines):
                self._lines.put(EngineFault(PROTOCOL, f"a line of more than {LONGEST_LINE} bytes"))
                return
            if self._lines.qsize() > MOST_LINES:
                self._lines.put(EngineFault(PROTOCOL, f"more than {MOST_LINES} lines unasked"))
                return
        self._lines.put(None)

    def _read_errors(self, stream: IO[bytes]) -> None:
        for chunk in _chunks(stream):
            self._last_words += chunk
            del self._last_words[:-LAST_WORDS]


def _chunks(stream: IO[bytes]) -> Iterator[bytes]:
    with stream, contextlib.suppress(OSError, ValueError):
        while chunk := stream.read(_CHUNK):
            yield chunk


@contextmanager
def _own_signals() -> Iterator[None]:
    """Have a child begin with no signal blocked: threads that play block some."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    blocked = signal.pthread_sigmask(signal.SIG_SETMASK, ())
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, blocked)
