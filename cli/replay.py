"""`conquest-opt replay`: step through recorded games."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from .options import known_errors

if TYPE_CHECKING:
    from ..engine import Game, GameRecord

_KEYS = "space: next action   t: next turn   b: back   e: end   q: quit"


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
    conquest-opt replay games.jsonl --game 3
    conquest-opt replay games.jsonl --verify
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


def _write_out(record: "GameRecord") -> None:
    """Write one line a turn, then the last position."""
    click.echo(_title(record))
    game = record.start()
    turn, actions = (game.turn, game.player), []
    for action, game in record.steps():
        actions.append(action)
        now = game.turn, game.player
        if now != turn:
            click.echo(
                f"{turn[0]:>3} {'first ' if turn[1] == 0 else 'second'} {'; '.join(actions)}"
            )
            turn, actions = now, []
    if actions:
        click.echo(f"{turn[0]:>3} {'first ' if turn[1] == 0 else 'second'} {'; '.join(actions)}")
    click.echo(str(game))


def _at(record: "GameRecord", place: int) -> "Game":
    """Return the game after its first `place` actions."""
    game = record.start()
    for action in record.actions[:place]:
        game.apply(action)
    return game


def _step_through(record: "GameRecord") -> None:
    """Show the game and follow the keys."""
    record.replay()
    total, place = len(record.actions), 0
    while True:
        game = _at(record, place)
        click.clear()
        click.echo(f"{_title(record)}\n{game}")
        last = record.actions[place - 1] if place else "the beginning"
        click.echo(f"\naction {place} of {total}: {last}\n{_KEYS}")
        key = click.getchar()
        if key in ("q", "\x1b", "\x03"):
            return
        if key == "e":
            place = total
        elif key == "b":
            place = max(place - 1, 0)
        elif key == "t":
            turn = game.turn
            while place < total and game.turn == turn:
                game.apply(record.actions[place])
                place += 1
        else:
            place = min(place + 1, total)
