"""What troops, commands and the other parts of the rules are, in sentences for people.

What a single number does stands at its field (`stats`, `ruleset`); here is what they have in
common, without figures, so that it stays true when numbers change.
"""

from typing import Final

GROUP_TEXTS: Final = {
    "troops": "A side selects one troop a turn; it may move, and then attack an enemy within its "
    "range. A defender that lives strikes back if the attacker is within its own range. "
    "A side without troops has lost.",
    "commands": "A command is bought with the setup, and paid for with command points at each use, "
    "in its owner's turn. Then it rests. It cannot be used on a troop on which it still works.",
    "limits": "What a setup may hold. Named setups are played as published, whatever the limits.",
    "board": "The squares of the board, and those on which a side sets up.",
    "economy": "Command points pay for the use of commands. They come with the turns, and with the "
    "enemy troops that a side kills by attack or counter-attack.",
    "actions": "Reductions of the action space (section 6 of the thesis): what a side may do in "
    "the phases of its turn, which are Selection, Movement, Combat and Rally. The full game has "
    "none of them.",
    "game": "What belongs to the whole game.",
}
"""The groups of rules, in the order in which they are listed."""

_LASTING: Final = "It lasts until your next turn begins."

COMMAND_TEXTS: Final = {
    "battle-cry": "Gives a troop of your own extra health and more damage. Hits use up the extra "
    f"health first. {_LASTING}",
    "stoicism": f"Gives a troop of your own extra health, which hits use up first. {_LASTING}",
    "regenerate": "Gives a troop of your own the full health of its type again. Extra health by "
    "other commands stays as it is. It can be used on a troop once a turn.",
    "bombard": "Does damage to any enemy troop, however far away. There is no counter-attack, and "
    "a kill earns no command points. It can be used on a troop once a turn.",
    "winds-of-fate": "One of your commands that rest is ready again. You do not choose which: the "
    "rule winds says how it is chosen. Some command must be resting.",
    "charge": "Multiplies the movement of a troop of your own in this turn.",
    "chastise": "An enemy troop cannot be selected in its owner's next turn. It still strikes "
    "back. One enemy troop at least must stay free.",
    "vigilance": "A troop of your own strikes first when it is attacked by a troop within its "
    "range: its counter-attack comes before the attack, which follows only if the attacker lives. "
    f"There is no second counter-attack. {_LASTING}",
    "shield-wall": "Limits the damage that each hit does to a troop of your own, that of Bombard "
    f"too. {_LASTING}",
}
