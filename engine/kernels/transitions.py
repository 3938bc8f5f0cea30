"""What actions do to a state, one function a rule.

`apply_action` trusts its caller: the action must be one that `options` found for this state.
"""

import numpy as np

from ..rules.stats import COMMANDS, MAX_TROOPS
from .actions import ATTACK, COMMAND, END, MOVE, SELECT, cost_of, kind_of, subject_of
from .bits import nth_bit, popcount
from .compiled import helper, inline
from .hashing import state_hash
from .layout import (
    BATTLE_CRY,
    BOMBARD,
    CHARGE,
    CHASTISE,
    COMBAT,
    COOLDOWNS,
    DRAW,
    MOVEMENT,
    NO_TROOP,
    RALLY,
    REGENERATE,
    SELECTION,
    SHIELD_WALL,
    STOICISM,
    VIGILANCE,
    WINDS_OF_FATE,
)
from .options import bit, resting, side, square_code
from .random import advance, below, mix

U64 = np.uint64
_0, _1, _4, _6, _63 = (np.uint64(n) for n in (0, 1, 4, 6, 63))
_COMMANDS = len(COMMANDS)


@inline
def owner_of(troop):
    """Return the player a troop belongs to."""
    return troop >> _4


@inline
def flip_square(state, code):
    """Block a free square or free a blocked one."""
    state.blocked[code >> _6] ^= _1 << (code & _63)


@inline
def remove_troop(state, troop):
    """Rule: a dead troop leaves its square; a side with no troop left has lost at once."""
    flip_square(state, square_code(U64(state.x[troop]), U64(state.y[troop])))
    state.x[troop] = 0
    state.y[troop] = 0
    alive = U64(state.alive) & ~bit(troop)
    state.alive = alive
    for command in range(_COMMANDS):
        state.effects[command] = U64(state.effects[command]) & ~bit(troop)
    if U64(state.selected) == troop:
        state.selected = NO_TROOP
        state.spent = 0
    if not alive & side(owner_of(troop)):
        state.winner = _1 - owner_of(troop)


@inline
def hit(rules, state, troop, damage):
    """Rule: capped under Shield Wall, taken from boosted, then own health. Return if it killed."""
    if U64(state.effects[SHIELD_WALL]) & bit(troop):
        damage = min(damage, np.int64(rules.shield_cap))
    absorbed = min(damage, np.int64(state.boost[troop]))
    state.boost[troop] -= absorbed
    health = max(np.int64(state.health[troop]) - (damage - absorbed), 0)
    state.health[troop] = health
    if health > 0:
        return False
    state.boost[troop] = 0
    remove_troop(state, troop)
    return True


@inline
def damage_of(rules, state, troop):
    """Return the damage a troop deals, with Battle Cry if it has it."""
    damage = np.int64(rules.damage[state.kind[troop]])
    if U64(state.effects[BATTLE_CRY]) & bit(troop):
        damage += np.int64(rules.cry_damage)
    return damage


@inline
def strike(rules, state, striker, target):
    """Rule: one hit of an exchange; a kill awards the dead troop's cost. Return if it killed."""
    killed = hit(rules, state, target, damage_of(rules, state, striker))
    if killed:
        state.points[owner_of(striker)] += rules.troop_cost[state.kind[target]]
    return killed


@inline
def in_range(rules, state, troop, other):
    """Return whether `other` stands within a troop's range."""
    reach = np.int64(rules.range[state.kind[troop]])
    dx = abs(np.int64(state.x[troop]) - np.int64(state.x[other]))
    dy = abs(np.int64(state.y[troop]) - np.int64(state.y[other]))
    return max(dx, dy) <= reach


@inline
def attack(rules, state, defender):
    """Rule: attack and counter-attack; Vigilance turns their order; Rally follows."""
    attacker = U64(state.selected)
    answers = in_range(rules, state, defender, attacker)
    vigilant = (U64(state.effects[VIGILANCE]) & bit(defender)) != _0
    state.phase = RALLY
    first, second = attacker, defender
    if answers and vigilant:
        first, second = defender, attacker
    if not strike(rules, state, first, second) and answers:
        strike(rules, state, second, first)


