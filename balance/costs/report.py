"""The report on point values: worth beside price, copy by copy, and how much it explains."""

from typing import Any

from ...agents.spec.spec import called
from ...arena.run.report import Maker, Report, StoredRun
from ...results.page.axes import Scale
from ...results.page.blocks import Section, Text
from ...results.page.charts import bars, dot_plot
from ...results.page.estimates import columns, estimate, estimates, picked
from ...results.page.grids import Column, Grid
from .result import at_once, verdict_text

Rows = list[dict[str, Any]]

_ALL = "interval at 95 % for all things together, by which verdicts are given"
_COPY = "thing", "copy", "price", "worth", "worth_low", "worth_high", "setups"


def report(stored: StoredRun) -> Report:
    """Return the report on point values."""
    worths = stored.query("SELECT * FROM thing_worths WHERE run = ?")
    models = stored.query("SELECT * FROM worth_models WHERE run = ?")
    if not worths:
        waiting: Maker = ("result", lambda: Section("Worth and price", stored.summary()))
        return Report(_title(stored), _about(stored), [waiting])
    each = [row for row in worths if row["copy"] == "each"]
    copies = [row for row in worths if row["copy"] != "each"]
    sections: list[Maker] = [
        ("worth and price", lambda: beside_price(stored, each)),
        ("copies", lambda: by_copy(copies)),
        ("explained", lambda: explained(models)),
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


def beside_price(stored: StoredRun, each: Rows) -> Section:
    """Return worth and price of every thing."""
    ordered = sorted(each, key=lambda row: row["price"] - row["worth"])
    drawn = list(zip(ordered, estimates(ordered, "worth", "thing"), strict=True))
    shown = bars(
        "worth",
        "Worth and price in points; lines are 95 % intervals of the worth.",
        [row["thing"] for row in ordered],
        {"worth": [row["worth"] for row in ordered], "price": [row["price"] for row in ordered]},
        Scale("points"),
        [(row["worth_low"], row["worth_high"]) for row in ordered],
    )
    apart = dot_plot(
        "difference",
        "Worth less price, with 95 % intervals: right of the line it is worth more than it costs.",
        [(name, *(end - row["price"] for end in ends)) for row, (name, *ends) in drawn],
        Scale("points", middle=0),
    )
    return Section("Worth and price", [*stored.summary(), shown, apart, _worths_grid(ordered)])


def _worths_grid(ordered: Rows) -> Grid:
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
        picked(
            [row | _judged(row, len(ordered)) for row in ordered],
            *("thing", "price", "worth", "worth_low", "worth_high", "all_low", "all_high"),
            *("difference", "verdict", "setups"),
        ),
        "The scale is that on which all sampled setups together are worth what they cost. A "
        "verdict is given where the price lies outside of the interval at 95 % for all of them "
        "together, which is wider than the one of a single thing.",
    )


def _judged(row: dict[str, Any], things: int) -> dict[str, Any]:
    """Return what is said of a thing beside its price and worth."""
    low, high = at_once(row["worth"], row["worth_low"], things)
    apart = row["worth"] - row["price"]
    said = verdict_text(row["verdict"])
    return {"all_low": low, "all_high": high, "difference": apart, "verdict": said}


def by_copy(copies: Rows) -> Section:
    """Return what a first, second and further one of a troop are worth."""
    chart = dot_plot(
        "copies",
        "Worth of the first, the second and each further one of a troop, with 95 % intervals.",
        estimates(copies, "worth", lambda row: f"{row['thing']}, {row['copy']}"),
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
        picked(copies, *_COPY),
    )
    text = (
        "Whether more of the same is worth less: a model in which copies may differ. The third "
        "stands for every further one."
    )
    return Section("First, second and further ones", [Text(text), chart, grid])


def explained(models: Rows) -> Section:
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
        picked(models, "model", "terms", "log_loss", "log_loss_error"),
    )
    return Section("How much it explains", [Text(text), grid])
