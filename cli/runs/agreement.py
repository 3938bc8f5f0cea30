"""`conquest-opt agreement`: how far agents agree about setups."""

from typing import Any

import click

from ...api.texts.kind_keywords import keyword_of
from ...arena.agreement.settings import AgreementSettings
from ..options.grouped import RunCommand, grouped_option
from ..options.rules import RuleOptions, game_options
from ..options.run_options import RunOptions, run_options
from ..options.settings import settings_options
from ..options.setup_lists import setups_option
from ..options.stored import Form, setup_options
from ..parameters.style_texts import AGENT
from .running import run_command


@click.command(cls=RunCommand)
@grouped_option(
    "--agent", "agents", type=AGENT, multiple=True, **keyword_of("agreement", "agents").option()
)
@setups_option("agreement")
@settings_options(AgreementSettings)
@game_options
@run_options
def command(rules: RuleOptions, options: RunOptions, **values: Any) -> None:
    """Measure how far agents agree about setups.

    \b
    $ conquest-opt agreement --agent greedy --agent quick --setups \\
          Default,Rush,Venom,IAmWarrior --games 20
    greedy and quick agree about these 4 setups (rho 0.95 [0.62, 1.00]; corrected
    for noise 1.00 [0.64, 1.00]). 0 of them were shown to score differently, each
    ...

    Each agent plays every two setups against each other, both sides itself. Of
    every two agents it says the rank correlation of the setups' scores (rho),
    what that would be without noise, and the setups on which they differ most,
    with games that show it. By default it takes eight minutes on two cores, with
    --games 4 three.

    \b
    conquest-opt agreement --dry-run
    conquest-opt agreement --agent greedy --agent greedy --setups best.txt
    conquest-opt agreement --setups "SELECT setup FROM maximal_setups LIMIT 9"
    """
    run_command("agreement", rules, options, values)


def options_of(form: Form) -> dict[str, Any]:
    """Return the options of a stored task."""
    return {
        "agent": form["judges"],
        "setups": setup_options(form["entrants"]),
        "games": form["games"],
    }
