"""`conquest-opt balance`: edits of the rules towards a richer game, as a Pareto front."""

from ..options.grouped import RunGroup
from ..parameters.completing import RuleEdit
from .command import kind_command

COMMANDS = {"costs": ("runs.costs", "Estimate what troops and commands are worth in points.")}
"""Each command's one-line help, so that `--help` imports none of them."""

ODD = {
    "free": {"type": RuleEdit("PATTERN", end=""), "metavar": "PATTERN"},
    "objectives": {"metavar": "NAME"},
    "target": {"metavar": "FILE"},
}


@kind_command("balance", cls=RunGroup, commands=COMMANDS, invoke_without_command=True, odd=ODD)
def command() -> None:
    """Search for edits of the rules towards a richer game.

    \b
    $ conquest-opt balance --free "*.cost" --quick
    ...
    2. Scout costs 50 instead of 25; Champion costs 125 instead of 200; Shield
       Wall costs 100 instead of 50
       unevenness 24.1 % [17.8, 29.1], diversity 3.48 [2.07, 4.95], change 5.38;
       on the front in 99 % of repetitions
    ...

    Each candidate is a set of edits. Setups that are fitted to its rules play a
    round robin, which measures the objectives: how even match-ups are, how many
    setups are in equilibrium, how little changes. NSGA-II searches for the Pareto
    front: the candidates that no other beats in all objectives. A cheap agent
    plays all candidates, better ones those of the front. The front is measured
    again on held-out seeds; all reported figures are from there, estimates for the
    judge. By default it takes 15 minutes on two cores, with --quick three.

    \b
    conquest-opt balance --free "*.cost" --budget 1h
    conquest-opt balance --free "champion.*" --free "mage.range=2..6:1"
    conquest-opt balance --free "*.cooldown" --objective use --objective change
    conquest-opt balance --free "*.cost" --target wanted.csv --length 60
    conquest-opt balance --resume RUN
    """
