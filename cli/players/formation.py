"""`conquest-opt formation`: where the troops of a setup should stand, against a field."""

from typing import Any

import click

from ...evolve.formation.settings import FormationSettings
from ...evolve.proposals.search_settings import SIZES
from ..options.budget import budget_option, refuse_sizes
from ..options.grouped import RunCommand
from ..options.opponents import against_option, against_options_of
from ..options.rules import RuleOptions, game_options
from ..options.run_options import RunOptions, run_options
from ..options.settings import settings_options
from ..options.stored import Form, setting_options, setup_option
from ..parameters.style_texts import SETUP
from ..runs.running import run_command


@click.command(cls=RunCommand)
@click.argument("setup", type=SETUP, required=False)
@against_option
@settings_options(FormationSettings)
@budget_option
@game_options
@run_options
def command(rules: RuleOptions, options: RunOptions, budget: float | None, **values: Any) -> None:
    """Search for the formation of a SETUP: where its troops should stand.

    \b
    $ conquest-opt formation Rush
    ...
    made: 31.2 % [27.6, 34.9] of 600 games
       . . . . . . C . K . . H . C . . . . . .
    ...
    found: 31.9 % [28.2, 35.9] of 600 games
       . . . . . . . C S H C . . . . . . . . .
    ...
      found over made      +0.8 points [-5.5, 7.0]: no difference shown
    ...

    Formations on the home rows play the field: the made one (where the program
    puts the troops by itself), the published or given one, families of others
    (wide, deep, on a flank, ...), and changes of those that did well. All play by a
    cheap agent, the leaders by a better one, the best by the judge; a model of
    features says which are worth playing. What was found, the made and the
    published formation then play on held-out seeds, with the same opponents and
    luck: from these games of the judge are the gains and 95 % intervals. By default
    it takes three minutes on two cores.

    \b
    conquest-opt formation Rush --against IAmWarrior
    conquest-opt formation SSCCC:charge --against "Rush=2,Venom=1" --budget 10m
    conquest-opt formation mine.json --against all --json
    conquest-opt formation --resume RUN
    """
    refuse_sizes(budget, SIZES)
    run_command("formation", rules, options, values, budget)


def options_of(form: Form) -> dict[str, Any]:
    """Return the options of a stored task."""
    settings = setting_options(FormationSettings, form["settings"])
    return {"setup": setup_option(form["setup"])} | against_options_of(form) | settings
