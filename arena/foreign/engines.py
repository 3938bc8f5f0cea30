"""`Engines`: the programs that may be started, and all that are running."""

import threading
import time
from collections.abc import Collection

from ...agents.spec.engine_spec import EngineSpec
from ...engine.reading.input_error import InputError
from ...engine.rules.ruleset import Ruleset
from .engine import QUITTING, Engine


class NotAllowed(InputError):
    """A program that was not given to be started."""


class Engines:
    """Starts the programs it was given, for any number of threads, and ends them together."""

    def __init__(self, allowed: Collection[str] = ()) -> None:
        """Begin; `allowed` are the texts of engines that may be started."""
        self._allowed = frozenset(map(engine_command, allowed))
        self._running: set[Engine] = set()
        self._lock = threading.Lock()
        self._closed = False

    def check(self, agent: str) -> EngineSpec:
        """Return the engine of a text; raise `NotAllowed` if it was not given."""
        if engine_command(agent) not in self._allowed:
            raise NotAllowed(
                f"{agent} would start a program that was not given to be started; "
                "conquest_opt.arena.play.threads.Threads(engines=[...]) gives it"
            )
        return EngineSpec.parse(agent)

    def start(self, agent: str, rules: Ruleset) -> Engine:
        """Return a new process of an engine, ready to play by some rules."""
        engine = Engine.started(self.check(agent), rules)
        with self._lock:
            if not self._closed:
                self._running.add(engine)
                return engine
        engine.process.kill()
        raise NotAllowed(f"{agent} was started after the games had ended")

    def try_out(self, agent: str, rules: Ruleset) -> None:
        """Start an engine and end it again; raise `StartError` if it cannot play."""
        engine = self.start(agent, rules)
        engine.quit()
        self.end(engine)

    def end(self, engine: Engine) -> None:
        """End one that is not needed any more."""
        engine.close()
        with self._lock:
            self._running.discard(engine)

    def close(self) -> None:
        """End all of them, together: by themselves if they can, then by force."""
        with self._lock:
            self._closed, running = True, list(self._running)
            self._running.clear()
        end = time.monotonic() + QUITTING
        for engine in running:
            engine.quit()
        for engine in running:
            engine.close(end)


def engine_command(agent: str) -> tuple[str, ...]:
    """Return the command of an engine's text: its limits of time start no other program."""
    return EngineSpec.parse(agent).command
