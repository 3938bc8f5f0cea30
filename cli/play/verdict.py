"""How a game at the table ended: who won and why, and how to keep the game."""

import click

from ...engine import Game
from ...results.page.words import plural
from ...results.text.command_lines import command_line
from .save import SIDES, Seats
from .words import WIDTH


def verdict(game: Game, seats: Seats) -> str:
    """Return who won and why, and how to keep the game."""
    text = click.style(click.wrap_text(_ending(game, seats), WIDTH, "", "  "), bold=True)
    shows, reviews = command_line("replay FILE"), command_line("review FILE")
    return (
        f"{text}\nsave FILE keeps the game; {shows} shows it,\n"
        f"{reviews} says where it was decided; quit leaves."
    )


def _ending(game: Game, seats: Seats) -> str:
    """Return who won and why; nothing of an open game."""
    outcome, resigned = game.outcome, seats.resigned
    turns = f"after {plural(game.turn, 'turn')}"
    if outcome and outcome.winner == "draw":
        return f"A draw {turns}: that is the limit, and both sides have troops left."
    if outcome is None and resigned is None:
        return ""
    winner = int(outcome.winner) if outcome else 1 - (resigned or 0)
    name, loser = seats.name(winner), SIDES[1 - winner]
    why = f"the {loser} player {'has no troop left' if outcome else 'resigned'}"
    side = "" if name.startswith("the ") else f", the {SIDES[winner]} player,"
    if seats.is_person(winner):
        name = name.capitalize()
    return f"{name}{side} won {turns}: {why}."
