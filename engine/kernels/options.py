"""What the player to move may do: sets of options, their number, the n-th, all of them.

`find_options` writes the legal actions as masks into the scratch record and returns how many there
are. Playouts then take the n-th straight from the masks (2.5-3 x faster than building a list);
tree search and people get the list. Both see the same order: moves, attacks, selections, the end
of the turn, commands.
"""

import numpy as np

from ..rules.board import SQUARE_WORDS
from .actions import ATTACK, COMMAND, END, MOVE, SELECT, encode
from .bits import lowest_bit, nth_bit, popcount, spread, within
from .compiled import helper, inline
from .layout import (
    BOMBARD,
    CHARGE,
    CHASTISE,
    COMBAT,
    MOVED,
    MOVEMENT,
    NO_TROOP,
    NO_WINNER,
    REGENERATE,
    SELECTION,
    SHIELD_WALL,
    WINDS_OF_FATE,
)

U64 = np.uint64
_0, _1, _6, _16, _63 = (np.uint64(n) for n in (0, 1, 6, 16, 63))
_SIDE = np.uint64(0xFFFF)


@inline
def side(player):
    """Return the mask of a player's troop numbers."""
    return _SIDE << (U64(player) << np.uint64(4))


@inline
def bit(troop):
    """Return the mask of one troop."""
    return _1 << U64(troop)


