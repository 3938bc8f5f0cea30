"""`conquest-opt evolve styles`: maps of ways to play, or of setups, with the best of each cell."""

from typing import Any

import click

from ...api.texts.kind_keywords import keyword_of
from ...arena.levels.settings import LevelSettings
from ...evolve.styles.settings import (
    AXES,
    LEAST_GAMES,
    SIZES,
    StylesSettings,
)
from ..options.budget import budget_option, refuse_sizes
from ..options.grouped import RunCommand, grouped_option, was_given
from ..options.queries import query_options
from ..options.rules import RuleOptions, game_options
from ..options.run_options import RunOptions, run_options
from ..options.settings import settings_options
from ..options.setup_lists import setups_option
from ..options.stored import Form, query_options_of, setting_options, setup_options
from ..parameters.style_texts import AGENT
from .running import run_command

_LEVELS = ("screen_agent", "race_agent", "judge")
_OF_WEIGHTS = ("opponent", "baselines", "scripts")
_OF_SETUPS = (
    *_LEVELS,
    "race_games",
    "requirements",
    "wanted",
    "unwanted",
    "points",
    "troops",
)


@click.command(cls=RunCommand)
@grouped_option(
    "--over",
    type=click.Choice(list(AXES)),
    default="weights",
    show_default=True,
    **keyword_of("styles", "over").option(),
)
@grouped_option("--agent", type=AGENT, **keyword_of("styles", "agent").option())
@grouped_option("--opponent", type=AGENT, **keyword_of("styles", "opponent").option())
@setups_option("styles")
@grouped_option(
    "--scripts", multiple=True, metavar="PATTERN", **keyword_of("styles", "scripts").option()
)
@settings_options(
    StylesSettings,
    games=f"as many on each setup, {LEAST_GAMES} at least",
    elite_games="four times --games; with --over setups as many",
)
@grouped_option(
    "--baseline",
    "baselines",
    type=AGENT,
    multiple=True,
    **keyword_of("styles", "baselines").option(),
)
@settings_options(LevelSettings, "agent")
@budget_option
@query_options
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
    """Map ways to play, or setups, by two features; each cell keeps its best.

    \b
    $ conquest-opt evolve styles --agent portfolio:unprune,advances=100 --random \\
          20 --batch 16 --generations 2 --games 12 --check-games 24
    17 of 64 cells are filled; each cell keeps the candidate with the highest
    ...
    row  commands        0    1     2    3     4    5     6    7
    ---  -----------  ----  ---  ----  ---  ----  ---  ----  ---
      7  0.4 to 0.45     .    .     .    .     .    .    44    .
      6  0.35 to 0.4     .    .     .    .    12   58     .    .
      5  0.3 to 0.35     .    .     .   31    29    .     .    .
    ...

    The method is MAP-Elites; a style is the weights of an agent's scripts. The
    first games of a candidate only decide whether it may compete for a cell.
    Further games on new seeds decide: each cell keeps the candidate with the
    highest lower confidence bound. At the end the best and the corners of the map
    are checked on held-out seeds. Scores of setups are estimates for the judge;
    setups may have the constraints of enumerate. By default it takes 12 to 20
    minutes on two cores.

    \b
    Features of play: attacks, ranged, commands, victory, distance, spread,
    losses. Of setups besides: troops, ranged-points, champion-points,
    command-points, commands-owned, kinds, movement.

    \b
    conquest-opt evolve styles --x ranged --y distance:6:12:12
    conquest-opt evolve styles --over setups --require "C<=2" --budget 1h
    conquest-opt match Rush Rush --agent-a style:RUN:3:5 --agent-b fpu
    conquest-opt evolve styles --resume RUN
    """
    refuse_sizes(budget, SIZES)
    if not options.resume:
        _refuse_others(context, values["over"])
    run_command("styles", rules, options, values, budget)


def _refuse_others(context: click.Context, over: str) -> None:
    """Refuse options that this kind of map has no use for."""
    other, names = ("setups", _OF_SETUPS) if over == "weights" else ("weights", _OF_WEIGHTS)
    for parameter in context.command.params:
        if parameter.name in names and was_given(context, parameter):
            raise click.UsageError(f"{parameter.opts[0]} goes with --over {other}")


def options_of(form: Form) -> dict[str, Any]:
    """Return the options of a stored task."""
    mapped = form["mapped"]
    options = {"over": mapped["over"], "setups": setup_options(mapped["setups"])}
    settings = form["settings"]
    if mapped["over"] == "setups":
        levels = setting_options(LevelSettings, mapped["levels"])
        return options | setting_options(StylesSettings, settings) | levels | query_options_of(form)
    return {
        **options,
        "agent": mapped["agent"],
        "opponent": mapped["opponent"],
        "scripts": mapped["scripts"],
        "baseline": mapped["baselines"],
        **setting_options(StylesSettings, settings, "race_games"),
    }
