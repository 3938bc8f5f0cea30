"""`conquest-opt evolve counter`: setups that beat a setup, several, or a mixture."""

from .command import kind_command


@kind_command("counter")
def command() -> None:
    """Search for setups that beat a target, by evolution.

    \b
    $ conquest-opt evolve counter --target IAmWarrior
    3 setups were shown to beat IAmWarrior, played by strong on held-out seeds
    (new games, which no choice rests on); the best scored 76.5 % [69.9, 82.1].
    ...
    1. SSHCCC:battle-cry,stoicism,charge,chastise
       76.5 % [69.9, 82.1] of 200 games, 1,000 points
       . . . . . . C . C . . H . C . . . . . .
    ...

    Generations of maximal setups play the target: all of them by a cheap agent,
    the leaders by a better one, the best by the judge. A model of all these games
    says how good each is for the judge. The best play on held-out seeds: from
    these games of the judge are the scores and 95 % intervals at the end. By
    default it takes three minutes on two cores. Constraints are those of
    enumerate.

    \b
    conquest-opt evolve counter --target Rush --budget 10m
    conquest-opt evolve counter --opponents "Rush=2,Venom=1" --formations
    conquest-opt evolve counter --target Default --require "A+M>=3" --json
    conquest-opt evolve counter --resume RUN
    """
