"""Where troops can move and attack: the engine asked about the turn in which they are selected.

Of the side to move a troop is looked at as if it were selected now, the selected one as it is. Of
the other side it is its next turn, if this one ended now; what ends with a turn has ended then.
"""

from typing import Any

import numpy as np

from ...engine import Game
from ...engine.kernels.actions import KIND_SHIFT, MAX_ACTIONS
from ...engine.kernels.entry import advance_state, legal_actions
from ...engine.kernels.layout import CHASTISE, MOVEMENT, NO_WINNER, PLACES, RALLY, new_scratch
from ...engine.kernels.packing import pack_rules
from ...engine.rules.ruleset import Ruleset
from ...engine.rules.squares import place_of
from ...engine.rules.stats import MAX_TROOPS, TROOPS
from .actions import ATTACK, END, MOVE, parts_of
from .board_game import copied_state

Square = tuple[int, int]


def reach_values(game: Game, troop: int | None = None) -> list[dict[str, Any]]:
    """Return the reach of every living troop, or of one."""
    alive = [n for n in range(PLACES) if int(game.state.alive) >> n & 1]
    now, then, ask = game.state, _next_turn(game), _Asker(game.rules)
    return [
        _reach(now if number // MAX_TROOPS == game.player else then, number, ask)
        for number in alive
        if troop in (None, number)
    ]


def _next_turn(game: Game) -> np.record:
    """Return the position in which the other side's turn begins, if this one ended now."""
    state = copied_state(game.state)
    state.phase, state.turn, state.winner = RALLY, 1, NO_WINNER  # whatever the limit of turns
    advance_state(pack_rules(game.rules), state, END << KIND_SHIFT)
    return state


class _Asker:
    """Asks the engine what the selected troop can do."""

    def __init__(self, rules: Ruleset) -> None:
        self.rules = rules
        self._packed, self._scratch = pack_rules(rules), new_scratch()
        self._out = np.zeros(MAX_ACTIONS, np.uint32)

    def options(self, state: np.record) -> tuple[dict[Square, int], list[int]]:
        """Return its moves by square, and whom it can attack from where it stands."""
        count = legal_actions(self._packed, state, self._scratch, self._out)
        numbers = [(parts_of(number), number) for number in self._out[:count].tolist()]
        moves = {place_of(where): number for (kind, where), number in numbers if kind == MOVE}
        return moves, [target for (kind, target), _ in numbers if kind == ATTACK]

    def after(self, state: np.record, number: int) -> np.record:
        """Return the position after an action."""
        later = copied_state(state)
        advance_state(self._packed, later, number)
        return later


def _reach(position: np.record, troop: int, ask: _Asker) -> dict[str, Any]:
    state = copied_state(position)
    state.winner = NO_WINNER
    if int(state.selected) != troop:
        state.selected, state.spent, state.phase = troop, 0, MOVEMENT
    here = int(state.x[troop]), int(state.y[troop])
    moves, at_once = ask.options(state)
    targets: dict[int, list[Square]] = {target: [here] for target in at_once}
    reach = ask.rules.troops[TROOPS[int(state.kind[troop])]].range
    enemies = _enemies(state, troop)
    for square, number in moves.items():
        if not _any_near(square, enemies, reach):
            continue  # the engine need not be asked: 20 times as fast
        for target in ask.options(ask.after(state, number))[1]:
            targets.setdefault(target, []).append(square)
    stands = [here, *moves] if state.phase != RALLY else []
    return {
        "id": troop,
        "moves": [list(square) for square in moves],
        "attacks": _within(stands, reach, ask.rules),
        "targets": [
            {"troop": target, "from": [list(square) for square in squares]}
            for target, squares in sorted(targets.items())
        ],
        "can_act": not int(state.effects[CHASTISE]) >> troop & 1,
    }


def _enemies(state: np.record, troop: int) -> list[Square]:
    """Return where the living enemies of a troop stand."""
    first = MAX_TROOPS * (1 - troop // MAX_TROOPS)
    xs, ys, alive = state["x"].tolist(), state["y"].tolist(), int(state.alive)
    return [(xs[n], ys[n]) for n in range(first, first + MAX_TROOPS) if alive >> n & 1]


def _any_near(square: Square, others: list[Square], distance: int) -> bool:
    x, y = square
    return any(max(abs(x - a), abs(y - b)) <= distance for a, b in others)


def _within(stands: list[Square], reach: int, rules: Ruleset) -> list[list[int]]:
    """Return the squares within range of where a troop can stand."""
    width, height = rules.board.width, rules.board.height
    near = np.zeros((width, height), bool)
    for x, y in stands:
        near[max(x - reach, 0) : x + reach + 1, max(y - reach, 0) : y + reach + 1] = True
    return np.argwhere(near).tolist()
