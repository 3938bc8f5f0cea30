"""Reviews with their progress: one at a time, in a thread of lower priority; made once.

A review that was made is kept in the games' file by what it depends on: the record, the agent and
the seed.
"""

import asyncio
import hashlib
import os
import threading
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from importlib.metadata import version
from typing import Any, Final

from ...agents.spec.spec import AgentSpec
from ...api.board.seen import review_values
from ...arena.review.review import review
from ...arena.review.searches import Searched
from ...engine import GameRecord
from .shelf import Shelf

NICENESS: Final = 5
_LOOK: Final = 0.2
"""Seconds after which one that waits looks whether it is still wanted."""


class _Left(Exception):
    """No reader waits for the review any more."""


@dataclass(frozen=True)
class AskedReview:
    """A game that is to be reviewed, and by whom."""

    record: GameRecord
    agent: AgentSpec
    seed: int
    resigned: int | None

    @property
    def key(self) -> str:
        """What the review depends on, as a digest."""
        parts = self.record.to_json(), str(self.agent), self.seed, self.resigned
        said = repr((*parts, version("conquest-opt")))
        return hashlib.sha256(said.encode()).hexdigest()[:32]


class Reviews:
    """Makes reviews, one at a time."""

    def __init__(self, shelf: Shelf) -> None:
        self._shelf, self._turn = shelf, threading.Lock()

    async def events(self, asked: AskedReview) -> AsyncIterator[tuple[str, dict[str, Any]]]:
        """Yield `progress` while the review is made, then `review`; it ends with its reader."""
        loop, left = asyncio.get_running_loop(), threading.Event()
        said: asyncio.Queue[tuple[str, Any]] = asyncio.Queue()

        def say(what: str, value: Any) -> None:
            if not left.is_set():
                loop.call_soon_threadsafe(said.put_nowait, (what, value))

        threading.Thread(target=self._make, args=(asked, left, say), daemon=True).start()
        try:
            while True:
                what, value = await said.get()
                if what == "failed":
                    raise value
                yield what, value
                if what == "review":
                    return
        finally:
            left.set()

    def _make(
        self, asked: AskedReview, left: threading.Event, say: Callable[[str, Any], None]
    ) -> None:
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), NICENESS)

        def searched(what: str, done: int, of: int) -> None:
            if left.is_set():
                raise _Left
            say("progress", {"what": what, "done": done, "of": of})

        try:
            say("review", self._shelf.review(asked.key) or self._in_turn(asked, searched))
        except _Left:
            pass
        except Exception as error:
            say("failed", error)

    def _in_turn(self, asked: AskedReview, searched: Searched) -> dict[str, Any]:
        """Make a review once it is its turn, unless the one before was the same."""
        while not self._turn.acquire(timeout=_LOOK):
            searched("waiting", 0, 0)
        try:
            key = asked.key
            if known := self._shelf.review(key):
                return known
            made = review(
                asked.record,
                asked.agent,
                seed=asked.seed,
                resigned=asked.resigned,
                threads=1,
                on_searched=searched,
            )
            found = review_values(made)
            self._shelf.keep_review(key, found)
            return found
        finally:
            self._turn.release()
