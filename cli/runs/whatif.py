"""`conquest-opt whatif`: what a change of the rules does, before against after."""

from ...arena.run.headings import RULES
from ..parameters.completing import RuleEdit
from .command import kind_command

ODD = {
    "sweep": {"type": RuleEdit("SWEEP"), "metavar": "NAME=FROM..TO:STEP"},
    "base": {"type": RuleEdit("EDIT"), "metavar": "NAME=VALUE|FILE"},
}


@kind_command("whatif", first=RULES, odd=ODD)
def command() -> None:
    """Compare the game before a change of the rules with the game after.

    \b
    $ conquest-opt whatif --set champion.cost=225 --quick
    Champion costs 225 instead of 200
    ...
    Largest change beyond noise (more than chance shows): IAmWarrior: score 12.9 %
    instead of 51.5 %, -38.5 [-59.6, -17.5].
    ...

    \b
    $ conquest-opt whatif --set halberdier.cost=50 --agent greedy --games 40 \\
          --setups Default,Rush,Venom,HalberderPure
    ...
    No change was shown to be beyond noise (more than chance shows); the largest
    measured is Venom: score 28.3 % instead of 22.5 %, +5.8 [-5.1, +16.8].
    ...

    The same setups play both, game by game with the same seeds; those that became
    illegal are repaired. Cheap agents play many games, the judge few; figures are
    estimates for the judge. Games that the change cannot touch are played once,
    the others more often for it. Says first what is beyond noise, with all
    questions asked at once at 95 %. By default it takes five minutes on two cores,
    with --quick one.

    \b
    conquest-opt whatif --sweep champion.cost=150..250:25
    conquest-opt whatif --rules new.toml --setups Default,Rush,Venom
    conquest-opt whatif --set limits.points=1100 --evolve
    conquest-opt whatif --set archer.range=5 --budget 15m
    """
