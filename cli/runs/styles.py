"""`conquest-opt evolve styles`: maps of ways to play, or of setups, with the best of each cell."""

import json
from typing import TYPE_CHECKING, Any

import click

from ...agents.spec.spec import DEFAULT_AGENT, QUICK_AGENT, AgentSpec
from ...results.page.text_table import text_table
from ...setups.catalogue import catalogue
from ..options.agents import note_illegal
from ..options.bulk import Bulk, bulk_options, refuse_with_resume
from ..options.database import screen_width
from ..options.queries import QueryOptions, query_options
from ..options.rules import RuleOptions, game_options
from ..options.setup_lists import read_setups, setups_option
from .ladder import SETUPS
from .searching import Found, run_search

if TYPE_CHECKING:
    from ...evolve.styles.check import Check, Measure
    from ...evolve.styles.features import Axis
    from ...evolve.styles.map_domain import Mapped
    from ...evolve.styles.task import StylesTask

NAME = "evolve styles"

AGENT = "portfolio:unprune,advances=1000"
"""Whose scripts are weighed where no agent is named."""

LEAST = 24
"""Games of a trial at least, where no number is given."""

AXES = {"weights": ("attacks", "commands"), "setups": ("troops", "ranged-points")}

_FOR = {
    "weights": ("opponent", "baselines", "scripts"),
    "setups": ("check_agent", "requirements", "wanted", "unwanted", "points", "troops"),
}
"""Options that go with one kind of map only."""


@click.command()
@click.option(
    "--over",
    type=click.Choice(list(AXES)),
    default="weights",
    show_default=True,
    help="What is mapped: weights of an agent's scripts, or setups.",
)
@click.option(
    "--x",
    metavar="AXIS",
    help="Columns: a feature, or NAME:LOW:HIGH:BINS; default attacks, for setups troops.",
)
@click.option(
    "--y", metavar="AXIS", help="Rows, likewise; default commands, for setups ranged-points."
)
@click.option(
    "--agent",
    metavar="AGENT",
    help=f"Whose scripts are weighed, default {AGENT}; with setups, who plays, default "
    f"{QUICK_AGENT}.",
)
@click.option("--opponent", metavar="AGENT", help="Whom styles meet; default: the agent as it is.")
@setups_option("six that differ; with --over setups, whom they meet: the 31 of the thesis")
@click.option(
    "--scripts",
    multiple=True,
    metavar="PATTERN",
    help="Weigh only these, such as 'move-*'. May be repeated. Default: all.",
)
@click.option("--random", default=40, show_default=True, help="Founders at random.")
@click.option("--batch", default=48, show_default=True, help="Children a generation.")
@click.option("--generations", default=30, show_default=True)
@click.option(
    "--games",
    type=int,
    help=f"Of a trial, and whenever one plays on; default: as many on each setup, {LEAST} at "
    "least.",
)
@click.option(
    "--elite-games", type=int, help="Who holds a cell plays up to so many; default: four times."
)
@click.option(
    "--check-games", default=200, show_default=True, help="Of each who is checked, each time."
)
@click.option(
    "--baseline",
    "baselines",
    multiple=True,
    metavar="AGENT",
    help="Whom styles meet in the check besides; default: portfolio, mcts and greedy.",
)
@click.option(
    "--check-agent",
    metavar="AGENT",
    help=f"With --over setups: who plays in the check besides; default {DEFAULT_AGENT}.",
)
@query_options
@game_options
@bulk_options
@click.pass_context
def command(
    context: click.Context,
    over: str,
    query: QueryOptions,
    rules: RuleOptions,
    bulk: Bulk,
    **values: Any,
) -> None:
    """Map ways to play, or setups, by two features; each cell holds its best.

    MAP-Elites: a style is the weights of an agent's scripts. The first games of a newcomer only
    decide whether it may challenge for a cell; cells are held by games played after that, on new
    seeds. At the end the best and the corners of the map are checked on fresh games. Constraints
    are those of enumerate, for setups.

    \b
    Features of play: attacks, ranged, commands, victory, distance, spread,
    losses. Of setups besides: troops, ranged-points, champion-points,
    command-points, commands-owned, kinds, movement.

    \b
    conquest-opt evolve styles --dry-run
    conquest-opt evolve styles --x ranged --y distance:6:12:12
    conquest-opt evolve styles --over setups --require "C<=2"
    conquest-opt match Rush Rush --agent-a style:RUN:3:5 --agent-b fpu
    conquest-opt evolve styles --resume RUN
    """

    def kind() -> "type[StylesTask]":
        from ...evolve.styles.task import StylesTask  # noqa: PLC0415  (brings numba and OR-Tools)

        return StylesTask

    def make() -> "StylesTask":
        from ...evolve.styles.settings import StylesSettings  # noqa: PLC0415

        own = {name: values.pop(name) for name in ("agent", "opponent", "setups", "scripts")}
        own |= {name: values.pop(name) for name in ("baselines", "check_agent")}
        x, y = (values.pop(name) or AXES[over][n] for n, name in enumerate("xy"))
        mapped = _mapped(over, own, query, rules, bulk)
        values.update(_games(values, len(mapped.search().opponents)))
        settings = StylesSettings(x=x, y=y, seed=bulk.seed, **values)
        return kind()(settings=settings, mapped=mapped, rules=rules.ruleset)

    if bulk.resume:
        refuse_with_resume(context)
    _refuse_others(context, over)
    found = run_search(NAME, bulk, make, kind)
    if found is None:
        return
    if bulk.as_json:
        told = {"run": found.run, "over": found.search.mapped.over, **found.result.to_dict()}
        click.echo(json.dumps(told))
    else:
        click.echo(_text(found, bulk))


