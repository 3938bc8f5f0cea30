"""`conquest-opt agents`: who can play, and by which parameters."""

import json
from typing import Any

import click

from ..agents.spec import AGENTS, Kind, Parameter


@click.command()
@click.option("--json", "as_json", is_flag=True, help="A JSON list.")
def command(as_json: bool) -> None:
    """List the agents with their parameters, defaults, limits and source.

    An agent is written as its name, and what differs from its defaults: fpu:iterations=1000,k=0.3.
    Sources: 000 is the Conquest thesis, 004 the thesis on agents for Dominance.

    \b
    conquest-opt agents
    conquest-opt agents --json
    """
    if as_json:
        click.echo(json.dumps([_described(kind) for kind in AGENTS.values()]))
        return
    for kind in AGENTS.values():
        click.echo(f"{kind.name}  ({kind.source})")
        click.echo(click.wrap_text(kind.about, 79, "  ", "  "))
        for parameter in kind.parameters:
            given = f"{parameter.name}={parameter.default}"
            click.echo(f"    {given:<16} {parameter.about} [{_limits(parameter)}]")
        click.echo()


def _limits(parameter: Parameter) -> str:
    return "|".join(parameter.choices) or f"{parameter.low:g}..{parameter.high:g}"


def _described(kind: Kind) -> dict[str, Any]:
    return {
        "name": kind.name,
        "source": kind.source,
        "about": kind.about,
        "parameters": [
            {
                "name": p.name,
                "default": p.default,
                "about": p.about,
                **({"choices": p.choices} if p.choices else {"low": p.low, "high": p.high}),
            }
            for p in kind.parameters
        ],
    }
