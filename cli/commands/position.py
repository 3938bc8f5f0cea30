"""`conquest-opt position`: a position and its legal actions."""

import json
import sys
from typing import TYPE_CHECKING

import click

from ...engine.rules.ruleset import Ruleset
from ..options.numbers import SEED
from ..options.rules import RuleOptions, game_options, known_errors
from ..options.style_texts import SETUP

if TYPE_CHECKING:
    from ...engine import Game


@click.command()
@click.argument("what", type=SETUP, nargs=-1)
@game_options
@click.option("--seed", type=SEED, default=0, show_default=True, help="Seed of a new game.")
@click.option(
    "--apply",
    "moves",
    multiple=True,
    metavar="ACTIONS",
    help='Actions to apply first, separated by ";". May be repeated.',
)
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
def command(
    what: tuple[str, ...],
    rules: RuleOptions,
    seed: int,
    moves: tuple[str, ...],
    as_json: bool,
) -> None:
    """Show a position and its legal actions.

    \b
    $ conquest-opt position Default Rush --apply "select e3; move e7"
        a b c d e f g h i j k l m n o p q r s t
    20  . . . . . . . . . . . . . . . . . . . .  20
    ...
    turn 1, first player, combat phase
    ...
    1 legal action
      end

    WHAT is two setups for the beginning of a game (default: Default Default), a
    position's line, or - to read that line from standard input. A line's own rules
    hold, with --set and --actions on top of them.

    \b
    conquest-opt position Default IAmWarrior
    conquest-opt position "12 0 selection - 50/75 charge/- Ck3=500/Sk18=100 - -"
    conquest-opt position Rush AntiRush --set obstacles=12 --seed 3 --json
    """
    try:
        game = _game(what, rules, seed)
        for action in (a for text in moves for a in text.split(";") if a.strip()):
            game.apply(action)
    except (ValueError, OSError) as error:
        raise known_errors(error) from None
    if as_json:
        data = game.to_dict() | {"position": game.position, "legal_actions": game.legal_actions()}
        click.echo(json.dumps(data))
    else:
        click.echo(f"{game}\n\nposition: {game.position}\n")
        click.echo(legal_text(game.legal_actions()))


def _game(what: tuple[str, ...], options: RuleOptions, seed: int) -> "Game":
    from ...engine import Game  # noqa: PLC0415  (brings numba)
    from ...engine.notation.position import read_position  # noqa: PLC0415
    from ...setups import army  # noqa: PLC0415

    if what == ("-",):
        what = tuple(sys.stdin.read().split()) if sys.stdin else ()
        if not what:
            raise ValueError("standard input has no position; give a line such as position prints")
    line = " ".join(what)
    if len(line.split()) > 2:
        own = Ruleset().edit(*read_position(line)["rules"])
        return Game.from_position(line, rules=options.over(own))
    if len(what) == 1:
        raise ValueError(f"{line!r}: give two setups, or one position line in quotes")
    first, second = what or ("Default", "Default")
    rules = options.ruleset
    return Game.new(army(first, rules), army(second, rules), rules=rules, seed=seed)


def legal_text(actions: list[str]) -> str:
    """Return legal actions grouped by their verb, one paragraph of targets each."""
    groups: dict[str, list[str]] = {}
    for action in actions:
        verb, _, target = action.partition(" ")
        groups.setdefault(verb, []).append(target)
    if not groups:
        return "no legal actions: the game is over"
    lines = [f"{len(actions)} legal action{'s' if len(actions) > 1 else ''}"]
    for verb, targets in groups.items():
        text = " ".join([verb, *targets]).strip()
        lines.append(click.wrap_text(text, 79, initial_indent="  ", subsequent_indent="    "))
    return "\n".join(lines)
