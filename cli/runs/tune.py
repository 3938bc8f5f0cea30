"""`conquest-opt tune`: the best parameters of an agent, by NTBEA."""

from typing import Any

import click

from ...agents.spec.spec import written
from ...api.texts.kind_keywords import keyword_of
from ...evolve.tune.settings import TuneSettings
from ..options.grouped import RunCommand, grouped_option
from ..options.rules import RuleOptions, game_options
from ..options.run_options import RunOptions, run_options
from ..options.settings import settings_options
from ..options.setup_lists import setups_option
from ..options.stored import Form, setting_options, setup_options
from ..parameters.style_texts import AGENT
from .running import run_command


@click.command(cls=RunCommand)
@click.argument("agent", required=False, type=AGENT)
@grouped_option("--opponent", type=AGENT, **keyword_of("tune", "opponent").option())
@grouped_option(
    "--param", multiple=True, metavar="NAME=V1,V2,...", **keyword_of("tune", "param").option()
)
@grouped_option("--space", metavar="TEXT", **keyword_of("tune", "space").option())
@settings_options(TuneSettings)
@setups_option("tune")
@game_options
@run_options
def command(rules: RuleOptions, options: RunOptions, **values: Any) -> None:
    """Find the best parameters of AGENT, by NTBEA.

    \b
    $ conquest-opt tune greedy --space "threat=0,1 approach=0,0.003" \\
          --iterations 30 --games 6 --check-games 40
    greedy tuned against itself
    ...
    No difference of greedy:approach=0,threat=1 to the default is shown: 47.5 %
    [32.1, 63.4] of 40 games against it.
    ...

    Configurations play the opponent one after the other, both sides fielding the
    same setups in turn; a model of single values and pairs of them says which to
    play next. The best then plays on held-out seeds, against the opponent and
    against AGENT as it is given. All have the same budget: what changes it
    (advances, iterations, growth, ...) cannot be tuned. On two cores greedy takes
    five seconds, fpu three minutes.

    \b
    conquest-opt tune fpu --opponent random-search
    conquest-opt tune fpu:advances=500 --param k=0.1,0.3,1 --dry-run
    conquest-opt tune --resume RUN
    """
    run_command("tune", rules, options, values)


def options_of(form: Form) -> dict[str, Any]:
    """Return the options of a stored task."""
    tuned = form["parameters"]["values"].items()
    space = (f"{name}={','.join(map(written, values))}" for name, values in tuned)
    return {
        "agent": form["parameters"]["base"],
        "opponent": form["opponent"],
        "space": " ".join(space),
        "setups": setup_options(form["setups"]),
        **setting_options(TuneSettings, form["settings"]),
    }
