"""`conquest-opt evolve rank`: every maximal setup, ranked against a field."""

from typing import Any

import click

from ...api.texts.kind_keywords import keyword_of
from ...evolve.rank.settings import SIZES, USUAL_BUDGET, RankSettings
from ..options.budget import budget_option, refuse_sizes, sizes_given
from ..options.grouped import RunCommand, grouped_option
from ..options.queries import query_options
from ..options.rules import RuleOptions, game_options
from ..options.run_options import RunOptions, run_options
from ..options.settings import settings_options
from ..options.setups_file import setups_file_option
from ..options.stored import Form, query_options_of, setting_options, share_options
from ..parameters.style_texts import SETUPS
from .running import run_command


@click.command(cls=RunCommand)
@grouped_option(
    "--field", type=SETUPS, multiple=True, metavar="SETUPS", **keyword_of("rank", "field").option()
)
@setups_file_option
@settings_options(RankSettings)
@budget_option
@query_options
@game_options
@run_options
def command(rules: RuleOptions, options: RunOptions, budget: float | None, **values: Any) -> None:
    """Rank every maximal setup against a field.

    \b
    $ conquest-opt evolve rank --budget 1h --seed 1
    ...
          rating                games  confirmed
      1.   51.1 % [48.0, 54.3]      940   45.8 % [33.3, 58.9]
          SSSSSHHHCC:battle-cry,charge,chastise,shield-wall
      2.   50.4 % [47.2, 53.6]      766   56.7 % [43.8, 68.7]
          SSCCC:battle-cry,regenerate,charge,chastise
    ...

    A cheap agent plays a screen, a model learns from it which troops, commands
    and pairs of them matter, and rounds of games go where ranks are uncertain:
    first by the cheap agent, then by a better one, then by the judge, which plays
    the leaders most. Every setup gets a rating for the judge (the share of the
    points it takes from the field) with a 95 % interval; the top plays on held-out
    seeds. Constraints are those of enumerate. Without numbers of games it takes 15
    minutes on two cores.

    \b
    conquest-opt evolve rank --budget 1h --dry-run
    conquest-opt evolve rank --field "Rush=2,Venom=1" --budget 30m
    conquest-opt evolve rank --require "C>=2" --set champion.cost=225
    conquest-opt evolve rank --resume RUN
    """
    refuse_sizes(budget, SIZES)
    usual = None if sizes_given(SIZES) else USUAL_BUDGET
    run_command("rank", rules, options, values, budget or usual)


def options_of(form: Form) -> dict[str, Any]:
    """Return the options of a stored task."""
    field = {"field": share_options(form["field"])} if form.get("field") else {}
    return field | setting_options(RankSettings, form["settings"]) | query_options_of(form)
