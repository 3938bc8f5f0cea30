"""A game from two setups, a position, a record, a stored game, or another game."""

from dataclasses import dataclass, replace
from typing import Annotated, Any

import msgspec

from ...api.board.board_game import BoardGame
from ...api.board.values import outcome_values
from ...api.options import rules_of
from ...arena.inputs.errors import RequestError
from ...engine import Game, GameRecord
from ...engine.records import parse_records
from ..common.problems import Refusal
from ..guard.bodies import check_depth
from ..guard.inputs import read_setup
from .kept import HUMAN, KeptGame, too_long
from .views import StoredPlace

Seed = Annotated[int, msgspec.Meta(ge=0, le=(1 << 63) - 1)]
Count = Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]
Short = Annotated[str, msgspec.Meta(max_length=2000)]
Line = Annotated[str, msgspec.Meta(max_length=10_000)]
Long = Annotated[str, msgspec.Meta(max_length=900_000)]


class BranchPlace(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """Another game, up to a number of actions."""

    game: Annotated[str, msgspec.Meta(max_length=40)]
    after: Count | None = None
    """Without it: as it stands."""
    seed: Seed | None = None
    """Another seed, for a game from its beginning; without it: that of the other game."""


class NewGame(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """Two setups, a position, a record, a stored game, or another game; and who plays."""

    first: Short | None = None
    """A setup: name, text or JSON."""
    second: Short | None = None
    position: Line | None = None
    """The line of a position."""
    record: Long | None = None
    """Recorded games, one a line, as `GET /games/{id}/record` gives them."""
    pick: Annotated[int, msgspec.Meta(ge=1, le=1_000_000)] | None = None
    """Which of several recorded games, from 1."""
    stored: StoredPlace | None = None
    """A game that a run of the database has saved."""
    branch: BranchPlace | None = None
    sides: tuple[Short, Short] = (HUMAN, HUMAN)
    """Who plays: human, or an agent's text."""
    set: list[Short] = []
    """Changes of the standard rules."""
    actions: Short | None = None
    """The action space: thesis or full."""
    seed: Seed = 0


class RecordChoice(msgspec.Struct, kw_only=True):
    """One of several recorded games."""

    number: int
    names: tuple[str, str]
    actions: int
    turns: int | None
    outcome: dict[str, Any] | None


class RecordChoices(msgspec.Struct, kw_only=True):
    """Several recorded games, of which one is to be picked."""

    choices: list[RecordChoice]


@dataclass(frozen=True, kw_only=True)
class BegunGame:
    """A game that is asked for, before it is kept."""

    board: BoardGame
    names: tuple[str, str]
    source: str
    resigned: int | None = None


_SOURCES = ("position", "record", "stored", "branch")


def check_sources(asked: NewGame) -> None:
    """Refuse a game of nothing, and one of two beginnings."""
    given = [name for name in _SOURCES if getattr(asked, name) is not None]
    if asked.first is not None or asked.second is not None:
        given.append("setups")
    if len(given) != 1:
        raise RequestError("give two setups, or a position, a record, stored, or branch: one only")
    if given == ["setups"] and (asked.first is None or asked.second is None):
        raise RequestError("give two setups: first and second")


def of_setups(asked: NewGame) -> BegunGame:
    """Begin a game of two setups."""
    rules = rules_of(asked.set, None, asked.actions).ruleset
    given = [read_setup(text) for text in (asked.first or "", asked.second or "")]
    armies = [one.playing.army(rules) for one in given]
    first, second = (one.label or str(one.setup) for one in given)
    game = Game.new(*armies, rules=rules, seed=asked.seed)
    return BegunGame(board=BoardGame(game), names=(first, second), source="setups")


def of_position(asked: NewGame) -> BegunGame:
    """Begin a game from a position; its own rules hold unless others are given."""
    other = bool(asked.set or asked.actions)
    rules = rules_of(asked.set, None, asked.actions).ruleset if other else None
    game = Game.from_position(asked.position or "", rules=rules)
    game.seed = asked.seed
    return BegunGame(board=BoardGame(game), names=("first", "second"), source="position")


def of_record(text: str, pick: int | None, longest: int) -> BegunGame | RecordChoices:
    """Begin a game of recorded ones; of several, none before one is picked."""
    check_depth(text)
    lines = [(n, line) for n, line in enumerate(text.splitlines(), start=1) if line.strip()]
    if len(lines) > 1 and pick is None:
        return RecordChoices(
            choices=[_choice(n, record) for n, record in enumerate(parse_records(lines), start=1)]
        )
    if pick is not None and pick > len(lines):
        raise RequestError(f"there are {len(lines)} games, so pick is from 1 to {len(lines)}")
    chosen = lines[(pick or 1) - 1 :][:1] or [(1, text)]
    [record] = parse_records(chosen) if len(lines) > 1 else [GameRecord.from_json(chosen[0][1])]
    return _recorded(record, "record", longest)


def of_stored(line: str, longest: int) -> BegunGame:
    """Begin a game of the record that a run has saved."""
    return _recorded(GameRecord.from_json(line), "stored", longest)


def _recorded(record: GameRecord, source: str, longest: int) -> BegunGame:
    if len(record.actions) > longest:
        said = too_long(len(record.actions), longest)
        raise RequestError(f"{said}; conquest-opt replay and review take longer ones")
    record.replay()  # verifies every action and the outcome
    return BegunGame(board=BoardGame.of(record), names=record.names, source=source)


def _choice(number: int, record: GameRecord) -> RecordChoice:
    outcome = outcome_values(record.outcome, None, 0)
    return RecordChoice(
        number=number,
        names=record.names,
        actions=len(record.actions),
        turns=record.outcome.turns if record.outcome else None,
        outcome=outcome,
    )


def of_branch(kept: KeptGame, after: int | None, seed: int | None) -> BegunGame:
    """Begin a game as another one stood after a number of actions; or anew, by another seed."""
    if after is not None and after > kept.after:
        raise Refusal(409, f"only {kept.after} actions were played, not {after}")
    record = kept.record
    if seed is not None:
        if after != 0:
            raise RequestError(
                "another seed is for a game from its beginning: give after 0 with it"
            )
        record = replace(record, seed=seed)
    board = BoardGame.of(record, after)
    return BegunGame(board=board, names=kept.names, source="branch")
