"""`EngineGames`: what a result says where other programs played: the clock, and their faults."""

from collections import Counter
from collections.abc import Sequence
from contextlib import closing
from typing import TYPE_CHECKING, Any, Final

import msgspec

from ...results.page.blocks import Block, Text
from ...results.page.words import plural
from ..play.errors import ArenaError

if TYPE_CHECKING:
    from ..play.play_schedule import Executor
    from ..play.result_board import ResultBoard
    from .task import Task

CLOCK_NOTE: Final = (
    "Other programs played, so these games depend on the clock: another run gives other games."
)

_SHOWN: Final = 3
"""Faults that are told in full; the table game_forfeits has all."""


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


def lost_games(board: "ResultBoard", start: int) -> tuple[LostGame, ...]:
    """Return the games of a board that engines lost by a fault, numbered from `start` on."""
    schedule = board.schedule
    found = []
    for game, forfeit in sorted(board.forfeits.items()):
        fixture = schedule.fixture(game)
        entrant = schedule.entrants[(fixture.first, fixture.second)[forfeit.player]]
        found.append(
            LostGame(
                game=start + game,
                agent=entrant.agent,
                player=("first", "second")[forfeit.player],
                fault=forfeit.reason,
                detail=forfeit.detail,
            )
        )
    return tuple(found)


def check_engines(task: "Task", executor: "Executor") -> None:
    """Refuse engines that may not or cannot play in a task, before its first game."""
    if not task.engines:
        return
    from ..foreign.engines import Engines  # noqa: PLC0415  (values import no kernel)

    if not task.takes_engines:
        raise ArenaError(
            f"{task.engines[0]} is another program; such take part in match, tournament and "
            "ladder only"
        )
    with closing(Engines(executor.engines)) as engines:
        for agent in task.engines:
            engines.try_out(agent, task.rules)
