"""`conquest-opt formation`: where the troops of a setup should stand, against a field."""

from .command import kind_command


@kind_command("formation")
def command() -> None:
    """Search for the formation of a SETUP: where its troops should stand.

    \b
    $ conquest-opt formation Rush
    ...
    made: 31.2 % [27.6, 34.9] of 600 games
       . . . . . . C . K . . H . C . . . . . .
    ...
    found: 31.9 % [28.2, 35.9] of 600 games
       . . . . . . . C S H C . . . . . . . . .
    ...
      found over made      +0.8 points [-5.5, 7.0]: no difference shown
    ...

    Formations on the home rows play the field: the made one (where the program
    puts the troops by itself), the published or given one, families of others
    (wide, deep, on a flank, ...), and changes of those that did well. All play by a
    cheap agent, the leaders by a better one, the best by the judge; a model of
    features says which are worth playing. What was found, the made and the
    published formation then play on held-out seeds, with the same opponents and
    luck: from these games of the judge are the gains and 95 % intervals. By default
    it takes three minutes on two cores.

    \b
    conquest-opt formation Rush --against IAmWarrior
    conquest-opt formation SSCCC:charge --against "Rush=2,Venom=1" --budget 10m
    conquest-opt formation mine.json --against all --json
    conquest-opt formation --resume RUN
    """
