"""Why an engine loses a game, as it is stored."""

from typing import Final

import msgspec

CRASH, ILLEGAL, TIME_OUT, PROTOCOL = "crash", "illegal move", "time-out", "protocol"
FAULTS: Final = {
    CRASH: "the program ended, or closed its output",
    ILLEGAL: "it chose an action that was not legal",
    TIME_OUT: "it did not answer in time",
    PROTOCOL: "it wrote what the protocol does not have",
}
"""What can be wrong, with what it means."""


class EngineFault(Exception):
    """An engine is at fault: the reason is one of `FAULTS`, the message says what was seen."""

    def __init__(self, reason: str, message: str) -> None:
        super().__init__(message)
        self.reason = reason


class Forfeit(msgspec.Struct, frozen=True, kw_only=True):
    """A game that a side lost by its engine's fault."""

    player: int
    """The side: 0 or 1."""
    reason: str
    detail: str
    """What was expected and what was seen."""
