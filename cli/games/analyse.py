"""`conquest-opt analyse`: what an agent sees in a position."""

import json
from functools import partial
from typing import TYPE_CHECKING

import click

from ...agents.spec.spec import AgentSpec
from ...arena.inputs.agents import chosen_agent
from ..options.agents import agent_options
from ..options.positions import position_options
from ..options.rules import known_errors
from ..parameters.numbers import SEED, Whole

if TYPE_CHECKING:
    from ...engine import Game

_TOP = 8
"""Candidates that are shown by default."""


@click.command()
@agent_options
@click.option(
    "--seed", type=SEED, default=0, show_default=True, help="Seed of the search, and of a new game."
)
@click.option(
    "--top",
    type=Whole(1, 1000),
    help=f"How many candidates are shown [default: {_TOP}; with --json all].",
)
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
@position_options
def command(
    game: "Game", agent: str | None, quick: bool, seed: int, top: int | None, as_json: bool
) -> None:
    """Show what an agent sees in a position: values, candidates, the line it expects.

    \b
    $ conquest-opt analyse "12 0 selection - 50/75 -/- Ck3=500/Sk18=100 - -"
    ...
    strong sees the first player ahead: value +0.270 (1 is won, -1 is lost)
    In games of strong against itself the side ahead scored 80 % from there.
    ...
       value  search  turn
      +0.270   46 %   select k3; move k7; end
    ...
    The line it expects
      turn 12   first  select k3; move k7; end
      turn 13   second select k18; move k20; end
    ...

    WHAT is two setups for the beginning of a game (default: Default Default), a position's line, a
    file with that line or with recorded games (a game that play saved is one), or - for standard
    input. Values are for the player to move, from -1, a lost game, to 1, a won one. The same
    position, agent and seed give the same answer, unless the agent has a budget of time.

    \b
    conquest-opt analyse Default IAmWarrior
    conquest-opt analyse docs/games.jsonl --game 3 --turn 22
    """
    from ...arena.review.analysis import analyse  # noqa: PLC0415  (brings numba)
    from ..play.agent import Chooser  # noqa: PLC0415

    try:
        spec = AgentSpec.parse(chosen_agent(agent, quick))
        search = partial(Chooser().report, seed=seed)
        analysis = analyse(game, spec, search)
    except ValueError as error:
        raise known_errors(error) from None
    if as_json:
        click.echo(json.dumps(analysis.json(top) | {"seed": seed}))
    else:
        click.echo(f"{game}\n\n{analysis.text(top or _TOP, '--top {}')}")
