"""`EngineGames`: what a result says where other programs played: the clock, and their faults."""

from collections import Counter
from collections.abc import Sequence
from typing import Any, Final

import msgspec

from ...results.page.blocks import Block, Text
from ...results.page.words import plural

CLOCK_NOTE: Final = (
    "Other programs played, so these games depend on the clock: another run gives other games."
)

_SHOWN: Final = 3
"""Faults that are described in full; the table game_forfeits has all."""


class LostGame(msgspec.Struct, frozen=True, kw_only=True):
    """A game that an engine lost by a fault."""

    game: int
    agent: str
    player: str
    """The side it played: first or second."""
    fault: str
    detail: str


class EngineGames(msgspec.Struct, frozen=True, kw_only=True):
    """The games of a run in which other programs played."""

    forfeits: tuple[LostGame, ...] = ()

    def json(self) -> dict[str, Any]:
        """Return what `--json` has of it."""
        return {"clock_dependent": True, "forfeits": msgspec.to_builtins(self.forfeits)}

    def blocks(self) -> list[Block]:
        """Return that games depend on the clock, and which were lost by a fault."""
        if not self.forfeits:
            return [Text(CLOCK_NOTE)]
        first = [
            f"Game {lost.game}, {lost.fault}: {lost.detail}." for lost in self.forfeits[:_SHOWN]
        ]
        more = len(self.forfeits) - len(first)
        rest = [f"The table game_forfeits has {more:,} more."] if more else []
        return list(map(Text, [CLOCK_NOTE, *self._lost(), *first, *rest]))

    def _lost(self) -> Sequence[str]:
        """Return how many games each engine lost, by fault."""
        by_agent: dict[str, Counter[str]] = {}
        for lost in self.forfeits:
            by_agent.setdefault(lost.agent, Counter())[lost.fault] += 1
        return [
            f"{agent} lost {plural(faults.total(), 'game')} by a fault ("
            + ", ".join(f"{fault} {count:,}" for fault, count in faults.items())
            + ")."
            for agent, faults in by_agent.items()
        ]
