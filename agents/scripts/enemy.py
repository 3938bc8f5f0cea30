"""Where the enemy stands, what it can attack, and how far from it each square is.

All of this stays as it is while the enemy stands still, as it does for most of a turn, so it is
kept until some enemy moved, died, was chastised or released, or the rules are others. Only
`see_enemy` and `grow_rings` write the boards of reach, THREATS, ENEMIES and the rings.
"""

import numpy as np

from ...engine.kernels.bits import changed, common, lowest_bit, others, union, widen
from ...engine.kernels.compiled import helper, inline
from ...engine.kernels.layout import CHASTISE, PLACES
from ...engine.kernels.options import bit, side, square_code, without_lowest
from ...engine.rules.stats import TROOPS
from ..spec.kernel_records import RINGS
from .boards import ENEMIES, RING, THREATS, add_near, clear, put_near, slot

U64 = np.uint64
_0, _1 = np.uint64(0), np.uint64(1)
_KINDS = len(TROOPS)


@inline
def troop_square(state, troop):
    """Return the code of the square a troop stands on."""
    return square_code(U64(state.x[troop]), U64(state.y[troop]))


@inline
def strike_distance(rules, state, troop):
    """Return how far a troop can move and attack in one turn."""
    kind = U64(state.kind[troop])
    return np.int64(rules.movement[kind]) + np.int64(rules.range[kind])


@inline
def attackers_of(state):
    """Return the enemies that may be selected in their next turn."""
    enemies = U64(state.alive) & side(_1 - U64(state.player))
    free = enemies & ~U64(state.effects[CHASTISE])
    return free if free else enemies


@inline
def is_seen(rules, state, work, enemies, attackers):
    """Return whether the boards are of this enemy as it stands."""
    changes = (U64(work.seen_troops) ^ enemies) | (U64(work.seen_attackers) ^ attackers)
    changes |= enemies & changed(work.seen_x, state.x)
    changes |= enemies & changed(work.seen_y, state.y)
    changes |= enemies & changed(work.seen_kind, state.kind)
    for i in range(_KINDS):
        kind = U64(i)
        changes |= U64(work.seen_reach[kind] ^ (rules.movement[kind] + rules.range[kind]))
    return changes == _0


@inline
def remember(rules, state, work, enemies, attackers):
    """Note of which enemy the boards are."""
    work.seen_troops, work.seen_attackers = enemies, attackers
    for i in range(PLACES):
        troop = U64(i)
        work.seen_x[troop], work.seen_y[troop] = state.x[troop], state.y[troop]
        work.seen_kind[troop] = state.kind[troop]
    for i in range(_KINDS):
        work.seen_reach[U64(i)] = rules.movement[U64(i)] + rules.range[U64(i)]


@helper
def see_enemy(rules, state, work):
    """Write each enemy's reach, all of them together, and the enemies' squares."""
    enemies = U64(state.alive) & side(_1 - U64(state.player))
    attackers = attackers_of(state)
    if is_seen(rules, state, work, enemies, attackers):
        return
    remember(rules, state, work, enemies, attackers)
    clear(work, THREATS)
    clear(work, ENEMIES)
    while enemies:
        enemy = lowest_bit(enemies)
        enemies = without_lowest(enemies)
        x, y = U64(state.x[enemy]), U64(state.y[enemy])
        add_near(work, ENEMIES, x, y, _0)
        if not attackers & bit(enemy):
            clear(work, slot(enemy))
            continue
        put_near(work, slot(enemy), x, y, U64(strike_distance(rules, state, enemy)))
        union(work.boards[THREATS], work.boards[slot(enemy)], work.boards[THREATS])
    common(work.boards[ENEMIES], work.boards[ENEMIES], work.rings[_0])
    work.ring_count = _1


@helper
def grow_rings(work, distance):
    """Write the squares within each distance of an enemy, up to some distance."""
    wanted = U64(min(distance, RINGS - 1))
    last = U64(work.ring_count) - _1
    if wanted > last:
        widen(work.rings[last:], wanted - last)
        work.ring_count = wanted + _1


@helper
def keep_nearest(work, squares, distance):
    """Leave in RING those of the squares nearest to an enemy; return how near they are.

    None of them may be nearer than `distance`, and rings must have grown as far as they are.
    """
    distance = max(distance, 0)
    while not common(work.boards[squares], work.rings[U64(distance)], work.boards[RING]):
        distance += 1
    return distance


@helper
def keep_farthest(work, squares, distance):
    """Leave in RING those of the squares farthest from every enemy; try a distance to begin with.

    Rings must have grown as far as they are.
    """
    k = U64(max(distance, 0))
    while not others(work.boards[squares], work.rings[k], work.boards[RING]):
        k -= _1
    while others(work.boards[squares], work.rings[k + _1], None):
        k += _1
        others(work.boards[squares], work.rings[k], work.boards[RING])
