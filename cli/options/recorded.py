"""Recorded games, of a file or of a run of the database, and the one that is asked for."""

import functools
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ...arena.play.schedule import MAX_GAMES
from ...engine.reading.files import read_lines
from ...engine.reading.input_error import InputError
from ...results.page.words import plural
from ..parameters.completing import RUN
from ..parameters.numbers import Count
from .database import database_option, opened

if TYPE_CHECKING:
    from ...engine import GameRecord

_BATCH = 10_000
"""Games of a run that are read at a time."""

Games = Iterator[tuple[int, "GameRecord"]]
"""Games with their numbers."""


@dataclass(frozen=True)
class RecordedPlace:
    """Which recorded game is meant, and where in it."""

    run: str | None = None
    """A run of the database; None: games of a file."""
    game: int | None = None
    turn: int | None = None
    db: Path = Path()

    def position(self, source: str, games: Games) -> str:
        """Return the position at the beginning of the turn, or where the game was left."""
        record = chosen_game(source, games, self.game)
        if self.turn is None:
            return record.replay().position
        turns = record.turns()
        begun = next((turn for turn in turns if turn.number == self.turn), None)
        if begun is None:
            first, last = turns[0].number, turns[-1].number
            raise InputError(f"the game has no turn {self.turn}: --turn is from {first} to {last}")
        return record.after(begun.first).position


def run_and_game_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add --run, --game and --db; the command receives `run`, `number` and `db`."""
    run = click.option(
        "--run",
        type=RUN,
        metavar="RUN",
        help="Games that a run of the database saved, not a file's.",
    )
    game = click.option(
        "--game",
        "number",
        type=Count(MAX_GAMES),
        help="Which game: of a file from 1, of a run by its index there. Default: the first.",
    )
    return run(game(database_option(command)))


def place_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add --run, --game, --turn and --db; the command receives `place`, a RecordedPlace."""

    @run_and_game_options
    @click.option(
        "--turn",
        type=Count(MAX_GAMES),
        help="The beginning of a turn of a recorded game. Default: where the game was left.",
    )
    @functools.wraps(command)
    def wrapped(
        *args: object,
        run: str | None,
        number: int | None,
        turn: int | None,
        db: Path,
        **kwargs: object,
    ) -> object:
        return command(*args, place=RecordedPlace(run, number, turn, db), **kwargs)

    return wrapped


def games_of_file(file: Path) -> tuple[int, Games]:
    """Return how many games a file has, and each with its number, from 1."""
    from ...engine.records import read_records  # noqa: PLC0415  (brings numba)

    total = sum(1 for _ in read_lines(file)) if file.is_file() else 0  # a pipe is read once
    return total, enumerate(read_records(file), start=1)


def games_of_run(run: str, db: Path, number: int | None) -> tuple[int, Games]:
    """Return how many games a run saved, and each with its index, or the one of a number."""
    with opened(db) as store:
        identifier = store.find_run(run).run
        [found] = store.query(
            "SELECT count(*) AS saved, count(*) FILTER (game = coalesce($2, game)) AS wanted "
            "FROM game_records WHERE run = $1",
            [identifier, number],
        ).to_pylist()
    saved = found["saved"]
    if not found["wanted"]:
        raise ValueError(
            f"run {identifier} has saved {plural(saved, 'game')}, but not game {number}"
            if saved
            else f"run {identifier} has saved no games; --save-games makes a run do so"
        )
    return found["wanted"], _stored(identifier, db, number)


def _stored(run: str, db: Path, number: int | None) -> Games:
    """Yield the games that a run saved, a batch at a time: there may be millions."""
    from ...engine.records import GameRecord  # noqa: PLC0415

    last = -1
    while True:
        with opened(db) as store:
            rows = store.query(
                "SELECT game, record FROM game_records WHERE run = $1 AND game > $2 "
                "AND game = coalesce($3, game) ORDER BY game LIMIT $4",
                [run, last, number, _BATCH],
            )
        if not rows.num_rows:
            return
        for last, record in zip(rows["game"].to_pylist(), rows["record"].to_pylist(), strict=True):
            yield last, GameRecord.from_json(record)


def chosen_game(source: str, games: Games, number: int | None) -> "GameRecord":
    """Return the game of a number, or the first."""
    last = 0
    for last, record in games:
        if number in (None, last):
            return record
    raise ValueError(
        f"{source} has {plural(last, 'game')}, so --game is from 1 to {last}"
        if last
        else f"{source} has no game in it"
    )
