"""`KeptGames`: the games in use, in memory; a change is written to their file before it shows."""

import secrets
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from ...api.board.board_game import BoardGame
from ...api.board.undo import actions_to_keep
from ...api.board.values import outcome_values
from ...engine import GameRecord
from ..common.last_used import LastUsed
from ..common.problems import Refusal
from .shelf import Shelf, ShelvedGame

HUMAN: Final = "human"
_LOCKS: Final = 64
MOST_BYTES: Final = 64 << 20
"""Of all games in memory: one of 20,000 actions takes 2 MB."""


@dataclass(frozen=True, kw_only=True)
class KeptGame:
    """A game as it stands: its board, and who plays. A change makes another value."""

    number: str
    board: BoardGame
    names: tuple[str, str]
    sides: tuple[str, str] = (HUMAN, HUMAN)
    """Who plays: human, or an agent's text."""
    resigned: int | None = None
    source: str = "setups"
    """What it was begun from."""
    stored: str | None = None
    """The run and the game of the database that it is, if it is one."""
    created: float = 0.0
    updated: float = 0.0

    @property
    def after(self) -> int:
        """How many actions were played."""
        return len(self.board.numbers)

    @property
    def record(self) -> GameRecord:
        """The game as it is kept in files."""
        return self.board.record(self.names)

    @property
    def outcome(self) -> dict[str, Any] | None:
        """How it ended, by resignation too; None while it is open."""
        game = self.board.game
        return outcome_values(game.outcome, self.resigned, game.turn)

    def copy(self) -> "KeptGame":
        """Return one with a board of its own: the engine's layer serves one thread."""
        return replace(self, board=self.board.copy())

    # ---- changed ---------------------------------------------------------------------------------

    def check_open(self) -> None:
        """Refuse to play on in a game that is over."""
        if self.outcome:
            raise Refusal(409, f"the game is over: {self.outcome['text']}")

    def played(self, actions: Sequence[str]) -> "KeptGame":
        """Return the game after actions, all of which must be legal."""
        self.check_open()
        later = self.copy()
        later.board.apply(*actions)
        return later

    def kept_only(self, count: int) -> "KeptGame":
        """Return the game after its first actions."""
        return replace(self, board=BoardGame.of(self.record, count), resigned=None)

    def undone(self, *, whole_turn: bool) -> "KeptGame":
        """Return the game without a person's last decision; a resignation is one."""
        if self.resigned is not None:
            return replace(self, resigned=None)
        watched = HUMAN not in self.sides
        count = actions_to_keep(
            self.record,
            lambda player: watched or self.sides[player] == HUMAN,
            whole_turn=whole_turn,
        )
        if count is None:
            raise Refusal(409, "nothing was played yet that could be taken back")
        return self.kept_only(count)

    def taken_back(self, actions: int) -> "KeptGame":
        """Return the game without its last actions."""
        if actions > self.after:
            raise Refusal(
                409, f"only {self.after} actions were played: {actions} cannot be taken back"
            )
        return self.kept_only(self.after - actions)

    def given_up(self, player: int | None) -> "KeptGame":
        """Return the game after a player resigned, or the one to move."""
        self.check_open()
        return replace(self, resigned=self.board.game.player if player is None else player)

    def played_by(self, sides: tuple[str, str]) -> "KeptGame":
        """Return the game with other players."""
        return replace(self, sides=sides)

    # ---- in the file -----------------------------------------------------------------------------

    def shelved(self) -> ShelvedGame:
        """Return it as it stands in the file."""
        game = self.board.game
        return ShelvedGame(
            game=self.number,
            record=self.record.to_json(),
            sides=self.sides,
            resigned=self.resigned,
            source=self.source,
            stored=self.stored,
            summary={
                "names": self.names,
                "turn": game.turn,
                "player": game.player,
                "after": self.after,
                "outcome": self.outcome,
            },
            created=self.created,
            updated=self.updated,
        )

    @classmethod
    def of(cls, shelved: ShelvedGame) -> "KeptGame":
        """Return a game of the file."""
        record = GameRecord.from_json(shelved.record)
        return cls(
            number=shelved.game,
            board=BoardGame.of(record),
            names=record.names,
            sides=shelved.sides,
            resigned=shelved.resigned,
            source=shelved.source,
            stored=shelved.stored,
            created=shelved.created,
            updated=shelved.updated,
        )


