"""`conquest-opt whatif`: what a change of the rules does, before against after."""

from typing import Any

import click
import msgspec

from ...api.texts.kind_keywords import keyword_of
from ...arena.run.headings import RULES
from ...balance.whatif.settings import QUICK_ADAPTING, SIZES, AdaptSettings, WhatifSettings
from ..options.budget import budget_option, refuse_sizes
from ..options.grouped import RunCommand, grouped_option
from ..options.rules import RuleOptions, game_options
from ..options.run_options import RunOptions, run_options
from ..options.settings import settings_options
from ..options.setup_lists import setups_option
from ..options.stored import Form, setup_options
from ..parameters.completing import RuleEdit
from .running import run_command


@click.command(cls=RunCommand, first=RULES)
@game_options
@grouped_option(
    "--sweep",
    type=RuleEdit("SWEEP"),
    metavar="NAME=FROM..TO:STEP",
    **keyword_of("whatif", "sweep").option(),
)
@grouped_option(
    "--base",
    multiple=True,
    type=RuleEdit("EDIT"),
    metavar="NAME=VALUE|FILE",
    **keyword_of("whatif", "base").option(),
)
@setups_option("whatif")
@settings_options(
    WhatifSettings,
    games="what takes less than 5 minutes on two cores",
    screen_games="likewise",
    race_games="likewise",
)
@grouped_option("--quick", is_flag=True, **keyword_of("whatif", "quick").option())
@budget_option
@settings_options(AdaptSettings, "check_games", "join_games", quick=QUICK_ADAPTING)
@run_options
def command(rules: RuleOptions, options: RunOptions, **values: Any) -> None:
    """Compare the game before a change of the rules with the game after.

    \b
    $ conquest-opt whatif --set champion.cost=225 --quick
    Champion costs 225 instead of 200
    ...
    Largest change beyond noise (more than chance shows): IAmWarrior: score 12.9 %
    instead of 51.5 %, -38.5 [-59.6, -17.5].
    ...

    \b
    $ conquest-opt whatif --set halberdier.cost=50 --agent greedy --games 40 \\
          --setups Default,Rush,Venom,HalberderPure
    ...
    No change was shown to be beyond noise (more than chance shows); the largest
    measured is Venom: score 28.3 % instead of 22.5 %, +5.8 [-5.1, +16.8].
    ...

    The same setups play both, game by game with the same seeds; those that became
    illegal are repaired. Cheap agents play many games, the judge few; figures are
    estimates for the judge. Games that the change cannot touch are played once,
    the others more often for it. Says first what is beyond noise, with all
    questions asked at once at 95 %. By default it takes five minutes on two cores,
    with --quick one.

    \b
    conquest-opt whatif --sweep champion.cost=150..250:25
    conquest-opt whatif --rules new.toml --setups Default,Rush,Venom
    conquest-opt whatif --set limits.points=1100 --evolve
    conquest-opt whatif --set archer.range=5 --budget 15m
    """
    budget: float | None = values.pop("budget")
    refuse_sizes(budget, SIZES)
    run_command("whatif", rules, options, values, budget)


def options_of(form: Form) -> dict[str, Any]:
    """Return the options of a stored task."""
    first, *_ = form["variants"]
    options: dict[str, Any] = {"base": form["rules"], "set": first}
    if name := form.get("sweep"):
        values = [int(edits[-1].partition("=")[2]) for edits in form["variants"]]
        step = values[1] - values[0] if values[1:] else 1
        options |= {"set": first[:-1], "sweep": f"{name}={values[0]}..{values[-1]}:{step}"}
    options |= {"setups": setup_options(form["entrants"]), "no-fill": not form["fill"]}
    return options | _level_options(form) | _adapting_options(form.get("adapting"))


def _level_options(form: Form) -> dict[str, Any]:
    """Return who plays each level, how often, and whom each setup meets there."""
    *below, judge = form["levels"]
    alone = [level["agent"] for level in below] + [judge["agent"]] * 2
    agents = form.get("adapting_agents") or (*alone[:2], judge["agent"])
    names = ("screen-agent", "race-agent", "judge")
    options: dict[str, Any] = dict(zip(names, agents, strict=True))
    for level in form["levels"]:
        name = "screen-" if level["agent"] == agents[0] else "race-"
        name = "" if level is judge else name
        options[f"{name}games"] = level["games"]
        if level["opponents"] is not None:
            options[f"{name}opponents"] = level["opponents"]
    return options


def _adapting_options(adapting: Form | None) -> dict[str, Any]:
    """Return how players adapt; --quick lets them do so by fewer games."""
    if not adapting:
        return {}
    quick = msgspec.convert(adapting, AdaptSettings) == AdaptSettings(
        **QUICK_ADAPTING | {"rounds": adapting["rounds"]}
    )
    return {"evolve": True, "rounds": adapting["rounds"], "quick": quick}
