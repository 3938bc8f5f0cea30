"""How many ways there are to play a turn: counted one by one, or estimated from random probes.

A way is a sequence of actions from a position to the end of its turn, or of the game. Different
sequences may come to the same: their *ends* are the different positions after the turn.

`count_turn` walks the turn depth first and remembers what follows from each position, as long as
that stays small. `probe_turn` follows Knuth: a probe goes down the turn at random, and 1 / (product
of the chances of what it chose) has the number of sequences as its mean, whatever the chances are
(D. E. Knuth, "Estimating the efficiency of backtrack programs", Mathematics of Computation 29,
1975). They only decide how much probes differ: equal ones would nearly always take the long moves,
while nearly all sequences are made of short ones, so actions are chosen by a guess of how many
sequences follow them.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np

from ..rules.stats import COMMANDS
from .actions import ATTACK, COMMAND, END, MAX_ACTIONS, MOVE, SELECT, cost_of, kind_of, subject_of
from .bits import copy_record, lowest_bit, popcount
from .compiled import helper, jit
from .hashing import state_hash
from .layout import (
    CHARGE,
    COMBAT,
    MOVED,
    MOVEMENT,
    NO_TROOP,
    NO_WINNER,
    SELECTION,
    STATE,
    new_scratch,
)
from .options import bit, find_options, list_options, movement_left, side, without_lowest
from .random import advance, mix
from .transitions import apply_action

U64 = np.uint64
_MASK = (1 << 64) - 1
_COMMANDS = len(COMMANDS)
_NONE = np.int64(-1)

MAX_ACTIONS_A_TURN: Final = 128
"""Room for the actions of one turn; the longest has a step for each point and some commands."""

# What a call of the kernel is for, and what it writes.
_COUNT, _PROBE = range(2)
_SEQUENCES, _ENDS, _EDGES, _SQUARES = range(4)

_STEP: Final = 9.9
"""Sequences of moves grow so much with each point: 1 = sum of 8k / g^k over k, on a free board."""

_SINGLE, _CHARGED = 80.0, 200.0
"""Guesses: the moves of a troop that makes one, and of a charged troop that goes far."""


@helper
def _listed(rules, state, scratch, out):
    find_options(rules, state, scratch)
    return list_options(scratch, out)


@helper
def _applied(rules, state, action):
    apply_action(rules, state, U64(action))


@helper
def _uses(rules, state, paid, moments):
    """Guess what the commands that can be used after `paid` (-1: none) multiply the sequences by.

    With n to be used on t troops, at so many moments: f(n) = 1 + n t moments f(n - 1).
    """
    player = U64(state.player)
    points = np.int64(state.points[player]) - np.int64(rules.cost[paid] if paid >= 0 else 0)
    troops = float(popcount(U64(state.alive) & side(player)))
    factor, number = 1.0, 0.0
    for command in range(_COMMANDS):
        ready = (U64(state.owned[player]) >> U64(command)) & U64(1) and command != paid
        if ready and state.cooldown[player, command] == 0 and points >= rules.cost[command]:
            points -= np.int64(rules.cost[command])
            number += 1.0
            factor = 1.0 + number * troops * moments * factor
    return factor


@helper
def _moments(rules, state):
    """Return about how often in the rest of the turn there is a choice of commands."""
    if state.phase > MOVEMENT:
        return 1.0
    return 4.0 if rules.open[COMBAT] and not rules.single_move else 2.0


@helper
def _steps(rules, points, charged):
    """Guess how many sequences of moves there are with so many points."""
    if rules.single_move:
        return _SINGLE
    return _CHARGED if charged and rules.trim else _STEP ** float(points)


@helper
def _reserve(rules, state, kind, paid):
    """Return the points that Charge can still give a troop of a kind on its way, after `paid`."""
    player = U64(state.player)
    points = np.int64(state.points[player]) - np.int64(rules.cost[paid] if paid >= 0 else 0)
    ready = (U64(state.owned[player]) >> U64(CHARGE)) & U64(1) and paid != CHARGE
    late = not rules.trim and (U64(rules.open[MOVED]) >> U64(CHARGE)) & U64(1)
    if late and ready and state.cooldown[player, CHARGE] == 0 and points >= rules.cost[CHARGE]:
        return np.int64(rules.movement[kind]) * (np.int64(rules.charge_factor) - 1)
    return np.int64(0)


@helper
def _farthest(rules, state, command, target):
    """Return the most points any own troop will have, once a command is used on a target."""
    most = np.int64(0)
    troops = U64(state.alive) & side(U64(state.player))
    while troops:
        troop = lowest_bit(troops)
        troops = without_lowest(troops)
        steps = np.int64(rules.movement[state.kind[troop]])
        charged = (U64(state.effects[CHARGE]) & bit(troop)) != U64(0)
        if charged or (command == CHARGE and troop == target):
            steps *= np.int64(rules.charge_factor)
        else:
            steps += _reserve(rules, state, state.kind[troop], command)
        most = max(most, steps)
    return most


@helper
def _guess_command(rules, state, command, target):
    """Guess how many sequences follow a use of a command."""
    after = _uses(rules, state, command, _moments(rules, state))
    if state.phase > MOVEMENT:
        return after
    if state.phase == SELECTION:
        return after * _steps(rules, _farthest(rules, state, command, target), False)
    troop = U64(state.selected)
    steps = np.int64(movement_left(rules, state, troop))
    steps += _reserve(rules, state, state.kind[troop], command)
    charged = (U64(state.effects[CHARGE]) & bit(troop)) != U64(0)
    if command == CHARGE and target == troop:
        steps += np.int64(rules.movement[state.kind[troop]]) * (np.int64(rules.charge_factor) - 1)
        charged = True
    return after * _steps(rules, steps, charged)


@helper
def _guess(rules, state, action, uses):
    """Guess how many sequences follow an action; `uses` are those of the position before it."""
    kind, subject = kind_of(action), subject_of(action)
    if kind == END:
        return 1.0
    if kind == ATTACK:
        return _uses(rules, state, _NONE, 1.0)
    if kind == MOVE:
        after = uses if rules.open[COMBAT] else 2.0
        troop = U64(state.selected)
        charged = (U64(state.effects[CHARGE]) & bit(troop)) != U64(0)
        if rules.single_move or (charged and rules.trim):
            return 2.0 * after
        left = np.int64(movement_left(rules, state, troop)) - np.int64(cost_of(action))
        if not charged:
            left += _reserve(rules, state, state.kind[troop], _NONE)
        return after * _STEP ** float(left)
    if kind == SELECT:
        charged = (U64(state.effects[CHARGE]) & bit(subject)) != U64(0)
        steps = np.int64(rules.movement[state.kind[subject]])
        if charged:
            steps *= np.int64(rules.charge_factor)
        else:
            steps += _reserve(rules, state, state.kind[subject], _NONE)
        return uses * _steps(rules, steps, charged)
    return _guess_command(rules, state, np.int64(kind - COMMAND), subject)


@helper
def _slot(keys, key):
    """Return the place of a key in the memo, or the free one where it belongs."""
    mask = U64(keys.shape[0] - 1)
    slot = mix(key) & mask
    while keys[slot] != U64(0) and keys[slot] != key:
        slot = (slot + U64(1)) & mask
    return slot


@helper
def _probe(rules, state, scratch, listed, chances, stream):
    """Go down a turn at random; return 1 / (chance of this way), and the stream's next state."""
    turn, ways = state.turn, 1.0
    while state.turn == turn and state.winner == NO_WINNER:
        count = _listed(rules, state, scratch, listed)
        uses = _uses(rules, state, _NONE, _moments(rules, state))
        total = 0.0
        for i in range(count):
            total += _guess(rules, state, U64(listed[i]), uses)
            chances[i] = total
        stream = advance(stream)
        drawn = total * (float(mix(stream) >> U64(11)) / 9007199254740992.0)
        chosen = 0
        while chosen < count - 1 and chances[chosen] <= drawn:
            chosen += 1
        before = chances[chosen - 1] if chosen > 0 else 0.0
        ways *= total / (chances[chosen] - before)
        _applied(rules, state, listed[chosen])
    return ways, stream


