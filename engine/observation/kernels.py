"""States as observations and masks, and numbers of actions as the engine's actions.

`spaces` says what they mean. The board is cleared square by square where troops stood, not as a
whole: a game's 10,800 bytes would else be written at every step.
"""

from typing import Final

import numpy as np

from ..kernels.actions import ATTACK, COMMAND, SELECT, encode
from ..kernels.bits import copy_record, lowest_bit
from ..kernels.compiled import helper, inline, jit
from ..kernels.layout import BOMBARD, CHASTISE, NO_TROOP, NO_WINNER, WINDS_OF_FATE
from ..kernels.options import (
    find_moves,
    find_options,
    move_to,
    movement_left,
    square_code,
    without_lowest,
)
from ..kernels.random import advance, below, mix
from ..kernels.transitions import apply_action
from ..rules.board import ROW_BITS, ROWS_PER_WORD, SQUARE_WORDS
from ..rules.stats import COMMANDS, TROOPS
from .spaces import (
    ACTIONS,
    FIRST_ATTACK,
    FIRST_COMMAND,
    FIRST_MOVE,
    FIRST_SELECT,
    PLANES,
    SIZE,
    SLOTS,
)

U64 = np.uint64
_0, _1, _4, _6, _15, _63 = (np.uint64(n) for n in (0, 1, 4, 6, 15, 63))
_KINDS, _COMMANDS, _PLANES = len(TROOPS), len(COMMANDS), len(PLANES)
_BLOCKED: Final = PLANES.index("blocked")
_SELECTED: Final = PLANES.index("selected")
_EFFECTS: Final = PLANES.index(f"under {COMMANDS[0]}")
_HEALTH: Final = PLANES.index("health")
_BOOST: Final = PLANES.index("boost")

GEOMETRY: Final = np.dtype(
    [("width", np.int64), ("height", np.int64), ("full_health", np.int64)], align=True
)
"""What the engine's record of the rules does not have: the board's size and the greatest health."""


@inline
def seen(geometry, player, x, y):
    """Return a square as a player sees it; or, of one that it sees, the square."""
    if player:
        return geometry.width - 1 - x, geometry.height - 1 - y
    return np.int64(x), np.int64(y)


@helper
def draw_ground(geometry, state, player, board):
    """Write a whole board without troops: 0, and what is blocked for good."""
    board[:] = 0
    for y in range(SIZE):
        for x in range(SIZE):
            outside = x >= geometry.width or y >= geometry.height
            code = square_code(U64(x), U64(y))
            if outside:
                board[y, x, _BLOCKED] = 1
            elif (state.blocked[code >> _6] >> (code & _63)) & _1:
                u, v = seen(geometry, player, x, y)
                board[v, u, _BLOCKED] = 1
    troops = U64(state.alive)
    while troops:
        troop = lowest_bit(troops)
        troops = without_lowest(troops)
        u, v = seen(geometry, player, state.x[troop], state.y[troop])
        board[v, u, _BLOCKED] = 0


@helper
def erase_troops(geometry, state, player, board):
    """Clear the squares of all troops."""
    troops = U64(state.alive)
    while troops:
        troop = lowest_bit(troops)
        troops = without_lowest(troops)
        u, v = seen(geometry, player, state.x[troop], state.y[troop])
        for plane in range(_PLANES):
            board[v, u, plane] = 0


