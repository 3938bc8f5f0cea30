"""`conquest-opt engine`: the line protocol on standard input and output."""

import sys

import click

from ..options.rules import RuleOptions, game_options, known_errors
from ..options.setups_file import setups_file_option
from ..parameters.style_texts import AGENT


@click.command()
@click.option(
    "--agent",
    type=AGENT,
    help="The agent that answers go, by its own budget: the ms of go are then a limit only. "
    "Default: strong, which uses the ms up.",
)
@setups_file_option
@game_options
def command(rules: RuleOptions, agent: str | None) -> None:
    """Drive the engine by lines on standard input and output, in the spirit of UCI.

    \b
    $ printf "newgame C S\\nlegal\\nquit\\n" | conquest-opt engine
    ok turn 1 player 0 phase selection
    legal select k3
    bye

    Every line is answered by one line (`cqi` and `help` by several), so a program
    can write and read in turn. Write `help` for the list;
    docs/reference/protocol.md has the whole protocol, also for the other direction:
    a program that answers these lines plays as the agent engine:COMMAND.

    \b
    conquest-opt engine --set economy.income=50
    newgame Default IAmWarrior seed 1
    apply select l3; move k7; end
    go ms 100
    quit

    \b
    conquest-opt match Rush CC --agent "engine:conquest-opt engine" --games 2
    """
    from ...agents.spec.spec import AgentSpec  # noqa: PLC0415
    from ..play.protocol import Protocol  # noqa: PLC0415  (brings numba)

    if sys.stdin is None:
        raise click.ClickException("standard input is closed; the engine reads its lines there")
    for stream in (sys.stdin, sys.stdout):
        stream.reconfigure(encoding="utf-8", errors="replace")  # pyright: ignore[reportAttributeAccessIssue]
    try:
        protocol = Protocol(rules.ruleset, AgentSpec.parse(agent) if agent else None)
    except ValueError as error:
        raise known_errors(error) from None
    for line in sys.stdin:
        for answer in protocol.answer(line):
            click.echo(answer)
        if protocol.ended:
            return
