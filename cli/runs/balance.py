"""`conquest-opt balance`: edits of the rules that make the game richer, as a Pareto front."""

import json
import textwrap
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from ...agents.spec.spec import QUICK_AGENT
from ..options.bulk import Bulk, bulk_options, refuse_with_resume
from ..options.rules import RuleOptions, game_options
from ..options.setup_lists import read_setups, setups_option
from ..terminal.groups import LazyGroup
from .searching import Found, run_search

if TYPE_CHECKING:
    from ...balance.search.points import Point
    from ...balance.search.task import BalanceTask

NAME = "balance"

COMMANDS = {"costs": ("runs.costs", "Estimate what troops and commands are worth in points.")}
"""Each command's one-line help, so that `--help` imports none of them."""

NAMED, QUICK_NAMED = 8, 6
"""Named setups that rules are judged by, if none are given."""

QUICK = {"population": 12, "generations": 8, "front": 8, "check_games": 20, "rivals": 2, "adapt": 1}
"""What --quick plays where nothing else is asked for."""


@click.group(cls=LazyGroup, commands=COMMANDS, invoke_without_command=True)
@click.option(
    "--free",
    multiple=True,
    metavar="PATTERN",
    help="Numbers that may change, such as *.cost or champion.*, with limits and a step if wanted: "
    "*.cost=25..400:25. May be repeated.",
)
@click.option(
    "--objective",
    "objectives",
    multiple=True,
    metavar="NAME",
    help="May be repeated. Default: unevenness, diversity, change. Others: exploitability, use, "
    "edits, size, first-player, and length and target by their options.",
)
@click.option("--length", type=int, metavar="TURNS", help="Games should take so many turns.")
@click.option(
    "--target",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="How match-ups should end: CSV, TOML or JSON with a, b and score.",
)
@setups_option(f"{NAMED} named ones that differ much")
@click.option("--rivals", type=int, help="Setups bred against these, who join them. Default: 4.")
@click.option(
    "--adapt",
    type=int,
    help="Setups bred by the rules of each candidate that reaches the front. Default: 2.",
)
@click.option("--breed", type=int, help="Generations in which each is bred. Default: 3.")
@click.option("--population", type=int, help="Candidates a generation. Default: 24.")
@click.option("--generations", type=int, help="Default: 30.")
@click.option("--games", type=int, help="Of each match-up, each time. Default: 4.")
@click.option("--front", type=int, help="Points that are measured again. Default: 16.")
@click.option("--check-games", type=int, help="Of each match-up then, on fresh seeds. Default: 40.")
@click.option(
    "--agent", default=QUICK_AGENT, show_default=True, metavar="AGENT", help="Plays the search."
)
@click.option("--check-agent", metavar="AGENT", help="Plays on fresh seeds. Default: the same.")
@click.option("--quick", is_flag=True, help="A first look: fewer setups, candidates and games.")
@game_options
@bulk_options
@click.pass_context
def command(
    context: click.Context,
    free: tuple[str, ...],
    target: Path | None,
    setups: tuple[str, ...],
    quick: bool,
    rules: RuleOptions,
    bulk: Bulk,
    **values: Any,
) -> None:
    """Search for edits of the rules that make the game richer.

    Sets of edits are judged by round robins of setups that are fitted to them: how even match-ups
    are, how many setups are in equilibrium, how little changes. NSGA-II looks for the edits that no
    others beat in all of these. The front is measured again on fresh seeds before it is told.

    \b
    conquest-opt balance --free "*.cost" --dry-run
    conquest-opt balance --free "*.cost" --quick
    conquest-opt balance --free "champion.*" --free "mage.range=2..6:1"
    conquest-opt balance --free "*.cooldown" --objective use --objective change
    conquest-opt balance --free "*.cost" --target wanted.csv --length 60
    conquest-opt balance --resume RUN
    """
    if context.invoked_subcommand:
        _refuse_before(context, context.invoked_subcommand)
        return

    def kind() -> "type[BalanceTask]":
        from ...balance.search.task import BalanceTask  # noqa: PLC0415  (brings numba and pymoo)

        return BalanceTask

    def make() -> "BalanceTask":
        named = read_setups(setups, bulk.db) if setups else None
        sizes = (QUICK if quick else {}) | {n: v for n, v in values.items() if v is not None}
        sizes["check_agent"] = values["check_agent"] or values["agent"]
        return _task(rules, bulk.seed, free, named, target, sizes, quick)

    if bulk.resume:
        refuse_with_resume(context)
    found = run_search(NAME, bulk, make, kind)
    if found is None:
        return
    if bulk.as_json:
        objectives = list(found.search.settings.objectives)
        told = {"run": found.run, "objectives": objectives} | found.result.to_dict()
        click.echo(json.dumps(told))
    else:
        click.echo(_text(found, bulk))


