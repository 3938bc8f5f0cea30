"""`conquest-opt evolve counter`: setups that beat a setup, several, or a mixture."""

from random import Random
from typing import TYPE_CHECKING, Any

import click

from ...evolve.counter.settings import CounterSettings
from ...setups.query_text import QueryText
from ..options.agents import note_illegal
from ..options.grouped import RunCommand
from ..options.opponents import opponent_options, read_opponents
from ..options.queries import query_options
from ..options.rules import RuleOptions, game_options
from ..options.run_options import RunOptions, run_options
from ..options.settings import settings_options
from .running import run_command

if TYPE_CHECKING:
    from ...evolve.counter.task import CounterTask


@click.command(cls=RunCommand)
@opponent_options
@settings_options(CounterSettings)
@query_options
@game_options
@run_options
def command(
    target: str | None,
    opponents: tuple[str, ...],
    query: QueryText,
    rules: RuleOptions,
    options: RunOptions,
    **values: Any,
) -> None:
    """Search for setups that beat a target, by evolution.

    Generations of maximal setups play the target with a quick agent, the leaders more often. The
    best race on with a better agent, and the best of those play on held-out seeds: from these games
    are the scores and 95 % intervals at the end. Constraints are those of enumerate.

    \b
    conquest-opt evolve counter --target IAmWarrior
    conquest-opt evolve counter --target Rush --dry-run
    conquest-opt evolve counter --opponents "Rush=2,Venom=1" --formations
    conquest-opt evolve counter --target Default --require "A+M>=3" --json
    conquest-opt evolve counter --resume RUN
    """

    def make() -> "CounterTask":
        from ...evolve.counter.task import CounterTask  # noqa: PLC0415  (brings numba, OR-Tools)
        from ...evolve.proposals.field import Field  # noqa: PLC0415

        shares = read_opponents(target, opponents, options.db)
        settings = CounterSettings(**values)
        task = CounterTask(
            settings=settings,
            field=Field.of(shares, settings.agent),
            edits=rules.ruleset.edits,
            query=query,
            seed=options.seed,
        )
        task.space.random(Random(0))  # raises if there is nothing to search among
        note_illegal([setup for setup, _ in shares], rules.ruleset)
        return task

    run_command("counter", options, make)
