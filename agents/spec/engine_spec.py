"""`EngineSpec`: another program in an agent's place, written `engine:COMMAND`.

    engine:python3 bot.py               one second a decision
    engine[ms=200]:./bot --level 3      a fifth of one

The command is split into words as a shell splits them; no shell runs it. Equal engines have equal
texts. An engine is no `AgentSpec`: no kernel plays it, and its games depend on the clock.
"""

import re
import shlex
from dataclasses import dataclass
from typing import Final

from ...engine.reading.names import shown
from .parameters import AgentError, number

_TEXT: Final = re.compile(r"engine(?:\[(?P<limits>[^]]*)\])?:(?P<command>.*)", re.DOTALL)

LIMITS: Final = (
    number("ms", 1000, 1, 3_600_000, "milliseconds that it may think about a decision"),
    number("start", 30, 1, 3600, "seconds that it may take to start, or for a new game"),
)
"""What stands in brackets, in the order of texts."""

EXAMPLE: Final = "engine:python3 bot.py"


def is_engine(agent: str) -> bool:
    """Return whether the text of an agent names another program."""
    return agent.strip().startswith(("engine:", "engine["))


@dataclass(frozen=True)
class EngineSpec:
    """A program that plays, and how long it may take."""

    command: tuple[str, ...]
    ms: int = 1000
    start: int = 30

    @classmethod
    def parse(cls, text: str) -> "EngineSpec":
        """Return the engine of a text."""
        match = _TEXT.fullmatch(text.strip())
        if match is None:
            raise AgentError(
                f"{shown(text)}: another program is written {EXAMPLE}, or engine[ms=200]:COMMAND"
            )
        return cls(command_words(match["command"]), **_limits(match["limits"] or ""))

    def __str__(self) -> str:
        settings = [f"{p.name}={getattr(self, p.name)}" for p in LIMITS if self._differs(p.name)]
        limits = f"[{','.join(settings)}]" if settings else ""
        return f"engine{limits}:{self.command_line}"

    def _differs(self, name: str) -> bool:
        return getattr(self, name) != next(p.default for p in LIMITS if p.name == name)

    @property
    def command_line(self) -> str:
        """The command as it can be typed."""
        return shlex.join(self.command)


def command_words(command: str) -> tuple[str, ...]:
    """Return the words of a command, quotes and backslashes read as a shell reads them."""
    try:
        words = tuple(shlex.split(command))
    except ValueError as error:
        raise AgentError(f"{shown(command)} is no command: {str(error).lower()}") from None
    if not words or not words[0]:
        raise AgentError(f"an engine needs a command that starts it, such as {EXAMPLE}")
    if any("\0" in word for word in words):
        raise AgentError(f"{shown(command)} is no command: it has a NUL character")
    return words


def _limits(text: str) -> dict[str, int]:
    """Return the limits in brackets."""
    limits: dict[str, int] = {}
    for part in (part.strip() for part in text.split(",") if part.strip()):
        name, _, value = (word.strip() for word in part.partition("="))
        parameter = next((p for p in LIMITS if p.name == name), None)
        if parameter is None:
            raise AgentError(f"{shown(part)}: in brackets stand ms=N and start=N, no others")
        if name in limits:
            raise AgentError(f"{name} is there twice")
        limits[name] = int(parameter.read(value))
    return limits
