"""`conquest-opt improve`: the best small changes of a setup."""

from typing import Any

import click

from ...api.texts.kind_keywords import keyword_of
from ...engine.rules.stats import COMMANDS, TROOPS
from ...evolve.improve.settings import SIZES, ImproveSettings
from ..options.budget import budget_option, refuse_sizes
from ..options.grouped import RunCommand, grouped_option
from ..options.opponents import against_option, against_options_of
from ..options.queries import query_options
from ..options.rules import RuleOptions, game_options
from ..options.run_options import RunOptions, run_options
from ..options.settings import settings_options
from ..options.stored import Form, query_options_of, setting_options, setup_option
from ..parameters.completing import Named
from ..parameters.style_texts import SETUP
from ..runs.running import run_command


@click.command(cls=RunCommand)
@click.argument("setup", required=False, type=SETUP)
@against_option
@grouped_option(
    "--keep",
    multiple=True,
    type=Named("TEXT", lambda: (*(f"{slug}s" for slug in TROOPS), *COMMANDS, "commands")),
    metavar="TEXT",
    **keyword_of("improve", "keep").option(),
)
@settings_options(ImproveSettings)
@budget_option
@query_options
@game_options
@run_options
def command(rules: RuleOptions, options: RunOptions, budget: float | None, **values: Any) -> None:
    """Find the best small changes of a setup.

    \b
    $ conquest-opt improve Rush
    Swap Shield Wall for Chastise: +23.0 points [13.4, 32.6]. This was shown to be
    better than Rush, played by strong on held-out seeds (new games, which no
    choice rests on), and so were 2 others below; 331 changes of at most 2
    components (a troop or a command) were compared.
    ...
    1. swap Shield Wall for Chastise: +23.0 points [13.4, 32.6]
       SSSSSSHKCC:battle-cry,stoicism,charge,chastise
       scores 51.7 % [45.7, 57.6] of 300 games, costs 1,000
    ...

    All legal setups that differ by at most two components (--swaps), each maximal,
    play a field beside the original: all by a cheap agent, the leaders by a better
    one, the best by the judge. The best then play on held-out seeds, with the
    same opponents and seeds as the original: from these games are the gains and
    their 95 % intervals. By default it takes three minutes on two cores.
    Constraints are those of enumerate.

    \b
    conquest-opt improve Rush --keep champions --keep charge
    conquest-opt improve Venom --against "Rush=2,IAmWarrior=1" --swaps 3
    conquest-opt improve SSCCC:charge,regenerate --budget 10m --json
    conquest-opt improve --resume RUN
    """
    refuse_sizes(budget, SIZES)
    run_command("improve", rules, options, values, budget)


def options_of(form: Form) -> dict[str, Any]:
    """Return the options of a stored task."""
    kept = {"keep": form["kept"]} if form.get("kept") else {}
    return (
        {"setup": setup_option(form["setup"])}
        | against_options_of(form)
        | kept
        | setting_options(ImproveSettings, form["settings"])
        | query_options_of(form)
    )
