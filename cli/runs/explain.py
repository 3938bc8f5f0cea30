"""`conquest-opt explain`: why setup A beats setup B, or loses."""

from .command import kind_command


@kind_command("explain")
def command() -> None:
    """Explain why setup A beats setup B, or loses.

    \b
    $ conquest-opt explain Championeer Rush
    ...
    Championeer wins by its Charge: without it the score falls from 61.0 % to
    0.4 % (-61 points [-68, -51]).
    ...
    Next come its Battle Cry (-59 points [-67, -46]) and its third champion (-53
    points [-62, -39]).
    ...
    Championeer strikes first in 69.8 % [63.3, 75.5] of the games.
    ...

    It plays A against B; A without each troop type's last troop and without each
    command; and A with the best swap for the same price. Then it counts what
    happens in the games, and the judge values the position after every turn. Every
    sentence rests on an interval that leaves out chance, with all questions asked
    at once. Three games are saved whole, with their decisive turns. By default it
    takes three to five minutes on two cores, with --agent quick half a minute.

    \b
    conquest-opt explain Default IAmWarrior --agent quick
    conquest-opt explain SSCCC:charge,regenerate Rush --budget 10m
    conquest-opt explain Rush Venom --set champion.cost=225 --dry-run
    conquest-opt report explain -o out/
    """
