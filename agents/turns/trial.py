"""Carry a turn out, and list where it leads if that is new.

A turn is written action by action to `room.actions` and carried out from `room.start`. Two turns
that lead to the same position are one: the first stays.
"""

import numpy as np

from ...engine.kernels.actions import ATTACK, COMMAND, END, MOVE, encode, kind_of, subject_of
from ...engine.kernels.bits import copy_record, record_key, spread
from ...engine.kernels.compiled import helper, inline
from ...engine.kernels.layout import CHARGE, MOVED, MOVEMENT, NO_WINNER
from ...engine.kernels.options import bit, command_targets, movement_left
from ...engine.kernels.random import unit
from ...engine.kernels.transitions import apply_action
from ..evaluation.turn_value import turn_value
from ..scripts.enemy import troop_square
from .desk import MAX_TURN, MAX_TURNS

U64 = np.uint64
_0, _1, _6, _16, _63 = (np.uint64(n) for n in (0, 1, 6, 16, 63))


@inline
def affordable(rules, state, command):
    """Return whether the player to move has a command, rested and with the points for it."""
    player = U64(state.player)
    owned = ((U64(state.owned[player]) >> command) & _1) != _0
    rested = state.cooldown[player, command] == 0
    return owned and rested and state.points[player] >= rules.cost[command]


@inline
def may_use(rules, state, command, target):
    """Return whether a command may be used on a troop now."""
    situation = U64(state.phase)
    if state.phase == MOVEMENT and state.spent:
        situation = U64(MOVED)
    is_open = ((U64(rules.open[situation]) >> command) & _1) != _0
    if not (is_open and affordable(rules, state, command)):
        return False
    return (command_targets(rules, state, command) & bit(target)) != _0


@helper
def way_to(layers, code):
    """Return the move to a square, with what it costs by the layers of steps."""
    word, place = code >> _6, code & _63
    cost = _1
    while not (layers[cost, word] >> place) & _1:
        cost += _1
    return encode(MOVE, code) | (cost << _16)


@inline
def is_trimmed(rules, state, troop, cost):
    """Return whether the rules forbid a charged troop a move that it could make without Charge."""
    charged = (U64(state.effects[CHARGE]) & bit(troop)) != _0
    return rules.trim and charged and cost <= U64(rules.movement[state.kind[troop]])


@helper
def carry_out(rules, state, layers, actions, count):
    """Apply a turn's actions as far as the game goes; return how many, -1 if one is not legal.

    Moves and attacks were found legal as the turn begins; a command before them may change that.
    """
    alive = U64(state.alive)
    for i in range(count):
        action = U64(actions[i])
        kind = kind_of(action)
        if kind >= COMMAND:
            if not may_use(rules, state, kind - COMMAND, subject_of(action)):
                return -1
        elif kind == ATTACK:
            if not U64(state.alive) & bit(subject_of(action)):
                return -1
        elif kind == MOVE and U64(state.alive) != alive:
            # Bombard has opened a square: the way may have become shorter.
            troop = U64(state.selected)
            steps = U64(max(movement_left(rules, state, troop), 0))
            spread(state.blocked, troop_square(state, troop), steps, layers)
            action = way_to(layers, subject_of(action))
            if is_trimmed(rules, state, troop, action >> _16):
                return -1
            actions[i] = action
        apply_action(rules, state, action)
        if state.winner != NO_WINNER:
            return i + 1
    return count


@helper
def try_turn(desk, count):
    """Carry out `count` actions of `room.actions`.

    Return the place of the turn in the list, -1 if it leads nowhere new, -2 if it is not legal.
    """
    room = desk.room
    trial = room.trial
    copy_record(trial, room.start)
    done = carry_out(desk.rules, trial, room.layers, room.actions, count)
    if done < 0:
        return -2
    room.advances += done
    key = record_key(trial)
    n = room.listed
    for i in range(n):
        if desk.room.turns[i].key == key:
            return -1
    if n >= MAX_TURNS:
        return -1
    value = turn_value(desk.rules, trial, desk.params, desk.worths, desk.valued, U64(room.searcher))
    calm = desk.valued.calm
    if trial.player != room.start.player:
        value, calm = -value, -calm
    if trial.winner == NO_WINNER:
        value += desk.params.noise * unit(desk.scratch)
    turn = desk.room.turns[n]
    for i in range(done):
        turn.actions[i] = room.actions[i]
    turn.count = done
    turn.key = key
    turn.value = value
    turn.hope = max(value, calm)
    turn.points = trial.points[U64(room.start.player)]
    turn.attacker = desk.valued.attacker
    turn.defender = desk.valued.defender
    turn.ordered = trial.winner != NO_WINNER
    room.listed = n + 1
    return n


@inline
def comes_early(rules, action):
    """Return whether a command is given before the move, as Charge is and all where they may be."""
    command = kind_of(action) - COMMAND
    return command == U64(CHARGE) or ((U64(rules.open[MOVEMENT]) >> command) & _1) != _0


@helper
def try_deed(desk, first, second, way, deed):
    """Try the lead, up to two commands, a move and an attack (0: none of it), and the end.

    Commands that the rules let be given only after the move are given then.
    """
    room, rules = desk.room, desk.rules
    n = room.lead
    for which in range(6):
        action = way
        if which in (0, 3):
            action = first
        elif which in (1, 4):
            action = second
        elif which == 5:
            action = deed
        is_order = which not in (2, 5)
        wanted = action != _0 and (not is_order or comes_early(rules, action) == (which < 2))
        if wanted and n < MAX_TURN - 1:
            room.actions[n] = action
            n += 1
    room.actions[n] = encode(END, _0)
    return try_turn(desk, n + 1)
