"""`conquest-opt evolve meta`: the mixture of setups that no response gains much on."""

import json
from random import Random
from typing import TYPE_CHECKING, Any

import click

from ...agents.spec.spec import DEFAULT_AGENT, QUICK_AGENT
from ..options.agents import note_illegal
from ..options.bulk import Bulk, bulk_options, refuse_with_resume
from ..options.queries import QueryOptions, query_options
from ..options.rules import RuleOptions, game_options
from ..options.setup_lists import read_setups
from .meta_text import meta_text
from .searching import run_search

if TYPE_CHECKING:
    from ...evolve.meta.task import MetaTask

NAME = "evolve meta"


@click.command()
@click.option(
    "--start",
    multiple=True,
    metavar="SETUPS",
    help="What to start with, as for --setups of a tournament. May be repeated. Default: the named "
    "setups that keep the rules and constraints.",
)
@click.option("--rounds", default=16, show_default=True, help="Searches for a response, at most.")
@click.option(
    "--patience",
    default=3,
    show_default=True,
    help="End after so many in a row that find no gain.",
)
@click.option(
    "--epsilon", default=0.02, show_default=True, help="A gain is a score above one half by this."
)
@click.option("--games", default=40, show_default=True, help="Of every two setups of the set.")
@click.option(
    "--settle-games",
    default=4000,
    show_default=True,
    help="More, each round, where the mixture is uncertain.",
)
@click.option(
    "--population", default=48, show_default=True, help="Candidates a generation of a search."
)
@click.option("--generations", default=16, show_default=True, help="Of a search.")
@click.option(
    "--race-games",
    default=12,
    show_default=True,
    help="Of each candidate; the better half of them plays more, and so on.",
)
@click.option("--shortlist", default=16, show_default=True, help="Who race for the response.")
@click.option(
    "--response-games",
    default=2000,
    show_default=True,
    help="Of each response, on fresh seeds.",
)
@click.option(
    "--named-games",
    default=400,
    show_default=True,
    help="Of each named setup against the mixture; 0 for none.",
)
@click.option(
    "--check-games",
    default=1800,
    show_default=True,
    help="Of the second agent, in all; 0 for no check.",
)
@click.option(
    "--agent", default=QUICK_AGENT, show_default=True, metavar="AGENT", help="Plays all the rest."
)
@click.option(
    "--check-agent",
    default=DEFAULT_AGENT,
    show_default=True,
    metavar="AGENT",
    help="Plays the check of what was found.",
)
@click.option("--formations", is_flag=True, help="Search for formations as well.")
@click.option("--quick", is_flag=True, help="Smaller numbers wherever none is given: a first look.")
@query_options
@game_options
@bulk_options
@click.pass_context
def command(
    context: click.Context,
    start: tuple[str, ...],
    quick: bool,
    query: QueryOptions,
    rules: RuleOptions,
    bulk: Bulk,
    **values: Any,
) -> None:
    """Find the metagame: how often to play which setup.

    The Nash mixture of the setups that are known is solved, a search as that of evolve counter
    evolves a response to it, the response joins the set, and so on, until none gains more than
    epsilon with confidence. Then the named setups and a better agent measure the mixture. Brackets
    are 95 % intervals; constraints on responses are those of enumerate.

    \b
    conquest-opt evolve meta --dry-run
    conquest-opt evolve meta --quick
    conquest-opt evolve meta --rounds 40 --patience 4
    conquest-opt evolve meta --start Rush,Venom --without bombard --json
    conquest-opt evolve meta --set champion.cost=225
    conquest-opt evolve meta --resume RUN
    """

    def kind() -> "type[MetaTask]":
        from ...evolve.meta.task import MetaTask  # noqa: PLC0415  (brings numba and OR-Tools)

        return MetaTask

    def make() -> "MetaTask":
        from ...arena.play.entrant import Entrant  # noqa: PLC0415
        from ...evolve.meta.settings import MetaSettings  # noqa: PLC0415
        from ...evolve.meta.task import default_start  # noqa: PLC0415
        from ...evolve.proposals.space import Space  # noqa: PLC0415

        given = values | (_smaller(context) if quick else {})
        settings = MetaSettings(seed=bulk.seed, **given)
        space = Space(rules.ruleset, query.read())
        space.random(Random(0))  # raises if there is nothing to search among
        if not start:
            entrants = default_start(space, settings.agent, settings.seed)
        else:
            named = read_setups(start, bulk.db)
            note_illegal(named, rules.ruleset)
            entrants = tuple(Entrant.of(setup, settings.agent) for setup in named)
        return kind()(settings=settings, start=entrants, space=space)

    if bulk.resume:
        refuse_with_resume(context)
    found = run_search(NAME, bulk, make, kind)
    if found is None:
        return
    if bulk.as_json:
        click.echo(json.dumps(found.result.to_dict() | {"run": found.run}))
    else:
        click.echo(meta_text(found.result, found.search, found.run) + "\n" + found.closing(bulk))


def _smaller(context: click.Context) -> dict[str, Any]:
    """Return the numbers of a first look, but for those that were given."""
    from ...evolve.meta.settings import QUICK  # noqa: PLC0415

    given = click.core.ParameterSource.COMMANDLINE
    return {
        name: value
        for name, value in QUICK.items()
        if context.get_parameter_source(name) is not given
    }