@helper
def draw_troops(geometry, state, player, board, table):
    """Write all living troops to the board and to the table of troops."""
    table[:] = 0
    troops = U64(state.alive)
    while troops:
        troop = lowest_bit(troops)
        troops = without_lowest(troops)
        side = np.int64(troop >> _4 != U64(player))
        u, v = seen(geometry, player, state.x[troop], state.y[troop])
        kind, health = np.int64(state.kind[troop]), np.int64(state.health[troop])
        boost, chosen = np.int64(state.boost[troop]), np.int64(troop == U64(state.selected))
        square, effects = board[v, u], 0
        for command in range(_COMMANDS):
            under = np.int64((U64(state.effects[command]) >> troop) & _1)
            effects |= under << command
            square[_EFFECTS + command] = under
        square[side * _KINDS + kind] = 1
        square[_SELECTED] = chosen
        square[_HEALTH] = min(max(255 * health // geometry.full_health, 1), 255)
        square[_BOOST] = min(255 * boost // geometry.full_health, 255)
        row = table[side, np.int64(troop & _15)]
        row[0], row[1], row[2] = kind + 1, u, v
        row[3], row[4], row[5], row[6] = health, boost, effects, chosen


@helper
def write_numbers(rules, state, player, numbers):
    """Write the game's numbers."""
    numbers[:] = 0
    numbers[0] = state.turn
    numbers[1] = max(np.int64(rules.max_turns) - np.int64(state.turn), 0)
    numbers[2 + np.int64(state.phase)] = 1
    numbers[6], numbers[7] = state.points[player], state.points[1 - player]
    if state.selected != NO_TROOP:
        numbers[8] = max(movement_left(rules, state, U64(state.selected)), 0)
        numbers[9] = state.spent
    numbers[10] = player
    for side in range(2):
        whose = player if side == 0 else 1 - player
        for command in range(_COMMANDS):
            brought = (np.int64(state.owned[whose]) >> command) & 1
            numbers[11 + side * _COMMANDS + command] = brought
            resting = state.cooldown[whose, command] if brought else 0
            numbers[11 + (2 + side) * _COMMANDS + command] = resting


@helper
def write_mask(geometry, state, scratch, player, mask):
    """Write which actions are legal, as `find_options` has found them."""
    for number in range(ACTIONS):
        mask[number] = 0
    mask[0] = scratch.end
    troops = U64(scratch.selects)
    while troops:
        mask[U64(FIRST_SELECT) + (lowest_bit(troops) & _15)] = 1
        troops = without_lowest(troops)
    troops = U64(scratch.attacks)
    while troops:
        mask[U64(FIRST_ATTACK) + (lowest_bit(troops) & _15)] = 1
        troops = without_lowest(troops)
    if scratch.move_count:
        for word in range(SQUARE_WORDS):
            moves = scratch.moves[word]
            while moves:
                place = np.int64(lowest_bit(moves))
                moves = without_lowest(moves)
                u, v = seen(
                    geometry, player, place % ROW_BITS, ROWS_PER_WORD * word + place // ROW_BITS
                )
                mask[FIRST_MOVE + SIZE * v + u] = 1
    commands = U64(scratch.commands)
    while commands:
        command = lowest_bit(commands)
        commands = without_lowest(commands)
        troops = U64(scratch.targets[command])
        while troops:
            slot = _0 if command == U64(WINDS_OF_FATE) else lowest_bit(troops) & _15
            mask[U64(FIRST_COMMAND) + command * U64(SLOTS) + slot] = 1
            troops = without_lowest(troops)


@helper
def observe(rules, geometry, state, scratch, player, board, table, numbers, mask):
    """Write all that changes from step to step; the ground and cleared squares are there already.

    The player who is not to move has no legal action.
    """
    draw_troops(geometry, state, player, board, table)
    write_numbers(rules, state, player, numbers)
    if find_options(rules, state, scratch) and player == state.player:
        write_mask(geometry, state, scratch, player, mask)
    else:
        for number in range(ACTIONS):
            mask[number] = 0


@helper
def engine_action(rules, geometry, state, scratch, number):
    """Return the engine's action of a legal number, for the player to move."""
    player = np.int64(state.player)
    if number == 0:
        return _0
    if number < FIRST_ATTACK:
        slot = number - FIRST_SELECT
        return encode(SELECT, U64(SLOTS * player + slot))
    if number < FIRST_MOVE:
        slot = number - FIRST_ATTACK
        return encode(ATTACK, U64(SLOTS * (1 - player) + slot))
    if number < FIRST_COMMAND:
        square = number - FIRST_MOVE
        x, y = seen(geometry, player, square % SIZE, square // SIZE)
        find_moves(rules, state, scratch)
        return move_to(scratch, square_code(U64(x), U64(y)))
    command = U64((number - FIRST_COMMAND) // SLOTS)
    return encode(COMMAND + command, command_target(state, command, number))


@helper
def command_target(state, command, number):
    """Return the troop that a command's number is about; 0 for Winds of Fate, as in the engine."""
    if command == U64(WINDS_OF_FATE):
        return _0
    slot = U64((number - FIRST_COMMAND) % SLOTS)
    enemy = command == U64(BOMBARD) or command == U64(CHASTISE)
    player = U64(state.player)
    side = _1 - player if enemy else player
    return side * U64(SLOTS) + slot


@jit
def observe_state(rules, geometry, state, scratch, player, board, table, numbers, mask):
    """Write a player's whole observation of a state."""
    draw_ground(geometry, state, player, board)
    observe(rules, geometry, state, scratch, player, board, table, numbers, mask)


@jit
def action_of_number(rules, geometry, state, scratch, number):
    """Return the engine's action of a number, which must be legal."""
    return engine_action(rules, geometry, state, scratch, number)


@jit
def first_illegal(actions, masks):
    """Return the first game whose action is not in its mask, or -1."""
    for game in range(actions.shape[0]):
        action = np.int64(actions[game])
        if action < 0 or action >= ACTIONS or masks[game, action] == 0:
            return game
    return -1


@helper
def begin(rules, starts, state, streams, game):
    """Begin a game anew from one of the starts, drawn from its own stream."""
    streams[game] = advance(streams[game])
    number = mix(streams[game])
    copy_record(state, starts[below(number, U64(starts.shape[0]))])
    if rules.random_winds:
        state.stream = mix(number)


@jit
def step_games(
    rules, geometry, starts, states, streams, scratch, actions, arrays, results, fresh, span
):
    """Step the games of a span by their actions, or begin all of them anew if `fresh`.

    `arrays` are those of `spaces.ARRAYS` in their order, `results` rewards, whether a game has
    ended, and who is to move. A game that has ended begins anew at once.
    """
    boards, tables, numbers, masks = arrays
    rewards, ended, movers = results
    for game in range(span[0], span[1]):
        state, board = states[game], boards[game]
        rewards[game, 0] = 0
        rewards[game, 1] = 0
        ended[game] = 0
        player = np.int64(state.player)
        if not fresh:
            erase_troops(geometry, state, player, board)
            number = np.int64(actions[game])
            apply_action(rules, state, engine_action(rules, geometry, state, scratch, number))
            if state.winner != NO_WINNER:
                ended[game] = 1
                if state.winner < 2:
                    rewards[game, state.winner] = 1
                    rewards[game, 1 - np.int64(state.winner)] = -1
        if fresh or ended[game]:
            begin(rules, starts, state, streams, game)
            draw_ground(geometry, state, np.int64(state.player), board)
        player = np.int64(state.player)
        movers[game] = player
        observe(
            rules, geometry, state, scratch, player, board, tables[game], numbers[game], masks[game]
        )
