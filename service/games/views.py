"""`GameView`: a game as pages draw it; and a game in a list."""

from datetime import UTC, datetime
from typing import Any

import msgspec

from ...api.board.actions import action_values
from ...api.board.events import last_turn
from ...api.board.values import game_values
from ...engine import ActionSpace
from .kept import KeptGame
from .shelf import ShelfEntry

Sides = tuple[str, str]


class StoredPlace(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """A game of the database."""

    run: str
    game: int


class GameView(msgspec.Struct, kw_only=True):
    """A game as it stands, with everything that can be done next."""

    game: str
    """Its number, by which it is asked for."""
    names: tuple[str, str]
    sides: Sides
    """Who plays: human, or an agent's text."""
    source: str
    """What it was begun from: setups, position, record, stored or branch."""
    stored: StoredPlace | None
    created: str
    updated: str
    seed: int
    rules: list[str]
    """How its rules differ from the standard ones."""
    action_space: str
    """thesis, full, or other."""
    after: int
    """How many actions were played."""
    board: dict[str, Any]
    """Its width, height, home rows, and obstacles."""
    turn: int
    player: int
    """Whose turn it is: 0 or 1."""
    phase: str
    selected: int | None
    """The number of the selected troop."""
    outcome: dict[str, Any] | None
    """Winner, reason, turns and a sentence; nothing while the game is open."""
    troops: list[dict[str, Any]]
    players: list[dict[str, Any]]
    """Command points and commands of both sides."""
    actions: list[dict[str, Any]]
    """Every legal action, with its troop and squares."""
    last: dict[str, Any] | None
    """The last turn before this one, with what happened in it."""
    position: str
    """The position as one line."""
    history: list[str]
    """All actions so far."""
    played: list[str] = []
    """What an agent has just played."""


class ListedGame(msgspec.Struct, kw_only=True):
    """A game in a list."""

    game: str
    names: tuple[str, str]
    sides: Sides
    source: str
    turn: int
    player: int
    after: int
    outcome: dict[str, Any] | None
    created: str
    updated: str


def game_view(kept: KeptGame, played: list[str] | None = None) -> GameView:
    """Return a game as pages draw it."""
    game = kept.board.game
    actions = [] if kept.outcome else action_values(game)
    usable = {action["command"] for action in actions}
    return GameView(
        game=kept.number,
        names=kept.names,
        sides=kept.sides,
        source=kept.source,
        stored=stored_place(kept.stored),
        created=moment(kept.created),
        updated=moment(kept.updated),
        seed=game.seed,
        rules=list(game.rules.edits),
        action_space=_action_space(game.rules.actions),
        after=kept.after,
        **game_values(game, usable),
        outcome=kept.outcome,
        actions=actions,
        last=last_turn(kept.board),
        position=game.position,
        history=game.history,
        played=played or [],
    )


def listed_game(shelved: ShelfEntry) -> ListedGame:
    """Return a game of the file as lists show it."""
    return ListedGame(
        game=shelved.game,
        sides=shelved.sides,
        source=shelved.source,
        created=moment(shelved.created),
        updated=moment(shelved.updated),
        **shelved.summary,
    )


def stored_place(text: str | None) -> StoredPlace | None:
    """Return which game of the database it is, of what the file says."""
    if text is None:
        return None
    run, _, game = text.rpartition(" ")
    return StoredPlace(run=run, game=int(game))


def moment(seconds: float) -> str:
    """Return a time in UTC."""
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="milliseconds")


def _action_space(actions: ActionSpace) -> str:
    known = {"thesis": ActionSpace.thesis(), "full": ActionSpace.full()}
    return next((name for name, space in known.items() if space == actions), "other")
