"""`conquest-opt balance costs`: what troops and commands are worth in points."""

from typing import TYPE_CHECKING, Any

import click

from ...balance.costs.settings import CostsSettings
from ..options.grouped import RunCommand
from ..options.rules import RuleOptions, game_options
from ..options.run_options import RunOptions, run_options
from ..options.settings import settings_options
from .running import run_command

if TYPE_CHECKING:
    from ...balance.costs.task import CostsTask


@click.command(cls=RunCommand)
@settings_options(CostsSettings)
@game_options
@run_options
def command(rules: RuleOptions, options: RunOptions, **values: Any) -> None:
    """Estimate what each troop and command is worth in points, beside its price.

    Legal setups of varied composition and total play each other; a model of who wins by what both
    are made of gives every thing a worth, on the scale on which all setups are worth what they
    cost. Brackets are 95 % intervals; a verdict is given only beyond chance.

    \b
    conquest-opt balance costs
    conquest-opt balance costs --set champion.cost=150 --games 20000
    conquest-opt balance costs --dry-run
    conquest-opt balance costs --resume RUN
    """

    def make() -> "CostsTask":
        from ...balance.costs.task import CostsTask  # noqa: PLC0415  (brings numba and OR-Tools)

        settings = CostsSettings(**values)
        return CostsTask(settings=settings, edits=rules.ruleset.edits, seed=options.seed)

    run_command("costs", options, make)
