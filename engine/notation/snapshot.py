"""A state as plain JSON values and back, with every value checked on the way in."""

import difflib
import re
from collections.abc import Mapping, Sequence
from types import SimpleNamespace
from typing import Any

import numpy as np

from ..kernels.layout import (
    BOMBARD,
    CHASTISE,
    DRAW,
    NO_TROOP,
    NO_WINNER,
    PHASES,
    PLACES,
    REGENERATE,
    STATE,
    WINDS_OF_FATE,
)
from ..kernels.packing import block, empty_state, is_blocked, outside, place_troop
from ..reading.input_error import InputError
from ..reading.names import LONGEST_SHOWN, shown
from ..rules.ruleset import Ruleset
from ..rules.squares import code_at, parse_square, place_of, square_name
from ..rules.stats import COMMANDS, LETTERS, MAX_TROOPS, TROOPS

EFFECTS = tuple(c for c in COMMANDS if c != COMMANDS[WINDS_OF_FATE])

_STREAM = re.compile(r"[0-9a-f]{1,16}")

MAX_POINTS = 1_000_000_000
"""The most command points a position may begin with: far from what 32 bits hold."""


class PositionError(InputError):
    """A position that cannot be; the message says what is wrong with it."""


def _plain(state: np.record) -> Any:
    """Return a state's fields as plain numbers and lists, by name; records are slow to ask."""
    return SimpleNamespace(
        **{name: state[name].tolist() for name in STATE.names or () if name != "padding"}
    )


def _members(mask: int, size: int) -> list[int]:
    return [i for i in range(size) if mask >> i & 1]


def winner_of(state: np.record) -> int | str | None:
    """Return 0, 1, "draw" or None."""
    winner = int(state.winner)
    return {DRAW: "draw", NO_WINNER: None}.get(winner, winner)


def _obstacles(plain: Any, troops: list[int], rules: Ruleset) -> list[str]:
    """Return the obstacles' squares: what is blocked and no troop, by rank, then file."""
    standing = {code_at(plain.x[t], plain.y[t]) for t in troops}
    words = [word ^ out for word, out in zip(plain.blocked, outside(rules), strict=True)]
    codes = (64 * w + b for w, word in enumerate(words) if word for b in _members(word, 64))
    return [square_name(*place_of(code)) for code in codes if code not in standing]


def state_to_dict(state: np.record, rules: Ruleset) -> dict[str, Any]:
    """Return the complete state; troops in the order of their numbers."""
    plain = _plain(state)
    troops = _members(plain.alive, PLACES)
    squares = {t: square_name(plain.x[t], plain.y[t]) for t in troops}
    return {
        "player": plain.player,
        "turn": plain.turn,
        "phase": PHASES[plain.phase],
        "selected": squares.get(plain.selected),
        "points": plain.points,
        "commands": [
            {COMMANDS[c]: resting[c] for c in _members(owned, len(COMMANDS))}
            for owned, resting in zip(plain.owned, plain.cooldown, strict=True)
        ],
        "troops": [
            {
                "type": LETTERS[plain.kind[t]],
                "owner": t // MAX_TROOPS,
                "square": squares[t],
                "health": plain.health[t],
                "boost": plain.boost[t],
                "moved": plain.spent if t == plain.selected else 0,
                "effects": [
                    c for c, on in zip(COMMANDS, plain.effects, strict=True) if on >> t & 1
                ],
            }
            for t in troops
        ],
        "obstacles": _obstacles(plain, troops, rules),
        "winner": winner_of(state),
        "stream": f"{plain.stream:016x}" if rules.winds == "random" else None,
    }


