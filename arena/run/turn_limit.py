"""`TurnLimit`: how many games of a run ended at the limit of turns, and when that is to be said.

A game that reaches the limit is drawn, and no other game is. Where many are, scores lean towards
one half: by the limit, not by the strength of the sides.
"""

from typing import Any, Final

import msgspec

from ...results.page.words import percent

MANY: Final = 0.1
"""Share of games drawn at the limit beyond which every result says so."""


class TurnLimit(msgspec.Struct, frozen=True, kw_only=True):
    """Games of a run, and how many of them were drawn at the limit of turns."""

    games: int
    drawn: int

    @property
    def share(self) -> float:
        """The share of the games that were drawn."""
        return self.drawn / self.games if self.games else 0.0

    def json(self) -> dict[str, Any]:
        """Return the counts, their share, and whether it is more than a tenth."""
        return msgspec.to_builtins(self) | {"share": self.share, "many": self.share > MANY}

    def note(self) -> str:
        """Return what a result says of it; nothing up to a tenth of the games."""
        if self.share <= MANY:
            return ""
        return (
            f"{self.drawn:,} of {self.games:,} games ({percent(self.share)}) were drawn at the "
            "turn limit: scores lean towards one half. With a higher max_turns more of them end."
        )
