"""`conquest-opt tune`: the best parameters of an agent, by NTBEA."""

import json
from typing import TYPE_CHECKING, Any

import click

from ...agents.spec.spec import AgentSpec, written
from ..options.agents import note_illegal
from ..options.bulk import Bulk, bulk_options, refuse_with_resume
from ..options.rules import RuleOptions, game_options, known_errors
from ..options.setup_lists import read_setups, setups_option
from .ladder import SETUPS
from .searching import Found, run_search

if TYPE_CHECKING:
    from ...arena.stats.score import Score
    from ...evolve.tune.task import Tuned, TuneTask

NAME = "tune"

_VERDICTS = {
    "better": "better than the default",
    "worse": "worse than the default: keep the default",
    "no difference shown": "no difference to the default shown",
    "default": "nothing better than the default was found",
}


@click.command()
@click.argument("agent", required=False)
@click.option(
    "--opponent",
    metavar="AGENT",
    help="Against whom; default: the agent itself, as it is given.",
)
@click.option(
    "--param",
    "changes",
    multiple=True,
    metavar="NAME=V1,V2,...",
    help="Values of one parameter, in place of the usual ones; a single value fixes it. "
    "May be repeated.",
)
@click.option(
    "--space",
    metavar="TEXT",
    help='The whole space, such as "k=0.1,0.3,1 reuse=true,false"; nothing else is tuned.',
)
@click.option("--iterations", default=200, show_default=True, help="Evaluations.")
@click.option("--games", default=12, show_default=True, help="Of each evaluation.")
@click.option(
    "--neighbours", default=50, show_default=True, help="Mutants to choose the next one from."
)
@click.option(
    "--exploration", default=0.25, show_default=True, help="Weight of doubt beside the mean."
)
@click.option(
    "--check-games",
    default=400,
    show_default=True,
    help="On fresh seeds, against the opponent and against the default.",
)
@setups_option(", ".join(SETUPS))
@game_options
@bulk_options
@click.pass_context
def command(
    context: click.Context,
    agent: str | None,
    opponent: str | None,
    changes: tuple[str, ...],
    space: str | None,
    setups: tuple[str, ...],
    rules: RuleOptions,
    bulk: Bulk,
    **values: Any,
) -> None:
    """Find the best parameters of AGENT, by NTBEA.

    Configurations play the opponent one after the other, both sides fielding the same setups in
    turn; a model of single values and pairs of them says which to play next. The best then plays
    on fresh seeds, against the opponent and against AGENT as it is given. All have the same budget:
    what changes it (advances, iterations, growth, ...) cannot be tuned.

    \b
    conquest-opt tune fpu --opponent random-search
    conquest-opt tune fpu:advances=500 --param k=0.1,0.3,1 --dry-run
    conquest-opt tune greedy --space "threat=0,0.5,1 approach=0,0.003"
    conquest-opt tune --resume RUN
    """

    def kind() -> "type[TuneTask]":
        from ...evolve.tune.task import TuneTask  # noqa: PLC0415  (brings numba)

        return TuneTask

    def make() -> "TuneTask":
        from ...evolve.tune.parameters import Parameters  # noqa: PLC0415

        if agent is None:
            raise click.UsageError("tune whom? Give an agent, such as fpu:advances=500")
        given = read_space(space or "") | read_space(" ".join(changes))
        parameters = Parameters.of(AgentSpec.parse(agent), given, only=space is not None)
        fielded = read_setups(setups or SETUPS, bulk.db)
        note_illegal(fielded, rules.ruleset)
        return kind().of(
            parameters,
            opponent or str(parameters.base),
            fielded,
            rules=rules.ruleset,
            seed=bulk.seed,
            **values,
        )

    if bulk.resume:
        refuse_with_resume(context)
    found = run_search(NAME, bulk, make, kind)
    if found is None:
        return
    if bulk.as_json:
        click.echo(json.dumps(_told(found)))
    else:
        click.echo(_text(found, bulk))


def read_space(text: str) -> dict[str, list[str]]:
    """Return the values of each parameter of text such as `k=0.1,0.3 reuse=true,false`."""
    found: dict[str, list[str]] = {}
    for part in text.split():
        name, equals, values = part.partition("=")
        if not equals or not name:
            message = f"{part!r}: a parameter is NAME=V1,V2,..., such as k=0.1,0.3,1"
            raise known_errors(ValueError(message))
        if name in found:
            raise known_errors(ValueError(f"{name} is there twice"))
        found[name] = values.split(",")
    return found


def _told(found: "Found[TuneTask]") -> dict[str, Any]:
    task = found.search
    return {
        "run": found.run,
        "seed": task.seed,
        "default": task.default,
        "opponent": task.opponent,
        "space": {name: list(values) for name, values in task.parameters.values},
        **found.result.to_dict(),
    }


def _text(found: "Found[TuneTask]", bulk: Bulk) -> str:
    task, tuned = found.search, found.result
    against = "itself" if task.opponent == task.default else task.opponent
    lines = [
        f"{task.default} tuned against {against}",
        f"{task.iterations:,} evaluations of {tuned.configurations:,} of "
        f"{task.parameters.count:,} configurations",
        "",
        f"best      {tuned.agent}",
    ]
    width = max(len(name) for name, _ in task.parameters.values)
    for name, values in task.parameters.values:
        every = ", ".join(written(value) for value in values)
        lines.append(f"  {name:<{width}}  {written(tuned.chosen[name]):<6} of {every}")
    lines += ["", "on fresh seeds, with 95 % intervals"]
    lines += [f"  {line}" for line in _scores(task, tuned)]
    return "\n".join([*lines, "", found.closing(bulk)])


def _scores(task: "TuneTask", tuned: "Tuned") -> list[str]:
    lines = []
    if task.opponent != task.default or tuned.against_default is None:
        lines.append(f"against the opponent  {_score(tuned.score)}")
    if tuned.against_default is not None:
        lines.append(f"against the default   {_score(tuned.against_default)}")
    spent = (f"{name} {tuned.spent[who]:,.0f}" for name, who in _spenders(task, tuned))
    lines.append(f"advances a decision   {', '.join(spent)}")
    return [*lines, f"verdict               {_VERDICTS[tuned.verdict]}"]


def _spenders(task: "TuneTask", tuned: "Tuned") -> list[tuple[str, str]]:
    named = [("best", tuned.agent), ("default", task.default), ("opponent", task.opponent)]
    once = {who: name for name, who in reversed(named) if who in tuned.spent}
    return [(name, who) for name, who in named if once.get(who) == name]


def _score(score: "Score") -> str:
    low, high = (100 * end for end in score.interval())
    return f"{100 * score.rate:.1f} % [{low:.1f}, {high:.1f}] of {score.games} games"
