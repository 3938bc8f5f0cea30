"""`Engine`: one conversation with a program, from its greeting to its end."""

import contextlib
import time
from collections.abc import Sequence
from typing import Final

from ...agents.spec.engine_spec import EngineSpec
from ...engine.reading.input_error import InputError
from ...engine.reading.names import shown
from ...engine.rules.ruleset import Ruleset
from .faults import PROTOCOL, TIME_OUT, EngineFault
from .process import MOST_LINES, EngineProcess
from .protocol import GREETED, INFO, READY, check_version, chosen_actions, go_line, join_actions

GRACE: Final = 1.0
"""Seconds that an answer may come late: the machine may be busy, and pipes take their time."""
QUITTING: Final = 0.5
"""Seconds that a program has to end by itself."""
_MOST_GREETING: Final = 200
"""Lines of a greeting."""


class StartError(InputError):
    """A program that cannot be started, or is no engine; the message says why."""


class Engine:
    """A program that has been started."""

    def __init__(self, spec: EngineSpec) -> None:
        """Start it; raises OSError if there is no such program."""
        self.spec = spec
        self.process = EngineProcess(spec.command)
        self.longest_decision = 0.0
        """Seconds from `go` to its answer."""

    @classmethod
    def started(cls, spec: EngineSpec, rules: Ruleset) -> "Engine":
        """Return an engine that is ready to play by some rules; raise `StartError` otherwise."""
        try:
            engine = cls(spec)
        except (OSError, ValueError) as error:
            why = getattr(error, "strerror", None) or error
            raise StartError(f"{spec} cannot be started: {why}") from None
        try:
            engine.greet()
            engine.ready()
            engine.set_rules(rules)
        except EngineFault as fault:
            engine.process.kill()
            raise StartError(f"{spec} cannot play: {engine.described(fault)}") from None
        except BaseException:
            engine.process.kill()
            raise
        return engine

    # ---- lines of the protocol -------------------------------------------------------------------

    def greet(self) -> list[str]:
        """Ask who it is; return its lines, of the right version."""
        end = time.monotonic() + self.spec.start
        self._send("cqi")
        greeting: list[str] = []
        while not greeting or greeting[-1] != GREETED:
            if len(greeting) > _MOST_GREETING:
                raise EngineFault(PROTOCOL, f"its greeting does not end with {GREETED}")
            greeting.append(self._read(end, "cqi", self.spec.start).strip())
        check_version(greeting)
        return greeting

    def ready(self) -> None:
        """Wait until it has done what it does once."""
        answer = self.ask("isready", self.spec.start)
        if answer.strip() != READY:
            raise EngineFault(PROTOCOL, f"isready is answered by {READY}, not by {shown(answer)}")

    def set_rules(self, rules: Ruleset) -> None:
        """Have it play by some rules; one that names their digest must name the same."""
        answer = self._followed(" ".join(["rules", *rules.edits]), self.spec.start)
        match answer.split():
            case ["ok", "rules", digest] if digest != rules.digest():
                raise EngineFault(
                    PROTOCOL, f"it plays by rules {shown(digest)}, not by {rules.digest()}"
                )

    def new_game(self, first: str, second: str, seed: int) -> None:
        """Begin a game of two setups, as words of a line."""
        self._followed(f"newgame {first} {second} seed {seed}", self.spec.start)

    def apply(self, actions: Sequence[str]) -> None:
        """Have it know what was played."""
        self._followed(f"apply {join_actions(actions)}", self._decision)

    def decide(self, position: str, legal: Sequence[str], seed: int) -> list[str]:
        """Return the actions that it chooses: one, or several of its turn."""
        line = go_line(ms=self.spec.ms, seed=seed, position=position, legal=legal)
        began = time.monotonic()
        answer = self.ask(line, self._decision)
        self.longest_decision = max(self.longest_decision, time.monotonic() - began)
        return chosen_actions(answer)

    @property
    def _decision(self) -> float:
        return self.spec.ms / 1000 + GRACE

    # ---- asking ----------------------------------------------------------------------------------

    def ask(self, line: str, seconds: float) -> str:
        """Return the answer to a line; raise a fault if there is none in time."""
        self._refuse_unasked()
        end = time.monotonic() + seconds
        self._send(line)
        for _ in range(MOST_LINES):
            answer = self._read(end, line, seconds)
            if answer.partition(" ")[0] != INFO:
                return answer
        raise EngineFault(PROTOCOL, f"more than {MOST_LINES} {INFO} lines after {_short(line)}")

    def _followed(self, line: str, seconds: float) -> str:
        """Return the answer to a line that must not be an error."""
        answer = self.ask(line, seconds)
        if answer.partition(" ")[0] == "error":
            raise EngineFault(PROTOCOL, f"{_short(line)} was refused: {shown(answer)}")
        return answer

    def _send(self, line: str) -> None:
        self.process.write(line)

    def _read(self, end: float, request: str, seconds: float) -> str:
        try:
            return self.process.read(end)
        except EngineFault as fault:
            limit = f" within {seconds:g} s" if fault.reason == TIME_OUT else ""
            raise EngineFault(fault.reason, f"{fault}{limit} after {_short(request)}") from None

    def _refuse_unasked(self) -> None:
        """Refuse lines that no line asked for, or an answer would be taken for another."""
        while self.process.waiting():
            line = self.process.read(time.monotonic())
            if line.partition(" ")[0] != INFO:
                raise EngineFault(PROTOCOL, f"it wrote {shown(line)} without being asked")

    # ---- its end ---------------------------------------------------------------------------------

    def described(self, fault: EngineFault) -> str:
        """Return what was wrong, with the last lines of its standard error."""
        words = self.process.last_words()
        return f"{fault}" + (f"; it said: {words}" if words else "")

    def quit(self) -> None:
        """Ask it to end."""
        with contextlib.suppress(EngineFault):
            self._send("quit")
        self.process.close_input()

    def close(self, end: float | None = None) -> None:
        """End it: by itself until a time of the monotonic clock, then by force."""
        until = time.monotonic() + QUITTING if end is None else end
        self.process.wait(max(0.0, until - time.monotonic()))
        self.process.kill()


def _short(line: str) -> str:
    """Return a line of ours for a message: its first words."""
    words = line.split()
    return " ".join(words[:4]) + (" ..." if len(words) > 4 else "")
