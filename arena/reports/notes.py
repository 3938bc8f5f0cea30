"""Why figures differ from the thesis's, where the reason is known: in words, beside the tables."""

from typing import Final

_SECOND_RUN: Final = (
    "The thesis's figures come from its second logging run, in which, as it says, games took 527 "
    "turns on average, Charge was never used, and games with Winds of Fate broke off. Its 792,821 "
    "selections, one a turn, are those of about 1,500 such games, so shares can be compared, but "
    "not counts a game."
)

COMMANDS: Final = (
    "Known differences. Regenerate costs points in the published implementation of the thesis but "
    "gives no health back; here it does, so it is worth using. There, all commands but Charge can "
    "be used only after the move or after the attack, so never to prepare an attack from where the "
    "troop stands; here also before the move, as the rules have it.",
    "Two setups have Winds of Fate and four have Bombard: what is used a setup compares commands "
    "better than what is used in all.",
)

RECIPIENTS: Final = (
    _SECOND_RUN + " Regenerate went to Champions there although it restored nothing.",
)

SELECTIONS: Final = (
    _SECOND_RUN,
    "One of the 31 setups is drawn with eleven troops and plays with ten, so the setups here have "
    "one Scout fewer than the thesis counts.",
)

FIGHTS: Final = (
    _SECOND_RUN,
    "Commands before an attack are possible here and were not there: an attack can be prepared by "
    "Battle Cry from where the troop stands.",
)

LENGTHS: Final = (
    "In the published implementation of the thesis a last troop that Bombard kills ends the game "
    "only when the turn ends; here at once, which shortens such games by a few actions.",
)

NO_EVENTS: Final = (
    "The actions of the games were not stored, so nothing can be said of commands, troops and "
    "attacks. A run with --events stores them."
)
