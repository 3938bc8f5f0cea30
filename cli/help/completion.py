"""`conquest-opt completion`: the script by which a shell completes words."""

import click

from ...results.text.command_lines import NAME
from .shells import SHELLS, VARIABLE


@click.command()
@click.argument("shell", type=click.Choice(list(SHELLS)))
@click.pass_context
def command(context: click.Context, shell: str) -> None:
    """Print the script by which a shell completes commands, options and values.

    For one session, in bash, zsh and fish:

    \b
    source <(conquest-opt completion bash)
    source <(conquest-opt completion zsh)
    conquest-opt completion fish | source

    For all sessions, once. zsh needs compinit in ~/.zshrc before that line.

    \b
    conquest-opt completion bash >> ~/.bashrc
    conquest-opt completion zsh >> ~/.zshrc
    conquest-opt completion fish > ~/.config/fish/completions/conquest-opt.fish

    Then the Tab key completes names of agents, setups and rules too, and the
    runs of the database:

    \b
    $ conquest-opt match Def<Tab>
    Default               DefaultVariantArcher  DefaultVariant1
    DefaultVariant2
    """
    program = context.find_root().command
    click.echo(SHELLS[shell](program, {}, NAME, VARIABLE).source(), nl=False)