@jit
def _walk(rules, states, scratch, actions, counts, totals, keys, values, seed, task, most, out):
    """Count the turn of states[0] within `most` edges, or probe it `most` times.

    Writes to `out`; returns whether it was not too much.
    """
    turn = states[0].turn
    if task == _PROBE:
        for _ in range(most):
            copy_record(states[1], states[0])
            ways, seed = _probe(rules, states[1], scratch, actions[0], totals, seed)
            out[_SEQUENCES] += ways
            out[_SQUARES] += ways * ways
        return True
    room = keys.shape[0] // 2
    used, level = 1, 0
    counts[0] = _listed(rules, states[0], scratch, actions[0])
    totals[0] = 0.0
    keys[_slot(keys, state_hash(states[0]))] = state_hash(states[0])
    while True:
        if counts[level] == 0:
            if level == 0:
                break
            values[_slot(keys, state_hash(states[level]))] = totals[level]
            level -= 1
            totals[level] += totals[level + 1]
            continue
        counts[level] -= 1
        out[_EDGES] += 1.0
        if out[_EDGES] > most or used >= room or level + 2 > states.shape[0]:
            return False
        state = states[level + 1]
        copy_record(state, states[level])
        _applied(rules, state, actions[level, counts[level]])
        if state.winner != NO_WINNER:  # how a decided game came about makes no difference
            state.phase, state.selected, state.spent = SELECTION, NO_TROOP, 0
        key = state_hash(state)
        slot = _slot(keys, key)
        if keys[slot] == key:
            totals[level] += values[slot]
            continue
        keys[slot] = key
        used += 1
        if state.turn != turn or state.winner != NO_WINNER:
            values[slot] = 1.0
            out[_ENDS] += 1.0
            totals[level] += 1.0
            continue
        level += 1
        totals[level] = 0.0
        counts[level] = _listed(rules, state, scratch, actions[level])
    out[_SEQUENCES] = totals[0]
    return True


