"""From what a player typed to one legal action: numbers, whole actions and short ones.

7            the action of that number in the list
move k7      an action as it is written everywhere
k7           a square alone, where one kind of action fits it
m k7, cry k7, attack, e
             the beginning of a verb, or of a part of it; no square where there is one choice
"""

import re

from ...api.board.words import troop_name
from ...engine import Game
from ...engine.notation.action_text import clean
from ...engine.reading.input_error import InputError
from .listing import numbered, place, runs_of
from .reasons import VERBS, matching, why_not

_SQUARE = re.compile(r"[a-z][0-9]{1,2}")
_FILLERS = {"to", "on", "at", "the", "with"}
_END = {"done", "pass"}
"""What people say for `end`."""


class Unclear(InputError):
    """What was typed names no legal action, or several; the message says what would."""


def find_action(text: str, game: Game, *, numbers: bool = True) -> str:
    """Return the legal action that a text names, or raise Unclear.

    `numbers` is whether the list of actions that numbers refer to is on the screen.
    """
    text = clean(text)
    legal = game.legal_actions()
    if text in legal:
        return text
    if text.isascii() and text.isdecimal():
        return _by_number(text, game, numbers)
    words = [word for word in text.split() if word not in _FILLERS]
    squares, square = _named(words, game), ""
    if not squares and words and _SQUARE.fullmatch(words[-1]):
        square = words.pop()
    verb = "-".join("end" if word in _END else word for word in words)
    if len(words) > 1 and not matching(verb, VERBS) and matching(words[0], VERBS):
        verb, square = words[0], " ".join([*words[1:], square]).strip()
    fits = _fitting(verb, squares or {square} - {""}, legal)
    if not verb:  # where one is to select, a troop alone is meant for that
        fits = [action for action in fits if action.startswith("select ")] or fits
    if len(fits) == 1:
        return fits[0]
    if not fits:
        raise Unclear(why_not(text, verb, square or min(squares, default=""), game))
    raise Unclear(_which(text, fits))


def _named(words: list[str], game: Game) -> set[str]:
    """Take a troop's name off the end of some words; return the squares of such troops."""
    for count in (2, 1):
        name = " ".join(words[-count:])
        squares = {t["square"] for t in game.to_dict()["troops"] if troop_name(t["type"]) == name}
        if squares:
            del words[-count:]
            return squares
    return set()


def _by_number(text: str, game: Game, numbers: bool) -> str:
    actions = numbered(game)
    number = int(text[:4])
    if number and not numbers:
        raise Unclear(f"{text[:9]}: a number stands first in its line, as it is of the list above")
    if len(text) > 4 or number not in actions:
        last = max(actions, default=0)
        known = f"the list has 1 to {last}" if last else "the list has 0 alone"
        raise Unclear(f"no action {text[:9]} now; {known}, moves go by their square")
    return actions[number]


def _fitting(verb: str, squares: set[str], legal: list[str]) -> list[str]:
    """Return the legal actions with this verb and one of these squares, if they are given."""
    if not verb and not squares:
        return []
    verbs = matching(verb, [action.partition(" ")[0] for action in legal])
    parts = [(action, *action.partition(" ")[::2]) for action in legal]
    return [
        action
        for action, its_verb, its_square in parts
        if (not verb or its_verb in verbs) and (not squares or its_square in squares)
    ]


def _which(text: str, fits: list[str]) -> str:
    """Return the question that several fitting actions leave open."""
    verbs = {action.partition(" ")[0] for action in fits}
    if len(verbs) == 1:
        squares = runs_of(sorted((a.partition(" ")[2] for a in fits), key=place))
        return f"{verbs.pop()} needs a square: {' '.join(squares)}"
    shown = ", ".join(fits[:6]) + (", ..." if len(fits) > 6 else "")
    return f"{text[:40]!r} could be {shown}"
