"""`conquest-opt evolve rank`: every maximal setup, ranked against a field."""

import json
import threading
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from ...agents.spec.spec import DEFAULT_AGENT, QUICK_AGENT
from ...results.page.words import duration
from ..options.agents import note_illegal
from ..options.bulk import Bulk, bulk_options, refuse_with_resume
from ..options.opponents import read_opponents
from ..options.queries import QueryOptions, query_options
from ..options.rules import RuleOptions, game_options
from ..options.time_span import Budget
from .rank_text import ranking_text
from .running import executor_for
from .searching import run_search, seconds_a_game

if TYPE_CHECKING:
    from ...evolve.rank.task import RankTask

NAME = "evolve rank"


@click.command()
@click.option(
    "--field",
    "opponents",
    multiple=True,
    metavar="SETUPS",
    help="Whom to rank against, as for --opponents of evolve counter, such as Rush=2,Venom=1 or "
    "a query; default: the Nash mixture of the named setups. May be repeated.",
)
@click.option(
    "--budget",
    type=Budget(),
    help="Time to fill, such as 15m or 8h: becomes numbers of games before the run begins.",
)
@click.option("--games", type=int, help="Of screen and rounds together; default: 8 for each setup.")
@click.option("--rounds", default=10, show_default=True, help="That spend games where they help.")
@click.option("--top", default=50, show_default=True, help="Setups to confirm.")
@click.option(
    "--spread", default=25, show_default=True, help="From all over the ranking, confirmed too."
)
@click.option(
    "--field-games", default=20, show_default=True, help="Of each two named setups, for the field."
)
@click.option(
    "--check-games", default=100, show_default=True, help="Of each of the top, on fresh seeds."
)
@click.option(
    "--confirm-games", default=100, show_default=True, help="Of each of them, by the second agent."
)
@click.option(
    "--agent", default=QUICK_AGENT, show_default=True, metavar="AGENT", help="Plays the ranking."
)
@click.option(
    "--confirm-agent",
    default=DEFAULT_AGENT,
    show_default=True,
    metavar="AGENT",
    help="Plays the confirmation.",
)
@query_options
@game_options
@bulk_options
@click.pass_context
def command(
    context: click.Context,
    opponents: tuple[str, ...],
    budget: float | None,
    games: int | None,
    query: QueryOptions,
    rules: RuleOptions,
    bulk: Bulk,
    **values: Any,
) -> None:
    """Rank every maximal setup against a field.

    A quick agent plays a screen, a model learns from it which troops, commands and pairs of them
    matter, and rounds of games go where ranks are uncertain. Every setup gets a rating (the share
    of the points it takes from the field) with a 95 % interval; the top plays on fresh seeds with
    the default agent. Constraints are those of enumerate.

    \b
    conquest-opt evolve rank --budget 15m
    conquest-opt evolve rank --budget 8h --dry-run
    conquest-opt evolve rank --field "Rush=2,Venom=1" --games 100000
    conquest-opt evolve rank --require "C>=2" --set champion.cost=225
    conquest-opt evolve rank --resume RUN
    """

    def kind() -> "type[RankTask]":
        from ...evolve.rank.task import RankTask  # noqa: PLC0415  (brings numba and OR-Tools)

        return RankTask

    def make() -> "RankTask":
        return _made(opponents, budget, games, query, rules, bulk, values)

    if bulk.resume:
        refuse_with_resume(context)
    if budget is not None and games is not None:
        raise click.UsageError("--budget decides how many games there are: leave out --games")
    found = run_search(NAME, bulk, make, kind)
    if found is None:
        return
    if bulk.as_json:
        told = found.result.to_dict() | {"games": found.games, "run": found.run}
        click.echo(json.dumps(told))
    else:
        click.echo(ranking_text(found.result) + "\n" + found.closing(bulk))


def _made(
    opponents: tuple[str, ...],
    budget: float | None,
    games: int | None,
    query: QueryOptions,
    rules: RuleOptions,
    bulk: Bulk,
    values: dict[str, Any],
) -> "RankTask":
    """Return the ranking that the options ask for; say what it takes."""
    from ...evolve.proposals.field import Field  # noqa: PLC0415  (brings numba)
    from ...evolve.proposals.space import Space  # noqa: PLC0415
    from ...evolve.rank.settings import A_SETUP, FEWEST, RankSettings  # noqa: PLC0415
    from ...evolve.rank.task import RankTask  # noqa: PLC0415

    settings = RankSettings(seed=bulk.seed, games=FEWEST if games is None else games, **values)
    field = None
    if opponents:
        shares = read_opponents(None, opponents, bulk.db)
        note_illegal([setup for setup, _ in shares], rules.ruleset)
        field = Field.of(shares, settings.agent)
    task = RankTask(settings=settings, field=field, space=Space(rules.ruleset, query.read()))
    if games is None and budget is None:
        settings = replace(settings, games=max(A_SETUP * len(task.roster), FEWEST))
        task = task.altered(settings)
    return task if bulk.dry_run and budget is None else _timed(task, budget, bulk)


def _timed(task: "RankTask", budget: float | None, bulk: Bulk) -> "RankTask":
    """Play a few games of each agent, fill the budget if there is one, and state the plan."""
    from ...evolve.rank.settings import for_budget  # noqa: PLC0415

    executor = executor_for(bulk)
    try:
        parts = {part.agent: part for part in task.parts()}
        times = {
            agent: seconds_a_game(part, executor, threading.Event())
            for agent, part in parts.items()
        }
        width = executor.width
    finally:
        executor.close()
    if budget is not None:
        quick, slow = (times[agent] for agent in task.agents)
        known = task.field is not None
        filled = for_budget(
            task.settings,
            budget,
            quick=quick,
            slow=slow,
            width=width,
            named=len(task.named),
            field_known=known,
        )
        task = task.altered(filled)
    if not bulk.dry_run:
        _state(task, times, width, str(executor))
    return task


def _state(task: "RankTask", times: dict[str, float], width: int, place: str) -> None:
    """Say how many games there will be, and how long they take."""
    parts = task.parts()
    seconds = sum(part.games * times[part.agent] for part in parts) / width
    games = sum(part.games for part in parts)
    shares = ", ".join(f"{part.name} {part.games:,}" for part in parts)
    click.echo(
        f"{len(task.roster):,} setups; {games:,} games on {place}: about {duration(seconds)} "
        f"({shares})",
        err=True,
    )