class KeptGames:
    """Games by number. Any number of threads may ask.

    What a game is after a read of the file or a change gets into memory under the game's own lock,
    and a delete takes that lock too: memory never takes an older value than it has had, and nothing
    that was deleted. The file has whatever memory has, so any game may leave memory at any time.
    """

    def __init__(self, shelf: Shelf, most: int, longest: int) -> None:
        """Begin with the games of a file, of which so many are held in memory."""
        self.shelf, self.longest = shelf, longest
        self._games = LastUsed[str, KeptGame](MOST_BYTES, most)
        self._locks = [threading.Lock() for _ in range(_LOCKS)]
        self._opening = threading.Lock()
        """Taken before a game's lock, never within."""

    def add(self, board: BoardGame, names: tuple[str, str], **more: Any) -> KeptGame:
        """Keep a game under a number that cannot be guessed."""
        now = time.time()
        kept = KeptGame(
            number=secrets.token_urlsafe(9),
            board=board,
            names=names,
            created=now,
            updated=now,
            **more,
        )
        with self._locked(kept.number):
            self._write(kept)
        return kept.copy()

    def open_stored(
        self, place: str, record: str, add: Callable[[], KeptGame]
    ) -> tuple[KeptGame, bool]:
        """Return the unchanged copy of a stored game, and whether it is new."""
        line = GameRecord.from_json(record).to_json()
        with self._opening:
            number = self.shelf.unchanged(place, line)
            kept = number and self._look(number)
            # Between the two it may have been changed or deleted.
            if kept and kept.resigned is None and kept.record.to_json() == line:
                return kept.copy(), False
            return add(), True

    def get(self, number: str) -> KeptGame:
        """Return a game as it stands, for this thread alone."""
        if kept := self._look(number):
            return kept.copy()
        raise _unknown(number)

    def change(
        self, number: str, after: int | None, make: Callable[[KeptGame], KeptGame]
    ) -> KeptGame:
        """Change a game, if it has not gone on since so many actions; return it.

        What cannot be written has not happened.
        """
        with self._locked(number):
            kept = self._find(number)
            if kept is None:
                raise _unknown(number)
            if after is not None and after != kept.after:
                raise Refusal(
                    409,
                    f"the game has gone on: {kept.after} actions were played, not {after}; "
                    "look at it again",
                )
            changed = replace(make(kept), updated=max(time.time(), kept.created + 1e-6))
            if changed.after > max(kept.after, self.longest):
                raise Refusal(409, f"{too_long(changed.after, self.longest)}; its record is kept")
            self._write(changed)
        return changed.copy()

    def delete(self, number: str) -> None:
        """Forget a game."""
        with self._locked(number):
            known = self.shelf.delete(number)
            self._games.forget(number)
        if not known:
            raise _unknown(number)

    # ---- inside ----------------------------------------------------------------------------------

    def _locked(self, number: str) -> threading.Lock:
        """Return the lock of a game."""
        return self._locks[hash(number) % _LOCKS]

    def _look(self, number: str) -> KeptGame | None:
        """Return a game as it stands, whose lock is not held."""
        if kept := self._games.get(number):
            return kept
        with self._locked(number):
            return self._find(number)

    # The game's lock is held by those who call these two, until they have done what they do.

    def _find(self, number: str) -> KeptGame | None:
        """Return a game of memory or of the file."""
        if kept := self._games.get(number):
            return kept
        if (shelved := self.shelf.read(number)) is None:
            return None
        kept = KeptGame.of(shelved)
        self._remember(kept)
        return kept

    def _write(self, kept: KeptGame) -> None:
        """Write a game to the file, then to memory."""
        self.shelf.write(kept.shelved())
        self._remember(kept)

    def _remember(self, kept: KeptGame) -> None:
        self._games.put(kept.number, kept, 40_000 + 100 * kept.after)  # as measured


def _unknown(number: str) -> Refusal:
    return Refusal(
        404, f"there is no game {number[:40]!r}; its record begins it again, if you have it"
    )


def too_long(actions: int, most: int) -> str:
    """Return why a game is too long."""
    return f"the game would have {actions:,} actions; here a game has {most:,} at most"


def check_sides(sides: Sequence[str], check: Callable[[str], object]) -> None:
    """Check the agents among those who play."""
    for side in sides:
        if side != HUMAN:
            check(side)
