"""`conquest-opt tournament`: setups against each other, all played by one agent."""

import json
from typing import TYPE_CHECKING

import click

from ...results.page.text_table import text_table
from ...results.page.words import duration
from ...setups.catalogue import catalogue
from ..options.agents import agent_options, chosen_agent, note_illegal
from ..options.bulk import Bulk, bulk_options, refuse_with_resume
from ..options.database import screen_width
from ..options.rules import RuleOptions, game_options
from ..options.setup_lists import read_setups, setups_option
from .running import Outcome, finish, run_campaign

if TYPE_CHECKING:
    from ...arena.run.campaign import Campaign
    from ...arena.tournament.task import Tournament


@click.command()
@setups_option("the 31 of the thesis")
@click.option(
    "--games",
    default=50,
    show_default=True,
    help="Games for each two setups, half on each side; rounded up to pairs.",
)
@click.option("--against", metavar="SETUP", help="Only pairs with this setup: a gauntlet.")
@agent_options
@game_options
@bulk_options
@click.pass_context
def command(
    context: click.Context,
    setups: tuple[str, ...],
    games: int,
    against: str | None,
    agent: str | None,
    quick: bool,
    rules: RuleOptions,
    bulk: Bulk,
) -> None:
    """Play setups against each other and rank them.

    By default the thesis's tournament: its 31 setups, 50 games for each two, 25 on each side.

    \b
    conquest-opt tournament --dry-run
    conquest-opt tournament --quick --events
    conquest-opt tournament --setups Default,Rush,Venom --games 200
    conquest-opt tournament --setups all --against SSC:charge --quick
    conquest-opt tournament --setups "SELECT setup FROM maximal_setups LIMIT 9"
    """

    def make() -> "Campaign":
        from ...arena.play.player import Keep  # noqa: PLC0415  (brings numba)
        from ...arena.tournament.task import tournament_campaign  # noqa: PLC0415

        wanted = read_setups(setups, bulk.db) if setups else list(catalogue())
        campaign = tournament_campaign(
            wanted,
            chosen_agent(agent, quick),
            games=games,
            rules=rules.ruleset,
            seed=bulk.seed,
            against=against,
            keep=Keep(bulk.events, bulk.records),
        )
        note_illegal([*wanted, *([against] if against else [])], rules.ruleset)
        return campaign

    if bulk.resume:
        refuse_with_resume(context)
    outcome = run_campaign("tournament", bulk, make)
    if outcome is None:
        return
    from ...arena.tournament.task import Tournament  # noqa: PLC0415

    tournament = Tournament.of(outcome.board)
    summary = {"matchups": outcome.board.matchup_rows(), **tournament.tables()}
    finish(bulk, outcome.run, summary)
    if bulk.as_json:
        schedule = outcome.campaign.schedule
        told = {"run": outcome.run, "seed": schedule.seed, "agent": schedule.agents[0]}
        click.echo(json.dumps(told | tournament.to_dict()))
    else:
        click.echo(_text(tournament, outcome, bulk))


def _text(tournament: "Tournament", outcome: Outcome, bulk: Bulk) -> str:
    head = ("", "setup", "score in %", "Elo", "worst against", "%")
    rows = [
        (
            number,
            s.entrant.label,
            _with_interval(
                "{:.1f}", 100 * s.score.rate, *(100 * end for end in s.score.interval())
            ),
            _with_interval("{:+.0f}", s.elo, *s.interval),
            s.worst,
            round(100 * s.worst_score.rate),
        )
        for number, s in enumerate(tournament.standings, start=1)
    ]
    lines, _ = text_table(head, rows, screen_width())
    first = tournament.first_player
    low, high = (100 * end for end in first.interval)
    lines += [
        "",
        f"first players scored {100 * first.rate:.1f} % [{low:.1f}, {high:.1f}] at 99 %; "
        f"{tournament.draws:,} draws; {tournament.turns_mean:.1f} turns a game",
        f"{tournament.games:,} games in {duration(outcome.seconds)}"
        + (f"; stored in {bulk.db} (run {outcome.run})" if outcome.run else ""),
    ]
    return "\n".join(lines)


def _with_interval(form: str, value: float, low: float, high: float) -> str:
    return f"{form} [{form}, {form}]".format(value, low, high)
