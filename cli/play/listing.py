"""The legal actions as a list for people: numbered, but for moves, which are shown as squares."""

import click

from ...api.board.words import (
    command_effect,
    deed,
    described,
    health_of,
    troop_at,
    troop_name,
)
from ...engine import Game
from ...engine.rules.squares import FILES
from ...results.page.words import plural
from .words import WIDTH

_VERB = 15
"""Columns of a verb, its indent included: `winds-of-fate` fits."""


def place(square: str) -> tuple[int, int]:
    """Return a square's rank and file, to sort by."""
    return int(square[1:] or 0), FILES.find(square[:1])


def _order(action: str) -> tuple[int, str, tuple[int, int]]:
    verb, _, square = action.partition(" ")
    first = {"select": 0, "attack": 1}.get(verb, 2)
    return first, verb, place(square)


def numbered(game: Game) -> dict[int, str]:
    """Return the actions that have numbers: all but moves.

    The end of the turn is always 0: it cannot be taken back, so 1 had better be something else.
    """
    legal = [a for a in game.legal_actions() if not a.startswith("move ")]
    rest = sorted((a for a in legal if a != "end"), key=_order)
    return dict(enumerate(rest, start=1)) | ({0: "end"} if "end" in legal else {})


def moves(game: Game) -> list[str]:
    """Return the squares that the selected troop may move to, rank by rank."""
    legal = game.legal_actions()
    return sorted((a.partition(" ")[2] for a in legal if a.startswith("move ")), key=place)


def runs_of(squares: list[str]) -> list[str]:
    """Return squares, sorted by rank, with neighbours joined: e5 f5 g5 becomes e5-g5."""
    runs: list[list[str]] = []
    for square in squares:
        rank, file = place(square)
        if runs and place(runs[-1][-1]) == (rank, file - 1):
            runs[-1].append(square)
        else:
            runs.append([square])
    return [f"{run[0]}-{run[-1]}" if len(run) > 1 else run[0] for run in runs]


def preview(game: Game, action: str) -> str:
    """Return what an action would do."""
    after = game.copy().apply(action)
    return deed(action, game.to_dict(), after.to_dict(), game.rules)


def _items(game: Game) -> dict[str, list[str]]:
    """Return the numbered actions' items by verb."""
    groups: dict[str, list[str]] = {}
    position = game.to_dict()
    for number, action in numbered(game).items():
        verb, _, square = action.partition(" ")
        troop = troop_at(position, square)
        item = f"{number:>2}) {square}".rstrip()
        if verb == "attack":
            item += f" {preview(game, action)}"
        elif troop:
            full = game.rules.troops[troop_name(troop["type"]).replace(" ", "-")].health
            hurt = "" if health_of(troop) == full else f" {health_of(troop)}/{full}"
            item += f" {troop_name(troop['type'])}{hurt}"
        groups.setdefault(verb, []).append(item)
    return groups


def _held_back(game: Game) -> str:
    """Return the own troops that cannot be selected: Chastise alone does that."""
    if game.phase != "selection":
        return ""
    legal = {action.partition(" ")[2] for action in game.legal_actions()}
    own = [troop for troop in game.to_dict()["troops"] if troop["owner"] == game.player]
    return ", ".join(described(troop) for troop in own if troop["square"] not in legal)


def _price_tag(slug: str, game: Game) -> str:
    return f"{plural(game.rules.commands[slug].cost, 'point')}: {command_effect(slug, game.rules)}"


def _columns(items: list[str]) -> list[str]:
    """Return items below each other in as many columns as fit behind a verb."""
    width = max(len(item) for item in items) + 2
    count = max(1, (WIDTH - _VERB) // width)
    rows = [items[i : i + count] for i in range(0, len(items), count)]
    return ["".join(f"{item:<{width}}" for item in row).rstrip() for row in rows]


def _behind(verb: str, lines: list[str]) -> list[str]:
    """Return lines with a verb before the first."""
    heads = [f"  {verb:<{_VERB - 2}}", *[" " * _VERB] * (len(lines) - 1)]
    return [head + line for head, line in zip(heads, lines, strict=True)]


def _wrapped(text: str, indent: str) -> list[str]:
    return click.wrap_text(text, WIDTH - _VERB, "", indent).splitlines()


def list_text(game: Game) -> str:
    """Return every legal action, grouped by verb, within 79 columns."""
    lines: list[str] = []
    groups = _items(game)
    for verb in [v for v in groups if v != "end"]:
        if verb == "attack":
            lines += _behind(verb, [x for item in groups[verb] for x in _wrapped(item, "    ")])
        elif verb in game.rules.commands:
            lines += _behind(verb, [_price_tag(verb, game), *_columns(groups[verb])])
        else:
            lines += _behind(verb, _columns(groups[verb]))
    if held := _held_back(game):
        lines += _behind("not now", _wrapped(f"{held}: chastised, until your turn is over", ""))
    if squares := moves(game):
        lines += _behind("move", _wrapped(" ".join(runs_of(squares)), ""))
    if "end" in groups:
        lines += _behind("end", [f"{groups['end'][0]} end your turn"])
    return "\n".join(lines)
