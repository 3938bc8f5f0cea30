"""`conquest-opt evolve meta`: the mixture of setups that no response gains much on."""

from typing import Any

import click

from ...api.texts.kind_keywords import keyword_of
from ...evolve.meta.settings import QUICK, SIZES, MetaSettings
from ..options.budget import budget_option, refuse_sizes
from ..options.grouped import RunCommand, grouped_option
from ..options.queries import query_options
from ..options.rules import RuleOptions, game_options
from ..options.run_options import RunOptions, run_options
from ..options.settings import settings_options
from ..options.setups_file import setups_file_option
from ..options.stored import Form, query_options_of, setting_options, setup_options
from ..parameters.style_texts import SETUPS
from .running import run_command


@click.command(cls=RunCommand)
@grouped_option(
    "--start", type=SETUPS, multiple=True, metavar="SETUPS", **keyword_of("meta", "start").option()
)
@setups_file_option
@settings_options(MetaSettings, quick=QUICK)
@grouped_option("--quick", is_flag=True, **keyword_of("meta", "quick").option())
@budget_option
@query_options
@game_options
@run_options
def command(rules: RuleOptions, options: RunOptions, budget: float | None, **values: Any) -> None:
    """Find the metagame: how often to play which setup.

    \b
    $ conquest-opt evolve meta --quick
    A mixture of 3 setups, played by strong. It settled: none of the last 2
    responses was shown to gain more than 2 points of 100. The last response,
    ...
    1. AntiRush  SSSSSFHHCC:battle-cry,stoicism,charge,chastise
       weight 35.7 % [0.0, 100.0], in 80 % of resampled mixtures
    ...

    Cheap games screen the setups to start with. The Nash mixture of the others is
    solved from games of the judge, a search as that of evolve counter evolves a
    response to it, the response joins the set, and so on, until none is shown to
    gain more than epsilon. At the end an agent of another kind tries to find a
    response. It takes a quarter of an hour at most on two cores, with --quick
    three minutes. Brackets are 95 % intervals; constraints on responses are those
    of enumerate.

    \b
    conquest-opt evolve meta --budget 2h
    conquest-opt evolve meta --rounds 40 --patience 4
    conquest-opt evolve meta --start Rush,Venom --without bombard --json
    conquest-opt evolve meta --resume RUN
    """
    refuse_sizes(budget, SIZES)
    run_command("meta", rules, options, values, budget)


def options_of(form: Form) -> dict[str, Any]:
    """Return the options of a stored task."""
    start = {"start": setup_options(form["start"])}
    return start | setting_options(MetaSettings, form["settings"]) | query_options_of(form)
