"""`conquest-opt evolve styles`: maps of ways to play, or of setups, with the best of each cell."""

from .command import kind_command


@kind_command("styles", odd={"scripts": {"metavar": "PATTERN"}})
def command() -> None:
    """Map ways to play, or setups, by two features; each cell keeps its best.

    \b
    $ conquest-opt evolve styles --agent portfolio:unprune,advances=100 --random \\
          20 --batch 16 --generations 2 --games 12 --check-games 24
    17 of 64 cells are filled; each cell keeps the candidate with the highest
    ...
    row  commands        0    1     2    3     4    5     6    7
    ---  -----------  ----  ---  ----  ---  ----  ---  ----  ---
      7  0.4 to 0.45     .    .     .    .     .    .    44    .
      6  0.35 to 0.4     .    .     .    .    12   58     .    .
      5  0.3 to 0.35     .    .     .   31    29    .     .    .
    ...

    The method is MAP-Elites; a style is the weights of an agent's scripts. The
    first games of a candidate only decide whether it may compete for a cell.
    Further games on new seeds decide: each cell keeps the candidate with the
    highest lower confidence bound. At the end the best and the corners of the map
    are checked on held-out seeds. Scores of setups are estimates for the judge;
    setups may have the constraints of enumerate. By default it takes 12 to 20
    minutes on two cores.

    \b
    Features of play: attacks, ranged, commands, victory, distance, spread,
    losses. Of setups besides: troops, ranged-points, champion-points,
    command-points, commands-owned, kinds, movement.

    \b
    conquest-opt evolve styles --x ranged --y distance:6:12:12
    conquest-opt evolve styles --over setups --require "C<=2" --budget 1h
    conquest-opt match Rush Rush --agent-a style:RUN:3:5 --agent-b fpu
    conquest-opt evolve styles --resume RUN
    """