def _whole(name: str, value: object, low: int, high: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise PositionError(
            f"{name} must be a whole number from {low} to {high}, not {shown(value)}"
        )
    return value


def _one_of(name: str, value: object, allowed: tuple[object, ...]) -> int:
    """Return the place of a value among those allowed."""
    for i, choice in enumerate(allowed):
        if value == choice and type(value) is type(choice):
            return i
    text = value[:LONGEST_SHOWN] if isinstance(value, str) else ""
    near = difflib.get_close_matches(text, [str(choice) for choice in allowed], n=1)
    hint = f"; did you mean {near[0]}?" if near else ""
    choices = ", ".join(map(str, allowed))
    raise PositionError(f"{name} must be one of {choices}, not {shown(value)}{hint}")


def dict_to_state(data: Mapping[str, Any], rules: Ruleset) -> np.record:
    """Return the state of a dict as `state_to_dict` makes it, or raise PositionError."""
    _has(data, _KEYS, "the position")
    state = empty_state(rules)
    state.player = _whole("player", data["player"], 0, 1)
    state.turn = _whole("turn", data["turn"], 1, rules.max_turns)
    state.phase = _one_of("phase", data["phase"], PHASES)
    for name in _listed("obstacles", data["obstacles"]):
        block(state, *_free_square(state, name, rules))
    points, commands = (_listed(name, data[name], 2) for name in ("points", "commands"))
    for player in (0, 1):
        state.points[player] = _whole("points", points[player], 0, MAX_POINTS)
        _put_commands(state, player, commands[player], rules)
    _put_troops(state, data, rules)
    _check_marks(state, rules)
    _put_winner(state, data["winner"], rules)
    stream = data.get("stream")
    if stream is not None and not (isinstance(stream, str) and _STREAM.fullmatch(stream)):
        raise PositionError(f"stream must be up to 16 hex digits, not {shown(stream)}")
    if rules.winds == "random":
        state.stream = int(stream or "0", 16)
    return state


def _has(data: object, keys: tuple[str, ...], what: str) -> None:
    """Refuse what is no mapping with these keys."""
    if not isinstance(data, Mapping):
        raise PositionError(f"{what} must be a mapping with {', '.join(keys)}, not {shown(data)}")
    missing = [key for key in keys if key not in data]
    if missing:
        raise PositionError(f"{what} lacks {', '.join(missing)}")


def _listed(name: str, value: object, size: int | None = None) -> Sequence[Any]:
    """Return a value that is a list, of a size if one is given."""
    if not isinstance(value, list | tuple) or size not in (None, len(value)):
        kind = "a list" if size is None else f"a list of {size}, one for each player"
        raise PositionError(f"{name} must be {kind}, not {shown(value)}")
    return value


_KEYS = (
    "player",
    "turn",
    "phase",
    "selected",
    "points",
    "commands",
    "troops",
    "obstacles",
    "winner",
)
_TROOP_KEYS = ("type", "owner", "square", "health", "boost", "moved", "effects")


def _free_square(state: np.record, name: str, rules: Ruleset) -> tuple[int, int]:
    try:
        x, y = parse_square(name, rules)
    except InputError as error:
        raise PositionError(error) from None
    if is_blocked(state, x, y):
        raise PositionError(f"two things on {name}")
    return x, y


def _put_commands(
    state: np.record, player: int, commands: Mapping[str, int], rules: Ruleset
) -> None:
    if not isinstance(commands, Mapping):
        raise PositionError(f"commands must be mappings of names, not {shown(commands)}")
    for slug, left in commands.items():
        command = _one_of("command", slug, COMMANDS)
        state.owned[player] |= np.uint16(1 << command)
        state.cooldown[player, command] = _whole(
            f"cooldown of {slug}", left, 0, rules.commands[slug].cooldown
        )


def _put_troops(state: np.record, data: Mapping[str, Any], rules: Ruleset) -> None:
    slots = [0, 0]
    for entry in _listed("troops", data["troops"]):
        _has(entry, _TROOP_KEYS, "a troop")
        kind = _one_of("troop type", entry["type"], tuple(LETTERS))
        owner = _whole("owner", entry["owner"], 0, 1)
        if slots[owner] == MAX_TROOPS:
            raise PositionError(f"more than {MAX_TROOPS} troops of player {owner}")
        troop = MAX_TROOPS * owner + slots[owner]
        slots[owner] += 1
        name = entry["square"]
        place = _free_square(state, name, rules)
        full = rules.troops[TROOPS[kind]].health
        health = _whole(f"health of {LETTERS[kind]} on {name}", entry["health"], 1, full)
        place_troop(state, troop, kind, *place, health)
        effects = _listed(f"effects on {name}", entry["effects"])
        for effect in effects:
            command = COMMANDS.index(EFFECTS[_one_of("effect", effect, EFFECTS)])
            if int(state.effects[command]) >> troop & 1:
                raise PositionError(f"{effect} is on {name} twice")
            state.effects[command] |= np.uint32(1 << troop)
        most = sum(rules.commands[effect].health or 0 for effect in effects)
        state.boost[troop] = _whole(f"boost on {name}", entry["boost"], 0, most)
        factor = rules.commands["charge"].factor or 1 if "charge" in effects else 1
        steps = factor * rules.troops[TROOPS[kind]].movement
        moved = _whole(f"moved on {name}", entry["moved"], 0, steps)
        if name == data["selected"] and owner == state.player:
            state.selected, state.spent = troop, moved
        elif moved:
            raise PositionError(f"only the selected troop can have moved, not the one on {name}")
    _check_selection(state, data)


def _check_marks(state: np.record, rules: Ruleset) -> None:
    """Refuse marks of Regenerate and Bombard that would have outlasted the turn of their use."""
    own = 0xFFFF << MAX_TROOPS * int(state.player)
    if int(state.effects[BOMBARD]) & own or int(state.effects[REGENERATE]) & ~own:
        raise PositionError(
            "bombard and regenerate are over as the turn ends: in effect are only a bombard on the "
            "other side's troops and a regenerate on those of the player to move"
        )
    unused = rules.actions.command_window != "any" and PHASES[state.phase] == "selection"
    if unused and state.effects[BOMBARD]:
        raise PositionError("no bombard is in effect in the selection phase: the turn has begun")


def _check_selection(state: np.record, data: Mapping[str, Any]) -> None:
    selected, phase = data["selected"], data["phase"]
    if selected is not None and state.selected == NO_TROOP:
        raise PositionError(f"selected is {shown(selected)}, where the player to move has no troop")
    if phase == "selection" and selected is not None:
        raise PositionError("nothing is selected yet in the selection phase")
    if phase in ("movement", "combat") and selected is None:
        raise PositionError(f"the {phase} phase needs a selected troop")


def _put_winner(state: np.record, winner: object, rules: Ruleset) -> None:
    """Take the winner, who must be the one the position shows."""
    code = _one_of("winner", winner, (0, 1, "draw", None))
    state.winner = (0, 1, DRAW, NO_WINNER)[code]
    sides = [int(state.alive) >> MAX_TROOPS * player & 0xFFFF for player in (0, 1)]
    for player in (0, 1):
        if not sides[player] and winner != 1 - player:
            raise PositionError(f"player {player} has no troop, so the winner is {1 - player}")
        if sides[player] and winner == 1 - player:
            raise PositionError(f"player {player} has troops, so the winner is not {winner}")
    if winner == "draw" and state.turn != rules.max_turns:
        raise PositionError(f"a draw is in turn {rules.max_turns}, the limit, not {state.turn}")
    own = sides[state.player] << MAX_TROOPS * int(state.player)
    stuck = not own & ~int(state.effects[CHASTISE])
    if winner is None and PHASES[state.phase] == "selection" and stuck:
        raise PositionError("every troop is chastised; they would have been released")
