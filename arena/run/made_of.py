"""What the setups that a page names are made of: their troops, commands and cost."""

from typing import TYPE_CHECKING

from ...engine.rules.ruleset import Ruleset
from ...engine.rules.stats import TROOPS
from ...results.page.blocks import Section
from ...results.page.estimates import columns
from ...results.page.grids import NOTHING, Grid
from ...results.page.words import plural
from ...setups.setup import Setup

if TYPE_CHECKING:
    from .report import StoredRun

FEW = 60
"""Different setups up to which those without a name are listed too; searches try thousands."""

_SIDES = """
    SELECT DISTINCT name, setup, CASE WHEN name IS NULL THEN formation END AS formation FROM (
        SELECT first_name AS name, first_setup AS setup, first_formation AS formation FROM games
        WHERE run = $1 AND ruleset = $2
        UNION ALL
        SELECT second_name, second_setup, second_formation FROM games
        WHERE run = $1 AND ruleset = $2
        UNION ALL
        SELECT name, setup, NULL FROM action_space_games WHERE run = $1
    ) ORDER BY name, setup, formation
"""


def made_of(stored: "StoredRun") -> Section | None:
    """Return what the setups are made of that played by the rules of the run; None without any."""
    rows = stored.query(_SIDES, stored.run.ruleset)
    if len(rows) > FEW:
        rows = [row for row in rows if row["name"]]
    if not rows:
        return None
    rules = Ruleset().edit(*stored.run.edits)
    setups = {
        row["name"] or row["title"]: Setup.from_text(row["setup"]) for row in stored.titled(rows)
    }
    grid = Grid(
        "made-of",
        "Troops and commands of the setups that played",
        [
            *columns("text", setup="Setup", troops="Troops", commands="Commands"),
            *columns("count", points="Costs"),
        ],
        [
            (name, troops_text(setup), commands_text(setup), setup.cost(rules))
            for name, setup in setups.items()
        ],
    )
    return Section("What the setups are made of", [grid])


def troops_text(setup: Setup) -> str:
    """Return the troops of a setup in words: 2 scouts, 1 champion."""
    counted = zip(TROOPS, setup.counts, strict=True)
    named = (plural(count, slug.replace("-", " ")) for slug, count in counted if count)
    return ", ".join(named) or NOTHING


def commands_text(setup: Setup) -> str:
    """Return the commands of a setup in words."""
    return ", ".join(slug.replace("-", " ") for slug in setup.commands) or NOTHING
