"""How actions are drawn in playouts, and in which order a tree tries them.

Uniform: every legal action alike. By kind: a kind of action by its weight, then uniformly within
it; kinds that are not there share their weight among the others, and if none that is there has any,
all of them are alike. Heuristic (the thesis's, section 7.2): uniformly among the actions of the
highest rank that is there.

    rank 0   attacks; moves to where the troop can attack; Charge and Winds of Fate; selections
    rank 1   other moves; commands on the selected troop
    rank 2   other commands
    rank 3   the end of the turn; moves of a charged troop that lead to no attack
"""

import numpy as np

from ...engine.kernels.actions import (
    ATTACK,
    COMMAND,
    END,
    MOVE,
    SELECT,
    encode,
    kind_of,
    subject_of,
)
from ...engine.kernels.bits import dilate, lowest_bit, nth_bit, popcount
from ...engine.kernels.compiled import helper, inline
from ...engine.kernels.layout import CHARGE, MOVEMENT, NO_TROOP, SELECTION, WINDS_OF_FATE
from ...engine.kernels.options import (
    bit,
    find_options,
    nth_command,
    nth_move,
    nth_option,
    side,
    square_code,
    without_lowest,
)
from ...engine.kernels.random import draw, unit
from ...engine.rules.board import SQUARE_WORDS
from ..spec.codes import ATTACKS, COMMANDS, ENDS, KINDS, MOVES, SELECTS

U64 = np.uint64
_0, _1, _6, _63 = (np.uint64(n) for n in (0, 1, 6, 63))
_KINDS = len(KINDS)
_BEST_COMMANDS = U64((1 << CHARGE) | (1 << WINDS_OF_FATE))


@inline
def find_aims(rules, state, work):
    """Write the squares from which the selected troop could attack some enemy."""
    for word in range(SQUARE_WORDS):
        work.enemies[word] = _0
    troops = U64(state.alive) & side(_1 - U64(state.player))
    while troops:
        troop = lowest_bit(troops)
        troops = without_lowest(troops)
        code = square_code(U64(state.x[troop]), U64(state.y[troop]))
        work.enemies[code >> _6] |= _1 << (code & _63)
    reach = U64(rules.range[state.kind[U64(state.selected)]])
    dilate(work.enemies, reach, work.aims)


@helper
def command_uses(scratch, commands):
    """Return how many uses the legal ones among some commands have."""
    commands &= U64(scratch.commands)
    count = _0
    while commands:
        command = lowest_bit(commands)
        commands = without_lowest(commands)
        count += popcount(U64(scratch.targets[command]))
    return count


@helper
def aimed_commands(scratch, troop):
    """Return the mask of legal commands that may be used on a troop."""
    commands = U64(scratch.commands) & ~U64(1 << WINDS_OF_FATE)
    usable = _0
    while commands:
        command = lowest_bit(commands)
        commands = without_lowest(commands)
        if U64(scratch.targets[command]) & bit(troop):
            usable |= _1 << command
    return usable


@inline
def keep_moves(scratch, work, wanted):
    """Leave only the moves to aims (wanted) or only the others; return how many."""
    count = _0
    for word in range(SQUARE_WORDS):
        aims = work.aims[word] if wanted else ~work.aims[word]
        moves = scratch.moves[word] & aims
        scratch.moves[word] = moves
        count += popcount(moves)
    return count


