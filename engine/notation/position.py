"""A position as one line of text, like chess's FEN.

Nine fields, separated by single spaces:

    turn  player  phase  selected  points  commands  troops  obstacles  rules

    1 0 selection - 0/0 battle-cry,charge=3/- Sp3=100,Ho2=200+400!stoicism/Ce18=500 - -

turn       the turn's number, from 1
player     0 or 1, whose turn it is
phase      selection, movement, combat or rally
selected   the selected troop's square, with `:n` if it has spent n movement points, or `-`
points     command points of player 0 / of player 1
commands   of player 0 / of player 1, with `=n` if n turns from ready; `-` for none
troops     of player 0 / of player 1: letter, square, `=` own health, then if there are any
           `+` boosted health and `!` each command in effect; `-` for none
obstacles  their squares, or `-`
rules      how the rules differ from the standard ones, as edits, or `-`

The winner of a finished game is appended to the turn (`83x0`, `500xdraw`), and the state of the
random stream to the rules (`winds=random,stream=00000000000000ff`). Troops stand in the order of
their numbers, so that a game read back draws the same random actions.
"""

import re
from typing import Any

from ..reading.input_error import InputError
from ..reading.names import LONGEST_SHOWN, shown
from ..reading.numbers import whole_number
from .snapshot import MAX_POINTS, PositionError

_FIELDS = ("turn", "player", "phase", "selected", "points", "commands", "troops", "obstacles")
_WORDS = re.compile(r"[^ \t\r\n]+")
_TURN = re.compile(r"([0-9]{1,9})(?:x(0|1|draw))?")
_TROOP = re.compile(r"([A-Z])([a-t][0-9]{1,2})=([0-9]{1,9})(?:\+([0-9]{1,9}))?((?:![a-z-]+)*)")
_WINNERS = {None: None, "0": 0, "1": 1, "draw": "draw"}


def _join(parts: list[str]) -> str:
    return ",".join(parts) or "-"


def _split(text: str) -> list[str]:
    return [] if text == "-" else text.split(",")


def _troop_text(troop: dict[str, Any]) -> str:
    boost = f"+{troop['boost']}" if troop["boost"] else ""
    effects = "".join(f"!{effect}" for effect in troop["effects"])
    return f"{troop['type']}{troop['square']}={troop['health']}{boost}{effects}"


def write_position(data: dict[str, Any]) -> str:
    """Return the line of a state's dict, with its `rules` and `stream`."""
    ended = "" if data["winner"] is None else f"x{data['winner']}"
    spent = next((t["moved"] for t in data["troops"] if t["square"] == data["selected"]), 0)
    rules = data["rules"] + ([f"stream={data['stream']}"] if data["stream"] else [])
    fields = [
        f"{data['turn']}{ended}",
        str(data["player"]),
        data["phase"],
        (data["selected"] or "-") + (f":{spent}" if spent else ""),
        "/".join(map(str, data["points"])),
        "/".join(
            _join([f"{slug}={left}" if left else slug for slug, left in commands.items()])
            for commands in data["commands"]
        ),
        "/".join(
            _join([_troop_text(t) for t in data["troops"] if t["owner"] == player])
            for player in (0, 1)
        ),
        _join(data["obstacles"]),
        _join(rules),
    ]
    return " ".join(fields)


def _number(name: str, text: str) -> int:
    try:
        return whole_number(text, 0, MAX_POINTS)
    except InputError as error:
        raise PositionError(f"{name} must be a whole number: {error}") from None


def _two(name: str, text: str) -> tuple[str, str]:
    sides = text.split("/")
    if len(sides) != 2:
        raise PositionError(f"{name} must have two sides separated by '/', not {shown(text)}")
    return sides[0], sides[1]


def _read_commands(text: str) -> dict[str, int]:
    commands: dict[str, int] = {}
    for part in _split(text):
        slug, equals, left = part.partition("=")
        if slug in commands:
            raise PositionError(f"{slug[:LONGEST_SHOWN]} is there twice")
        commands[slug] = _number(f"cooldown of {shown(slug)}", left) if equals else 0
    return commands


def _read_troop(text: str, owner: int, selected: str | None, spent: int) -> dict[str, Any]:
    match = _TROOP.fullmatch(text)
    if not match:
        raise PositionError(f"{shown(text)} is no troop; one looks like Ck3=500+200!battle-cry")
    letter, square, health, boost, effects = match.groups()
    return {
        "type": letter,
        "owner": owner,
        "square": square,
        "health": int(health),
        "boost": int(boost or 0),
        "moved": spent if square == selected else 0,
        "effects": effects.split("!")[1:],
    }


def read_position(text: str) -> dict[str, Any]:
    """Return the state's dict of a line, with its `rules`; values are checked by `snapshot`."""
    if not isinstance(text, str):
        raise PositionError(f"a position is a line of text, not {shown(text)}")
    fields = _WORDS.findall(text)
    if len(fields) == len(_FIELDS):
        fields.append("-")
    if len(fields) != len(_FIELDS) + 1:
        raise PositionError(
            f"a position has the fields {', '.join(_FIELDS)}, rules; this has {len(fields)} fields"
        )
    turn = _TURN.fullmatch(fields[0])
    if not turn:
        raise PositionError(
            f"the turn must be a number, or like 83x0 when won, not {shown(fields[0])}"
        )
    square, colon, spent_text = fields[3].partition(":")
    selected = None if square == "-" else square
    spent = _number("movement spent", spent_text) if colon else 0
    edits = _split(fields[8])
    streams = [e.partition("=")[2] for e in edits if e.startswith("stream=")]
    if len(streams) > 1:
        raise PositionError("stream is there twice")
    return {
        "player": _number("player", fields[1]),
        "turn": int(turn[1]),
        "phase": fields[2],
        "selected": selected,
        "points": [_number("points", p) for p in _two("points", fields[4])],
        "commands": [_read_commands(c) for c in _two("commands", fields[5])],
        "troops": [
            _read_troop(troop, owner, selected, spent)
            for owner, side in enumerate(_two("troops", fields[6]))
            for troop in _split(side)
        ],
        "obstacles": _split(fields[7]),
        "winner": _WINNERS[turn[2]],
        "stream": streams[0] if streams else None,
        "rules": [e for e in edits if not e.startswith("stream=")],
    }
