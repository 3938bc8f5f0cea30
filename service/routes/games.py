"""Games: begin one, list them, see one, act, take back, resign, who plays, forget."""

from typing import Annotated, Any, Final

import anyio.to_thread
import msgspec
from litestar import Response, delete, get, post
from litestar.di import NamedDependency
from litestar.params import JSONBody, PathParameter, QueryParameter

from ...api.board.preview import preview_values
from ...api.board.reach import reach_values
from ...arena.inputs.errors import RequestError
from ..common.problems import Refusal
from ..data.stored_games import record_of
from ..games.beginning import (
    BegunGame,
    Count,
    NewGame,
    RecordChoices,
    Short,
    check_sources,
    of_branch,
    of_position,
    of_record,
    of_setups,
    of_stored,
)
from ..games.kept import KeptGame, check_sides
from ..games.views import GameView, ListedGame, game_view, listed_game
from ..shared.asked import Limit, Offset
from ..shared.shared import Shared

MOST_PREVIEWED: Final = 256
"""Actions: the longest turns of usual rules have 25."""

GameNumber = Annotated[str, PathParameter(max_length=40)]
Player = Annotated[int, msgspec.Meta(ge=0, le=1)]


class GamePage(msgspec.Struct, kw_only=True):
    """Some of the games, the latest first."""

    total: int
    offset: int
    games: list[ListedGame]


