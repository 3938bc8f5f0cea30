"""`conquest-opt evolve counter`: setups that beat a setup, several, or a mixture."""

from typing import Any

import click

from ...evolve.counter.settings import SIZES, CounterSettings
from ..options.budget import budget_option, refuse_sizes
from ..options.grouped import RunCommand
from ..options.opponents import opponent_options
from ..options.queries import query_options
from ..options.rules import RuleOptions, game_options
from ..options.run_options import RunOptions, run_options
from ..options.settings import settings_options
from ..options.stored import Form, query_options_of, setting_options, setup_option, share_options
from .running import run_command


@click.command(cls=RunCommand)
@opponent_options
@settings_options(CounterSettings)
@budget_option
@query_options
@game_options
@run_options
def command(rules: RuleOptions, options: RunOptions, budget: float | None, **values: Any) -> None:
    """Search for setups that beat a target, by evolution.

    \b
    $ conquest-opt evolve counter --target IAmWarrior
    3 setups were shown to beat IAmWarrior, played by strong on held-out seeds
    (new games, which no choice rests on); the best scored 76.5 % [69.9, 82.1].
    ...
    1. SSHCCC:battle-cry,stoicism,charge,chastise
       76.5 % [69.9, 82.1] of 200 games, 1,000 points
       . . . . . . C . C . . H . C . . . . . .
    ...

    Generations of maximal setups play the target: all of them by a cheap agent,
    the leaders by a better one, the best by the judge. A model of all these games
    says how good each is for the judge. The best play on held-out seeds: from
    these games of the judge are the scores and 95 % intervals at the end. By
    default it takes three minutes on two cores. Constraints are those of
    enumerate.

    \b
    conquest-opt evolve counter --target Rush --budget 10m
    conquest-opt evolve counter --opponents "Rush=2,Venom=1" --formations
    conquest-opt evolve counter --target Default --require "A+M>=3" --json
    conquest-opt evolve counter --resume RUN
    """
    refuse_sizes(budget, SIZES)
    run_command("counter", rules, options, values, budget)


def options_of(form: Form) -> dict[str, Any]:
    """Return the options of a stored task."""
    field = form["field"]
    if field["weights"] == [1.0]:
        beaten: dict[str, Any] = {"target": setup_option(field["opponents"][0])}
    else:
        beaten = {"opponents": share_options(field)}
    settings = setting_options(CounterSettings, form["settings"])
    return beaten | settings | query_options_of(form)
