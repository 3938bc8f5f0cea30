"""`conquest-opt ladder`: agents against each other, at equal cost, on several setups."""

from typing import Any

import click

from ...api.texts.kind_keywords import keyword_of
from ...arena.ladder.settings import LadderSettings
from ..options.agents import engine_option
from ..options.grouped import RunCommand, grouped_option
from ..options.rules import RuleOptions, game_options
from ..options.run_options import RunOptions, run_options
from ..options.settings import settings_options
from ..options.setup_lists import setups_option
from ..options.stored import Form, setup_options
from ..parameters.style_texts import AGENT
from .running import run_command


@click.command(cls=RunCommand)
@click.argument("agents", nargs=-1, type=AGENT, metavar="AGENT AGENT...")
@setups_option("ladder")
@grouped_option("--reference", type=AGENT, **keyword_of("ladder", "reference").option())
@settings_options(LadderSettings)
@game_options
@engine_option
@run_options
def command(rules: RuleOptions, options: RunOptions, **values: Any) -> None:
    """Play agents against each other and rate them in Elo, with 95 % intervals.

    \b
    $ conquest-opt ladder random weighted-random greedy --games 24
    greedy is rated highest, 644 Elo (100 more is a score of about 64 %) above the
    ...
    1  greedy           +462  +155 .. +769  100.0 %     48        34
    ...
    (advances: actions that a search tries before it plays one)
    ...

    Every two agents meet on every setup, both sides fielding the same one, with
    sides swapped, so that agents and nothing else are compared. Time goes by the
    agents: strong, medium and quick take fifteen seconds on two cores.

    \b
    conquest-opt ladder fpu mcts random-search --advances 1000 --games 240
    conquest-opt ladder fpu mcts fpu:k=0.3 --reference fpu --dry-run
    """
    run_command("ladder", rules, options, values)


def options_of(form: Form) -> dict[str, Any]:
    """Return the options of a stored task."""
    agents = list(dict.fromkeys(entrant["agent"] for entrant in form["entrants"]))
    reference = form.get("reference")
    return {
        "agents": agents,
        "setups": setup_options(form["entrants"][:: len(agents)]),
        **({"reference": reference} if reference else {}),
        "games": form["games"],
    }
