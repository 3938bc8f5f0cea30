"""`conquest-opt agents`: who can play, and by which parameters."""

import json
from collections.abc import Iterator, Sequence

import click

from ...agents.spec.kinds import AGENTS, Kind
from ...agents.spec.parameters import SCRIPT_WEIGHTS, VALUE_NAMES, AgentError, Parameter
from ...agents.spec.presets import PRESETS
from ...agents.spec.script_names import SCRIPTS
from ...agents.spec.spec import DEFAULT_AGENT, QUICK_AGENT, AgentSpec
from ...agents.spec.weights import WEIGHTS
from ...api.listings import agent_values
from ..parameters.completing import Named
from ..terminal.paging import say_paged


class AgentName(Named):
    """The name of an agent, in any case; an unknown one is answered by the nearest."""

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> str:
        """Return the name as it is listed."""
        name = str(value).strip()
        try:
            return AgentSpec.parse(name.partition(":")[0]).kind.name
        except AgentError as error:
            self.fail(str(error), param, ctx)


@click.command()
@click.argument("names", nargs=-1, type=AgentName("AGENT", lambda: AGENTS), metavar="[AGENT]...")
@click.option("--json", "as_json", is_flag=True, help="A JSON list, with every parameter.")
def command(names: tuple[str, ...], as_json: bool) -> None:
    """List the agents with their parameters, defaults, limits and source.

    \b
    $ conquest-opt agents greedy
    greedy  (-)
      the turn of scripted actions that ends best by the state value
        approach=0.003             what a square nearer to the enemy is worth
                                   [0..1]
    ...

    An agent is written as its name, and what differs from its defaults:
    fpu:iterations=1000,k=0.3. Without names it lists all of them, and what
    several share once at the end. strong, medium and quick are names for one
    agent at three costs; results keep the full text behind them.

    Sources: 000 is the Conquest thesis, 002 portfolio MCTS and MAP-Elites, 003
    the Risk agent, 004 the thesis on agents for Dominance.

    \b
    conquest-opt agents
    conquest-opt agents greedy portfolio
    conquest-opt agents --json
    """
    kinds = [AGENTS[name] for name in names or AGENTS]
    if as_json:
        click.echo(json.dumps([agent_values(kind) for kind in kinds]))
        return
    say_paged("\n".join(_listed(kinds, whole=bool(names))))


def _listed(kinds: Sequence[Kind], *, whole: bool) -> Iterator[str]:
    """Yield the lines of agents; unless they are to be whole, what several share is at the end."""
    shared = {*VALUE_NAMES, *(p.name for p in SCRIPT_WEIGHTS)}
    for kind in kinds:
        yield f"{click.style(kind.name, bold=True)}  ({kind.source})"
        yield click.wrap_text(kind.about, 79, "  ", "  ")
        yield from _parameters([p for p in kind.parameters if whole or p.name not in shared])
        if not whole:
            yield from _shared(kind)
        yield ""
    if whole:
        return
    yield "weights of the state value, for agents that value positions"
    yield from _parameters([p for p in AGENTS["fpu"].parameters if p.name in VALUE_NAMES])
    yield "\nweights of the scripts, for portfolio, tactician and greedy"
    yield from _parameters(SCRIPT_WEIGHTS)
    yield "\nsets of weights for strategist"
    for name, weights in WEIGHTS.items():
        yield click.wrap_text(weights.provenance, 79, f"    {name}  ", "        ")
    yield "\nnames that are taken wherever an agent is"
    yield from (f"    {name:<8}{text}" for name, text in PRESETS.items())
    yield f"\nThe default agent is {DEFAULT_AGENT}; the quick one is {QUICK_AGENT}."


def _parameters(parameters: Sequence[Parameter]) -> Iterator[str]:
    wide = max((len(f"{p.name}={p.default}") for p in parameters), default=0)
    for p in parameters:
        text = f"{p.about} [{_limits(p)}]"
        first = f"    {f'{p.name}={p.default}':<{wide}}  "
        yield click.wrap_text(text, 79, first, " " * len(first))


def _shared(kind: Kind) -> Iterator[str]:
    """Yield which of the shared parameters an agent has."""
    names = {p.name for p in kind.parameters}
    shared = [
        what
        for what, of in (("the state value", VALUE_NAMES), ("the scripts", (SCRIPTS[0].name,)))
        if names & set(of)
    ]
    if shared:
        yield f"    and the weights of {' and '.join(shared)}, below"
    standard = {p.name: p.default for p in AGENTS["fpu"].parameters}
    for p in kind.parameters:
        if p.name in VALUE_NAMES and p.default != standard[p.name]:
            yield f"    with {p.name}={p.default}"


def _limits(parameter: Parameter) -> str:
    return "|".join(parameter.choices) or f"{parameter.low:g}..{parameter.high:g}"
