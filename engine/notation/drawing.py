"""The board as text, 80 columns wide at most: upper case is the first player, lower the second."""

from textwrap import wrap
from typing import Any

from ..rules.ruleset import Ruleset
from ..rules.squares import FILES, square_name
from ..rules.stats import LETTERS, TROOPS

SIDES = ("first", "second")
"""The players, for people."""


def _board(data: dict[str, Any], rules: Ruleset) -> list[str]:
    """Return the board's lines, the selected troop in brackets."""
    width, height = rules.board.width, rules.board.height
    marks = dict.fromkeys(data["obstacles"], "#")
    for troop in data["troops"]:
        letter = troop["type"]
        marks[troop["square"]] = letter.lower() if troop["owner"] else letter
    lines = []
    for y in reversed(range(height)):
        row = [marks.get(square_name(x, y), ".") for x in range(width)]
        line = " " + " ".join(row) + " "
        if data["selected"] and data["selected"] in (square_name(x, y) for x in range(width)):
            x = FILES.index(data["selected"][0])
            line = f"{line[: 2 * x]}[{row[x]}]{line[2 * x + 3 :]}"
        lines.append(f"{y + 1:>2} {line}{y + 1:>3}")
    files = "    " + " ".join(FILES[:width])
    return [files, *lines, files]


def _troop_line(troop: dict[str, Any], rules: Ruleset) -> str | None:
    """Return what is special about a troop, or None."""
    full = rules.troops[TROOPS[LETTERS.index(troop["type"])]].health
    if troop["health"] == full and not troop["boost"] and not troop["effects"]:
        return None
    letter = troop["type"].lower() if troop["owner"] else troop["type"]
    boost = f" +{troop['boost']}" if troop["boost"] else ""
    effects = f" {', '.join(troop['effects'])}" if troop["effects"] else ""
    return f"  {letter} {troop['square']}: health {troop['health']}/{full}{boost}{effects}"


def _side_line(data: dict[str, Any], player: int) -> str:
    commands = [
        f"{slug} ({left})" if left else slug for slug, left in data["commands"][player].items()
    ]
    case = "lower case" if player else "upper case"
    name = f"{SIDES[player]} ({case})"
    points = data["points"][player]
    noun = "point" if points == 1 else "points"
    return f"{name}: {points} {noun}; {', '.join(commands) or 'no commands'}"


def headline(data: dict[str, Any]) -> str:
    """Return whose turn it is, or how the game ended."""
    if data["winner"] == "draw":
        return f"draw after {data['turn']} turn{'' if data['turn'] == 1 else 's'}"
    if data["winner"] is not None:
        return f"{SIDES[data['winner']]} player won in turn {data['turn']}"
    return f"turn {data['turn']}, {SIDES[data['player']]} player, {data['phase']} phase"


def draw(data: dict[str, Any], rules: Ruleset) -> str:
    """Return the board, whose turn it is, both sides, and every troop that is not as new."""
    special = [line for t in data["troops"] if (line := _troop_line(t, rules))]
    sides = [_side_line(data, player) for player in (0, 1)]
    notes = [
        line
        for text in (*sides, *special)
        for line in wrap(text.strip(), 80, initial_indent=_indent(text), subsequent_indent="    ")
    ]
    return "\n".join([*_board(data, rules), headline(data), *notes])


def _indent(text: str) -> str:
    return "  " if text.startswith(" ") else ""
