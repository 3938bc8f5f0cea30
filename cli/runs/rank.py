"""`conquest-opt evolve rank`: every maximal setup, ranked against a field."""

from .command import kind_command


@kind_command("rank")
def command() -> None:
    """Rank every maximal setup against a field.

    \b
    $ conquest-opt evolve rank --budget 1h --seed 1
    ...
          rating                games  confirmed
      1.   51.1 % [48.0, 54.3]      940   45.8 % [33.3, 58.9]
          SSSSSHHHCC:battle-cry,charge,chastise,shield-wall
      2.   50.4 % [47.2, 53.6]      766   56.7 % [43.8, 68.7]
          SSCCC:battle-cry,regenerate,charge,chastise
    ...

    A cheap agent plays a screen, a model learns from it which troops, commands
    and pairs of them matter, and rounds of games go where ranks are uncertain:
    first by the cheap agent, then by a better one, then by the judge, which plays
    the leaders most. Every setup gets a rating for the judge (the share of the
    points it takes from the field) with a 95 % interval; the top plays on held-out
    seeds. Constraints are those of enumerate. Without numbers of games it takes 15
    minutes on two cores.

    \b
    conquest-opt evolve rank --budget 1h --dry-run
    conquest-opt evolve rank --field "Rush=2,Venom=1" --budget 30m
    conquest-opt evolve rank --require "C>=2" --set champion.cost=225
    conquest-opt evolve rank --resume RUN
    """