@dataclass(frozen=True)
class TurnCount:
    """How many ways to play a turn there are."""

    sequences: float
    """Different sequences of actions to the turn's end."""
    ends: int
    """Different positions that they lead to."""


@dataclass(frozen=True)
class TurnEstimate:
    """An estimate of how many ways to play a turn there are."""

    sequences: float
    error: float
    """Standard error."""


class TurnCounter:
    """The room that counting needs, for one thread."""

    def __init__(self, edges: int = 1_000_000) -> None:
        """Give up counting after so many actions."""
        self._edges = edges
        size = 1 << (2 * edges).bit_length()
        self._keys, self._values = np.zeros(size, np.uint64), np.zeros(size)
        self._states = np.zeros(MAX_ACTIONS_A_TURN, STATE)
        self._actions = np.zeros((MAX_ACTIONS_A_TURN, MAX_ACTIONS), np.uint32)
        self._counts, self._totals = np.zeros(MAX_ACTIONS_A_TURN, np.int64), np.zeros(MAX_ACTIONS)
        self._scratch = new_scratch()

    def count(self, rules: np.record, state: np.record) -> TurnCount | None:
        """Return the ways to play the turn of a position, None if there are too many to count."""
        self._keys[:] = 0
        done, out = self._walk(rules, state, 0, _COUNT, self._edges)
        return TurnCount(float(out[_SEQUENCES]), int(out[_ENDS])) if done else None

    def probe(
        self, rules: np.record, state: np.record, *, seed: int, probes: int = 2000
    ) -> TurnEstimate:
        """Return an estimate from so many random probes, two at least."""
        _, out = self._walk(rules, state, seed, _PROBE, probes)
        mean = out[_SEQUENCES] / probes
        variance = max(out[_SQUARES] / probes - mean * mean, 0.0) * probes / (probes - 1)
        return TurnEstimate(float(mean), float(np.sqrt(variance / probes)))

    def _walk(
        self, rules: np.record, state: np.record, seed: int, task: int, most: int
    ) -> tuple[bool, np.ndarray]:
        self._states[0] = state
        out = np.zeros(4)
        room = self._states, self._scratch, self._actions, self._counts, self._totals
        memo = self._keys, self._values
        done = _walk(rules, *room, *memo, np.uint64(seed & _MASK), task, most, out)
        return bool(done), out
