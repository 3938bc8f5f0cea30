"""`conquest-opt evolve`: searches for setups; counters, a ranking, the metagame, maps."""

import click

from ..terminal.groups import LazyGroup

COMMANDS = {
    "counter": ("runs.counter", "Search for setups that beat a setup, several, or a mixture."),
    "rank": ("runs.rank", "Rank every maximal setup against a field."),
    "meta": ("runs.meta", "Find the mixture of setups that nothing beats."),
    "styles": ("runs.styles", "Map ways to play, or setups, by features; each cell has its best."),
}
"""Each command's module and one-line help, so that `--help` imports none of them."""


@click.group(cls=LazyGroup, commands=COMMANDS)
def command() -> None:
    """Search for setups: propose them, play them, learn from the games.

    \b
    $ conquest-opt evolve counter --target IAmWarrior
    3 setups were shown to beat IAmWarrior, played by strong on held-out seeds
    ...
    1. SSHCCC:battle-cry,stoicism,charge,chastise
       76.5 % [69.9, 82.1] of 200 games, 1,000 points
    ...

    \b
    conquest-opt evolve counter --target IAmWarrior   what beats a setup
    conquest-opt evolve rank --budget 15m             how good every setup is
    conquest-opt evolve meta --quick                  the mixture nothing beats
    conquest-opt evolve styles --over setups          a map of setups
    conquest-opt evolve counter --help                more on one of them
    """