class GivenActions(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """An action, or several in a row, as they stand among the legal ones."""

    action: Short | None = None
    actions: Annotated[list[Short], msgspec.Meta(max_length=1000)] = []
    after: Count | None = None
    """How many actions were played so far."""


class TakenBack(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """What to take back."""

    what: str = "action"
    """action: the last own one, with what was played after it; turn: the whole last own turn."""
    actions: Annotated[int, msgspec.Meta(ge=1, le=1_000_000)] | None = None
    """So many actions in place of that, of either player."""
    after: Count | None = None


class GivenUp(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """Who resigns."""

    player: Player | None = None
    """Without one: the player to move."""
    after: Count | None = None


class GivenSides(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """Who plays: human, or an agent's text."""

    sides: tuple[Short, Short]


class Reach(msgspec.Struct, kw_only=True):
    """Where troops can move and attack."""

    after: int
    troops: list[dict[str, Any]]


@get("/games", sync_to_thread=True, tags=["games"])
def list_games(shared: NamedDependency[Shared], offset: Offset = 0, limit: Limit = 50) -> GamePage:
    """List the kept games, the latest first."""
    total, games = shared.games.shelf.listed(offset, limit)
    return GamePage(total=total, offset=offset, games=[listed_game(game) for game in games])


@post("/games", tags=["games"])
async def new_game(
    shared: NamedDependency[Shared], data: JSONBody[NewGame]
) -> Response[GameView | RecordChoices]:
    """Begin a game of two setups, a position, a record, a stored game, or another game."""
    check_sources(data)
    saved = None
    if data.stored is not None:
        saved = await record_of(shared.answers, data.stored.run, data.stored.game)

    def begin() -> Response[GameView | RecordChoices]:
        check_sides(data.sides, shared.searches.agent)
        if saved:
            place, record = saved

            def add() -> KeptGame:
                begun = of_stored(record, shared.games.longest)
                return _kept(shared, data, begun, stored=place)

            kept, new = shared.games.open_stored(place, record, add)
            return Response(game_view(kept), status_code=201 if new else 200)
        begun = _begun(shared, data)
        if isinstance(begun, RecordChoices):
            return Response(begun, status_code=200)
        return Response(game_view(_kept(shared, data, begun)), status_code=201)

    return await anyio.to_thread.run_sync(begin)


@get("/games/{number:str}", sync_to_thread=True, tags=["games"])
def read_game(shared: NamedDependency[Shared], number: GameNumber) -> GameView:
    """Return a game as it stands, with everything that can be done next."""
    return game_view(shared.games.get(number))


@get("/games/{number:str}/record", sync_to_thread=True, tags=["games"])
def read_record(shared: NamedDependency[Shared], number: GameNumber) -> Response[bytes]:
    """Return a game's line for `conquest-opt replay` and `review`."""
    line = f"{shared.games.get(number).record.to_json()}\n"
    return Response(line.encode(), media_type="application/x-ndjson")


@post("/games/{number:str}/actions", sync_to_thread=True, status_code=200, tags=["games"])
def act(
    shared: NamedDependency[Shared], number: GameNumber, data: JSONBody[GivenActions]
) -> GameView:
    """Apply an action, or several: all or none."""
    actions = [data.action, *data.actions] if data.action is not None else data.actions
    if not actions:
        raise RequestError("give an action, such as move k7")
    return game_view(shared.games.change(number, data.after, lambda game: game.played(actions)))


@post("/games/{number:str}/undo", sync_to_thread=True, status_code=200, tags=["games"])
def undo(
    shared: NamedDependency[Shared], number: GameNumber, data: JSONBody[TakenBack]
) -> GameView:
    """Take back the last own action or turn, with what was played after it."""
    if data.what not in ("action", "turn"):
        raise RequestError(f"what is action or turn, not {data.what[:40]!r}")

    def change(game: KeptGame) -> KeptGame:
        if data.actions is not None:
            return game.taken_back(data.actions)
        return game.undone(whole_turn=data.what == "turn")

    return game_view(shared.games.change(number, data.after, change))


@post("/games/{number:str}/resign", sync_to_thread=True, status_code=200, tags=["games"])
def resign(
    shared: NamedDependency[Shared], number: GameNumber, data: JSONBody[GivenUp]
) -> GameView:
    """Give a game up."""
    changed = shared.games.change(number, data.after, lambda game: game.given_up(data.player))
    return game_view(changed)


@post("/games/{number:str}/sides", sync_to_thread=True, status_code=200, tags=["games"])
def change_sides(
    shared: NamedDependency[Shared], number: GameNumber, data: JSONBody[GivenSides]
) -> GameView:
    """Change who plays."""
    check_sides(data.sides, shared.searches.agent)
    return game_view(shared.games.change(number, None, lambda game: game.played_by(data.sides)))


@get("/games/{number:str}/preview", sync_to_thread=True, tags=["games"])
def preview(
    shared: NamedDependency[Shared],
    number: GameNumber,
    action: Annotated[
        list[str],
        QueryParameter(
            max_items=MOST_PREVIEWED, description="A legal action; may be repeated, in a row."
        ),
    ],
) -> dict[str, Any]:
    """Return what actions would do, without doing them."""
    kept = shared.games.get(number)
    kept.check_open()
    return preview_values(kept.board, action)


@get("/games/{number:str}/reach", sync_to_thread=True, tags=["games"])
def reach(
    shared: NamedDependency[Shared],
    number: GameNumber,
    troop: Annotated[
        int | None, QueryParameter(ge=0, le=31, description="A troop's number; without one: all.")
    ] = None,
) -> Reach:
    """Return where troops of both sides can move and attack."""
    kept = shared.games.get(number)
    found = reach_values(kept.board.game, troop)
    if troop is not None and not found:
        raise Refusal(404, f"there is no living troop {troop}")
    return Reach(after=kept.after, troops=found)


@delete("/games/{number:str}", sync_to_thread=True, tags=["games"])
def delete_game(shared: NamedDependency[Shared], number: GameNumber) -> None:
    """Forget a game."""
    shared.games.delete(number)


def _begun(shared: Shared, asked: NewGame) -> BegunGame | RecordChoices:
    if asked.branch is not None:
        branch = asked.branch
        return of_branch(shared.games.get(branch.game), branch.after, branch.seed)
    if asked.record is not None:
        return of_record(asked.record, asked.pick, shared.games.longest)
    return of_setups(asked) if asked.position is None else of_position(asked)


def _kept(
    shared: Shared, asked: NewGame, begun: BegunGame, *, stored: str | None = None
) -> KeptGame:
    return shared.games.add(
        begun.board, begun.names, sides=asked.sides, source=begun.source, stored=stored
    )


HANDLERS = (
    list_games,
    new_game,
    read_game,
    read_record,
    act,
    undo,
    resign,
    change_sides,
    preview,
    reach,
    delete_game,
)