@inline
def square_code(x, y):
    """Return the code of a square on the packed board."""
    return (y // U64(3)) * U64(64) + (y % U64(3)) * U64(21) + x


@inline
def movement_left(rules, state, troop):
    """Return the steps the selected troop may still take, with Charge if it has it."""
    movement = rules.movement[state.kind[troop]]
    if U64(state.effects[CHARGE]) & bit(troop):
        movement *= rules.charge_factor
    return movement - np.int64(state.spent)


@inline
def find_moves(rules, state, scratch):
    """Rule: move along free squares, one point a step, up to the movement left."""
    troop = U64(state.selected)
    steps = U64(max(movement_left(rules, state, troop), 0))
    code = square_code(U64(state.x[troop]), U64(state.y[troop]))
    spread(state.blocked, code, steps, scratch.layers)
    near = _0
    if rules.trim and U64(state.effects[CHARGE]) & bit(troop):
        # Trim: a charged troop makes only moves farther than its normal movement.
        near = min(U64(rules.movement[state.kind[troop]]), steps)
    count = _0
    for word in range(SQUARE_WORDS):
        w = U64(word)
        moves = scratch.layers[steps, w] & ~scratch.layers[near, w]
        scratch.moves[w] = moves
        count += popcount(moves)
    scratch.move_count = count
    return count


@inline
def find_attacks(rules, state):
    """Rule: attack an enemy at Chebyshev distance at most the selected troop's range."""
    troop = U64(state.selected)
    reach = U64(rules.range[state.kind[troop]])
    near = within(state.x, state.y, U64(state.x[troop]), U64(state.y[troop]), reach)
    return near & U64(state.alive) & side(_1 - U64(state.player))


@inline
def without_lowest(mask):
    """Return the mask without its lowest bit."""
    return mask & (mask - _1)


@helper
def damaged(rules, state, troops):
    """Return those of the troops that lack some of their own health."""
    hurt = _0
    while troops:
        troop = lowest_bit(troops)
        troops = without_lowest(troops)
        if np.int64(state.health[troop]) < np.int64(rules.health[state.kind[troop]]):
            hurt |= bit(troop)
    return hurt


@helper
def above_cap(rules, state, troops):
    """Return those of the troops with more total health than Shield Wall lets a hit take."""
    above = _0
    while troops:
        troop = lowest_bit(troops)
        troops = without_lowest(troops)
        total = np.int64(state.health[troop]) + np.int64(state.boost[troop])
        if total > np.int64(rules.shield_cap):
            above |= bit(troop)
    return above


@inline
def resting(state, player):
    """Return the mask of a player's commands that are on cooldown."""
    commands = U64(state.owned[player])
    cooling = _0
    while commands:
        command = lowest_bit(commands)
        commands = without_lowest(commands)
        if state.cooldown[player, command]:
            cooling |= _1 << command
    return cooling


@helper
def command_targets(rules, state, command):
    """Return the troops a command may be used on; Winds of Fate, which has none, gives 1 or 0."""
    player = U64(state.player)
    free = U64(state.alive) & ~U64(state.effects[command])
    own = free & side(player)
    enemy = free & side(_1 - player)
    if command == U64(WINDS_OF_FATE):
        return _1 if resting(state, player) else _0
    if command == U64(BOMBARD):
        return enemy
    if command == U64(CHASTISE):
        # Rule: the enemy keeps a living troop that is not chastised.
        return enemy if without_lowest(enemy) else _0
    if rules.trim:
        if command == U64(CHARGE):
            unmoved = state.selected != NO_TROOP and state.spent == 0
            return own & bit(state.selected) if unmoved else _0
        if command == U64(REGENERATE):
            return damaged(rules, state, own)
        if command == U64(SHIELD_WALL):
            return above_cap(rules, state, own)
    return own


@inline
def find_commands(rules, state, scratch):
    """Rule: a command may be used when it is open, ready and affordable, on whom it fits."""
    player = U64(state.player)
    points = np.int64(state.points[player])
    scratch.commands = _0
    if points < np.int64(rules.cheapest):
        return _0
    situation = U64(state.phase)
    if state.phase == MOVEMENT and state.spent:
        situation = U64(MOVED)
    commands = U64(state.owned[player]) & U64(rules.open[situation])
    usable = _0
    count = _0
    while commands:
        command = lowest_bit(commands)
        commands = without_lowest(commands)
        if state.cooldown[player, command] == 0 and points >= np.int64(rules.cost[command]):
            targets = command_targets(rules, state, command)
            scratch.targets[command] = targets
            if targets:
                usable |= _1 << command
                count += popcount(targets)
    scratch.commands = usable
    return count


@inline
def find_options(rules, state, scratch):
    """Write the legal actions' masks to scratch; return their number (0 once the game is over)."""
    scratch.selects = _0
    scratch.attacks = _0
    scratch.move_count = _0
    scratch.commands = _0
    scratch.end = _0
    if state.winner != NO_WINNER:
        return _0
    phase = U64(state.phase)
    end = U64(rules.can_end[phase])
    scratch.end = end
    count = end
    if phase == U64(SELECTION):
        selects = U64(state.alive) & side(state.player) & ~U64(state.effects[CHASTISE])
        scratch.selects = selects
        count += popcount(selects)
    elif phase <= U64(COMBAT):
        if phase == U64(MOVEMENT):
            count += find_moves(rules, state, scratch)
        attacks = find_attacks(rules, state)
        scratch.attacks = attacks
        count += popcount(attacks)
    return count + find_commands(rules, state, scratch)


@inline
def move_to(scratch, code):
    """Return the action of moving to a square, with what it costs."""
    word, place = code >> _6, code & _63
    cost = _1
    while not (scratch.layers[cost, word] >> place) & _1:
        cost += _1
    return encode(MOVE, code) | (cost << _16)


@inline
def nth_move(scratch, n):
    """Return the n-th move."""
    word = _0
    count = popcount(scratch.moves[word])
    while n >= count:
        n -= count
        word += _1
        count = popcount(scratch.moves[word])
    return move_to(scratch, (word << _6) | nth_bit(scratch.moves[word], n))


@helper
def nth_command(scratch, n):
    """Return the n-th use of a command."""
    commands = U64(scratch.commands)
    command = lowest_bit(commands)
    count = popcount(U64(scratch.targets[command]))
    while n >= count:
        n -= count
        commands = without_lowest(commands)
        command = lowest_bit(commands)
        count = popcount(U64(scratch.targets[command]))
    return encode(COMMAND + command, nth_bit(U64(scratch.targets[command]), n))


@inline
def nth_option(scratch, n):
    """Return the n-th of the legal actions that `find_options` found."""
    moves = U64(scratch.move_count)
    if n < moves:
        return nth_move(scratch, n)
    n -= moves
    attacks = popcount(U64(scratch.attacks))
    if n < attacks:
        return encode(ATTACK, nth_bit(U64(scratch.attacks), n))
    n -= attacks
    selects = popcount(U64(scratch.selects))
    if n < selects:
        return encode(SELECT, nth_bit(U64(scratch.selects), n))
    n -= selects
    if scratch.end:
        if n == _0:
            return encode(END, _0)
        n -= _1
    return nth_command(scratch, n)


@helper
def list_options(scratch, out):
    """Write all legal actions that `find_options` found to `out`, in order; return how many."""
    n = 0
    if scratch.move_count:
        for word in range(SQUARE_WORDS):
            moves = scratch.moves[word]
            while moves:
                out[n] = move_to(scratch, (U64(word) << _6) | lowest_bit(moves))
                moves = without_lowest(moves)
                n += 1
    for kind, mask in ((ATTACK, U64(scratch.attacks)), (SELECT, U64(scratch.selects))):
        troops = mask
        while troops:
            out[n] = encode(kind, lowest_bit(troops))
            troops = without_lowest(troops)
            n += 1
    if scratch.end:
        out[n] = encode(END, _0)
        n += 1
    commands = U64(scratch.commands)
    while commands:
        command = lowest_bit(commands)
        commands = without_lowest(commands)
        targets = U64(scratch.targets[command])
        while targets:
            out[n] = encode(COMMAND + command, lowest_bit(targets))
            targets = without_lowest(targets)
            n += 1
    return n
