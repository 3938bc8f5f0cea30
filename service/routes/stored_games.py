"""Games that were played: those of the database, a whole game for replay, reviews."""

from collections.abc import AsyncIterator
from functools import partial
from typing import Annotated, Any

import anyio.to_thread
import msgspec
from litestar import Response, get, post
from litestar.di import NamedDependency
from litestar.params import JSONBody, QueryParameter
from litestar.response import ServerSentEventMessage

from ...arena.review.reviewer import QUICK_REVIEWER
from ...arena.review.turn_values import check_reviewer
from ..common.problems import problem_of
from ..data.stored_games import listed_games
from ..games.beginning import Seed, Short
from ..games.reviewing import AskedReview
from ..shared.answered import AnyRequest, ReadAnswer, answered
from ..shared.asked import Limit, Offset
from ..shared.event_stream import EventStream
from ..shared.shared import Shared
from .analysis import AgentQuery, SeedQuery, message
from .games import GameNumber

Turns = Annotated[int, QueryParameter(ge=0, le=1_000_000)]
TopMarks = Annotated[int, QueryParameter(ge=1, le=1000, description="Marked turns, worst first.")]


class ReviewAsked(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """Who reviews."""

    agent: Short = QUICK_REVIEWER
    seed: Seed = 0
    top: Annotated[int, msgspec.Meta(ge=1, le=1000)] = 8
    """Marked turns, the worst first."""


@get("/stored-games", tags=["games"])
async def list_stored_games(
    request: AnyRequest,
    shared: NamedDependency[Shared],
    run: Annotated[str | None, QueryParameter(max_length=200, description="Only this run.")] = None,
    setup: Annotated[
        str | None, QueryParameter(max_length=2000, description="A name or text, or a part.")
    ] = None,
    agent: Annotated[str | None, QueryParameter(max_length=2000)] = None,
    least_turns: Turns = 0,
    most_turns: Turns = 1_000_000,
    upset: Annotated[
        bool | None, QueryParameter(description="Whether the side that scored less in its run won.")
    ] = None,
    offset: Offset = 0,
    limit: Limit = 50,
) -> Response[ReadAnswer]:
    """List the games that runs of the database have saved, the latest run first."""
    asked: dict[str, Any] = {
        "run": run,
        "setup": setup,
        "agent": agent,
        "least_turns": least_turns,
        "most_turns": most_turns,
        "upset": upset,
        "offset": offset,
        "limit": limit,
    }
    key = ("stored games", *asked.values())
    return answered(request, await shared.answers.get(key, partial(listed_games, **asked)))


@get("/games/{number:str}/replay", tags=["games"])
async def replay(
    shared: NamedDependency[Shared],
    number: GameNumber,
    offset: Annotated[int, QueryParameter(ge=0, le=1 << 31, description="Actions before.")] = 0,
    limit: Annotated[int, QueryParameter(ge=1, le=500, description="Actions of the page.")] = 500,
) -> Response[dict[str, Any]]:
    """Return a part of a game: a position, then each action with what it changed."""
    page: Any = await shared.replays.page(partial(shared.games.get, number), offset, limit)
    return Response(page)


@post("/games/{number:str}/review", status_code=200, tags=["games"])
async def review_game(
    shared: NamedDependency[Shared], number: GameNumber, data: JSONBody[ReviewAsked]
) -> dict[str, Any]:
    """Review a game as far as it was played: its worst turns, and what would have been better."""
    asked = await _asked(shared, number, data.agent, data.seed)
    with shared.analyses.one():
        async for what, found in shared.reviews.events(asked):
            if what == "review":
                return _with_top(found, data.top)
    raise AssertionError("a review ends with what it found")


@get("/games/{number:str}/review/events", tags=["games"], media_type="text/event-stream")
async def review_events(
    shared: NamedDependency[Shared],
    number: GameNumber,
    agent: AgentQuery = QUICK_REVIEWER,
    seed: SeedQuery = None,
    top: TopMarks = 8,
) -> EventStream:
    """Stream a review's progress, then the review: events progress, then review."""
    asked = await _asked(shared, number, agent, seed or 0)

    async def events() -> AsyncIterator[ServerSentEventMessage]:
        try:
            async for what, found in shared.reviews.events(asked):
                values = _with_top(found, top) if what == "review" else found
                # Reviews of long games take a while to be written out.
                yield await anyio.to_thread.run_sync(message, what, values)
        except Exception as error:
            yield message("failed", msgspec.to_builtins(problem_of(error)))

    return EventStream(shared.analyses, events())


async def _asked(shared: Shared, number: str, agent: str, seed: int) -> AskedReview:
    spec = shared.searches.agent(agent)
    check_reviewer(spec)
    kept = await anyio.to_thread.run_sync(shared.games.get, number)
    return AskedReview(kept.record, spec, seed, kept.resigned)


def _with_top(found: dict[str, Any], top: int) -> dict[str, Any]:
    return found | {"marked": found["marked"][:top]}


HANDLERS = (list_stored_games, replay, review_game, review_events)
