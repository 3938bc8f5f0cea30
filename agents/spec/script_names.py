"""The scripts by name: what each is for, and the number by which the kernels know it.

A *wrapper* gives the only action there is of its kind; a *best* script the best one by what is
known of the game; a *style* script the one that suits a way of playing. Needs no numpy.
"""

from typing import Final, NamedTuple


class Script(NamedTuple):
    """A script's name, kind (wrapper, best or style) and what it gives."""

    name: str
    kind: str
    about: str


SCRIPTS: Final = (
    Script("end-turn", "wrapper", "ends the turn"),
    Script("winds-of-fate", "wrapper", "uses Winds of Fate"),
    Script("select-attacker", "style", "the troop with the best attack this turn"),
    Script("select-threatened", "style", "the troop the enemy's best attack would cost most"),
    Script("select-strongest", "style", "the troop of the highest price, then health"),
    Script("select-closest", "style", "the troop nearest to an enemy"),
    Script("select-rear", "style", "the troop farthest from every enemy"),
    Script("move-attack", "style", "to the least exposed square of the best attack"),
    Script("move-advance", "style", "as near to an enemy as it can get"),
    Script("move-stalk", "style", "as near to an enemy as is safest"),
    Script("move-keep-distance", "style", "into its own range of an enemy, where it is safest"),
    Script("move-retreat", "style", "as far from every enemy as it can get"),
    Script("move-converge", "style", "towards the middle of the own troops"),
    Script("move-diverge", "style", "away from the own troops"),
    Script("attack-best", "best", "the enemy whose exchange of blows gains most"),
    Script("attack-closest", "style", "the nearest enemy in range"),
    Script("attack-weakest", "style", "the enemy of the least health"),
    Script("attack-damaged", "style", "the enemy that has lost most health"),
    Script("attack-valuable", "style", "the enemy of the highest price"),
    Script("attack-kill", "style", "the most valuable enemy that one blow kills"),
    Script("battle-cry-offensive", "style", "on the selected troop, for a better attack"),
    Script("battle-cry-defensive", "style", "on the troop in the greatest danger"),
    Script("stoicism-offensive", "style", "on the selected troop, to outlive the answer"),
    Script("stoicism-defensive", "style", "on the troop in the greatest danger"),
    Script("shield-wall-offensive", "style", "on the selected troop, to outlive the answer"),
    Script("shield-wall-defensive", "style", "on the troop in the greatest danger"),
    Script("vigilance", "best", "on the troop in the greatest danger"),
    Script("regenerate", "best", "on the troop that gains most worth"),
    Script("bombard-best", "style", "kills the most valuable enemy it can, or weakens one"),
    Script("bombard-support", "style", "weakens the enemy the selected troop is to attack"),
    Script("chastise", "best", "the enemy that threatens most"),
    Script("charge-offensive", "style", "for an attack out of reach without it"),
    Script("charge-defensive", "style", "to flee from a danger it could not flee without it"),
)
"""All scripts; a script's index is its number."""

(
    END_TURN,
    WINDS,
    SELECT_ATTACKER,
    SELECT_THREATENED,
    SELECT_STRONGEST,
    SELECT_CLOSEST,
    SELECT_REAR,
    MOVE_ATTACK,
    MOVE_ADVANCE,
    MOVE_STALK,
    MOVE_KEEP_DISTANCE,
    MOVE_RETREAT,
    MOVE_CONVERGE,
    MOVE_DIVERGE,
    ATTACK_BEST,
    ATTACK_CLOSEST,
    ATTACK_WEAKEST,
    ATTACK_DAMAGED,
    ATTACK_VALUABLE,
    ATTACK_KILL,
    CRY_OFFENSIVE,
    CRY_DEFENSIVE,
    STOICISM_OFFENSIVE,
    STOICISM_DEFENSIVE,
    SHIELD_OFFENSIVE,
    SHIELD_DEFENSIVE,
    VIGIL,
    REGENERATION,
    BOMBARD_BEST,
    BOMBARD_SUPPORT,
    CHASTISEMENT,
    CHARGE_OFFENSIVE,
    CHARGE_DEFENSIVE,
) = range(len(SCRIPTS))

DEFAULT_WEIGHT: Final = 0.5
"""A script's weight unless an agent has its own."""
