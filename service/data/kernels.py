"""Compiles the kernels in a process of its own after the start: `python -m ...data.kernels`.

Compiling takes most of a minute the first time, and holds the interpreter. So a niced process does
it and leaves the code in the cache, from which this one loads it in a second when a game asks. It
ends with its server, whose end of its input is then closed.
"""

import os
import subprocess
import sys
import threading
from typing import Final, Literal

NICENESS: Final = 5

State = Literal["compiling", "ready", "failed"]


def compile_all() -> None:
    """Compile what games, searches and reviews need, or find it in the cache."""
    from ...agents.game_runner import GameRunner  # noqa: PLC0415  (brings numba)
    from ...agents.spec.spec import AgentSpec  # noqa: PLC0415
    from ...engine import Game  # noqa: PLC0415
    from ...engine.notation.events import trace  # noqa: PLC0415
    from ...setups import army  # noqa: PLC0415

    game, runner = Game.new(army("Default"), army("Default")), GameRunner()
    for text in ("random", "quick"):  # each family of agents has a kernel
        agent = AgentSpec.parse(text)
        played = runner.play(game.rules, game.state, agent, agent, seed=0, actions=1)
        runner.analyse(game.rules, game.state, agent, seed=0)
    trace(game.rules, game.state, played.actions)
    game.apply_all([])


class Kernels:
    """Whether the kernels are compiled."""

    def __init__(self) -> None:
        self.state: State = "compiling"
        self.message = ""
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Begin; returns at once."""
        threading.Thread(target=self._compile, daemon=True).start()

    def stop(self) -> None:
        """End the process, if it is still compiling."""
        if self._process and self._process.poll() is None:
            self._process.terminate()

    def _compile(self) -> None:
        command = [sys.executable, "-m", __name__]
        try:
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
                process_group=0,  # Ctrl-C in a terminal is the server's, which ends it
            )
            with self._process as process:
                said = process.stderr.read() if process.stderr else b""
        except OSError as error:
            self.state, self.message = "failed", str(error)
            return
        failed = self._process.returncode != 0
        self.message = (
            (said.decode(errors="replace").strip().splitlines() or [""])[-1] if failed else ""
        )
        self.state = "failed" if failed else "ready"


def _end_with_server() -> None:
    os.read(sys.stdin.fileno(), 1)  # a buffered read would hold a lock at the end of Python
    os._exit(1)


if __name__ == "__main__":
    os.nice(NICENESS)
    threading.Thread(target=_end_with_server, daemon=True).start()
    compile_all()