@helper
def heuristic_action(rules, state, scratch, work):  # noqa: PLR0912  (a rank a branch)
    """Return a random action among those of the highest rank; the masks in scratch are used up."""
    count = find_options(rules, state, scratch)
    if state.phase == SELECTION:
        selects = popcount(U64(scratch.selects))
        if selects:
            return encode(SELECT, nth_bit(U64(scratch.selects), draw(scratch, selects)))
        return nth_option(scratch, draw(scratch, count))
    attacks = popcount(U64(scratch.attacks))
    best = _0
    moves = U64(scratch.move_count)
    if state.phase == MOVEMENT:
        best = command_uses(scratch, _BEST_COMMANDS)
    aimed = _0
    if moves:
        find_aims(rules, state, work)
        for word in range(SQUARE_WORDS):
            aimed += popcount(scratch.moves[word] & work.aims[word])
    top = attacks + aimed + best
    if top:
        n = draw(scratch, top)
        if n < attacks:
            return encode(ATTACK, nth_bit(U64(scratch.attacks), n))
        n -= attacks
        if n < aimed:
            keep_moves(scratch, work, True)
            return nth_move(scratch, n)
        scratch.commands = U64(scratch.commands) & _BEST_COMMANDS
        return nth_command(scratch, n - aimed)
    on_selected = _0
    charged = False
    if state.selected != NO_TROOP:
        on_selected = aimed_commands(scratch, U64(state.selected))
        charged = (U64(state.effects[CHARGE]) & bit(state.selected)) != _0
    if charged:
        moves = _0
    second = moves + popcount(on_selected)
    if second:
        n = draw(scratch, second)
        if n < moves:
            return nth_move(scratch, n)
        return encode(COMMAND + nth_bit(on_selected, n - moves), U64(state.selected))
    uses = command_uses(scratch, ~_0)
    if uses:
        return nth_command(scratch, draw(scratch, uses))
    return nth_option(scratch, draw(scratch, count))


@helper
def weighted_action(rules, state, scratch, weights):  # noqa: PLR0912  (a kind a branch)
    """Return an action of a kind drawn by weight, uniformly within the kind."""
    count = find_options(rules, state, scratch)
    attacks, moves = popcount(U64(scratch.attacks)), U64(scratch.move_count)
    selects, ends = popcount(U64(scratch.selects)), U64(scratch.end)
    commands = count - attacks - moves - selects - ends
    total = 0.0
    for kind in range(_KINDS):
        if _size(kind, attacks, commands, moves, selects, ends):
            total += weights[kind]
    flat = total <= 0.0
    if flat:
        for kind in range(_KINDS):
            if _size(kind, attacks, commands, moves, selects, ends):
                total += 1.0
    mark = unit(scratch) * total
    choice = 0
    for kind in range(_KINDS):
        if _size(kind, attacks, commands, moves, selects, ends):
            weight = 1.0 if flat else weights[kind]
            if weight > 0.0:
                choice = kind
                if mark < weight:
                    break
                mark -= weight
    n = draw(scratch, _size(choice, attacks, commands, moves, selects, ends))
    if choice == ATTACKS:
        return encode(ATTACK, nth_bit(U64(scratch.attacks), n))
    if choice == MOVES:
        return nth_move(scratch, n)
    if choice == SELECTS:
        return encode(SELECT, nth_bit(U64(scratch.selects), n))
    if choice == ENDS:
        return encode(END, _0)
    return nth_command(scratch, n)


@inline
def _size(kind, attacks, commands, moves, selects, ends):
    if kind == ATTACKS:
        return attacks
    if kind == COMMANDS:
        return commands
    if kind == MOVES:
        return moves
    return selects if kind == SELECTS else ends


@inline
def is_aim(work, code):
    """Return whether the selected troop could attack from a square; see `find_aims`."""
    return (work.aims[code >> _6] >> (code & _63)) & _1


@inline
def rank(rules, state, work, action):
    """Return an action's rank; `find_aims` must have been called if a troop can move."""
    kind = kind_of(action)
    if kind == MOVE:
        if is_aim(work, subject_of(action)):
            return 0
        return 3 if U64(state.effects[CHARGE]) & bit(state.selected) else 1
    if kind in (ATTACK, SELECT):
        return 0
    if kind == END:
        return 3
    command = kind - COMMAND
    if state.phase == MOVEMENT and (_BEST_COMMANDS >> command) & _1:
        return 0
    return 1 if subject_of(action) == U64(state.selected) else 2
