"""`conquest-opt position`: a position and its legal actions."""

import json
from typing import TYPE_CHECKING

import click

from ..options.positions import position_options
from ..parameters.numbers import SEED

if TYPE_CHECKING:
    from ...engine import Game


@click.command()
@click.option("--seed", type=SEED, default=0, show_default=True, help="Seed of a new game.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
@position_options
def command(game: "Game", seed: int, as_json: bool) -> None:
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
    position's line, a file with that line or with recorded games, or - for standard
    input. A line's own rules hold, with --set and --actions on top of them.

    \b
    conquest-opt position Default IAmWarrior
    conquest-opt position "12 0 selection - 50/75 charge/- Ck3=500/Sk18=100 - -"
    conquest-opt position docs/games.jsonl --game 3 --turn 12
    conquest-opt position Rush AntiRush --set obstacles=12 --seed 3 --json
    """
    if as_json:
        data = game.to_dict() | {"position": game.position, "legal_actions": game.legal_actions()}
        click.echo(json.dumps(data))
    else:
        click.echo(f"{game}\n\nposition: {game.position}\n")
        click.echo(legal_text(game.legal_actions()))


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
