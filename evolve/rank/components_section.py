"""Sections of the report of a ranking: which troops, commands and pairs of them matter."""

from typing import Any

import numpy as np

from ...arena.run.report import StoredRun
from ...results.page.axes import Scale
from ...results.page.blocks import Section, Text
from ...results.page.charts import Cells, dot_plot, heat_map
from ...results.page.estimates import columns, estimate
from ...results.page.figures import Picture
from ...results.page.grids import Column, Grid
from ..judging.model import COMPONENTS
from .result import RankResult

_PAIRS = 20


def contents(stored: StoredRun, values: RankResult) -> Section:
    """Return how good setups with a number of each thing are, and what one more changes."""
    query = (
        "SELECT thing, number, setups, rating, rating_low, rating_high FROM rank_contents "
        "WHERE run = ?"
    )
    rows = stored.query(query)
    grid = Grid(
        "contents",
        "Mean rating by contents",
        [
            Column("thing", "Thing"),
            *columns("count", number="Number", setups="Setups"),
            *estimate("rating", "Mean rating"),
        ],
        [tuple(row.values()) for row in sorted(rows, key=_place)],
        folded=True,
    )
    text = (
        "What is bought for one thing is missing for others: means and effects include that. An "
        "effect is the slope over the number of a thing, by the model, over all setups."
    )
    return Section("Troops and commands", [Text(text), _by_number(rows), _main(values), grid])


def _by_number(rows: list[dict[str, Any]]) -> Picture:
    """Draw the mean rating of setups with each number of each thing."""
    most, decimals = max(row["number"] for row in rows), max(row["rating"] for row in rows) < 0.2
    cells = Cells(rows=COMPONENTS, columns=[str(number) for number in range(most + 1)])
    for row in rows:
        text = f"{100 * row['rating']:.{int(decimals)}f}"
        hint = f"{row['number']} {row['thing']}: {row['setups']:,} setups"
        cells.put(_place(row), row["rating"], text, hint)
    reach = max(float(np.nanmax(np.abs(cells.values - _middle(rows)))), 0.01)
    return heat_map(
        "contents",
        "Mean rating, in per cent, of all setups with this number of a troop or command.",
        cells,
        limits=(_middle(rows) - reach, _middle(rows) + reach),
    )


def _place(row: dict[str, Any]) -> tuple[int, int]:
    return COMPONENTS.index(row["thing"]), row["number"]


def _middle(rows: list[dict[str, Any]]) -> float:
    """Return the mean rating of all setups."""
    some = [row for row in rows if row["thing"] == COMPONENTS[0]]
    return sum(row["setups"] * row["rating"] for row in some) / sum(row["setups"] for row in some)


def _main(values: RankResult) -> Picture:
    """Draw the main effects."""
    effects = sorted(values.main_effects, key=lambda one: -one.elo)
    return dot_plot(
        "effects",
        "Elo that goes with one more of a thing, over all setups, with 95 % intervals.",
        [(one.things[0], one.elo, *one.ci95) for one in effects],
        Scale("Elo", middle=0),
    )


def pairs(stored: StoredRun) -> Section:
    """Return which things help and which hinder each other."""
    query = (
        "SELECT thing, other, elo, elo_low, elo_high, strength FROM rank_effects "
        "WHERE run = ? AND kind = 'pair' ORDER BY abs(strength) DESC"
    )
    rows = stored.query(query)
    certain = [row for row in rows if _is_certain(row)]
    grids = [
        _pair_grid("help", "Help each other", [row for row in certain if row["elo"] > 0]),
        _pair_grid("hinder", "Hinder each other", [row for row in certain if row["elo"] < 0]),
    ]
    text = (
        f"{len(certain)} of {len(rows)} pairs have an interval that leaves out 0; by chance alone "
        f"it would be about {0.05 * len(rows):.0f}."
    )
    return Section("Synergies", [Text(text), _synergies(rows), *grids])


def _is_certain(row: dict[str, Any]) -> bool:
    return row["elo_low"] > 0 or row["elo_high"] < 0


def _synergies(rows: list[dict[str, Any]]) -> Picture:
    """Draw what every two things do together."""
    cells = Cells(rows=COMPONENTS, columns=COMPONENTS)
    for row in rows:
        a, b = COMPONENTS.index(row["thing"]), COMPONENTS.index(row["other"])
        hint = f"{row['thing']} + {row['other']}: {row['elo']:+.0f} Elo"
        hint += f" [{row['elo_low']:+.0f}, {row['elo_high']:+.0f}]"
        for at in ((a, b), (b, a)):
            cells.put(at, row["strength"], f"{row['elo']:+.0f}" if _is_certain(row) else "", hint)
    reach = float(np.nanmax(np.abs(cells.values))) or 1.0
    return heat_map(
        "synergies",
        "What two things do together beyond what each does alone, in Elo for one more of each; "
        "numbers stand where the 95 % interval leaves out 0, colours are the weight in the space.",
        cells,
        limits=(-reach, reach),
        cell=0.42,
    )


def _pair_grid(name: str, title: str, rows: list[dict[str, Any]]) -> Grid:
    alone = "for one more of each, beyond what both do alone"
    weight = "Elo for a standard deviation: how much it decides"
    return Grid(
        name,
        title,
        [
            *columns("text", thing="Thing", other="Other"),
            *estimate("elo", "Elo", "signed", alone),
            Column("strength", "Weight", "signed", weight),
        ],
        [tuple(row.values()) for row in rows[:_PAIRS]],
    )
