"""Agents at the board: they play, give hints and analyse; positions that were drawn, checked."""

import json
from collections.abc import AsyncIterator, Callable
from typing import Annotated, Any

import anyio.to_thread
import msgspec
from litestar import get, post
from litestar.di import NamedDependency
from litestar.params import JSONBody, QueryParameter
from litestar.response import ServerSentEventMessage

from ...agents.spec.spec import QUICK_AGENT
from ...api.board.actions import action_values
from ...api.board.positions import check_points, drawn_game
from ...api.board.seen import analysis_values, hint_values
from ...api.board.values import game_values, outcome_values
from ...arena.inputs.errors import RequestError
from ...arena.review.analysis import Analysis
from ...engine import Game, InputError
from ..common.problems import Refusal, problem_of
from ..games.beginning import Count, Line, Seed, Short
from ..games.kept import HUMAN, KeptGame
from ..games.thinking import growing_analysis
from ..games.views import GameView, game_view
from ..shared.asked import asked_rules
from ..shared.event_stream import EventStream
from ..shared.shared import Shared
from .games import GameNumber

AgentQuery = Annotated[str, QueryParameter(max_length=2000, description="Such as strong.")]
TopQuery = Annotated[int, QueryParameter(ge=1, le=1000, description="Candidates that are given.")]
SeedQuery = Annotated[int | None, QueryParameter(ge=0, le=(1 << 63) - 1)]


class AgentPlays(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """Which agent plays, how it draws its luck, and how much of its turn."""

    agent: Short | None = None
    """Without one: that of the side to move, or quick."""
    seed: Seed | None = None
    """Without one it follows from the game's own seed."""
    whole_turn: bool = False
    """Whether it plays the rest of its turn, not one action."""
    after: Count | None = None


class AgentAsked(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """Which agent is asked."""

    agent: Short = "strong"
    seed: Seed | None = None
    top: Annotated[int, msgspec.Meta(ge=1, le=1000)] = 8
    """Candidates that are given."""


class GivenPosition(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """A position as a line, or as a drawn board."""

    position: Line | None = None
    board: dict[str, Any] | None = None
    set: list[Short] = []
    actions: Short | None = None


class CheckedPosition(msgspec.Struct, kw_only=True):
    """A position, checked."""

    ok: bool
    faults: list[str]
    """What is wrong with it."""
    position: str | None
    """Its line, from which a game begins."""
    view: dict[str, Any] | None
    """The board of a game that begins there."""


@post("/games/{number:str}/agent", status_code=200, tags=["games"])
async def agent_acts(
    shared: NamedDependency[Shared], number: GameNumber, data: JSONBody[AgentPlays]
) -> GameView:
    """Let an agent play an action, or the rest of the turn."""
    kept = await _looked_at(shared, number, data.after)
    side = kept.sides[kept.board.game.player]
    agent = shared.searches.agent(data.agent or (QUICK_AGENT if side == HUMAN else side))
    played = await shared.searches.play(
        kept.board.game, agent, data.seed, whole_turn=data.whole_turn
    )

    def play() -> GameView:
        changed = shared.games.change(number, kept.after, lambda game: game.played(played))
        return game_view(changed, played)

    return await anyio.to_thread.run_sync(play)


@post("/games/{number:str}/hint", status_code=200, tags=["games"])
async def hint(
    shared: NamedDependency[Shared], number: GameNumber, data: JSONBody[AgentAsked]
) -> dict[str, Any]:
    """Return what an agent would play, without playing it."""
    return await _seen(shared, number, data, hint_values)


@post("/games/{number:str}/analyse", status_code=200, tags=["games"])
async def analyse_game(
    shared: NamedDependency[Shared], number: GameNumber, data: JSONBody[AgentAsked]
) -> dict[str, Any]:
    """Return what an agent sees: values, candidates, the line it expects."""
    return await _seen(shared, number, data, lambda seen: analysis_values(seen, data.top))


@get("/games/{number:str}/analysis/events", tags=["games"], media_type="text/event-stream")
async def analysis_events(
    shared: NamedDependency[Shared],
    number: GameNumber,
    agent: AgentQuery = "strong",
    top: TopQuery = 8,
    seed: SeedQuery = None,
    after: Annotated[
        int | None, QueryParameter(ge=0, description="The position after so many actions.")
    ] = None,
) -> EventStream:
    """Stream what an agent sees, with more and more search: events analysis, then done."""
    spec = shared.searches.agent(agent)
    kept = await _looked_at(shared, number, over=after is not None)
    if after is not None and after != kept.after:
        kept = await anyio.to_thread.run_sync(kept.kept_only, min(after, kept.after))
        kept.check_open()
    game = kept.board.game

    async def events() -> AsyncIterator[ServerSentEventMessage]:
        try:
            async for seen in growing_analysis(shared.searches, game, spec, seed, top):
                yield message("analysis", seen | {"after": kept.after})
            yield message("done", {"after": kept.after})
        except Exception as error:
            yield message("failed", msgspec.to_builtins(problem_of(error)))

    return EventStream(shared.analyses, events())


@post("/positions/check", sync_to_thread=True, status_code=200, tags=["games"])
def check_position(data: JSONBody[GivenPosition]) -> CheckedPosition:
    """Check a position: what is wrong with it, or its line and its board."""
    if (data.position is None) == (data.board is None):
        raise RequestError("give a position's line, or a board")
    other = bool(data.set or data.actions)
    rules = asked_rules(data.set, data.actions) if other else None
    try:
        if data.board is not None:
            game = drawn_game(data.board, rules)
        else:
            game = Game.from_position(data.position or "", rules=rules)
        check_points(game)
    except InputError as error:
        return CheckedPosition(ok=False, faults=[str(error)], position=None, view=None)
    return CheckedPosition(ok=True, faults=[], position=game.position, view=_view(game))


def _view(game: Game) -> dict[str, Any]:
    actions = action_values(game)
    usable = {action["command"] for action in actions}
    return game_values(game, usable) | {
        "actions": actions,
        "outcome": outcome_values(game.outcome, None, game.turn),
    }


async def _seen(
    shared: Shared, number: str, data: AgentAsked, values: Callable[[Analysis], dict[str, Any]]
) -> dict[str, Any]:
    """Return what an agent sees in a game, as values."""
    agent = shared.searches.agent(data.agent)
    kept = await _looked_at(shared, number)
    analysis = await shared.searches.analyse(kept.board.game, agent, data.seed)
    return await anyio.to_thread.run_sync(values, analysis) | {"after": kept.after}


async def _looked_at(
    shared: Shared, number: str, after: int | None = None, *, over: bool = False
) -> KeptGame:
    """Return a game that is open, and has not gone on."""
    kept = await anyio.to_thread.run_sync(shared.games.get, number)
    if not over:
        kept.check_open()
    if after is not None and after != kept.after:
        raise Refusal(409, f"the game has gone on: {kept.after} actions were played, not {after}")
    return kept


def message(event: str, values: Any) -> ServerSentEventMessage:
    """Return values as an event."""
    return ServerSentEventMessage(event=event, data=json.dumps(values))


HANDLERS = (agent_acts, hint, analyse_game, analysis_events, check_position)
