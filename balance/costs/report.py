"""The report on point values: worth beside price, copy by copy, and how much it explains."""

from collections.abc import Sequence

from ...agents.spec.spec import called
from ...arena.run.report import Maker, Report, StoredRun
from ...results.page.axes import Scale
from ...results.page.blocks import Section, Text
from ...results.page.charts import bars, dot_plot
from ...results.page.estimates import columns, estimate
from ...results.page.grids import Column, Grid
from .result import CostsResult, ModelValues, WorthValues, at_once

_ALL = "interval at 95 % for all things together, by which verdicts are given"


def report(stored: StoredRun) -> Report:
    """Return the report on point values."""
    values: CostsResult | None = stored.values
    if values is None:
        waiting: Maker = ("result", lambda: Section("Worth and price", stored.summary()))
        return Report(_title(stored), _about(stored), [waiting])
    sections: list[Maker] = [
        ("worth and price", lambda: _beside_price(stored, values.things)),
        ("copies", lambda: _by_copy(values.copies)),
        ("explained", lambda: _explained(values.models)),
    ]
    return Report(_title(stored), _about(stored), sections)


def _title(stored: StoredRun) -> str:
    return f"What troops and commands are worth in points, by {called(stored.run.agents[-1])}"


def _about(stored: StoredRun) -> str:
    arguments = stored.run.arguments
    setups = arguments.get("settings", arguments)["setups"]  # runs stored before had no settings
    return (
        f"What troops and commands are worth in points, by games of {setups:,} legal setups of "
        "varied composition and total against others that cost about as much."
    )


def _beside_price(stored: StoredRun, things: Sequence[WorthValues]) -> Section:
    """Return worth and price of every thing."""
    ordered = sorted(things, key=lambda one: one.price - one.worth)
    chart = bars(
        "worth",
        "Worth and price in points; lines are 95 % intervals of the worth.",
        [one.thing for one in ordered],
        {"worth": [one.worth for one in ordered], "price": [one.price for one in ordered]},
        Scale("points"),
        [one.ci95 for one in ordered],
    )
    apart = dot_plot(
        "difference",
        "Worth less price, with 95 % intervals: right of the line it is worth more than it costs.",
        [(o.thing, *(end - o.price for end in (o.worth, *o.ci95))) for o in ordered],
        Scale("points", middle=0),
    )
    return Section("Worth and price", [*stored.summary(), chart, apart, _worths_grid(ordered)])


def _worths_grid(ordered: Sequence[WorthValues]) -> Grid:
    return Grid(
        "worths",
        "Every troop and command",
        [
            Column("thing", "Thing"),
            Column("price", "Price", "count"),
            *estimate("worth", "Worth", "whole"),
            *columns("whole", all_low=(f"all {len(ordered)} from", _ALL), all_high=("to", _ALL)),
            Column("difference", "Worth - price", "signed"),
            Column("verdict", "Verdict"),
            Column("setups", "In setups", "count", "sampled setups that have it"),
        ],
        [
            (
                *(one.thing, one.price, one.worth, *one.ci95),
                *at_once(one.worth, one.ci95[0], len(ordered)),
                *(one.difference, one.said, one.setups),
            )
            for one in ordered
        ],
        "The scale is that on which all sampled setups together are worth what they cost. A "
        "verdict is given where the price lies outside of the interval at 95 % for all of them "
        "together, which is wider than the one of a single thing.",
    )


def _by_copy(copies: Sequence[WorthValues]) -> Section:
    """Return what a first, second and further one of a troop are worth."""
    chart = dot_plot(
        "copies",
        "Worth of the first, the second and each further one of a troop, with 95 % intervals.",
        [(f"{one.thing}, {one.copy}", one.worth, *one.ci95) for one in copies],
        Scale("points", middle=0),
    )
    grid = Grid(
        "copies",
        "Copies of each troop",
        [
            Column("thing", "Troop"),
            Column("copy", "Copy", "text", "the third stands for every further one"),
            Column("price", "Price", "count"),
            *estimate("worth", "Worth", "whole"),
            Column("setups", "In setups", "count", "sampled setups that have it"),
        ],
        [(o.thing, o.copy, o.price, o.worth, *o.ci95, o.setups) for o in copies],
    )
    text = (
        "Whether more of the same is worth less: a model in which copies may differ. The third "
        "stands for every further one."
    )
    return Section("First, second and further ones", [Text(text), chart, grid])


def _explained(models: Sequence[ModelValues]) -> Section:
    """Return how well the models foretell who wins."""
    text = (
        "Opponents cost about as much as each other, so price has little to say; chance has a log "
        "loss of 0.693. What is left is chance, and what no sum can show: things that help or "
        "hinder each other."
    )
    grid = Grid(
        "models",
        "Log loss of games that the model was not fitted to",
        [
            Column("model", "Strength of a setup by"),
            Column("terms", "Numbers fitted", "count"),
            Column("log_loss", "Log loss", "number"),
            Column("error", "s.e. to price", "number", "standard error of the difference to price"),
        ],
        [(one.model, one.terms, one.log_loss, one.error) for one in models],
    )
    return Section("How much it explains", [Text(text), grid])
