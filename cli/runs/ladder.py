"""`conquest-opt ladder`: agents against each other, at equal cost, on several setups."""

import json
from typing import TYPE_CHECKING, Any

import click

from ...agents.spec.spec import AgentSpec
from ...results.page.text_table import text_table
from ...results.page.words import duration
from ..options.bulk import Bulk, bulk_options, refuse_with_resume
from ..options.database import screen_width
from ..options.rules import RuleOptions, game_options, known_errors
from ..options.setup_lists import read_setups, setups_option
from .running import Outcome, finish, run_campaign

if TYPE_CHECKING:
    from ...arena.ladder.task import Ladder
    from ...arena.run.campaign import Campaign

SETUPS = ("Default", "Rush", "Venom", "GlassCannon", "Championeer", "OutrangeOutplay")
"""Mixed, fast, mages and knights, ranged, champions, many scouts with Bombard."""


@click.command()
@click.argument("agents", nargs=-1, metavar="AGENT AGENT...")
@setups_option(", ".join(SETUPS))
@click.option(
    "--games",
    default=120,
    show_default=True,
    help="Games for each two agents, on all setups together; rounded up to whole pairs.",
)
@click.option(
    "--advances",
    type=click.IntRange(1, 10**9),
    help="State advances a decision for all agents that search; default: as each is written.",
)
@click.option("--reference", metavar="AGENT", help="Only pairs with this agent.")
@game_options
@bulk_options
@click.pass_context
def command(
    context: click.Context,
    agents: tuple[str, ...],
    setups: tuple[str, ...],
    games: int,
    advances: int | None,
    reference: str | None,
    rules: RuleOptions,
    bulk: Bulk,
) -> None:
    """Play agents against each other and rate them in Elo, with 95 % intervals.

    Every two agents meet on every setup, both sides fielding the same one, with sides swapped, so
    that agents and nothing else are compared.

    \b
    conquest-opt ladder random weighted-random fpu:advances=300
    conquest-opt ladder fpu mcts random-search --advances 1000 --games 240
    conquest-opt ladder fpu mcts fpu:k=0.3 --reference fpu --dry-run
    """

    def make() -> "Campaign":
        from ...arena.ladder.task import ladder_campaign  # noqa: PLC0415  (brings numba)

        return ladder_campaign(
            _specs(agents, advances),
            read_setups(setups or SETUPS, bulk.db),
            games=games,
            rules=rules.ruleset,
            seed=bulk.seed,
            reference=_specs([reference], advances)[0] if reference else None,
            events=bulk.events,
            records=bulk.records,
        )

    if bulk.resume:
        refuse_with_resume(context)
    outcome = run_campaign("ladder", bulk, make)
    if outcome is None:
        return
    from ...arena.ladder.task import Ladder  # noqa: PLC0415

    ladder = Ladder.of(outcome.board)
    finish(bulk, outcome.run, {"matchups": outcome.board.matchup_rows(), **ladder.tables()})
    if bulk.as_json:
        told = {"run": outcome.run, "seed": outcome.campaign.schedule.seed, **ladder.to_dict()}
        click.echo(json.dumps(told))
    else:
        click.echo(_text(ladder, outcome, bulk))


def _specs(texts: Any, advances: int | None) -> list[str]:
    try:
        specs = [AgentSpec.parse(text) for text in texts]
    except ValueError as error:
        raise known_errors(error) from None
    if advances is not None:
        specs = [spec.with_budget("advances", advances) for spec in specs]
    return [str(spec) for spec in specs]


def _text(ladder: "Ladder", outcome: Outcome, bulk: Bulk) -> str:
    """Return the ladder and the cross-table, numbered as the ladder is."""
    head = ("", "agent", "Elo", "95 %", "score", "games", "advances")
    rows = [
        (
            number,
            rung.agent,
            round(rung.elo),
            f"{rung.interval.low:+.0f} .. {rung.interval.high:+.0f}",
            f"{100 * rung.score.rate:.1f} %",
            rung.score.games,
            round(rung.advances),
        )
        for number, rung in enumerate(ladder.rungs, start=1)
    ]
    lines, _ = text_table(head, rows, screen_width())
    agents = [rung.agent for rung in ladder.rungs]
    lines += ["", "score of the row against the column, in %, with its 95 % interval", ""]
    cross = [
        (number, *(_cell(ladder, a, b) for b in agents)) for number, a in enumerate(agents, start=1)
    ]
    columns = ["", *(str(number) for number in range(1, len(agents) + 1))]
    table, hidden = text_table(columns, cross, screen_width(), keep=1)
    lines += table
    if hidden:
        lines.append(f"({hidden} columns do not fit; --json has all)")
    games = f"{outcome.board.played:,} games in {duration(outcome.seconds)}"
    stored = f"; stored in {bulk.db} (run {outcome.run})" if outcome.run else ""
    return "\n".join([*lines, "", games + stored])


def _cell(ladder: "Ladder", a: str, b: str) -> str:
    if a == b:
        return "-"
    score = ladder.between(a, b)
    if not score.games:
        return ""
    low, high = score.interval()
    return f"{100 * score.rate:.0f} [{100 * low:.0f}, {100 * high:.0f}]"
