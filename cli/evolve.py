"""`conquest-opt evolve`: searches for setups; its commands live in modules evolve_NAME."""

import click

from .groups import LazyGroup

COMMANDS = {
    "counter": "Find setups that beat a setup, several, or a mixture.",
    "rank": "Rank every maximal setup against a field.",
    "meta": "Find the mixture of setups that nothing beats.",
    "styles": "Map ways to play, or setups, by features; each cell has its best.",
}
"""Each command's one-line help, so that `--help` imports none of them."""


@click.group(cls=LazyGroup, summaries=COMMANDS, prefix="evolve_")
def command() -> None:
    """Search for setups: propose them, play them, learn from the games.

    \b
    conquest-opt evolve counter --target IAmWarrior
    conquest-opt evolve rank --budget 15m
    conquest-opt evolve meta --quick
    conquest-opt evolve styles --over setups
    conquest-opt evolve counter --help
    """
