"""`conquest-opt balance costs`: what troops and commands are worth in points."""

import json
from typing import TYPE_CHECKING

import click

from ...agents.spec.spec import QUICK_AGENT
from ...results.page.text_table import text_table
from ..options.bulk import Bulk, bulk_options, refuse_with_resume
from ..options.database import screen_width
from ..options.rules import RuleOptions, game_options
from .searching import Found, run_search

if TYPE_CHECKING:
    from ...balance.costs.task import Costs, CostsTask, Worth

NAME = "balance costs"


@click.command()
@click.option("--setups-sampled", default=3000, show_default=True, help="Setups that are drawn.")
@click.option("--games", default=80_000, show_default=True, help="Games of all together.")
@click.option("--agent", default=QUICK_AGENT, show_default=True, metavar="AGENT", help="Who plays.")
@game_options
@bulk_options
@click.pass_context
def command(
    context: click.Context,
    setups_sampled: int,
    games: int,
    agent: str,
    rules: RuleOptions,
    bulk: Bulk,
) -> None:
    """Estimate what each troop and command is worth in points, beside its price.

    Legal setups of varied composition and total play each other; a model of who wins by what both
    are made of gives every thing a worth, on the scale on which all setups are worth what they
    cost. Brackets are 95 % intervals; a verdict is given only beyond chance.

    \b
    conquest-opt balance costs
    conquest-opt balance costs --set champion.cost=150 --games 20000
    conquest-opt balance costs --dry-run
    conquest-opt balance costs --resume RUN
    """

    def kind() -> "type[CostsTask]":
        from ...balance.costs.task import CostsTask  # noqa: PLC0415  (brings numba and OR-Tools)

        return CostsTask

    def make() -> "CostsTask":
        return kind()(
            rules=rules.ruleset, agent=agent, setups=setups_sampled, games=games, seed=bulk.seed
        )

    if bulk.resume:
        refuse_with_resume(context)
    found = run_search(NAME, bulk, make, kind)
    if found is None:
        return
    if bulk.as_json:
        told = {"run": found.run, "seed": found.search.seed, "agent": found.search.agent}
        click.echo(json.dumps(told | found.result.to_dict()))
    else:
        click.echo(_text(found, bulk))


def _text(found: "Found[CostsTask]", bulk: Bulk) -> str:
    costs: Costs = found.result
    head = ("thing", "price", "worth", "95 %", "worth - price", "verdict")
    rows = [
        (
            one.thing,
            round(one.price),
            round(one.worth),
            _interval(one),
            f"{one.worth - one.price:+.0f}",
            one.verdict,
        )
        for one in costs.worths
    ]
    table, _ = text_table(head, rows, screen_width())
    lines = [
        f"point values by {found.search.agent}: {2 * costs.pairs:,} games of "
        f"{costs.setups:,} setups",
        "",
        *table,
        "",
        "worth of the first, second and each further one of a troop",
        "",
        *_copies(costs),
        "",
        *_explained(costs),
        "",
        found.closing(bulk),
    ]
    return "\n".join(lines)


def _copies(costs: "Costs") -> list[str]:
    troops = list(dict.fromkeys(one.thing for one in costs.copies))
    rows = [
        (
            troop,
            *(f"{one.worth:.0f} {_interval(one)}" for one in costs.copies if one.thing == troop),
        )
        for troop in troops
    ]
    return text_table(("troop", "first", "second", "further"), rows, screen_width())[0]


def _explained(costs: "Costs") -> list[str]:
    """Say how far worth explains who wins."""
    loss = {model.model: model for model in costs.models}
    price, worth, copied = loss["price"], loss["worth"], loss["worth by copy"]
    head = "log loss of games not fitted to (lower is better)"
    told = ", ".join(f"{m.model} {m.log_loss:.3f}" for m in costs.models)
    gain = price.log_loss - worth.log_loss
    further = worth.log_loss - copied.log_loss
    return [
        head,
        f"  {told}",
        f"  worth below price by {gain:.4f} +/- {1.96 * worth.error:.4f}; copies add {further:.4f}",
    ]


def _interval(one: "Worth") -> str:
    return f"[{one.interval.low:.0f}, {one.interval.high:.0f}]"
