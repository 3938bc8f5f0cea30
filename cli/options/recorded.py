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
from ...results.text.command_lines import command_line
from ..parameters.completing import RUN
from ..parameters.numbers import Count
from .database import database_option, opened
from .grouped import with_options

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
        begun = self.begun(record)
        return (record.replay() if begun is None else record.after(begun)).position

    def begun(self, record: "GameRecord") -> int | None:
        """Return how many actions of a game were played before the turn; None without a turn."""
        if self.turn is None:
            return None
        turns = record.turns()
        for turn in turns:
            if turn.number == self.turn:
                return turn.first
        first, last = turns[0].number, turns[-1].number
        raise InputError(f"the game has no turn {self.turn}: --turn is from {first} to {last}")

    def games(self, file: Path | None, *, every: bool = False) -> tuple[str, int, Games]:
        """Return what the games of a file or of the run are called, how many, and the games."""
        if (file is None) == (self.run is None):
            raise click.UsageError("give a file of games, or --run with a run that saved its games")
        if file:
            return str(file), *games_of_file(file)
        return f"run {self.run}", *games_of_run(
            self.run or "", self.db, None if every else self.game
        )

    def record(self, file: Path | None) -> "GameRecord":
        """Return the game that is meant, of a file or of the run."""
        source, _, games = self.games(file)
        return chosen_game(source, games, self.game)

    def command(self, command: str, file: Path | None, turn: int) -> str:
        """Return the command line that looks at a turn of this game."""
        words = [str(file)] if file else ["--run", self.run or ""]
        words += [] if self.game is None else ["--game", str(self.game)]
        return command_line(command, *words, "--turn", str(turn), db=None if file else self.db)


recorded_file = click.argument(
    "file", type=click.Path(exists=True, dir_okay=False, path_type=Path), required=False
)
"""FILE, of recorded games; without it --run names a run."""


def place_options(turn: str | None) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Add --run, --game, --db, and --turn with this help; the command receives a RecordedPlace."""
    options = [
        click.option(
            "--run",
            type=RUN,
            metavar="RUN",
            help="Games that a run of the database saved, not a file's.",
        ),
        click.option(
            "--game",
            type=Count(MAX_GAMES),
            help="Which game: of a file from 1, of a run by its index there. Default: the first.",
        ),
        *([click.option("--turn", type=Count(MAX_GAMES), help=turn)] if turn else []),
        database_option,
    ]

    def decorated(command: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(command)
        def wrapped(
            *args: object,
            run: str | None,
            game: int | None,
            db: Path,
            turn: int | None = None,
            **kwargs: object,
        ) -> object:
            return command(*args, place=RecordedPlace(run, game, turn, db), **kwargs)

        return with_options(wrapped, options)

    return decorated


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
