"""`conquest-opt balance`: edits of the rules towards a richer game, as a Pareto front."""

from typing import Any

import click

from ...api.texts.kind_keywords import keyword_of
from ...balance.search.goals import DEFAULT, OBJECTIVES
from ...balance.search.settings import QUICK, SIZES, BalanceSettings
from ..options.budget import budget_option, refuse_sizes
from ..options.grouped import RunGroup, grouped_option, refuse_before
from ..options.rules import RuleOptions, game_options
from ..options.run_options import RunOptions, run_options
from ..options.settings import settings_options
from ..options.setup_lists import setups_option
from ..options.stored import Form, setting_options, setup_options
from ..parameters.completing import Named, RuleEdit
from .running import run_command

COMMANDS = {"costs": ("runs.costs", "Estimate what troops and commands are worth in points.")}
"""Each command's one-line help, so that `--help` imports none of them."""

_OTHERS = [name for name in OBJECTIVES if name not in (*DEFAULT, "length", "target")]


@click.group(cls=RunGroup, commands=COMMANDS, invoke_without_command=True)
@grouped_option(
    "--free",
    multiple=True,
    type=RuleEdit("PATTERN", end=""),
    metavar="PATTERN",
    **keyword_of("balance", "free").option(),
)
@grouped_option(
    "--objective",
    "objectives",
    multiple=True,
    type=Named("NAME", lambda: OBJECTIVES),
    metavar="NAME",
    **keyword_of("balance", "objectives").option(),
)
@grouped_option("--target", metavar="FILE", **keyword_of("balance", "target").option())
@setups_option("balance")
@settings_options(BalanceSettings, quick=QUICK)
@budget_option
@grouped_option("--quick", is_flag=True, **keyword_of("balance", "quick").option())
@game_options
@run_options
@click.pass_context
def command(
    context: click.Context,
    rules: RuleOptions,
    options: RunOptions,
    budget: float | None,
    **values: Any,
) -> None:
    """Search for edits of the rules towards a richer game.

    \b
    $ conquest-opt balance --free "*.cost" --quick
    ...
    2. Scout costs 50 instead of 25; Champion costs 125 instead of 200; Shield
       Wall costs 100 instead of 50
       unevenness 24.1 % [17.8, 29.1], diversity 3.48 [2.07, 4.95], change 5.38;
       on the front in 99 % of repetitions
    ...

    Each candidate is a set of edits. Setups that are fitted to its rules play a
    round robin, which measures the objectives: how even match-ups are, how many
    setups are in equilibrium, how little changes. NSGA-II searches for the Pareto
    front: the candidates that no other beats in all objectives. A cheap agent
    plays all candidates, better ones those of the front. The front is measured
    again on held-out seeds; all reported figures are from there, estimates for the
    judge. By default it takes 15 minutes on two cores, with --quick three.

    \b
    conquest-opt balance --free "*.cost" --budget 1h
    conquest-opt balance --free "champion.*" --free "mage.range=2..6:1"
    conquest-opt balance --free "*.cooldown" --objective use --objective change
    conquest-opt balance --free "*.cost" --target wanted.csv --length 60
    conquest-opt balance --resume RUN
    """
    if context.invoked_subcommand:
        refuse_before(context)
    else:
        refuse_sizes(budget, SIZES)
        run_command("balance", rules, options, values, budget)


def options_of(form: Form) -> dict[str, Any]:
    """Return the options of a stored task."""
    settings = form["settings"]
    wanted = {"target": form["target"]} if form.get("target") else {}
    return {
        "free": form["free"],
        "objective": settings["objectives"],
        **wanted,
        "setups": setup_options(form["entrants"]),
        **setting_options(BalanceSettings, settings),
    }
