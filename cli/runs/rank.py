"""`conquest-opt evolve rank`: every maximal setup, ranked against a field."""

import threading
from typing import TYPE_CHECKING, Any

import click

from ...arena.run.headings import SEARCH, SPEND
from ...evolve.rank.settings import A_SETUP, FEWEST, RankSettings
from ...setups.query_text import QueryText
from ..options.agents import note_illegal
from ..options.grouped import RunCommand, grouped_option
from ..options.opponents import read_opponents
from ..options.queries import query_options
from ..options.rules import RuleOptions, game_options
from ..options.run_options import RunOptions, run_options
from ..options.settings import given, settings_options
from ..options.style_texts import SETUPS
from ..options.time_span import Budget
from .running import executor_for, run_command

if TYPE_CHECKING:
    from ...evolve.rank.task import RankTask


@click.command(cls=RunCommand)
@grouped_option(
    "--field",
    "opponents",
    group=SEARCH,
    type=SETUPS,
    multiple=True,
    metavar="SETUPS",
    help="The opponents, as for --opponents of evolve counter, such as Rush=2,Venom=1 or a query; "
    "default: the Nash mixture of the named setups. May be repeated.",
)
@grouped_option(
    "--budget",
    group=SPEND,
    type=Budget(),
    help="Time to spend, such as 15m or 8h; sets the numbers of games before the run begins.",
)
@settings_options(RankSettings, games=f"{A_SETUP} for each setup")
@query_options
@game_options
@run_options
def command(query: QueryText, rules: RuleOptions, options: RunOptions, **values: Any) -> None:
    """Rank every maximal setup against a field.

    A quick agent plays a screen, a model learns from it which troops, commands and pairs of them
    matter, and rounds of games go where ranks are uncertain. Every setup gets a rating (the share
    of the points it takes from the field) with a 95 % interval; the top plays on held-out seeds
    with the default agent. Constraints are those of enumerate.

    \b
    conquest-opt evolve rank --budget 15m
    conquest-opt evolve rank --budget 8h --dry-run
    conquest-opt evolve rank --field "Rush=2,Venom=1" --games 100000
    conquest-opt evolve rank --require "C>=2" --set champion.cost=225
    conquest-opt evolve rank --resume RUN
    """
    run_command("rank", options, lambda: _task(query, rules, options, values))


def _task(
    query: QueryText, rules: RuleOptions, options: RunOptions, values: dict[str, Any]
) -> "RankTask":
    from ...evolve.proposals.field import Field  # noqa: PLC0415  (brings numba)
    from ...evolve.rank.task import RankTask  # noqa: PLC0415
    from ...evolve.rank.timing import with_usual_games  # noqa: PLC0415

    opponents, budget = values.pop("opponents"), values.pop("budget")
    asked: dict[str, Any] = given(values)
    if budget is not None and "games" in asked:
        raise click.UsageError("--budget decides how many games there are: leave out --games")
    settings = RankSettings(**{"games": FEWEST, **asked})
    shares = read_opponents(None, opponents, options.db) if opponents else []
    note_illegal([setup for setup, _ in shares], rules.ruleset)
    task = RankTask(
        settings=settings,
        field=Field.of(shares, settings.agent) if shares else None,
        edits=rules.ruleset.edits,
        query=query,
        seed=options.seed,
    )
    if budget is None and "games" not in asked:
        task = with_usual_games(task)
    return task if options.dry_run and budget is None else _planned(task, budget, options)


def _planned(task: "RankTask", budget: float | None, options: RunOptions) -> "RankTask":
    """Play a few games of each agent, fill the budget if there is one, and state the plan."""
    from ...evolve.rank.timing import TimedRanking  # noqa: PLC0415

    executor = executor_for(options)
    try:
        timed = TimedRanking.of(task, executor, threading.Event())
    finally:
        executor.close()
    if budget is not None:
        timed = timed.filling(budget)
    if not options.dry_run:
        click.echo(timed.statement, err=True)
    return timed.task
