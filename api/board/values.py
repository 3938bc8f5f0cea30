"""A position as plain values: the board, its troops, both sides' commands, whose turn it is."""

from collections.abc import Collection
from typing import Any, Final

import numpy as np

from ...engine import Game, Outcome
from ...engine.kernels.layout import CHASTISE, NO_TROOP, PLACES
from ...engine.notation.drawing import SIDES
from ...engine.notation.snapshot import state_to_dict
from ...engine.rules.ruleset import Ruleset
from ...engine.rules.squares import parse_square
from ...engine.rules.stats import COMMANDS, LETTERS, TROOPS, title
from ...engine.rules.texts import COMMAND_TEXTS
from .words import command_effect

Values = dict[str, Any]
_ENEMY: Final = ("bombard", "chastise")
_NONE: Final = "winds-of-fate"


def board_values(state: np.record, rules: Ruleset, usable: Collection[str] = ()) -> Values:
    """Return a position; `usable` are the commands that a legal action uses."""
    position = state_to_dict(state, rules)
    board = rules.board
    return {
        "board": {
            "width": board.width,
            "height": board.height,
            "home_rows": board.home_rows,
            "obstacles": [list(parse_square(name, rules)) for name in position["obstacles"]],
        },
        **turn_values(position, state),
        "troops": troop_values(position, state, rules),
        "players": [
            {
                "points": position["points"][player],
                "income": rules.economy.income,
                "commands": [
                    _command(
                        slug,
                        left,
                        position["points"][player],
                        rules,
                        usable=player == position["player"] and slug in usable,
                    )
                    for slug, left in position["commands"][player].items()
                ],
            }
            for player in (0, 1)
        ],
    }


def game_values(game: Game, usable: Collection[str] = ()) -> Values:
    """Return the position that a game is in."""
    return board_values(game.state, game.rules, usable)


def turn_values(position: Values, state: np.record) -> Values:
    """Return whose turn it is, and in which phase."""
    selected = int(state.selected)
    return {
        "turn": position["turn"],
        "player": position["player"],
        "phase": position["phase"],
        "selected": None if selected == NO_TROOP else selected,
    }


def troop_values(position: Values, state: np.record, rules: Ruleset) -> list[Values]:
    """Return the living troops, in the order of their numbers."""
    return [
        troop_value(number, *stands, rules)
        for number, stands in standing_troops(position, state).items()
    ]


Standing = tuple[Values, bool, bool]
"""A troop of a position, whether it is selected, and whether it is chastised."""


def standing_troops(position: Values, state: np.record) -> dict[int, Standing]:
    """Return the living troops by their numbers."""
    alive, chastised = int(state.alive), int(state.effects[CHASTISE])
    numbers = [n for n in range(PLACES) if alive >> n & 1]
    selected = int(state.selected)
    return {
        number: (troop, number == selected, bool(chastised >> number & 1))
        for number, troop in zip(numbers, position["troops"], strict=True)
    }


def troop_value(
    number: int, troop: Values, selected: bool, chastised: bool, rules: Ruleset
) -> Values:
    """Return a troop that stands on the board."""
    slug = TROOPS[LETTERS.index(troop["type"])]
    stats, effects = rules.troops[slug], troop["effects"]
    cry = rules.commands["battle-cry"].damage or 0
    factor = rules.commands["charge"].factor or 1
    movement = stats.movement * (factor if "charge" in effects else 1)
    return {
        "id": number,
        "type": troop["type"],
        "name": title(slug),
        "side": troop["owner"],
        "square": troop["square"],
        "at": list(parse_square(troop["square"], rules)),
        "health": troop["health"],
        "max_health": stats.health,
        "extra_health": troop["boost"],
        "damage": stats.damage + (cry if "battle-cry" in effects else 0),
        "range": stats.range,
        "movement": movement,
        "movement_left": movement - troop["moved"],
        "selected": selected,
        "effects": effects,
        "chastised": chastised,
    }


def _command(slug: str, left: int, points: int, rules: Ruleset, *, usable: bool) -> Values:
    stats = rules.commands[slug]
    return {
        "command": slug,
        "name": title(slug),
        "text": COMMAND_TEXTS[slug],
        "effect": command_effect(slug, rules),
        "target": "none" if slug == _NONE else "enemy" if slug in _ENEMY else "own",
        "cost": stats.cost,
        "cooldown": stats.cooldown,
        "cooldown_left": left,
        "ready": not left,
        "affordable": points >= stats.cost,
        "usable": usable,
    }


def outcome_values(outcome: Outcome | None, resigned: int | None, turn: int) -> Values | None:
    """Return how a game ended, by resignation too; None while it is open."""
    if outcome:
        text = str(outcome)
        winner, reason, turns = outcome.winner, outcome.reason, outcome.turns
    elif resigned is not None:
        winner, reason, turns = 1 - resigned, "resignation", turn
        text = f"the {SIDES[winner]} player won: the other side resigned in turn {turn}"
    else:
        return None
    return {"winner": winner, "reason": reason, "turns": turns, "text": text}


assert set(_ENEMY) | {_NONE} <= set(COMMANDS)
