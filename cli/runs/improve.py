"""`conquest-opt improve`: the best small changes of a setup."""

from ...engine.rules.stats import COMMANDS, TROOPS
from ..parameters.completing import Named
from .command import kind_command


def _what_may_stay() -> list[str]:
    return [*(f"{slug}s" for slug in TROOPS), *COMMANDS, "commands"]


@kind_command("improve", odd={"keep": {"type": Named("TEXT", _what_may_stay), "metavar": "TEXT"}})
def command() -> None:
    """Find the best small changes of a setup.

    \b
    $ conquest-opt improve Rush
    Swap Shield Wall for Chastise: +23.0 points [13.4, 32.6]. This was shown to be
    better than Rush, played by strong on held-out seeds (new games, which no
    choice rests on), and so were 2 others below; 331 changes of at most 2
    components (a troop or a command) were compared.
    ...
    1. swap Shield Wall for Chastise: +23.0 points [13.4, 32.6]
       SSSSSSHKCC:battle-cry,stoicism,charge,chastise
       scores 51.7 % [45.7, 57.6] of 300 games, costs 1,000
    ...

    All legal setups that differ by at most two components (--swaps), each maximal,
    play a field beside the original: all by a cheap agent, the leaders by a better
    one, the best by the judge. The best then play on held-out seeds, with the
    same opponents and seeds as the original: from these games are the gains and
    their 95 % intervals. By default it takes three minutes on two cores.
    Constraints are those of enumerate.

    \b
    conquest-opt improve Rush --keep champions --keep charge
    conquest-opt improve Venom --against "Rush=2,IAmWarrior=1" --swaps 3
    conquest-opt improve SSCCC:charge,regenerate --budget 10m --json
    conquest-opt improve --resume RUN
    """
