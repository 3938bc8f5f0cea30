"""`KeptGames`: the games that are being played, as many as the limit allows."""

import secrets
import threading
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from ...engine import Game, GameRecord
from ..common.problems import Refusal


@dataclass
class KeptGame:
    """A game, what its setups are called, and a lock: one change at a time."""

    number: str
    game: Game
    names: tuple[str, str]
    lock: threading.Lock = field(default_factory=threading.Lock)

    @property
    def record(self) -> GameRecord:
        """The game as it is kept in files."""
        return GameRecord.of(self.game, self.names)

    def take_back(self, actions: int) -> None:
        """Take back the last actions."""
        played = len(self.game.history)
        if actions > played:
            raise Refusal(409, f"only {played} actions were played: {actions} cannot be taken back")
        self.game = self.record.after(played - actions)


class KeptGames:
    """Games by number. Any number of threads may ask."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._games: OrderedDict[str, KeptGame] = OrderedDict()
        self._lock = threading.Lock()

    def __len__(self) -> int:
        return len(self._games)

    def add(self, game: Game, names: tuple[str, str]) -> KeptGame:
        """Keep a game under a number that cannot be guessed."""
        kept = KeptGame(secrets.token_urlsafe(9), game, names)
        with self._lock:
            self._games[kept.number] = kept
            while len(self._games) > self._most:
                self._games.popitem(last=False)
        return kept

    @contextmanager
    def using(self, number: str) -> Iterator[KeptGame]:
        """Have a game for oneself."""
        kept = self._find(number)
        if not kept.lock.acquire(timeout=0.5):
            raise Refusal(409, "the game is busy: an agent is thinking about it")
        try:
            yield kept
        finally:
            kept.lock.release()

    def delete(self, number: str) -> None:
        """Forget a game."""
        self._find(number)
        with self._lock:
            self._games.pop(number, None)

    def _find(self, number: str) -> KeptGame:
        with self._lock:
            if number not in self._games:
                raise Refusal(
                    404,
                    f"there is no game {number[:40]!r}; its record begins it again, if you have it",
                )
            self._games.move_to_end(number)
            return self._games[number]
