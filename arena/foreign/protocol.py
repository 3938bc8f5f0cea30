"""The line protocol, as far as both of its directions share it: docs/reference/protocol.md."""

import json
from collections.abc import Iterable
from typing import Final

from ...engine.reading.names import shown
from .faults import PROTOCOL, EngineFault

VERSION: Final = 2
"""Raised when an engine that follows the page of an earlier version would fail."""

GREETED, READY = "cqiok", "readyok"

BETWEEN: Final = "; "
"""Between the actions of a line."""

INFO: Final = "info"
"""Begins lines that an engine may write before any answer; they are skipped."""


def join_actions(actions: Iterable[str]) -> str:
    """Return actions as a line has them."""
    return BETWEEN.join(actions)


def split_actions(text: str) -> list[str]:
    """Return the actions of a line."""
    return [action.strip() for action in text.split(";") if action.strip()]


def setup_word(setup: str, formation: tuple[str, ...] | None) -> str:
    """Return a setup as a word of `newgame`: as text, or with its formation as JSON."""
    if formation is None:
        return setup
    troops, _, commands = setup.partition(":")
    values = {"troops": troops, "commands": commands.split(",") if commands else []}
    values |= {"formation": list(formation)}
    return json.dumps(values, separators=(",", ":")).replace(" ", "\\u0020")


def go_line(*, ms: int, seed: int, position: str, legal: Iterable[str]) -> str:
    """Return the line that asks for a decision."""
    return f"go turn ms {ms} seed {seed} position {position} legal {join_actions(legal)}"


def chosen_actions(answer: str) -> list[str]:
    """Return the actions of an answer to `go`."""
    word, _, rest = answer.partition(" ")
    actions = split_actions(rest)
    if word != "bestmove" or not actions:
        raise EngineFault(PROTOCOL, f"go is answered by bestmove ACTION, not by {shown(answer)}")
    return actions


def check_version(greeting: Iterable[str]) -> None:
    """Refuse the lines of a greeting that name another version of the protocol, or none."""
    versions = [line.removeprefix("id protocol ").strip() for line in greeting if _is_version(line)]
    if not versions:
        raise EngineFault(PROTOCOL, f"its greeting has no line: id protocol {VERSION}")
    if versions[-1] != str(VERSION):
        raise EngineFault(
            PROTOCOL, f"it speaks version {shown(versions[-1])} of the protocol; this is {VERSION}"
        )


def _is_version(line: str) -> bool:
    return line.startswith("id protocol ")
