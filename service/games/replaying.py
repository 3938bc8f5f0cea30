"""Replays, page by page: made and written out in a thread, one at a time.

To make a page takes Python, which holds the interpreter: of several at once none would be ready
earlier, and those who ask for something small would wait behind them all. So requests wait here for
their turn, and take no thread from the others. A page of 500 actions takes a tenth of a second.
"""

from collections.abc import Callable
from typing import Any

import anyio
import msgspec

from ...api.board.replay import replay_values
from ..common.places import Places
from .kept import KeptGame


class Replays:
    """Makes pages of replays."""

    def __init__(self, most_waiting: int) -> None:
        self._places = Places(most_waiting, "replays")
        self._turn = anyio.CapacityLimiter(1)

    async def page(self, find: Callable[[], KeptGame], offset: int, limit: int) -> msgspec.Raw:
        """Return so many actions of a game, as JSON."""

        def make() -> msgspec.Raw:
            return msgspec.Raw(msgspec.json.encode(_page(find(), offset, limit)))

        with self._places.one():
            return await anyio.to_thread.run_sync(make, limiter=self._turn)


def _page(kept: KeptGame, offset: int, limit: int) -> dict[str, Any]:
    return {
        "game": kept.number,
        "names": kept.names,
        "sides": kept.sides,
        "outcome": kept.outcome,
        "after": kept.after,
        "offset": min(offset, kept.after),
        **replay_values(kept.board, offset, offset + limit),
    }
