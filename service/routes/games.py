"""Games: begin one, see it, act, take back, let an agent act, analyse, review."""

import json
from typing import Annotated, Any

import msgspec
from litestar import delete, get, post
from litestar.di import NamedDependency
from litestar.params import JSONBody, PathParameter

from ...api.inputs.errors import RequestError
from ...arena.review.reviewer import QUICK_REVIEWER
from ...arena.review.summary import review_json
from ...arena.review.turn_values import check_reviewer
from ...engine import Game, GameRecord
from ..games.kept import KeptGame
from ..guard.inputs import read_setup
from .asked import asked_rules
from .shared import Shared

GameNumber = Annotated[str, PathParameter(max_length=40)]
Seed = Annotated[int, msgspec.Meta(ge=0, le=(1 << 63) - 1)]
Short = Annotated[str, msgspec.Meta(max_length=2000)]
Long = Annotated[str, msgspec.Meta(max_length=500_000)]


class NewGame(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """Two setups, or a position, or a record."""

    first: Short | None = None
    """A setup: name, text or JSON."""
    second: Short | None = None
    position: Annotated[str, msgspec.Meta(max_length=10_000)] | None = None
    """The line of a position."""
    record: Long | None = None
    """The record of a game, as this API gives it."""
    set: list[Short] = []
    """Changes of the standard rules."""
    actions: Short | None = None
    """The action space: thesis or full."""
    seed: Seed = 0


class GivenAction(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """An action, as it stands among the legal ones."""

    action: Short


class TakenBack(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """How many actions to take back."""

    actions: Annotated[int, msgspec.Meta(ge=1, le=1_000_000)] = 1


class AgentAsked(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """Which agent, and how it draws its luck."""

    agent: Short = "quick"
    seed: Seed | None = None
    """Without one it follows from the game's own seed."""
    whole_turn: bool = False
    """Whether it plays the rest of its turn, not one action."""
    top: Annotated[int, msgspec.Meta(ge=1, le=1000)] = 8
    """Candidates of an analysis, or marked turns of a review."""


class GameView(msgspec.Struct, kw_only=True):
    """A game as it stands."""

    game: str
    names: tuple[str, str]
    turn: int
    player: int
    """Whose turn it is: 0 or 1."""
    phase: str
    winner: int | str | None
    """0, 1, draw, or nothing while the game is open."""
    outcome: str | None
    legal: list[str]
    """The legal actions."""
    state: dict[str, Any]
    """The complete position."""
    position: str
    """The same as one line."""
    history: list[str]
    """All actions so far."""
    record: dict[str, Any]
    """From which the game can be begun again."""
    played: list[str] = []
    """What an agent has just played."""


@post("/games", sync_to_thread=True, tags=["games"])
def new_game(shared: NamedDependency[Shared], data: JSONBody[NewGame]) -> GameView:
    """Begin a game of two setups, from a position, or from a record."""
    game, names = _begun(data)
    return _view(shared.games.add(game, names))


@get("/games/{number:str}", sync_to_thread=True, tags=["games"])
def read_game(shared: NamedDependency[Shared], number: GameNumber) -> GameView:
    """Return a game as it stands, with its legal actions."""
    with shared.games.using(number) as kept:
        return _view(kept)


@post("/games/{number:str}/actions", sync_to_thread=True, status_code=200, tags=["games"])
def act(
    shared: NamedDependency[Shared], number: GameNumber, data: JSONBody[GivenAction]
) -> GameView:
    """Apply an action."""
    with shared.games.using(number) as kept:
        kept.game.apply(data.action)
        return _view(kept)


@post("/games/{number:str}/undo", sync_to_thread=True, status_code=200, tags=["games"])
def undo(
    shared: NamedDependency[Shared], number: GameNumber, data: JSONBody[TakenBack]
) -> GameView:
    """Take back the last actions."""
    with shared.games.using(number) as kept:
        kept.take_back(data.actions)
        return _view(kept)


@post("/games/{number:str}/agent", sync_to_thread=True, status_code=200, tags=["games"])
def agent_acts(
    shared: NamedDependency[Shared], number: GameNumber, data: JSONBody[AgentAsked]
) -> GameView:
    """Let an agent play an action, or the rest of the turn."""
    agent = shared.searches.agent(data.agent)
    with shared.games.using(number) as kept:
        if kept.game.outcome:
            raise RequestError(f"the game is over: {kept.game.outcome}")
        played = shared.searches.play(kept.game, agent, data.seed, whole_turn=data.whole_turn)
        return _view(kept, played)


@post("/games/{number:str}/analyse", sync_to_thread=True, status_code=200, tags=["games"])
def analyse_game(
    shared: NamedDependency[Shared], number: GameNumber, data: JSONBody[AgentAsked]
) -> dict[str, Any]:
    """Return what an agent sees: values, candidates, the line it expects."""
    agent = shared.searches.agent(data.agent)
    with shared.games.using(number) as kept:
        game = kept.game.copy()
    return shared.searches.analyse(game, agent, data.seed).json(data.top)


@post("/games/{number:str}/review", sync_to_thread=True, status_code=200, tags=["games"])
def review_game(
    shared: NamedDependency[Shared], number: GameNumber, data: JSONBody[AgentAsked]
) -> dict[str, Any]:
    """Review a game as far as it was played: its worst turns, and what would have been better."""
    chosen = QUICK_REVIEWER if data.agent == AgentAsked().agent else data.agent
    agent = shared.searches.agent(chosen)
    check_reviewer(agent)
    with shared.games.using(number) as kept:
        copy = KeptGame(kept.number, kept.game.copy(), kept.names)
    return review_json(shared.searches.review(copy, agent, data.seed or 0), data.top)


@delete("/games/{number:str}", sync_to_thread=True, tags=["games"])
def delete_game(shared: NamedDependency[Shared], number: GameNumber) -> None:
    """Forget a game."""
    shared.games.delete(number)


def _begun(asked: NewGame) -> tuple[Game, tuple[str, str]]:
    """Return the game that is asked for, and what its setups are called."""
    sources = [asked.position, asked.record, asked.first or asked.second]
    if sum(source is not None for source in sources) != 1:
        raise RequestError("give two setups, or a position, or a record")
    if asked.record is not None:
        record = GameRecord.from_json(asked.record)
        return record.replay(), record.names
    if asked.position is not None:
        rules = asked_rules(asked.set, asked.actions) if asked.set or asked.actions else None
        return Game.from_position(asked.position, rules=rules), ("first", "second")
    if asked.first is None or asked.second is None:
        raise RequestError("give two setups: first and second")
    rules = asked_rules(asked.set, asked.actions)
    given = [read_setup(text) for text in (asked.first, asked.second)]
    armies = [one.playing.army(rules) for one in given]
    first, second = (one.label or str(one.setup) for one in given)
    return Game.new(*armies, rules=rules, seed=asked.seed), (first, second)


def _view(kept: KeptGame, played: list[str] | None = None) -> GameView:
    game = kept.game
    return GameView(
        game=kept.number,
        names=kept.names,
        turn=game.turn,
        player=game.player,
        phase=game.phase,
        winner=game.winner,
        outcome=str(game.outcome) if game.outcome else None,
        legal=game.legal_actions(),
        state=game.to_dict(),
        position=game.position,
        history=game.history,
        record=json.loads(kept.record.to_json()),
        played=played or [],
    )


HANDLERS = (
    new_game,
    read_game,
    act,
    undo,
    agent_acts,
    analyse_game,
    review_game,
    delete_game,
)