def _refuse_before(context: click.Context, subcommand: str) -> None:
    """Refuse options that stand before a subcommand, which has its own and would not hear them."""
    for parameter in context.command.params:
        source = context.get_parameter_source(parameter.name or "")
        if source is click.core.ParameterSource.COMMANDLINE:
            raise click.UsageError(
                f"{parameter.opts[0]} before {subcommand} would count for nothing: options of "
                f"{subcommand} follow it"
            )


def _task(
    rules: RuleOptions,
    seed: int,
    free: tuple[str, ...],
    named: list[str] | None,
    target: Path | None,
    values: dict[str, Any],
    quick: bool,
) -> "BalanceTask":
    """Return the search that the options ask for; everything is checked before a game is played."""
    from ...balance.rules.players import diverse  # noqa: PLC0415
    from ...balance.search.goals import DEFAULT  # noqa: PLC0415
    from ...balance.search.settings import BalanceSettings  # noqa: PLC0415
    from ...balance.search.space import RuleSpace  # noqa: PLC0415
    from ...balance.search.target import read_target  # noqa: PLC0415
    from ...balance.search.task import BalanceTask  # noqa: PLC0415

    ruleset = rules.ruleset
    space = RuleSpace.of(ruleset, free)
    graph = read_target(target) if target else None
    wanted = [*(values.pop("objectives") or DEFAULT)]
    given = {"length": values.get("length"), "target": graph}
    wanted += [name for name, value in given.items() if value is not None]
    settings = BalanceSettings(seed=seed, objectives=tuple(dict.fromkeys(wanted)), **values)
    chosen = named or diverse(ruleset, QUICK_NAMED if quick else NAMED)
    return BalanceTask.of(settings, space, chosen, graph)


# ---- text ----------------------------------------------------------------------------------------


def _text(found: "Found[BalanceTask]", bulk: Bulk) -> str:
    result, settings = found.result, found.search.settings
    fell = len(result.points) - len(result.front)
    head = (
        f"{len(result.front)} sets of rules that no other beats in {_listed(settings.objectives)}; "
        f"each measured by {result.games:,} games of {settings.check_agent} on fresh seeds"
    )
    lines = [*textwrap.wrap(head, 78), ""]
    first = 0 if result.origin.held else 1  # the origin is number 0, as in the report
    for number, point in enumerate(result.front, start=first):
        lines += [*_point_lines(number, point, settings.objectives), ""]
    if fell:
        others = "1 other" if fell == 1 else f"{fell} others"
        lines += [f"{others} of the search's front did not hold on fresh seeds.", ""]
    if found.run:
        lines.append(f"plots: conquest-opt report {found.run} -o out/")
    return "\n".join([*lines, found.closing(bulk)])


def _point_lines(number: int, point: "Point", objectives: tuple[str, ...]) -> list[str]:
    words = "; ".join(point.words) or "no change"
    figures = ", ".join(_figure(name, point) for name in objectives)
    again = f"on the front in {100 * point.stability:.0f} % of repetitions"
    lines = textwrap.wrap(words, 78, initial_indent=f"{number}. ", subsequent_indent="   ")
    lines += textwrap.wrap(f"{figures}; {again}", 78, initial_indent="   ", subsequent_indent="   ")
    return lines + (_command_lines(point.whatif) if point.edits else [])


def _figure(name: str, point: "Point") -> str:
    from ...balance.search.goals import OBJECTIVES  # noqa: PLC0415

    value, low, high = point.measured[name]
    if OBJECTIVES[name].form == "share":
        return f"{name} {100 * value:.1f} % [{100 * low:.1f}, {100 * high:.1f}]"
    if not OBJECTIVES[name].games:
        return f"{name} {value:.3g}"
    return f"{name} {value:.2f} [{low:.2f}, {high:.2f}]"


def _command_lines(text: str) -> list[str]:
    """Return a command that can be pasted, over several lines if it is long."""
    start, *edits = text.split(" --set ")
    lines = [f"   {start}"]
    for edit in edits:
        if len(lines[-1]) + len(edit) + 9 > 78:
            lines[-1] += " \\"
            lines.append("    ")
        lines[-1] += f" --set {edit}"
    return lines


def _listed(names: tuple[str, ...]) -> str:
    return f"{', '.join(names[:-1])} and {names[-1]}"
