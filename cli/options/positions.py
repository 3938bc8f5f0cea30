"""The position that a command looks at, however it is named.

two setups       the beginning of a game
a line           a position as `conquest-opt position` prints it, and the protocol takes it
a file, or -     such a line, what `position` or `position --json` printed, or recorded games
--run            a game that a run of the database saved

Of a recorded game it is the beginning of a turn, or where the game was left. Whatever has a line of
its own is read by that: its own rules hold, with --set and --actions on top.
"""

import functools
from collections.abc import Callable, Iterator
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ...engine.reading.files import parse_json, read_lines
from ...engine.reading.input_error import InputError
from ...engine.rules.ruleset import Ruleset
from ..parameters.style_texts import SETUP
from ..terminal.output import stdin_lines
from .recorded import RecordedPlace, games_of_run, place_options
from .rules import RuleOptions, game_options, known_errors
from .setups_file import setups_file_option

if TYPE_CHECKING:
    from ...engine import Game

_LABEL = "position"
"""What stands before a line where it is printed: with a colon, in the protocol without."""


def position_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add WHAT and what belongs to it; the command, which has a `seed`, receives `game`."""

    @click.argument("what", type=SETUP, nargs=-1)
    @place_options("The beginning of a turn of a recorded game. Default: where the game was left.")
    @game_options
    @click.option(
        "--apply",
        "moves",
        multiple=True,
        metavar="ACTIONS",
        help='Actions to apply first, separated by ";". May be repeated.',
    )
    @setups_file_option
    @functools.wraps(command)
    def wrapped(
        *args: object,
        what: tuple[str, ...],
        place: RecordedPlace,
        rules: RuleOptions,
        moves: tuple[str, ...],
        seed: int,
        **kwargs: object,
    ) -> object:
        try:
            game = _game(what, rules, seed, place)
            for action in (a for text in moves for a in text.split(";") if a.strip()):
                game.apply(action)
        except (ValueError, OSError) as error:
            raise known_errors(error) from None
        return command(*args, game=game, seed=seed, **kwargs)

    return wrapped


def _game(what: tuple[str, ...], options: RuleOptions, seed: int, place: RecordedPlace) -> "Game":
    """Return the game that some words name, and options where they name recorded games."""
    from ...engine import Game  # noqa: PLC0415  (brings numba)
    from ...setups import army  # noqa: PLC0415

    if line := _line(what, place):
        return game_of_line(line, options)
    if place.game is not None or place.turn is not None:
        raise InputError("--game and --turn choose from recorded games: give a file, or --run")
    first, second = what or ("Default", "Default")
    rules = options.ruleset
    return Game.new(army(first, rules), army(second, rules), rules=rules, seed=seed)


def game_of_line(line: str, options: RuleOptions) -> "Game":
    """Return the game of a position's line, with options on top of its own rules."""
    from ...engine import Game  # noqa: PLC0415
    from ...engine.notation.position import read_position  # noqa: PLC0415

    own = Ruleset().edit(*read_position(line)["rules"])
    return Game.from_position(line, rules=options.over(own))


def position_line(text: str, place: RecordedPlace | None = None) -> str:
    """Return the position's line that a text is, or that the file of that name holds."""
    if len(text.split()) > 2:
        return text
    path = Path(text)
    if not text or not path.exists():
        raise InputError(
            f"{text!r} is no file: give two setups, one position line in quotes, or a file with one"
        )
    return _line_in(read_lines(path), text, place or RecordedPlace())


def _line(what: tuple[str, ...], place: RecordedPlace) -> str | None:
    """Return the position's line that the words lead to; None for two setups."""
    if place.run is not None:
        if what:
            raise InputError("--run has the games: leave out the setups, the position or the file")
        _, games = games_of_run(place.run, place.db, place.game)
        return place.position(f"run {place.run}", games)
    if what == ("-",):
        return _line_in(stdin_lines(), "standard input", place)
    if len(what) == 1 or len(" ".join(what).split()) > 2:
        return position_line(" ".join(what), place)
    return None


def _line_in(lines: Iterator[tuple[int, str]], source: str, place: RecordedPlace) -> str:
    """Return the position's line that numbered lines hold, or that their games lead to."""
    first = next(lines, None)
    if first is None:
        raise InputError(f"{source} has no position; give a line such as position prints")
    if first[1].lstrip().startswith("{"):
        try:
            return _line_in_json(first[1], chain([first], lines), place)
        except InputError as error:
            raise InputError(f"{source}: {error}") from None
    labelled = (text.strip().partition(" ") for _, text in chain([first], lines))
    return next((rest for word, _, rest in labelled if word.rstrip(":") == _LABEL), first[1])


def _line_in_json(first: str, lines: Iterator[tuple[int, str]], place: RecordedPlace) -> str:
    """Return the line that `position --json` wrote, or that recorded games lead to."""
    from ...engine.records import parse_records  # noqa: PLC0415

    data = parse_json(first)
    if "actions" not in data and isinstance(data.get(_LABEL), str):
        return data[_LABEL]
    return place.position("it", enumerate(parse_records(lines), start=1))
