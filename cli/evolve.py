"""`conquest-opt evolve`: searches for setups; its commands live in modules evolve_NAME."""

from importlib import import_module

import click

COMMANDS = {"counter": "Find setups that beat a setup, several, or a mixture."}
"""Each command's one-line help, so that `--help` imports none of them."""


class _Searches(click.Group):
    """A group whose commands are imported when they are used."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        return import_module(f".evolve_{cmd_name}", __package__).command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.group(cls=_Searches)
def command() -> None:
    """Search for setups: propose them, play them, learn from the games.

    \b
    conquest-opt evolve counter --target IAmWarrior
    conquest-opt evolve counter --help
    """
