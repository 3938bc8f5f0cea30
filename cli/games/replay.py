"""`conquest-opt replay`: step through recorded games, of a file or of the database."""

import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ...api.progress import ProgressLine, display_of
from ...results.page.words import plural
from ..options.recorded import Games, RecordedPlace, chosen_game, place_options, recorded_file
from ..options.rules import known_errors
from ..terminal.output import say

if TYPE_CHECKING:
    from ...engine import GameRecord

_SHOWN_EVERY = 100
"""Games after which progress is shown."""

_KEYS = "arrows or space, b: action on, back; t, r: turn on, back; a, e: begin, end; q: quit"


@click.command()
@recorded_file
@place_options("Begin with this turn, its position drawn before it.")
@click.option("--verify", is_flag=True, help="Replay every game and say if all agree.")
def command(file: Path | None, place: RecordedPlace, verify: bool) -> None:
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
    conquest-opt replay docs/games.jsonl --game 3 --turn 22
    conquest-opt replay docs/games.jsonl --verify
    """
    try:
        source, total, games = place.games(file, every=verify)
        if verify:
            _verify(source, games, total)
            return
        record = chosen_game(source, games, place.game)
        begun = place.begun(record)
        if sys.stdin and sys.stdin.isatty() and sys.stdout.isatty():
            _step_through(record, begun or 0)
        else:
            _write_out(record, begun)
    except (ValueError, OSError) as error:
        raise known_errors(error) from None


def _verify(source: str, games: Games, total: int) -> None:
    """Replay games, with progress."""
    from ...engine.notation.replay import Replayer  # noqa: PLC0415
    from ...engine.records import RecordError  # noqa: PLC0415

    count, replayer = 0, Replayer()
    progress = ProgressLine(total, 0, "1 thread", 1, display_of())
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
    from ...arena.review.lines import game_title  # noqa: PLC0415

    return f"{game_title(record)}, seed {record.seed}"


def _write_out(record: "GameRecord", begun: int | None) -> None:
    """Write a paragraph a turn, then the last position; where it begins is drawn if it is given."""
    say(_title(record))
    if begun is not None:
        click.echo(str(record.after(begun)))
    for turn in record.turns():
        if turn.actions and turn.first >= (begun or 0):
            head = f"{turn.number:>3} {turn.side:<6} "
            say(click.wrap_text("; ".join(turn.actions), 79, head, " " * 11))
    click.echo(str(record.after(len(record.actions))))


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


def _step_through(record: "GameRecord", place: int) -> None:
    """Show the game from a place on and follow the keys."""
    starts = [turn.first for turn in record.turns()]
    total = len(record.actions)
    while True:
        click.clear()
        say(f"{_title(record)}\n{record.after(place)}")
        last = record.actions[place - 1] if place else "the beginning"
        say(f"\naction {place} of {total}: {last}\n{_KEYS}")
        try:
            following = step(click.getchar(), place, starts, total)
        except KeyboardInterrupt:
            return
        if following is None:
            return
        place = following
