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
    conquest-opt evolve counter --target IAmWarrior
    conquest-opt evolve rank --budget 15m
    conquest-opt evolve meta --quick
    conquest-opt evolve styles --over setups
    conquest-opt evolve counter --help
    """
