"""`conquest-opt replay`: step through recorded games."""

import sys
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

import click

from .options import known_errors

if TYPE_CHECKING:
    from ..engine import Game, GameRecord

_KEYS = "arrows or space, b: action on, back; t, r: turn on, back; a, e: begin, end; q: quit"


@click.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option(
    "--game", "number", default=1, show_default=True, help="Which game of the file, from 1."
)
@click.option("--verify", is_flag=True, help="Replay every game of the file and say if all agree.")
def command(file: Path, number: int, verify: bool) -> None:
    """Step through a recorded game in the terminal, every action verified.

    FILE has one game a line, as JSON. Into a pipe, the game is written out turn by turn.

    \b
    conquest-opt replay docs/games.jsonl --game 3
    conquest-opt replay docs/games.jsonl --verify
    """
    from ..engine.records import read_records  # noqa: PLC0415  (brings numba)

    try:
        if verify:
            _verify(file)
            return
        record = next((r for i, r in enumerate(read_records(file), 1) if i == number), None)
        if record is None:
            games = sum(1 for _ in read_records(file))
            raise ValueError(
                f"{file} has {games} games, so --game is from 1 to {games}"
                if games
                else f"{file} has no game in it"
            )
        if sys.stdin.isatty() and sys.stdout.isatty():
            _step_through(record)
        else:
            _write_out(record)
    except (ValueError, OSError) as error:
        raise known_errors(error) from None


def _verify(file: Path) -> None:
    from ..engine.records import RecordError, read_records  # noqa: PLC0415

    games = 0
    for games, record in enumerate(read_records(file), start=1):
        try:
            record.replay()
        except RecordError as error:
            raise ValueError(f"game {games}: {error}") from None
    if not games:
        raise ValueError(f"{file} has no game in it")
    click.echo(f"{games} game{'' if games == 1 else 's'} verified")


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
    click.echo(_title(record))
    starts = _turn_starts(record)
    for number, (first, last) in enumerate(pairwise([*starts, len(record.actions)]), start=1):
        if actions := record.actions[first:last]:
            side = "second" if number % 2 == 0 else "first"
            text = "; ".join(actions)
            click.echo(click.wrap_text(text, 79, f"{number:>3} {side:<6} ", " " * 11))
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
        click.echo(f"{_title(record)}\n{_at(record, place)}")
        last = record.actions[place - 1] if place else "the beginning"
        click.echo(f"\naction {place} of {total}: {last}\n{_KEYS}")
        try:
            following = step(click.getchar(), place, starts, total)
        except KeyboardInterrupt:
            return
        if following is None:
            return
        place = following