def _games(values: dict[str, Any], setups: int) -> dict[str, int]:
    """Return the games of a trial and of who holds a cell: all setups are met as often."""
    games, elite = values["games"], values["elite_games"]
    if games is None:
        games = 2 * setups * -(-LEAST // (2 * setups))
    return {"games": games, "elite_games": 4 * games if elite is None else elite}


def _refuse_others(context: click.Context, over: str) -> None:
    """Refuse options that this kind of map has no use for."""
    for other in set(_FOR) - {over}:
        for parameter in context.command.params:
            source = context.get_parameter_source(parameter.name or "")
            given = source is click.core.ParameterSource.COMMANDLINE
            if given and parameter.name in _FOR[other]:
                raise click.UsageError(f"{parameter.opts[0]} goes with --over {other}")


def _mapped(
    over: str, own: dict[str, Any], query: QueryOptions, rules: RuleOptions, bulk: Bulk
) -> "Mapped":
    """Return what is mapped, by the options."""
    from random import Random  # noqa: PLC0415

    from ...evolve.proposals.space import Space  # noqa: PLC0415
    from ...evolve.styles.over_setups import Setups  # noqa: PLC0415
    from ...evolve.styles.over_weights import Weights  # noqa: PLC0415

    setups = tuple(read_setups(own["setups"], bulk.db)) if own["setups"] else None
    note_illegal(setups or (), rules.ruleset)
    if over == "setups":
        space = Space(rules.ruleset, query.read())
        space.random(Random(0))  # raises if there is nothing to search among
        return Setups(
            agent=own["agent"] or QUICK_AGENT,
            check_agent=own["check_agent"] or DEFAULT_AGENT,
            setups=setups or tuple(catalogue()),
            space=space,
        )
    agent = own["agent"] or AGENT
    fielded = setups or SETUPS
    return Weights(
        agent=agent,
        opponent=own["opponent"] or agent,
        setups=fielded,
        others=tuple(name for name in catalogue() if name not in fielded),
        baselines=own["baselines"] or _baselines(agent),
        scripts=own["scripts"] or ("*",),
    )


def _baselines(agent: str) -> tuple[str, ...]:
    """Return whom to check an agent against: with its budget where it has one."""
    budget = AgentSpec.parse(agent).get("advances")
    named = (AgentSpec.parse(name) for name in ("portfolio", "mcts"))
    given = [spec.with_budget("advances", int(budget)) if budget else spec for spec in named]
    return (*map(str, given), QUICK_AGENT)


# ---- text ----------------------------------------------------------------------------------------


def _text(found: "Found[StylesTask]", bulk: Bulk) -> str:
    archive = found.result.archive
    plan, elites = archive.map, archive.elites
    x, y = plan.x, plan.y
    lines = [
        f"columns: {x.name}, {x.feature.about}",
        f"rows:    {y.name}, {y.feature.about}",
        f"score in % against the search's opponents; {len(elites)} of {plan.size} cells",
        "",
        *_map_lines(elites, x, y),
        "",
        *_check_lines(found.result.checks),
        "",
        found.closing(bulk),
    ]
    if found.run:
        cell, name = archive.best().cell, found.run
        word = "--agent-a " if found.search.mapped.over == "weights" else ""
        lines.append(f"a cell plays as {word}style:{name}:{cell.row}:{cell.col}")
    return "\n".join(lines)


def _map_lines(elites: dict[Any, Any], x: "Axis", y: "Axis") -> list[str]:
    """Return the map, the highest row first."""
    head = ["row", y.name, *map(str, range(x.bins))]
    rows = []
    for row in reversed(range(y.bins)):
        cells = [elites.get((row, col)) for col in range(x.bins)]
        scores = ["." if one is None else f"{100 * one.record.score.rate:.0f}" for one in cells]
        rows.append((row, y.label(row), *scores))
    rows.append(("", x.name, *(f"{x.span(col)[0]:.3g}" for col in range(x.bins))))
    lines, hidden = text_table(head, rows, screen_width(), keep=2)
    return [*lines, *([f"({hidden} columns do not fit; --json has all)"] if hidden else [])]


def _check_lines(checks: "list[Check]") -> list[str]:
    """Return table II: what the map says of chosen cells, and what fresh games say."""
    lines = ["checked on fresh games, with 95 % intervals"]
    for cell in dict.fromkeys(check.cell for check in checks):
        own = [check for check in checks if check.cell == cell]
        score, *features = (measure.feature for measure in own[0].measures)
        rows = [("by the map", *(_number(m.feature, m.claimed) for m in own[0].measures))]
        rows += [
            (check.meeting.replace("against ", "vs "), *map(_measured, check.measures))
            for check in own
        ]
        head = [f"cell {cell.row}:{cell.col}", f"{score} in %", *features]
        table, _ = text_table(head, rows, screen_width(), keep=2)
        lines += ["", *table]
    return lines


def _measured(measure: "Measure") -> str:
    """Return a number with its interval: that of a score is not even, others are."""
    name = measure.feature
    value, low, high = (_number(name, v) for v in (measure.measured, measure.low, measure.high))
    if name == "score":
        return f"{value} [{low}, {high}]"
    if measure.high is None or measure.measured is None or low == high:
        return value
    return f"{value} ± {measure.high - measure.measured:.2g}"


def _number(name: str, value: float | None) -> str:
    if value is None:
        return "none"
    return f"{100 * value:.1f}" if name == "score" else f"{value:.3g}"
