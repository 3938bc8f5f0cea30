"""`conquest-opt match`: two setups, or two agents, against each other."""

import json
from typing import TYPE_CHECKING, Any

import click

from ...results.page.words import duration
from ..options.agents import agent_options, chosen_agent, note_illegal
from ..options.bulk import Bulk, bulk_options, refuse_with_resume
from ..options.rules import RuleOptions, game_options
from .running import Outcome, finish, run_campaign

if TYPE_CHECKING:
    from ...arena.run.campaign import Campaign
    from ...arena.stats.sprt import Sprt

GAMES = 100
MOST_GAMES = 20_000
"""Games at most where a test decides."""


class Bounds(click.ParamType):
    """`ELO0,ELO1`, or one number for 0 and that."""

    name = "ELO0,ELO1"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[float, float]:
        """Return the two numbers."""
        if isinstance(value, tuple):
            return value
        try:
            numbers = [float(part) for part in str(value).split(",")]
        except ValueError:
            numbers = []
        if len(numbers) == 1:
            numbers.insert(0, 0.0)
        if len(numbers) != 2 or not numbers[0] < numbers[1]:
            self.fail(f"{value!r} is no two numbers such as 0,20, the lower first", param, ctx)
        return numbers[0], numbers[1]


@click.command()
@click.argument("a", required=False)
@click.argument("b", required=False)
@click.option(
    "--games",
    type=int,
    help=f"How many, rounded up to pairs; default {GAMES}, with --sprt at most {MOST_GAMES:,}.",
)
@click.option("--agent-a", metavar="AGENT", help="Who plays A; default: --agent.")
@click.option("--agent-b", metavar="AGENT", help="Who plays B; default: --agent.")
@click.option(
    "--sprt",
    type=Bounds(),
    help="Stop once it is decided whether A is better by ELO0 at most or by ELO1 at least.",
)
@click.option("--alpha", default=0.05, show_default=True, help="Risk of taking ELO1 wrongly.")
@click.option("--beta", default=0.05, show_default=True, help="Risk of taking ELO0 wrongly.")
@agent_options
@game_options
@bulk_options
@click.pass_context
def command(
    context: click.Context,
    a: str | None,
    b: str | None,
    games: int | None,
    agent: str | None,
    quick: bool,
    rules: RuleOptions,
    bulk: Bulk,
    **values: Any,
) -> None:
    """Play setup A against setup B in side-swapped pairs; score with a 95 % interval.

    Setups are names, texts such as SSC:charge, or JSON files. The same setup twice with --agent-a
    and --agent-b compares agents.

    \b
    conquest-opt match Default IAmWarrior --games 200 --quick
    conquest-opt match Rush Rush --agent-a fpu --agent-b mcts:advances=500
    conquest-opt match SSC:charge CC --sprt 0,30 --agent fpu:advances=300
    """

    def make() -> "Campaign":
        from ...arena.match.task import match_campaign  # noqa: PLC0415  (brings numba)
        from ...arena.play.entrant import Entrant  # noqa: PLC0415
        from ...arena.play.player import Keep  # noqa: PLC0415

        if a is None or b is None:
            raise click.UsageError("give two setups, such as: conquest-opt match Default Rush")
        default, ruleset = chosen_agent(agent, quick), rules.ruleset
        campaign = match_campaign(
            Entrant.of(a, values["agent_a"] or default),
            Entrant.of(b, values["agent_b"] or default),
            games=(MOST_GAMES if values["sprt"] else GAMES) if games is None else games,
            rules=ruleset,
            seed=bulk.seed,
            sprt=_test(**{name: values[name] for name in ("sprt", "alpha", "beta")}),
            keep=Keep(bulk.events, bulk.records),
        )
        note_illegal([a, b], ruleset)
        return campaign

    if bulk.resume:
        refuse_with_resume(context)
    outcome = run_campaign("match", bulk, make, _rule)
    if outcome is None:
        return
    from ...arena.match.task import match_dict  # noqa: PLC0415

    finish(bulk, outcome.run, {"matchups": outcome.board.matchup_rows()})
    told = {"run": outcome.run} | match_dict(outcome.campaign, outcome.board)
    click.echo(json.dumps(told) if bulk.as_json else _text(told, outcome, bulk))


def _test(sprt: tuple[float, float] | None, alpha: float, beta: float) -> "Sprt | None":
    from ...arena.stats.sprt import Sprt  # noqa: PLC0415

    return Sprt(elo0=sprt[0], elo1=sprt[1], alpha=alpha, beta=beta) if sprt else None


def _rule(campaign: "Campaign") -> Any:
    from ...arena.match.task import SprtRule  # noqa: PLC0415

    return SprtRule.of(campaign)


def _text(told: dict[str, Any], outcome: Outcome, bulk: Bulk) -> str:
    a, b = (told[side]["name"] or told[side]["setup"] for side in "ab")
    agents = told["a"]["agent"], told["b"]["agent"]
    if agents[0] != agents[1]:
        a, b = f"{a} ({agents[0]})", f"{b} ({agents[1]})"
    lines = [
        f"{a} against {b}" + (f", both played by {agents[0]}" if agents[0] == agents[1] else ""),
        "",
        f"  score          {_percent(told)}",
        f"  won            {told['wins']}, drawn {told['draws']}, lost {told['losses']}",
        f"  Elo            {_elo(told)}",
        f"  playing first  {_percent(told['as_first'])}",
        f"  playing second {_percent(told['as_second'])}",
        f"  turns          {told['turns_mean']:.1f} a game",
        f"  first player   {_first_player(told['first_player'])}",
    ]
    if "sprt" in told:
        test = told["sprt"]
        bounds = f"between {test['lower']:.2f} and {test['upper']:.2f}"
        verdict = {
            "H0": f"accepted: A is better by {test['elo0']:g} Elo at most",
            "H1": f"accepted: A is better by {test['elo1']:g} Elo at least",
        }.get(test["verdict"], "undecided")
        lines.append(f"  test           {verdict} (LLR {test['llr']:.2f}, {bounds})")
    games = f"{told['games']:,} games in {duration(outcome.seconds)}"
    stored = f"; stored in {bulk.db} (run {outcome.run})" if outcome.run else ""
    return "\n".join([*lines, "", games + stored])


def _elo(told: dict[str, Any]) -> str:
    """Return the difference with its interval, whose ends a perfect score has not."""
    low, high = told["elo_ci95"]
    if told["elo"] is None:
        return f"below {high:+.0f}" if low is None else f"above {low:+.0f}"
    return f"{told['elo']:+.0f} [{low:+.0f}, {high:+.0f}]"


def _percent(score: dict[str, Any]) -> str:
    if not score["games"]:
        return "no games"
    low, high = score["ci95"]
    return f"{100 * score['score']:.1f} % [{100 * low:.1f}, {100 * high:.1f}]"


def _first_player(test: dict[str, Any]) -> str:
    low, high = test["ci99"]
    scores = f"scores {100 * test['score']:.1f} % [{100 * low:.1f}, {100 * high:.1f}] at 99 %"
    found = {"none": "no advantage shown"}.get(
        test["advantage"], f"the {test['advantage']} player has the advantage"
    )
    return f"{scores}: {found}"
