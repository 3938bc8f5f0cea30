"""`conquest-opt tournament`: setups against each other, all played by one agent."""

from typing import Any

import click

from ...api.texts.kind_keywords import keyword_of
from ...arena.tournament.settings import TournamentSettings
from ..options.agents import agent_options, engine_option
from ..options.grouped import RunCommand, grouped_option
from ..options.rules import RuleOptions, game_options
from ..options.run_options import RunOptions, run_options
from ..options.settings import settings_options
from ..options.setup_lists import setups_option
from ..options.stored import Form, setup_option, setup_options
from ..parameters.style_texts import SETUP
from .running import run_command


@click.command(cls=RunCommand)
@setups_option("tournament")
@grouped_option("--against", type=SETUP, **keyword_of("tournament", "against").option())
@settings_options(TournamentSettings)
@agent_options
@game_options
@engine_option
@run_options
def command(rules: RuleOptions, options: RunOptions, **values: Any) -> None:
    """Play setups against each other and rank them.

    \b
    $ conquest-opt tournament --setups Default,Rush,Venom,IAmWarrior --quick
    Rush scored most, 72.7 % [64.8, 79.3]; 1 of the others is not shown to be
    ...
    1  Rush        72.7 [64.8, 79.3]  +142 [+94, +190]   IAmWarrior     51
    2  IAmWarrior  70.3 [62.0, 77.5]  +127 [+83, +172]   Rush           49
    ...

    By default it is the thesis's tournament: its 31 setups, 50 games for each
    two, 25 on each side. That takes half an hour on two cores, with --quick one
    to two minutes:

    \b
    $ conquest-opt tournament --quick
    MeleeMeltdown scored most, 78.9 % [76.6, 81.0]; 3 of the others are not
    shown to be worse (by 95 % intervals that overlap).
    ...

    \b
    conquest-opt tournament --dry-run
    conquest-opt tournament --setups all --against SSC:charge --quick
    conquest-opt tournament --setups "SELECT setup FROM maximal_setups LIMIT 9"
    """
    run_command("tournament", rules, options, values)


def options_of(form: Form) -> dict[str, Any]:
    """Return the options of a stored task."""
    entrants = form["entrants"]
    first = {"against": setup_option(entrants[0])} if form.get("gauntlet") else {}
    return {
        "setups": setup_options(entrants[len(first) :]),
        **first,
        "agent": entrants[0]["agent"],
        "games": form["games"],
    }
