"""A command on a terminal of its own, for tests of prompts."""

import contextlib
import os
import pty
import select
import subprocess
import sys
import time
from collections.abc import Mapping
from math import inf

PROGRAM = "from conquest_opt.cli.main import main; main()"


class Terminal:
    """`conquest-opt WORDS...` on a terminal of its own."""

    def __init__(self, *words: str, prompt: str, env: Mapping[str, str]) -> None:
        self.prompt = prompt
        self.end, self.other = pty.openpty()
        self.seen = ""
        # The first terminal that a new session opens becomes its own: Ctrl-C reaches it.
        opening = ["sh", "-c", 'exec "$@" <"$0" >"$0" 2>&1', os.ttyname(self.other)]
        self.process = subprocess.Popen(
            [*opening, sys.executable, "-c", PROGRAM, *words],
            stdin=subprocess.DEVNULL,
            env={**os.environ, "COLUMNS": "80", "TERM": "dumb", **env},
            start_new_session=True,
        )

    def until(self, text: str, seconds: float = 20, *, longest: float = inf) -> str:
        """Return what is shown up to a text that was not seen before.

        Wait while something is shown every so many seconds, and not longer than `longest`.
        """
        end = time.monotonic() + longest
        while text not in self.seen:
            ready, _, _ = select.select([self.end], [], [], seconds)
            assert ready and time.monotonic() < end, (
                f"waited in vain for {text!r} after {self.seen!r}"
            )
            self.seen += os.read(self.end, 10_000).decode().replace("\r\n", "\n")
        before, _, self.seen = self.seen.partition(text)
        return before + text

    def type(self, text: str) -> None:
        os.write(self.end, text.encode())

    def press(self, key: str, until: str) -> str:
        """Press a key, again if it does not help for long, and return what is shown up to a text.

        A Ctrl-C that comes just before readline begins to wait is seen only at the next key.
        """
        for _ in range(5):
            self.type(key)
            with contextlib.suppress(AssertionError):
                return self.until(until, 5, longest=5)
        raise AssertionError(f"{key!r} did not bring {until!r} but {self.seen!r}")

    def interrupt(self) -> None:
        """Press Ctrl-C until the prompt is back.

        One that comes just before readline begins to wait is seen only at the next key.
        """
        for _ in range(20):
            self.type("\x03")
            ready, _, _ = select.select([self.end], [], [], 1)
            if ready:
                self.until(self.prompt)
                while select.select([self.end], [], [], 0.5)[0]:
                    os.read(self.end, 10_000)  # of a Ctrl-C too many
                self.seen = ""
                return
        raise AssertionError("Ctrl-C did not bring the prompt back")

    def close(self) -> int:
        code = self.process.wait(20)
        os.close(self.end)
        os.close(self.other)
        return code
