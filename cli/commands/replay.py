"""`conquest-opt replay`: step through recorded games, of a file or of the database."""

import sys
import time
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ...arena.play.schedule import MAX_GAMES
from ...engine.reading.files import read_lines
from ...results.page.words import plural
from ..options.completing import RUN
from ..options.database import database_option, opened
from ..options.numbers import Count
from ..options.rules import known_errors
from ..terminal.output import say
from ..terminal.progress import ProgressLine

if TYPE_CHECKING:
    from ...engine import Game, GameRecord

_BATCH = 10_000
"""Games of a run that are read at a time."""

_SHOWN_EVERY = 100
"""Games after which progress is shown."""

Games = Iterator[tuple[int, "GameRecord"]]
"""Games with their numbers."""

_KEYS = "arrows or space, b: action on, back; t, r: turn on, back; a, e: begin, end; q: quit"


@click.command()
@click.argument(
    "file", type=click.Path(exists=True, dir_okay=False, path_type=Path), required=False
)
@click.option(
    "--run", type=RUN, metavar="RUN", help="Games that a run of the database saved, not a file's."
)
@click.option(
    "--game",
    "number",
    type=Count(MAX_GAMES),
    help="Which game: of a file from 1, of a run by its index there. Default: the first.",
)
@click.option("--verify", is_flag=True, help="Replay every game and say if all agree.")
@database_option
def command(file: Path | None, run: str | None, number: int | None, verify: bool, db: Path) -> None:
    """Step through a recorded game in the terminal, every action verified.

    \b
    $ conquest-opt replay --run match --game 0
    Default against IAmWarrior, seed 8841707400507832957
      1 first  select n3; move n1; end
      2 second select i18; move i14; end
    ...

    \b
    $ conquest-opt replay --run match --verify
    200 games verified

    FILE has one game a line, as JSON. Into a pipe, the game is written out turn by
    turn.

    \b
    conquest-opt replay docs/games.jsonl --game 3
    conquest-opt replay docs/games.jsonl --verify
    """
    if (file is None) == (run is None):
        raise click.UsageError("give a file of games, or --run with a run that saved its games")
    try:
        source = str(file) if file else f"run {run}"
        asked = None if verify else number
        total, games = _of_file(file) if file else _of_run(run or "", db, asked)
        if verify:
            _verify(source, games, total)
            return
        record = _chosen(source, games, number)
        if sys.stdin and sys.stdin.isatty() and sys.stdout.isatty():
            _step_through(record)
        else:
            _write_out(record)
    except (ValueError, OSError) as error:
        raise known_errors(error) from None


def _of_file(file: Path) -> tuple[int, Games]:
    """Return how many games a file has, and each with its number, from 1."""
    from ...engine.records import read_records  # noqa: PLC0415  (brings numba)

    total = sum(1 for _ in read_lines(file)) if file.is_file() else 0  # a pipe is read once
    return total, enumerate(read_records(file), start=1)


def _of_run(run: str, db: Path, number: int | None) -> tuple[int, Games]:
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


def _chosen(source: str, games: Games, number: int | None) -> "GameRecord":
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


def _verify(source: str, games: Games, total: int) -> None:
    """Replay games, with progress."""
    from ...engine.notation.replay import Replayer  # noqa: PLC0415
    from ...engine.records import RecordError  # noqa: PLC0415

    count, replayer = 0, Replayer()
    progress = ProgressLine(total, 0, "1 thread", 1, quiet=False)
    began = 0.0
    try:
        for number, record in games:
            count += 1
            try:
                record.verify(replayer)
            except RecordError as error:
                raise ValueError(f"game {number}: {error}") from None
            if count % _SHOWN_EVERY == 1:  # not with the first, at which the kernel is compiled
                if count > 1:
                    progress(_SHOWN_EVERY, time.monotonic() - began)
                began = time.monotonic()
    finally:
        progress.close()
    if not count:
        raise ValueError(f"{source} has no game in it")
    click.echo(f"{plural(count, 'game')} verified")


def _title(record: "GameRecord") -> str:
    return f"{record.names[0]} against {record.names[1]}, seed {record.seed}"


def _turn_starts(record: "GameRecord") -> list[int]:
    """Return how many actions are played when each turn begins, every action verified."""
    starts, turn = [0], 1
    for played, (_, game) in enumerate(record.steps(), start=1):
        if game.turn != turn:
            starts.append(played)
            turn = game.turn
    return starts


def _write_out(record: "GameRecord") -> None:
    """Write a paragraph a turn, then the last position."""
    say(_title(record))
    starts = _turn_starts(record)
    for number, (first, last) in enumerate(pairwise([*starts, len(record.actions)]), start=1):
        if actions := record.actions[first:last]:
            side = "second" if number % 2 == 0 else "first"
            text = "; ".join(actions)
            say(click.wrap_text(text, 79, f"{number:>3} {side:<6} ", " " * 11))
    click.echo(str(_at(record, len(record.actions))))


def _at(record: "GameRecord", place: int) -> "Game":
    """Return the game after its first `place` actions."""
    game = record.start()
    for action in record.actions[:place]:
        game.apply(action)
    return game


def step(key: str, place: int, starts: list[int], total: int) -> int | None:
    """Return where a key leads from a place; None is the way out, other keys lead nowhere."""
    match key:
        case "q" | "\x1b" | "\x03" | "\x04":
            return None
        case " " | "\r" | "\n" | "\x1b[C":
            return min(place + 1, total)
        case "b" | "\x7f" | "\x08" | "\x1b[D":
            return max(place - 1, 0)
        case "t" | "\x1b[B":
            return next((start for start in starts if start > place), total)
        case "r" | "\x1b[A":
            return max((start for start in starts if start < place), default=0)
        case "a" | "\x1b[H" | "\x1b[1~":
            return 0
        case "e" | "\x1b[F" | "\x1b[4~":
            return total
        case _:
            return place


def _step_through(record: "GameRecord") -> None:
    """Show the game and follow the keys."""
    starts = _turn_starts(record)
    total, place = len(record.actions), 0
    while True:
        click.clear()
        say(f"{_title(record)}\n{_at(record, place)}")
        last = record.actions[place - 1] if place else "the beginning"
        say(f"\naction {place} of {total}: {last}\n{_KEYS}")
        try:
            following = step(click.getchar(), place, starts, total)
        except KeyboardInterrupt:
            return
        if following is None:
            return
        place = following
