"""`conquest-opt balance costs`: what troops and commands are worth in points."""

from typing import Any

import click
import msgspec

from ...balance.costs.settings import ALONE, JUDGED, RACED, SCREENED, CostsSettings
from ..options.budget import budget_option, refuse_sizes
from ..options.grouped import RunCommand
from ..options.rules import RuleOptions, game_options
from ..options.run_options import RunOptions, run_options
from ..options.settings import settings_options
from ..options.stored import Form, setting_options
from .running import run_command


@click.command(cls=RunCommand)
@settings_options(
    CostsSettings,
    games=f"{JUDGED}; {ALONE} if one agent plays everything",
    screen_games=f"{SCREENED}",
    race_games=f"{RACED}",
)
@budget_option
@game_options
@run_options
def command(rules: RuleOptions, options: RunOptions, **values: Any) -> None:
    """Estimate what each troop and command is worth in points, beside its price.

    \b
    $ conquest-opt balance costs --setups-sampled 300 --games 2000 --agent greedy
    point values by greedy: 2,000 games of 300 setups
    ...
    thing          price  worth  95 %        all 16      difference  verdict
    -------------  -----  -----  ----------  ----------  ----------  -----------
    scout             25     28  [17, 38]    [12, 43]    +3          not shown
    foot-soldier      50     30  [19, 40]    [14, 45]    -20         overpriced
    ...

    Random legal setups of different contents and costs play each other. A model
    predicts the winner from what both setups contain, and so gives each troop and
    command a worth in points; on average a setup is worth what it costs. Cheap
    agents play most games, the judge some, between setups whose games say most
    about the worths least known; worths are estimates for the judge.
    Brackets are 95 % intervals; a price is called too high or too low only if
    that is more than chance. By default it takes four minutes on two cores.

    \b
    conquest-opt balance costs
    conquest-opt balance costs --set champion.cost=150 --budget 15m
    conquest-opt balance costs --dry-run
    conquest-opt balance costs --resume RUN
    """
    budget: float | None = values.pop("budget")
    refuse_sizes(budget, ("games", "screen_games", "race_games"))
    run_command("costs", rules, options, values, budget)


def options_of(form: Form) -> dict[str, Any]:
    """Return the options of a stored task; games of a level that has no agent of its own go."""
    stored = msgspec.convert(form["settings"], CostsSettings)
    held = {stored.name_of(agent) for agent in stored.levels.distinct[:-1]}
    unheld = [f"{name}_games" for name in ("screen", "race") if name not in held]
    return setting_options(CostsSettings, form["settings"], *unheld)
