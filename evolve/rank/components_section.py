"""Sections of the report of a ranking: which troops, commands and pairs of them matter."""

from typing import Any

import numpy as np

from ...arena.run.report import StoredRun
from ...results.page.blocks import Section, Text
from ...results.page.charts import dot_plot, heat_map
from ...results.page.figures import Picture
from ...results.page.grids import Column, Grid
from ..proposals.model import COMPONENTS

_PAIRS = 20


def contents(stored: StoredRun) -> Section:
    """Return how good setups with a number of each thing are, and what one more changes."""
    asked = (
        "SELECT thing, number, setups, rating, rating_low, rating_high FROM rank_contents "
        "WHERE run = ?"
    )
    rows = stored.query(asked)
    most = max(row["number"] for row in rows)
    values = np.full((len(COMPONENTS), most + 1), np.nan)
    texts = [["" for _ in range(most + 1)] for _ in COMPONENTS]
    hints, decimals = {}, int(max(row["rating"] for row in rows) < 0.2)
    for row in rows:
        at = COMPONENTS.index(row["thing"]), row["number"]
        values[at] = row["rating"]
        texts[at[0]][at[1]] = f"{100 * row['rating']:.{decimals}f}"
        hints[at] = f"{row['number']} {row['thing']}: {row['setups']:,} setups"
    reach = max(float(np.nanmax(np.abs(values - _middle(rows)))), 0.01)
    heat = heat_map(
        "contents",
        "Mean rating, in per cent, of all setups with this number of a troop or command; white is the mean.",
        COMPONENTS,
        [str(number) for number in range(most + 1)],
        values,
        texts,
        hints=hints,
        limits=(_middle(rows) - reach, _middle(rows) + reach),
    )
    columns = [
        Column("thing", "Thing"),
        Column("number", "Number", "count"),
        Column("setups", "Setups", "count"),
        Column("rating", "Mean rating", "share"),
        Column("rating_low", "from", "share", "lower end of the 95 % interval"),
        Column("rating_high", "to", "share", "upper end of the 95 % interval"),
    ]
    cells = [tuple(row.values()) for row in sorted(rows, key=_place)]
    grid = Grid("contents", "Mean rating by contents", columns, cells, folded=True)
    text = (
        "What is bought for one thing is missing for others: means and effects include that. An "
        "effect is the slope over the number of a thing, by the model, over all setups."
    )
    return Section("Troops and commands", [Text(text), heat, _main(stored), grid])


def _place(row: dict[str, Any]) -> tuple[int, int]:
    return COMPONENTS.index(row["thing"]), row["number"]


def _middle(rows: list[dict[str, Any]]) -> float:
    """Return the mean rating of all setups."""
    some = [row for row in rows if row["thing"] == COMPONENTS[0]]
    return sum(row["setups"] * row["rating"] for row in some) / sum(row["setups"] for row in some)


def _main(stored: StoredRun) -> Picture:
    """Draw the main effects."""
    asked = (
        "SELECT thing, elo, elo_low, elo_high FROM rank_effects "
        "WHERE run = ? AND kind = 'main' ORDER BY elo DESC"
    )
    rows = stored.query(asked)
    return dot_plot(
        "effects",
        "Elo that goes with one more of a thing, over all setups, with 95 % intervals.",
        [row["thing"] for row in rows],
        [row["elo"] for row in rows],
        [(row["elo_low"], row["elo_high"]) for row in rows],
        axis="Elo",
        middle=0,
    )


def pairs(stored: StoredRun) -> Section:
    """Return which things help and which hinder each other."""
    asked = (
        "SELECT thing, other, elo, elo_low, elo_high, strength FROM rank_effects "
        "WHERE run = ? AND kind = 'pair' ORDER BY abs(strength) DESC"
    )
    rows = stored.query(asked)
    values = np.full((len(COMPONENTS), len(COMPONENTS)), np.nan)
    texts = [["" for _ in COMPONENTS] for _ in COMPONENTS]
    hints = {}
    for row in rows:
        a, b = COMPONENTS.index(row["thing"]), COMPONENTS.index(row["other"])
        certain = row["elo_low"] > 0 or row["elo_high"] < 0
        hint = f"{row['thing']} + {row['other']}: {row['elo']:+.0f} Elo"
        hint += f" [{row['elo_low']:+.0f}, {row['elo_high']:+.0f}]"
        for at in ((a, b), (b, a)):
            values[at] = row["strength"]
            texts[at[0]][at[1]] = f"{row['elo']:+.0f}" if certain else ""
            hints[at] = hint
    reach = float(np.nanmax(np.abs(values))) or 1.0
    heat = heat_map(
        "synergies",
        "What two things do together beyond what each does alone, in Elo for one more of each; "
        "numbers stand where the 95 % interval leaves out 0, colours are the weight in the space.",
        COMPONENTS,
        COMPONENTS,
        values,
        texts,
        hints=hints,
        limits=(-reach, reach),
        cell=0.42,
    )
    certain = [row for row in rows if row["elo_low"] > 0 or row["elo_high"] < 0]
    grids = [
        _pair_grid("help", "Help each other", [row for row in certain if row["elo"] > 0]),
        _pair_grid("hinder", "Hinder each other", [row for row in certain if row["elo"] < 0]),
    ]
    text = (
        f"{len(certain)} of {len(rows)} pairs have an interval that leaves out 0; by chance alone "
        f"it would be about {0.05 * len(rows):.0f}."
    )
    return Section("Synergies", [Text(text), heat, *grids])


def _pair_grid(name: str, title: str, rows: list[dict[str, Any]]) -> Grid:
    return Grid(
        name,
        title,
        [
            Column("thing", "Thing"),
            Column("other", "Other"),
            Column("elo", "Elo", "signed", "for one more of each, beyond what both do alone"),
            Column("elo_low", "from", "signed", "lower end of the 95 % interval"),
            Column("elo_high", "to", "signed", "upper end of the 95 % interval"),
            Column(
                "strength", "Weight", "signed", "Elo for a standard deviation: how much it decides"
            ),
        ],
        [tuple(row.values()) for row in rows[:_PAIRS]],
    )
