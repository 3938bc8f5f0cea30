"""Compiles the kernels in a process of its own after the start: `python -m ...data.kernels`.

Compiling takes most of a minute the first time, and holds the interpreter. So a niced process does
it and leaves the code in the cache, from which this one loads it in a second when a game asks.
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
                command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
            )
            _, said = self._process.communicate()
        except OSError as error:
            self.state, self.message = "failed", str(error)
            return
        failed = self._process.returncode != 0
        self.message = (
            (said.decode(errors="replace").strip().splitlines() or [""])[-1] if failed else ""
        )
        self.state = "failed" if failed else "ready"


if __name__ == "__main__":
    os.nice(NICENESS)
    compile_all()
