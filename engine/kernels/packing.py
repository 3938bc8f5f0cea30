"""From values to records: rules, and the state at a game's beginning."""

from functools import lru_cache

import numpy as np

from ..rules.army import Army
from ..rules.board import WORDS
from ..rules.ruleset import ActionSpace, Ruleset
from ..rules.seeds import WINDS_STREAM, derive
from ..rules.squares import code_at
from ..rules.stats import COMMANDS, LETTERS, MAX_TROOPS, TROOPS
from .layout import (
    CHARGE,
    COMBAT,
    MOVED,
    MOVEMENT,
    NO_TROOP,
    NO_WINNER,
    RALLY,
    RULES,
    SITUATIONS,
    STATE,
    WINDS_OF_FATE,
)


def open_commands(actions: ActionSpace) -> list[int]:
    """Return, for each situation, the mask of commands the action space leaves open."""
    every = (1 << len(COMMANDS)) - 1
    charge, winds = 1 << CHARGE, 1 << WINDS_OF_FATE
    masks = [every] * SITUATIONS
    if actions.command_window == "movement-rally":
        masks = [0] * SITUATIONS
        masks[MOVEMENT] = every
        masks[MOVED] = charge
        masks[RALLY] = every & ~charge
    elif actions.command_window == "combat-rally":
        masks = [0] * SITUATIONS
        masks[MOVEMENT] = masks[MOVED] = charge | winds
        masks[COMBAT] = masks[RALLY] = every & ~charge
    return masks


@lru_cache(maxsize=256)
def pack_rules(rules: Ruleset) -> np.record:
    """Return the record the kernels read; equal rules share one."""
    record = np.zeros(1, RULES)[0]
    troops, commands = list(rules.troops.values()), rules.commands
    record.troop_cost = [t.cost for t in troops]
    for name in ("movement", "range", "health", "damage"):
        record[name] = [getattr(t, name) for t in troops]
    record.cost = [c.cost for c in commands.values()]
    record.cooldown = [c.cooldown for c in commands.values()]
    record.cry_health = commands["battle-cry"].health
    record.cry_damage = commands["battle-cry"].damage
    record.stoic_health = commands["stoicism"].health
    record.bombard_damage = commands["bombard"].damage
    record.charge_factor = commands["charge"].factor
    record.shield_cap = commands["shield-wall"].cap
    record.income = rules.economy.income
    record.max_turns = rules.max_turns
    record.open = open_commands(rules.actions)
    record.cheapest = min(c.cost for c in commands.values())
    record.single_move = rules.actions.single_move
    record.trim = rules.actions.trim
    record.random_winds = rules.winds == "random"
    record.can_end = [not rules.actions.trim, True, True, True]
    return record


@lru_cache(maxsize=64)
def _outside(width: int, height: int) -> tuple[int, ...]:
    words = [(1 << 64) - 1] * WORDS
    for y in range(height):
        for x in range(width):
            code = code_at(x, y)
            words[code // 64] ^= 1 << code % 64
    return tuple(words)


def outside(rules: Ruleset) -> tuple[int, ...]:
    """Return the packed board with everything blocked that is not a square."""
    return _outside(rules.board.width, rules.board.height)


def empty_state(rules: Ruleset) -> np.record:
    """Return a state before anything is placed: turn 1, first player, Selection."""
    state = np.zeros(1, STATE)[0]
    state.blocked = outside(rules)
    state.turn = 1
    state.selected = NO_TROOP
    state.winner = NO_WINNER
    return state


def block(state: np.record, x: int, y: int) -> None:
    """Block a free square."""
    code = code_at(x, y)
    state.blocked[code // 64] |= np.uint64(1 << code % 64)


def is_blocked(state: np.record, x: int, y: int) -> bool:
    """Return whether a troop or an obstacle is on a square."""
    code = code_at(x, y)
    return bool(int(state.blocked[code // 64]) >> (code % 64) & 1)


def place_troop(state: np.record, troop: int, kind: int, x: int, y: int, health: int) -> None:
    """Put a living troop on a free square."""
    block(state, x, y)
    state.kind[troop] = kind
    state.x[troop] = x
    state.y[troop] = y
    state.health[troop] = health
    state.alive |= np.uint32(1 << troop)


def start_state(
    armies: tuple[Army, Army], rules: Ruleset, seed: int, obstacles: list[tuple[int, int]]
) -> np.record:
    """Return the state a game begins with."""
    state = empty_state(rules)
    for player, army in enumerate(armies):
        army.check(rules)
        places = army.places(player, rules)
        for slot, (troop, (x, y)) in enumerate(zip(army.troops, places, strict=True)):
            kind = LETTERS.index(troop.letter)
            health = rules.troops[TROOPS[kind]].health
            place_troop(state, MAX_TROOPS * player + slot, kind, x, y, health)
        state.owned[player] = sum(1 << COMMANDS.index(c) for c in army.commands)
        state.points[player] = rules.economy.start
    for x, y in obstacles:
        block(state, x, y)
    if rules.winds == "random":
        state.stream = derive(seed, WINDS_STREAM)
    return state
