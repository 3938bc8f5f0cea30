"""`conquest-opt evolve counter`: setups that beat a setup, several, or a mixture."""

import json
from random import Random
from typing import TYPE_CHECKING, Any

import click

from ...agents.spec.spec import DEFAULT_AGENT, QUICK_AGENT
from ..options.agents import note_illegal
from ..options.bulk import Bulk, bulk_options, refuse_with_resume
from ..options.formations import formation_lines
from ..options.opponents import opponent_options, read_opponents
from ..options.queries import QueryOptions, query_options
from ..options.rules import RuleOptions, game_options
from .searching import Found, run_search

if TYPE_CHECKING:
    from ...engine.rules.ruleset import Ruleset
    from ...evolve.counter.task import Counter, CounterTask

NAME = "evolve counter"


@click.command()
@opponent_options
@click.option("--population", default=48, show_default=True, help="Candidates a generation.")
@click.option("--generations", default=20, show_default=True)
@click.option(
    "--games",
    default=8,
    show_default=True,
    help="Of each candidate; the better half of them plays more, and so on.",
)
@click.option(
    "--agent", default=QUICK_AGENT, show_default=True, metavar="AGENT", help="Plays the search."
)
@click.option(
    "--check-agent",
    default=DEFAULT_AGENT,
    show_default=True,
    metavar="AGENT",
    help="Plays shortlist and check.",
)
@click.option("--shortlist", default=16, show_default=True, help="Candidates it chooses among.")
@click.option(
    "--shortlist-games", default=16, show_default=True, help="Of each; the better ones play more."
)
@click.option("--best", default=3, show_default=True, help="Counters to end with.")
@click.option(
    "--check-games", default=200, show_default=True, help="Of each of them, on fresh seeds."
)
@click.option("--formations", is_flag=True, help="Search for formations as well.")
@click.option(
    "--no-catalogue",
    "catalogue",
    is_flag=True,
    default=True,
    flag_value=False,
    help="Begin with setups at random only, none of the named ones.",
)
@query_options
@game_options
@bulk_options
@click.pass_context
def command(
    context: click.Context,
    target: str | None,
    opponents: tuple[str, ...],
    query: QueryOptions,
    rules: RuleOptions,
    bulk: Bulk,
    **values: Any,
) -> None:
    """Find setups that beat a target, by evolution.

    Generations of maximal setups play the target with a quick agent, the leaders more often. The
    best race on with a better agent, and the best of those play on fresh seeds: from these games
    are the scores and 95 % intervals at the end. Constraints are those of enumerate.

    \b
    conquest-opt evolve counter --target IAmWarrior
    conquest-opt evolve counter --target Rush --dry-run
    conquest-opt evolve counter --opponents "Rush=2,Venom=1" --formations
    conquest-opt evolve counter --target Default --require "A+M>=3" --json
    conquest-opt evolve counter --resume RUN
    """

    def kind() -> "type[CounterTask]":
        from ...evolve.counter.task import CounterTask  # noqa: PLC0415  (brings numba and OR-Tools)

        return CounterTask

    def make() -> "CounterTask":
        from ...evolve.counter.settings import Settings  # noqa: PLC0415
        from ...evolve.proposals.field import Field  # noqa: PLC0415
        from ...evolve.proposals.space import Space  # noqa: PLC0415

        shares = read_opponents(target, opponents, bulk.db)
        settings = Settings(seed=bulk.seed, **values)
        field, space = Field.of(shares, settings.agent), Space(rules.ruleset, query.read())
        space.random(Random(0))  # raises if there is nothing to search among
        note_illegal([setup for setup, _ in shares], rules.ruleset)
        return kind()(settings=settings, field=field, space=space)

    if bulk.resume:
        refuse_with_resume(context)
    found = run_search(NAME, bulk, make, kind)
    if found is None:
        return
    if bulk.as_json:
        told = [counter.to_dict() | {"run": found.run} for counter in found.result]
        click.echo(json.dumps(told))
    else:
        click.echo(_text(found, bulk))


def _text(found: "Found[CounterTask]", bulk: Bulk) -> str:
    settings, field = found.search.settings, found.search.field
    lines = [f"counters to {field.label}, checked by {settings.check_agent} on fresh seeds", ""]
    for number, counter in enumerate(found.result, start=1):
        lines += [*_counter_lines(number, counter, found.search.rules), ""]
    return "\n".join([*lines, found.closing(bulk)])


def _counter_lines(number: int, counter: "Counter", rules: "Ruleset") -> list[str]:
    low, high = (100 * end for end in counter.interval)
    score = f"{100 * counter.score.rate:.1f} % [{low:.1f}, {high:.1f}]"
    lines = [
        f"{number}. {counter.setup}",
        f"   {score} of {counter.score.games} games, {counter.points} points",
    ]
    if len(counter.opponents) > 1:
        every = (f"{label} {100 * score.rate:.0f} %" for label, score in counter.opponents)
        lines.append(f"   against {', '.join(every)}")
    return lines + formation_lines(counter.formation, rules)
