"""`conquest-opt whatif`: what a change of the rules does, before against after."""

import json
import textwrap
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ...agents.spec.spec import QUICK_AGENT
from ...engine.rules.ruleset import Ruleset
from ...setups.catalogue import catalogue
from ..options.agents import note_illegal
from ..options.bulk import Bulk, bulk_options, refuse_with_resume
from ..options.rules import RuleOptions, game_options, known_errors, read_rules
from ..options.setup_lists import read_setups, setups_option
from .searching import run_search
from .whatif_text import text

if TYPE_CHECKING:
    from ...arena.play.entrant import Entrant
    from ...balance.whatif.task import WhatIfTask

NAME = "whatif"

BUDGET, QUICK_BUDGET = 72_000, 14_500
"""Games in all where none are asked for: 400 a second on two idle cores, with time to spare."""
MOST_GAMES = 1000
"""Games for each two setups beyond which few setups would only take longer."""
SLOW_GAMES, QUICK_SLOW_GAMES = 10, 4
"""Games for each two setups where another agent plays, none of which is as fast."""


@click.command()
@game_options
@click.option(
    "--sweep",
    metavar="NAME=FROM..TO:STEP",
    help="Several values of a rule, one after the other: a curve.",
)
@click.option(
    "--base",
    multiple=True,
    metavar="NAME=VALUE|FILE",
    help="A rule of both before and after, or a TOML file. May be repeated. Default: standard.",
)
@setups_option("the 31 of the thesis")
@click.option(
    "--games",
    type=click.IntRange(4),
    help="For each two setups and each set of rules. Default: what takes less than 5 minutes "
    "on two cores.",
)
@click.option("--quick", is_flag=True, help="Fewer games: less than a minute.")
@click.option("--agent", default=QUICK_AGENT, show_default=True, metavar="AGENT", help="Who plays.")
@click.option(
    "--no-fill",
    "fill",
    is_flag=True,
    default=True,
    flag_value=False,
    help="Leave setups that gained room as they are.",
)
@click.option(
    "--evolve", is_flag=True, help="Let players adapt: counters and metagame, evolved by rules."
)
@click.option("--rounds", type=click.IntRange(1, 50), help="Of --evolve; default 2, quick 1.")
@bulk_options
@click.pass_context
def command(
    context: click.Context,
    rules: RuleOptions,
    sweep: str | None,
    base: tuple[str, ...],
    setups: tuple[str, ...],
    games: int | None,
    quick: bool,
    agent: str,
    fill: bool,
    evolve: bool,
    rounds: int | None,
    bulk: Bulk,
) -> None:
    """Compare the game before a change of the rules with the game after.

    The same setups play both, game by game with the same seeds; those that became illegal are
    repaired. Says first what is beyond noise, with all questions asked at once at 95 %.

    \b
    conquest-opt whatif --set champion.cost=225 --set archer.range=5
    conquest-opt whatif --set chastise.cooldown=2 --quick --json
    conquest-opt whatif --sweep champion.cost=150..250:25
    conquest-opt whatif --rules new.toml --setups Default,Rush,Venom
    conquest-opt whatif --set limits.points=1100 --evolve
    """

    def kind() -> "type[WhatIfTask]":
        from ...balance.whatif.task import WhatIfTask  # noqa: PLC0415  (brings numba and OR-Tools)

        return WhatIfTask

    def make() -> "WhatIfTask":
        from ...balance.measures.adapting import Adapting  # noqa: PLC0415

        before = _before(rules, base)
        variants = _variants(rules, sweep, before)
        wanted = read_setups(setups, bulk.db) if setups else list(catalogue())
        small = {"population": 16, "generations": 4, "check_games": 100, "rounds": 1}
        chosen = (small if quick else {}) | ({"rounds": rounds} if rounds else {})
        return kind()(
            before=before,
            variants=variants,
            entrants=_entrants(wanted, agent, before, fill=fill),
            games=games or _games(len(wanted), 1 + len(variants), agent, quick=quick),
            seed=bulk.seed,
            fill=fill,
            sweep=sweep.partition("=")[0].strip().lower() if sweep else None,
            adapting=Adapting(**chosen) if evolve else None,
        )

    if bulk.resume:
        refuse_with_resume(context)
    elif not (rules.edits or rules.file or sweep):
        raise click.UsageError(
            "what would change? Give --set champion.cost=225, --rules or --sweep"
        )
    if rounds and not evolve:
        raise click.UsageError("--rounds goes with --evolve")
    found = run_search(NAME, bulk, make, kind)
    if found is None:
        return
    if bulk.as_json:
        told = {"run": found.run, "seed": found.search.seed, "agent": found.search.agents[0]}
        click.echo(json.dumps(told | {"games": found.games} | found.result.to_dict()))
    else:
        click.echo(text(found.result, found.closing(bulk)))


def _before(rules: RuleOptions, base: tuple[str, ...]) -> Ruleset:
    """Return the rules before: the standard ones with what --base and --actions say."""
    before = Ruleset()
    for part in base:
        if "=" in part:
            before = before.edit(part)
            continue
        try:
            file = read_rules(Path(part))
        except OSError as error:
            raise known_errors(error) from None
        before = before.edit(*Ruleset().differences(file))
    return RuleOptions(None, rules.actions, ()).over(before)


def _entrants(
    setups: Sequence[str], agent: str, before: Ruleset, *, fill: bool
) -> "tuple[Entrant, ...]":
    """Return the setups as they play before: fitted to --base as they are to the change."""
    from ...arena.play.entrant import Entrant  # noqa: PLC0415
    from ...balance.rules.fitting import refitted_entrant  # noqa: PLC0415

    given = [Entrant.of(setup, agent) for setup in setups]
    note_illegal(setups, before)
    if before == Ruleset():
        return tuple(given)
    fitted = [refitted_entrant(one, before, before=Ruleset(), fill=fill) for one in given]
    changed = [one.label for one, how in fitted if how.kind in ("repaired", "filled")]
    if changed:
        told = f"note: refitted to the rules before: {', '.join(changed)}"
        click.echo(textwrap.fill(told, 80), err=True)
    return tuple(one for one, _ in fitted)


def _variants(
    rules: RuleOptions, sweep: str | None, before: Ruleset
) -> tuple[tuple[str, ...], ...]:
    """Return the edits of each set of rules after, checked: before anything is played."""
    from ...balance.rules.edits import edited, parse_sweep  # noqa: PLC0415

    given = {edit.partition("=")[0].strip().lower() for edit in rules.edits}
    file = Ruleset().differences(rules.file) if rules.file else []
    fixed = [edit for edit in file if edit.partition("=")[0] not in given] + list(rules.edits)
    swept = [[*fixed, edit] for edit in parse_sweep(sweep, before)] if sweep else [fixed]
    for edits in swept:
        edited(before, edits)
    return tuple(tuple(edits) for edits in swept)


def _games(setups: int, rulesets: int, agent: str, *, quick: bool) -> int:
    """Return the games for each two setups that fit the time."""
    if agent != QUICK_AGENT:
        return QUICK_SLOW_GAMES if quick else SLOW_GAMES
    meetings = max(setups * (setups - 1) // 2, 1) * rulesets
    fitting = (QUICK_BUDGET if quick else BUDGET) // meetings // 2 * 2
    return max(4, min(fitting, MOST_GAMES))