@inline
def move(rules, state, code, cost):
    """Rule: move the selected troop; with `single_move` Combat follows."""
    troop = U64(state.selected)
    flip_square(state, square_code(U64(state.x[troop]), U64(state.y[troop])))
    flip_square(state, code)
    place = code & _63
    row = place // U64(21)
    state.x[troop] = place - row * U64(21)
    state.y[troop] = (code >> _6) * U64(3) + row
    state.spent += cost
    if rules.single_move:
        state.phase = COMBAT


@helper
def winds_of_fate(rules, state):
    """Rule: one own command on cooldown, by the state's hash or the game's stream, is ready."""
    player = U64(state.player)
    candidates = resting(state, player)
    if rules.random_winds:
        state.stream = advance(state.stream)
        number = mix(state.stream)
    else:
        number = state_hash(state)
    chosen = nth_bit(candidates, below(number, popcount(candidates)))
    state.cooldown[player, chosen] = 0


@helper
def use_command(rules, state, command, target):
    """Rule: pay, start the cooldown, and do what the command does."""
    player = U64(state.player)
    if command == U64(WINDS_OF_FATE):
        winds_of_fate(rules, state)
    else:
        state.effects[command] = U64(state.effects[command]) | bit(target)
    state.points[player] -= rules.cost[command]
    state.cooldown[player, command] = rules.cooldown[command]
    if command == U64(BATTLE_CRY):
        state.boost[target] += rules.cry_health
    elif command == U64(STOICISM):
        state.boost[target] += rules.stoic_health
    elif command == U64(REGENERATE):
        state.health[target] = rules.health[state.kind[target]]
    elif command == U64(BOMBARD):
        hit(rules, state, target, np.int64(rules.bombard_damage))


@inline
def begin_turn(rules, state, player):
    """Rule: income, cooldowns drop by 1, effects on own troops end, and a fresh Selection."""
    state.player = player
    state.phase = SELECTION
    state.selected = NO_TROOP
    state.spent = 0
    state.turn += 1
    state.points[player] += rules.income
    for i in range(COOLDOWNS):
        left = state.cooldown[player, i]
        state.cooldown[player, i] = left - 1 if left else 0
    first = player << _4
    for i in range(MAX_TROOPS):
        state.boost[first + U64(i)] = 0
    others = ~side(player)
    state.effects[BATTLE_CRY] = U64(state.effects[BATTLE_CRY]) & others
    state.effects[STOICISM] = U64(state.effects[STOICISM]) & others
    state.effects[CHARGE] = U64(state.effects[CHARGE]) & others
    state.effects[VIGILANCE] = U64(state.effects[VIGILANCE]) & others
    state.effects[SHIELD_WALL] = U64(state.effects[SHIELD_WALL]) & others
    if not U64(state.alive) & side(player) & ~U64(state.effects[CHASTISE]):
        # Rule: if every living troop is chastised as the turn begins, all are released.
        state.effects[CHASTISE] = U64(state.effects[CHASTISE]) & others


@inline
def end_turn(rules, state):
    """Rule: the opponent begins; Chastise on this side and the marks of this turn are over."""
    player = U64(state.player)
    state.effects[REGENERATE] = 0
    state.effects[BOMBARD] = 0
    state.effects[CHASTISE] = U64(state.effects[CHASTISE]) & ~side(player)
    if np.int64(state.turn) >= np.int64(rules.max_turns):
        state.winner = DRAW
    else:
        begin_turn(rules, state, _1 - player)


@inline
def apply_action(rules, state, action):
    """Change the state by one legal action."""
    kind = kind_of(action)
    subject = subject_of(action)
    if kind == MOVE:
        move(rules, state, subject, cost_of(action))
    elif kind == ATTACK:
        attack(rules, state, subject)
    elif kind == SELECT:
        state.selected = subject
        state.phase = MOVEMENT
    elif kind == END:
        end_turn(rules, state)
    else:
        use_command(rules, state, kind - COMMAND, subject)
